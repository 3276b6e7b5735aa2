// The page as a whole: the frame, the two views, keys, paste and drop.

import { showBoard } from './board/boards';
import { isSite } from './build';
import { Connection, type Status } from './connection';
import { type DocumentData, GameDocument } from './game/document';
import { Documents } from './game/documents';
import { type GameSource, Library } from './game/library';
import { engineAt, isOwn, playerName } from './game/players';
import { Tree } from './game/tree';
import { setGames } from './games';
import { fill, levelName, reasonText, setLanguage, t } from './i18n';
import { PROTOCOL } from './protocol';
import { type Settings, SettingsStore } from './settings';
import { Table } from './table';
import { announce, clearNotice, h, icon, iconButton, notice, toast, toastFailure } from './ui/dom';
import { focusBoard, keepFocus } from './ui/focus';
import { logo } from './ui/logo';
import { showCurrent } from './ui/moves';
import { setMuted } from './ui/sound';
import { AnalyseView } from './views/analyse';
import { openHelp } from './views/help';
import { askDatabase, LibraryPage } from './views/library-page';
import { isForDatabase, readFile } from './views/open';
import { PlayView } from './views/play';
import { saveListener } from './views/saved';
import { openSettings } from './views/settings';
import { TrainView } from './views/train';
import type { Connect } from './wire';

const ALL_TABS = ['play', 'analyse', 'train', 'games'] as const;
type Tab = (typeof ALL_TABS)[number];
/** Exercises are kept by the server. */
const TABS: readonly Tab[] = isSite ? ALL_TABS.filter((tab) => tab !== 'train') : ALL_TABS;

export class App {
  private connection: Connection;
  private settings: SettingsStore;
  private documents: Documents;
  private library: Library;
  private libraryPage: LibraryPage | null = null;
  private isImporting = false;
  private table: Table;
  private playView: PlayView;
  private analyseView: AnalyseView;
  private trainView: TrainView;
  private header = h('header', { class: 'top' });
  private stage = h('main', { class: 'stage' });
  private started = false;
  /** True once the settings have been read. */
  private isReady = false;
  private routes = 0;
  private active: Tab = 'play';

  constructor(
    private host: HTMLElement,
    token: string,
    connect?: Connect,
  ) {
    this.connection = new Connection(token, (status) => this.onStatus(status), connect);
    this.settings = new SettingsStore(this.connection, (settings, repaint) => this.apply(settings, repaint));
    const listener = saveListener(
      () => this.documents,
      (id, oldId) => this.renamed(id, oldId),
      () => this.connection.status === 'lost' && this.sayLost(),
      (data) => void this.followOther(data),
      (id) => this.table.view !== null && this.table.document?.data.id === id,
    );
    this.documents = new Documents(this.connection, listener);
    this.library = new Library(this.connection);
    this.library.listen(() => this.followImport());
    this.table = new Table(this.connection, this.documents, this.settings);
    this.connection.onEngineRestarted = ({ engine, message }) =>
      toast(fill('rivalRestarted', { engine, reason: message }), 'bad', 10_000);
    this.playView = new PlayView(this.table, (document) => void this.analyseGame(document));
    this.analyseView = new AnalyseView(
      this.table,
      (line) => {
        this.playView.goOn(line);
        this.go('play');
      },
      this.library,
      (database) => {
        this.settings.set({ database });
        this.go('games');
      },
      (id, moves) => this.openOwn(id, moves),
    );
    this.trainView = new TrainView(
      this.table,
      (tree, current, orientation, name) => {
        const tags: [string, string][] = name ? [['Event', name]] : [];
        const document = GameDocument.create('analyse', tree, { current, orientation, tags });
        this.documents.save(document);
        this.settings.set({ analysing: document.data.id });
        this.go('analyse');
      },
      (id, moves) => this.openOwn(id, moves),
    );
    this.apply(this.settings.value, false);
    this.host.append(
      this.header,
      this.stage,
      h('div', { id: 'live', class: 'hidden', 'aria-live': 'polite', role: 'status' }),
      h('div', { id: 'toasts', 'aria-live': 'polite', popover: 'manual' }),
    );
    this.listen();
    this.connection.open();
  }

  // The connection.

  private onStatus(status: Status): void {
    document.body.dataset.connection = status;
    if (status === 'open') void this.connected();
    else if (status === 'lost') this.sayLost();
    else if (status === 'refused') {
      clearNotice('connection');
      this.stage.replaceChildren(h('p', { class: 'refused', text: t('refused') }));
    }
  }

  private sayLost(): void {
    const { reason } = this.connection;
    const kept = this.documents.isFull ? '' : t('keptHere');
    notice('connection', [t('lost'), reason && `${reason}.`, kept].filter(Boolean).join(' '));
  }

  private async connected(): Promise<void> {
    clearNotice('connection');
    // A page that is older than its server loads itself anew, once.
    if (this.connection.hello && this.connection.hello.protocol !== PROTOCOL) {
      if (!sessionStorage.getItem('erawan-reloaded')) {
        sessionStorage.setItem('erawan-reloaded', '1');
        location.reload();
      } else notice('version', t('otherVersion'));
      return;
    }
    setGames(this.connection.hello?.games ?? []);
    // Nothing waits for it: what cannot be saved must not stop the page.
    void this.documents.flush();
    if (this.started) {
      void this.settings.flush();
      toast(t('back'), 'plain', 2000);
      await this.table.engines.load();
      this.takeUp();
      return;
    }
    this.started = true;
    await this.settings.load().catch((error: unknown) => toast(reasonText(error), 'bad'));
    this.isReady = true;
    const wish = this.connection.hello?.variant;
    if (wish && !this.settings.value.playing) this.settings.set({ variant: wish });
    await this.route();
  }

  private takeUp(): void {
    if (this.table.view === this.playView) this.playView.takeUp();
    else if (this.table.view === this.analyseView) this.analyseView.takeUp();
    else if (this.table.view === this.trainView) this.trainView.takeUp();
    else void this.route();
  }

  // Views.

  private async route(): Promise<void> {
    this.active = TABS.find((tab) => location.hash === `#${tab}`) ?? 'play';
    this.table.view?.leave();
    this.table.view = null;
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
    this.frame();
    this.stage.dataset.view = this.active;
    const route = ++this.routes;
    this.libraryPage?.close();
    this.libraryPage = null;
    if (this.active === 'games') {
      this.libraryPage = this.gamesPage();
      this.stage.replaceChildren(this.libraryPage.element);
      return;
    }
    const views = { play: this.playView, analyse: this.analyseView, train: this.trainView };
    const wanted = views[this.active];
    this.stage.replaceChildren(
      h(
        'div',
        { class: 'board-side' },
        this.table.top,
        h(
          'div',
          { class: 'board-row' },
          // The bar has its place in every view: the board must not move.
          h('div', { class: 'bar-slot' }, wanted === this.analyseView ? this.analyseView.bar : null),
          this.table.board.element,
        ),
        this.table.bottom,
      ),
      wanted.panel,
    );
    // Another view may be wanted before this one has been loaded.
    try {
      await this.table.engines.load();
      if (route !== this.routes) return;
      await wanted.enter(() => route === this.routes);
    } catch (error) {
      // Without a connection the page comes back here when there is one.
      if (this.connection.status === 'open') toastFailure(error);
    }
  }

  private go(name: Tab): void {
    if (location.hash === `#${name}`) return;
    location.hash = name;
  }

  /** Opens a game for analysis, at the move that is shown or another one. */
  private async analyseGame(game: GameDocument, at = game.current): Promise<void> {
    const data = game.toData();
    const names = { w: t('white'), b: t('black') };
    for (const color of ['w', 'b'] as const) {
      if (!data.play || data.play.both) break;
      const isErawan = engineAt(data.play, color) === '';
      names[color] = playerName(data.play, color) + (isErawan ? ` (${levelName(data.play.elo)})` : '');
    }
    const date = new Date(data.created).toISOString().slice(0, 10).replaceAll('-', '.');
    const tags: [string, string][] = [
      ['Event', 'Erawan'],
      ['Date', date],
      ['White', names.w],
      ['Black', names.b],
    ];
    const copy =
      (await this.analysisOf(game)) ??
      GameDocument.create('analyse', Tree.fromData(data.tree), {
        tags,
        orientation: data.orientation,
      });
    copy.data.result = data.result;
    if (data.play && isOwn(data.play)) copy.data.own = data.play.color;
    copy.current = copy.tree.follow(
      game.tree
        .path(at)
        .map((node) => node.move)
        .filter(Boolean),
    );
    this.documents.save(copy);
    game.data.analysis = copy.data.id;
    this.documents.save(game);
    await this.putAnalysis(copy);
  }

  /** Shows an analysis, in whatever view one is. */
  private async putAnalysis(document: GameDocument): Promise<void> {
    this.settings.set({ analysing: document.data.id });
    if (this.table.view === this.analyseView) await this.analyseView.put(document);
    else this.go('analyse');
  }

  /** Opens one of one's own games for analysis, after these moves. */
  private async openOwn(id: string, moves: string[]): Promise<void> {
    const game = await this.documents.load(id);
    if (!game) {
      toast(t('gameGone'), 'bad');
      return;
    }
    const at = game.tree.follow(moves);
    if (game.data.kind === 'play') {
      await this.analyseGame(game, at);
      return;
    }
    game.current = at;
    this.documents.save(game);
    await this.putAnalysis(game);
  }

  /** The analysis that was made of a game before, with what has been played since. */
  private async analysisOf(game: GameDocument): Promise<GameDocument | null> {
    const { analysis } = game.data;
    const known = analysis ? await this.documents.load(analysis).catch(() => null) : null;
    let at = 0;
    for (const { move, san, thai, actions } of known ? game.tree.mainline() : []) {
      const node = known?.tree.add(at, move, san, thai);
      if (node) node.actions = actions;
      at = node?.id ?? at;
    }
    return known;
  }

  // The frame.

  private frame(): void {
    keepFocus(this.header, () => this.paintHeader());
  }

  private paintHeader(): void {
    const tab = (name: Tab) =>
      h(
        'a',
        { class: 'tab', href: `#${name}`, 'aria-current': this.active === name ? 'page' : undefined },
        icon(name),
        h('span', { text: t(name) }),
      );
    const { sound } = this.settings.value;
    const dark = document.documentElement.dataset.theme === 'dark';
    this.header.replaceChildren(
      h('a', { class: 'brand', href: '#play', 'aria-label': t('engine') }, logo(), h('span', { text: t('engine') })),
      h('nav', { class: 'tabs' }, ...TABS.map(tab)),
      h('span', { class: 'grow' }),
      headerButton(dark ? 'sun' : 'moon', t('theme'), () => this.settings.set({ theme: dark ? 'light' : 'dark' })),
      headerButton(sound ? 'sound' : 'mute', t('sound'), () => this.settings.set({ sound: !sound }), sound),
      headerButton('help', t('keyboard'), () => openHelp()),
      headerButton('gear', t('settings'), () => this.showSettings()),
    );
  }

  private apply(settings: Settings, repaint: boolean): void {
    setLanguage(settings.language);
    setMuted(!settings.sound);
    const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
    const root = document.documentElement;
    root.dataset.theme = settings.theme === 'system' ? system : settings.theme;
    showBoard(root, settings.board);
    root.style.setProperty('--board-scale', String(settings.boardSize / 100));
    root.dataset.coordinates = String(settings.coordinates);
    document.title = t('engine');
    if (!repaint || !this.started) return;
    this.frame();
    this.table.paint();
    if (this.table.info) this.table.view?.shown(this.table.info);
  }

  private showSettings(): void {
    openSettings(this.settings, this.table.engines, () => {
      // Both in the new language, the dialog at once: nobody closes it twice.
      void this.route();
      this.showSettings();
    });
  }

  // Games that were kept.

  private gamesPage(): LibraryPage {
    return new LibraryPage(this.library, this.documents, this.settings, {
      openOwn: (data) => {
        this.settings.set(data.kind === 'analyse' ? { analysing: data.id } : { playing: data.id });
        this.go(data.kind);
      },
      openGame: (source, game) => void this.openGame(source, game),
    });
  }

  /** Says that files are in, to whoever looks at something else. */
  private followImport(): void {
    const { job } = this.library;
    const isOver = this.isImporting && job !== null && !job.isRunning;
    this.isImporting = job?.isRunning ?? false;
    if (!isOver || this.libraryPage) return;
    if (job.errors.length) toast(job.errors.join(' '), 'bad', 8000);
    else if (job.state === 'done') toast(fill('importDone', { file: job.name }));
  }

  /** Opens a game of a database for analysis. */
  private async openGame(source: GameSource, game: number): Promise<void> {
    try {
      await this.toAnalysis();
      await this.analyseView.openGame(source, game, source.moves ?? []);
    } catch (error) {
      toastFailure(error);
    }
  }

  /** A game has got another name. */
  private renamed(id: string, oldId: string): void {
    if (this.settings.value.playing === oldId) this.settings.set({ playing: id });
    if (this.settings.value.analysing === oldId) this.settings.set({ analysing: id });
  }

  /** The game on the table was changed by another page: it is shown as it is
   * now, from where one was looking. */
  private async followOther(data: DocumentData): Promise<void> {
    const { document, view } = this.table;
    if (!document || !view || document.data.id !== data.id) return;
    const fresh = new GameDocument({ ...data, orientation: document.data.orientation });
    const wasAtEnd = !document.tree.get(document.current).children.length;
    const path = document.tree.path(document.current).map((node) => node.move);
    const there = fresh.tree.follow(path.filter(Boolean));
    fresh.current = wasAtEnd ? fresh.tree.end(there) : there;
    if (view === this.trainView) return;
    if (view === this.playView) await this.playView.resume(fresh, fresh.current);
    else await this.analyseView.put(fresh);
    toast(t('changedElsewhere'), 'plain', 5000);
    announce(t('changedElsewhere'));
  }

  // Keys, paste, drop.

  private listen(): void {
    addEventListener('hashchange', () => {
      // Before the settings are read, what was played last is not known.
      if (this.isReady && location.hash.length < 20) void this.route();
    });
    addEventListener('keydown', (event) => this.onKey(event));
    addEventListener('paste', (event) => {
      if (isField(event.target)) return;
      const text = event.clipboardData?.getData('text/plain');
      if (text?.trim()) void this.takeText(text);
    });
    // A frame shows that the page takes what is dragged over it.
    let leaving = 0;
    addEventListener('dragover', (event) => {
      event.preventDefault();
      clearTimeout(leaving);
      document.body.dataset.drop = t(this.libraryPage?.hasDatabase ? 'dropImport' : 'dropHere');
      leaving = window.setTimeout(() => delete document.body.dataset.drop, 600);
    });
    addEventListener('drop', (event) => {
      event.preventDefault();
      delete document.body.dataset.drop;
      const files = [...(event.dataTransfer?.files ?? [])];
      const text = event.dataTransfer?.getData('text/plain');
      if (files.length) {
        void this.takeFiles(files);
      } else if (text) void this.takeText(text);
    });
    // In a list of another height the move on the board stays in view.
    addEventListener('resize', () => {
      const list = this.stage.querySelector<HTMLElement>('.moves');
      if (list) showCurrent(list);
    });
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => this.apply(this.settings.value, true));
    // What has not been saved yet, clocks above all.
    addEventListener('pagehide', () => {
      if (this.table.document) this.documents.save(this.table.document);
    });
    // Another browser may have been used meanwhile.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && this.table.document) void this.documents.look(this.table.document);
    });
    addEventListener('beforeunload', (event) => {
      if (this.documents.atRisk || this.library.job?.isRunning) event.preventDefault();
    });
    // The last resort: whatever nobody has thought of is at least said.
    const failed = (error: unknown) => toast(fill('pageFailed', { reason: reasonText(error) }), 'bad', 12_000);
    addEventListener('error', (event) => failed(event.error ?? event.message));
    addEventListener('unhandledrejection', (event) => failed(event.reason));
  }

  /** Adds files to the database that is shown, or opens one for analysis. What
   * only a database can take is taken to one. */
  private async takeFiles(files: File[]): Promise<void> {
    const [file] = files;
    if (!file) return;
    if (this.libraryPage?.hasDatabase) this.libraryPage.import(files);
    else if (files.length > 1 || isForDatabase(file)) {
      if (isSite) {
        toast(t('needsProgram'), 'bad', 8000);
        return;
      }
      await askDatabase(this.library, files, (database) => {
        if (!this.library.import(database, files)) toast(t('importBusy'), 'bad');
        this.settings.set({ database });
        if (this.active === 'games') void this.route();
        else this.go('games');
      });
    } else {
      const text = await readFile(file);
      if (text !== null) await this.takeText(text, file.name);
    }
  }

  private async toAnalysis(): Promise<void> {
    if (this.table.view === this.analyseView) return;
    this.table.view?.leave();
    history.pushState(null, '', '#analyse');
    await this.route();
  }

  /** Opens a pasted or dropped text for analysis. */
  private async takeText(text: string, name = ''): Promise<void> {
    await this.toAnalysis();
    if (await this.analyseView.read(text, name)) announce(t('position'));
  }

  private onKey(event: KeyboardEvent): void {
    if (event.altKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]')) return;
    if (event.ctrlKey || event.metaKey) {
      if (!isField(event.target) && this.table.view?.key(event)) event.preventDefault();
      return;
    }
    if (isField(event.target)) {
      if (event.key === 'Escape') focusBoard();
      return;
    }
    const pressed = event.target as HTMLElement;
    // What these keys press; a link takes no space.
    if (event.key === ' ' && pressed.closest?.('button, summary')) return;
    if (event.key === 'Enter' && pressed.closest?.('button, summary, a')) return;
    if (this.table.view?.key(event)) {
      event.preventDefault();
      return;
    }
    const steps: Record<string, 'first' | 'previous' | 'next' | 'last'> = {
      ArrowLeft: 'previous',
      k: 'previous',
      ArrowRight: 'next',
      j: 'next',
      ArrowUp: 'first',
      '0': 'first',
      Home: 'first',
      ArrowDown: 'last',
      $: 'last',
      End: 'last',
    };
    const step = this.table.view ? steps[event.key] : undefined;
    if (step && (!event.shiftKey || event.key === '$')) this.table.step(step);
    else if (event.key === 'f' && this.table.view) this.table.flip();
    else if (event.key === '?') openHelp();
    else if (event.key === '/' || event.key === 'm') document.getElementById('typed-move')?.focus();
    else return;
    event.preventDefault();
  }
}

/** A button of the header. Its label is shown where there is room. */
function headerButton(name: string, label: string, onClick: () => void, pressed?: boolean): HTMLElement {
  const button = iconButton(name, label, onClick, { pressed, class: `header-button header-${name}` });
  button.append(h('span', { class: 'header-label', 'aria-hidden': 'true', text: label }));
  return button;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && !!target.closest('input:not([type=radio]):not([type=range]), select, textarea')
  );
}
