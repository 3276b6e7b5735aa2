// The engine, in a worker: searches that can be followed and stopped.

import * as checked from './checked.js';
import { ErawanError } from './error.js';
import { Game } from './game.js';
import { makeShared } from './instance.js';
import type { FromWorker, Order, Setup, ToWorker } from './orders.js';
import { read } from './read.js';
import type { Best, Line, SearchLimits } from './search.js';
import { isShared, startThread, type Thread } from './thread.js';

export { ErawanError } from './error.js';
export type { Best, Chances, Line, Score, SearchLimits } from './search.js';

export interface EngineOptions {
  /** The size of the transposition table in mebibytes, 1 to 1024, 16 unless told. */
  hash?: number;
  /**
   * How many threads search, 1 to 64, 1 unless told. Where workers cannot share memory, in a page
   * that is not cross-origin isolated, it is always 1.
   */
  threads?: number;
}

export interface SearchOptions extends SearchLimits {
  /** Hears of every line. */
  onLine?: (line: Line) => void;
  /** Stops the search, which then gives what it has found so far. */
  signal?: AbortSignal;
}

interface Asked {
  id: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
  onLine: ((line: Line) => void) | undefined;
}

/** The module has two gibibytes, and wants some for its networks and threads. */
const LARGEST_HASH = 1024;
const MOST_THREADS = 64;
/** Beside the threads that help there is one that is just ending. */
const SPARE = 1;

let compiled: Promise<WebAssembly.Module> | undefined;

/** The module, which all engines have in common. */
function compile(): Promise<WebAssembly.Module> {
  compiled ??= read(new URL('./erawan-engine.wasm', import.meta.url))
    .then((bytes) => WebAssembly.compile(bytes))
    .catch((error) => {
      // Whoever comes next tries again.
      compiled = undefined;
      throw error;
    });
  return compiled;
}

function setup(game: Game): Setup {
  if (!(game instanceof Game)) throw new ErawanError('what is searched is a Game of this package');
  const counting = game.counting().mode;
  // Another way of counting begins with a position, and knows no moves before it.
  const isUsual = counting === 'auto';
  return {
    variant: game.variant,
    fen: isUsual ? game.startFen() : game.fen(),
    moves: isUsual ? game.uciHistory() : [],
    counting,
  };
}

/**
 * An engine for all five games, with its networks, in a worker of its own.
 *
 * ```js
 * const engine = await Engine.start();
 * const found = await engine.search(new Game(), { depth: 12, onLine: console.log });
 * found.san; // 'e4'
 * engine.close();
 * ```
 *
 * What is asked of one engine is done in turn. Engines share nothing: two can think
 * at the same time, and one can have several threads.
 */
export class Engine {
  /** The worker that is asked. */
  #thread: Thread<ToWorker> | undefined;
  /** Those of the threads that help it. */
  #helpers: Thread<ToWorker>[] = [];
  #hash: number;
  /** How many threads search. */
  readonly threads: number;
  #isClosed = false;
  #last = 0;
  #asked: Asked | undefined;
  /** What ends the searches that are not over, the oldest first. */
  #searches = new Set<AbortController>();
  /** The end of what was asked so far. */
  #tail: Promise<unknown> = Promise.resolve();
  /** Holds the number of what is to be stopped. */
  #flag = isShared() ? new Int32Array(new SharedArrayBuffer(4)) : undefined;

  private constructor(hash: number, threads: number) {
    this.#hash = hash;
    this.threads = isShared() ? threads : 1;
  }

  /** Starts an engine. The first one loads some seven megabytes. */
  static async start(options: EngineOptions = {}): Promise<Engine> {
    const { hash = 16, threads = 1 } = checked.options(options);
    checkHash(hash);
    checked.whole(threads, 'threads', 1, MOST_THREADS);
    const engine = new Engine(hash, threads);
    try {
      await engine.#inTurn(async () => {});
    } catch (error) {
      engine.close();
      throw error;
    }
    return engine;
  }

  /**
   * Looks for the best move of a game. A search that was stopped gives what it has
   * found so far.
   */
  async search(game: Game, options: SearchOptions = {}): Promise<Best> {
    const { onLine, signal, ...limits } = checked.options(options);
    checked.listener(onLine, 'onLine');
    checked.signal(signal);
    const order: Order = { kind: 'search', game: setup(game), limits: checked.limits(limits) };
    const ending = new AbortController();
    const end = () => ending.abort();
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
    this.#searches.add(ending);
    try {
      return (await this.#inTurn(() => this.#ask(order, onLine, ending.signal))) as Best;
    } finally {
      this.#searches.delete(ending);
      signal?.removeEventListener('abort', end);
    }
  }

  /** What a position is worth before any search: hundredths of a pawn for the side to move. */
  async evaluate(game: Game): Promise<number> {
    const order: Order = { kind: 'evaluate', game: setup(game) };
    return this.#inTurn(() => this.#ask(order) as Promise<number>);
  }

  /** Ends the oldest search that is not over: the one that runs, or the next to begin. */
  stop(): void {
    const [oldest] = this.#searches;
    oldest?.abort();
  }

  /** Forgets what was learnt, for a new game. */
  clear(): Promise<void> {
    return this.#inTurn(async () => void (await this.#ask({ kind: 'clear' })));
  }

  /**
   * Changes the size of the transposition table, which is empty then. If there is no
   * memory for it, it has the size it had, and is empty as well.
   */
  async setHash(mebibytes: number): Promise<void> {
    checkHash(mebibytes);
    return this.#inTurn(() =>
      this.#open(mebibytes).catch((error) => {
        if (this.#isClosed) throw error;
        // Where there were other tables memory may be in pieces; that of others is whole.
        return this.#wake(mebibytes);
      }),
    );
  }

  /** Ends its workers. What was asked and is not done yet is refused. */
  close(): void {
    this.#isClosed = true;
    this.#lose('it was closed');
  }

  #stop(id: number): void {
    if (this.#flag) Atomics.store(this.#flag, 0, id);
    else this.#thread?.post({ stop: id });
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(async () => {
      await this.#wake(this.#hash);
      return task();
    });
    // Whoever comes next does not care how this one ended.
    this.#tail = done.catch(() => {});
    return done;
  }

  /** Starts workers if there are none, with a table of this size. */
  async #wake(hash: number): Promise<void> {
    if (this.#thread || this.#isClosed) return;
    await this.#begin();
    await this.#open(hash);
  }

  async #open(hash: number): Promise<void> {
    try {
      await this.#ask({ kind: 'open', hash });
    } catch (error) {
      // The table before is gone already: whoever comes next wakes others, with its size.
      this.#lose('its table could not be had');
      throw error;
    }
    this.#hash = hash;
  }

  async #begin(): Promise<void> {
    const module = await compile();
    const helpers = this.threads > 1 ? this.threads - 1 + SPARE : 0;
    const shared = makeShared(helpers);
    this.#thread = await this.#start();
    this.#thread.post({ team: { module, shared }, threads: this.threads });
    // From here and not from the worker: in Firefox a worker may stand still for ever
    // when it starts others while they wait.
    this.#helpers = await Promise.all(Array.from({ length: helpers }, () => this.#start()));
    for (const [seat, helper] of this.#helpers.entries()) if (shared) helper.post({ seat: { module, ...shared, seat } });
    // Something may have happened to the others meanwhile.
    if (this.#isClosed || !this.#thread) {
      this.#lose('its workers could not be started');
      throw new ErawanError('the engine was lost while it started');
    }
  }

  #start(): Promise<Thread<ToWorker>> {
    return startThread<ToWorker, FromWorker>(
      new URL('./engine-worker.js', import.meta.url).href,
      () => new Worker(new URL('./engine-worker.js', import.meta.url), { type: 'module' }),
      (message) => this.#hear(message),
      (reason) => this.#lose(reason),
    );
  }

  #ask(order: Order, onLine?: (line: Line) => void, signal?: AbortSignal): Promise<unknown> {
    const thread = this.#thread;
    if (this.#isClosed || !thread) {
      return Promise.reject(new ErawanError('this engine was closed'));
    }
    this.#last += 1;
    const id = this.#last;
    const stop = () => this.#stop(id);
    return new Promise<unknown>((resolve, reject) => {
      this.#asked = { id, resolve, reject, onLine };
      thread.hold(true);
      thread.post({ id, order, flag: this.#flag?.buffer as SharedArrayBuffer | undefined });
      signal?.addEventListener('abort', stop);
      if (signal?.aborted) stop();
    }).finally(() => {
      signal?.removeEventListener('abort', stop);
      thread.hold(false);
    });
  }

  #hear(message: FromWorker): void {
    if ('lost' in message) {
      this.#lose(message.lost);
      return;
    }
    const asked = this.#asked;
    if (!asked || message.id !== asked.id) return;
    if ('line' in message) {
      asked.onLine?.(message.line);
      return;
    }
    this.#asked = undefined;
    if ('failure' in message) asked.reject(new ErawanError(message.failure));
    else asked.resolve(message.value);
  }

  /** Its workers are gone, or of no use. The next question starts others. */
  #lose(reason: string): void {
    const asked = this.#asked;
    this.#thread?.end();
    for (const helper of this.#helpers) helper.end();
    this.#thread = undefined;
    this.#helpers = [];
    this.#asked = undefined;
    asked?.reject(new ErawanError(`the engine was lost: ${reason}`));
  }
}

function checkHash(mebibytes: number): void {
  checked.whole(mebibytes, 'hash', 1, LARGEST_HASH);
}
