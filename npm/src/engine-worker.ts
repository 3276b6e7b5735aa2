// The worker of an engine: the module, and what is asked of it.

import { ErawanError } from './error.js';
import { begin, type Team, textAt, work } from './instance.js';
import type { FromWorker, Order, Setup, ToWorker } from './orders.js';
import type { Best, Line, SearchLimits } from './search.js';
import { COUNTING_MODES, VARIANTS } from './types.js';

interface Module {
  input(length: number): number;
  output(): number;
  output_length(): number;
  game_from_fen(variant: number, lenient: number): number;
  game_set_counting(game: number, mode: number): number;
  game_play_all(game: number, spelling: number): number;
  game_free(game: number): void;
  engine_open(mebibytes: number, threads: number): number;
  engine_clear(): number;
  engine_evaluate(game: number): number;
  engine_search(game: number): number;
}

/** Where there is no memory to look into, a search pauses to hear whether to stop. */
const FIRST_SLICE = 50;
const LONGEST_SLICE = 500;
const FEWEST_NODES = 10;

const encoder = new TextEncoder();

let memory: WebAssembly.Memory;
let wasm: Module;
let threads = 1;
/** Done once the module can be asked. */
let loaded: Promise<void> | undefined;
/** What is being done, and the memory that says whether to stop it. */
let running = { id: 0, flag: undefined as Int32Array | undefined, isStopped: false };
let onLine: (line: Line) => void = () => {};

async function load(team: Team): Promise<void> {
  const first = await begin(team, {
    isStopped: () => {
      const { id, flag, isStopped } = running;
      return isStopped || (flag !== undefined && Atomics.load(flag, 0) === id);
    },
    told: (line) => onLine(JSON.parse(line)),
  });
  memory = first.memory;
  wasm = first.exports as unknown as Module;
}

function put(module: Module, text: string): void {
  const told = encoder.encode(text);
  const at = module.input(told.length) >>> 0;
  new Uint8Array(memory.buffer, at, told.length).set(told);
}

/** The number a call gave; what was wrong is thrown. */
function number(module: Module, answer: number): number {
  if (answer >= 0) return answer;
  throw new ErawanError(said(module, module.output_length()));
}

function said(module: Module, length: number): string {
  return textAt(memory, module.output(), length);
}

function value<T>(module: Module, answer: number): T {
  return JSON.parse(said(module, number(module, answer))) as T;
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** After such an error nothing in the module's memory can be trusted. */
const isFault = (error: unknown) => error instanceof WebAssembly.RuntimeError || error instanceof RangeError;

/** Sets a game up, and gives its memory back afterwards. */
async function withGame<T>(
  module: Module,
  game: Setup,
  body: (handle: number) => T | Promise<T>,
): Promise<T> {
  put(module, game.fen);
  const handle = number(module, module.game_from_fen(VARIANTS.indexOf(game.variant), 1));
  let isFaulty = false;
  try {
    if (game.counting !== 'auto') {
      number(module, module.game_set_counting(handle, COUNTING_MODES.indexOf(game.counting)));
    }
    put(module, game.moves.join(' '));
    number(module, module.game_play_all(handle, 1));
    return await body(handle);
  } catch (error) {
    isFaulty = isFault(error);
    throw error;
  } finally {
    // After a fault nothing can be given back, and the fault is what is to be told.
    if (!isFaulty) module.game_free(handle);
  }
}

/** The limits as the module reads them. */
function words(limits: SearchLimits): string {
  const { clock, moves, ...plain } = limits;
  const times = { time: clock?.time, increment: clock?.increment, movestogo: clock?.movesToGo };
  const numbers = Object.entries({ ...plain, ...times }).filter(([, number]) => number !== undefined);
  const told = numbers.map(([name, number]) => `${name} ${Math.round(number as number)}`);
  return [...told, ...(moves?.length ? ['moves', ...moves] : [])].join(' ');
}

/** Lets messages in. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });

async function search(module: Module, handle: number, limits: SearchLimits, tell: (line: Line) => void) {
  const once = (limits: SearchLimits): Best => {
    put(module, words(limits));
    return value<Best>(module, module.engine_search(handle));
  };
  onLine = tell;
  // A clock or a level makes an end soon.
  if (running.flag || limits.clock || limits.elo !== undefined) return once(limits);
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  const before = { nodes: 0, time: 0, depth: 0 };
  onLine = (line) => {
    // Each part begins anew and is soon where the one before was.
    if (line.depth < before.depth) return;
    before.depth = line.depth;
    tell({ ...line, nodes: line.nodes + before.nodes, time: Math.round(line.time + before.time) });
  };
  for (let slice = FIRST_SLICE; ; slice = Math.min(slice * 1.5, LONGEST_SLICE)) {
    const left = limits.movetime === undefined ? Infinity : limits.movetime - elapsed();
    const movetime = Math.max(1, Math.min(slice, left));
    const nodes = limits.nodes === undefined ? {} : { nodes: Math.max(1, limits.nodes - before.nodes) };
    const at = performance.now();
    const found = once({ ...limits, ...nodes, movetime });
    before.nodes += found.nodes;
    before.time = elapsed();
    await pause();
    const isOver =
      performance.now() - at < movetime * 0.9 ||
      left <= movetime ||
      // A search of a node or two may take one more than it was given.
      before.nodes + FEWEST_NODES > (limits.nodes ?? Infinity) ||
      running.isStopped;
    if (isOver) return { ...found, nodes: before.nodes };
  }
}

async function carryOut(order: Order, tell: (line: Line) => void): Promise<unknown> {
  await loaded;
  switch (order.kind) {
    case 'open':
      number(wasm, wasm.engine_open(order.hash, threads));
      return undefined;
    case 'clear':
      number(wasm, wasm.engine_clear());
      return undefined;
    case 'evaluate':
      return withGame(wasm, order.game, (handle) => value<number>(wasm, wasm.engine_evaluate(handle)));
    case 'search':
      return withGame(wasm, order.game, (handle) => search(wasm, handle, order.limits, tell));
  }
}

async function hear(message: ToWorker, post: (message: FromWorker) => void): Promise<void> {
  if ('stop' in message) {
    running.isStopped ||= message.stop === running.id;
    return;
  }
  if ('team' in message) {
    threads = message.threads;
    loaded = load(message.team);
    // Whoever asks next hears of it.
    loaded.catch(() => {});
    return;
  }
  if ('seat' in message) {
    await work(message.seat).catch((error) => post({ lost: reason(error) }));
    return;
  }
  const { id, order, flag } = message;
  running = { id, flag: flag && new Int32Array(flag), isStopped: false };
  try {
    post({ id, value: await carryOut(order, (line) => post({ id, line })) });
  } catch (error) {
    post(isFault(error) ? { lost: reason(error) } : { id, failure: reason(error) });
  }
}

/** The other side: a page, or in Node a port. */
async function listen(): Promise<void> {
  if (typeof self !== 'undefined' && typeof self.postMessage === 'function') {
    const page = self as unknown as Worker;
    page.onmessage = (event: MessageEvent<ToWorker>) =>
      void hear(event.data, (message) => page.postMessage(message));
    return;
  }
  // A variable, so that bundlers for browsers leave it alone.
  const threads = 'node:worker_threads';
  const { parentPort } = (await import(
    /* @vite-ignore */ /* webpackIgnore: true */ threads
  )) as typeof import('node:worker_threads');
  parentPort?.on('message', (message: ToWorker) => {
    void hear(message, (answer) => parentPort.postMessage(answer));
  });
}

await listen();
