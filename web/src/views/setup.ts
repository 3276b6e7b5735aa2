// The dialog for a new game.

import { readClock } from '../game/clock';
import { levelName, t } from '../i18n';
import type { CountingChoice, GameName } from '../protocol';
import type { Table } from '../table';
import { choices, openDialog } from '../ui/dialog';
import { h, iconButton, toast } from '../ui/dom';

export interface SetupChoice {
  variant: GameName;
  color: 'w' | 'b' | 'random';
  /** Nothing for full strength. */
  elo: number | null;
  /** Milliseconds: all, and for each move. */
  clock: [number, number] | null;
  number?: number;
  counting: CountingChoice;
  fen?: string;
}

/** A part of the form, and what has been chosen in it. */
interface Part<T> {
  element: HTMLElement;
  value: () => T;
}

const WEAKEST = 500;
/** Past this the slider means full strength. */
const FULL = 3050;

const CLOCKS = ['none', '3+2', '5+3', '10+5', '15+10', '30+20'];

function group(label: string, ...children: HTMLElement[]): HTMLElement {
  return h('fieldset', { class: 'field-group' }, h('legend', { text: label }), ...children);
}

/** The slider for the engine's strength, with what its rating means. */
function strengthPart(elo: number): Part<number> {
  const level = h('output', { class: 'level' });
  const slider = h('input', {
    type: 'range',
    min: String(WEAKEST),
    max: String(FULL),
    step: '50',
    'aria-label': t('strength'),
  });
  slider.value = String(elo);
  const value = () => Number(slider.value);
  const describe = () => {
    const full = value() >= FULL;
    const name = levelName(full ? null : value());
    level.replaceChildren(h('strong', { text: name }), full ? '' : h('span', { text: slider.value }));
    slider.setAttribute('aria-valuetext', full ? name : `${slider.value}, ${name}`);
    slider.style.setProperty('--part', String((value() - WEAKEST) / (FULL - WEAKEST)));
  };
  slider.addEventListener('input', describe);
  describe();
  return { element: group(t('strength'), level, slider), value };
}

function randomStart(): number {
  return Math.floor(Math.random() * 960);
}

/** The number of a start position; nothing if what was typed is none. */
function numberPart(): Part<number | undefined> {
  const field = h('input', { type: 'number', class: 'field', min: '0', max: '959', 'aria-label': t('number') });
  const draw = () => {
    field.value = String(randomStart());
  };
  draw();
  return {
    element: group(
      `${t('number')} (0–959)`,
      h('div', { class: 'inline' }, field, iconButton('dice', t('random'), draw)),
    ),
    value: () => {
      const number = field.value === '' ? Number.NaN : Number(field.value);
      return Number.isInteger(number) && number >= 0 && number <= 959 ? number : undefined;
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
function clockPart(clock: string): Part<string> {
  const known = CLOCKS.includes(clock);
  const other = otherClock(known ? '1+0' : clock);
  let chosen = known ? clock : 'other';
  const choose = (value: string) => {
    chosen = value;
    other.element.hidden = chosen !== 'other';
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

function gamePart(variant: GameName, onChange: (variant: GameName) => void): Part<GameName> {
  let chosen = variant;
  const names = (['chess', 'chess960', 'makruk'] as const).map((name): [GameName, string, string] => [
    name,
    t(name),
    t(`${name}Hint`),
  ]);
  const choose = (value: GameName) => {
    chosen = value;
    onChange(value);
  };
  return { element: choices(t('game'), names, chosen, choose, 'cards'), value: () => chosen };
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

export function openSetup(table: Table, onStart: (choice: SetupChoice) => void): void {
  const { settings } = table;
  const strength = strengthPart(settings.value.elo);
  const clock = clockPart(settings.value.clock);
  const number = numberPart();
  const counting = countingPart(settings.value.counting);
  const side = sidePart(settings.value.color);
  const showRows = (variant: GameName) => {
    number.element.hidden = variant !== 'chess960';
    counting.element.hidden = variant !== 'makruk';
  };
  const game = gamePart(settings.value.variant, showRows);
  showRows(game.value());
  const fen = h('input', {
    type: 'text',
    class: 'field',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': t('fromPosition'),
  });

  const start = async () => {
    const elo = strength.value();
    const choice: SetupChoice = {
      variant: game.value(),
      color: side.value(),
      elo: elo >= FULL ? null : elo,
      clock: readClock(clock.value()),
      counting: counting.value(),
    };
    if (choice.variant === 'chess960') choice.number = number.value() ?? 518;
    const { variant, color, counting: count } = choice;
    try {
      if (fen.value.trim()) await takePosition(table, choice, fen.value.trim());
    } catch (error) {
      toast(String((error as Error).message), 'bad');
      return;
    }
    settings.set({ variant, color, elo, clock: clock.value(), counting: count });
    close();
    onStart(choice);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void start();
  };
  const button = h('button', { type: 'submit', class: 'button primary large', autofocus: true, text: t('start') });
  const form = h(
    'form',
    { class: 'setup', on: { submit } },
    game.element,
    side.element,
    strength.element,
    clock.element,
    number.element,
    counting.element,
    group(t('fromPosition'), fen),
    h('div', { class: 'actions' }, button),
  );
  const close = openDialog(t('newGame'), form, 'setup-dialog');
}
