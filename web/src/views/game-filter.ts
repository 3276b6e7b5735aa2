// The fields by which games are looked for.

import { allGames } from '../games';
import { t, type Word } from '../i18n';
import type { Color, GameFilter } from '../protocol';
import { h } from '../ui/dom';

export type FieldName =
  | 'player'
  | 'color'
  | 'opponent'
  | 'event'
  | 'from'
  | 'to'
  | 'minRating'
  | 'maxRating'
  | 'result'
  | 'eco'
  | 'variant'
  | 'position'
  | 'material';

export type FieldValues = Partial<Record<FieldName, string>>;

/** After so long without a key what was typed is looked for. */
const PAUSE = 350;

const LABELS: Record<FieldName, Word> = {
  player: 'player',
  color: 'withColour',
  opponent: 'otherPlayer',
  event: 'event',
  from: 'from',
  to: 'to',
  minRating: 'minRating',
  maxRating: 'maxRating',
  result: 'result',
  eco: 'openingCode',
  variant: 'game',
  position: 'positionOrMoves',
  material: 'menLeft',
};

/** What can be chosen, of fields in which nothing is typed. */
function optionsOf(name: FieldName): [value: string, text: string][] | null {
  if (name === 'color')
    return [
      ['', t('either')],
      ['w', t('white')],
      ['b', t('black')],
    ];
  if (name === 'result')
    return [
      ['', t('any')],
      ['1-0', '1–0'],
      ['1/2-1/2', '½–½'],
      ['0-1', '0–1'],
      ['*', '*'],
    ];
  if (name === 'variant')
    return [['', t('any')], ...allGames().map((game): [string, string] => [game.name, game.title])];
  return null;
}

type Field = HTMLInputElement | HTMLSelectElement;

function makeField(name: FieldName, value: string): Field {
  const options = optionsOf(name);
  if (options) {
    const select = h(
      'select',
      { class: 'field', name },
      ...options.map(([it, text]) => h('option', { value: it, text })),
    );
    select.value = value;
    return select;
  }
  const isNumber = name === 'minRating' || name === 'maxRating';
  const input = h('input', {
    type: isNumber ? 'number' : 'text',
    class: 'field',
    name,
    spellcheck: 'false',
    autocomplete: 'off',
    ...(isNumber ? { min: '0', max: '4000', step: '50', inputmode: 'numeric' } : { maxlength: '190' }),
  });
  input.value = value;
  return input;
}

/** What fields say, for the server. A position is not among it. Of one's own games the
 * colour is one's own, of others it is the player's, who must be named. */
export function filterOf(values: FieldValues, isOwn = false): GameFilter {
  const text = (name: FieldName) => values[name]?.trim() || undefined;
  const rating = (name: FieldName) => (text(name) ? Math.max(0, Math.min(4000, Number(text(name)) || 0)) : undefined);
  return {
    player: text('player'),
    color: isOwn || text('player') ? (text('color') as Color | undefined) : undefined,
    opponent: text('opponent'),
    event: text('event'),
    from: text('from'),
    to: text('to'),
    minRating: rating('minRating'),
    maxRating: rating('maxRating'),
    result: text('result'),
    eco: text('eco')?.replace('–', '-'),
    variant: text('variant'),
  };
}

/** Fields for a search, some of them folded away. */
export class FilterForm {
  readonly element: HTMLFormElement;
  private fields = new Map<FieldName, Field>();
  private timer = 0;

  constructor(
    shown: FieldName[],
    folded: FieldName[],
    values: FieldValues,
    private onChange: () => void,
    labels: Partial<Record<FieldName, Word>> = {},
    /** True if the games are one's own, and so is the colour. */
    private isOwn = false,
  ) {
    const row = (names: FieldName[]) =>
      h(
        'div',
        { class: 'filter-fields' },
        ...names.map((name) => {
          const field = makeField(name, values[name] ?? '');
          this.fields.set(name, field);
          return h(
            'label',
            { class: `filter-field field-${name}` },
            h('span', { class: 'quiet', text: t(labels[name] ?? LABELS[name]) }),
            field,
          );
        }),
      );
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      this.now();
    };
    this.element = h('form', { class: 'filter', on: { submit } }, row(shown));
    if (folded.length) {
      const rest = h('details', {}, h('summary', { text: t('moreFields') }), row(folded));
      rest.open = folded.some((name) => values[name]);
      this.element.append(rest);
    }
    this.openColor();
    this.element.addEventListener('input', () => {
      this.openColor();
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.onChange(), PAUSE);
    });
    // Return in a field of a form without a button to submit it.
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
        event.preventDefault();
        this.now();
      }
    });
  }

  /** A colour is somebody's: it can be chosen once a player is named. */
  private openColor(): void {
    const color = this.fields.get('color');
    if (!color) return;
    color.disabled = !this.isOwn && !this.fields.get('player')?.value.trim();
    color.title = color.disabled ? t('colourOfPlayer') : '';
  }

  private now(): void {
    clearTimeout(this.timer);
    this.onChange();
  }

  /** What is in the fields; one that is closed says nothing. */
  get values(): FieldValues {
    return Object.fromEntries([...this.fields].map(([name, field]) => [name, field.disabled ? '' : field.value]));
  }

  get isEmpty(): boolean {
    return Object.values(this.values).every((value) => !value.trim());
  }

  clear(): void {
    for (const field of this.fields.values()) field.value = '';
    this.openColor();
    this.now();
  }
}
