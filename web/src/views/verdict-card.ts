// The card beside the board: what the review says of the move on it. It is in
// sight wherever the list of moves is.

import type { Arrow } from '../board/arrows';
import type { GameDocument, ReviewNode } from '../game/document';
import { praiseSentence, verdictText } from '../game/verdict';
import { fill, isThai, t, type Word } from '../i18n';
import { h } from '../ui/dom';
import { keepFocus } from '../ui/focus';
import { moveGlyph, scoreText } from '../ui/format';

export const TITLES: Record<string, Word> = {
  forced: 'judgedForced',
  best: 'judgedBest',
  good: 'judgedGood',
  inaccuracy: 'judgedInaccuracy',
  mistake: 'judgedMistake',
  blunder: 'judgedBlunder',
  sacrifice: 'judgedBrilliant',
  'only-move': 'judgedOnly',
};

const GLYPH: Record<string, number> = { inaccuracy: 6, mistake: 2, blunder: 4, sacrifice: 3, 'only-move': 7 };

/** A verdict without the judgement, which the card has as its title. */
export function sentence(text: string): string {
  return text.replace(/^(?:Inaccuracy|Mistake|Blunder)\.\s*|^(?:ไม่แม่น|พลาดหนัก|พลาด) · /, '');
}

type Judged = ReviewNode;

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
  /** The arrow on the board is another, or gone. */
  pointed: () => void;
  /** Lets the engine judge the move on the board as a review would. Gives the
   * judgement of a bad move, nothing for one that is not bad, and `null` if it
   * cannot be said. */
  judge: (document: GameDocument) => Promise<string | undefined | null>;
}

/** So long each move of a refutation stays on the board. */
export const STEP = 900;

function button(text: string, click: () => void): HTMLElement {
  return h('button', { type: 'button', class: 'button small', text, on: { click } });
}

/** A refutation that is played move by move. */
interface Walk {
  document: GameDocument;
  ids: number[];
  /** Which of them is on the board. */
  at: number;
}

/** A move that is tried again. */
interface Trial {
  game: string;
  judged: Judged;
  /** The position before it. */
  start: number;
  /** What is known of moves that were tried, by node: how bad they are,
   * nothing if they are not. */
  known: Map<number, string | undefined | null>;
}

export class VerdictCard {
  readonly element = h('section', { class: 'verdict-card', 'aria-live': 'polite' });
  private painted = '';
  private trial: Trial | null = null;
  private walk: Walk | null = null;
  private timer = 0;

  constructor(private actions: CardActions) {}

  /** True while a better move is looked for: what is known is not shown. */
  get isTrying(): boolean {
    return this.trial !== null;
  }

  /** Another game comes, or the view is left: no refutation is played on, and
   * what is on the card belongs to a game that may be read anew. */
  leave(): void {
    this.halt();
    this.painted = '';
  }

  /** The move of the refutation that has just been played, while it is walked through. */
  arrow(): Arrow | null {
    const { walk } = this;
    const id = walk?.ids[walk.at];
    if (!walk || id === undefined || walk.document.current !== id || !walk.document.tree.has(id)) return null;
    const { move } = walk.document.tree.get(id);
    return { from: move.slice(0, 2), to: move.slice(2, 4), kind: 'refutation', strength: 1 };
  }

  private halt(): void {
    clearTimeout(this.timer);
    if (!this.walk) return;
    this.walk = null;
    this.actions.pointed();
  }

  /** Shows what is said of the move on the board. */
  paint(document: GameDocument, isReviewing: boolean): void {
    if (this.walk && !this.arrow()) this.halt();
    keepFocus(this.element, () => this.repaint(document, isReviewing));
  }

  private repaint(document: GameDocument, isReviewing: boolean): void {
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
    const kind = node.praise?.name ?? node.judgement;
    const glyph = GLYPH[kind];
    const name = isThai() && move.thai ? move.thai : move.san;
    const said = node.verdict ? sentence(verdictText(node.verdict, document.game)) : '';
    const text = node.praise ? praiseSentence(node.praise, document.game) : said;
    const isTurn = document.data.review?.turningPoint === node.id;
    this.element.replaceChildren(
      h(
        'div',
        { class: 'verdict-head' },
        glyph
          ? h('span', { class: `verdict-badge g${glyph}`, text: moveGlyph([glyph])?.text ?? '' })
          : h('span', { class: 'verdict-badge fine', 'aria-hidden': 'true', text: '✓' }),
        h('h3', { text: t(TITLES[kind] ?? 'judgedGood') }),
        h('span', { class: 'verdict-move', text: name }),
        isTurn ? h('span', { class: 'verdict-turn', text: t('turningPoint') }) : '',
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
    this.halt();
    const step = (at: number) => {
      const before = at === 0 ? node.id : ids[at - 1];
      const id = ids[at];
      if (id === undefined || document.current !== before || !tree.has(id)) {
        this.halt();
        return;
      }
      this.walk = { document, ids, at };
      this.actions.show(id);
      this.timer = window.setTimeout(() => step(at + 1), STEP);
    };
    step(0);
  }

  private tryAgain(document: GameDocument, judged: Judged): void {
    const start = document.tree.get(judged.id).parent;
    this.trial = { game: document.data.id, judged, start, known: new Map() };
    this.actions.hide();
    this.actions.show(start);
  }

  private end(): void {
    this.trial = null;
    this.painted = '';
    this.actions.hide();
  }

  /** Nobody looks for a better move any more: the engine has other work. */
  giveUp(): void {
    if (this.trial) this.end();
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
      state = this.answerTo(trial, document);
      const move = name(current);
      if (state === 'best') text = fill('tryBest', { move });
      else if (state === 'good') text = fill('tryGood', { move });
      else if (state === 'thinking') text = fill('tryThinking', { move });
      else if (state === 'lost') text = fill('tryOther', { move });
      else if (current === judged.id) text = t('trySame');
      else text = fill('tryBad', { move, judgement: t(TITLES[state] ?? 'judgedMistake').toLowerCase() });
      if (state !== 'thinking') row.append(button(t('tryAgain'), () => this.actions.show(start)));
    }
    if (state !== 'best') row.append(button(t('showBest'), () => this.reveal(trial, document)));
    this.element.hidden = false;
    this.element.className = `verdict-card ${state}`;
    this.element.setAttribute('aria-label', t('verdict'));
    this.element.replaceChildren(h('p', { text }), row);
  }

  /** How good the move on the board is: `best`, `good`, a judgement of a bad
   * one, `thinking` while the engine judges it, `lost` if it cannot. */
  private answerTo(trial: Trial, document: GameDocument): string {
    const { current } = document;
    if (document.tree.get(current).move === trial.judged.verdict?.bestMove) return 'best';
    if (current === trial.judged.id) return trial.judged.judgement;
    if (trial.known.has(current)) {
      const known = trial.known.get(current);
      return known === null ? 'lost' : (known ?? 'good');
    }
    trial.known.set(current, 'thinking');
    void this.actions.judge(document).then((judgement) => {
      // Whoever has gone on to another move may come back to this one.
      if (judgement === null && document.current !== current) trial.known.delete(current);
      else trial.known.set(current, judgement);
      if (this.trial === trial && document.current === current)
        keepFocus(this.element, () => this.tried(trial, document));
    });
    return 'thinking';
  }

  private reveal(trial: Trial, document: GameDocument): void {
    const { tree } = document;
    const best = tree.get(trial.start).children.find((id) => tree.get(id).move === trial.judged.verdict?.bestMove);
    this.end();
    this.actions.show(best ?? trial.judged.id);
  }
}
