// The dialog for a new game.

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

/** Past this the slider means full strength. */
const FULL = 3050;

const CLOCKS = ['none', '3+2', '5+3', '10+5', '15+10', '30+20', 'other'];

function readClock(text: string): [number, number] | null {
  const parts = /^(\d+(?:\.\d+)?)\+(\d+)$/.exec(text);
  return parts ? [Number(parts[1]) * 60_000, Number(parts[2]) * 1000] : null;
}

/** Fields for a clock that is not on the list. */
function clockFields(initial: string, onChange: (clock: string) => void): HTMLElement {
  const [first, second] = initial.split('+');
  const field = (label: string, value: string, max: string, step: string) => {
    const input = h('input', { type: 'number', class: 'field', min: '0', max, step, 'aria-label': label, inputmode: 'decimal' });
    input.value = value;
    return input;
  };
  const minutes = field(t('minutes'), first ?? '1', '600', 'any');
  const increment = field(t('increment'), second ?? '0', '600', '1');
  const change = () => {
    const base = Math.min(600, Math.max(0.02, Number(minutes.value) || 0));
    onChange(`${base}+${Math.min(600, Math.max(0, Math.round(Number(increment.value) || 0)))}`);
  };
  minutes.addEventListener('input', change);
  increment.addEventListener('input', change);
  return h(
    'div',
    { class: 'inline clock-fields' },
    h('label', {}, h('span', { class: 'quiet', text: t('minutes') }), minutes),
    h('label', {}, h('span', { class: 'quiet', text: t('increment') }), increment),
  );
}

export function openSetup(table: Table, onStart: (choice: SetupChoice) => void): void {
  const settings = table.settings.value;
  let { variant, color, elo, clock, counting } = settings;
  let number: number | undefined = Math.floor(Math.random() * 960);

  const level = h('output', { class: 'level' });
  const slider = h('input', { type: 'range', min: '500', max: String(FULL), step: '50', 'aria-label': t('strength') });
  slider.value = String(elo);
  const describe = () => {
    elo = Number(slider.value);
    const full = elo >= FULL;
    const name = levelName(full ? null : elo);
    level.replaceChildren(h('strong', { text: name }), full ? '' : h('span', { text: String(elo) }));
    slider.setAttribute('aria-valuetext', full ? name : `${elo}, ${name}`);
    slider.style.setProperty('--part', String((elo - 500) / (FULL - 500)));
  };
  slider.addEventListener('input', describe);
  describe();

  const numberField = h('input', { type: 'number', class: 'field', min: '0', max: '959', 'aria-label': t('number') });
  const showNumber = () => {
    numberField.value = String(number ?? '');
  };
  showNumber();
  numberField.addEventListener('input', () => {
    const value = Number(numberField.value);
    number = Number.isInteger(value) && value >= 0 && value <= 959 ? value : undefined;
  });
  const numberRow = h(
    'fieldset',
    { class: 'field-group' },
    h('legend', { text: `${t('number')} (0–959)` }),
    h(
      'div',
      { class: 'inline' },
      numberField,
      iconButton('dice', t('random'), () => {
        number = Math.floor(Math.random() * 960);
        showNumber();
      }),
    ),
  );
  const countingRow = choices(
    t('counting'),
    [
      ['auto', t('countingAuto')],
      ['manual', t('countingManual')],
    ],
    counting === 'off' ? 'auto' : counting,
    (value) => (counting = value),
  );
  const fenField = h('input', { type: 'text', class: 'field', spellcheck: 'false', autocomplete: 'off', 'aria-label': t('fromPosition') });
  let otherClock = CLOCKS.includes(clock) ? '1+0' : clock;
  let isOther = !CLOCKS.includes(clock);
  const clockRow = clockFields(otherClock, (text) => (otherClock = text));
  const showRows = () => {
    numberRow.hidden = variant !== 'chess960';
    countingRow.hidden = variant !== 'makruk';
    clockRow.hidden = !isOther;
  };
  showRows();

  const form = h(
    'form',
    { class: 'setup' },
    choices(
      t('game'),
      (['chess', 'chess960', 'makruk'] as GameName[]).map((name) => [name, t(name), t(`${name}Hint`)]),
      variant,
      (value) => {
        variant = value;
        showRows();
      },
      'cards',
    ),
    choices(
      t('side'),
      [
        ['w', t('white')],
        ['random', t('random')],
        ['b', t('black')],
      ],
      color,
      (value) => (color = value),
    ),
    h('fieldset', { class: 'field-group' }, h('legend', { text: t('strength') }), level, slider),
    choices(
      t('clock'),
      CLOCKS.map((text) => [text, text === 'none' ? t('noClock') : text === 'other' ? t('otherClock') : text]),
      isOther ? 'other' : clock,
      (value) => {
        isOther = value === 'other';
        clock = value;
        showRows();
      },
    ),
    clockRow,
    numberRow,
    countingRow,
    h('fieldset', { class: 'field-group' }, h('legend', { text: t('fromPosition') }), fenField),
    h('div', { class: 'actions' }, h('button', { type: 'submit', class: 'button primary large', autofocus: true, text: t('start') })),
  );
  const close = openDialog(t('newGame'), form, 'setup-dialog');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void (async () => {
      if (isOther) clock = otherClock;
      const choice: SetupChoice = {
        variant,
        color,
        elo: elo >= FULL ? null : elo,
        clock: readClock(clock),
        counting,
      };
      if (variant === 'chess960') choice.number = number ?? 518;
      const fen = fenField.value.trim();
      if (fen) {
        try {
          const answer = await table.connection.ask({ type: 'read', text: fen, variant }, 'games');
          const game = answer.games[0];
          if (game) {
            choice.variant = game.variant;
            choice.fen = game.fen || undefined;
            choice.number = undefined;
          }
        } catch (error) {
          toast(String((error as Error).message), 'bad');
          return;
        }
      }
      table.settings.set({ variant, color, elo, clock, counting });
      close();
      onStart(choice);
    })();
  });
}
