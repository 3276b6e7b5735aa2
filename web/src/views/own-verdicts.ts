// What one's own games say of a position: how often it was lost, and which of one's own
// moves reviews found bad.

import { nameOfMove, namesOf } from '../game/repertoires';
import { fill, t } from '../i18n';
import type { JudgedMove, OwnExploredReply, StandingReply } from '../protocol';
import { h } from '../ui/dom';
import { exactCount } from '../ui/format';

/** The glyphs of inaccuracies, mistakes and blunders, with their numbers. */
const GLYPHS: [text: string, number: number][] = [
  ['?!', 6],
  ['?', 2],
  ['??', 4],
];

/** How the games from here ended for oneself, as a sentence. */
export function standingText({ games, won, drawn, lost }: StandingReply): string {
  const open = games - won - drawn - lost;
  const percent = Math.round((100 * lost) / games);
  const first = fill('ownLost', { lost: exactCount(lost), games: exactCount(games), percent });
  const rest = [
    won && fill('ownWon', { won }),
    drawn && fill('ownDrawn', { drawn }),
    open && fill('ownOpen', { open }),
  ];
  return [first, ...rest.filter(Boolean)].join(', ');
}

/** What is said of a bad move beside its name. */
export function judgedText({ lapses, cost, standing, better }: JudgedMove): string {
  const times = lapses.reduce((sum, one) => sum + one, 0);
  const parts = [
    times === 1 ? t('moveOnce') : fill('moveTimes', { n: exactCount(times) }),
    fill('costs', { percent: Math.round(100 * cost) }),
    fill('lostOf', { lost: exactCount(standing.lost), games: exactCount(standing.games) }),
  ];
  if (better) parts.unshift(fill('betterIs', { move: namesOf([better]) }));
  return parts.join(' · ');
}

function judgedRow(judged: JudgedMove, play: (uci: string) => void): HTMLElement {
  const { played, lapses } = judged;
  // The worst that was said of it.
  const [glyph, number] = GLYPHS[lapses.findLastIndex((times) => times > 0)] ?? ['', 0];
  return h(
    'li',
    { class: 'judged-move', data: { judged: played.uci } },
    h(
      'button',
      { type: 'button', class: 'explorer-move', on: { click: () => play(played.uci) } },
      nameOfMove(played),
      h('span', { class: `glyph g${number}`, text: glyph }),
    ),
    h('span', { class: 'quiet', text: judgedText(judged) }),
  );
}

/** The part of the explorer; nothing if one's side is not known in any of the games. */
export function ownVerdicts(answer: OwnExploredReply, play: (uci: string) => void): HTMLElement | null {
  const { standing, reviewed, judged } = answer;
  if (!standing.games) return null;
  const bad = judged.reduce((sum, { lapses }) => sum + lapses.reduce((a, b) => a + b, 0), 0);
  let about = t('notReviewed');
  if (bad) about = fill('judgedOf', { bad: exactCount(bad), n: exactCount(reviewed) });
  else if (reviewed) about = reviewed === 1 ? t('oneFine') : fill('allFine', { n: exactCount(reviewed) });
  return h(
    'section',
    { class: 'own-verdicts', 'aria-label': t('ownVerdicts') },
    h('p', { class: 'own-standing', text: standingText(standing) }),
    h('p', { class: 'quiet', text: about }),
    judged.length ? h('ul', {}, ...judged.map((one) => judgedRow(one, play))) : null,
  );
}
