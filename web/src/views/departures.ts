// Where one's own games left the repertoires.

import { lineText, namesOf, numberedMove } from '../game/repertoires';
import { fill, t } from '../i18n';
import type { AnswerOf, DepartedGame, DepartureReply } from '../protocol';
import { h, iconButton } from '../ui/dom';
import { exactCount } from '../ui/format';
import { dateText, resultKind, resultText } from './database-view';

/** What can be done about a place. */
export interface PlaceHands {
  /** Opens a game at the place. */
  game: (game: DepartedGame) => void;
  /** Opens the repertoire there. */
  open: (place: DepartureReply) => void;
  back: () => void;
}

function gameButton(game: DepartedGame, hands: PlaceHands): HTMLElement {
  const { white, black, date, result } = game;
  return h(
    'button',
    { type: 'button', class: 'explorer-game', on: { click: () => hands.game(game) } },
    h('span', { class: `result-chip ${resultKind(result)}`, text: resultText(result) }),
    h('span', { class: 'explorer-players', text: `${white || '?'} – ${black || '?'}` }),
    h('span', { class: 'quiet', text: dateText(date) }),
  );
}

function placeCard(place: DepartureReply, hands: PlaceHands): HTMLElement {
  const { line, steps, played, wanted, name, own, count, games } = place;
  const move = numberedMove(line, steps.length, played);
  const text = fill(own ? 'youPlayed' : 'theyPlayed', { move, name, moves: namesOf(wanted) });
  const number = count === 1 ? t('gamesOnce') : fill('gamesTimes', { n: exactCount(count) });
  const rest = count - games.length;
  const open = iconButton('analyse', `${t('openThere')}: ${name}`, () => hands.open(place));
  return h(
    'li',
    { class: 'stock-row departure', data: { departure: `${name} ${played.uci}` } },
    h(
      'div',
      { class: 'stock-name' },
      h('span', { class: 'quiet', text: lineText(line, steps) || t('lineStart') }),
      h('strong', { text }),
      h('span', { class: 'quiet', text: number }),
    ),
    open,
    h(
      'div',
      { class: 'departure-games' },
      ...games.map((game) => gameButton(game, hands)),
      rest > 0 ? h('p', { class: 'quiet', text: fill('moreTheseGames', { n: exactCount(rest) }) }) : null,
    ),
  );
}

/** The parts of the panel. */
export function departureParts(answer: AnswerOf<'departures'>, hands: PlaceHands): HTMLElement[] {
  const { departures, more, games } = answer;
  const group = (own: boolean) => {
    const places = departures.filter((place) => place.own === own);
    if (!places.length) return null;
    const cards = places.map((place) => placeCard(place, hands));
    return h(
      'section',
      { class: 'stock', data: { departures: own ? 'own' : 'other' } },
      h('h3', { text: t(own ? 'youLeft' : 'theyLeft') }),
      h('ul', { class: 'stock-list' }, ...cards),
    );
  };
  const about = departures.length
    ? t('departuresHow')
    : games
      ? fill('departuresNone', { games: exactCount(games) })
      : t('departuresNoGames');
  const parts = [
    h(
      'div',
      { class: 'panel-head' },
      h('h2', { text: t('departures') }),
      h('p', { class: 'quiet', role: 'status', text: about }),
    ),
    group(true),
    group(false),
    more > 0 ? h('p', { class: 'quiet', text: fill('morePlaces', { n: exactCount(more) }) }) : null,
    h('div', { class: 'actions wrap' }, iconButton('games', t('backToTraining'), hands.back, { shown: true })),
  ];
  return parts.filter((part) => part !== null);
}
