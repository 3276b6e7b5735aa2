// The dialog for a new game.

import { readClock, turnAtEnd } from '../game/clock';
import type { Tree } from '../game/tree';
import { allGames, type Game, gameOf, knownGame } from '../games';
import { levelName, reasonText, t } from '../i18n';
import type { CountingChoice, GameName } from '../protocol';
import type { Table } from '../table';
import { choices, openDialog } from '../ui/dialog';
import { h, iconButton, toast } from '../ui/dom';
import { EnginesPart, type Opponent } from './setup-engines';

export interface SetupChoice {
  variant: GameName;
  opponent: Opponent;
  /** Engines by name, '' for Erawan: one's opponent, and the two that play. */
  rival: string;
  rivals: [white: string, black: string];
  /** For two engines without a clock. */
  secondsEach: number;
  color: 'w' | 'b' | 'random';
  /** Nothing for full strength. */
  elo: number | null;
  /** Milliseconds: all, and for each move. */
  clock: [number, number] | null;
  number?: number;
  counting: CountingChoice;
  fen?: string;
  /** The moves to go on from, instead of a start position. */
  tree?: Tree;
}

/** A part of the form, and what has been chosen in it. */
interface Part<T> {
  element: HTMLElement;
  value: () => T;
}

/** The steps of the slider; the last one means full strength. */
const STEP = 50;

const CLOCKS = ['none', '3+2', '5+3', '10+5', '15+10', '30+20'];

function group(label: string, ...children: HTMLElement[]): HTMLElement {
  return h('fieldset', { class: 'field-group' }, h('legend', { text: label }), ...children);
}

/** The slider for the engine's strength, with what its rating means. */
function strengthPart(elo: number, [weakest, strongest]: [number, number]): Part<number | null> {
  const full = strongest + STEP;
  const level = h('output', { class: 'level' });
  const slider = h('input', {
    type: 'range',
    min: String(weakest),
    max: String(full),
    step: String(STEP),
    'aria-label': t('strength'),
  });
  slider.value = String(elo);
  const at = () => Number(slider.value);
  const value = () => (at() >= full ? null : at());
  const describe = () => {
    const name = levelName(value());
    level.replaceChildren(h('strong', { text: name }), value() === null ? '' : h('span', { text: slider.value }));
    slider.setAttribute('aria-valuetext', value() === null ? name : `${slider.value}, ${name}`);
    slider.style.setProperty('--part', String((at() - weakest) / (full - weakest)));
  };
  slider.addEventListener('input', describe);
  describe();
  return { element: group(t('strength'), level, slider), value };
}

/** The number of a start position, for games that have more than one. */
function startPart(): Part<number | undefined> & { show: (game: Game) => void } {
  const field = h('input', { type: 'number', class: 'field start-number', min: '0', 'aria-label': t('number') });
  const legend = h('legend');
  let shown: Game | null = null;
  const draw = () => {
    field.value = String(shown?.randomStart() ?? '');
  };
  const row = h('div', { class: 'inline' }, field, iconButton('dice', t('random'), draw));
  const element = h('fieldset', { class: 'field-group' }, legend, row);
  return {
    element,
    show: (game) => {
      const last = (game.data.starts ?? 0) - 1;
      element.hidden = last < 0;
      if (last < 0 || game === shown) return;
      shown = game;
      field.max = String(last);
      legend.textContent = `${t('number')} (0–${last})`;
      draw();
    },
    // What is no number of a start position means the usual one.
    value: () => {
      if (!shown || element.hidden) return undefined;
      const number = field.value === '' ? Number.NaN : Number(field.value);
      const isStart = Number.isInteger(number) && number >= 0 && number <= Number(field.max);
      return isStart ? number : (shown.data.usualStart ?? 0);
    },
  };
}

/** Fields for a clock that is not on the list. */
function otherClock(initial: string): Part<string> {
  const [first, second] = initial.split('+');
  const field = (label: string, value: string, step: string) => {
    const limits = { min: '0', max: '600', step };
    const input = h('input', { type: 'number', class: 'field', ...limits, 'aria-label': label, inputmode: 'decimal' });
    input.value = value;
    return input;
  };
  const minutes = field(t('minutes'), first ?? '1', 'any');
  const increment = field(t('increment'), second ?? '0', '1');
  const between = (least: number, input: HTMLInputElement) => Math.min(600, Math.max(least, Number(input.value) || 0));
  return {
    element: h(
      'div',
      { class: 'inline clock-fields' },
      h('label', {}, h('span', { class: 'quiet', text: t('minutes') }), minutes),
      h('label', {}, h('span', { class: 'quiet', text: t('increment') }), increment),
    ),
    value: () => `${between(0.02, minutes)}+${Math.round(between(0, increment))}`,
  };
}

/** A clock of the list, or one that is typed. */
function clockPart(clock: string, onChange: (clock: string) => void): Part<string> {
  const known = CLOCKS.includes(clock);
  const other = otherClock(known ? '1+0' : clock);
  let chosen = known ? clock : 'other';
  const choose = (value: string) => {
    chosen = value;
    other.element.hidden = chosen !== 'other';
    onChange(chosen);
  };
  choose(chosen);
  const names: [string, string][] = [
    ...CLOCKS.map((text): [string, string] => [text, text === 'none' ? t('noClock') : text]),
    ['other', t('otherClock')],
  ];
  return {
    element: h('div', { class: 'field-pair' }, choices(t('clock'), names, chosen, choose), other.element),
    value: () => (chosen === 'other' ? other.value() : chosen),
  };
}

function countingPart(counting: CountingChoice): Part<CountingChoice> {
  let chosen: 'auto' | 'manual' = counting === 'manual' ? 'manual' : 'auto';
  const names: ['auto' | 'manual', string][] = [
    ['auto', t('countingAuto')],
    ['manual', t('countingManual')],
  ];
  const element = choices(t('counting'), names, chosen, (value) => {
    chosen = value;
  });
  return { element, value: () => chosen };
}

function sidePart(color: SetupChoice['color']): Part<SetupChoice['color']> {
  let chosen = color;
  const names: [SetupChoice['color'], string][] = [
    ['w', t('white')],
    ['random', t('random')],
    ['b', t('black')],
  ];
  const element = choices(t('side'), names, chosen, (value) => {
    chosen = value;
  });
  return { element, value: () => chosen };
}

function gamePart(wanted: Game, onChange: (game: Game) => void): Part<Game> {
  let chosen = wanted;
  const names = allGames().map((game): [GameName, string, string] => [game.name, game.title, game.about]);
  const choose = (name: GameName) => {
    chosen = gameOf(name);
    onChange(chosen);
  };
  return { element: choices(t('game'), names, chosen.name, choose, 'cards'), value: () => chosen };
}

/** The position that a typed FEN means, put into the choice. */
async function takePosition(table: Table, choice: SetupChoice, text: string): Promise<void> {
  const answer = await table.connection.ask({ type: 'read', text, variant: choice.variant }, 'games');
  const game = answer.games[0];
  if (!game) return;
  choice.variant = game.variant;
  choice.fen = game.fen || undefined;
  choice.number = undefined;
}

/** A field for a position, folded away. */
function positionPart(): Part<string> {
  const fen = h('input', {
    type: 'text',
    class: 'field',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': t('fromPosition'),
  });
  const element = h('details', { class: 'from-position' }, h('summary', { text: t('fromPosition') }), fen);
  return { element, value: () => fen.value.trim() };
}

/** The parts of the form, and what they say together. */
function parts(table: Table, from: Tree | undefined) {
  const { value } = table.settings;
  const range = table.connection.hello?.elo ?? [500, 3000];
  const strength = strengthPart(value.elo, range);
  const side = sidePart(from ? turnAtEnd({ tree: from }) : value.color);
  const hasOthers = table.engines.list.length > 0;
  const showPlayers = () => {
    const { opponent } = engines.value();
    side.element.hidden = opponent !== 'engine';
    strength.element.hidden = !engines.hasErawan;
  };
  const engines = new EnginesPart(
    value,
    (name) => table.engines.for(name),
    hasOthers,
    () => showPlayers(),
  );
  const clock = clockPart(value.clock, (chosen) => engines.showClock(chosen));
  const number = startPart();
  const counting = countingPart(value.counting);
  const position = positionPart();
  const showRows = (game: Game) => {
    number.show(game);
    counting.element.hidden = !game.data.counting;
    engines.showGame(game);
  };
  const game = gamePart(from ? gameOf(from.start.variant) : knownGame(value.variant), showRows);
  showRows(game.value());
  if (from) for (const part of [game, number, counting, position]) part.element.hidden = true;
  const choice = (): SetupChoice => ({
    variant: game.value().name,
    ...engines.value(),
    color: side.value(),
    elo: strength.value(),
    clock: readClock(clock.value()),
    counting: counting.value(),
    number: number.value(),
    tree: from,
  });
  const keep = ({ variant, opponent, rival, rivals, secondsEach, color, elo, counting }: SetupChoice) => {
    const chosen = { opponent, rival, rivals, secondsEach, elo: elo ?? range[1] + STEP, clock: clock.value() };
    // Going on from a position says nothing of the next game.
    table.settings.set(from ? chosen : { ...chosen, variant, color, counting });
  };
  const rows = [
    game.element,
    engines.opponentElement,
    engines.element,
    ...[side, strength, clock, number, counting, position].map((part) => part.element),
  ];
  return { rows, choice, keep, position };
}

/** Asks how to play; on from the end of a line if there is one. */
export function openSetup(table: Table, onStart: (choice: SetupChoice) => void, from?: Tree): void {
  const form = parts(table, from);
  const start = async () => {
    const choice = form.choice();
    const asked = { ...choice };
    const fen = form.position.value();
    try {
      if (fen) await takePosition(table, choice, fen);
    } catch (error) {
      toast(reasonText(error), 'bad', 8000);
      return;
    }
    form.keep(asked);
    close();
    onStart(choice);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void start();
  };
  const button = h('button', { type: 'submit', class: 'button primary large', autofocus: true, text: t('start') });
  const close = openDialog(
    t(from ? 'playFromHere' : 'newGame'),
    h('form', { class: 'setup', on: { submit } }, ...form.rows, h('div', { class: 'actions' }, button)),
    'setup-dialog',
  );
}
