// The databases of the server, as the page asks for them.

import { type Connection, isLost, RequestError } from '../connection';
import type { AnswerOf, DatabaseReply, FirstGames, GameFilter, GameOrder, GameRecord, Line } from '../protocol';
import { Import } from './import';

/** Which games, in which order. */
export interface GameQuery {
  filter: GameFilter;
  /** Those that came to the position at its end. */
  line?: Line;
  /** Those in which these men were left, of the game of the filter. */
  material?: string;
  order: GameOrder;
  descending: boolean;
}

/** A list of games, of which one is open. */
export interface GameSource {
  database: string;
  total: number;
  index: number;
  /** The number of the game at a place of the list. */
  at: (index: number) => Promise<number | null>;
  /** The moves to the position that was looked for. */
  moves?: string[];
}

/** True if a question was given up for a later one. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof RequestError && error.kind === 'done';
}

/** What was looked for last, so that one finds it again. */
export interface Place {
  database: string;
  /** What stands in the fields of the form. */
  fields: Record<string, string>;
  /** The game of a position that came from the board. */
  read?: { position: string; variant: string };
  order: GameOrder;
  descending: boolean;
  /** The game that was opened last, by its place in the list. */
  index: number;
}

export class Library {
  databases: DatabaseReply[] = [];
  /** The names of opening books, which the explorer can ask too. */
  books: string[] = [];
  /** The import that runs, or ran last. */
  job: Import | null = null;
  place: Place | null = null;
  private listeners = new Set<() => void>();

  constructor(private connection: Connection) {}

  /** Calls back whenever something has changed, until what it returns is called. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private changed(): void {
    for (const listener of [...this.listeners]) listener();
  }

  async list(): Promise<DatabaseReply[]> {
    const { databases, books } = await this.connection.ask({ type: 'databases' }, 'databases');
    this.databases = databases;
    this.books = books;
    this.changed();
    return this.databases;
  }

  async create(name: string): Promise<void> {
    await this.connection.ask({ type: 'createDatabase', name }, 'saved');
    await this.list();
  }

  /** Puts a database aside, or brings it back. */
  async removeDatabase(name: string, restore = false): Promise<void> {
    await this.connection.ask({ type: 'removeDatabase', name, restore }, 'saved');
    await this.list();
  }

  find(database: string, query: GameQuery, offset: number, limit: number): Promise<AnswerOf<'found'>> {
    return this.connection.ask({ type: 'findGames', database, ...query, offset, limit }, 'found');
  }

  /** Reads a game, and what had to be left out of it. */
  async open(database: string, game: number): Promise<{ record: GameRecord; errors: string[] }> {
    const { games, errors } = await this.connection.ask({ type: 'openGame', database, game }, 'games');
    if (!games[0]) throw new RequestError(`there is no game ${game}`, 'input');
    return { record: games[0], errors };
  }

  async remove(database: string, game: number, restore = false): Promise<void> {
    await this.connection.ask({ type: 'removeGames', database, games: [game], restore }, 'removed');
  }

  /** Moves of a book with their weights, in the form of an answer about games. */
  exploreBook(database: string, line: Line) {
    return this.connection.ask({ type: 'explore', database, book: true, line, first: 'newest', games: 0 }, 'explored');
  }

  explore(database: string, line: Line, filter: GameFilter, first: FirstGames, games: number) {
    return this.connection.ask({ type: 'explore', database, line, filter, first, games }, 'explored');
  }

  exploreOwn(line: Line, filter: GameFilter, first: FirstGames, games: number) {
    return this.connection.ask({ type: 'exploreOwn', line, filter, first, games }, 'ownExplored');
  }

  /** The position that a text means: a FEN, or moves. */
  async lineOf(text: string, variant: string): Promise<Line> {
    const { games } = await this.connection.ask({ type: 'read', text, variant }, 'games');
    const [game] = games;
    if (!game) throw new RequestError('there is no position in it', 'input');
    const moves: string[] = [];
    for (let at = 0, next = 1; next < game.nodes.length; next++) {
      // The main line: every first child.
      if (game.nodes[next]?.parent !== at) continue;
      moves.push(game.nodes[next]?.move ?? '');
      at = next;
    }
    return { variant: game.variant, fen: game.fen || undefined, moves };
  }

  /** Takes files in; nothing happens if others are being taken in. */
  import(database: string, files: File[]): Import | null {
    if (this.job?.isRunning || !files.length) return null;
    const job = new Import(this.connection, database, files, () => this.changed());
    this.job = job;
    const over = () => this.list().catch((error: unknown) => void (isLost(error) || console.warn(error)));
    void job.run().then(over);
    this.changed();
    return job;
  }

  /** The last import was looked at. */
  forgetImport(): void {
    if (this.job?.isRunning) return;
    this.job = null;
    this.changed();
  }
}
