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
  memory: WebAssembly.Memory;
  /** For each thread that waits: its state, and what it is to do. */
  seats: Int32Array;
}

/** What the worker of a thread is told at first. */
export interface Seat extends Team {
  seat: number;
  /** Holds anything but 0 when the search that runs is to end. */
  flag: Int32Array;
}

const [STATE, TASK, WORDS] = [0, 1, 2];
const [FREE, TAKEN, CALLED] = [0, 1, 2];
/** A thread that has just ended needs a moment before it can be had again. */
const PATIENCE = 200;
const NO_THREAD = -1;

const decoder = new TextDecoder();

/** A text in the memory of a module, which may be shared: decoders want none that is. */
export function textAt(memory: WebAssembly.Memory, at: number, length: number): string {
  return decoder.decode(new Uint8Array(memory.buffer, at >>> 0, length).slice());
}

/** A memory for the module: as large as there is room for. */
export function makeMemory(): WebAssembly.Memory {
  for (const [place, maximum] of MOST_PAGES.entries()) {
    try {
      return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum, shared: true });
    } catch (error) {
      if (place === MOST_PAGES.length - 1) throw error;
    }
  }
  throw new RangeError('there is no memory');
}

/** Room for so many threads. */
export function makeSeats(threads: number): Int32Array {
  // Where nothing can be shared there are no threads either.
  if (!threads) return new Int32Array(0);
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * WORDS * threads));
}

/** Gives a thread that waits something to do. */
function spawn(seats: Int32Array, task: number): number {
  const count = seats.length / WORDS;
  for (const end = performance.now() + PATIENCE; ; ) {
    for (let seat = 0; seat < count; seat++) {
      const state = seat * WORDS + STATE;
      if (Atomics.compareExchange(seats, state, FREE, TAKEN) !== FREE) continue;
      seats[seat * WORDS + TASK] = task;
      Atomics.store(seats, state, CALLED);
      Atomics.notify(seats, state);
      return seat + 1;
    }
    if (!count || performance.now() > end) return NO_THREAD;
    Atomics.wait(seats, STATE, Atomics.load(seats, STATE), 1);
  }
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

async function instantiate(team: Team, host: Host): Promise<WebAssembly.Exports> {
  const { module, memory, seats } = team;
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
 * The first instance, which is called. It must be there before any thread: the memory, and
 * in it what a thread has for itself, belong to whoever comes first.
 */
export async function begin(team: Team, host: Host): Promise<WebAssembly.Exports> {
  const exports = await instantiate(team, host);
  (exports._initialize as () => void)();
  return exports;
}

/** Waits for tasks, and does them, for as long as the worker lives. */
export async function work({ seat, flag, ...team }: Seat): Promise<never> {
  const { seats } = team;
  const host = { isStopped: () => Atomics.load(flag, 0) !== 0, told: () => {} };
  for (;;) {
    // A thread of its own begins anew each time: with its own stack, and its own locals.
    const { wasi_thread_start } = await instantiate(team, host);
    const state = seat * WORDS + STATE;
    for (let now = Atomics.load(seats, state); now !== CALLED; now = Atomics.load(seats, state)) {
      Atomics.wait(seats, state, now);
    }
    const task = seats[seat * WORDS + TASK] ?? 0;
    (wasi_thread_start as (thread: number, task: number) => void)(seat + 1, task);
    Atomics.store(seats, state, FREE);
    Atomics.notify(seats, state);
  }
}
