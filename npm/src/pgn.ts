// Games on file, with variations, comments and annotations.

import { ErawanError } from './error.js';
import { type Dialect, dialectNumber, type Variant } from './types.js';
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
export const isPgnError = (game: object): game is PgnError => 'error' in game;

function readAll<T>(pgn: string | Uint8Array, options: PgnOptions, bare: number): (T | PgnError)[] {
  put(pgn);
  number(wasm.pgn_open(dialectNumber(options.dialect), bare));
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
  put(pgn);
  return value(wasm.pgn_check());
}

/** Writes a game in PGN's export format, or as makruk-js does. Its moves are checked. */
export function writePgn(game: PgnGame | PgnLine, options: PgnOptions = {}): string {
  put(draft(game));
  return text(wasm.pgn_format(0, dialectNumber(options.dialect)));
}

const VARIANT_TAGS: Record<Variant, string> = {
  chess: 'Standard',
  chess960: 'Chess960',
  makruk: 'Makruk',
  cambodian: 'Cambodian',
  makpong: 'Makpong',
};

/** Everything that is in a game, in an order that can be read. */
function draft(game: PgnGame | PgnLine): string {
  const variant = VARIANT_TAGS[game.variant];
  if (!variant) throw new ErawanError(`there is no game called ${JSON.stringify(game.variant)}`);
  const start: Record<string, string> = game.fen === undefined ? {} : { FEN: game.fen, SetUp: '1' };
  const tags = { ...game.tags, Variant: variant, ...start, Result: game.result };
  const lines = Object.entries(tags).map(([name, tag]) => {
    if (!/^[\w+#=:-]+$/.test(name)) throw new ErawanError(`${JSON.stringify(name)} is no name of a tag`);
    return `[${name} "${tag.replaceAll(/\s/g, ' ').replaceAll(/["\\]/g, '\\$&')}"]`;
  });
  const moves = comments(game.comments) + line(game.moves.map((move) => (typeof move === 'string' ? { san: move } : move)));
  return `${lines.join('\n')}\n\n${moves} ${game.result}\n`;
}

const comments = (list: string[] | undefined): string =>
  (list ?? []).map((comment) => ` {${comment.replaceAll('}', ')').replaceAll('\n', '  \n')}}`).join('');

function line(moves: PgnMove[]): string {
  return moves
    .map((move) => {
      if (/[\s{}()[\];]/.test(move.san)) throw new ErawanError(`${JSON.stringify(move.san)} is no move`);
      const nags = (move.nags ?? []).map((nag) => ` $${nag}`).join('');
      const variations = (move.variations ?? []).map((variation) => ` (${line(variation)} )`).join('');
      return `${comments(move.before)} ${move.san}${nags}${comments(move.comments)}${variations}`;
    })
    .join('');
}
