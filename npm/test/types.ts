// The types say what the package does: compiled, not run.
import {
  type FenCheck,
  Game,
  isPgnError,
  type Move,
  type Outcome,
  parsePgn,
  type PgnMove,
  type Square,
  validateFen,
} from '../dist/index.js';

import { type Best, type Chances, Engine, type Line, type Score, type SearchLimits } from '../dist/engine.js';

const game = new Game(undefined, { variant: 'makruk' });
export const names: string[] = game.moves();
export const moves: Move[] = game.moves({ verbose: true, square: 'e3' });
export const played: Move = game.move({ from: 'e3', to: 'e4' });
export const outcome: Outcome | null = game.outcome();
export const dests: Map<Square, Square[]> = game.dests();
export const check: FenCheck = validateFen(game.fen(), { variant: 'makruk' });
export const attackers: Square[] = game.attackers('e4');
export const isAttacked: boolean = game.isAttacked('e4', 'b');
export const men: Square[] = game.findPiece({ type: 'm', color: 'w' });
export const shade: 'light' | 'dark' = game.squareColor('a1');
// @ts-expect-error A side must be named.
game.isAttacked('e4');
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
export const limits: SearchLimits = { clock: { time: 1000 }, moves: ['e3e4'] };
export const stopped: Promise<Best> = engine.search(game, { ...limits, signal: new AbortController().signal });
export const told: { score: Score; chances: Chances } = best;
// @ts-expect-error There is no such limit.
engine.search(game, { depht: 3 });
