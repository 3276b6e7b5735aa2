// Games of databases that are looked at: they are not kept among one's own before
// they are changed, and yet are there again after a reload.

import { GameDocument } from '../game/document';
import type { GameSource, Library } from '../game/library';
import { Tree } from '../game/tree';
import { reasonText } from '../i18n';
import type { Color } from '../protocol';
import type { Table } from '../table';
import { toast } from '../ui/dom';

/** A game of a database. */
export interface Lent {
  database: string;
  game: number;
}

/** The game that stands in the place of the name of one that is kept. */
export function readLent(text: string): Lent | null {
  const [, game, database] = /^db\/(\d+)\/(.+)$/.exec(text) ?? [];
  return game && database ? { database, game: Number(game) } : null;
}

export class LentGames {
  private lent: Lent | null = null;

  constructor(
    private table: Table,
    private library: Library,
  ) {}

  /** Reads a game, to be looked at after `moves` if it has them. */
  async take({ database, game }: Lent, moves: string[], orientation: Color): Promise<GameDocument> {
    const { record, errors } = await this.library.open(database, game);
    if (errors.length) toast(errors.map(reasonText).join('\n'), 'bad', 8000);
    const tree = Tree.fromRecord(record);
    const { tags, result } = record;
    const document = GameDocument.create('analyse', tree, { tags, result, orientation, current: tree.follow(moves) });
    this.table.documents.borrow(document);
    this.lent = { database, game };
    return document;
  }

  /** The name under which what is on the board is found again. */
  nameOf(document: GameDocument): string {
    const { lent } = this;
    if (!lent || !this.table.documents.isBorrowed(document)) return document.data.id;
    return `db/${lent.game}/${lent.database}`;
  }
}

/** The list of a game that was on the board before the page was loaded: it alone. */
export function aloneIn(database: string): GameSource {
  return { database, total: 1, index: 0, at: async () => null };
}
