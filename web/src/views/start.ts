// The beginning of a game: one click with what was chosen last, or a choice.

import { type Engines, engineName } from '../engines';
import { readClock } from '../game/clock';
import { allGames, type Game, knownGame } from '../games';
import { fill, levelName, t } from '../i18n';
import type { Settings } from '../settings';
import type { Table } from '../table';
import { h, iconButton } from '../ui/dom';
import type { SetupChoice } from './setup';

function startOf(game: Game): number | undefined {
  return game.data.starts === null ? undefined : game.randomStart();
}

/** What was chosen last, for another game of the same kind. */
export function lastChoice(settings: Settings, strongest: number): SetupChoice {
  const game = knownGame(settings.variant);
  return {
    variant: game.name,
    opponent: settings.opponent,
    rival: settings.rival,
    rivals: settings.rivals,
    secondsEach: settings.secondsEach,
    color: settings.color,
    elo: settings.elo > strongest ? null : settings.elo,
    clock: readClock(settings.clock),
    counting: settings.counting,
    number: startOf(game),
  };
}

/** Erawan plays in the place of an engine that is not kept or does not play the game. */
function withKnown(choice: SetupChoice, engines: Engines): SetupChoice {
  const known = (name: string) => engines.known(name, choice.variant);
  const [white, black] = choice.rivals;
  const opponent = choice.opponent === 'engines' && !engines.list.length ? 'engine' : choice.opponent;
  return { ...choice, opponent, rival: known(choice.rival), rivals: [known(white), known(black)] };
}

/** A choice in a few words. */
export function choiceText(choice: SetupChoice, clock: string): string {
  const side = { w: t('white'), b: t('black'), random: t('randomSide') }[choice.color];
  const erawan = [choice.elo === null ? '' : `${choice.elo}`, levelName(choice.elo)].filter(Boolean).join(' ');
  const players = {
    person: [t('twoPeople')],
    engine: [choice.rival || erawan, side],
    engines: [choice.rivals.map(engineName).join(' – ')],
  };
  return [knownGame(choice.variant).title, ...players[choice.opponent], choice.clock ? clock : t('noClock')].join(
    ' · ',
  );
}

interface Starts {
  onPlay: (choice: SetupChoice) => void;
  onChoose: () => void;
}

/** The card that begins a game. `label` is on its first button. */
export function startCard(table: Table, label: string, { onPlay, onChoose }: Starts): HTMLElement {
  const settings = table.settings.value;
  const strongest = table.connection.hello?.elo[1] ?? 3000;
  const choice = withKnown(lastChoice(settings, strongest), table.engines);
  // From either of the other two one comes back to an engine.
  const other: SetupChoice = { ...choice, opponent: choice.opponent === 'engine' ? 'person' : 'engine' };
  const now = iconButton('play', label, () => onPlay(choice), { shown: true, class: 'primary large play-now' });
  const against = other.rival ? fill('againstNamed', { name: other.rival }) : t('againstEngine');
  const otherWord = other.opponent === 'person' ? t('twoPeople') : against;
  const others = allGames().filter((game) => game.name !== choice.variant);
  const begin = (game: Game) => () =>
    onPlay(withKnown({ ...choice, variant: game.name, number: startOf(game) }, table.engines));
  return h(
    'section',
    { class: 'start-card', 'aria-label': t('newGame') },
    now,
    h('p', { class: 'quiet start-text', text: choiceText(choice, settings.clock) }),
    h(
      'div',
      { class: 'actions' },
      iconButton('plus', t('newGame'), onChoose, { shown: true }),
      iconButton(other.opponent === 'person' ? 'people' : 'analyse', otherWord, () => onPlay(other), {
        shown: true,
        class: 'start-other',
      }),
    ),
    h('h3', { class: 'quiet', text: t('otherGames') }),
    h(
      'div',
      { class: 'start-games' },
      ...others.map((game) =>
        h(
          'button',
          { type: 'button', class: 'button start-game', on: { click: begin(game) } },
          h('strong', { text: game.title }),
          h('small', { text: game.about }),
        ),
      ),
    ),
  );
}
