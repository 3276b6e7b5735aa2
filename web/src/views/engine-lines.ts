// The lines that an engine has found, to be looked at and played.

import { picture } from '../board/picture';
import { isLost } from '../connection';
import type { GameDocument } from '../game/document';
import { isThai, t } from '../i18n';
import type { AnalysisReply, EngineLine } from '../protocol';
import type { Table } from '../table';
import { h, iconButton, toastFailure } from '../ui/dom';
import { focusBoard } from '../ui/focus';
import { scoreText, winShare } from '../ui/format';
import { pictureOptions } from './share';

/** The keys for left and right go along a line. */
function stepAlong(event: KeyboardEvent): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const move = event.currentTarget as HTMLElement;
  if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
  const moves = [...(move.parentElement?.querySelectorAll<HTMLElement>('.pv-move') ?? [])];
  // Not through the game.
  event.preventDefault();
  event.stopPropagation();
  moves[moves.indexOf(move) + step]?.focus();
}

/** Gives a line that was painted anew the focus that the old one had: the
 * button to expand it, or the move at the same place. A line that is not known
 * yet has neither: the board takes it. */
function refocus(line: HTMLElement, old: HTMLElement | undefined, place: number): void {
  const buttons = [...line.querySelectorAll('button')];
  const isLast = place === (old?.querySelectorAll('button').length ?? 0) - 1;
  const target = isLast ? buttons.at(-1) : buttons[Math.min(place, buttons.length - 2)];
  if (target) target.focus({ preventScroll: true });
  else focusBoard();
}

export class EngineLines {
  readonly element = h('ol', { class: 'engine-lines' });
  private preview: HTMLElement | null = null;
  private previewTicket = 0;
  /** Lines that are shown to their end, by their place. */
  private expanded = new Set<number>();

  constructor(
    private table: Table,
    private document: () => GameDocument | null,
    /** Where the small board hangs that shows a position of a line. */
    private host: HTMLElement,
    /** True while the lines are those of a threat, which cannot be played. */
    private isThreat: () => boolean = () => false,
  ) {}

  /** Shows so many lines, those that are known and those that are awaited. */
  paint(analysis: AnalysisReply | null, shown: number): void {
    const { element } = this;
    const hadFocus = element.contains(window.document.activeElement);
    while (element.children.length > shown) element.lastElementChild?.remove();
    if (hadFocus && !element.contains(window.document.activeElement)) focusBoard();
    for (let i = 0; i < shown; i++) {
      const line = analysis?.lines[i];
      const key = line ? `${scoreText(line.score)} ${this.isThreat()} ${isThai()} ${line.moves.join(' ')}` : '';
      const old = element.children[i] as HTMLElement | undefined;
      if (old && old.dataset.key === key) continue;
      const item = this.lineItem(line, i);
      const focused = [...(old?.querySelectorAll('button') ?? [])].indexOf(
        window.document.activeElement as HTMLButtonElement,
      );
      item.dataset.key = key;
      if (old) old.replaceWith(item);
      else element.append(item);
      if (focused >= 0) refocus(item, old, focused);
    }
    if (!element.matches(':hover, :focus-within')) this.hidePreview();
  }

  /** The button that shows a line to its end. */
  private expandButton(place: number): HTMLElement {
    const button = iconButton('chevron', '', () => {
      if (!this.expanded.delete(place)) this.expanded.add(place);
      show();
    });
    button.classList.add('expand');
    const show = () => {
      const open = this.expanded.has(place);
      button.setAttribute('aria-expanded', String(open));
      button.setAttribute('aria-label', t(open ? 'collapse' : 'expand'));
      button.title = t(open ? 'collapse' : 'expand');
      button.closest('.engine-line')?.classList.toggle('open', open);
    };
    show();
    return button;
  }

  private lineItem(line: EngineLine | undefined, place: number): HTMLElement {
    if (!line) return h('li', { class: 'engine-line waiting' }, h('span', { class: 'pv-score', text: ' ' }));
    const moves = h('span', { class: 'pv' });
    let number = this.table.info?.fullmove ?? 1;
    let black = (this.table.info?.turn === 'b') !== this.isThreat();
    line.moves.forEach((_, index) => {
      if (!black || index === 0)
        moves.append(h('span', { class: 'number', text: black ? `${number}…` : `${number}.` }));
      moves.append(this.lineMove(line, index), ' ');
      if (black) number++;
      black = !black;
    });
    const side = winShare(line.score) >= 0.5 ? 'white' : 'black';
    return h(
      'li',
      { class: `engine-line ${this.expanded.has(place) ? 'open' : ''}` },
      h('span', { class: `pv-score ${side}`, text: scoreText(line.score) }),
      moves,
      this.expandButton(place),
    );
  }

  private lineMove(line: EngineLine, index: number): HTMLElement {
    return h('button', {
      type: 'button',
      class: 'pv-move',
      text: (isThai() ? line.thai?.[index] : undefined) ?? line.sans[index] ?? '',
      tabindex: index === 0 ? '0' : '-1',
      data: { key: line.moves.slice(0, index + 1).join(' ') },
      on: {
        // Pressing is enough: the line may have changed before the button is up.
        pointerdown: (event) => event.button === 0 && void this.playLine(line, index),
        click: (event) => event.detail === 0 && void this.playLine(line, index),
        mouseenter: () => void this.showPreview(line, index),
        mouseleave: () => this.hidePreview(),
        focus: (event) => (event.target as Element).matches(':focus-visible') && void this.showPreview(line, index),
        blur: () => this.hidePreview(),
        keydown: stepAlong,
      },
    });
  }

  /** Plays a line of the engine up to a move. */
  async playLine(line: EngineLine, upTo: number): Promise<void> {
    const document = this.document();
    if (!document || this.isThreat()) return;
    this.hidePreview();
    let id = document.current;
    try {
      for (const uci of line.moves.slice(0, upTo + 1)) {
        const before = document.tree.line(id);
        const info = await this.table.describe({ ...before, moves: [...before.moves, uci] });
        id = document.tree.add(id, uci, info.san ?? uci, info.thai ?? '').id;
      }
    } catch (error) {
      // What was added stays; of a lost connection the page speaks itself.
      if (!isLost(error)) toastFailure(error);
    }
    await this.table.show(id);
  }

  private async showPreview(line: EngineLine, upTo: number): Promise<void> {
    const document = this.document();
    if (!document || this.isThreat() || matchMedia('(hover: none)').matches) return;
    const ticket = ++this.previewTicket;
    const before = document.tree.line(document.current);
    const moves = [...before.moves, ...line.moves.slice(0, upTo + 1)];
    const info = await this.table.describe({ ...before, moves }).catch(() => null);
    if (ticket !== this.previewTicket || !info) return;
    this.preview?.remove();
    this.preview = h('div', { class: 'preview', 'aria-hidden': 'true' });
    this.preview.append(picture({ ...pictureOptions(this.table, info, []), squareName: undefined }));
    this.host.append(this.preview);
  }

  hidePreview(): void {
    this.previewTicket++;
    this.preview?.remove();
    this.preview = null;
  }
}
