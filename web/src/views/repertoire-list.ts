// The repertoires among what there is to train.

import { allGames, gameOf } from '../games';
import { fill, t } from '../i18n';
import type { RepertoireReply } from '../protocol';
import { h, iconButton } from '../ui/dom';
import { exactCount } from '../ui/format';
import { timeText } from './train-overview';

/** What the buttons do. */
export interface ListHands {
  drill: (repertoire: RepertoireReply, ahead: boolean) => void;
  open: (repertoire: RepertoireReply) => void;
  remove: (repertoire: RepertoireReply) => void;
  import: () => void;
  departures: () => void;
}

/** How much of a repertoire is due, in words. */
export function factsOf({ due, fresh, total, next }: RepertoireReply): string {
  const numbers = { due: exactCount(due), fresh: exactCount(fresh), total: exactCount(total) };
  const parts = [fill('repertoireFacts', numbers)];
  if (next !== null) parts.push(fill('nextDueIn', { time: timeText(next) }));
  return parts.join(' · ');
}

function row(one: RepertoireReply, hands: ListHands): HTMLElement {
  const isReady = one.due + one.fresh > 0;
  const word = isReady ? 'practise' : 'practiseAhead';
  const drill = h('button', {
    type: 'button',
    class: `button ${isReady ? 'primary' : 'small'}`,
    text: t(word),
    'aria-label': `${t(word)}: ${one.name}`,
    data: { button: `drill ${one.id}` },
    on: { click: () => hands.drill(one, !isReady) },
  });
  const side = t(one.color === 'w' ? 'white' : 'black');
  // Which game it is matters once there are several.
  const game = one.variant === allGames()[0]?.name ? '' : ` · ${gameOf(one.variant).title}`;
  const open = iconButton('analyse', `${t('openTree')}: ${one.name}`, () => hands.open(one));
  const remove = iconButton('trash', `${t('removeRepertoire')}: ${one.name}`, () => hands.remove(one));
  return h(
    'li',
    { class: 'stock-row repertoire-row', data: { repertoire: one.name } },
    h(
      'div',
      { class: 'stock-name' },
      h(
        'strong',
        { class: 'repertoire-title' },
        h('span', { class: `side-mark ${one.color}`, role: 'img', 'aria-label': side }),
        h('bdi', { text: one.name }),
      ),
      h('span', { class: 'quiet', text: `${factsOf(one)}${game}` }),
    ),
    h('div', { class: 'row-actions' }, drill, open, remove),
  );
}

/** The section of the repertoires. */
export function repertoireSection(all: RepertoireReply[], hands: ListHands): HTMLElement {
  const actions = [iconButton('plus', t('importPgn'), hands.import, { shown: true })];
  if (all.length) actions.push(iconButton('review', t('departures'), hands.departures, { shown: true }));
  return h(
    'section',
    { class: 'stock repertoires' },
    h('h3', { text: t('repertoires') }),
    all.length ? null : h('p', { class: 'quiet', text: t('repertoiresHow') }),
    all.length ? h('ul', { class: 'stock-list' }, ...all.map((one) => row(one, hands))) : null,
    h('div', { class: 'actions wrap' }, ...actions),
  );
}
