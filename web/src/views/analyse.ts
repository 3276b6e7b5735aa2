// Analysing: the engine's lines, the bar, the tree of moves.

import type { Arrow } from '../board/arrows';
import { download, picture, png, svgText, type PictureOptions } from '../board/picture';
import { GameDocument } from '../game/documents';
import { Tree } from '../game/tree';
import { t } from '../i18n';
import type { Analysis, Color, EngineLine, GameRecord, LegalMove, PositionInfo, Score } from '../protocol';
import type { Seat, Table, View } from '../table';
import { openDialog } from '../ui/dialog';
import { announce, h, iconButton, toast } from '../ui/dom';
import { GLYPHS, count, scoreText, winShare } from '../ui/format';
import { moveList, showCurrent } from '../ui/moves';
import { typedInput } from '../ui/typed-input';
import { firstMove } from './play';
import { keepReview, reviewBox } from './review';

const HIGHEST_HASH = 1024;
/** Nodes for each position of a review. */
const REVIEW_NODES = 120_000;

export class AnalyseView implements View {
  readonly name = 'analyse';
  readonly panel = h('section', { class: 'panel analyse-panel' });
  readonly bar = h('div', { class: 'eval-bar', role: 'meter', 'aria-label': t('evaluation') });
  private barFill = h('div', { class: 'eval-fill' });
  private barText = h('span', { class: 'eval-text' });
  private engineBox = h('div', { class: 'engine' });
  private reviewBox = h('div', { class: 'review-slot' });
  private movesBox = h('div', { class: 'scroll moves-box' });
  private noteBox = h('div', { class: 'notes' });
  private shareBox = h('div', { class: 'share' });
  private analysis: Analysis | null = null;
  private search = 0;
  private searching = '';
  private threat = false;
  private preview: HTMLElement | null = null;
  private previewTicket = 0;
  private reviewing: { done: number; total: number } | null = null;

  constructor(private table: Table) {
    this.bar.append(this.barFill, this.barText);
  }

  private get document(): GameDocument | null {
    return this.table.view === this ? this.table.document : null;
  }

  private get settings() {
    return this.table.settings.value;
  }

  async enter(isWanted: () => boolean): Promise<void> {
    const id = this.settings.analysing;
    const document = id ? await this.table.documents.load(id) : null;
    if (!isWanted()) return;
    this.table.view = this;
    if (document) await this.put(document);
    else await this.openNew(new Tree({ variant: this.settings.variant }));
  }

  private async put(document: GameDocument): Promise<void> {
    this.head = this.engineHead();
    this.panel.replaceChildren(
      this.engineBox,
      this.reviewBox,
      this.movesBox,
      this.table.stepButtons(),
      this.noteBox,
      this.shareBox,
    );
    this.table.settings.set({ analysing: document.data.id });
    this.analysis = null;
    this.searching = '';
    await this.table.open(document);
  }

  async openNew(tree: Tree, rest: Partial<GameDocument['data']> = {}): Promise<void> {
    this.table.view = this;
    await this.put(GameDocument.create('analyse', tree, rest));
  }

  async openRecord(record: GameRecord): Promise<void> {
    const tree = Tree.fromRecord(record);
    await this.openNew(tree, {
      tags: record.tags,
      result: record.result,
      current: record.nodes.length > 1 && record.tags.length ? 0 : tree.end(0),
    });
  }

  leave(): void {
    this.reviewing = null;
    this.stop();
    this.hidePreview();
  }

  movable(info: PositionInfo): 'both' | null {
    return info.moves.length ? 'both' : null;
  }

  premovable(): null {
    return null;
  }

  mayCount(): boolean {
    return this.document?.tree.start.counting === 'manual';
  }

  seat(color: Color): Seat {
    const tags = new Map(this.document?.data.tags ?? []);
    const tag = tags.get(color === 'w' ? 'White' : 'Black');
    const elo = tags.get(color === 'w' ? 'WhiteElo' : 'BlackElo');
    const named = tag && tag !== '?';
    return { name: named ? tag : t(color === 'w' ? 'white' : 'black'), note: named && elo && elo !== '?' ? elo : '', clock: null, running: false };
  }

  arrows(): Arrow[] {
    if (!this.settings.arrows || !this.settings.engineOn || !this.analysis) return [];
    const best = this.analysis.lines[0];
    if (!best) return [];
    const turn = this.table.info?.turn === 'b' ? -1 : 1;
    const share = (line: EngineLine) => winShare(line.score) * turn;
    return this.analysis.lines
      .map((line, index): Arrow | null => {
        const uci = line.moves[0];
        if (!uci) return null;
        const loss = share(best) - share(line);
        if (index > 0 && loss > 0.2) return null;
        return {
          from: uci.slice(0, 2),
          to: this.targetOf(uci),
          kind: this.threat ? 'threat' : index === 0 ? 'best' : 'other',
          strength: index === 0 ? 1 : Math.max(0.05, 0.6 - loss * 4),
        };
      })
      .filter((arrow): arrow is Arrow => arrow !== null)
      .reverse();
  }

  private targetOf(uci: string): string {
    return this.table.info?.moves.find((move) => move.uci === uci)?.to ?? uci.slice(2, 4);
  }

  shown(info: PositionInfo): void {
    this.paintReview();
    this.paintNotes();
    this.paintShare();
    this.paintMoves(info);
    this.run();
  }

  moved(move: LegalMove): void {
    void this.table.play(move);
  }

  /** After a lost connection, or a change of settings. */
  takeUp(): void {
    this.searching = '';
    if (this.document && this.table.info) this.shown(this.table.info);
    else if (this.document) void this.table.show(this.document.current, true);
  }

  // The engine.

  private run(): void {
    const { document } = this;
    const { info } = this.table;
    // A review has the engine for itself.
    if (!document || !info || this.reviewing) return;
    const line = document.tree.line(document.current);
    const { lines, threads, hash, seconds, engineOn } = this.settings;
    const key = JSON.stringify([line, lines, threads, hash, seconds, this.threat, engineOn]);
    if (key === this.searching) return;
    this.searching = key;
    const ticket = ++this.search;
    this.analysis = null;
    if (!engineOn || info.outcome || !info.moves.length) {
      void this.table.connection.ask({ type: 'stop' }, 'stopped').catch(() => undefined);
      this.paintEngine(false);
      this.paintBar(info);
      this.table.board.setArrows([]);
      return;
    }
    this.paintEngine(true);
    this.table.connection.follow(
      { type: 'analyse', line, lines, threads, hash, limit: seconds ? { movetime: seconds * 1000 } : {}, threat: this.threat },
      (analysis) => {
        if (ticket !== this.search) return;
        this.analysis = analysis;
        this.paintEngine(true);
        this.paintBar(info);
        this.table.board.setArrows(this.arrows());
      },
      (error) => {
        if (ticket !== this.search) return;
        this.paintEngine(false);
        if (error?.kind === 'engine') {
          toast(t('engineFailed'), 'bad');
          setTimeout(() => this.takeUp(), 500);
        } else if (error && error.kind !== 'lost') toast(error.message, 'bad');
      },
    );
  }

  private stop(): void {
    this.search++;
    this.searching = '';
    void this.table.connection.ask({ type: 'stop' }, 'stopped').catch(() => undefined);
  }

  /** Reviews the game, or stops reviewing it. */
  async review(): Promise<void> {
    const { document } = this;
    if (!document) return;
    if (this.reviewing) {
      void this.table.connection.ask({ type: 'stop' }, 'stopped').catch(() => undefined);
      return;
    }
    this.search++;
    this.searching = '';
    this.analysis = null;
    this.table.board.setArrows([]);
    this.reviewing = { done: 0, total: document.tree.mainline().length + 1 };
    this.paintReview();
    try {
      const game = await this.record();
      const { threads } = this.settings;
      const review = await this.table.connection.review({ type: 'review', game, nodes: REVIEW_NODES, threads }, (done, total) => {
        this.reviewing = { done, total };
        this.paintReview();
      });
      if (review) {
        keepReview(document, review);
        this.table.documents.save(document);
        announce(t('reviewDone'));
      }
    } catch (error) {
      toast(String((error as Error).message), 'bad');
    }
    this.reviewing = null;
    if (this.document === document && this.table.info) this.shown(this.table.info);
  }

  private paintReview(): void {
    const { document } = this;
    if (!document) return;
    if (this.reviewing) {
      const { done, total } = this.reviewing;
      const bar = h('div', { class: 'progress', role: 'progressbar', 'aria-valuenow': String(done), 'aria-valuemax': String(total) });
      bar.style.setProperty('--part', String(total ? done / total : 0));
      this.reviewBox.replaceChildren(
        h('div', { class: 'inline review-progress' }, h('span', { class: 'quiet', text: t('reviewing') }), bar, h('button', { type: 'button', class: 'button small', text: t('cancel'), on: { click: () => void this.review() } })),
      );
      return;
    }
    const { review } = document.data;
    const known = review?.nodes.length && review.nodes.every((node) => document.tree.has(node.id));
    this.reviewBox.replaceChildren(
      ...(review && known
        ? [reviewBox(review, [this.seat('w').name, this.seat('b').name], document.current, (id) => void this.table.show(id))]
        : []),
    );
  }

  toggleEngine(): void {
    this.table.settings.set({ engineOn: !this.settings.engineOn });
    this.run();
  }

  toggleThreat(): void {
    if (this.table.info?.check) return;
    this.threat = !this.threat;
    this.run();
  }

  private paintBar(info: PositionInfo): void {
    const line = this.analysis?.lines[0];
    let score: Score | null = line?.score ?? null;
    let share = score ? winShare(score) : null;
    let text = score ? scoreText(score) : '';
    if (info.outcome) {
      score = null;
      share = info.outcome.result === '1-0' ? 1 : info.outcome.result === '0-1' ? 0 : 0.5;
      text = info.outcome.result.replace('1/2-1/2', '½');
    }
    this.bar.classList.toggle('flipped', this.document?.data.orientation === 'b');
    this.bar.hidden = !this.settings.engineOn;
    if (share === null) return;
    this.bar.style.setProperty('--share', String(share));
    this.bar.classList.toggle('white-better', share >= 0.5);
    this.bar.setAttribute('aria-valuenow', share.toFixed(2));
    this.bar.setAttribute('aria-valuetext', text);
    this.barText.textContent = text.replace(/^[+−]/, '');
  }

  /** The parts of the engine's box that stay while the lines change. */
  private head = this.engineHead();

  private engineHead() {
    const toggle = h('button', { type: 'button', class: 'switch', role: 'switch', on: { click: () => this.toggleEngine() } });
    const score = h('span', { class: 'engine-score' });
    const status = h('div', { class: 'engine-status' });
    const threat = iconButton('threat', `${t('threat')} (x)`, () => this.toggleThreat(), { pressed: false });
    const gear = iconButton('gear', t('settings'), () => this.openEngineSettings());
    const row = h('div', { class: 'engine-head' }, toggle, score, status, threat, gear);
    const lines = h('ol', { class: 'engine-lines' });
    this.engineBox.replaceChildren(row, lines);
    return { row, toggle, score, status, threat, lines };
  }

  private paintEngine(running: boolean): void {
    const { engineOn } = this.settings;
    const { analysis, head } = this;
    const best = analysis?.lines[0];
    head.row.classList.toggle('running', running);
    head.toggle.setAttribute('aria-checked', String(engineOn));
    const label = t(engineOn ? 'engineOff' : 'engineOn');
    head.toggle.setAttribute('aria-label', label);
    head.toggle.title = `${label} (l)`;
    head.threat.setAttribute('aria-pressed', String(this.threat));
    head.score.textContent = best && engineOn ? scoreText(best.score) : '–';
    head.score.classList.toggle('black', !!best && winShare(best.score) < 0.5);
    const outcome = this.table.info?.outcome;
    if (!engineOn) head.status.textContent = t('engineOff');
    else if (outcome) head.status.textContent = outcome.result.replace('1/2-1/2', '½–½');
    else if (analysis) {
      head.status.textContent = `${t('depth')} ${analysis.depth}/${analysis.seldepth} · ${count(analysis.nps)} n/s`;
    } else head.status.textContent = t('thinking');
    const shown = engineOn && !outcome ? this.settings.lines : 0;
    while (head.lines.children.length > shown) head.lines.lastElementChild?.remove();
    for (let i = 0; i < shown; i++) {
      const line = analysis?.lines[i];
      const key = line ? `${scoreText(line.score)} ${this.threat} ${line.moves.join(' ')}` : '';
      const old = head.lines.children[i] as HTMLElement | undefined;
      if (old && old.dataset.key === key) continue;
      const item = this.engineLine(line);
      item.dataset.key = key;
      if (old) old.replaceWith(item);
      else head.lines.append(item);
    }
    if (!head.lines.matches(':hover')) this.hidePreview();
  }

  private engineLine(line: EngineLine | undefined): HTMLElement {
    if (!line) return h('li', { class: 'engine-line waiting' }, h('span', { class: 'pv-score', text: ' ' }));
    const item = h('li', { class: 'engine-line' });
    item.append(
      h('span', { class: `pv-score ${winShare(line.score) >= 0.5 ? 'white' : 'black'}`, text: scoreText(line.score) }),
    );
    const { document } = this;
    const moves = h('span', { class: 'pv' });
    let number = this.table.info?.fullmove ?? 1;
    let black = (this.table.info?.turn === 'b') !== this.threat;
    line.sans.forEach((san, index) => {
      if (!black || index === 0) moves.append(h('span', { class: 'number', text: black ? `${number}…` : `${number}.` }));
      const button = h('button', {
        type: 'button',
        class: 'pv-move',
        text: san,
        tabindex: index === 0 ? '0' : '-1',
        data: { key: line.moves.slice(0, index + 1).join(' ') },
        on: {
          // Pressing is enough: the line may have changed before the button is up.
          pointerdown: (event) => event.button === 0 && void this.playLine(line, index),
          click: (event) => event.detail === 0 && void this.playLine(line, index),
          mouseenter: () => void this.showPreview(line, index),
          mouseleave: () => this.hidePreview(),
        },
      });
      moves.append(button, ' ');
      if (black) number++;
      black = !black;
    });
    if (document) item.append(moves);
    return item;
  }

  /** Plays a line of the engine up to a move. */
  private async playLine(line: EngineLine, upTo: number): Promise<void> {
    const { document } = this;
    if (!document || this.threat) return;
    this.hidePreview();
    let id = document.current;
    for (const uci of line.moves.slice(0, upTo + 1)) {
      const before = document.tree.line(id);
      const info = await this.table.describe({ ...before, moves: [...before.moves, uci] });
      id = document.tree.add(id, uci, info.san ?? uci, info.thai ?? '').id;
    }
    await this.table.show(id);
  }

  private async showPreview(line: EngineLine, upTo: number): Promise<void> {
    const { document } = this;
    if (!document || this.threat || matchMedia('(hover: none)').matches) return;
    const ticket = ++this.previewTicket;
    const before = document.tree.line(document.current);
    const info = await this.table.describe({ ...before, moves: [...before.moves, ...line.moves.slice(0, upTo + 1)] });
    if (ticket !== this.previewTicket) return;
    this.preview?.remove();
    this.preview = h('div', { class: 'preview', 'aria-hidden': 'true' });
    this.preview.append(picture({ ...this.pictureOptions(info), arrows: [] }));
    this.engineBox.append(this.preview);
  }

  private hidePreview(): void {
    this.previewTicket++;
    this.preview?.remove();
    this.preview = null;
  }

  private openEngineSettings(): void {
    const settings = this.table.settings;
    const processors = this.table.connection.hello?.processors ?? 1;
    const range = (label: string, min: number, max: number, value: number, show: (v: number) => string, set: (v: number) => void) => {
      const output = h('output', { text: show(value) });
      const input = h('input', { type: 'range', min: String(min), max: String(max), 'aria-label': label });
      input.value = String(value);
      const part = () => input.style.setProperty('--part', String((Number(input.value) - min) / Math.max(1, max - min)));
      part();
      input.addEventListener('input', () => {
        output.textContent = show(Number(input.value));
        part();
      });
      input.addEventListener('change', () => {
        set(Number(input.value));
        this.run();
      });
      return h('label', { class: 'range-row' }, h('span', { text: label }), output, input);
    };
    const limits = [0, 1, 3, 10, 30, 120];
    const { lines, threads, hash, seconds } = settings.value;
    openDialog(
      t('engine'),
      h(
        'div',
        { class: 'settings' },
        range(t('lines'), 1, 5, lines, String, (value) => settings.set({ lines: value })),
        range(t('threads'), 1, Math.max(1, processors), threads, String, (value) => settings.set({ threads: value })),
        range(t('memory'), 4, Math.log2(HIGHEST_HASH), Math.log2(hash), (v) => `${2 ** v} MiB`, (value) => settings.set({ hash: 2 ** value })),
        range(t('limit'), 0, limits.length - 1, Math.max(0, limits.indexOf(seconds)), (v) => (limits[v] ? `${limits[v]} ${t('seconds')}` : t('infinite')), (value) =>
          settings.set({ seconds: limits[value] ?? 0 }),
        ),
      ),
    );
  }

  // The tree.

  private paintMoves(info: PositionInfo): void {
    const { document } = this;
    if (!document) return;
    const list = moveList({
      tree: document.tree,
      current: document.current,
      ...firstMove(document.tree),
      variations: true,
      onSelect: (id) => void this.table.show(id),
    });
    const head = h('div', { class: 'moves-head' });
    if (info.opening) head.append(h('p', { class: 'opening', text: `${info.opening.eco} ${info.opening.name}` }));
    const tags = new Map(document.data.tags);
    const event = tags.get('Event');
    if (event && event !== '?') head.append(h('p', { class: 'quiet event', text: [event, tags.get('Date')?.replaceAll('.??', '')].filter((text) => text && text !== '????').join(', ') }));
    this.movesBox.replaceChildren(head, list);
    if (document.data.result !== '*') list.append(h('p', { class: 'wide result', text: document.data.result.replace('1/2-1/2', '½–½').replace('-', '–') }));
    showCurrent(list);
  }

  private paintNotes(): void {
    const { document } = this;
    if (!document) return;
    const node = document.tree.get(document.current);
    if (this.noteBox.contains(window.document.activeElement) && this.noteBox.dataset.node === String(node.id)) return;
    this.noteBox.dataset.node = String(node.id);
    const save = () => {
      this.table.documents.save(document);
      if (this.table.info) this.paintMoves(this.table.info);
    };
    const comment = h('input', { type: 'text', class: 'field', placeholder: t('comment'), 'aria-label': t('comment') });
    comment.value = node.comment;
    comment.addEventListener('input', () => {
      node.comment = comment.value;
      save();
    });
    const row = h('div', { class: 'glyph-row' });
    if (node.id !== 0) {
      for (const [glyph, text] of GLYPHS) {
        const on = node.glyphs.includes(glyph);
        row.append(
          h('button', {
            type: 'button',
            class: `button small glyph-button g${glyph}`,
            text,
            'aria-pressed': String(on),
            on: {
              click: () => {
                node.glyphs = on ? node.glyphs.filter((n) => n !== glyph) : [...node.glyphs.filter((n) => n > 6), glyph];
                save();
                this.paintNotes();
              },
            },
          }),
        );
      }
      row.append(h('span', { class: 'grow' }));
      if (!document.tree.isMainline(node.id)) {
        row.append(
          iconButton('up', t('promote'), () => {
            document.tree.promote(node.id);
            save();
            this.paintNotes();
          }),
        );
      }
      row.append(
        iconButton('trash', t('remove'), () => {
          document.tree.remove(node.id);
          void this.table.show(node.parent);
        }),
      );
    }
    const typing = window.document.activeElement?.id === 'typed-move';
    const typed = typedInput(this.table);
    this.noteBox.replaceChildren(row, h('div', { class: 'inline' }, comment, typed));
    if (typing) typed.querySelector('input')?.focus({ preventScroll: true });
  }

  // Sharing.

  private pictureOptions(info: PositionInfo): PictureOptions {
    return {
      variant: this.table.variant,
      fen: info.fen,
      orientation: this.document?.data.orientation ?? 'w',
      pieceSet: this.settings.pieceSet,
      last: info.last,
      arrows: this.arrows(),
    };
  }

  private async record(): Promise<GameRecord> {
    const document = this.document as GameDocument;
    const { start } = document.tree;
    const root = await this.table.describe(document.tree.line(0));
    const plain = !start.fen && start.variant !== 'chess960';
    return document.tree.toRecord(document.data.tags, document.data.result, plain ? '' : root.fen);
  }

  async pgn(): Promise<string> {
    if (!this.document) return '';
    return (await this.table.connection.ask({ type: 'write', game: await this.record() }, 'pgn')).text;
  }

  private paintShare(): void {
    const { document } = this;
    const info = this.table.info;
    if (!info || !document) return;
    const copy = async (text: string) => {
      await navigator.clipboard.writeText(text);
      toast(t('copied'), 'plain', 1500);
      announce(t('copied'));
    };
    const fen = h('input', { type: 'text', class: 'field mono', readonly: 'true', 'aria-label': 'FEN', on: { focus: (event) => (event.target as HTMLInputElement).select() } });
    fen.value = info.fen;
    const name = () => `erawan-${new Date().toISOString().slice(0, 10)}`;
    this.shareBox.replaceChildren(
      h('div', { class: 'inline' }, fen, iconButton('copy', t('copyFen'), () => void copy(info.fen))),
      h(
        'div',
        { class: 'actions wrap' },
        iconButton('review', t('reviewShort'), () => void this.review(), { shown: true, title: t('review'), disabled: !document.tree.root.children.length }),
        iconButton('paste', t('pasteShort'), () => this.openPaste(), { shown: true, title: t('paste') }),
        iconButton('copy', 'PGN', () => void this.pgn().then(copy), { shown: true, title: t('copyPgn'), class: 'no-icon' }),
        iconButton('image', 'SVG', () => download(new Blob([svgText(this.pictureOptions(info))], { type: 'image/svg+xml' }), `${name()}.svg`), { shown: true, title: t('saveSvg'), class: 'no-icon' }),
        iconButton('image', 'PNG', () => void png(this.pictureOptions(info)).then((blob) => download(blob, `${name()}.png`)), { shown: true, title: t('savePng'), class: 'no-icon' }),
        iconButton('plus', t('new'), () => this.openStart(), { shown: true, title: t('newGame') }),
      ),
    );
  }

  private openStart(): void {
    const start = (variant: 'chess' | 'chess960' | 'makruk') => {
      close();
      const number = variant === 'chess960' ? Math.floor(Math.random() * 960) : undefined;
      this.table.settings.set({ variant });
      void this.openNew(new Tree({ variant, number }));
    };
    const cards = (['chess', 'chess960', 'makruk'] as const).map((variant) =>
      h('button', { type: 'button', class: 'button card', on: { click: () => start(variant) } }, h('strong', { text: t(variant) }), h('small', { text: t(`${variant}Hint`) })),
    );
    const close = openDialog(t('newGame'), h('div', { class: 'card-row' }, ...cards));
  }

  openPaste(): void {
    const area = h('textarea', { class: 'field mono', rows: '9', spellcheck: 'false', 'aria-label': t('paste') });
    const close = openDialog(
      t('paste'),
      h(
        'form',
        {
          class: 'paste',
          on: {
            submit: (event) => {
              event.preventDefault();
              void this.read(area.value).then((done) => done && close());
            },
          },
        },
        h('p', { class: 'quiet', text: t('pasteHint') }),
        area,
        h('div', { class: 'actions' }, h('button', { type: 'submit', class: 'button primary', text: t('open') })),
      ),
    );
  }

  /** Opens what a text holds. True if that is something. */
  async read(text: string): Promise<boolean> {
    try {
      const answer = await this.table.connection.ask({ type: 'read', text, variant: this.table.variant }, 'games');
      for (const error of answer.errors) toast(error, 'bad');
      if (answer.games.length === 1 && answer.games[0]) await this.openRecord(answer.games[0]);
      else this.chooseGame(answer.games, answer.more);
      return true;
    } catch (error) {
      toast(String((error as Error).message), 'bad', 7000);
      return false;
    }
  }

  private chooseGame(games: GameRecord[], more: number): void {
    const rows = games.map((game) => {
      const tags = new Map(game.tags);
      const players = `${tags.get('White') ?? '?'} – ${tags.get('Black') ?? '?'}`;
      return h(
        'button',
        {
          type: 'button',
          class: 'game-row',
          on: {
            click: () => {
              close();
              void this.openRecord(game);
            },
          },
        },
        h('strong', { text: players }),
        h('span', { class: 'quiet', text: [tags.get('Event'), tags.get('Date'), game.result].filter(Boolean).join(' · ') }),
      );
    });
    const note = more ? h('p', { class: 'quiet', text: `${more} ${t('moreGames')}` }) : null;
    const close = openDialog(t('chooseGame'), h('div', { class: 'game-list scroll' }, ...rows, note));
  }

  key(event: KeyboardEvent): boolean {
    const { document } = this;
    if (!document) return false;
    const node = document.tree.get(document.current);
    const siblings = () => document.tree.get(node.parent).children;
    if (event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && node.id !== 0) {
      const list = siblings();
      const at = list.indexOf(node.id) + (event.key === 'ArrowDown' ? 1 : -1);
      const target = list[(at + list.length) % list.length];
      if (target !== undefined) void this.table.show(target);
      return true;
    }
    if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      const back = event.key === 'ArrowLeft';
      let at = node.id;
      do {
        const next = back ? document.tree.get(at).parent : document.tree.get(at).children[0];
        if (next === undefined || next < 0) break;
        at = next;
      } while (document.tree.get(at).children.length < 2);
      if (at !== node.id) void this.table.show(at);
      return true;
    }
    switch (event.key) {
      case 'l':
        this.toggleEngine();
        return true;
      case ' ': {
        const best = this.analysis?.lines[0];
        if (!this.settings.engineOn) this.toggleEngine();
        else if (best && !this.threat) void this.playLine(best, 0);
        return true;
      }
      case 'a':
        this.table.settings.set({ arrows: !this.settings.arrows });
        this.table.paint();
        return true;
      case 'x':
        this.toggleThreat();
        return true;
      case 'Escape':
        if (this.threat) this.toggleThreat();
        return true;
      default:
        return false;
    }
  }
}

