// Games on file, with variations, comments and annotations.

import * as checked from './checked.js';
import { ErawanError } from './error.js';
import type { Dialect, Variant } from './types.js';
import { number, put, text, value, wasm } from './wasm.js';

/** A move of a game on file. */
export interface PgnMove {
  /** `--` is a null move. */
  san: string;
  /** As engine protocols spell it; not for a null move. */
  uci?: string;
  /** Comments before the move: at the start of a variation, or after one. */
  before?: string[];
  /** Comments after the move. */
  comments?: string[];
  /** Annotation glyphs: 1 is `!`, 2 is `?`, and so on. */
  nags?: number[];
  /** What could have been played instead. */
  variations?: PgnMove[][];
}

/** A game on file. */
export interface PgnGame {
  variant: Variant;
  /** All tags; the seven that every game has come first. */
  tags: Record<string, string>;
  /** Where the game starts. */
  fen: string;
  result: '1-0' | '0-1' | '1/2-1/2' | '*';
  /** Comments before all moves. */
  comments?: string[];
  moves: PgnMove[];
}

/** A game of which only the main line was asked for: tags and moves as they stand in the file. */
export interface PgnLine {
  variant: Variant;
  tags: Record<string, string>;
  /** Where the game starts, if its tags say so. */
  fen?: string;
  result: PgnGame['result'];
  comments?: string[];
  moves: string[];
}

/** What is wrong with a game on file. */
export interface PgnError {
  error: string;
  /** The number of the game in the file, from 1. */
  game: number;
  /** The line in the file, from 1. */
  line: number;
}

/** What was found in a file. */
export interface PgnSummary {
  games: number;
  badGames: number;
  /** Legal moves, those of variations included. */
  moves: number;
  variations: number;
  comments: number;
  /** The first hundred. */
  errors: PgnError[];
}

export interface PgnOptions {
  dialect?: Dialect;
}

/** True if a game could not be read. */
export const isPgnError = (game: object): game is PgnError =>
  typeof game === 'object' && game !== null && 'error' in game;

function readAll<T>(pgn: string | Uint8Array, options: PgnOptions, bare: number): (T | PgnError)[] {
  const dialect = checked.dialect(options);
  put(checked.file(pgn));
  number(wasm.pgn_open(dialect, bare));
  const games: (T | PgnError)[] = [];
  for (;;) {
    const piece = text(wasm.pgn_read());
    if (piece === '') return games;
    for (const game of JSON.parse(piece) as (T | PgnError)[]) games.push(game);
  }
}

/**
 * Reads all games. Every move is checked; a bad game does not keep the others
 * from being read and stands in the list as what is wrong with it. Bytes may be
 * in any encoding that games on file are in.
 */
export function parsePgn(pgn: string | Uint8Array, options: PgnOptions = {}): (PgnGame | PgnError)[] {
  return readAll(pgn, options, 0);
}

/** The same with main lines only: the fastest way to have moves. */
export function parsePgnLines(pgn: string | Uint8Array, options: PgnOptions = {}): (PgnLine | PgnError)[] {
  return readAll(pgn, options, 1);
}

/** Replays all games, variations included, and says what was found. */
export function checkPgn(pgn: string | Uint8Array): PgnSummary {
  put(checked.file(pgn));
  return value(wasm.pgn_check());
}

/** Writes a game in PGN's export format, or as makruk-js does. Its moves are checked. */
export function writePgn(game: PgnGame | PgnLine, options: PgnOptions = {}): string {
  const dialect = checked.dialect(options);
  put(draft(checked.object(game, 'a game')));
  return text(wasm.pgn_format(0, dialect));
}

const VARIANT_TAGS: Record<Variant, string> = {
  chess: 'Standard',
  chess960: 'Chess960',
  makruk: 'Makruk',
  cambodian: 'Cambodian',
  makpong: 'Makpong',
};

const RESULTS: readonly PgnGame['result'][] = ['1-0', '0-1', '1/2-1/2', '*'];
/** Files nest no deeper. */
const DEEPEST = 500;
const LARGEST_NAG = 255;

/** Everything that is in a game, in an order that can be read. */
function draft(game: PgnGame | PgnLine): string {
  checked.variant(game.variant);
  checked.oneOf(game.result, RESULTS, 'result');
  const start: Record<string, string> = game.fen === undefined ? {} : { FEN: game.fen, SetUp: '1' };
  const ends = { Variant: VARIANT_TAGS[game.variant], ...start, Result: game.result };
  const lines = checked.tags({ ...checked.object(game.tags, 'tags'), ...ends }).map(([name, tag]) => {
    if (!/^[\w+#=:-]+$/.test(name)) throw new ErawanError(`${JSON.stringify(name)} is no name of a tag`);
    return `[${name} "${tag.replaceAll(/\s/g, ' ').replaceAll(/["\\]/g, '\\$&')}"]`;
  });
  const moves = comments(game.comments) + line(game.moves, 0);
  return `${lines.join('\n')}\n\n${moves} ${game.result}\n`;
}

const comments = (list: string[] | undefined): string =>
  checked
    .texts(list ?? [], 'comments')
    .map((comment) => ` {${comment.replaceAll('}', ')').replaceAll('\n', '  \n')}}`)
    .join('');

function line(moves: readonly (PgnMove | string)[], depth: number): string {
  if (depth > DEEPEST) throw new ErawanError(`variations are nested deeper than ${DEEPEST}`);
  return checked
    .list<PgnMove | string>(moves, 'moves')
    .map((move) => {
      const { san, ...others } = typeof move === 'string' ? { san: move } : checked.object(move, 'a move');
      if (!/^[^\s{}()[\];]+$/.test(checked.text(san, 'san'))) throw new ErawanError(`${JSON.stringify(san)} is no move`);
      const nags = checked.list(others.nags ?? [], 'nags').map((nag) => ` $${checked.whole(nag, 'nag', 0, LARGEST_NAG)}`);
      const variations = checked
        .list(others.variations ?? [], 'variations')
        .map((variation) => ` (${line(variation, depth + 1)} )`);
      return `${comments(others.before)} ${san}${nags.join('')}${comments(others.comments)}${variations.join('')}`;
    })
    .join('');
}
