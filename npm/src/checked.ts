// What callers give, looked at before it is used: TypeScript does not look after those
// who write JavaScript.

import { ErawanError } from './error.js';
import type { SearchLimits } from './search.js';
import { COLORS, DIALECTS, type Dialect, PIECES, SQUARES, VARIANTS } from './types.js';

/** More names than this are not listed in an error. */
const FEW = 10;

/** What was given, as an error shows it. */
function shown(given: unknown): string {
  if (typeof given === 'string') return JSON.stringify(given);
  if (Array.isArray(given)) return 'a list';
  if (typeof given === 'function') return 'a function';
  return typeof given === 'object' && given !== null ? 'an object' : String(given);
}

function wanted(what: string, kind: string, given: unknown): ErawanError {
  return new ErawanError(`${what}: ${kind} is wanted, not ${shown(given)}`);
}

export function text(given: unknown, what: string): string {
  if (typeof given !== 'string') throw wanted(what, 'a text', given);
  return given;
}

/** A file: bytes may come from another window, whose `Uint8Array` is not this one's. */
export function file(given: string | Uint8Array): string | Uint8Array {
  const isFile = typeof given === 'string' || Object.prototype.toString.call(given) === '[object Uint8Array]';
  if (!isFile) throw wanted('PGN', 'a text or a Uint8Array', given);
  return given;
}

export function object<T extends object>(given: T, what: string): T {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wanted(what, 'an object', given);
  return given;
}

export const options = <T extends object>(given: T): T => object(given, 'options');

export function list<T>(given: readonly T[], what: string): readonly T[] {
  if (!Array.isArray(given)) throw wanted(what, 'a list', given);
  // A copy has no holes.
  return [...given];
}

export const texts = (given: readonly string[], what: string): string[] =>
  list(given, what).map((each) => text(each, what));

/** Moves that go to the module with spaces between. */
export function moves(given: readonly string[]): string[] {
  return list(given, 'moves').map((move, place) => {
    const what = `move ${place + 1}`;
    if (!/^\S+$/.test(text(move, what))) throw new ErawanError(`${what}: ${shown(move)} is not a move`);
    return move;
  });
}

const ANY = Number.MAX_SAFE_INTEGER;

export function number(given: unknown, what: string, least: number, most = ANY): number {
  // No comparison is true of NaN.
  if (typeof given === 'number' && given >= least && given <= most) return given;
  throw outside(given, what, 'a number', least, most);
}

export function whole(given: unknown, what: string, least: number, most = ANY): number {
  const isWhole = typeof given === 'number' && Number.isInteger(given);
  if (isWhole && given >= least && given <= most) return given;
  throw outside(given, what, 'a whole number', least, most);
}

function outside(given: unknown, what: string, kind: string, least: number, most: number): ErawanError {
  const end = most === ANY ? '' : ` to ${most}`;
  return new ErawanError(`${what} ${shown(given)}: ${kind} from ${least}${end} is wanted`);
}

/** The place of a name in a list. */
export function oneOf(given: unknown, names: readonly string[], what: string): number {
  const place = names.indexOf(given as string);
  if (place >= 0) return place;
  const known = names.length > FEW ? '' : `; there are ${names.join(', ')}`;
  throw new ErawanError(`there is no ${what} called ${shown(given)}${known}`);
}

export const variant = (given: unknown): number => oneOf(given, VARIANTS, 'game');
export const square = (given: unknown): number => oneOf(given, SQUARES, 'square');
export const color = (given: unknown): number => oneOf(given, COLORS, 'color');
export const piece = (given: unknown): number => oneOf(given, PIECES, 'piece');

/** How FEN and PGN are to be spelled: 0 as everybody does, 1 as makruk-js does. */
export function dialect(given: { dialect?: Dialect }): number {
  const { dialect = 'standard' } = options(given);
  return oneOf(dialect, DIALECTS, 'dialect');
}

/** The names of tags and what they say. */
export const tags = (given: Record<string, string>): [string, string][] =>
  Object.entries(object(given, 'tags')).map(([name, tag]) => [name, text(tag, `the tag ${name}`)]);

/** The letter of a promotion, large or small; nothing if none is named. */
export function promotion(given: unknown): string {
  const letter = text(given ?? '', 'promotion');
  if (letter !== '') piece(letter.toLowerCase());
  return letter;
}

type Check = (given: never, what: string) => unknown;

const count: Check = (given, what) => whole(given, what, 1);
const time: Check = (given, what) => number(given, what, 0);

function clock(given: NonNullable<SearchLimits['clock']>, what: string): void {
  const { time: left, increment = 0, movesToGo = 1 } = object(given, what);
  number(left, `the time of the ${what}`, 0);
  number(increment, `the increment of the ${what}`, 0);
  whole(movesToGo, `movesToGo of the ${what}`, 1);
}

const LIMITS: Record<keyof SearchLimits, Check> = {
  depth: count,
  nodes: count,
  movetime: time,
  clock,
  mate: count,
  lines: count,
  moves,
  elo: (given, what) => number(given, what, 500, 3000),
  seed: (given, what) => whole(given, what, 0),
};
const LIMIT_NAMES = Object.keys(LIMITS);

export function limits(given: SearchLimits): SearchLimits {
  for (const [name, limit] of Object.entries(given)) {
    oneOf(name, LIMIT_NAMES, 'limit');
    if (limit !== undefined) LIMITS[name as keyof SearchLimits](limit as never, name);
  }
  return given;
}

export function listener(given: unknown, what: string): void {
  if (given !== undefined && typeof given !== 'function') throw wanted(what, 'a function', given);
}

export function signal(given: AbortSignal | undefined): void {
  if (given === undefined) return;
  if (typeof given?.addEventListener !== 'function') throw wanted('signal', 'an AbortSignal', given);
}
