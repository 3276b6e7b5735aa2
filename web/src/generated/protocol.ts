// The messages between page and server. Made from crates/answers/src/protocol/,
// where they are explained, by `npm run types`: do not change it here.

/** The version of the protocol. */
export const PROTOCOL = 11;

/** The longest message that the server reads, in bytes. */
export const MAX_MESSAGE = 8388608;

/** The longest text that the server reads, in bytes. */
export const MAX_TEXT = 2097152;

/** The most moves of a game. */
export const MAX_NODES = 40000;

/** The longest piece of a file that is imported, in bytes. */
export const MAX_PIECE = 1048576;

/** How far a search is. */
export type AnalysisReply = {
  /** The depth searched. */
  depth: number;
  /** The deepest ply reached. */
  seldepth: number;
  /** Nodes. */
  nodes: number;
  /** Nodes a second. */
  nps: number;
  /** Milliseconds. */
  time: number;
  /** How full the engine's table is, in thousandths. */
  hashfull: number;
  /** Positions found in endgame tables. */
  tbhits: number;
  /** The lines, best first. */
  lines: Array<EngineLine>;
};

/** What the server says. */
export type Answer = {
  'type': 'hello';
  /** The version of this protocol. */
  protocol: number;
  /** The version of the program. */
  version: string;
  /** How many processors there are. */
  processors: number;
  /** The weakest and the strongest Elo. */
  elo: [number, number];
  /** The game to begin with, if the command line named one. */
  variant: GameName | null;
  /** The games that can be played. */
  games: Array<GameReply>;
} | {
  'type': 'position';
} & PositionReply | {
  'type': 'games';
  /** The games that could be read. */
  games: Array<GameRecord>;
  /** What is wrong with the others. */
  errors: Array<string>;
  /** How many more there were. */
  more: number;
} | {
  'type': 'pgn';
  /** The text. */
  text: string;
} | {
  'type': 'analysis';
} & AnalysisReply | {
  'type': 'done';
} | {
  'type': 'played';
  /** The move; none if there is no legal one. */
  move: string | null;
  /** The same for people. */
  san: string | null;
  /** `count` or `stop` if the engine begins or stops counting first. */
  action: CountAction | null;
  /** The score for the engine. */
  score: Score;
  /** The depth reached. */
  depth: number;
} | {
  'type': 'reviewing';
  /** Positions looked at, and moves looked at again. */
  done: number;
  /** Those known so far to be looked at. */
  total: number;
  /** How much of the work is done, from 0 to 1. */
  part: number;
  /** Seconds left, once that can be said. */
  left: number | null;
} | {
  'type': 'reviewed';
} & ReviewReply | {
  'type': 'tried';
  /** `inaccuracy`, `mistake` or `blunder`; none if it is not bad. */
  judgement: string | null;
  /** The answer to a bad one and what follows, in UCI. */
  reply: Array<string>;
  /** The same as people write it. */
  replySans: Array<string>;
  /** Makruk: the same in Thai. */
  replyThai: Array<string>;
} | {
  'type': 'tables';
} & TablesReply | {
  'type': 'stopped';
} | {
  'type': 'engines';
  /** In the order in which they were added. */
  engines: Array<EngineReply>;
} | {
  'type': 'engineRestarted';
  /** Its name. */
  engine: string;
  /** What it did. */
  message: string;
} | {
  'type': 'saved';
} | {
  'type': 'loaded';
  /** `null` if there is none of that name. */
  value: unknown;
} | {
  'type': 'list';
  /** Their names, the last changed first. */
  names: Array<string>;
} | {
  'type': 'checked';
  /** The position as it is played; none if it cannot be. */
  fen: string | null;
  /** Why no game leads there. */
  problem: string | null;
} | {
  'type': 'databases';
  /** By name. */
  databases: Array<DatabaseReply>;
  /** The names of opening books. */
  books: Array<string>;
} | {
  'type': 'found';
  /** How many games in all. */
  total: number;
  /** The part of the list that was asked for. */
  games: Array<ListedGame>;
} | {
  'type': 'removed';
  /** How many. */
  games: number;
} | {
  'type': 'explored';
} & ExploredReply | {
  'type': 'ownExplored';
} & OwnExploredReply | {
  'type': 'training';
  /** By game and kind. */
  stock: Array<StockReply>;
} | {
  'type': 'exercisesAdded';
  /** How many are new. */
  added: number;
  /** How many were there already. */
  known: number;
} | {
  'type': 'exercise';
  /** None if nothing is to be practised. */
  exercise: ExerciseReply | null;
} | {
  'type': 'practised';
  /** In how many days it comes again. */
  days: number;
  /** Puzzles: the solver's rating. */
  rating: number | null;
} | {
  'type': 'exercisesRemoved';
  /** How many. */
  exercises: number;
} | {
  'type': 'repertoires';
  /** By game and name. */
  repertoires: Array<RepertoireReply>;
} | {
  'type': 'repertoireKept';
  /** Its number. */
  repertoire: number;
  /** The positions in which a move is to be known. */
  total: number;
  /** Those of them of which something is remembered. */
  known: number;
  /** True if it has taken the place of an earlier tree. */
  replaced: boolean;
} | {
  'type': 'recall';
  /** None if nothing is to be practised. */
  recall: RecallReply | null;
} | {
  'type': 'departures';
  /** The places, those of most games first. */
  departures: Array<DepartureReply>;
  /** How many more places there are. */
  more: number;
  /** How many games were held against repertoires. */
  games: number;
} | {
  'type': 'importing';
  /** Its number. */
  job: number;
  /** So much is kept, whatever happens next. */
  imported: Imported;
  /** Games that cannot be read and why, as far as that was not told before. */
  problems: Array<string>;
} | {
  'type': 'imported';
  /** So much is kept. */
  imported: Imported;
  /** Games that cannot be read and why, as far as that was not told before. */
  problems: Array<string>;
  /** Why it ended before its time. */
  error: string | null;
} | {
  'type': 'error';
  /** What is wrong, for people. */
  message: string;
  /** What is wrong, for the page. */
  kind: ErrorKind;
};

/** White or Black. */
export type Color = 'w' | 'b';

/** Makruk counted by hand: what the side to move may say. */
export type CountAction = 'count' | 'stop';

/** Makruk: the state of the count. */
export type CountReply = {
  /** Which honour. */
  kind: Honour;
  /** Who counts; nobody yet if not given. */
  side: Color | null;
  /** The number spoken last. */
  spoken: number;
  /** The number after which the game is drawn. */
  limit: number;
  /** True if the side to move may begin to count. */
  canStart: boolean;
  /** True if the side to move may stop. */
  canStop: boolean;
};

/** Makruk: who decides that the board's honour is counted. */
export type CountingChoice = 'auto' | 'manual' | 'off';

/** A database in the list. */
export type DatabaseReply = {
  /** Its name. */
  name: string;
  /** How many games are in it. */
  games: number;
  /** The size of its file in bytes. */
  bytes: number;
  /** The first and the last year, if they are known. */
  years: [number, number] | null;
  /** Why it cannot be used. */
  error: string | null;
};

/** A game that has left a repertoire. */
export type DepartedGame = {
  /** Its document. */
  document: string;
  /** The moves that led to the place, in UCI. */
  moves: Array<string>;
  /** White's name. */
  white: string;
  /** Black's name. */
  black: string;
  /** When it was played: `2024.11.??`. */
  date: string;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result: string;
};

/** A place where own games have left a repertoire. */
export type DepartureReply = {
  /** The number of the repertoire. */
  repertoire: number;
  /** Its name. */
  name: string;
  /** True if it was oneself who left it, false if it was the opponent. */
  own: boolean;
  /** The last position of the games that the repertoire has is at the end of it. */
  line: Line;
  /** The moves of the line with their names. */
  steps: Array<NamedMove>;
  /** The move that was played there. */
  played: NamedMove;
  /** The moves of the repertoire there. */
  wanted: Array<NamedMove>;
  /** In how many games it was played. */
  count: number;
  /** The last of them, the newest first. */
  games: Array<DepartedGame>;
};

/** A line of the engine. */
export type EngineLine = {
  /** The depth of this line. */
  depth: number;
  /** The score as White sees it. */
  score: Score;
  /** Chances of White in thousandths: win, draw, loss. */
  wdl: [number, number, number];
  /** The moves in UCI. */
  moves: Array<string>;
  /** The moves as people write them. */
  sans: Array<string>;
  /** Makruk: the same in Thai. */
  thai?: Array<string>;
};

/** Another engine: a program that the user has named on the command line. The page
 * knows the name, and never what is started under it. */
export type EngineReply = {
  /** What the user calls it. */
  name: string;
  /** What it calls itself. */
  title: string | null;
  /** The games that it plays. */
  games: Array<GameName>;
};

/** What is wrong, for the page. */
export type ErrorKind = 'protocol' | 'input' | 'limit' | 'engine' | 'rival' | 'storage' | 'conflict' | 'unsupported';

/** What is to be practised. */
export type ExerciseKind = 'mistake' | 'puzzle';

/** An exercise. */
export type ExerciseReply = {
  /** Its number. */
  id: number;
  /** What it is. */
  kind: ExerciseKind;
  /** The position of the exercise is at the end of this line. */
  line: Line;
  /** Moves in UCI: those of the solver and the answers to them. */
  solution: Array<string>;
  /** What the page has given with it. */
  about: unknown;
  /** Puzzles: how hard it is. */
  rating: number | null;
  /** Puzzles: names of motifs. */
  themes: Array<string>;
  /** Puzzles: where its game is. */
  url: string | null;
  /** True if it was tried before. */
  seen: boolean;
};

/** An exercise to be kept. */
export type ExerciseRequest = {
  /** A mistake: puzzles come from files. */
  kind: ExerciseKind;
  /** The position of the exercise is at the end of this line. */
  line: Line;
  /** Moves in UCI, the one to be found first. */
  solution: Array<string>;
  /** What the page wants to know when it shows it. */
  about: unknown;
};

/** What was played in a position. */
export type ExploredReply = {
  /** How all games ended that came to the position. */
  results: Results;
  /** The moves, the most frequent first. */
  moves: Array<PlayedMove>;
  /** Games that came to the position. */
  games: Array<ListedGame>;
};

/** Which games of a position come first. */
export type FirstGames = 'newest' | 'strongest';

/** Which games of a database are meant. Everything that is given must be true of a
 * game; names are parts of names in any case. */
export type GameFilter = {
  /** Somebody who plays in it. */
  player?: string;
  /** The player's colour; of one's own games the side that one had. */
  color?: Color;
  /** Who plays against the player. */
  opponent?: string;
  /** The event. */
  event?: string;
  /** The first day, or a year. */
  from?: string;
  /** The last day, or a year. */
  to?: string;
  /** What both players are rated at least. */
  minRating?: number;
  /** What both players are rated at most. */
  maxRating?: number;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result?: string;
  /** Codes of openings: `B90`, `B9` or `B20-B99`. */
  eco?: string;
  /** Which game. */
  variant?: GameName;
};

/** A game by its name: `makruk`. */
export type GameName = string;

/** The order of games in a list. */
export type GameOrder = 'number' | 'date' | 'rating' | 'plies';

/** A game with variations, as a flat list of nodes. The root is the first, and
 * every node stands after its parent. */
export type GameRecord = {
  /** Which game. */
  variant: GameName;
  /** Makruk: who decides that the board's honour is counted. */
  counting?: CountingChoice;
  /** The start position; the game's own if empty. */
  fen: string;
  /** Tags such as `White`, in order. */
  tags: Array<[string, string]>;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result: string;
  /** The nodes. */
  nodes: Array<RecordNode>;
};

/** A game that can be played: all that the page knows of it. */
export type GameReply = {
  /** Its name in messages. */
  name: GameName;
  /** Its name for people. */
  title: string;
  /** The same in Thai. */
  thai: string | null;
  /** A few words about it. */
  about: string;
  /** The same in Thai. */
  aboutThai: string | null;
  /** Its men. */
  men: Array<ManKind>;
  /** True if it is played with the pieces of Makruk, false if with those of
   * chess. */
  makrukSet: boolean;
  /** What a pawn may become, by small letters, the strongest first. */
  promotions: Array<string>;
  /** How many start positions there are, if they have numbers. */
  starts: number | null;
  /** The number of the usual one. */
  usualStart: number | null;
  /** True if moves are counted in endings. */
  counting: boolean;
  /** True if there is castling. */
  castling: boolean;
  /** The men of its largest endgame table; 0 without tables. */
  tables: number;
};

/** How an exercise went. */
export type GradeName = 'again' | 'hard' | 'good';

/** Makruk: what is counted. */
export type Honour = 'board' | 'pieces';

/** How far an import is. */
export type Imported = {
  /** Games that are new and kept. */
  games: number;
  /** Games that were there already. */
  duplicates: number;
  /** Games that cannot be read. */
  bad: number;
};

/** A move of one's own in the position that reviews found bad. */
export type JudgedMove = {
  /** The move. */
  played: NamedMove;
  /** How often reviews found it an inaccuracy, a mistake and a blunder. */
  lapses: [number, number, number];
  /** The winning chances that it cost on average, from 0 to 1. */
  cost: number;
  /** How the games ended in which it was found bad. */
  standing: StandingReply;
  /** The better move, as the review of the last of these games has it. */
  better: NamedMove | null;
};

/** A legal move. */
export type LegalMove = {
  /** UCI. */
  uci: string;
  /** As people write it. */
  san: string;
  /** Makruk: in Thai. */
  thai?: string;
  /** From where. */
  from: string;
  /** To where the piece is put. */
  to: string;
  /** Another square that means the same: the rook, or the king's target. */
  also?: string;
  /** What the pawn becomes. */
  promotion?: string;
};

/** What ends a search. */
export type Limit = {
  /** A depth. */
  depth?: number;
  /** A number of nodes. */
  nodes?: number;
  /** Milliseconds. */
  movetime?: number;
};

/** A start position and the moves from there. */
export type Line = {
  /** Which game. */
  variant: GameName;
  /** The start position, if it is not the game's own. */
  fen?: string;
  /** Chess960: the number of the start position, if there is no FEN. */
  number?: number;
  /** Makruk: who decides that the board's honour is counted. */
  counting?: CountingChoice;
  /** UCI moves. In Makruk counted by hand also `count` and `stop`, by the
   * side to move. */
  moves: Array<string>;
};

/** A game in a list. */
export type ListedGame = {
  /** Its number in its database. */
  id: number;
  /** Which game is played. */
  variant: string;
  /** White's name. */
  white: string;
  /** White's rating. */
  whiteRating: number | null;
  /** Black's name. */
  black: string;
  /** Black's rating. */
  blackRating: number | null;
  /** How it ended. */
  result: string;
  /** When it was played: `2024.11.??`. */
  date: string;
  /** The event. */
  event: string;
  /** The opening's code. */
  eco: string | null;
  /** Its length. */
  plies: number;
};

/** A kind of man: what it is called, and what it is worth. */
export type ManKind = {
  /** What it is in chess, or stands in the place of. */
  role: Role;
  /** Its small letter in FEN. */
  letter: string;
  /** Its name. */
  name: string;
  /** What it is worth in pawns, to tell who has more; 0 for a king. */
  worth: number;
};

/** A man on a square. */
export type ManReply = {
  /** Its small letter. */
  piece: string;
  /** Where it stands, or will. */
  square: string;
};

/** A mate, and what the count makes of it. */
export type MateReply = {
  /** In so many moves, if nothing were counted. */
  moves: number;
  /** True if the side to move gives it, false if it is mated. */
  ours: boolean;
  /** The moves that the count leaves to whoever mates, while one runs. */
  left: number | null;
  /** What the count makes of it. */
  timing: Timing;
  /** The moves until another count begins that is long enough. */
  renewed: number | null;
};

/** A move with its names. */
export type NamedMove = {
  /** The move in UCI. */
  uci: string;
  /** As people write it. */
  san: string;
  /** Makruk: the same in Thai. */
  thai: string | null;
};

/** The name of an opening. */
export type OpeningReply = {
  /** Its code. */
  eco: string;
  /** Its name. */
  name: string;
};

/** How a game has ended. */
export type OutcomeReply = {
  /** `1-0`, `0-1` or `1/2-1/2`. */
  result: string;
  /** Why, as a word the page translates. */
  reason: string;
};

/** What own games have to say about a position. */
export type OwnExploredReply = {
  /** What was played, by both sides. */
  explored: ExploredReply;
  /** The documents of its games, in the same order. */
  documents: Array<string | null>;
  /** How the games ended for oneself, where one's side is known. */
  standing: StandingReply;
  /** How many of one's own moves in the position reviews have looked at. */
  reviewed: number;
  /** Those that were found bad, the most costly in all first. */
  judged: Array<JudgedMove>;
};

/** A move that was played in a position. */
export type PlayedMove = {
  /** The move in UCI. */
  uci: string;
  /** As people write it. */
  san: string;
  /** Makruk: the same in Thai. */
  thai: string | null;
  /** How the games ended. */
  results: Results;
  /** What those who played it were rated, on average. */
  rating: number | null;
  /** What a player with these results against these opponents is worth. */
  performance: number | null;
  /** When it was played last. */
  last: string | null;
};

/** Everything about a position. */
export type PositionReply = {
  /** The position. Promoted bia are marked with `~`. */
  fen: string;
  /** Who is to move. */
  turn: Color;
  /** The king in check. */
  check: string | null;
  /** The legal moves. */
  moves: Array<LegalMove>;
  /** The last move as people write it. */
  san: string | null;
  /** Makruk: the last move in Thai. */
  thai: string | null;
  /** Where the last move came from and went to. */
  last: [string, string] | null;
  /** True if the last move took something. */
  captured: boolean;
  /** How the game has ended. */
  outcome: OutcomeReply | null;
  /** The draw the side to move may claim. */
  claim: string | null;
  /** Makruk: the count. */
  counting: CountReply | null;
  /** The number of this move, and of the start position's. */
  fullmove: number;
  /** Chess960: the number of the start position. */
  number: number | null;
  /** The name of the opening. */
  opening: OpeningReply | null;
};

/** What was good about a move. */
export type PraiseReply = {
  /** `sacrifice` or `only-move`. */
  name: string;
  /** In words. */
  text: string;
  /** The next best move as people write it. */
  other: string;
  /** Makruk: the same in Thai. */
  thai?: string;
  /** How bad that one is: `mistake`. */
  cost?: string;
  /** The man that is offered. */
  man?: ManReply;
};

/** Why a move was bad. */
export type ReasonReply = {
  /** Which kind of reason: `allows-mate`. */
  name: string;
  /** The line that shows it: `played`, which begins with the move, or `best`. */
  line: string;
  /** When this many plies of it were played the men stand where they are said to. */
  at: number;
  /** The move of the line that brings it about, from 0. */
  shown?: number;
  /** Moves to mate, moves still to be counted, or squares. */
  number?: number;
  /** The number that the other line has instead. */
  instead?: number;
  /** The move that shows it. */
  san?: string;
  /** Makruk: the same in Thai. */
  thai?: string;
  /** The men it is about. */
  men?: Array<ManReply>;
  /** What the line costs the player, in small letters of men, without what
   * is traded evenly. */
  lost?: Array<string>;
  /** What it brings. */
  won?: Array<string>;
};

/** A position of a repertoire in which a move is to be known. */
export type RecallReply = {
  /** What it is known by. */
  position: string;
  /** The position is at the end of this line. */
  line: Line;
  /** The moves of the line with their names. */
  steps: Array<NamedMove>;
  /** The moves of the repertoire: any of them is right. */
  answers: Array<NamedMove>;
  /** What the repertoire says of each of them. */
  remarks: Array<string>;
  /** True if it was tried before. */
  seen: boolean;
};

/** A node of a game. */
export type RecordNode = {
  /** The place of the parent; ignored at the root. */
  parent: number;
  /** The move in UCI; empty at the root. */
  move: string;
  /** The move as people write it. Not needed in requests. */
  san?: string;
  /** Makruk: the move in Thai. Not needed in requests. */
  thai?: string;
  /** What is said about it. */
  comment?: string;
  /** Glyphs by their number: 1 is `!`. */
  glyphs?: Array<number>;
  /** Makruk counted by hand: what the side to move said there. */
  actions?: Array<CountAction>;
};

/** A repertoire in the list. */
export type RepertoireReply = {
  /** Its number. */
  id: number;
  /** Its name. */
  name: string;
  /** Which game. */
  variant: GameName;
  /** The side whose moves are to be known. */
  color: Color;
  /** The moves of its tree, of both sides. */
  moves: number;
  /** The positions in which a move is to be known. */
  total: number;
  /** Those that were learnt and are to be seen now. */
  due: number;
  /** Those that were never tried. */
  fresh: number;
  /** Seconds until the next one is due, if none is. */
  next: number | null;
};

/** What the page asks for. */
export type Request = {
  'type': 'position';
  /** The line. */
  line: Line;
} | {
  'type': 'read';
  /** The text. */
  text: string;
  /** The game that is meant if the text does not tell. */
  variant?: GameName;
} | {
  'type': 'write';
  /** The game. */
  game: GameRecord;
} | {
  'type': 'analyse';
  /** Where. */
  line: Line;
  /** How many lines, 1 to 5. */
  lines: number;
  /** Threads; the server never uses more than there are processors. */
  threads: number;
  /** Mebibytes for the table. */
  hash: number;
  /** The limit; without one the search runs until it is stopped. */
  limit: Limit;
  /** Lets the other side move, to see what it threatens. */
  threat: boolean;
  /** Another engine, by the name under which it is kept, instead of Erawan. */
  engine?: string;
} | {
  'type': 'play';
  /** Where. */
  line: Line;
  /** How strong Erawan plays; full strength if not given. Other engines play as
   * they were set when they were added. */
  elo?: number;
  /** Makes one game differ from the next. */
  seed: number;
  /** Milliseconds on the engine's clock and added with each move. */
  clock?: [number, number];
  /** The most milliseconds to think. */
  movetime?: number;
  /** Another engine, by the name under which it is kept, instead of Erawan. */
  engine?: string;
} | {
  'type': 'tables';
  /** Where. */
  line: Line;
} | {
  'type': 'stop';
  /** The search of this other engine instead of Erawan's. */
  engine?: string;
} | {
  'type': 'engines';
} | {
  'type': 'save';
  /** Its name: letters, digits and `-`. */
  name: string;
  /** The document. */
  value: unknown;
} | {
  'type': 'remove';
  /** Its name. */
  name: string;
} | {
  'type': 'load';
  /** Its name. */
  name: string;
} | {
  'type': 'list';
} | {
  'type': 'review';
  /** The game. */
  game: GameRecord;
  /** How much to search. */
  effort: ReviewEffort;
  /** Nodes for each position at first, instead of what the effort says. */
  nodes: number;
  /** Engines that share the work. The review does not depend on it. */
  threads: number;
} | {
  'type': 'try';
  /** The line. */
  line: Line;
  /** How much to search. */
  effort: ReviewEffort;
} | {
  'type': 'check';
  /** Which game. */
  variant: GameName;
  /** The position. */
  fen: string;
} | {
  'type': 'databases';
} | {
  'type': 'createDatabase';
  /** Its name. */
  name: string;
} | {
  'type': 'removeDatabase';
  /** Its name. */
  name: string;
  /** Brings it back. */
  restore: boolean;
} | {
  'type': 'findGames';
  /** The database. */
  database: string;
  /** By their heads. */
  filter?: GameFilter;
  /** Those that came to the position at the end of a line. */
  line?: Line;
  /** Those in which exactly these men were left: `KRPPvKRP`, White's first. Of
   * the game that the filter names; without one of chess, or of Makruk if only
   * that has such men. */
  material?: string;
  /** The order. */
  order?: GameOrder;
  /** The other way round. */
  descending?: boolean;
  /** How many of the list are passed over. */
  offset: number;
  /** How many are told at most. */
  limit: number;
} | {
  'type': 'openGame';
  /** The database. */
  database: string;
  /** Its number. */
  game: number;
} | {
  'type': 'removeGames';
  /** The database. */
  database: string;
  /** Their numbers. */
  games: Array<number>;
  /** Brings them back. */
  restore: boolean;
} | {
  'type': 'explore';
  /** The database. */
  database: string;
  /** It is a book: its weights stand for games, and no filter counts. */
  book?: boolean;
  /** The position at the end of this line. */
  line: Line;
  /** Which games count. */
  filter?: GameFilter;
  /** Which of them are listed first. */
  first: FirstGames;
  /** How many of them are listed. */
  games: number;
} | {
  'type': 'exploreOwn';
  /** The position at the end of this line. */
  line: Line;
  /** Which games count. */
  filter?: GameFilter;
  /** Which of them are listed first. */
  first: FirstGames;
  /** How many of them are listed. */
  games: number;
} | {
  'type': 'training';
} | {
  'type': 'addExercises';
  /** The exercises. */
  exercises: Array<ExerciseRequest>;
} | {
  'type': 'nextExercise';
  /** Of this game only. */
  variant?: GameName;
  /** Of this kind only. */
  kind?: ExerciseKind;
  /** Puzzles with this motif only. */
  theme?: string;
  /** What is not due yet too. */
  ahead: boolean;
  /** None of these. */
  except: Array<number>;
} | {
  'type': 'practised';
  /** Its number. */
  exercise: number;
  /** How it went. */
  grade: GradeName;
} | {
  'type': 'removeExercises';
  /** Their numbers. */
  exercises: Array<number>;
  /** Brings them back. */
  restore: boolean;
} | {
  'type': 'repertoires';
} | {
  'type': 'putRepertoire';
  /** Its name. */
  name: string;
  /** The side whose moves are to be known. */
  color: Color;
  /** The tree. */
  game: GameRecord;
  /** Takes the place of the one of that name. */
  replace: boolean;
} | {
  'type': 'importRepertoire';
  /** Its name. */
  name: string;
  /** The side whose moves are to be known. */
  color: Color;
  /** PGN. */
  text: string;
  /** Takes the place of the one of that name. */
  replace: boolean;
} | {
  'type': 'openRepertoire';
  /** Its number. */
  repertoire: number;
} | {
  'type': 'removeRepertoire';
  /** Its number. */
  repertoire: number;
  /** Brings it back. */
  restore: boolean;
} | {
  'type': 'nextRecall';
  /** Its number. */
  repertoire: number;
  /** What is not due yet too. */
  ahead: boolean;
  /** None of these positions. */
  except: Array<string>;
  /** Moves in UCI that stand on the board: what follows them comes first. */
  after: Array<string>;
} | {
  'type': 'recalled';
  /** Its number. */
  repertoire: number;
  /** What the position is known by. */
  position: string;
  /** How it went. */
  grade: GradeName;
} | {
  'type': 'departures';
} | {
  'type': 'import';
  /** The database. */
  database: string;
} | {
  'type': 'endImport';
  /** Which. */
  job: number;
  /** True if all of the file has been sent, false if the rest is not wanted. */
  whole: boolean;
};

/** Results of games, counted. */
export type Results = {
  /** Games, those without a result among them. */
  games: number;
  /** Won by White. */
  white: number;
  /** Drawn. */
  draws: number;
  /** Won by Black. */
  black: number;
};

/** How much is searched for a review. */
export type ReviewEffort = 'quick' | 'standard' | 'deep';

/** The review of a game's main line. */
export type ReviewReply = {
  /** The score of the first position, as White sees it. */
  start: Score;
  /** The moves, in order. */
  moves: Array<ReviewedMove>;
  /** What White and Black did. */
  sides: [SideReply, SideReply];
  /** The move that decided the game, by its place in `moves`. */
  turningPoint?: number;
  /** The moves with which the middle game and the endgame begin, likewise. */
  phases: [number | null, number | null];
};

/** A move under review. */
export type ReviewedMove = {
  /** The score after it, as White sees it. */
  score: Score;
  /** White's chance to win after it, from 0 to 1. */
  share: number;
  /** From 0 to 100. */
  accuracy: number;
  /** `forced`, `best`, `good`, `inaccuracy`, `mistake` or `blunder`. */
  judgement: string;
  /** The glyph of a bad move, or of one that is praised. */
  glyph?: number;
  /** What was good about it. */
  praise?: PraiseReply;
  /** What is wrong with a bad move, and what was best. */
  verdict?: string;
  /** Why a bad move was bad, for the page to put into words. */
  reason?: ReasonReply;
  /** Instead of a bad move: the best line in UCI. */
  best?: Array<string>;
  /** The same as people write it. */
  sans?: Array<string>;
  /** Makruk: the same in Thai. */
  thai?: Array<string>;
  /** After a bad move: the line that refutes it in UCI. */
  reply?: Array<string>;
  /** The same as people write it. */
  replySans?: Array<string>;
  /** Makruk: the same in Thai. */
  replyThai?: Array<string>;
};

/** A role by its name in chess. */
export type Role = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king';

/** A score: one of the two is given. */
export type Score = {
  /** Centipawns. */
  cp?: number;
  /** Moves to mate. */
  mate?: number;
};

/** What one side did. */
export type SideReply = {
  /** From 0 to 100; none if it did not move. */
  accuracy: number | null;
  /** The same in opening, middle game and endgame. */
  phases: [number | null, number | null, number | null];
  /** `?!` */
  inaccuracies: number;
  /** `?` */
  mistakes: number;
  /** `??` */
  blunders: number;
  /** Centipawns lost by a move, on average. */
  averageLoss: number | null;
};

/** How games ended for whoever keeps them. */
export type StandingReply = {
  /** Games, those without a result among them. */
  games: number;
  /** Won. */
  won: number;
  /** Drawn. */
  drawn: number;
  /** Lost. */
  lost: number;
};

/** What there is to practise of a game and a kind. */
export type StockReply = {
  /** Which game. */
  variant: GameName;
  /** What it is. */
  kind: ExerciseKind;
  /** How many there are. */
  total: number;
  /** How many are to be seen now. */
  due: number;
  /** Puzzles that were never tried. */
  fresh: number;
  /** Seconds until the next one is due, if none is. */
  next: number | null;
  /** The solver's rating in puzzles, and how uncertain it is. */
  rating: [number, number] | null;
};

/** What endgame tables know of a move. */
export type TableMove = {
  /** The move in UCI. */
  uci: string;
  /** As people write it. */
  san: string;
  /** Makruk: the same in Thai. */
  thai?: string;
  /** What it leads to for the side that makes it. */
  result: TableResult;
  /** Plies to the next capture or pawn move, this one included. */
  dtz: number | null;
  /** True if it is such a move itself. */
  zeroing: boolean;
  /** Games with a count: moves to mate if nothing were counted, this one
   * included; less than zero for a mate that the other side gives. */
  mate?: number;
};

/** What a position is worth by endgame tables. */
export type TableResult = 'win' | 'cursed' | 'draw' | 'blessed' | 'loss';

/** What endgame tables know of a position. */
export type TablesReply = {
  /** For the side to move. */
  result: TableResult;
  /** Plies to the next capture or pawn move, if there are tables of that. */
  dtz: number | null;
  /** Games with a count: the mate that could be forced if nothing were counted. */
  mate?: MateReply;
  /** All legal moves, the best first. */
  moves: Array<TableMove>;
};

/** What the count makes of a mate. */
export type Timing = 'inTime' | 'tooLate' | 'renewed' | 'nextTooShort' | 'notEnough';

/** A request with its number. */
export type Envelope = { id: number } & Request;

/** An answer with the number of its request. */
export type Reply = { id: number } & Answer;
