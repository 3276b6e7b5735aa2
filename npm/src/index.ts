// Chess, Chess960, Makruk, Ouk Chatrang and Makpong in WebAssembly.

export { type FenCheck, Game, type GameOptions, type MoveInput, validateFen } from './game.js';
export {
  checkPgn,
  isPgnError,
  type PgnError,
  type PgnGame,
  type PgnLine,
  type PgnMove,
  type PgnOptions,
  type PgnSummary,
  parsePgn,
  parsePgnLines,
  writePgn,
} from './pgn.js';
export {
  type Color,
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
export { ErawanError } from './error.js';
