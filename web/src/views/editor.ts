// The editor of positions, for every game: men are put on the board, the server
// says in words whether the position is legal.

import { isWhite, lookOf, type Piece, pieceImage } from '../board/pieces';
import { isDark, place, SQUARES, squareAt } from '../board/squares';
import { isLost } from '../connection';
import { type Edited, passingSquares, readEdited, writeEdited } from '../game/edited';
import { allGames, type Game, gameOf } from '../games';
import { fill, pieceName, reasonText, squareName, t } from '../i18n';
import type { Color, GameName } from '../protocol';
import type { Table } from '../table';
import { openDialog } from '../ui/dialog';
import { h, iconButton, toast, toastFailure } from '../ui/dom';
import { keepFocus } from '../ui/focus';

/** What to do with the position. */
interface Hands {
  analyse: (variant: GameName, fen: string) => void;
  play: (variant: GameName, fen: string) => void;
}

const EMPTY_BOARD = '8/8/8/8/8/8/8/8 w - - 0 1';

class Editor {
  readonly element = h('div', { class: 'editor' });
  private squares = new Map<string, HTMLButtonElement>();
  private board = h('div', { class: 'edit-board', role: 'grid', 'aria-label': t('board') });
  private palette = h('div', { class: 'edit-palette', role: 'group', 'aria-label': t('men') });
  private fields = h('div', { class: 'edit-fields' });
  private verdict = h('p', { class: 'edit-verdict', role: 'status' });
  private fenField = h('input', {
    type: 'text',
    class: 'field mono',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': 'FEN',
  });
  private use: HTMLButtonElement[] = [];
  /** What a click puts on a square: a man, nothing (`''`), or it moves one. */
  private brush: Piece | 'hand' = 'hand';
  private from: string | null = null;
  private cursor = 'e4';
  private orientation: Color;
  private start = '';
  private fen = '';
  private asked = 0;

  constructor(
    private table: Table,
    private game: Game,
    private edited: Edited,
    private number: number | undefined,
    private hands: Hands,
    private done: () => void,
  ) {
    this.orientation = table.document?.data.orientation ?? 'w';
    for (const square of SQUARES) this.squares.set(square, this.makeSquare(square));
    this.board.addEventListener('contextmenu', (event) => event.preventDefault());
    this.fenField.addEventListener('change', () => this.takeFen(this.fenField.value));
    this.build();
    void this.learnStart();
  }

  private get counts(): boolean {
    return this.game.data.counting;
  }

  /** The letters of all rights that the game knows. */
  private get rights(): string {
    const letters = this.start.split(' ')[2] ?? '-';
    return this.game.data.castling ? 'KQkq' : letters === '-' ? '' : letters;
  }

  /** How the game begins says which rights there are. */
  private async learnStart(): Promise<void> {
    try {
      const line = { variant: this.game.name, number: this.number, moves: [] };
      this.start = (await this.table.describe(line)).fen;
    } catch (error) {
      if (!isLost(error)) toastFailure(error);
    }
    this.changed();
  }

  private build(): void {
    const { game } = this;
    const games = h(
      'select',
      { class: 'field', 'aria-label': t('game') },
      ...allGames().map(({ name, title }) => h('option', { value: name, text: title })),
    );
    games.value = game.name;
    games.addEventListener('change', () => this.changeGame(gameOf(games.value)));
    const button = (name: string, word: Parameters<typeof t>[0], act: () => void) =>
      iconButton(name, t(word), act, { shown: true });
    const analyse = button('analyse', 'analyse', () => this.finish(this.hands.analyse));
    const play = button('play', 'play', () => this.finish(this.hands.play));
    analyse.classList.add('primary');
    this.use = [analyse, play];
    const copy = iconButton('copy', t('copyFen'), () => {
      navigator.clipboard.writeText(this.fenField.value).then(() => toast(t('copied'), 'plain', 1500), toastFailure);
    });
    this.element.replaceChildren(
      h('div', { class: 'edit-side' }, this.board, this.palette),
      h(
        'div',
        { class: 'edit-tools' },
        h('label', { class: 'filter-field' }, h('span', { class: 'quiet', text: t('game') }), games),
        h(
          'div',
          { class: 'actions wrap' },
          button('undo', 'startPosition', () => this.takeFen(this.start)),
          button('trash', 'clearBoard', () => this.takeFen(EMPTY_BOARD)),
          button('flip', 'flip', () => {
            this.orientation = this.orientation === 'w' ? 'b' : 'w';
            this.paintBoard();
          }),
        ),
        this.fields,
        h('div', { class: 'inline' }, this.fenField, copy),
        this.verdict,
        h('div', { class: 'actions' }, ...this.use),
      ),
    );
    this.paintBoard();
    this.paintPalette();
    this.paintFields();
  }

  private changeGame(game: Game): void {
    // Men that both games have stay where they are.
    for (const [square, man] of this.edited.men) {
      if (!game.role(man) || (man.endsWith('~') && !game.isMakrukSet)) this.edited.men.delete(square);
    }
    Object.assign(this.edited, { rights: new Set<string>(), passing: '', limit: 0 });
    this.game = game;
    this.number = game.data.usualStart ?? undefined;
    this.brush = 'hand';
    this.start = '';
    this.build();
    void this.learnStart();
  }

  private takeFen(fen: string): void {
    if (!fen.trim()) return;
    this.edited = readEdited(fen, this.counts);
    this.from = null;
    this.changed();
  }

  private finish(act: (variant: GameName, fen: string) => void): void {
    if (!this.fen) return;
    this.done();
    act(this.game.name, this.fen);
  }

  /** Paints the position anew and asks what is to be said of it. */
  private changed(): void {
    this.paintBoard();
    this.paintFields();
    const passing = passingSquares(this.edited, this.game.letter('pawn'));
    if (!passing.includes(this.edited.passing)) this.edited.passing = '';
    this.fenField.value = writeEdited(this.edited, this.rights, this.counts);
    void this.check(this.fenField.value);
  }

  private async check(fen: string): Promise<void> {
    const ticket = ++this.asked;
    try {
      const request = { type: 'check', variant: this.game.name, fen } as const;
      const answer = await this.table.connection.ask(request, 'checked');
      if (ticket !== this.asked) return;
      this.fen = answer.fen ?? '';
      const problem = answer.problem ? reasonText(answer.problem) : '';
      const words = this.fen ? fill('editUnusual', { problem }) : fill('editIllegal', { problem });
      this.verdict.textContent = problem ? words : t('editLegal');
      this.verdict.dataset.kind = problem ? (this.fen ? 'unusual' : 'illegal') : 'legal';
    } catch (error) {
      if (ticket !== this.asked) return;
      this.fen = '';
      this.verdict.textContent = reasonText(error);
      this.verdict.dataset.kind = 'illegal';
    }
    for (const button of this.use) button.disabled = !this.fen;
  }

  // The board.

  private makeSquare(square: string): HTMLButtonElement {
    const button = h('button', { type: 'button', role: 'gridcell', tabindex: '-1', data: { square } });
    button.addEventListener('click', () => this.press(square));
    button.addEventListener('contextmenu', () => this.put(square, ''));
    button.addEventListener('keydown', (event) => this.onKey(event, square));
    button.addEventListener('focus', () => {
      this.cursor = square;
    });
    button.draggable = true;
    button.addEventListener('dragstart', (event) => {
      if (!this.edited.men.has(square)) event.preventDefault();
      else event.dataTransfer?.setData('text/x-erawan-square', square);
    });
    button.addEventListener('dragover', (event) => event.preventDefault());
    button.addEventListener('drop', (event) => {
      event.preventDefault();
      event.stopPropagation();
      const from = event.dataTransfer?.getData('text/x-erawan-square');
      const man = event.dataTransfer?.getData('text/x-erawan-man');
      if (from) this.move(from, square);
      else if (man) this.put(square, man);
    });
    return button;
  }

  private paintBoard(): void {
    const { game, edited } = this;
    const hadFocus = this.board.contains(document.activeElement);
    const look = lookOf(game, this.table.settings.value);
    this.board.classList.toggle('makruk', game.isMakrukSet);
    const rows = Array.from({ length: 8 }, () => h('div', { role: 'row' }));
    for (let row = 0; row < 8; row++) {
      for (let column = 0; column < 8; column++) {
        const square = squareAt(column, row, this.orientation) ?? 'a1';
        const button = this.squares.get(square);
        if (!button) continue;
        const man = edited.men.get(square);
        button.className = `edit-square ${isDark(square) ? 'dark' : ''} ${this.from === square ? 'chosen' : ''}`;
        button.tabIndex = square === this.cursor ? 0 : -1;
        button.dataset.man = man ?? '';
        button.setAttribute('aria-label', this.describe(square, man));
        button.replaceChildren(...(man ? [pieceImage(man, game, look)] : []));
        rows[row]?.append(button);
      }
    }
    this.board.replaceChildren(...rows);
    if (hadFocus) this.squares.get(this.cursor)?.focus();
  }

  private describe(square: string, man: Piece | undefined): string {
    const name = squareName(square, this.game);
    if (!man) return `${name}, ${t('emptySquare')}`;
    return `${name}, ${t(isWhite(man) ? 'white' : 'black')} ${pieceName(man, this.game)}`;
  }

  private press(square: string): void {
    const { men } = this.edited;
    if (this.brush !== 'hand') {
      this.put(square, men.get(square) === this.brush ? '' : this.brush);
    } else if (this.from) {
      const { from } = this;
      this.from = null;
      this.move(from, square);
    } else if (men.has(square)) {
      this.from = square;
      this.paintBoard();
    }
  }

  private put(square: string, man: Piece): void {
    if (man) this.edited.men.set(square, man);
    else this.edited.men.delete(square);
    this.changed();
  }

  private move(from: string, to: string): void {
    const man = this.edited.men.get(from);
    this.from = null;
    if (man && from !== to) {
      this.edited.men.delete(from);
      this.edited.men.set(to, man);
    }
    this.changed();
  }

  /** Arrows go from square to square; a letter puts its man there. */
  private onKey(event: KeyboardEvent, square: string): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step) {
      const [column, row] = place(square, this.orientation);
      const next = squareAt(column + step[0], row + step[1], this.orientation);
      if (next) {
        this.cursor = next;
        const button = this.squares.get(next);
        for (const other of this.squares.values()) other.tabIndex = other === button ? 0 : -1;
        button?.focus();
      }
    } else if (event.key === 'Delete' || event.key === 'Backspace') this.put(square, '');
    else if (event.key.length === 1 && this.game.role(event.key)) this.put(square, event.key);
    else return;
    event.preventDefault();
  }

  // The men, and the other fields.

  /** All men that can be put on the board, White's first. */
  private get men(): Piece[] {
    const small = this.game.data.men.map((man) => man.letter).reverse();
    const promoted = this.game.isMakrukSet ? [`${this.game.letter('queen')}~`] : [];
    const black = [...small, ...promoted];
    return [...black.map((man) => man.charAt(0).toUpperCase() + man.slice(1)), ...black];
  }

  private paintPalette(): void {
    const look = lookOf(this.game, this.table.settings.value);
    const choose = (brush: Piece | 'hand') => () => {
      this.brush = brush;
      this.from = null;
      this.paintPalette();
      this.paintBoard();
    };
    const button = (brush: Piece | 'hand', label: string, ...content: Node[]) => {
      const element = h(
        'button',
        {
          type: 'button',
          class: 'edit-man',
          'aria-pressed': String(this.brush === brush),
          'aria-label': label,
          title: label,
          on: { click: choose(brush) },
        },
        ...content,
      );
      element.dataset.man = brush;
      return element;
    };
    const men = this.men.map((man) => {
      const label = `${t(isWhite(man) ? 'white' : 'black')} ${pieceName(man, this.game)}`;
      const element = button(man, label, pieceImage(man, this.game, look));
      element.draggable = true;
      element.addEventListener('dragstart', (event) => event.dataTransfer?.setData('text/x-erawan-man', man));
      return element;
    });
    const half = men.length / 2;
    const rows = [
      h('div', { class: 'edit-row' }, button('hand', t('editMove'), textMark('✥')), ...men.slice(0, half)),
      h('div', { class: 'edit-row' }, button('', t('editErase'), textMark('✕')), ...men.slice(half)),
    ];
    keepFocus(this.palette, () => this.palette.replaceChildren(...rows));
  }

  private paintFields(): void {
    const { edited } = this;
    const choice = (value: Color, label: string) => {
      const input = h('input', { type: 'radio', name: 'edit-turn', value });
      input.checked = edited.turn === value;
      input.addEventListener('change', () => {
        edited.turn = value;
        this.changed();
      });
      return h('label', { class: 'choice' }, input, h('span', { class: 'choice-body' }, h('span', { text: label })));
    };
    const turn = h(
      'fieldset',
      { class: 'field-group' },
      h('legend', { text: t('turn') }),
      h('div', { class: 'choices' }, choice('w', t('white')), choice('b', t('black'))),
    );
    const numbers = h('div', { class: 'filter-fields' });
    const numberField = (word: Parameters<typeof t>[0], value: number, least: number, set: (value: number) => void) => {
      const input = h('input', { type: 'number', class: 'field', min: String(least), max: '9999', name: word });
      input.value = String(value);
      input.addEventListener('change', () => {
        set(Math.max(least, Math.min(9999, Math.floor(Number(input.value)) || least)));
        this.changed();
      });
      numbers.append(h('label', { class: 'filter-field' }, h('span', { class: 'quiet', text: t(word) }), input));
    };
    if (this.counts) {
      // A count has a limit and a number in plies; people count moves.
      numberField('countLimit', Math.round(edited.limit / 2), 0, (value) => {
        edited.limit = 2 * value;
      });
    }
    const isCounted = this.counts && edited.limit > 0;
    numberField(
      isCounted ? 'counted' : 'halfmoves',
      isCounted ? Math.round(edited.clock / 2) : edited.clock,
      0,
      (value) => {
        edited.clock = isCounted ? 2 * value : value;
      },
    );
    numberField('moveNumber', edited.move, 1, (value) => {
      edited.move = value;
    });
    const parts = [turn, this.rightsField(), this.passingField(), numbers].filter((part) => part !== null);
    keepFocus(this.fields, () => this.fields.replaceChildren(...parts));
  }

  private rightsField(): HTMLElement | null {
    const { edited, rights } = this;
    if (!rights) return null;
    const castling: Record<string, string> = { K: 'O-O', Q: 'O-O-O', k: 'O-O', q: 'O-O-O' };
    const boxes = [...rights].map((letter) => {
      const input = h('input', { type: 'checkbox', name: `right-${letter}` });
      input.checked = edited.rights.has(letter);
      input.addEventListener('change', () => {
        if (input.checked) edited.rights.add(letter);
        else edited.rights.delete(letter);
        this.changed();
      });
      const side = t(letter === letter.toUpperCase() ? 'white' : 'black');
      const what = this.game.data.castling ? castling[letter] : letter.toLowerCase();
      return h('label', { class: 'edit-right' }, input, h('span', { text: `${side} ${what}` }));
    });
    return h(
      'fieldset',
      { class: 'field-group' },
      h('legend', { text: t(this.game.data.castling ? 'castling' : 'leaps') }),
      h('div', { class: 'edit-rights' }, ...boxes),
    );
  }

  private passingField(): HTMLElement | null {
    const squares = this.game.data.castling ? passingSquares(this.edited, this.game.letter('pawn')) : [];
    if (!squares.length) return null;
    const select = h(
      'select',
      { class: 'field', name: 'passing' },
      ...['', ...squares].map((square) => h('option', { value: square, text: square || '–' })),
    );
    select.value = this.edited.passing;
    select.addEventListener('change', () => {
      this.edited.passing = select.value;
      this.changed();
    });
    return h('label', { class: 'filter-field' }, h('span', { class: 'quiet', text: t('enPassant') }), select);
  }
}

function textMark(text: string): HTMLElement {
  return h('span', { 'aria-hidden': 'true', text });
}

/** Opens the editor with the position on the board. */
export function openEditor(table: Table, hands: Hands): void {
  const { game, info, document } = table;
  const edited = readEdited(info?.fen ?? EMPTY_BOARD, game.data.counting);
  const number = document?.tree.start.number ?? game.data.usualStart ?? undefined;
  const editor = new Editor(table, game, edited, number, hands, () => close());
  const close = openDialog(t('editPosition'), editor.element, 'editor-dialog');
}
