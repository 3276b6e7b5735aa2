// What a search is asked, and what it finds. Nothing here needs to know of WebAssembly:
// a project for Node may have no types for it.

/** Hundredths of a pawn, or moves to mate, for the side to move. */
export type Score = { cp: number } | { mate: number };

/** Chances in thousandths, for the side to move. */
export interface Chances {
  win: number;
  draw: number;
  loss: number;
}

/** A line of play that a search reports. */
export interface Line {
  /** Plies searched in full. */
  depth: number;
  /** The deepest ply reached. */
  seldepth: number;
  /** The number of the line, from 1. */
  line: number;
  score: Score;
  chances: Chances;
  nodes: number;
  /** Milliseconds since the search began. */
  time: number;
  /** How full the transposition table is, in thousandths. */
  hashfull: number;
  /** The moves, as engine protocols spell them. */
  pv: string[];
  /** The same in SAN. */
  san: string[];
}

/** What a search found. */
export interface Best {
  /** The move to play, as engine protocols spell it; null if there is no legal move. */
  best: string | null;
  /** The answer that is expected. */
  ponder: string | null;
  /** The move to play in SAN. */
  san?: string;
  score: Score;
  chances: Chances;
  depth: number;
  nodes: number;
}

/** What ends a search. With nothing set it goes on until it is stopped. */
export interface SearchLimits {
  /** Search no deeper. */
  depth?: number;
  /** Search no more nodes. */
  nodes?: number;
  /** Think this long, in milliseconds. */
  movetime?: number;
  /** The clock of the side to move, in milliseconds. */
  clock?: { time: number; increment?: number; movesToGo?: number };
  /** Look for a mate in this many moves. */
  mate?: number;
  /** Report this many lines. */
  lines?: number;
  /** Consider only these moves, as engine protocols spell them. */
  moves?: readonly string[];
  /** Play like somebody of this Elo, 500 to 3000. */
  elo?: number;
  /** With `elo`: another number, another choice. */
  seed?: number;
}
