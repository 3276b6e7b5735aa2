// A database: its games as a list without end, a search, and files to be added.

import { isLost } from '../connection';
import { type GameQuery, type GameSource, isGivenUp, type Library, type Place } from '../game/library';
import { gameOf, knownGame } from '../games';
import { fill, reasonText, t } from '../i18n';
import type { DatabaseReply, GameOrder, ListedGame } from '../protocol';
import { h, icon, iconButton, toast, toastFailure } from '../ui/dom';
import { exactCount, megabytes } from '../ui/format';
import { type FieldValues, FilterForm, filterOf } from './game-filter';
import { ImportCard } from './import-card';

/** How many games are asked for at a time, and at most when one comes back. */
const PORTION = 100;
const MOST_AT_ONCE = 500;

const isKnown = (text: string) => /[^?.\s-]/.test(text);

/** A result with the signs of print. */
export function resultText(result: string): string {
  return result.replace('1/2-1/2', '½–½').replace('-', '–');
}

/** A date as far as it is known. */
export function dateText(date: string): string {
  return date.replaceAll('.??', '').replace(/^\?+$/, '');
}

function playerText(name: string, rating: number | null): string {
  return [isKnown(name) ? name : '?', rating && `(${rating})`].filter(Boolean).join(' ');
}

/** Who played, with ratings. */
export function playersText(game: ListedGame): string {
  return `${playerText(game.white, game.whiteRating)} – ${playerText(game.black, game.blackRating)}`;
}

/** The kind of a result, for its colour. */
export function resultKind(result: string): string {
  return { '1-0': 'white', '0-1': 'black', '1/2-1/2': 'draw' }[result] ?? 'unknown';
}

interface Hands {
  /** Deletes the database, and offers to bring it back. */
  remove: () => void;
  /** Opens a game of the list. */
  open: (source: GameSource, game: number) => void;
  /** The game that is meant if a position does not tell. */
  variant: () => string;
}

export class DatabaseView {
  readonly element = h('section', { class: 'games-page database-view' });
  private list = h('ol', { class: 'game-list db-games' });
  private end = h('div', { class: 'list-end' });
  private count = h('p', { class: 'quiet', role: 'status' });
  private facts = h('p', { class: 'quiet' });
  private card: ImportCard;
  private form: FilterForm;
  private query: GameQuery;
  private read: Place['read'];
  private shown = 0;
  private total = 0;
  private ticket = 0;
  private isLoading = false;
  private leave: () => void;
  private observer: IntersectionObserver;
  private wasRunning = false;

  constructor(
    private library: Library,
    private database: DatabaseReply,
    private hands: Hands,
  ) {
    const { place } = library;
    const known = place?.database === database.name ? place : null;
    const { order = 'number', descending = false } = known ?? {};
    this.query = { filter: {}, order, descending };
    this.read = known?.read;
    this.form = new FilterForm(
      ['player', 'color', 'event'],
      ['opponent', 'from', 'to', 'minRating', 'maxRating', 'result', 'eco', 'variant', 'position', 'material'],
      (known?.fields ?? {}) as FieldValues,
      () => void this.restart(),
    );
    this.card = new ImportCard(library);
    this.wasRunning = library.job?.isRunning ?? false;
    this.leave = library.listen(() => this.libraryChanged());
    this.observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void this.loadMore();
      },
      { rootMargin: '600px' },
    );
    this.build();
    void this.restart(known?.index);
  }

  close(): void {
    this.leave();
    this.observer.disconnect();
    this.ticket++;
  }

  private build(): void {
    const input = h('input', {
      type: 'file',
      class: 'hidden',
      tabindex: '-1',
      multiple: true,
      accept: '.pgn,.gz,.zst,.txt',
      'aria-label': t('addGames'),
    });
    input.addEventListener('change', () => {
      this.import([...(input.files ?? [])]);
      input.value = '';
    });
    const add = iconButton('plus', t('addGames'), () => input.click(), { shown: true, class: 'primary' });
    add.dataset.button = 'add-games';
    const remove = removeButton(this.hands.remove);
    this.element.append(
      h(
        'div',
        { class: 'database-head' },
        h('div', {}, h('h2', { text: this.database.name }), this.facts),
        remove,
        add,
        input,
      ),
      h('p', { class: 'quiet add-hint', text: t('addGamesHint') }),
      this.card.element,
      h('div', { class: 'database-search' }, this.form.element, this.sortRow()),
      this.count,
      this.list,
      this.end,
    );
    this.list.addEventListener('keydown', (event) => this.walk(event));
    this.paintFacts();
    this.observer.observe(this.end);
  }

  private sortRow(): HTMLElement {
    const names: [GameOrder, string][] = [
      ['number', t('byNumber')],
      ['date', t('byDate')],
      ['rating', t('byRating')],
      ['plies', t('byLength')],
    ];
    const select = h(
      'select',
      { class: 'field', name: 'order' },
      ...names.map(([value, text]) => h('option', { value, text })),
    );
    select.value = this.query.order;
    const turn = iconButton('flip', t('descending'), () => choose(), { pressed: this.query.descending });
    const choose = () => {
      this.query.descending = !this.query.descending;
      turn.setAttribute('aria-pressed', String(this.query.descending));
      void this.restart();
    };
    select.addEventListener('change', () => {
      this.query.order = select.value as GameOrder;
      // The newest, strongest and longest are what is looked for.
      this.query.descending = this.query.order !== 'number';
      turn.setAttribute('aria-pressed', String(this.query.descending));
      void this.restart();
    });
    const clear = h('button', {
      type: 'button',
      class: 'button small clear-search',
      text: t('clearSearch'),
      on: { click: () => this.form.clear() },
    });
    return h(
      'div',
      { class: 'sort-row' },
      h('label', { class: 'filter-field' }, h('span', { class: 'quiet', text: t('sort') }), select),
      turn,
      h('span', { class: 'grow' }),
      clear,
    );
  }

  /** Adds files. */
  import(files: File[]): void {
    if (this.library.job?.isRunning) toast(t('importBusy'), 'bad');
    else this.library.import(this.database.name, files);
  }

  private libraryChanged(): void {
    this.card.paint();
    const isRunning = this.library.job?.isRunning ?? false;
    this.database = this.library.databases.find(({ name }) => name === this.database.name) ?? this.database;
    this.paintFacts();
    // The first games show at once, all others when the import is over.
    const isFirst = isRunning && !this.total && this.library.job?.imported.games;
    if ((this.wasRunning && !isRunning) || (isFirst && !this.isLoading)) void this.restart();
    this.wasRunning = isRunning;
  }

  private paintFacts(): void {
    const { games, years, bytes } = this.database;
    this.facts.textContent = [
      fill('databaseFacts', { games: exactCount(games) }),
      years && years[0] === years[1] ? String(years[0]) : years?.join('–'),
      megabytes(bytes),
    ]
      .filter(Boolean)
      .join(' · ');
  }

  /** Looks for the games anew; `place` is one that is to be seen. */
  private async restart(place = 0): Promise<void> {
    const ticket = ++this.ticket;
    this.isLoading = true;
    this.count.textContent = t('searching');
    this.count.classList.remove('wrong');
    try {
      const values = this.form.values;
      const position = values.position?.trim();
      this.query.filter = filterOf(values);
      const fromBoard = this.read?.position === position ? this.read?.variant : '';
      const variant = fromBoard || values.variant || knownGame(this.hands.variant()).name;
      const line = position ? await this.library.lineOf(position, variant) : undefined;
      if (ticket !== this.ticket) return;
      this.query.line = line;
      this.query.material = values.material?.trim() || undefined;
      this.remember(0);
      const limit = Math.min(MOST_AT_ONCE, Math.max(PORTION, place + 20));
      const found = await this.library.find(this.database.name, this.query, 0, limit);
      if (ticket !== this.ticket) return;
      this.list.replaceChildren();
      this.shown = 0;
      this.take(found.games, found.total);
      const opened = place ? this.list.children[place]?.querySelector('button') : null;
      opened?.scrollIntoView({ block: 'center' });
      opened?.focus({ preventScroll: true });
    } catch (error) {
      this.failed(error, ticket);
    } finally {
      if (ticket === this.ticket) this.isLoading = false;
    }
    // If these do not fill the window, nothing comes into view.
    if (ticket === this.ticket) this.lookAgain();
  }

  private lookAgain(): void {
    this.observer.unobserve(this.end);
    this.observer.observe(this.end);
  }

  private async loadMore(): Promise<void> {
    if (this.isLoading || this.shown >= this.total) return;
    const { ticket } = this;
    this.isLoading = true;
    try {
      const found = await this.library.find(this.database.name, this.query, this.shown, PORTION);
      if (ticket === this.ticket) this.take(found.games, found.total);
    } catch (error) {
      this.failed(error, ticket);
    } finally {
      if (ticket === this.ticket) this.isLoading = false;
    }
    if (ticket === this.ticket && this.shown < this.total) this.lookAgain();
  }

  private failed(error: unknown, ticket: number): void {
    if (ticket !== this.ticket || isGivenUp(error) || isLost(error)) return;
    this.count.textContent = reasonText(error);
    this.count.classList.add('wrong');
    this.list.replaceChildren();
    this.shown = 0;
    this.total = 0;
  }

  private remember(index: number): void {
    const { read } = this;
    const { order, descending } = this.query;
    const fields = this.form.values;
    this.library.place = { database: this.database.name, fields, read, order, descending, index };
  }

  private take(games: ListedGame[], total: number): void {
    const first = this.shown;
    this.total = total;
    this.list.append(...games.map((game, i) => this.row(game, first + i)));
    this.shown += games.length;
    this.say();
  }

  private say(): void {
    if (this.total) {
      this.count.textContent = this.form.isEmpty
        ? fill('databaseFacts', { games: exactCount(this.total) })
        : fill('gamesShown', { shown: exactCount(this.total), all: exactCount(this.database.games) });
    } else this.count.textContent = t(this.form.isEmpty ? 'emptyDatabase' : 'noneFound');
  }

  /** Up and down go along the list. */
  private walk(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = (event.target as HTMLElement).closest('li');
    if (!step || !row || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
    next?.querySelector('button')?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  private open(game: ListedGame, index: number): void {
    const { library, database, total } = this;
    const query = { ...this.query };
    this.remember(index);
    const at = async (place: number) => (await library.find(database.name, query, place, 1)).games[0]?.id ?? null;
    const moves = query.line && !query.line.fen ? query.line.moves : [];
    this.hands.open({ database: database.name, total, index, at, moves }, game.id);
  }

  private row(game: ListedGame, index: number): HTMLElement {
    const moves = Math.ceil(game.plies / 2);
    const facts = [
      dateText(game.date),
      isKnown(game.event) ? game.event : '',
      game.eco,
      game.variant === 'chess' ? '' : gameOf(game.variant).title,
      `${moves} ${t(moves === 1 ? 'moveOne' : 'moveMany')}`,
    ];
    const place = () => [...this.list.children].indexOf(element);
    const element = h(
      'li',
      { class: 'game-row', data: { game: String(game.id) } },
      h(
        'button',
        { type: 'button', class: 'game-open db-game', on: { click: () => this.open(game, Math.max(place(), 0)) } },
        h('span', { class: `result-chip ${resultKind(game.result)}`, text: resultText(game.result) }),
        h('strong', { text: playersText(game) }),
        h('span', { class: 'quiet', text: facts.filter(Boolean).join(' · ') }),
      ),
      iconButton('trash', t('delete'), () => void this.remove(game, element)),
    );
    element.setAttribute('aria-posinset', String(index + 1));
    element.setAttribute('aria-setsize', String(this.total));
    return element;
  }

  private async remove(game: ListedGame, row: HTMLElement): Promise<void> {
    try {
      await this.library.remove(this.database.name, game.id);
    } catch (error) {
      toastFailure(error);
      return;
    }
    const next = row.nextElementSibling ?? row.previousElementSibling;
    const focusNext = next?.querySelector('button') ?? this.element.querySelector('input');
    focusNext?.focus();
    const before = row.nextElementSibling;
    row.remove();
    this.change(-1);
    const bringBack = async () => {
      try {
        await this.library.remove(this.database.name, game.id, true);
      } catch (error) {
        toastFailure(error);
        return;
      }
      if (before && before.parentElement !== this.list) void this.restart();
      else {
        this.list.insertBefore(row, before);
        this.change(1);
        row.querySelector('button')?.focus();
      }
    };
    toast(fill('gameDeleted', { game: playersText(game) }), 'plain', 10_000, [[t('undo'), () => void bringBack()]]);
  }

  private change(by: number): void {
    this.shown += by;
    this.total += by;
    this.database = { ...this.database, games: this.database.games + by };
    this.say();
    this.paintFacts();
    void this.library.list().catch(() => undefined);
  }
}

function removeButton(remove: () => void): HTMLElement {
  const button = iconButton('trash', t('removeDatabase'), remove);
  button.dataset.button = 'remove-database';
  return button;
}

/** What stands for a database that cannot be opened. */
export function brokenDatabase(database: DatabaseReply, remove: () => void): HTMLElement {
  return h(
    'section',
    { class: 'games-page database-view' },
    h('div', { class: 'database-head' }, h('h2', { text: database.name }), removeButton(remove)),
    h('p', { class: 'import-error' }, icon('threat'), h('span', { text: reasonText(database.error) })),
    h('p', { class: 'quiet', text: megabytes(database.bytes) }),
  );
}
