// What endgame tables know of the position: its result, and every move's.

import { isLost, RequestError } from '../connection';
import type { GameDocument } from '../game/document';
import { fill, isThai, reasonText, t, type Word } from '../i18n';
import type { MateReply, PositionReply, TableMove, TablesReply } from '../protocol';
import type { Table } from '../table';
import { h } from '../ui/dom';
import { keepFocus } from '../ui/focus';

const RESULTS: Record<string, [word: Word, kind: string]> = {
  win: ['tableWin', 'win'],
  cursed: ['tableCursed', 'draw'],
  draw: ['draw', 'draw'],
  blessed: ['tableBlessed', 'draw'],
  loss: ['tableLoss', 'loss'],
};

/** The moves that are shown before the rest is asked for. */
const SHOWN = 6;

/** "mate in 23, the count leaves 12", as the command line says it. */
function mateText(mate: MateReply): string {
  const { moves, left, renewed } = mate;
  const parts = [fill(mate.ours ? 'tableMate' : 'tableMated', { moves })];
  if (left !== null) parts.push(fill('countLeaves', { left }));
  if (mate.timing === 'renewed') parts.push(fill('countRenewed', { moves: renewed ?? 0 }));
  if (mate.timing === 'nextTooShort') parts.push(t('countNextTooShort'));
  if (mate.timing === 'notEnough') parts.push(t('countNotEnough'));
  return parts.join(isThai() ? ' ' : ', ');
}

/** How far away what a move leads to is: as a sign, and in words. */
function distanceOf({ mate, dtz, zeroing }: TableMove): [sign: string, words: string] {
  if (mate) {
    const moves = Math.abs(mate);
    return [`${mate < 0 ? '−' : ''}#${moves}`, fill(mate < 0 ? 'tableMated' : 'tableMate', { moves })];
  }
  const plies = dtz ? String(Math.abs(dtz)) : '';
  return [zeroing ? t('zeroing') : plies, plies && `DTZ ${plies}`];
}

export class TablesPanel {
  readonly element = h('div', { class: 'tables' });
  private asked = '';

  constructor(
    private table: Table,
    private onMove: (uci: string) => void,
  ) {
    this.element.hidden = true;
  }

  /** Looks the position up, if there are tables that could have it. */
  show(document: GameDocument, info: PositionReply): void {
    const men = document.game.data.tables;
    const count = info.fen.split(' ')[0]?.replace(/[^a-z]/gi, '').length ?? 0;
    const wanted = count <= men && this.table.settings.value.tables && !info.outcome;
    const line = document.tree.line(document.current);
    const key = wanted ? JSON.stringify(line) : '';
    if (key === this.asked && key) return;
    this.asked = key;
    if (!wanted) {
      this.put();
      return;
    }
    this.table.connection.ask({ type: 'tables', line }, 'tables').then(
      (answer) => key === this.asked && this.paint(answer),
      (error: unknown) => key === this.asked && this.failed(error),
    );
  }

  /** After a change of language or of the game: asks again. */
  reset(): void {
    this.asked = '';
  }

  /** No table for these men is no news; a table that cannot be read is. */
  private failed(error: unknown): void {
    if (isLost(error) || (error instanceof RequestError && error.kind === 'unsupported')) this.put();
    else this.put(h('p', { class: 'quiet', text: `${t('tables')}: ${reasonText(error)}` }));
  }

  /** Nothing to be shown hides it. */
  private put(...parts: HTMLElement[]): void {
    keepFocus(this.element, () => {
      this.element.replaceChildren(...parts);
      this.element.hidden = !parts.length;
    });
  }

  private paint(answer: TablesReply): void {
    const [word, kind] = RESULTS[answer.result] ?? ['draw', 'draw'];
    const head = h(
      'div',
      { class: 'tables-head' },
      h('span', { class: 'quiet', text: t('tables') }),
      h('strong', { class: `table-result ${kind}`, text: t(word) }),
      answer.dtz ? h('span', { class: 'quiet', title: t('dtzLong'), text: `DTZ ${Math.abs(answer.dtz)}` }) : null,
      answer.mate ? h('span', { class: 'table-mate', text: mateText(answer.mate) }) : null,
    );
    const list = h('div', { class: 'table-moves' });
    const add = (moves: TableMove[]) => list.append(...moves.map((move) => this.row(move)));
    add(answer.moves.slice(0, SHOWN));
    const rest = answer.moves.slice(SHOWN);
    if (rest.length) {
      const more = h('button', {
        type: 'button',
        class: 'button small more-moves',
        text: `+${rest.length}`,
        'aria-label': `${rest.length} ${t('moreMoves')}`,
      });
      more.addEventListener('click', () => {
        // Who has pressed it goes on at the first of the others.
        keepFocus(list, () => {
          more.remove();
          add(rest);
        });
      });
      list.append(more);
    }
    this.put(head, list);
  }

  private row(move: TableMove): HTMLElement {
    const [word, kind] = RESULTS[move.result] ?? ['draw', 'draw'];
    const [distance, inWords] = distanceOf(move);
    const name = (isThai() && move.thai) || move.san;
    return h(
      'button',
      {
        type: 'button',
        class: `table-move ${kind}`,
        title: [t(word), inWords].filter(Boolean).join(', '),
        on: { click: () => this.onMove(move.uci) },
      },
      h('b', { text: name }),
      ' ',
      // A sign is for the eyes, words are for the ears.
      h('span', { text: distance, 'aria-hidden': move.mate ? 'true' : undefined }),
      ' ',
      h('span', { class: 'hidden', text: [t(word), move.mate ? inWords : ''].filter(Boolean).join(', ') }),
    );
  }
}
