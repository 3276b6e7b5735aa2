// The board: draws a position, moves the pieces smoothly, and lets a person
// move them by dragging, clicking or with the keyboard.

import { type Shape, type ShapeColour, toggleShape } from '../game/commands';
import { type Game, gameOf } from '../games';
import { t } from '../i18n';
import type { Color, LegalMove, Role } from '../protocol';
import { announce, h, s } from '../ui/dom';
import { type Arrow, type Badge, drawArrow, drawBadge, shapeArrow } from './arrows';
import { isWhite, type Look, type Piece, pieceImage, readPlacement } from './pieces';
import { isDark, place, SQUARES, squareAt } from './squares';

export interface BoardState {
  game: Game;
  fen: string;
  orientation: Color;
  /** The legal moves of the side to move; empty if none may be made here. */
  moves: LegalMove[];
  /** Whose pieces may be moved now. */
  movable: Color | 'both' | null;
  /** Whose pieces may be moved in advance. */
  premovable: Color | null;
  turn: Color;
  last: [string, string] | null;
  check: string | null;
  arrows: Arrow[];
  /** What people have drawn here; nothing if it is forgotten with the position. */
  drawn: Shape[] | null;
  badge: Badge | null;
  pieceSet: Look;
}

interface Events {
  onMove: (move: LegalMove) => void;
  onPremove: (from: string, to: string) => void;
  onDraw: (shapes: Shape[]) => void;
  /** Says what is drawn, or where an arrow begins. */
  describeShape: (from: string, to: string | null) => string;
  /** Says what stands on a square. */
  describe: (square: string, piece: Piece | undefined) => string;
  /** Says where the man in hand can go. */
  describeTargets: (squares: string[]) => string;
  pieceName: (letter: string) => string;
  /** A square in the language of the page. */
  squareName: (square: string) => string;
}

interface Drag {
  from: string;
  element: HTMLElement;
  moved: boolean;
  wasSelected: boolean;
  pointer: number;
  startX: number;
  startY: number;
}

/** What a pawn may become, as the choice shows it: the knight is wanted next to the queen. */
const PROMOTIONS: Role[] = ['queen', 'knight', 'rook', 'bishop'];

const EMPTY: BoardState = {
  game: gameOf(''),
  fen: '8/8/8/8/8/8/8/8 w - - 0 1',
  orientation: 'w',
  moves: [],
  movable: null,
  premovable: null,
  turn: 'w',
  last: null,
  check: null,
  arrows: [],
  drawn: null,
  badge: null,
  pieceSet: 'thai',
};

export class Board {
  readonly element: HTMLElement;
  private state: BoardState = EMPTY;
  private pieces = new Map<string, { piece: Piece; element: HTMLElement }>();
  private squares = new Map<string, HTMLElement>();
  private pieceLayer = h('div', { class: 'pieces' });
  private squareLayer = h('div', { class: 'squares', 'aria-hidden': 'true' });
  private arrowLayer = s('svg', { viewBox: '0 0 800 800', class: 'arrows', 'aria-hidden': 'true' });
  private selected: string | null = null;
  private premove: [string, string] | null = null;
  private drag: Drag | null = null;
  private cursor: string | null = null;
  /** An arrow whose end is not known yet. */
  private drawing: Shape | null = null;
  private shapes: Shape[] = [];
  private promotion: HTMLElement | null = null;
  private hover: string | null = null;

  constructor(private events: Events) {
    this.element = h(
      'div',
      {
        class: 'board',
        tabindex: '0',
        role: 'application',
        'aria-describedby': 'board-pieces',
      },
      this.squareLayer,
      this.pieceLayer,
      this.arrowLayer,
    );
    for (const square of SQUARES) {
      const element = h('div', { class: 'square', data: { square } });
      this.squares.set(square, element);
      this.squareLayer.append(element);
    }
    this.element.addEventListener('pointerdown', (event) => this.onDown(event));
    this.element.addEventListener('pointermove', (event) => this.onDrag(event));
    this.element.addEventListener('pointerup', (event) => this.onUp(event));
    this.element.addEventListener('pointercancel', () => this.cancelDrag());
    this.element.addEventListener('contextmenu', (event) => event.preventDefault());
    this.element.addEventListener('keydown', (event) => this.onKey(event));
    this.element.addEventListener('blur', () => {
      this.element.classList.remove('pointed');
      this.setCursor(null);
    });
    this.layOut();
  }

  /** Shows another state. */
  set(state: BoardState): void {
    const before = this.state;
    this.state = state;
    this.layOut();
    const jump =
      before.game.name !== state.game.name ||
      before.orientation !== state.orientation ||
      before.pieceSet !== state.pieceSet;
    if (before.fen !== state.fen) {
      this.shapes = [];
      this.drawing = null;
      this.closePromotion();
    }
    if (state.drawn) this.shapes = state.drawn;
    this.placePieces(jump);
    if (this.selected && !this.mayPick(this.selected)) this.selected = null;
    this.decorate();
  }

  setArrows(arrows: Arrow[]): void {
    this.state = { ...this.state, arrows };
    this.drawArrows();
  }

  /** The move made in advance, taken off the board. */
  takePremove(): [string, string] | null {
    const premove = this.premove;
    this.premove = null;
    this.decorate();
    return premove;
  }

  clearPremove(): void {
    if (this.premove) this.takePremove();
  }

  /** Puts the pieces back where they stand, after a move that was refused. */
  reset(): void {
    this.selected = null;
    this.placePieces(false);
    this.decorate();
  }

  private layOut(): void {
    this.element.classList.toggle('makruk', this.state.game.isMakrukSet);
    // In the language of the page, which may have changed.
    for (const name of ['aria-label', 'aria-roledescription']) this.element.setAttribute(name, t('board'));
    for (const [square, element] of this.squares) {
      const [column, row] = place(square, this.state.orientation);
      element.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
      element.classList.toggle('dark', isDark(square));
      const name = this.events.squareName(square);
      element.dataset.rank = column === 0 ? name.charAt(1) : '';
      element.dataset.file = row === 7 ? name.charAt(0) : '';
    }
  }

  private put(element: HTMLElement, square: string): void {
    const [column, row] = place(square, this.state.orientation);
    element.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
    element.dataset.square = square;
  }

  private newPiece(piece: Piece, square: string): HTMLElement {
    const element = h('div', { class: 'piece', data: { piece } });
    element.append(pieceImage(piece, this.state.game, this.state.pieceSet));
    this.put(element, square);
    this.pieceLayer.append(element);
    return element;
  }

  /** Lets every piece walk to its new square; pieces taken fade away. */
  private placePieces(jump: boolean): void {
    const wanted = readPlacement(this.state.fen);
    if (jump) {
      for (const { element } of this.pieces.values()) element.remove();
      this.pieces.clear();
    }
    const old = this.pieces;
    const next = new Map<string, { piece: Piece; element: HTMLElement }>();
    const missing: [string, Piece][] = [];
    for (const [square, piece] of wanted) {
      const there = old.get(square);
      if (there && there.piece === piece) {
        next.set(square, there);
        old.delete(square);
        this.put(there.element, square);
      } else missing.push([square, piece]);
    }
    const [from, to] = this.state.last ?? ['', ''];
    for (const [square, piece] of missing) {
      let origin: string | null = null;
      let nearest = Infinity;
      for (const [candidate, { piece: kind }] of old) {
        const promoted = candidate === from && square === to && isWhite(kind) === isWhite(piece);
        if (kind !== piece && !promoted) continue;
        const [a, b] = place(candidate, 'w');
        const [c, d] = place(square, 'w');
        const distance = candidate === from && square === to ? -1 : Math.hypot(a - c, b - d);
        if (distance < nearest) {
          nearest = distance;
          origin = candidate;
        }
      }
      const walker = origin ? old.get(origin) : undefined;
      if (origin && walker) {
        old.delete(origin);
        if (walker.piece !== piece) {
          walker.element.replaceChildren(pieceImage(piece, this.state.game, this.state.pieceSet));
          walker.element.dataset.piece = piece;
        }
        this.put(walker.element, square);
        next.set(square, { piece, element: walker.element });
      } else {
        next.set(square, { piece, element: this.newPiece(piece, square) });
      }
    }
    for (const { element } of old.values()) {
      if (jump) element.remove();
      else {
        element.classList.add('gone');
        setTimeout(() => element.remove(), 180);
      }
    }
    this.pieces = next;
  }

  private mayPick(square: string): boolean {
    const piece = this.pieces.get(square)?.piece;
    if (!piece) return false;
    const color: Color = isWhite(piece) ? 'w' : 'b';
    const { movable, premovable, turn } = this.state;
    if (color === turn && (movable === 'both' || movable === color)) {
      return true;
    }
    return premovable === color && color !== turn;
  }

  private isPremove(square: string): boolean {
    const piece = this.pieces.get(square)?.piece;
    return !!piece && (isWhite(piece) ? 'w' : 'b') !== this.state.turn;
  }

  private targets(from: string): LegalMove[] {
    return this.state.moves.filter((move) => move.from === from);
  }

  private decorate(): void {
    const { last, check } = this.state;
    const dots = new Set<string>();
    if (this.selected && !this.isPremove(this.selected)) {
      for (const move of this.targets(this.selected)) {
        dots.add(move.to);
        if (move.also) dots.add(move.also);
      }
    }
    for (const [square, element] of this.squares) {
      const list = element.classList;
      list.toggle('last', !!last && (last[0] === square || last[1] === square));
      list.toggle('check', check === square);
      list.toggle('selected', this.selected === square);
      list.toggle('dot', dots.has(square) && !this.pieces.has(square));
      list.toggle('take', dots.has(square) && this.pieces.has(square));
      list.toggle('premove', !!this.premove && this.premove.includes(square));
      list.toggle('cursor', this.cursor === square);
      list.toggle('hover', this.hover === square);
    }
    for (const [square, { element }] of this.pieces) {
      element.classList.toggle('pickable', this.mayPick(square));
    }
    this.drawArrows();
  }

  private drawArrows(): void {
    const { badge, orientation } = this.state;
    const shapes = this.drawing ? [...this.shapes, this.drawing] : this.shapes;
    const arrows = [...this.state.arrows, ...shapes.map(shapeArrow)];
    this.arrowLayer.replaceChildren(...arrows.map((arrow) => drawArrow(arrow, orientation)));
    if (badge) this.arrowLayer.append(drawBadge(badge, orientation));
  }

  private draw(shape: Shape): void {
    this.drawing = null;
    this.shapes = toggleShape(this.shapes, shape);
    this.drawArrows();
    this.events.onDraw(this.shapes);
  }

  private squareOf(event: PointerEvent): string | null {
    const box = this.element.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * 8);
    const row = Math.floor(((event.clientY - box.top) / box.height) * 8);
    return squareAt(column, row, this.state.orientation);
  }

  private onDown(event: PointerEvent): void {
    const square = this.squareOf(event);
    // The ring is for those who came by keyboard.
    this.element.classList.add('pointed');
    if (!square || this.promotion) return;
    if (event.button === 2) {
      this.drawing = { colour: shapeColour(event), from: square, to: square };
      this.element.setPointerCapture(event.pointerId);
      this.drawArrows();
      return;
    }
    if (event.button !== 0) return;
    if (!this.state.drawn) this.shapes = [];
    if (this.selected && this.selected !== square && this.tryMove(this.selected, square)) {
      event.preventDefault();
      return;
    }
    if (this.premove) {
      this.premove = null;
    }
    if (!this.mayPick(square)) {
      this.selected = null;
      this.decorate();
      return;
    }
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    const entry = this.pieces.get(square);
    if (!entry) return;
    const wasSelected = this.selected === square;
    this.selected = square;
    this.drag = {
      from: square,
      element: entry.element,
      moved: false,
      wasSelected,
      pointer: event.pointerId,
      startX: event.clientX,
      startY: event.clientY,
    };
    this.element.setPointerCapture(event.pointerId);
    this.decorate();
  }

  private onDrag(event: PointerEvent): void {
    if (this.drawing && event.buttons & 2) {
      const to = this.squareOf(event) ?? this.drawing.from;
      if (to === this.drawing.to) return;
      this.drawing = { ...this.drawing, to };
      this.drawArrows();
      return;
    }
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    const far = Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY) > 4;
    if (!drag.moved && !far) return;
    drag.moved = true;
    const box = this.element.getBoundingClientRect();
    const size = box.width / 8;
    drag.element.classList.add('dragging');
    const x = event.clientX - box.left - size / 2;
    const y = event.clientY - box.top - size / 2 - (event.pointerType === 'touch' ? size * 0.5 : 0);
    drag.element.style.transform = `translate(${x}px, ${y}px)`;
    const over = this.squareOf(event);
    if (over !== this.hover) {
      if (this.hover) this.squares.get(this.hover)?.classList.remove('hover');
      this.hover = over;
      if (over) this.squares.get(over)?.classList.add('hover');
    }
  }

  private onUp(event: PointerEvent): void {
    if (event.button === 2 && this.drawing) {
      const to = this.squareOf(event);
      const { drawing } = this;
      this.drawing = null;
      if (to) this.draw({ ...drawing, to });
      else this.drawArrows();
      return;
    }
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.drag = null;
    this.hover = null;
    drag.element.classList.remove('dragging');
    const to = this.squareOf(event);
    if (drag.moved) {
      if (to && to !== drag.from && this.tryMove(drag.from, to, true)) return;
      this.put(drag.element, drag.from);
      if (to !== drag.from) this.selected = null;
    } else if (drag.wasSelected) {
      this.selected = null;
    }
    this.decorate();
  }

  private cancelDrag(): void {
    if (!this.drag) return;
    this.drag.element.classList.remove('dragging');
    this.put(this.drag.element, this.drag.from);
    this.drag = null;
    this.hover = null;
    this.decorate();
  }

  /** Moves if that is legal; true if something came of it. */
  private tryMove(from: string, to: string, dropped = false): boolean {
    if (this.isPremove(from)) {
      if (!this.mayPick(from)) return false;
      this.premove = [from, to];
      this.selected = null;
      const entry = this.pieces.get(from);
      if (entry) this.put(entry.element, from);
      this.decorate();
      this.events.onPremove(from, to);
      return true;
    }
    const moves = this.targets(from).filter((move) => move.to === to || move.also === to);
    const first = moves[0];
    if (!first || !this.mayPick(from)) return false;
    this.selected = null;
    const element = this.pieces.get(from)?.element;
    if (element) {
      // A piece that was dropped is there already.
      if (dropped) {
        element.classList.add('still');
        requestAnimationFrame(() => requestAnimationFrame(() => element.classList.remove('still')));
      }
      this.put(element, first.also === to ? to : first.to);
    }
    if (moves.length > 1 && moves.every((move) => move.promotion)) {
      this.askPromotion(to, moves);
    } else {
      this.events.onMove(first);
    }
    this.decorate();
    return true;
  }

  private askPromotion(to: string, moves: LegalMove[]): void {
    const white = this.state.turn === 'w';
    const [column, row] = place(to, this.state.orientation);
    const choose = (move: LegalMove | null) => {
      this.closePromotion();
      if (move) this.events.onMove(move);
      else this.reset();
      this.element.focus({ preventScroll: true });
    };
    const { game, pieceSet } = this.state;
    const buttons = PROMOTIONS.flatMap((role) => {
      const letter = game.letter(role);
      const move = moves.find((candidate) => candidate.promotion === letter);
      if (!move) return [];
      const button = h('button', {
        type: 'button',
        class: 'promotion-choice',
        'aria-label': this.events.pieceName(letter),
        on: { click: () => choose(move) },
      });
      button.append(pieceImage(white ? letter.toUpperCase() : letter, game, pieceSet));
      return [button];
    });
    const list = h('div', { class: 'promotion', role: 'dialog', 'aria-label': t('promotion') }, ...buttons);
    list.style.left = `${column * 12.5}%`;
    if (row === 0) list.style.top = '0';
    else {
      list.style.bottom = '0';
      list.classList.add('upwards');
    }
    const veil = h('div', { class: 'promotion-veil', on: { click: () => choose(null) } }, list);
    list.addEventListener('click', (event) => event.stopPropagation());
    veil.addEventListener('pointerdown', (event) => event.stopPropagation());
    veil.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') choose(null);
    });
    this.promotion = veil;
    this.element.append(veil);
    buttons[0]?.focus();
  }

  private closePromotion(): void {
    this.promotion?.remove();
    this.promotion = null;
  }

  private setCursor(square: string | null): void {
    this.cursor = square;
    this.decorate();
  }

  private onKey(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    // Without a cursor the arrows go through the game, as everywhere.
    if (event.key === 'Enter' || (event.key === ' ' && this.cursor)) {
      event.preventDefault();
      event.stopPropagation();
      const square = this.cursor;
      if (!square) {
        this.setCursor(this.state.orientation === 'w' ? 'e2' : 'e7');
        this.say();
      } else if (this.selected && this.selected !== square && this.tryMove(this.selected, square)) {
        return;
      } else {
        this.selected = this.selected === square || !this.mayPick(square) ? null : square;
        this.decorate();
        this.say();
      }
      return;
    }
    if (!this.cursor) return;
    const step = steps[event.key];
    if (isDrawKey(event)) {
      event.preventDefault();
      event.stopPropagation();
      this.drawAtCursor(this.cursor, shapeColour(event));
    } else if (step) {
      event.preventDefault();
      event.stopPropagation();
      const [column, row] = place(this.cursor, this.state.orientation);
      const next = squareAt(column + step[0], row + step[1], this.state.orientation);
      if (next) {
        if (this.drawing) this.drawing = { ...this.drawing, to: next };
        this.setCursor(next);
        this.say();
      }
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      this.selected = null;
      this.drawing = null;
      this.setCursor(null);
    }
  }

  /** Begins an arrow at the cursor, or ends it there. */
  private drawAtCursor(square: string, colour: ShapeColour): void {
    if (this.drawing) {
      const shape = { ...this.drawing, to: square };
      this.draw(shape);
      announce(this.events.describeShape(shape.from, shape.to));
    } else {
      this.drawing = { colour, from: square, to: square };
      this.drawArrows();
      announce(this.events.describeShape(square, null));
    }
  }

  private say(): void {
    if (!this.cursor) return;
    const text = this.events.describe(this.cursor, this.pieces.get(this.cursor)?.piece);
    const picked = this.selected === this.cursor && !this.isPremove(this.cursor);
    const targets = picked ? [...new Set(this.targets(this.cursor).map((move) => move.to))] : [];
    announce(picked ? `${text}: ${this.events.describeTargets(targets)}` : text);
  }
}

/** With Alt, or in other scripts, the key of the letter o writes something else. */
function isDrawKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey) return false;
  return event.code === 'KeyO' || event.key === 'o' || event.key === 'O';
}

/** Green; red with Shift or Ctrl, blue with Alt, yellow with both. */
function shapeColour(event: PointerEvent | KeyboardEvent): ShapeColour {
  const red = event.shiftKey || event.ctrlKey;
  if (event.altKey) return red ? 'Y' : 'B';
  return red ? 'R' : 'G';
}
