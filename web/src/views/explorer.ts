// The explorer: what was played in the position on the board, how it ended, and
// the games behind it; in one's own games also what reviews said.

import { isLost } from '../connection';
import type { GameDocument } from '../game/document';
import { type GameSource, isGivenUp, type Library } from '../game/library';
import { fill, isThai, reasonText, t } from '../i18n';
import type { ExploredReply, FirstGames, Line, ListedGame, OwnExploredReply, PlayedMove, Results } from '../protocol';
import type { Table } from '../table';
import { h, iconButton } from '../ui/dom';
import { keepFocus } from '../ui/focus';
import { exactCount } from '../ui/format';
import { dateText, playersText, resultKind, resultText } from './database-view';
import { type FieldName, type FieldValues, FilterForm, filterOf } from './game-filter';
import { ownVerdicts } from './own-verdicts';

/** How many moves are listed before the others are asked for. */
const SHOWN = 8;
/** How many games are listed. */
const GAMES = 12;
/** An answer that takes longer than this shows that it is waited for. */
const PATIENCE = 150;

/** The shares of the results in whole percents. */
function shares({ white, draws, black }: Results): [number, number, number] | null {
  const known = white + draws + black;
  if (!known) return null;
  const percent = (part: number) => Math.round((100 * part) / known);
  const [first, last] = [percent(white), percent(black)];
  return [first, 100 - first - last, last];
}

/** Results as a bar: White's wins, draws, Black's wins. */
function resultBar(results: Results): HTMLElement {
  const parts = shares(results);
  if (!parts) return h('span', { class: 'result-bar' });
  const [white, draws, black] = parts;
  const text = fill('winsOf', { white, draws, black });
  const part = (kind: string, share: number) => {
    const element = h('span', { class: kind, text: share >= 12 ? String(share) : '' });
    element.style.flexGrow = String(share);
    return element;
  };
  return h(
    'span',
    { class: 'result-bar', role: 'img', 'aria-label': text, title: text },
    ...([part('white', white), part('draw', draws), part('black', black)] as const),
  );
}

/** What the name of a book begins with in the list of sources; no database's has a colon. */
const BOOK = 'book:';
/** One's own games in the list of sources. */
const OWN = 'own:';

interface Hands {
  play: (uci: string) => void;
  open: (source: GameSource, game: number) => void;
  /** Shows the list of a database. */
  list: (database: string) => void;
  /** Opens one of one's own games at the position on the board. */
  openOwn: (document: string) => void;
}

export class ExplorerPanel {
  readonly element = h('section', { class: 'explorer', 'aria-label': t('explorer') });
  private head = h('div', { class: 'explorer-head' });
  private body = h('div', { class: 'explorer-body' });
  private filters: FilterForm | null = null;
  private filterBox = h('div', { class: 'explorer-filter' });
  private values: FieldValues = {};
  /** True if the colour among them is one's own. */
  private isColorOwn = false;
  private first: FirstGames = 'newest';
  private asked = '';
  private document: GameDocument | null = null;
  private isListed = false;
  private wasThai = isThai();
  private showsAll = false;
  /** What one's own games say of the position, if they are asked. */
  private own: OwnExploredReply | null = null;

  constructor(
    private table: Table,
    private library: Library,
    private hands: Hands,
  ) {
    this.element.append(this.head, this.filterBox, this.body);
    library.listen(() => this.libraryChanged());
  }

  private get settings() {
    return this.table.settings.value;
  }

  /** What can be asked beside one's own games: databases, then books. */
  private get others(): string[] {
    const usable = this.library.databases.filter((one) => !one.error).map((one) => one.name);
    return [...usable, ...this.library.books.map((name) => `${BOOK}${name}`)];
  }

  /** The one that is asked: the one that was chosen, or the first of the others. */
  private get source(): string {
    const { others } = this;
    const chosen = this.settings.explorerDatabase;
    return [OWN, ...others].find((one) => one === chosen) ?? others[0] ?? OWN;
  }

  private get isOwn(): boolean {
    return this.source === OWN;
  }

  private get isBook(): boolean {
    return this.source.startsWith(BOOK);
  }

  private get database(): string {
    if (this.isOwn) return '';
    return this.isBook ? this.source.slice(BOOK.length) : this.source;
  }

  /** Another game is on the board. What is shown stays until the next answer. */
  forget(): void {
    if (this.wasThai !== isThai()) this.reset();
    this.asked = '';
  }

  /** After a change of language, or a lost connection: begins anew. */
  reset(): void {
    this.asked = '';
    this.wasThai = isThai();
    this.filters = null;
    this.element.setAttribute('aria-label', t('explorer'));
    this.filterBox.replaceChildren();
    this.filterBox.hidden = true;
    this.body.replaceChildren();
    this.head.replaceChildren();
  }

  toggle(): void {
    this.table.settings.set({ explorer: !this.settings.explorer });
    this.asked = '';
    this.paintHead();
    if (this.document) this.show(this.document);
  }

  /** Asks about the position on the board. */
  show(document: GameDocument): void {
    this.document = document;
    if (!this.head.childElementCount) this.paintHead();
    const isOpen = this.settings.explorer;
    this.body.hidden = !isOpen;
    this.filterBox.hidden = !isOpen || !this.filters;
    if (!isOpen) return;
    if (!this.isListed) {
      this.isListed = true;
      this.library.list().catch(() => {
        this.isListed = false;
      });
      return;
    }
    void this.ask(document);
  }

  private libraryChanged(): void {
    if (!this.isListed || !this.document || this.table.view?.name !== 'analyse') return;
    // While games come in their number changes; what is shown is asked for anew after it.
    if (this.library.job?.isRunning) return;
    this.fitFilters();
    this.paintHead();
    void this.ask(this.document);
  }

  private async ask(document: GameDocument): Promise<void> {
    const { database, source, first, library } = this;
    const line = document.tree.line(document.current);
    const games = library.databases.find((one) => one.name === database)?.games ?? 0;
    const key = JSON.stringify([source, games, line, this.values, first]);
    if (key === this.asked) return;
    this.asked = key;
    const slow = setTimeout(() => key === this.asked && this.body.setAttribute('aria-busy', 'true'), PATIENCE);
    try {
      const { explored, own } = await this.explored(line);
      if (key !== this.asked) return;
      this.showsAll = false;
      this.own = own;
      this.paint(explored);
    } catch (error) {
      if (key !== this.asked || isLost(error) || isGivenUp(error)) return;
      this.say(reasonText(error));
    } finally {
      clearTimeout(slow);
      if (key === this.asked) this.body.removeAttribute('aria-busy');
    }
  }

  /** Asks the source; one's own games say more than others. */
  private async explored(line: Line): Promise<{ explored: ExploredReply; own: OwnExploredReply | null }> {
    const { database, first, library } = this;
    if (this.isBook) return { explored: await library.exploreBook(database, line), own: null };
    const filter = filterOf(this.values, this.isOwn);
    if (!this.isOwn) return { explored: await library.explore(database, line, filter, first, GAMES), own: null };
    const own = await library.exploreOwn(line, filter, first, GAMES);
    return { explored: own.explored, own };
  }

  private again(): void {
    if (this.document) void this.ask(this.document);
  }

  private say(text: string): void {
    this.body.replaceChildren(h('p', { class: 'quiet', role: 'status', text }));
  }

  private paintHead(): void {
    const isOpen = this.settings.explorer;
    const fold = h(
      'button',
      {
        type: 'button',
        class: 'explorer-fold',
        'aria-expanded': String(isOpen),
        on: { click: () => this.toggle() },
      },
      h('span', { class: 'fold-mark', 'aria-hidden': 'true' }),
      h('span', { text: t('explorer') }),
    );
    const parts: (HTMLElement | null)[] = [fold];
    if (isOpen) parts.push(this.sourceChoice(), this.filterButton());
    keepFocus(this.head, () => this.head.replaceChildren(...parts.filter((part) => part !== null)));
  }

  private sourceChoice(): HTMLElement {
    const sources = [OWN, ...this.others];
    const name = (source: string) => {
      if (source === OWN) return t('ownGames');
      return source.startsWith(BOOK) ? fill('bookNamed', { name: source.slice(BOOK.length) }) : source;
    };
    const select = h(
      'select',
      { class: 'field explorer-source', 'aria-label': t('database') },
      ...sources.map((source) => h('option', { value: source, text: name(source) })),
    );
    select.value = this.source;
    select.addEventListener('change', () => {
      this.table.settings.set({ explorerDatabase: select.value });
      this.fitFilters();
      // No game of a book is rated, nor has an end: the button for filters comes and goes.
      this.paintHead();
      this.again();
    });
    return select;
  }

  private filterButton(): HTMLElement | null {
    if (this.isBook) return null;
    const isSet = Object.values(this.values).some((value) => value?.trim());
    const button = iconButton('filter', t('filters'), () => this.toggleFilters(), { pressed: isSet });
    button.setAttribute('aria-expanded', String(!!this.filters));
    return button;
  }

  private closeFilters(): void {
    this.filters = null;
    this.filterBox.replaceChildren();
    this.filterBox.hidden = true;
  }

  /** Another source may have other fields. A colour that was chosen for the other
   * means something else in this one. */
  private fitFilters(): void {
    if (this.isBook) this.closeFilters();
    if (this.isOwn === this.isColorOwn) return;
    this.isColorOwn = this.isOwn;
    this.values = { ...this.values, color: '' };
    if (this.filters) this.openFilters();
  }

  private openFilters(): void {
    const { isOwn } = this;
    this.isColorOwn = isOwn;
    const changed = () => {
      this.values = this.filters?.values ?? {};
      this.paintHead();
      this.again();
    };
    const color = isOwn ? 'ownColour' : 'withColour';
    const labels = { from: 'fromYear', to: 'toYear', color } as const;
    const names: FieldName[] = ['player', 'color', 'from', 'to', 'minRating'];
    this.filters = new FilterForm(names, [], this.values, changed, labels, isOwn);
    this.values = this.filters.values;
    this.filterBox.replaceChildren(this.filters.element);
    this.filterBox.hidden = false;
  }

  private toggleFilters(): void {
    if (this.filters) this.closeFilters();
    else this.openFilters();
    this.paintHead();
    this.filterBox.querySelector('input')?.focus();
  }

  private paint(answer: ExploredReply): void {
    if (!answer.results.games) {
      this.say(this.emptyText());
      return;
    }
    const rest = answer.moves.length - SHOWN;
    const list = this.showsAll ? answer.moves : answer.moves.slice(0, SHOWN);
    const more =
      rest > 0 && !this.showsAll
        ? h('button', {
            type: 'button',
            class: 'button small more-moves',
            text: `+${rest}`,
            'aria-label': `${rest} ${t('moreMoves')}`,
            on: {
              click: () => {
                this.showsAll = true;
                this.paint(answer);
              },
            },
          })
        : null;
    const verdicts = this.own && ownVerdicts(this.own, this.hands.play);
    const parts = [verdicts, this.movesTable(list, answer.results), more, this.gamesPart(answer.games)];
    keepFocus(this.body, () => this.body.replaceChildren(...parts.filter((part) => part !== null)));
  }

  private emptyText(): string {
    if (!this.isOwn) return t(this.isBook ? 'notInBook' : 'notPlayed');
    // Whoever has neither games nor databases is told how to come by some.
    return this.others.length ? t('notPlayedByYou') : `${t('notPlayedByYou')} ${t('explorerNone')}`;
  }

  private movesTable(moves: PlayedMove[], all: Results): HTMLElement {
    const heads = this.isBook
      ? [t('move'), t('weight')]
      : [t('move'), t('gamesPlayed'), t('results'), t('rating'), t('lastPlayed')];
    const row = (cells: (HTMLElement | string)[], kind = '') =>
      h('tr', { class: kind }, ...cells.map((cell) => h('td', {}, cell)));
    const rows = moves.map((move) => row(this.moveCells(move, all.games)));
    const sum = ['Σ', this.countCell(all.games, null)];
    const total = row(this.isBook ? sum : [...sum, resultBar(all), '', ''], 'total');
    return h(
      'table',
      { class: 'explorer-moves' },
      h('caption', { class: 'hidden', text: t('explorer') }),
      h('thead', {}, h('tr', {}, ...heads.map((text) => h('th', { scope: 'col', text })))),
      h('tbody', {}, ...rows, total),
    );
  }

  private countCell(games: number, all: number | null): HTMLElement {
    const cell = h('span', { class: 'explorer-count' }, h('span', { text: exactCount(games) }));
    if (all) cell.append(h('small', { class: 'quiet', text: `${Math.round((100 * games) / all)}%` }));
    return cell;
  }

  private moveCells(move: PlayedMove, all: number): (HTMLElement | string)[] {
    const name = (isThai() && move.thai) || move.san;
    const button = h('button', {
      type: 'button',
      class: 'explorer-move',
      text: name,
      on: { click: () => this.hands.play(move.uci) },
    });
    const count = this.countCell(move.results.games, all);
    if (this.isBook) return [button, count];
    const { rating, performance, last } = move;
    const ratings = h('span', { class: 'explorer-rating' });
    if (rating !== null) ratings.append(h('span', { text: String(rating), title: t('rating') }));
    if (performance !== null) {
      const words = `${t('performance')} ${performance}`;
      ratings.append(
        h(
          'small',
          { class: 'quiet', title: words },
          h('span', { class: 'hidden', text: t('performance') }),
          `⇒ ${performance}`,
        ),
      );
    }
    const date = last ? dateText(last) : '';
    const year = h('span', { class: 'quiet', title: date, text: date.slice(0, 4) });
    return [button, count, resultBar(move.results), ratings, year];
  }

  /** Goes to the list of all games that came to the position. */
  private listAll(): void {
    const { info, game } = this.table;
    if (!info) return;
    const position = info.fen;
    const fields = { ...this.values, position };
    const order = this.first === 'newest' ? 'date' : 'rating';
    // Kings and pawns look alike in every game: the board says which it is.
    const read = { position, variant: game.name };
    this.library.place = { database: this.database, fields, read, order, descending: true, index: 0 };
    this.hands.list(this.database);
  }

  private gamesPart(games: ListedGame[]): HTMLElement | null {
    if (!games.length) return null;
    const choice = (first: FirstGames) => {
      const button = h('button', {
        type: 'button',
        class: 'button small',
        text: t(first),
        'aria-pressed': String(this.first === first),
        on: {
          click: () => {
            this.first = first;
            this.again();
          },
        },
      });
      button.dataset.button = first;
      return button;
    };
    const all = h('button', {
      type: 'button',
      class: 'button small',
      text: t('allTheseGames'),
      on: { click: () => this.listAll() },
    });
    const { database } = this;
    const ids = games.map((game) => game.id);
    const open = (index: number, id: number) => {
      const document = this.own?.documents[index];
      if (document) this.hands.openOwn(document);
      if (this.own) return;
      this.hands.open({ database, total: ids.length, index, at: async (place) => ids[place] ?? null }, id);
    };
    const rows = games.map((game, index) =>
      h(
        'li',
        {},
        h(
          'button',
          { type: 'button', class: 'explorer-game', on: { click: () => open(index, game.id) } },
          h('span', { class: `result-chip ${resultKind(game.result)}`, text: resultText(game.result) }),
          h('span', { class: 'explorer-players', text: playersText(game) }),
          h('span', { class: 'quiet', text: dateText(game.date).slice(0, 4) }),
        ),
      ),
    );
    return h(
      'div',
      { class: 'explorer-games' },
      h(
        'div',
        { class: 'inline', role: 'group', 'aria-label': t('whichFirst') },
        choice('newest'),
        choice('strongest'),
        h('span', { class: 'grow' }),
        this.own ? null : all,
      ),
      h('ol', {}, ...rows),
    );
  }
}
