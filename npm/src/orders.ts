// What an engine and its worker say to each other.

import type { Seat, Team } from './instance.js';
import type { Line, SearchLimits } from './search.js';
import type { CountingMode, Variant } from './types.js';

/** A game as the worker sets it up. */
export interface Setup {
  variant: Variant;
  fen: string;
  moves: string[];
  counting: CountingMode;
}

/** What is asked of the worker. */
export type Order =
  | { kind: 'open'; hash: number }
  | { kind: 'clear' }
  | { kind: 'evaluate'; game: Setup }
  | { kind: 'search'; game: Setup; limits: SearchLimits };

export type ToWorker =
  /** The first word to the worker that is asked. */
  | { team: Team; threads: number }
  /** The first word to the worker of a thread. */
  | { seat: Seat }
  | { id: number; order: Order; flag: SharedArrayBuffer | undefined }
  | { stop: number };

export type FromWorker =
  | { id: number; line: Line }
  | { id: number; value: unknown }
  | { id: number; failure: string }
  /** The last word of a worker that has failed. */
  | { lost: string };
