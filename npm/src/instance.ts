// An instance of the engine's module: what it wants of WASI, and its threads.
//
// The module has a shared memory even where it cannot be shared with anybody: then it
// is told that there are no threads to be had, and does without.

/** The numbers that `.cargo/config.toml` gives the linker, in pages of 64 KiB. */
const FIRST_PAGES = 1024;
const MOST_PAGES = [32768, 16384, 8192];

/** What the module asks of whoever runs it; `crates/wasm/src/host.rs` has the words. */
export interface Host {
  isStopped(): boolean;
  told(text: string): void;
}

/** What all instances have that search together. */
export interface Team {
  module: WebAssembly.Module;
  /** With threads. Without, the only instance makes its own memory. */
  shared?: Shared | undefined;
}

export interface Shared {
  memory: WebAssembly.Memory;
  /** Whether the first instance is there; then of each thread its state, and its task. */
  seats: Int32Array;
}

/** What the worker of a thread is told. */
export interface Seat extends Shared {
  module: WebAssembly.Module;
  seat: number;
  /** Holds anything but 0 when the search that runs is to end. */
  flag?: Int32Array | undefined;
}

const BEGUN = 0;
const [FIRST_SEAT, WORDS] = [1, 2];
const [EMPTY, FREE, TAKEN, CALLED] = [0, 1, 2, 3];
/** A thread that has just ended needs a moment before it can be had again. */
const PATIENCE = 200;
const NO_THREAD = -1;

const decoder = new TextDecoder();

/** A text in the memory of a module, which may be shared: decoders want none that is. */
export function textAt(memory: WebAssembly.Memory, at: number, length: number): string {
  return decoder.decode(new Uint8Array(memory.buffer, at >>> 0, length).slice());
}

/** A memory for the module: as large as there is room for. */
function makeMemory(): WebAssembly.Memory {
  for (const [place, maximum] of MOST_PAGES.entries()) {
    try {
      return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum, shared: true });
    } catch (error) {
      if (place === MOST_PAGES.length - 1) throw error;
    }
  }
  throw new RangeError('there is no memory');
}

/** What so many threads share with the first instance: none where there are none. */
export function makeShared(threads: number): Shared | undefined {
  if (!threads) return undefined;
  const words = FIRST_SEAT + WORDS * threads;
  return { memory: makeMemory(), seats: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * words)) };
}

const seatCount = (seats: Int32Array) => (seats.length - FIRST_SEAT) / WORDS;
/** Where the state of a thread is. Its task follows. */
const stateAt = (seat: number) => FIRST_SEAT + WORDS * seat;

function put(seats: Int32Array, at: number, value: number): void {
  Atomics.store(seats, at, value);
  Atomics.notify(seats, at);
}

/** Waits until a word is, or is not, so. */
function waitUntil(seats: Int32Array, at: number, isSo: (value: number) => boolean): void {
  for (let now = Atomics.load(seats, at); !isSo(now); now = Atomics.load(seats, at)) Atomics.wait(seats, at, now);
}

/** Gives a thread that waits something to do. */
function spawn(seats: Int32Array | undefined, task: number): number {
  if (!seats) return NO_THREAD;
  for (const end = performance.now() + PATIENCE; performance.now() < end; ) {
    for (let seat = 0; seat < seatCount(seats); seat++) {
      const state = stateAt(seat);
      if (Atomics.compareExchange(seats, state, FREE, TAKEN) !== FREE) continue;
      seats[state + 1] = task;
      put(seats, state, CALLED);
      return seat + 1;
    }
    const first = stateAt(0);
    Atomics.wait(seats, first, Atomics.load(seats, first), 1);
  }
  return NO_THREAD;
}

const WASI = 'wasi_snapshot_preview1';

/** The little of WASI that the module uses: it opens no file. */
function wasi(memory: WebAssembly.Memory) {
  const view = () => new DataView(memory.buffer);
  const now = () => performance.timeOrigin + performance.now();
  return {
    clock_time_get: (_clock: number, _precision: bigint, at: number) => {
      view().setBigUint64(at, BigInt(Math.round(now() * 1e6)), true);
      return 0;
    },
    environ_get: () => 0,
    environ_sizes_get: (count: number, size: number) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    /** What a panic says. */
    fd_write: (_file: number, parts: number, count: number, written: number) => {
      let [text, length] = ['', 0];
      for (let part = 0; part < count; part++) {
        const at = view().getUint32(parts + 8 * part, true);
        const bytes = view().getUint32(parts + 8 * part + 4, true);
        text += textAt(memory, at, bytes);
        length += bytes;
      }
      if (text.trim()) console.error(text.trimEnd());
      view().setUint32(written, length, true);
      return 0;
    },
    proc_exit: (code: number) => {
      throw new WebAssembly.RuntimeError(`the module ended with ${code}`);
    },
    random_get: (at: number, length: number) => {
      const bytes = crypto.getRandomValues(new Uint8Array(length));
      new Uint8Array(memory.buffer, at >>> 0, length).set(bytes);
      return 0;
    },
    sched_yield: () => 0,
  };
}

/** What `memory.atomic.wait32` does; `xtask/src/wasm.rs` says why it is not used. */
function wait(memory: WebAssembly.Memory, at: number, expected: number, timeout: bigint): number {
  const words = new Int32Array(memory.buffer);
  const longest = timeout < 0n ? Infinity : Number(timeout) / 1e6;
  return ['ok', 'not-equal', 'timed-out'].indexOf(Atomics.wait(words, at >>> 2, expected, longest));
}

/** The word of WASI for a file that there is not. */
const NO_FILE = 8;

async function instantiate(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  seats: Int32Array | undefined,
  host: Host,
): Promise<WebAssembly.Exports> {
  const wanted = WebAssembly.Module.imports(module).filter((each) => each.module === WASI);
  const missing = Object.fromEntries(wanted.map(({ name }) => [name, () => NO_FILE]));
  const imports = {
    env: { memory },
    wasi: { 'thread-spawn': (task: number) => spawn(seats, task) },
    [WASI]: { ...missing, ...wasi(memory) },
    erawan: {
      // The same in all workers, whenever they were started.
      now: () => performance.timeOrigin + performance.now(),
      is_stopped: () => (host.isStopped() ? 1 : 0),
      told: (at: number, length: number) => host.told(textAt(memory, at, length)),
      wait: (at: number, expected: number, timeout: bigint) => wait(memory, at, expected, timeout),
    },
  };
  return (await WebAssembly.instantiate(module, imports)).exports;
}

/**
 * The first instance, which is called, and its memory. It comes before any thread: the
 * memory, and in it what a thread has for itself, belong to whoever comes first. When it
 * is ready, so are the threads.
 */
export async function begin(
  { module, shared }: Team,
  host: Host,
): Promise<{ exports: WebAssembly.Exports; memory: WebAssembly.Memory }> {
  const memory = shared?.memory ?? makeMemory();
  const exports = await instantiate(module, memory, shared?.seats, host);
  (exports._initialize as () => void)();
  if (shared) {
    const { seats } = shared;
    put(seats, BEGUN, 1);
    for (let seat = 0; seat < seatCount(seats); seat++) waitUntil(seats, stateAt(seat), (state) => state !== EMPTY);
  }
  return { exports, memory };
}

/** Waits for tasks, and does them, for as long as the worker lives. */
export async function work({ module, memory, seats, seat, flag }: Seat): Promise<never> {
  const host = { isStopped: () => flag !== undefined && Atomics.load(flag, 0) !== 0, told: () => {} };
  const state = stateAt(seat);
  waitUntil(seats, BEGUN, (begun) => begun === 1);
  for (;;) {
    // A thread of its own begins anew each time: with its own stack, and its own locals.
    const { wasi_thread_start } = await instantiate(module, memory, seats, host);
    put(seats, state, FREE);
    waitUntil(seats, state, (now) => now === CALLED);
    (wasi_thread_start as (thread: number, task: number) => void)(seat + 1, seats[state + 1] ?? 0);
  }
}
