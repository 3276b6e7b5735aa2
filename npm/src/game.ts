// A game: a start position and the moves played from it.

import * as checked from './checked.js';
import { ErawanError } from './error.js';
import {
  type Color,
  COUNTING_MODES,
  type Counting,
  type CountingMode,
  type Dialect,
  type Move,
  type Outcome,
  type Piece,
  type PieceSymbol,
  type Reason,
  SQUARES,
  type Square,
  VARIANTS,
  type Variant,
} from './types.js';
import { failure, number, put, text, value, wasm } from './wasm.js';

const REASONS: (Reason | undefined)[] = [
  undefined,
  'checkmate',
  'stalemate',
  'insufficientMaterial',
  'threefoldRepetition',
  'fivefoldRepetition',
  'fiftyMoves',
  'seventyFiveMoves',
  'counting',
  'mateWhileCounting',
  'countingOffer',
];
const ALL_SQUARES = 64;
/** The rule of fifty moves, in half-moves. */
const FIFTY_MOVES = 100;
const START_POSITIONS = 960;
/** The module takes such numbers. */
const LARGEST = 0x7fff_ffff;

const forgotten = new FinalizationRegistry<number>((handle) => wasm.game_free(handle));

export interface GameOptions {
  /** Chess, unless another game is named. */
  variant?: Variant;
  /** Take FENs with missing fields, and positions no game leads to. */
  lenient?: boolean;
}

/** A move as a string (SAN or UCI), or as squares. */
export type MoveInput = string | { from: string; to: string; promotion?: string | undefined };

function begin(fen: string | undefined, variant: Variant, lenient: boolean): number {
  const game = checked.variant(variant);
  if (fen === undefined) return number(wasm.game_start(game));
  put(checked.text(fen, 'a FEN'));
  return number(wasm.game_from_fen(game, lenient ? 1 : 0));
}

/** How moves are to be spelled: 0 in SAN, 2 as makruk-js does. */
const spelling = (options: { dialect?: Dialect }): number => 2 * checked.dialect(options);

const words = (list: string): string[] => (list === '' ? [] : list.split(' '));

/** What `validateFen` found. */
export interface FenCheck {
  ok: boolean;
  /** What is wrong. */
  error?: string;
}

/** Whether a FEN is a position of a game, and if not, why. */
export function validateFen(fen: string, options: GameOptions = {}): FenCheck {
  const { variant = 'chess', lenient = false } = checked.options(options);
  checked.variant(variant);
  try {
    wasm.game_free(begin(checked.text(fen, 'a FEN'), variant, lenient));
    return { ok: true };
  } catch (error) {
    if (error instanceof ErawanError) return { ok: false, error: error.message };
    throw error;
  }
}

/**
 * A game in progress or at its end. Names are those of chess.js where it has the
 * same thing.
 *
 * ```js
 * const game = new Game();
 * game.move('e4');
 * game.moves(); // ['a6', 'a5', …]
 * ```
 */
export class Game {
  #handle: number;
  #variant: Variant;

  /** A game from a position, or from the start. */
  constructor(fen?: string, options: GameOptions = {}) {
    const { variant = 'chess', lenient = false } = checked.options(options);
    this.#variant = variant;
    this.#handle = begin(fen, variant, lenient);
    forgotten.register(this, this.#handle, this);
  }

  /** A game of Chess960 from the start position of this number, 0 to 959. */
  static chess960(position: number): Game {
    const place = checked.whole(position, 'start position', 0, START_POSITIONS - 1);
    const game = new Game(undefined, { variant: 'chess960' });
    game.#sit(number(wasm.game_chess960(place)), 'chess960');
    return game;
  }

  /** The main line of the first game of a PGN. */
  static fromPgn(pgn: string | Uint8Array, options: { dialect?: Dialect } = {}): Game {
    const game = new Game();
    game.loadPgn(pgn, options);
    return game;
  }

  #sit(handle: number, variant: Variant): void {
    forgotten.unregister(this);
    wasm.game_free(this.#handle);
    this.#handle = handle;
    this.#variant = variant;
    forgotten.register(this, handle, this);
  }

  /**
   * Gives the memory back at once. It is given back in any case when nobody
   * refers to the game any more.
   */
  free(): void {
    forgotten.unregister(this);
    wasm.game_free(this.#handle);
    // No game has this number, so that every later call says so.
    this.#handle = 0xffff_ffff;
  }

  /** The same game once more. */
  clone(): Game {
    const game = new Game();
    game.#sit(number(wasm.game_clone(this.#handle)), this.#variant);
    return game;
  }

  get variant(): Variant {
    return this.#variant;
  }

  /** Begins anew from a position of the same game. If it is no position, nothing happens. */
  load(fen: string, options: { lenient?: boolean } = {}): void {
    const { lenient = false } = checked.options(options);
    this.#sit(begin(checked.text(fen, 'a FEN'), this.#variant, lenient), this.#variant);
  }

  /** Begins anew from the start position. */
  reset(): void {
    this.#sit(begin(undefined, this.#variant, false), this.#variant);
  }

  /** The position as FEN; Makruk's also as makruk-js writes it. */
  fen(options: { dialect?: Dialect } = {}): string {
    return text(wasm.game_fen(this.#handle, checked.dialect(options)));
  }

  /** The position the game began with, as FEN. */
  startFen(): string {
    return text(wasm.game_origin(this.#handle));
  }

  /** A hash key of the position, sixteen digits. */
  hash(): string {
    return text(wasm.game_key(this.#handle));
  }

  turn(): Color {
    return this.#status() & 1 ? 'b' : 'w';
  }

  /** The number of the next move, as FEN counts. */
  moveNumber(): number {
    return number(wasm.game_number(this.#handle, 1));
  }

  /** Half-moves since the last capture or move of a pawn. */
  halfMoves(): number {
    return number(wasm.game_number(this.#handle, 2));
  }

  /** How many moves have been played. */
  get length(): number {
    return number(wasm.game_number(this.#handle, 0));
  }

  /** How many legal moves there are: cheaper than a list of them. */
  countMoves(): number {
    return number(wasm.game_number(this.#handle, 3));
  }

  moves(options: { verbose: true; square?: string; piece?: PieceSymbol }): Move[];
  moves(options?: { verbose?: false; square?: string; piece?: PieceSymbol; dialect?: Dialect }): string[];
  /** The legal moves in SAN, or with all that is known of them. */
  moves(
    options: { verbose?: boolean; square?: string; piece?: PieceSymbol; dialect?: Dialect } = {},
  ): Move[] | string[] {
    const { verbose = false, square, piece } = checked.options(options);
    const spelled = spelling(options);
    const from = square === undefined ? ALL_SQUARES : checked.square(square);
    if (piece !== undefined) checked.piece(piece);
    if (!verbose && piece === undefined) return words(text(wasm.game_moves(this.#handle, spelled, from)));
    const all = value<Move[]>(wasm.game_described(this.#handle, from));
    const wanted = piece === undefined ? all : all.filter((move) => move.piece === piece);
    return verbose ? wanted : wanted.map((move) => move.san);
  }

  /** The legal moves as engine protocols spell them. */
  uciMoves(): string[] {
    return words(text(wasm.game_moves(this.#handle, 1, ALL_SQUARES)));
  }

  /** The squares each man may go to, as chessground wants them. */
  dests(): Map<Square, Square[]> {
    const dests = new Map<Square, Square[]>();
    for (const uci of this.uciMoves()) {
      const [from, to] = [uci.slice(0, 2) as Square, uci.slice(2, 4) as Square];
      const list = dests.get(from);
      if (!list) dests.set(from, [to]);
      else if (!list.includes(to)) list.push(to);
    }
    return dests;
  }

  /** Plays a move. If it is not legal, an error says why and nothing happens. */
  move(move: MoveInput, options: { dialect?: Dialect } = {}): Move {
    const spelled = spelling(options);
    if (typeof move === 'string') {
      put(move);
      return value(wasm.game_play(this.#handle, spelled));
    }
    const { from, to, promotion: named } = checked.object(move, 'a move');
    const squares = [from, to].map((square) => SQUARES[checked.square(square)]).join('');
    const promotion = checked.promotion(named);
    put(`${squares}${promotion}`);
    const played = wasm.game_play(this.#handle, 1);
    if (played >= 0 || promotion === '') return value(played);
    // As with chess.js a promotion may be named where there is none.
    const reason = failure();
    put(squares);
    const plain = wasm.game_play(this.#handle, 1);
    if (plain < 0) throw reason;
    return value(plain);
  }

  /** Plays moves in SAN or UCI, all of them or, with an error, none. */
  playAll(moves: readonly string[], options: { dialect?: Dialect } = {}): void {
    const spelled = spelling(options);
    put(checked.moves(moves).join(' '));
    number(wasm.game_play_all(this.#handle, spelled));
  }

  /** Takes the last move back; null if there is none. */
  undo(): Move | null {
    const undone = text(wasm.game_undo(this.#handle));
    return undone === '' ? null : (JSON.parse(undone) as Move);
  }

  history(options: { verbose: true }): Move[];
  history(options?: { verbose?: false; dialect?: Dialect }): string[];
  /** The moves played so far. */
  history(options: { verbose?: boolean; dialect?: Dialect } = {}): Move[] | string[] {
    const spelled = spelling(options);
    if (options.verbose) return value(wasm.game_history(this.#handle, 3));
    return words(text(wasm.game_history(this.#handle, spelled)));
  }

  /** The moves played so far, as engine protocols spell them. */
  uciHistory(): string[] {
    return words(text(wasm.game_history(this.#handle, 1)));
  }

  /** What stands on a square. */
  get(square: string): Piece | undefined {
    return this.#pieces()[checked.square(square)];
  }

  /** The squares where such men stand. */
  findPiece(piece: { type: PieceSymbol; color: Color }): Square[] {
    const { type, color } = checked.object(piece, 'a piece');
    checked.piece(type);
    checked.color(color);
    const pieces = this.#pieces();
    return SQUARES.filter((_, at) => pieces[at]?.type === type && pieces[at]?.color === color);
  }

  /** The squares of the men that attack a square: those of the side to move, unless a side is named. */
  attackers(square: string, color: Color = this.turn()): Square[] {
    const names = text(wasm.game_attackers(this.#handle, checked.square(square), checked.color(color)));
    return (names.match(/../g) ?? []) as Square[];
  }

  /** True if a man of that side attacks a square. */
  isAttacked(square: string, color: Color): boolean {
    // Where none is named `attackers` takes the side to move.
    checked.color(color);
    return this.attackers(square, color).length > 0;
  }

  /** The color of a square. */
  squareColor(square: string): 'light' | 'dark' {
    const at = checked.square(square);
    return (at + (at >> 3)) % 2 === 0 ? 'dark' : 'light';
  }

  /** The board in eight rows, the eighth rank first, null for empty squares. */
  board(): (({ square: Square } & Piece) | null)[][] {
    const pieces = this.#pieces();
    return [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((file) => {
        const at = rank * 8 + file;
        const piece = pieces[at];
        return piece ? { square: SQUARES[at] as Square, ...piece } : null;
      }),
    );
  }

  #pieces(): (Piece | undefined)[] {
    const letters = text(wasm.game_board(this.#handle));
    const promoted = text(wasm.game_promoted(this.#handle));
    return [...letters].map((letter, at) => {
      if (letter === '.') return undefined;
      const type = letter.toLowerCase() as PieceSymbol;
      const piece: Piece = { type, color: letter === type ? 'b' : 'w' };
      const isPromoted = type === 'm' && promoted.includes(SQUARES[at] as Square);
      return isPromoted ? { ...piece, promoted: true } : piece;
    });
  }

  /** The board as text. */
  ascii(): string {
    const letters = text(wasm.game_board(this.#handle));
    const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => {
      const row = [...letters.slice(rank * 8 - 8, rank * 8)].join('  ');
      return ` ${rank} | ${row} |`;
    });
    const edge = `   +${'-'.repeat(24)}+`;
    return [edge, ...rows, edge, '     a  b  c  d  e  f  g  h'].join('\n');
  }

  #status(): number {
    return number(wasm.game_status(this.#handle));
  }

  isCheck(): boolean {
    return (this.#status() & 2) !== 0;
  }

  /** How the game has ended by the rules; null while it goes on. */
  outcome(): Outcome | null {
    const status = this.#status();
    const reason = REASONS[(status >> 4) & 15];
    if (!reason) return null;
    if (reason !== 'checkmate') return { winner: null, result: '1/2-1/2', reason };
    return status & 4 ? { winner: 'b', result: '0-1', reason } : { winner: 'w', result: '1-0', reason };
  }

  /** The draw that the side to move may claim; null if there is none. */
  claim(): Reason | null {
    return REASONS[(this.#status() >> 8) & 15] ?? null;
  }

  isCheckmate(): boolean {
    return this.outcome()?.reason === 'checkmate';
  }

  isStalemate(): boolean {
    return this.outcome()?.reason === 'stalemate';
  }

  isInsufficientMaterial(): boolean {
    return (this.#status() & (1 << 16)) !== 0;
  }

  /** True if a side can never mate with what it has. */
  hasInsufficientMaterial(color: Color): boolean {
    return (this.#status() & (1 << (17 + checked.color(color)))) !== 0;
  }

  /** How often the position has been on the board, up to 15. */
  repetitions(): number {
    return (this.#status() >> 12) & 15;
  }

  isThreefoldRepetition(): boolean {
    return this.repetitions() >= 3;
  }

  /** Chess: fifty moves of each side without a capture or a move of a pawn. The other games have no such rule. */
  isDrawByFiftyMoves(): boolean {
    return (this.#variant === 'chess' || this.#variant === 'chess960') && this.halfMoves() >= FIFTY_MOVES;
  }

  /** Drawn by the rules, or for whoever claims it, as chess.js understands it. */
  isDraw(): boolean {
    const outcome = this.outcome();
    return outcome ? outcome.winner === null : this.claim() !== null;
  }

  /** Over by the rules, or for whoever claims a draw, as chess.js understands it. */
  isGameOver(): boolean {
    return this.outcome() !== null || this.claim() !== null;
  }

  /** Makruk's count. */
  counting(): Counting {
    return value(wasm.game_counting(this.#handle));
  }

  /** Keeps counts in another way, from the position on the board: the moves before are forgotten. */
  setCountingMode(mode: CountingMode): void {
    const place = checked.oneOf(mode, COUNTING_MODES, 'way to count');
    number(wasm.game_set_counting(this.#handle, place));
  }

  /** Counting by hand: the side to move begins. False if it may not. */
  startCounting(): boolean {
    return number(wasm.game_count(this.#handle, 1)) === 1;
  }

  /** Counting by hand: the side to move stops. False if it is not counting. */
  stopCounting(): boolean {
    return number(wasm.game_count(this.#handle, 0)) === 1;
  }

  /** The positions after exactly `depth` plies. */
  perft(depth: number): number {
    const nodes = wasm.game_perft(this.#handle, checked.whole(depth, 'depth', 0, LARGEST));
    if (nodes < 0) number(-1);
    return nodes;
  }

  /** The same for each legal move. */
  divide(depth: number): Record<string, number> {
    return value(wasm.game_divide(this.#handle, checked.whole(depth, 'depth', 0, LARGEST)));
  }

  /** The game as PGN. */
  pgn(options: { tags?: Record<string, string>; dialect?: Dialect } = {}): string {
    const dialect = checked.dialect(options);
    const pairs = checked.tags(options.tags ?? {}).flat();
    if (pairs.some((word) => word.includes('\0'))) throw new ErawanError('a tag with a zero in it');
    put(pairs.map((word) => `${word}\0`).join(''));
    return text(wasm.game_pgn(this.#handle, dialect));
  }

  /** Becomes the main line of the first game of a PGN. If it is bad, nothing happens. */
  loadPgn(pgn: string | Uint8Array, options: { dialect?: Dialect } = {}): void {
    const dialect = checked.dialect(options);
    put(checked.file(pgn));
    const handle = number(wasm.game_from_pgn(dialect));
    this.#sit(handle, VARIANTS[number(wasm.game_variant(handle))] as Variant);
  }
}
