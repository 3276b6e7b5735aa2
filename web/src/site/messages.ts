// What the page and its workers say to each other.

import type { Seat, Team } from '../../../npm/src/instance';

/** The first word to a worker. */
export interface Opening {
  team: Team;
  /** What an engine may use, as hello tells it. */
  processors: number;
  /** Holds anything but 0 when the search that runs is to end; shared if that can be. */
  flag: Int32Array;
}

export type ToWorker = { open: Opening } | { seat: Seat } | { ask: string };

export type FromWorker =
  /** An answer, or news of a search, as JSON. */
  | { reply: string }
  /** The module has failed, and with it the worker. */
  | { failed: string };
