// The types say what the package does: compiled, not run.
import { Game, isPgnError, type Move, type Outcome, parsePgn, type PgnMove, type Square } from '../dist/index.js';

import { type Best, Engine, type Line } from '../dist/engine.js';

const game = new Game(undefined, { variant: 'makruk' });
export const names: string[] = game.moves();
export const moves: Move[] = game.moves({ verbose: true, square: 'e3' });
export const played: Move = game.move({ from: 'e3', to: 'e4' });
export const outcome: Outcome | null = game.outcome();
export const dests: Map<Square, Square[]> = game.dests();
for (const read of parsePgn('1. e4 *')) {
  if (isPgnError(read)) console.log(read.line);
  else read.moves.forEach((move: PgnMove) => console.log(move.san, read.tags.White));
}
// @ts-expect-error There is no such game.
new Game(undefined, { variant: 'draughts' });
// @ts-expect-error Plain lists are texts.
export const wrong: Move[] = game.moves();
const engine: Engine = await Engine.start({ hash: 16 });
export const best: Best = await engine.search(game, { depth: 3, onLine: (line: Line) => console.log(line.san) });
// @ts-expect-error There is no such limit.
engine.search(game, { depht: 3 });
