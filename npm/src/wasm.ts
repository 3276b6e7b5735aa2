// The border to WebAssembly: numbers, and two buffers for texts.

import { ErawanError } from './error.js';
import { read } from './read.js';

/** The functions of the module; `crates/wasm` says what each does. */
interface Module {
  memory: WebAssembly.Memory;
  input(length: number): number;
  output(): number;
  output_length(): number;
  game_start(variant: number): number;
  game_chess960(number: number): number;
  game_from_fen(variant: number, lenient: number): number;
  game_from_pgn(dialect: number): number;
  game_clone(game: number): number;
  game_free(game: number): void;
  game_variant(game: number): number;
  game_fen(game: number, dialect: number): number;
  game_origin(game: number): number;
  game_board(game: number): number;
  game_promoted(game: number): number;
  game_attackers(game: number, square: number, black: number): number;
  game_status(game: number): number;
  game_number(game: number, which: number): number;
  game_key(game: number): number;
  game_counting(game: number): number;
  game_set_counting(game: number, mode: number): number;
  game_count(game: number, begin: number): number;
  game_perft(game: number, depth: number): number;
  game_divide(game: number, depth: number): number;
  game_moves(game: number, spelling: number, from: number): number;
  game_described(game: number, from: number): number;
  game_history(game: number, spelling: number): number;
  game_play(game: number, spelling: number): number;
  game_play_all(game: number, spelling: number): number;
  game_undo(game: number): number;
  game_pgn(game: number, dialect: number): number;
  pgn_open(dialect: number, bare: number): number;
  pgn_read(): number;
  pgn_check(): number;
  pgn_format(from: number, to: number): number;
}

async function load(): Promise<Module> {
  const { instance } = await WebAssembly.instantiate(
    await read(new URL('./erawan.wasm', import.meta.url)),
  );
  return instance.exports as unknown as Module;
}

export const wasm = await load();

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Puts a text in, for the call that follows. */
export function put(text: string | Uint8Array): void {
  const bytes = typeof text === 'string' ? encoder.encode(text) : text;
  const at = wasm.input(bytes.length) >>> 0;
  new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
}

function output(length: number): string {
  return decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.output() >>> 0, length));
}

/** What the last call said was wrong. */
export function failure(): ErawanError {
  return new ErawanError(output(wasm.output_length()));
}

/** The number a call gave, unless something was wrong. */
export function number(answer: number): number {
  if (answer < 0) throw failure();
  return answer;
}

/** The text a call gave. */
export function text(length: number): string {
  return output(number(length));
}

/** The value a call gave as JSON. */
export function value<T>(length: number): T {
  return JSON.parse(text(length)) as T;
}
