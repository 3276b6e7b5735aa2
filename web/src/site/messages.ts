// What the page and its workers say to each other.

import type { Seat } from '../../../npm/src/instance';

/** The first word to a worker. */
export interface Opening {
  module: WebAssembly.Module;
  /** Threads beside the worker's own. */
  threads: number;
  /** What an engine may use, as hello tells it. */
  processors: number;
  /** Holds anything but 0 when the search that runs is to end; shared if that can be. */
  flag: Int32Array;
}

export type ToWorker = { open: Opening } | { seat: Seat } | { ask: string };

export type FromWorker =
  /** An answer, or news of a search, as JSON. */
  | { reply: string }
  /** A thread waits. */
  | { ready: true }
  /** The module has failed, and with it the worker. */
  | { failed: string };
