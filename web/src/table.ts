// The table: the game that lies on it, the position shown, and the board.

import type { Arrow, Badge } from './board/arrows';
import { Board } from './board/board';
import { isWhite, lookOf, pieceImage, readPlacement } from './board/pieces';
import type { Connection } from './connection';
import { Engines } from './engines';
import type { Shape } from './game/commands';
import type { GameDocument } from './game/document';
import type { Documents } from './game/documents';
import { type Game, gameOf } from './games';
import { fill, isThai, pieceName, squareName, t } from './i18n';
import type { Color, LegalMove, Line, PositionReply } from './protocol';
import type { SettingsStore } from './settings';
import { announce, h, icon, toastFailure } from './ui/dom';
import { keepFocus } from './ui/focus';
import { clockText } from './ui/format';
import { playSound } from './ui/sound';

/** Who sits at a side of the board. */
export interface Seat {
  name: string;
  note: string;
  /** Milliseconds left, if there is a clock. */
  clock: number | null;
  running: boolean;
}

/** What a view decides about the board. */
export interface View {
  readonly name: 'play' | 'analyse' | 'train';
  movable(info: PositionReply): Color | 'both' | null;
  premovable(info: PositionReply): Color | null;
  arrows(): Arrow[];
  /** What is drawn at this move, if it is kept. */
  drawn?(): Shape[];
  drew?(shapes: Shape[]): void;
  /** The glyph of the move, on its square. */
  badge?(info: PositionReply): Badge | null;
  seat(color: Color): Seat;
  /** Buttons for counting, if they may be used. */
  mayCount(info: PositionReply): boolean;
  /** True if a game whose counts begin by themselves may be counted by hand from
   * here on. */
  mayTakeCount?(info: PositionReply): boolean;
  /** Another position is on the board. */
  shown(info: PositionReply): void;
  /** The person has made a move. */
  moved(move: LegalMove): void;
  leave(): void;
  key(event: KeyboardEvent): boolean;
}

/** Characters of lines whose positions are remembered: long games have long ones. */
const MOST_CACHED = 4_000_000;

export class Table {
  readonly board: Board;
  readonly top = h('div', { class: 'strip' });
  readonly bottom = h('div', { class: 'strip' });
  document: GameDocument | null = null;
  info: PositionReply | null = null;
  view: View | null = null;
  private cache = new Map<string, PositionReply>();
  /** The characters of the lines in it. */
  private cached = 0;
  private pieces = h('div', { id: 'board-pieces', class: 'hidden' });
  private wanted = 0;
  readonly engines: Engines;

  constructor(
    readonly connection: Connection,
    readonly documents: Documents,
    readonly settings: SettingsStore,
  ) {
    this.engines = new Engines(connection);
    this.board = new Board({
      onMove: (move) => this.view?.moved(move),
      onPremove: (from, to) => announce(`${t('premove')} ${squareName(from, this.game)} ${squareName(to, this.game)}`),
      onDraw: (shapes) => this.view?.drew?.(shapes),
      describeShape: (from, to) => {
        const name = (square: string) => squareName(square, this.game);
        if (to === null) return `${t('drawFrom')} ${name(from)}`;
        return from === to ? `${t('circle')} ${name(from)}` : `${t('arrow')} ${name(from)} ${name(to)}`;
      },
      describe: (square, piece) => {
        const name = squareName(square, this.game);
        if (!piece) return `${name}, ${t('emptySquare')}`;
        const color = isWhite(piece) ? t('white') : t('black');
        return `${name}, ${color} ${pieceName(piece, this.game)}`;
      },
      describeTargets: (squares) =>
        squares.length
          ? fill('canGoTo', { squares: squares.map((square) => squareName(square, this.game)).join(', ') })
          : t('cannotMove'),
      pieceName: (letter) => pieceName(letter, this.game),
      squareName: (square) => squareName(square, this.game),
    });
    this.board.element.append(this.pieces);
  }

  get game(): Game {
    return this.document?.game ?? gameOf('');
  }

  /** What the server knows about a line. */
  async describe(line: Line): Promise<PositionReply> {
    const key = JSON.stringify(line);
    const known = this.cache.get(key);
    if (known) return known;
    const info = await this.connection.ask({ type: 'position', line }, 'position');
    this.cached += key.length;
    if (this.cache.size > 400 || this.cached > MOST_CACHED) {
      this.cache.clear();
      this.cached = key.length;
    }
    this.cache.set(key, info);
    return info;
  }

  /** Puts a game on the table. */
  async open(document: GameDocument): Promise<void> {
    this.document = document;
    this.documents.watch(document);
    this.info = null;
    this.board.clearPremove();
    await this.show(document.current, true);
  }

  /** Shows a node of the game. */
  async show(id: number, quiet = false): Promise<void> {
    const document = this.document;
    if (!document) return;
    const ticket = ++this.wanted;
    const before = document.current;
    document.current = id;
    let info: PositionReply;
    try {
      info = await this.describe(document.tree.line(id));
    } catch (error) {
      if (ticket === this.wanted) {
        document.current = before;
        this.board.reset();
        toastFailure(error);
      }
      return;
    }
    if (ticket !== this.wanted || document !== this.document) return;
    this.info = info;
    if (id === 0) document.data.rootFen = info.fen;
    this.paint();
    if (!quiet && before !== id) this.speak(info, document.tree.get(id).parent === before);
    this.documents.save(document);
    this.view?.shown(info);
  }

  /** Plays a move on from the node shown; `comment` is written beside a new one. */
  async play(move: LegalMove, comment = ''): Promise<void> {
    const { document } = this;
    if (!document) return;
    const line = document.tree.line(document.current);
    const parent = document.current;
    try {
      const info = await this.describe({ ...line, moves: [...line.moves, move.uci] });
      if (document !== this.document || document.current !== parent) return;
      const node = document.tree.add(parent, move.uci, info.san ?? move.san, info.thai ?? '');
      node.comment ||= comment;
      await this.show(node.id);
    } catch (error) {
      this.board.reset();
      toastFailure(error);
    }
  }

  /** Paints what is known again: after a change of settings, or of the view. */
  paint(): void {
    const { document, info, view } = this;
    if (!document || !info || !view) return;
    this.board.set({
      game: document.game,
      fen: info.fen,
      orientation: document.data.orientation,
      moves: info.moves,
      movable: view.movable(info),
      premovable: view.premovable(info),
      turn: info.turn,
      last: info.last,
      check: info.check,
      arrows: view.arrows(),
      drawn: view.drawn?.() ?? null,
      badge: view.badge?.(info) ?? null,
      pieceSet: lookOf(document.game, this.settings.value),
    });
    this.paintStrips();
    this.describePieces(info);
  }

  paintStrips(): void {
    const { document, info } = this;
    if (!document || !info) return;
    const mine = document.data.orientation;
    keepFocus(this.bottom, () => this.bottom.replaceChildren(...this.strip(mine)));
    keepFocus(this.top, () => this.top.replaceChildren(...this.strip(mine === 'w' ? 'b' : 'w')));
    this.bottom.classList.toggle('to-move', info.turn === mine && !info.outcome);
    this.top.classList.toggle('to-move', info.turn !== mine && !info.outcome);
  }

  /** Only the clocks, many times a second. */
  paintClocks(): void {
    const mine = this.document?.data.orientation ?? 'w';
    for (const [element, color] of [
      [this.bottom, mine],
      [this.top, mine === 'w' ? 'b' : 'w'],
    ] as [HTMLElement, Color][]) {
      const clock = element.querySelector('.clock');
      const seat = this.view?.seat(color);
      if (!clock || !seat || seat.clock === null) continue;
      const text = clockText(seat.clock);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle('running', seat.running);
      clock.classList.toggle('low', seat.clock < 20_000);
    }
  }

  private strip(color: Color): HTMLElement[] {
    const info = this.info as PositionReply;
    const seat = this.view?.seat(color);
    if (!seat) return [];
    const row = [
      h('span', { class: `side-mark ${color}`, 'aria-hidden': 'true' }),
      h('span', { class: 'seat-name', text: seat.name }),
    ];
    if (seat.note) row.push(h('span', { class: 'seat-note', text: seat.note }));
    row.push(this.material(color, info.fen));
    const count = info.counting;
    const mayCount = this.view?.mayCount(info) ?? false;
    if (count) {
      const honour = t(count.kind === 'board' ? 'boardHonour' : 'piecesHonour');
      if (count.side === color) {
        const left = Math.max(0, count.limit - count.spoken);
        const chip = h(
          'span',
          { class: 'count', role: 'status', title: honour },
          h('span', { class: 'count-name', text: honour }),
          h('strong', { text: `${count.spoken}/${count.limit}` }),
          h('span', { class: 'count-left', text: isThai() ? `${t('left')} ${left}` : `${left} ${t('left')}` }),
        );
        chip.style.setProperty('--part', String(count.limit ? count.spoken / count.limit : 0));
        row.push(chip);
      } else if (count.side === null && count.kind === 'board' && info.turn === color) {
        row.push(h('span', { class: 'count waiting', text: `${honour} ${t('mayCount')}` }));
      }
      const canStart = count.canStart || (this.view?.mayTakeCount?.(info) ?? false);
      if (mayCount && info.turn === color && (canStart || count.canStop)) {
        const action = canStart ? 'count' : 'stop';
        const button = h('button', {
          type: 'button',
          class: 'button small count-button',
          text: t(canStart ? 'startCount' : 'stopCount'),
          on: { click: () => void this.act(action) },
        });
        row.push(button);
      }
    }
    row.push(h('span', { class: 'grow' }));
    if (seat.clock !== null) {
      const low = seat.clock < 20_000 ? 'low' : '';
      row.push(
        h('span', {
          class: `clock ${seat.running ? 'running' : ''} ${low}`,
          role: 'timer',
          text: clockText(seat.clock),
        }),
      );
    }
    return row;
  }

  /** Makruk counted by hand: the side to move begins or stops counting. */
  async act(action: 'count' | 'stop'): Promise<void> {
    const { document, info } = this;
    if (!document || !info) return;
    if (this.view?.mayTakeCount?.(info)) document.tree.countByHand();
    const node = document.tree.get(document.current);
    node.actions = [...node.actions, action];
    playSound('notify');
    announce(t(action === 'count' ? 'startCount' : 'stopCount'));
    await this.show(document.current, true);
  }

  /** What a side has more of than the other. */
  private material(color: Color, fen: string): HTMLElement {
    const balance = new Map<string, number>();
    for (const piece of readPlacement(fen).values()) {
      const sign = isWhite(piece) === (color === 'w') ? 1 : -1;
      const letter = piece.toLowerCase();
      balance.set(letter, (balance.get(letter) ?? 0) + sign);
    }
    const row = h('span', { class: 'material', 'aria-hidden': 'true' });
    const { game } = this;
    // The most valuable first; the list begins with the pawn.
    const kinds = game.data.men.filter((man) => man.worth > 0).reverse();
    kinds.sort((a, b) => b.worth - a.worth);
    let sum = 0;
    for (const kind of kinds) {
      for (const letter of [kind.letter, `${kind.letter}~`]) {
        const more = balance.get(letter) ?? 0;
        sum += more * kind.worth;
        for (let i = 0; i < more; i++) {
          const piece = color === 'w' ? letter : letter.toUpperCase();
          row.append(pieceImage(piece, game, lookOf(game, this.settings.value)));
        }
      }
    }
    if (sum >= 1) row.append(h('span', { class: 'advantage', text: `+${sum}` }));
    return row;
  }

  private speak(info: PositionReply, forward: boolean): void {
    if (!forward) {
      playSound('move');
      announce(info.san ?? t('first'));
      return;
    }
    playSound(info.outcome ? 'end' : info.check ? 'check' : info.captured ? 'capture' : 'move');
    const mover = info.turn === 'w' ? t('black') : t('white');
    const text = isThai() && info.thai ? info.thai : info.san;
    announce(`${mover}: ${text ?? ''}${info.check && !info.outcome ? `, ${t('check')}` : ''}`);
  }

  private describePieces(info: PositionReply): void {
    const sides: Record<Color, string[]> = { w: [], b: [] };
    for (const [square, piece] of readPlacement(info.fen)) {
      sides[isWhite(piece) ? 'w' : 'b'].push(`${pieceName(piece, this.game)} ${squareName(square, this.game)}`);
    }
    this.pieces.textContent = `${t('white')}: ${sides.w.join(', ')}. ${t('black')}: ${sides.b.join(', ')}.`;
  }

  flip(): void {
    const { document } = this;
    if (!document) return;
    document.data.orientation = document.data.orientation === 'w' ? 'b' : 'w';
    this.documents.save(document);
    this.paint();
    this.view?.shown(this.info as PositionReply);
  }

  /** Goes through the game. */
  step(where: 'first' | 'previous' | 'next' | 'last'): void {
    const { document } = this;
    if (!document) return;
    const node = document.tree.get(document.current);
    let target: number | undefined;
    if (where === 'first') target = 0;
    else if (where === 'last') target = document.tree.end(node.id);
    else if (where === 'previous') target = node.id === 0 ? undefined : node.parent;
    else target = node.children[0];
    if (target !== undefined && target !== node.id) void this.show(target);
  }

  stepButtons(): HTMLElement {
    const button = (name: string, word: 'first' | 'previous' | 'next' | 'last') => {
      const element = h('button', {
        type: 'button',
        class: 'button icon-only',
        title: t(word),
        'aria-label': t(word),
        on: { click: () => this.step(word) },
      });
      element.append(icon(name));
      return element;
    };
    const flip = h('button', {
      type: 'button',
      class: 'button icon-only',
      title: t('flip'),
      'aria-label': t('flip'),
      on: { click: () => this.flip() },
    });
    flip.append(icon('flip'));
    return h(
      'div',
      { class: 'steps' },
      button('first', 'first'),
      button('prev', 'previous'),
      button('next', 'next'),
      button('last', 'last'),
      flip,
    );
  }
}
