// The card beside the board: what the review says of the move on it. It is in
// sight wherever the list of moves is.

import type { GameDocument } from '../game/document';
import { verdictText } from '../game/verdict';
import { fill, isThai, t, type Word } from '../i18n';
import { h } from '../ui/dom';
import { GLYPHS, scoreText } from '../ui/format';

const TITLES: Record<string, Word> = {
  forced: 'judgedForced',
  best: 'judgedBest',
  good: 'judgedGood',
  inaccuracy: 'judgedInaccuracy',
  mistake: 'judgedMistake',
  blunder: 'judgedBlunder',
};

const GLYPH: Record<string, number> = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** A verdict without the judgement, which the card has as its title. */
function sentence(text: string): string {
  return text.replace(/^(?:Inaccuracy|Mistake|Blunder)\.\s*|^(?:ไม่แม่น|พลาดหนัก|พลาด) · /, '');
}

type Judged = NonNullable<GameDocument['data']['review']>['nodes'][number];

/** What the card can do. */
export interface CardActions {
  /** Begins a review, where there is none yet. */
  offer: () => void;
  /** Goes to a move. */
  show: (id: number) => void;
  /** The game has got moves that it did not have. */
  added: (document: GameDocument) => void;
  /** The moves that are known are hidden, or shown again. */
  hide: () => void;
}

/** So long each move of a refutation stays on the board. */
const STEP = 900;

function button(text: string, click: () => void): HTMLElement {
  return h('button', { type: 'button', class: 'button small', text, on: { click } });
}

/** A move that is tried again. */
interface Trial {
  game: string;
  judged: Judged;
  /** The position before it. */
  start: number;
}

export class VerdictCard {
  readonly element = h('section', { class: 'verdict-card', 'aria-live': 'polite' });
  private painted = '';
  private trial: Trial | null = null;
  private timer = 0;

  constructor(private actions: CardActions) {}

  /** True while a better move is looked for: what is known is not shown. */
  get isTrying(): boolean {
    return this.trial !== null;
  }

  /** Another game comes, or the view is left: no refutation is played on, and
   * what is on the card belongs to a game that may be read anew. */
  leave(): void {
    clearTimeout(this.timer);
    this.painted = '';
  }

  /** Shows what is said of the move on the board. */
  paint(document: GameDocument, isReviewing: boolean): void {
    const { element } = this;
    const { review } = document.data;
    const node = review?.nodes.find((each) => each.id === document.current);
    if (this.trial && !this.isAt(this.trial, document)) this.end();
    if (this.trial) {
      this.painted = '';
      this.tried(this.trial, document);
      return;
    }
    const state = isReviewing ? 'busy' : node ? 'move' : review ? 'none' : 'offer';
    const key = JSON.stringify([state, node, document.current, document.data.id, isThai()]);
    if (key === this.painted) return;
    this.painted = key;
    const mayOffer = document.tree.mainline().length >= 4;
    element.hidden = state === 'busy' || (state === 'offer' && !mayOffer);
    element.className = `verdict-card ${node?.judgement ?? state}`;
    element.setAttribute('aria-label', t('verdict'));
    if (node) this.judged(document, node);
    else if (state === 'none') {
      element.replaceChildren(
        h('p', { class: 'quiet', text: t(document.current === 0 ? 'verdictStart' : 'verdictNone') }),
      );
    } else {
      element.replaceChildren(h('p', { text: t('reviewOffer') }), button(t('review'), this.actions.offer));
    }
  }

  private judged(document: GameDocument, node: Judged): void {
    const move = document.tree.get(node.id);
    const glyph = GLYPH[node.judgement];
    const name = isThai() && move.thai ? move.thai : move.san;
    const text = node.verdict ? sentence(verdictText(node.verdict, document.game)) : '';
    this.element.replaceChildren(
      h(
        'div',
        { class: 'verdict-head' },
        glyph
          ? h('span', { class: `verdict-badge g${glyph}`, text: GLYPHS.find(([n]) => n === glyph)?.[1] ?? '' })
          : h('span', { class: 'verdict-badge fine', 'aria-hidden': 'true', text: '✓' }),
        h('h3', { text: t(TITLES[node.judgement] ?? 'judgedGood') }),
        h('span', { class: 'verdict-move', text: name }),
        h('span', { class: 'grow' }),
        h('span', { class: 'verdict-score', text: scoreText(node.score) }),
      ),
      text ? h('p', { text }) : '',
      node.verdict?.bestMove ? this.buttons(document, node) : '',
    );
  }

  private buttons(document: GameDocument, node: Judged): HTMLElement {
    const row = h('div', { class: 'inline verdict-actions' });
    if (node.verdict?.reply?.length) row.append(button(t('showRefutation'), () => this.refute(document, node)));
    row.append(button(t('tryAgain'), () => this.tryAgain(document, node)));
    return row;
  }

  /** Puts the refutation into the game and plays it move by move. Whoever goes
   * elsewhere is left there. */
  private refute(document: GameDocument, node: Judged): void {
    const { tree } = document;
    const ids: number[] = [];
    for (const move of node.verdict?.reply ?? []) {
      ids.push(tree.add(ids.at(-1) ?? node.id, move.uci, move.san, move.thai).id);
    }
    this.actions.added(document);
    clearTimeout(this.timer);
    const step = (at: number) => {
      const before = at === 0 ? node.id : ids[at - 1];
      const id = ids[at];
      if (id === undefined || document.current !== before || !tree.has(id)) return;
      this.actions.show(id);
      this.timer = window.setTimeout(() => step(at + 1), STEP);
    };
    step(0);
  }

  private tryAgain(document: GameDocument, judged: Judged): void {
    const start = document.tree.get(judged.id).parent;
    this.trial = { game: document.data.id, judged, start };
    this.actions.hide();
    this.actions.show(start);
  }

  private end(): void {
    this.trial = null;
    this.painted = '';
    this.actions.hide();
  }

  /** True before the move, and after any move instead of it. */
  private isAt(trial: Trial, document: GameDocument): boolean {
    const { tree, current, data } = document;
    if (data.id !== trial.game || !tree.has(trial.start)) return false;
    return current === trial.start || tree.get(current).parent === trial.start;
  }

  private tried(trial: Trial, document: GameDocument): void {
    const { tree, current } = document;
    const name = (id: number) => {
      const node = tree.get(id);
      return isThai() && node.thai ? node.thai : node.san;
    };
    const { judged, start } = trial;
    const row = h('div', { class: 'inline verdict-actions' });
    let text = fill('tryPrompt', { move: name(judged.id) });
    let state = 'trying';
    if (current !== start) {
      const isBest = tree.get(current).move === judged.verdict?.bestMove;
      state = isBest ? 'best' : 'mistake';
      if (isBest) text = fill('tryBest', { move: name(current) });
      else if (current === judged.id) text = t('trySame');
      else text = fill('tryOther', { move: name(current) });
      if (!isBest) row.append(button(t('tryAgain'), () => this.actions.show(start)));
    }
    if (state !== 'best') row.append(button(t('showBest'), () => this.reveal(trial, document)));
    this.element.hidden = false;
    this.element.className = `verdict-card ${state}`;
    this.element.setAttribute('aria-label', t('verdict'));
    this.element.replaceChildren(h('p', { text }), row);
  }

  private reveal(trial: Trial, document: GameDocument): void {
    const { tree } = document;
    const best = tree.get(trial.start).children.find((id) => tree.get(id).move === trial.judged.verdict?.bestMove);
    this.end();
    this.actions.show(best ?? trial.judged.id);
  }
}
