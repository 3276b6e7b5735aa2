// The bar beside the board: White's share of it moves smoothly.

import { t } from '../i18n';
import type { OutcomeReply, Score } from '../protocol';
import { h } from './dom';
import { scoreText, winShare } from './format';

export class EvalBar {
  readonly element = h('div', { class: 'eval-bar', role: 'meter', 'aria-valuemin': '0', 'aria-valuemax': '1' });
  private text = h('span', { class: 'eval-text' });

  constructor() {
    this.element.append(h('div', { class: 'eval-fill' }), this.text);
    // Until a score comes.
    this.element.setAttribute('aria-label', t('evaluation'));
    this.element.setAttribute('aria-valuenow', '0.5');
  }

  /** Shows a score, or how the game ended. Without either it stays as it is. */
  show(score: Score | null, outcome: OutcomeReply | null, flipped: boolean): void {
    const { element } = this;
    element.classList.toggle('flipped', flipped);
    element.setAttribute('aria-label', t('evaluation'));
    let share = score ? winShare(score) : null;
    let text = score ? scoreText(score) : '';
    if (outcome) {
      share = outcome.result === '1-0' ? 1 : outcome.result === '0-1' ? 0 : 0.5;
      text = outcome.result.replace('1/2-1/2', '½');
    }
    if (share === null) return;
    element.style.setProperty('--share', String(share));
    element.classList.toggle('white-better', share >= 0.5);
    element.setAttribute('aria-valuenow', share.toFixed(2));
    element.setAttribute('aria-valuetext', text);
    this.text.textContent = text.replace(/^[+−]/, '');
  }
}
