// Which engines play, in the dialog for a new game. Without other engines there is
// nothing to choose, and nothing of this is shown.

import { engineName } from '../engines';
import type { Game } from '../games';
import { t } from '../i18n';
import type { EngineReply, GameName } from '../protocol';
import type { Settings } from '../settings';
import { choices } from '../ui/dialog';
import { h } from '../ui/dom';

export type Opponent = Settings['opponent'];

/** The engines of a game. */
export type EnginesOf = (game: GameName) => EngineReply[];

/** A list of engines to choose from, Erawan first. */
export function engineSelect(label: string, names: string[], chosen: string): HTMLSelectElement {
  const select = h('select', { class: 'field', 'aria-label': label });
  fillSelect(select, names, chosen);
  return select;
}

function fillSelect(select: HTMLSelectElement, names: string[], chosen: string): void {
  const options = ['', ...names].map((name) => h('option', { value: name, text: engineName(name) }));
  select.replaceChildren(...options);
  select.value = names.includes(chosen) ? chosen : '';
}

function labelled(label: string, field: HTMLElement): HTMLElement {
  return h('label', {}, h('span', { class: 'quiet', text: label }), field);
}

/** Whom one plays against, or who plays whom. */
export class EnginesPart {
  readonly element: HTMLElement;
  readonly opponentElement: HTMLElement;
  private opponent: Opponent;
  private rival: HTMLSelectElement;
  private sides: HTMLSelectElement[];
  private seconds: HTMLInputElement;
  private single: HTMLElement;
  private pair: HTMLElement;
  private secondsRow: HTMLElement;
  private names: string[] = [];
  private clock = 'none';

  constructor(
    private settings: Settings,
    private enginesOf: EnginesOf,
    hasOthers: boolean,
    private onChange: () => void,
  ) {
    this.opponent = settings.opponent === 'engines' && !hasOthers ? 'engine' : settings.opponent;
    const names: [Opponent, string][] = [
      ['engine', t(hasOthers ? 'againstAnEngine' : 'againstEngine')],
      ['person', t('twoPeople')],
    ];
    if (hasOthers) names.push(['engines', t('twoEngines')]);
    this.opponentElement = choices(t('opponent'), names, this.opponent, (value) => {
      this.opponent = value;
      this.show();
    });
    this.rival = engineSelect(t('engineChoice'), [], '');
    this.sides = [t('white'), t('black')].map((side) => engineSelect(side, [], ''));
    this.seconds = h('input', {
      type: 'number',
      class: 'field',
      min: '0.1',
      max: '600',
      step: 'any',
      inputmode: 'decimal',
      'aria-label': t('secondsEach'),
    });
    this.seconds.value = String(settings.secondsEach);
    for (const select of [this.rival, ...this.sides]) select.addEventListener('change', () => this.onChange());
    const [white, black] = this.sides as [HTMLSelectElement, HTMLSelectElement];
    this.single = h('div', {}, this.rival);
    this.pair = h('div', { class: 'engine-pair' }, labelled(t('white'), white), labelled(t('black'), black));
    this.secondsRow = h('div', { class: 'engine-pair' }, labelled(t('secondsEach'), this.seconds));
    this.element = h(
      'fieldset',
      { class: 'field-group engines-part' },
      h('legend', { text: t('engineChoice') }),
      this.single,
      this.pair,
      this.secondsRow,
    );
  }

  /** Another game: not every engine plays it. */
  showGame(game: Game): void {
    const chosen = this.value();
    this.names = this.enginesOf(game.name).map((engine) => engine.name);
    fillSelect(this.rival, this.names, chosen.rival);
    this.sides.forEach((select, side) => {
      fillSelect(select, this.names, chosen.rivals[side] ?? '');
    });
    this.show();
  }

  /** Without a clock two engines have a time for each move. */
  showClock(clock: string): void {
    this.clock = clock;
    this.show();
  }

  private show(): void {
    this.element.hidden = this.opponent === 'person' || (this.opponent === 'engine' && !this.names.length);
    this.single.hidden = this.opponent !== 'engine';
    this.pair.hidden = this.opponent !== 'engines';
    this.secondsRow.hidden = this.opponent !== 'engines' || this.clock !== 'none';
    this.onChange();
  }

  /** True if Erawan plays, whose strength can be chosen. */
  get hasErawan(): boolean {
    if (this.opponent === 'person') return false;
    return this.opponent === 'engine' ? !this.rival.value : this.sides.some((select) => !select.value);
  }

  value() {
    const { rival, rivals } = this.settings;
    // Before a game is shown there is nothing to choose from.
    const isFilled = this.rival.options.length > 1;
    const [white, black] = this.sides.map((select) => select.value);
    const seconds = Math.min(600, Math.max(0.1, Number(this.seconds.value) || 1));
    return {
      opponent: this.opponent,
      rival: isFilled ? this.rival.value : rival,
      rivals: isFilled ? ([white ?? '', black ?? ''] as [string, string]) : rivals,
      secondsEach: seconds,
    };
  }
}
