// What positions, moves and games are made of.

/** The games, by the names that protocols have for them. */
export type Variant = 'chess' | 'chess960' | 'makruk' | 'cambodian' | 'makpong';

/** All games. */
export const VARIANTS: readonly Variant[] = ['chess', 'chess960', 'makruk', 'cambodian', 'makpong'];

export type Color = 'w' | 'b';

export const COLORS: readonly Color[] = ['w', 'b'];

type File = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h';
type Rank = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8';
/** `a1` to `h8`. */
export type Square = `${File}${Rank}`;

/** All squares, a1 first, b1 next, h8 last. */
export const SQUARES: readonly Square[] = [...'12345678'].flatMap((rank) =>
  [...'abcdefgh'].map((file) => `${file}${rank}` as Square),
);

/**
 * A man by its letter in FEN: in chess `p n b r q k`; in Makruk and its sisters
 * `p` bia, `n` ma, `s` khon, `r` rua, `m` met, `k` khun.
 */
export type PieceSymbol = 'p' | 'n' | 'b' | 's' | 'r' | 'q' | 'm' | 'k';

export const PIECES: readonly PieceSymbol[] = ['p', 'n', 'b', 's', 'r', 'q', 'm', 'k'];

export interface Piece {
  type: PieceSymbol;
  color: Color;
  /** Makruk: this met was a bia. */
  promoted?: true;
}

/** A move with what is known of it. */
export interface Move {
  color: Color;
  from: Square;
  /** Where the king goes when it castles; in Chess960 the square of its rook. */
  to: Square;
  piece: PieceSymbol;
  captured?: PieceSymbol;
  promotion?: PieceSymbol;
  /**
   * What the move does, as chess.js says it: `n` nothing special, `b` a pawn's
   * double step, `e` en passant, `c` a capture, `p` a promotion, `k` and `q`
   * castling.
   */
  flags: string;
  san: string;
  uci: string;
}

/** Why a game is over, or may be. */
export type Reason =
  | 'checkmate'
  | 'stalemate'
  | 'insufficientMaterial'
  | 'threefoldRepetition'
  | 'fivefoldRepetition'
  | 'fiftyMoves'
  | 'seventyFiveMoves'
  | 'counting'
  | 'mateWhileCounting'
  | 'countingOffer';

/** How a game ended by the rules. */
export interface Outcome {
  /** Nobody if it was drawn. */
  winner: Color | null;
  result: '1-0' | '0-1' | '1/2-1/2';
  reason: Reason;
}

/** Makruk's count. */
export interface Counting {
  /** Who decides that a count begins. */
  mode: CountingMode;
  /** The board's honour or the pieces' honour. */
  kind: 'board' | 'pieces' | null;
  /** The side that counts. */
  side: Color | null;
  /** The number spoken last. */
  count: number;
  /** The number after which the game is drawn; 0 if nothing is counted. */
  limit: number;
}

/** Counts begin by themselves, by hand (the board's honour), or not at all. */
export type CountingMode = 'auto' | 'manual' | 'off';

export const COUNTING_MODES: readonly CountingMode[] = ['auto', 'manual', 'off'];

/** How FEN and moves are spelled: as everybody does, or as makruk-js does. */
export type Dialect = 'standard' | 'makruk-js';

export const DIALECTS: readonly Dialect[] = ['standard', 'makruk-js'];
