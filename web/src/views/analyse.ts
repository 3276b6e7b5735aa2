// Analysing: a tree of moves with the engine, endgame tables, notes and a
// review beside it.

import { type Arrow, type Badge, shapeArrow } from '../board/arrows';
import { isSite } from '../build';
import { isLost } from '../connection';
import { clockOf, type Shape, shapesOf, withShapes } from '../game/commands';
import { GameDocument } from '../game/document';
import { History } from '../game/history';
import type { GameSource, Library } from '../game/library';
import { firstMove, Tree } from '../game/tree';
import { gameOf, knownGame } from '../games';
import { isThai, t, type Word } from '../i18n';
import type { Color, GameName, GameRecord, LegalMove, PositionReply } from '../protocol';
import type { Seat, Table, View } from '../table';
import { announce, h, iconButton, toastFailure } from '../ui/dom';
import { keepFocus } from '../ui/focus';
import { moveGlyph } from '../ui/format';
import { markCurrent, moveList, showCurrent } from '../ui/moves';
import { typedInput } from '../ui/typed-input';
import { openEditor } from './editor';
import { EnginePanel } from './engine-panel';
import { ExplorerPanel } from './explorer';
import { GameNav } from './game-nav';
import { aloneIn, type Lent, LentGames, readLent } from './lent';
import { Notes } from './notes';
import { askGame, askStart, askText } from './open';
import { askKeep } from './repertoire-dialog';
import { ReviewPanel } from './review';
import { loadOrSay } from './saved';
import { copyPgn, fenRow, openShare } from './share';
import { TablesPanel } from './tables-panel';
import { TextReader } from './text-reader';
import { VerdictCard } from './verdict-card';

/** A heading for those who go from one to the next by keys. */
function heading(word: Word): HTMLElement {
  return h('h3', { class: 'hidden', text: t(word) });
}

export class AnalyseView implements View {
  readonly name = 'analyse';
  readonly panel = h('section', { class: 'panel analyse-panel' });
  private engine: EnginePanel;
  private tables: TablesPanel;
  private explorer: ExplorerPanel;
  private nav: GameNav;
  private lent: LentGames;
  private reviews: ReviewPanel;
  private notes: Notes;
  private card: VerdictCard;
  private history: History | null = null;
  private movesBox = h('div', { class: 'scroll moves-box' });
  private list: { key: string; element: HTMLElement } | null = null;
  private shareBox = h('div', { class: 'share' });
  private texts: TextReader;

  constructor(
    private table: Table,
    /** Plays on from the end of a line. */
    private playFrom: (line: Tree) => void,
    library: Library,
    /** Shows the list of a database. */
    showList: (database: string) => void,
    /** Opens one of one's own games after these moves. */
    openOwn: (document: string, moves: string[]) => Promise<void>,
  ) {
    const document = () => this.document;
    this.engine = new EnginePanel(table, document);
    this.tables = new TablesPanel(table, (uci) => this.playNamed(uci));
    this.explorer = new ExplorerPanel(table, library, {
      play: (uci) => this.playNamed(uci),
      open: (source, game) => void this.openGame(source, game).catch(toastFailure),
      list: showList,
      openOwn: (id) => void openOwn(id, this.movesShown()).catch(toastFailure),
    });
    this.lent = new LentGames(table, library);
    this.texts = new TextReader(
      table,
      (record) => this.openRecord(record),
      () => this.document && table.info && this.paintShare(this.document, table.info),
    );
    this.nav = new GameNav((source, game) => this.openGame(source, game), showList);
    this.reviews = new ReviewPanel(table, document, (busy) => this.lendEngine(busy));
    this.card = new VerdictCard({
      offer: () => void this.reviews.toggle(),
      show: (id) => void table.show(id),
      added: (changed) => {
        table.documents.save(changed);
        this.history?.note();
        if (table.info) this.paintMoves(table.info);
      },
      hide: () => this.hideKnown(),
      pointed: () => table.board.setArrows(table.view?.arrows() ?? []),
      judge: (tried) => this.judge(tried),
    });
    this.notes = new Notes(table, {
      onChange: (kind) => {
        this.history?.note(kind);
        this.remember();
        if (this.table.info) this.paintMoves(this.table.info);
      },
      undo: () => this.travel('undo'),
      redo: () => this.travel('redo'),
      may: () => ({ undo: this.history?.canUndo ?? false, redo: this.history?.canRedo ?? false }),
    });
  }

  get bar(): HTMLElement {
    return this.engine.bar.element;
  }

  private get document(): GameDocument | null {
    return this.table.view === this ? this.table.document : null;
  }

  private get settings() {
    return this.table.settings.value;
  }

  async enter(isWanted: () => boolean): Promise<void> {
    const id = this.settings.analysing;
    const lent = readLent(id);
    const document = id && !lent ? await loadOrSay(this.table, id) : null;
    if (!isWanted()) return;
    if (lent && (await this.openLent(lent, isWanted))) return;
    if (!isWanted()) return;
    this.table.view = this;
    if (document) await this.put(document);
    else await this.openNew(new Tree({ variant: knownGame(this.settings.variant).name }));
  }

  async put(document: GameDocument, source: GameSource | null = null): Promise<void> {
    if (this.reviews.isRunning) {
      this.reviews.leave();
      this.engine.stop();
      this.engine.paused = false;
    }
    this.engine.reset();
    this.tables.reset();
    this.explorer.forget();
    this.nav.set(source);
    this.card.leave();
    this.history = new History(document);
    this.panel.replaceChildren(
      h('h2', { class: 'hidden', text: t('analyse') }),
      h(
        'div',
        { class: 'sheet' },
        heading('moves'),
        this.nav.element,
        this.movesBox,
        this.table.stepButtons(),
        typedInput(this.table),
      ),
      h(
        'div',
        { class: 'tools' },
        heading('engine'),
        this.engine.element,
        this.tables.element,
        ...(isSite ? [] : [this.explorer.element]),
        this.card.element,
        this.reviews.element,
        heading('comment'),
        this.notes.element,
        this.shareBox,
      ),
    );
    await this.table.open(document);
  }

  /** Remembers what is on the board, so that it is there again after a reload. */
  private remember(): void {
    if (!this.document) return;
    const analysing = this.lent.nameOf(this.document);
    // A page that only follows another must not write its own old settings.
    if (this.settings.analysing !== analysing) this.table.settings.set({ analysing });
  }

  /** Puts a game of a database on the board, after `moves` if it has them: games of
   * one opening are looked at from the same place. */
  async openGame(source: GameSource, game: number, moves = this.movesShown()): Promise<void> {
    const orientation = this.document?.data.orientation ?? 'w';
    const document = await this.lent.take({ database: source.database, game }, moves, orientation);
    this.table.view = this;
    await this.put(document, source);
  }

  private movesShown(): string[] {
    const { document } = this;
    const path = document ? document.tree.path(document.current) : [];
    return path.map((node) => node.move).filter(Boolean);
  }

  /** Opens the game of a database that was on the board before the page was loaded. */
  private async openLent(lent: Lent, isWanted: () => boolean): Promise<boolean> {
    try {
      const document = await this.lent.take(lent, [], 'w');
      if (!isWanted()) return true;
      this.table.view = this;
      await this.put(document, aloneIn(lent.database));
      return true;
    } catch (error) {
      if (isLost(error)) throw error;
      toastFailure(error);
      return false;
    }
  }

  async openNew(tree: Tree, rest: Partial<GameDocument['data']> = {}): Promise<void> {
    this.table.view = this;
    await this.put(GameDocument.create('analyse', tree, rest));
  }

  private async openRecord(record: GameRecord): Promise<void> {
    const tree = Tree.fromRecord(record);
    await this.openNew(tree, {
      tags: record.tags,
      result: record.result,
      current: record.nodes.length > 1 && record.tags.length ? 0 : tree.end(0),
    });
  }

  leave(): void {
    this.card.leave();
    this.card.giveUp();
    this.reviews.leave();
    this.engine.paused = false;
    this.engine.stop();
  }

  movable(info: PositionReply): 'both' | null {
    return info.moves.length ? 'both' : null;
  }

  premovable(): null {
    return null;
  }

  mayCount(info: PositionReply): boolean {
    return this.document?.tree.start.counting === 'manual' || this.mayTakeCount(info);
  }

  /** Nobody has said of a FEN who counts. Where a count could begin with it, the
   * side to move may. */
  mayTakeCount(info: PositionReply): boolean {
    const { document } = this;
    const isOpen = document?.current === 0 && (document.tree.start.counting ?? 'auto') === 'auto';
    return isOpen && !info.outcome && info.counting?.kind === 'board' && info.counting.side === null;
  }

  seat(color: Color): Seat {
    const tags = new Map(this.document?.data.tags ?? []);
    const tag = tags.get(color === 'w' ? 'White' : 'Black');
    const elo = tags.get(color === 'w' ? 'WhiteElo' : 'BlackElo');
    const named = tag && tag !== '?';
    return {
      name: named ? tag : t(color === 'w' ? 'white' : 'black'),
      note: named && elo && elo !== '?' ? elo : '',
      clock: this.clockAt(color),
      running: false,
    };
  }

  /** What a side's clock showed after its last move, if the game says so. */
  private clockAt(color: Color): number | null {
    const { document } = this;
    if (!document) return null;
    const { tree } = document;
    const blackFirst = firstMove(tree.start.fen).blackFirst;
    const path = tree.path(document.current);
    for (let ply = path.length - 1; ply > 0; ply--) {
      const mover = (ply % 2 === 1) !== blackFirst ? 'w' : 'b';
      const left = mover === color ? clockOf(path[ply]?.comment ?? '') : null;
      if (left !== null) return left;
    }
    return null;
  }

  arrows(): Arrow[] {
    if (this.card.isTrying) return [];
    // While a refutation is played nothing else draws the eye.
    const played = this.card.arrow();
    if (played) return [played];
    return [...this.treeArrows(), ...this.engine.arrows()];
  }

  drawn(): Shape[] {
    const { document } = this;
    return document ? shapesOf(document.tree.get(document.current).comment) : [];
  }

  drew(shapes: Shape[]): void {
    const { document } = this;
    if (!document) return;
    const node = document.tree.get(document.current);
    node.comment = withShapes(node.comment, shapes);
    this.table.documents.save(document);
    this.history?.note();
    this.remember();
    this.notes.paint(document);
    this.table.paint();
  }

  badge(info: PositionReply): Badge | null {
    const { document } = this;
    const found = document && moveGlyph(document.tree.get(document.current).glyphs);
    return found && info.last ? { square: info.last[1], ...found } : null;
  }

  /** Where the tree goes on, if it branches. */
  private treeArrows(): Arrow[] {
    const { document } = this;
    const children = document ? document.tree.get(document.current).children : [];
    if (!document || !this.settings.treeArrows || children.length < 2) return [];
    return children.map((id) => {
      const uci = document.tree.get(id).move;
      const to = this.table.info?.moves.find((move) => move.uci === uci)?.to ?? uci.slice(2, 4);
      return { from: uci.slice(0, 2), to, kind: 'branch', strength: 0.2 };
    });
  }

  shown(info: PositionReply): void {
    const { document } = this;
    if (!document) return;
    this.history?.note();
    this.remember();
    this.reviews.paint();
    this.card.paint(document, this.reviews.isRunning);
    this.notes.paint(document);
    this.paintShare(document, info);
    this.paintMoves(info);
    this.tables.show(document, info);
    this.explorer.show(document);
    this.engine.run();
  }

  moved(move: LegalMove): void {
    void this.table.play(move);
  }

  private playNamed(uci: string): void {
    const move = this.table.info?.moves.find((candidate) => candidate.uci === uci);
    if (move) this.moved(move);
  }

  /** After a lost connection, or a change of settings. */
  takeUp(): void {
    this.engine.reset();
    this.tables.reset();
    this.explorer.reset();
    if (this.document && this.table.info) this.shown(this.table.info);
    else if (this.document) void this.table.show(this.document.current, true);
  }

  /** While somebody looks for a better move, neither the engine nor the list of
   * moves tells it. */
  private hideKnown(): void {
    const { isTrying } = this.card;
    this.panel.classList.toggle('trying', isTrying);
    // It has to judge what is tried, and one search ends another.
    this.engine.paused = isTrying;
    if (isTrying) this.engine.stop();
  }

  /** Lets the engine judge the move on the board. */
  private async judge(document: GameDocument): Promise<string | undefined | null> {
    const { effort } = this.settings;
    const line = document.tree.line(document.current);
    try {
      const { judgement } = await this.table.connection.ask({ type: 'try', line, effort }, 'tried');
      return judgement ?? undefined;
    } catch {
      return null;
    }
  }

  private lendEngine(busy: boolean): void {
    if (busy) this.card.giveUp();
    this.engine.paused = busy;
    if (busy) {
      this.engine.forget();
      if (this.document) this.card.paint(this.document, true);
    } else if (this.document && this.table.info) this.shown(this.table.info);
  }

  private paintMoves(info: PositionReply): void {
    const { document } = this;
    if (!document) return;
    const list = this.listOf(document);
    const head = h('div', { class: 'moves-head' });
    if (info.opening) head.append(h('p', { class: 'opening', text: `${info.opening.eco} ${info.opening.name}` }));
    const tags = new Map(document.data.tags);
    const event = [tags.get('Event'), tags.get('Date')?.replaceAll('.??', '')]
      .filter((text) => text && !/^\?+$/.test(text))
      .join(', ');
    if (event) head.append(h('p', { class: 'quiet event', text: event }));
    const old = this.movesBox.firstElementChild;
    if (list.parentElement === this.movesBox && old) old.replaceWith(head);
    else keepFocus(this.movesBox, () => this.movesBox.replaceChildren(head, list));
    showCurrent(list);
  }

  /** The list of moves. Thousands of them take a while, so one in which nothing
   * has changed but the move that is shown is used again. */
  private listOf(document: GameDocument): HTMLElement {
    const { tree, data } = document;
    const { inline, comments } = this.settings;
    const key = JSON.stringify([data.id, tree.toData(), data.review, data.result, inline, comments, isThai()]);
    if (key === this.list?.key) {
      markCurrent(this.list.element, document.current);
      return this.list.element;
    }
    const element = moveList({
      tree,
      current: document.current,
      ...firstMove(tree.start.fen),
      variations: true,
      inline,
      comments,
      verdict: document.verdicts(),
      onSelect: (id) => void this.table.show(id),
    });
    if (data.result !== '*')
      element.append(h('p', { class: 'wide result', text: data.result.replace('1/2-1/2', '½–½').replace('-', '–') }));
    this.list = { key, element };
    return element;
  }

  private paintShare(document: GameDocument, info: PositionReply): void {
    const { table } = this;
    const { choice } = this.texts;
    const open = () => openShare(table, document, info, [...this.engine.arrows(), ...this.drawn().map(shapeArrow)]);
    const parts = [
      fenRow(info),
      h(
        'div',
        { class: 'actions wrap' },
        iconButton('review', t('reviewShort'), () => void this.reviews.toggle(), {
          shown: true,
          title: t('review'),
          disabled: !document.tree.root.children.length,
        }),
        iconButton('play', t('playShort'), () => this.playFrom(document.tree.lineTo(document.current)), {
          shown: true,
          title: t('playFromHere'),
          disabled: !info.moves.length,
        }),
        iconButton('paste', t('pasteShort'), () => askText((text, name) => this.read(text, name)), {
          shown: true,
          title: t('paste'),
        }),
        choice && iconButton('games', t('list'), () => askGame(choice), { shown: true, title: t('chooseGame') }),
        !isSite &&
          iconButton('train', t('keepRepertoireShort'), () => askKeep(table, document), {
            shown: true,
            title: t('keepRepertoire'),
            disabled: !document.tree.root.children.length,
          }),
        iconButton('edit', t('editShort'), () => this.edit(), { shown: true, title: t('editPosition') }),
        iconButton('copy', 'PGN', () => copyPgn(table, document), { shown: true, title: t('copyPgn') }),
        iconButton('image', t('shareShort'), open, { shown: true, title: t('share') }),
        iconButton('plus', t('new'), () => askStart((variant) => this.start(variant)), {
          shown: true,
          title: t('newGame'),
        }),
      ),
    ];
    keepFocus(this.shareBox, () => this.shareBox.replaceChildren(...parts));
  }

  private edit(): void {
    openEditor(this.table, {
      analyse: (variant, fen) => void this.openNew(new Tree({ variant, fen })),
      play: (variant, fen) => this.playFrom(new Tree({ variant, fen })),
    });
  }

  private start(variant: GameName): void {
    const number = gameOf(variant).randomStart();
    this.table.settings.set({ variant });
    void this.openNew(new Tree({ variant, number }));
  }

  /** Opens what a text holds. True if that is something. */
  read(text: string, name = ''): Promise<boolean> {
    return this.texts.read(text, name);
  }

  /** Undoes the last change, or makes it again. */
  private travel(way: 'undo' | 'redo'): void {
    const { document, history } = this;
    if (!document || !history?.[way]()) return;
    announce(t(way === 'undo' ? 'undone' : 'redone'));
    void this.table.show(document.current, true);
  }

  // Keys, as Lichess has them.

  key(event: KeyboardEvent): boolean {
    const { document } = this;
    if (!document) return false;
    if (event.ctrlKey || event.metaKey) return this.controlKey(event);
    if (event.shiftKey) return this.shiftKey(document, event.key);
    const { settings } = this.table;
    const toggles: Record<string, () => void> = {
      l: () => this.engine.toggle(),
      ' ': () => this.engine.playBest(),
      x: () => this.engine.toggleThreat(),
      h: () => this.engine.openSettings(),
      z: () => this.toggleReview(document),
      a: () => this.repaint(() => settings.set({ arrows: !settings.value.arrows })),
      v: () => this.repaint(() => settings.set({ treeArrows: !settings.value.treeArrows })),
      e: () => this.repaint(() => settings.set({ tables: !settings.value.tables })),
      d: () => this.explorer.toggle(),
      '[': () => void this.nav.go(-1),
      ']': () => void this.nav.go(1),
      Escape: () => this.engine.threat && this.engine.toggleThreat(),
    };
    const toggle = toggles[event.key];
    toggle?.();
    return !!toggle;
  }

  private controlKey(event: KeyboardEvent): boolean {
    const key = event.key.toLowerCase();
    if (key === 'z') this.travel(event.shiftKey ? 'redo' : 'undo');
    else if (key === 'y') this.travel('redo');
    else return false;
    return true;
  }

  private repaint(change: () => void): void {
    change();
    this.table.paint();
    if (this.table.info) this.shown(this.table.info);
  }

  /** Reviews a game that has not been; then shows and hides what was found. */
  private toggleReview(document: GameDocument): void {
    if (document.data.review && !this.reviews.isRunning) this.reviews.toggleShown();
    else if (document.tree.root.children.length) void this.reviews.toggle();
  }

  private shiftKey(document: GameDocument, key: string): boolean {
    const { settings } = this.table;
    if (key === 'I') this.repaint(() => settings.set({ inline: !settings.value.inline }));
    else if (key === 'C') this.repaint(() => settings.set({ comments: !settings.value.comments }));
    else if (key === 'ArrowUp' || key === 'ArrowDown') this.otherLine(document, key === 'ArrowDown' ? 1 : -1);
    else if (key === 'ArrowLeft' || key === 'ArrowRight') this.toBranch(document, key === 'ArrowLeft');
    else return false;
    return true;
  }

  /** Another variation at the same move. */
  private otherLine(document: GameDocument, step: number): void {
    if (document.current === 0) return;
    const list = document.tree.get(document.tree.get(document.current).parent).children;
    const target = list[(list.indexOf(document.current) + step + list.length) % list.length];
    if (target !== undefined) void this.table.show(target);
  }

  /** The last or the next place where the tree branches. */
  private toBranch(document: GameDocument, back: boolean): void {
    let at = document.current;
    do {
      const next = back ? document.tree.get(at).parent : document.tree.get(at).children[0];
      if (next === undefined || next < 0) break;
      at = next;
    } while (document.tree.get(at).children.length < 2);
    if (at !== document.current) void this.table.show(at);
  }
}
