// Which engines analyse: the first one, and one beside it.

import { engineName } from '../engines';
import { t } from '../i18n';
import type { GameName } from '../protocol';
import type { Table } from '../table';
import { h } from '../ui/dom';

/** Stands for no engine; no name can be that. */
const NONE = '=';

/** The engine that analyses a game, '' for Erawan. */
export function analystOf(table: Table, game: GameName): string {
  return table.engines.known(table.settings.value.analyst, game);
}

/** The engine beside it; null if there is none. */
export function comparisonOf(table: Table, game: GameName): string | null {
  const { comparison } = table.settings.value;
  const known = comparison ? table.engines.known(comparison, game) || null : comparison;
  return known === analystOf(table, game) ? null : known;
}

/** The two lists; nothing where there is nothing to choose from. */
export function engineChoice(table: Table, game: GameName, onChange: () => void): HTMLElement | null {
  const names = ['', ...table.engines.for(game).map((engine) => engine.name)];
  if (names.length < 2) return null;
  const option = (name: string) => h('option', { value: name, text: engineName(name) });
  const analyst = h('select', { class: 'field', 'aria-label': t('engineChoice') }, ...names.map(option));
  const comparison = h('select', { class: 'field', 'aria-label': t('compareWith') });
  const fill = () => {
    const first = analystOf(table, game);
    analyst.value = first;
    const none = h('option', { value: NONE, text: t('noComparison') });
    comparison.replaceChildren(none, ...names.filter((name) => name !== first).map(option));
    comparison.value = comparisonOf(table, game) ?? NONE;
  };
  analyst.addEventListener('change', () => {
    table.settings.set({ analyst: analyst.value });
    fill();
    onChange();
  });
  comparison.addEventListener('change', () => {
    table.settings.set({ comparison: comparison.value === NONE ? null : comparison.value });
    onChange();
  });
  fill();
  const labelled = (label: string, field: HTMLElement) =>
    h('label', {}, h('span', { class: 'quiet', text: label }), field);
  return h(
    'div',
    { class: 'engine-choice' },
    labelled(t('engineChoice'), analyst),
    labelled(t('compareWith'), comparison),
  );
}
