// The messages between page and server: the mirror of
// crates/server/src/protocol/, where each is explained.

export const PROTOCOL = 2;

export type GameName = 'chess' | 'chess960' | 'makruk';
export type Color = 'w' | 'b';
export type CountingChoice = 'auto' | 'manual' | 'off';

export interface Line {
  variant: GameName;
  fen?: string;
  number?: number;
  counting?: CountingChoice;
  moves: string[];
}

export interface Limit {
  depth?: number;
  nodes?: number;
  movetime?: number;
}

export interface RecordNode {
  parent: number;
  move: string;
  san?: string;
  thai?: string;
  comment?: string;
  glyphs?: number[];
  /** Makruk counted by hand: what was said there. */
  actions?: ('count' | 'stop')[];
}

export interface GameRecord {
  variant: GameName;
  counting?: CountingChoice;
  fen: string;
  tags: [string, string][];
  result: string;
  nodes: RecordNode[];
}

export type Request =
  | { type: 'position'; line: Line }
  | { type: 'read'; text: string; variant?: GameName }
  | { type: 'write'; game: GameRecord }
  | {
      type: 'analyse';
      line: Line;
      lines: number;
      threads: number;
      hash: number;
      limit: Limit;
      threat: boolean;
    }
  | {
      type: 'play';
      line: Line;
      elo?: number;
      seed: number;
      clock?: [number, number];
      movetime?: number;
    }
  | { type: 'tables'; line: Line }
  | { type: 'stop' }
  | { type: 'save'; name: string; value: unknown }
  | { type: 'remove'; name: string }
  | { type: 'load'; name: string }
  | { type: 'list' }
  | { type: 'review'; game: GameRecord; nodes: number; threads: number };

export interface LegalMove {
  uci: string;
  san: string;
  from: string;
  to: string;
  also?: string;
  promotion?: string;
}

export interface Count {
  kind: 'board' | 'pieces';
  side: Color | null;
  spoken: number;
  limit: number;
  canStart: boolean;
  canStop: boolean;
}

export interface Outcome {
  result: string;
  reason: string;
}

export interface PositionInfo {
  fen: string;
  turn: Color;
  check: string | null;
  moves: LegalMove[];
  san: string | null;
  thai: string | null;
  last: [string, string] | null;
  captured: boolean;
  outcome: Outcome | null;
  claim: string | null;
  counting: Count | null;
  fullmove: number;
  number: number | null;
  opening: { eco: string; name: string } | null;
}

export interface Score {
  cp?: number;
  mate?: number;
}

export interface EngineLine {
  depth: number;
  score: Score;
  wdl: [number, number, number];
  moves: string[];
  sans: string[];
  thai?: string[];
}

export interface Analysis {
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  time: number;
  tbhits: number;
  lines: EngineLine[];
}

export interface ReviewedMove {
  score: Score;
  share: number;
  accuracy: number;
  judgement: string;
  glyph?: number;
  verdict?: string;
  reason?: Reason;
  best?: string[];
  sans?: string[];
  thai?: string[];
}

/** Why a move was bad. */
export interface Reason {
  name: string;
  number?: number;
  san?: string;
  thai?: string;
  men?: { piece: string; square: string }[];
}

export interface SideReview {
  accuracy: number | null;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  averageLoss: number | null;
}

export interface Review {
  start: Score;
  moves: ReviewedMove[];
  sides: [SideReview, SideReview];
}

export interface Hello {
  protocol: number;
  version: string;
  processors: number;
  elo: [number, number];
  variant: GameName | null;
  /** The men of the largest endgame table; 0 without tables. */
  tables: number;
}

export interface TableMove {
  uci: string;
  san: string;
  result: string;
  dtz: number | null;
  zeroing: boolean;
}

export interface TableAnswer {
  result: string;
  dtz: number | null;
  moves: TableMove[];
}

export type Answer = { id: number } & (
  | ({ type: 'hello' } & Hello)
  | ({ type: 'position' } & PositionInfo)
  | { type: 'games'; games: GameRecord[]; errors: string[]; more: number }
  | { type: 'pgn'; text: string }
  | ({ type: 'analysis' } & Analysis)
  | { type: 'done' }
  | {
      type: 'played';
      move: string | null;
      san: string | null;
      action: 'count' | 'stop' | null;
      score: Score;
      depth: number;
    }
  | { type: 'reviewing'; done: number; total: number }
  | ({ type: 'reviewed' } & Review)
  | ({ type: 'tables' } & TableAnswer)
  | { type: 'stopped' }
  | { type: 'saved' }
  | { type: 'loaded'; value: unknown }
  | { type: 'list'; names: string[] }
  | { type: 'error'; message: string; kind: string }
);

export type AnswerOf<T extends Answer['type']> = Extract<Answer, { type: T }>;
