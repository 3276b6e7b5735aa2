// Repertoires under Train: the list, the drill, and where one's own games left them.

import { Tree } from '../game/tree';
import { fill, t } from '../i18n';
import type { Color, DepartureReply, GameRecord, RepertoireReply } from '../protocol';
import type { Table } from '../table';
import { toast, toastFailure } from '../ui/dom';
import { keepFocus } from '../ui/focus';
import { departureParts } from './departures';
import { askImport } from './repertoire-dialog';
import { RepertoireDrill } from './repertoire-drill';
import { repertoireSection } from './repertoire-list';

/** What lies outside of the training. */
export interface Ways {
  /** Opens a tree in the analysis. */
  analyse: (tree: Tree, current: number, orientation: Color, name: string) => void;
  /** Opens one of one's own games after these moves. */
  openOwn: (document: string, moves: string[]) => Promise<void>;
  /** Shows all that there is to train, with a word about it. */
  all: (note?: string) => void;
}

export class Repertoires {
  /** The one that is drilled. */
  drill: RepertoireDrill | null = null;

  constructor(
    private table: Table,
    private panel: HTMLElement,
    private sheet: HTMLElement,
    private ways: Ways,
  ) {}

  /** The section of the list; none if it cannot be had, and then that is said. */
  async section(): Promise<HTMLElement | null> {
    try {
      const { repertoires } = await this.table.connection.ask({ type: 'repertoires' }, 'repertoires');
      return repertoireSection(repertoires, {
        drill: (repertoire, ahead) => this.begin(repertoire, ahead),
        open: (repertoire) => void this.open(repertoire, []),
        remove: (repertoire) => void this.remove(repertoire),
        import: () => askImport(this.table, () => this.back()),
        departures: () => void this.departures(),
      });
    } catch (error) {
      toastFailure(error);
      return null;
    }
  }

  private begin(repertoire: RepertoireReply, ahead: boolean): void {
    this.drill = new RepertoireDrill(this.table, this.panel, this.sheet, repertoire, ahead, {
      back: (note) => this.back(note),
      open: (one, moves) => void this.open(one, moves),
    });
    void this.drill.enter();
  }

  private back(note = ''): void {
    this.drill?.leave();
    this.drill = null;
    this.ways.all(note);
  }

  /** Opens the tree of a repertoire, after moves as far as it has them. */
  private async open(repertoire: RepertoireReply, moves: string[]): Promise<void> {
    try {
      const { id } = repertoire;
      const { games, errors } = await this.table.connection.ask({ type: 'openRepertoire', repertoire: id }, 'games');
      if (errors.length) toast(errors.join('\n'), 'bad', 8000);
      const tree = Tree.fromRecord(games[0] as GameRecord);
      this.ways.analyse(tree, tree.follow(moves), repertoire.color, repertoire.name);
    } catch (error) {
      toastFailure(error);
    }
  }

  private async remove({ id, name }: RepertoireReply): Promise<void> {
    const ask = (restore: boolean) =>
      this.table.connection.ask({ type: 'removeRepertoire', repertoire: id, restore }, 'saved');
    try {
      await ask(false);
    } catch (error) {
      toastFailure(error);
      return;
    }
    const bringBack = () => {
      const again = () => this.isListed && this.back();
      void ask(true).then(again).catch(toastFailure);
    };
    toast(fill('repertoireRemoved', { name }), 'plain', 10_000, [[t('undo'), bringBack]]);
    this.back();
  }

  /** True while the list is in view. */
  private get isListed(): boolean {
    return this.sheet.isConnected && !!this.sheet.querySelector('.repertoires');
  }

  /** Shows where games left the repertoires. */
  private async departures(): Promise<void> {
    try {
      const answer = await this.table.connection.ask({ type: 'departures' }, 'departures');
      if (!this.isListed) return;
      const hands = {
        game: ({ document, moves }: { document: string; moves: string[] }) =>
          void this.ways.openOwn(document, moves).catch(toastFailure),
        open: (place: DepartureReply) => void this.openAt(place),
        back: () => this.back(),
      };
      keepFocus(this.panel, () => this.sheet.replaceChildren(...departureParts(answer, hands)));
      this.sheet.scrollTop = 0;
    } catch (error) {
      toastFailure(error);
    }
  }

  private async openAt({ repertoire, line }: DepartureReply): Promise<void> {
    try {
      const { repertoires } = await this.table.connection.ask({ type: 'repertoires' }, 'repertoires');
      const one = repertoires.find(({ id }) => id === repertoire);
      if (one) await this.open(one, line.moves);
      else this.back();
    } catch (error) {
      toastFailure(error);
    }
  }
}
