// The clocks of a game against the engine. They run from the first move on,
// and stand still while there is no connection.

import type { Color } from '../protocol';
import type { GameDocument } from './document';

/** Below this many milliseconds the person is warned, once. */
const LOW = 10_000;

/** Minutes and seconds a move, `5+3`, in milliseconds; nothing for any other text. */
export function readClock(text: string): [number, number] | null {
  const parts = /^(\d+(?:\.\d+)?)\+(\d+)$/.exec(text);
  return parts ? [Number(parts[1]) * 60_000, Number(parts[2]) * 1000] : null;
}

export interface ClockEvents {
  /** True if time passes. */
  runs: () => boolean;
  onTick: () => void;
  onLow: () => void;
  onFlag: (loser: Color) => void;
}

/** Who is to move at the end of a game. */
export function turnAtEnd({ tree }: Pick<GameDocument, 'tree'>): Color {
  const blackFirst = tree.start.fen?.split(' ')[1] === 'b';
  return (tree.ply(tree.end(0)) % 2 === 0) !== blackFirst ? 'w' : 'b';
}

export class GameClock {
  private timer = 0;
  private last = 0;
  private warned = false;

  constructor(private events: ClockEvents) {}

  start(document: GameDocument): void {
    this.stop();
    if (!document.data.play?.clock) return;
    this.warned = false;
    this.last = performance.now();
    this.timer = window.setInterval(() => this.tick(document), 50);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = 0;
  }

  private tick(document: GameDocument): void {
    const game = document.data.play;
    const now = performance.now();
    const passed = now - this.last;
    this.last = now;
    if (!game?.clock || game.over) {
      this.stop();
      return;
    }
    if (!this.events.runs()) return;
    const turn = turnAtEnd(document);
    const left = Math.max(0, game.clock[turn] - passed);
    game.clock[turn] = left;
    if (turn === game.color && !game.watched && left < LOW && !this.warned) {
      this.warned = true;
      this.events.onLow();
    }
    if (left === 0) this.events.onFlag(turn);
    this.events.onTick();
  }
}
