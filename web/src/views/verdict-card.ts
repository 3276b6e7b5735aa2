// The card beside the board: what the review says of the move on it. It is in
// sight wherever the list of moves is.

import type { GameDocument } from '../game/document';
import { verdictText } from '../game/verdict';
import { isThai, t, type Word } from '../i18n';
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

export class VerdictCard {
  readonly element = h('section', { class: 'verdict-card', 'aria-live': 'polite' });
  private painted = '';

  /** `offer` begins a review, where there is none yet. */
  constructor(private offer: () => void) {}

  /** Shows what is said of the move on the board. */
  paint(document: GameDocument, isReviewing: boolean): void {
    const { element } = this;
    const { review } = document.data;
    const node = review?.nodes.find((each) => each.id === document.current);
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
      element.replaceChildren(
        h('p', { text: t('reviewOffer') }),
        h('button', { type: 'button', class: 'button small', text: t('review'), on: { click: this.offer } }),
      );
    }
  }

  private judged(document: GameDocument, node: NonNullable<GameDocument['data']['review']>['nodes'][number]): void {
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
    );
  }
}
