// What there is to practise, by game and kind.

import { allGames, gameOf } from '../games';
import { fill, t, type Word } from '../i18n';
import type { ExerciseKind, GameName, StockReply } from '../protocol';
import { h } from '../ui/dom';
import { exactCount } from '../ui/format';

/** What somebody wants to practise. */
export interface Course {
  variant: GameName;
  kind: ExerciseKind;
  theme: string;
  ahead: boolean;
}

const KINDS: Record<ExerciseKind, Word> = { mistake: 'yourMistakes', puzzle: 'puzzles' };

/** The name of a kind of exercise. */
export function kindName(kind: ExerciseKind): string {
  return t(KINDS[kind]);
}

/** A time to come, in the largest unit that it fills. */
export function timeText(seconds: number): string {
  if (seconds >= 36 * 3600) return fill('inDays', { n: Math.round(seconds / 86_400) });
  if (seconds >= 90 * 60) return fill('inHours', { n: Math.round(seconds / 3600) });
  return fill('inMinutes', { n: Math.max(1, Math.ceil(seconds / 60)) });
}

/** How many exercises there are of a kind, in words. */
export function stockText(stock: StockReply): string {
  const parts = [fill('dueOf', { due: exactCount(stock.due), total: exactCount(stock.total) })];
  if (stock.kind === 'puzzle') parts.push(fill('freshOf', { fresh: exactCount(stock.fresh) }));
  else if (stock.next !== null) parts.push(fill('nextDue', { time: timeText(stock.next) }));
  if (stock.rating) parts.push(fill('ownRating', { rating: stock.rating[0] }));
  return parts.join(' · ');
}

function row(stock: StockReply, theme: HTMLSelectElement | null, onBegin: (course: Course) => void): HTMLElement {
  const { variant, kind } = stock;
  const begin = (ahead: boolean) => () => onBegin({ variant, kind, theme: theme?.value ?? '', ahead });
  const ready = kind === 'puzzle' ? stock.due + stock.fresh : stock.due;
  const name = `${gameOf(variant).title}, ${kindName(kind)}`;
  const button = (word: Word, ahead: boolean, main: boolean) => {
    const element = h('button', {
      type: 'button',
      class: `button ${main ? 'primary' : 'small'}`,
      text: t(word),
      title: ahead ? t('practiseAheadHow') : undefined,
      'aria-label': `${t(word)}: ${name}`,
      on: { click: begin(ahead) },
    });
    element.dataset.button = `${word} ${variant} ${kind}`;
    return element;
  };
  return h(
    'li',
    { class: 'stock-row', data: { stock: `${variant} ${kind}` } },
    h(
      'div',
      { class: 'stock-name' },
      h('strong', { text: kindName(kind) }),
      h('span', { class: 'quiet', text: stockText(stock) }),
    ),
    theme,
    ready > 0 ? button('practise', false, true) : button('practiseAhead', true, false),
  );
}

/** The list of all there is to practise. */
export function overview(
  stock: StockReply[],
  themeFor: (variant: GameName) => HTMLSelectElement | null,
  onBegin: (course: Course) => void,
): HTMLElement[] {
  const parts: HTMLElement[] = [h('p', { class: 'quiet', text: t(stock.length ? 'trainHow' : 'trainNothing') })];
  for (const game of allGames()) {
    const own = stock.filter((one) => one.variant === game.name);
    if (!own.length) continue;
    const rows = own.map((one) => row(one, one.kind === 'puzzle' ? themeFor(one.variant) : null, onBegin));
    parts.push(
      h('section', { class: 'stock' }, h('h3', { text: game.title }), h('ul', { class: 'stock-list' }, ...rows)),
    );
  }
  return parts;
}
