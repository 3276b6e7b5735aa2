// Texts that are opened for analysis: FEN, or one or more games in PGN.

import { splitGames } from '../game/collection';
import { fill, reasonText, t } from '../i18n';
import { type GameRecord, MAX_TEXT } from '../protocol';
import type { Table } from '../table';
import { toast } from '../ui/dom';
import { byteLength, megabytes } from '../ui/format';
import { askGame, type Choice } from './open';

export class TextReader {
  /** The games that were opened together last. */
  choice: Choice | null = null;

  constructor(
    private table: Table,
    private onRecord: (record: GameRecord) => Promise<void>,
    /** There are several games, of which one is to be chosen. */
    private onChoice: () => void,
  ) {}

  /** Opens what a text holds. True if that is something. */
  async read(text: string, name = ''): Promise<boolean> {
    const games = splitGames(text);
    if (games.length < 2) return await this.readOne(text, name);
    this.choose({
      games,
      more: 0,
      search: '',
      onGame: (game) => void this.readOne(text.slice(game.start, game.end), ''),
    });
    return true;
  }

  /** Asks which game is meant. The list stays at hand for the next one. */
  private choose(choice: Choice): void {
    this.choice = choice;
    askGame(choice);
    this.onChoice();
  }

  /** Opens a text that the server reads as a whole. */
  private async readOne(text: string, name: string): Promise<boolean> {
    const file = name && `${name}: `;
    const size = byteLength(text);
    if (size > MAX_TEXT) {
      toast(file + fill('textTooLarge', { size: megabytes(size), most: megabytes(MAX_TEXT) }), 'bad', 10_000);
      return false;
    }
    try {
      const answer = await this.table.connection.ask({ type: 'read', text, variant: this.table.game.name }, 'games');
      // A list of games says itself how many there are more.
      const more = answer.games.length === 1 && answer.more ? [`${answer.more} ${t('moreGames')}`] : [];
      const left = [...answer.errors.map(reasonText), ...more];
      if (left.length) toast(file + left.join('\n'), 'bad', 12_000);
      if (answer.games.length === 1 && answer.games[0]) await this.onRecord(answer.games[0]);
      else this.chooseRecord(answer.games, answer.more);
      return true;
    } catch (error) {
      toast(file + reasonText(error), 'bad', 7000);
      return false;
    }
  }

  /** Games without tags, one after the other: only the server tells them apart. */
  private chooseRecord(records: GameRecord[], more: number): void {
    const games = records.map((game, start) => ({
      tags: new Map([...game.tags, ['Result', game.result]]),
      start,
      end: start,
    }));
    const open = (index: number) => {
      const record = records[index];
      if (record) void this.onRecord(record);
    };
    this.choose({ games, more, search: '', onGame: ({ start }) => open(start) });
  }
}
