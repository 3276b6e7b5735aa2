// The games that are kept: one's own, and databases.

import { isSite } from '../build';
import type { DocumentData } from '../game/document';
import type { Documents } from '../game/documents';
import type { GameSource, Library } from '../game/library';
import { fill, t } from '../i18n';
import type { SettingsStore } from '../settings';
import { openDialog } from '../ui/dialog';
import { h, icon, toast, toastFailure } from '../ui/dom';
import { keepFocus } from '../ui/focus';
import { exactCount } from '../ui/format';
import { brokenDatabase, DatabaseView } from './database-view';
import { gamesPage } from './games-page';

interface Hands {
  openOwn: (data: DocumentData) => void;
  openGame: (source: GameSource, game: number) => void;
}

/** A form for the name of a new database. */
function nameForm(library: Library, name: string, onMade: (name: string) => void): HTMLElement {
  const field = h('input', {
    type: 'text',
    class: 'field',
    maxlength: '60',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': t('databaseName'),
    placeholder: t('databaseName'),
    autofocus: true,
  });
  field.value = name;
  const make = async () => {
    const wanted = field.value.trim();
    if (!wanted) {
      field.focus();
      return;
    }
    try {
      await library.create(wanted);
      onMade(wanted);
    } catch (error) {
      toastFailure(error);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void make();
  };
  return h(
    'form',
    { class: 'inline name-form', on: { submit } },
    field,
    h('button', { type: 'submit', class: 'button primary', text: t('create') }),
  );
}

/** Asks into which database files are to go. */
export async function askDatabase(library: Library, files: File[], onChoose: (name: string) => void): Promise<void> {
  try {
    await library.list();
  } catch (error) {
    toastFailure(error);
    return;
  }
  const choose = (name: string) => {
    close();
    onChoose(name);
  };
  const usable = library.databases.filter((database) => !database.error);
  const buttons = usable.map(({ name, games }) =>
    h(
      'button',
      { type: 'button', class: 'button card', on: { click: () => choose(name) } },
      h('strong', { text: name }),
      h('small', { text: fill('databaseFacts', { games: exactCount(games) }) }),
    ),
  );
  const title = files[0]?.name.replace(/(\.pgn)?(\.gz|\.zst)?$/i, '') ?? '';
  const close = openDialog(
    t('addGames'),
    h(
      'div',
      { class: 'paste' },
      h('p', { class: 'quiet', text: fill('importInto', { file: files.map((file) => file.name).join(', ') }) }),
      buttons.length ? h('div', { class: 'card-row' }, ...buttons) : null,
      h('h3', { class: 'quiet', text: t('newDatabase') }),
      nameForm(library, title.slice(0, 60), choose),
    ),
  );
}

export class LibraryPage {
  readonly element = h('div', { class: 'library' });
  private sources = h('nav', { class: 'sources', 'aria-label': t('databases') });
  private content = h('div', { class: 'library-content' });
  private view: DatabaseView | null = null;
  private leave: () => void;

  constructor(
    private library: Library,
    private documents: Documents,
    private settings: SettingsStore,
    private hands: Hands,
  ) {
    this.element.append(...(isSite ? [] : [this.sources]), this.content);
    this.leave = library.listen(() => this.paintSources());
    this.paintSources();
    if (!settings.value.database) this.showOwn();
    void this.open();
  }

  close(): void {
    this.leave();
    this.view?.close();
    this.view = null;
  }

  private async open(): Promise<void> {
    try {
      await this.library.list();
    } catch (error) {
      toastFailure(error);
      if (!this.content.childElementCount) this.showOwn();
      return;
    }
    const { database } = this.settings.value;
    if (database) this.choose(database);
  }

  /** Takes files: into the database that is shown, or one that is chosen. */
  import(files: File[]): void {
    if (this.library.job?.isRunning) toast(t('importBusy'), 'bad');
    else if (this.view) this.view.import(files);
    else
      void askDatabase(this.library, files, (name) => {
        this.choose(name);
        this.view?.import(files);
      });
  }

  get hasDatabase(): boolean {
    return this.view !== null;
  }

  private paintSources(): void {
    const { database } = this.settings.value;
    const source = (name: string, label: string, count: string, isBroken = false) => {
      const button = h(
        'button',
        {
          type: 'button',
          class: `button source ${isBroken ? 'broken' : ''}`,
          'aria-current': database === name ? 'true' : undefined,
          on: { click: () => this.choose(name) },
        },
        h('span', { text: label }),
        count ? h('small', { class: 'quiet', text: count }) : null,
      );
      button.dataset.button = `source ${name}`;
      return button;
    };
    const add = h(
      'button',
      { type: 'button', class: 'button source new-database', on: { click: () => this.make() } },
      icon('plus'),
      h('span', { text: t('newDatabase') }),
    );
    const list = this.library.databases.map(({ name, games, error }) =>
      source(name, name, error ? t('databaseBroken') : exactCount(games), !!error),
    );
    keepFocus(this.sources, () => this.sources.replaceChildren(source('', t('ownGames'), ''), ...list, add));
  }

  private make(): void {
    const close = openDialog(
      t('newDatabase'),
      nameForm(this.library, '', (name) => {
        close();
        this.choose(name);
      }),
    );
  }

  private showOwn(): void {
    this.view?.close();
    this.view = null;
    this.content.replaceChildren(gamesPage(this.documents, this.hands.openOwn));
  }

  private async remove(name: string): Promise<void> {
    if (this.library.job?.isRunning) {
      toast(t('importBusy'), 'bad');
      return;
    }
    try {
      await this.library.removeDatabase(name);
    } catch (error) {
      toastFailure(error);
      return;
    }
    this.choose('');
    this.sources.querySelector('button')?.focus();
    const bringBack = async () => {
      try {
        await this.library.removeDatabase(name, true);
        this.choose(name);
      } catch (error) {
        toastFailure(error);
      }
    };
    toast(fill('databaseDeleted', { name }), 'plain', 10_000, [[t('undo'), () => void bringBack()]]);
  }

  private choose(name: string): void {
    const database = this.library.databases.find((one) => one.name === name);
    const chosen = database ? name : '';
    if (this.settings.value.database !== chosen) this.settings.set({ database: chosen });
    this.paintSources();
    if (!database) {
      this.showOwn();
      return;
    }
    this.view?.close();
    this.view = null;
    const remove = () => void this.remove(name);
    if (database.error) {
      this.content.replaceChildren(brokenDatabase(database, remove));
      return;
    }
    this.view = new DatabaseView(this.library, database, {
      remove,
      open: this.hands.openGame,
      variant: () => this.settings.value.variant,
    });
    this.content.replaceChildren(this.view.element);
  }
}
