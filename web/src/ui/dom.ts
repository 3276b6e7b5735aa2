// A few helpers for elements. Text is always text: nothing here parses HTML.

import { fill, reasonText } from '../i18n';
import { focusBoard } from './focus';

type Child = Node | string | null | undefined | false;

interface Props {
  class?: string;
  text?: string;
  title?: string;
  on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
  data?: Record<string, string>;
  [attribute: string]: unknown;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'class') element.className = String(value);
    else if (name === 'text') element.textContent = String(value);
    else if (name === 'on') {
      for (const [type, listener] of Object.entries(value as object)) {
        element.addEventListener(type, listener as EventListener);
      }
    } else if (name === 'data') Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child): child is Node | string => !!child));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

export function s(tag: string, attributes: Record<string, string | number> = {}): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

// Line icons of 24 units, drawn for this page.
const ICONS: Record<string, string> = {
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M9 5.500v13M15 5.500v13',
  analyse: 'M4 19V5M4 19h16M8 15l3.5-5 3 3L20 6',
  games: 'M5 6h14M5 12h14M5 18h9',
  train: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 12h.01',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM19.4 13.5l1.6 1.2-1.8 3.1-1.9-.8a7.5 7.5 0 0 1-2 1.2l-.3 2h-3.6l-.3-2a7.5 7.5 0 0 1-2-1.2l-1.9.8-1.8-3.1 1.6-1.2a7.6 7.6 0 0 1 0-3L5.4 9.3l1.8-3.1 1.9.8a7.5 7.5 0 0 1 2-1.2l.3-2h3.6l.3 2a7.5 7.5 0 0 1 2 1.2l1.9-.8 1.8 3.1-1.6 1.2a7.6 7.6 0 0 1 0 3z',
  flip: 'M7 4v14M7 4 3.5 7.5M7 4l3.5 3.5M17 20V6M17 20l-3.5-3.5M17 20l3.5-3.5',
  first: 'M6 5v14M18 5.5 9.5 12l8.5 6.5z',
  prev: 'M16 5.5 7.5 12l8.5 6.5z',
  next: 'M8 5.5 16.5 12 8 18.5z',
  last: 'M18 5v14M6 5.5l8.5 6.5L6 18.5z',
  undo: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  redo: 'M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h4',
  erase: 'M9 19h11M5.500 14.500l8-8.500 6 5.500-7 7.500H8.500z',
  people:
    'M8.500 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-4 2.500-5.500 5.500-5.500S14 15 14 19M16 11a2.500 2.500 0 1 0 0-5M17 13.700c2.500.3 4 2 4 5.300',
  chevron: 'M6 9.500l6 6 6-6',
  hint: 'M9 17.5h6M10 20.5h4M12 3.5a6 6 0 0 0-3.5 10.9c.7.5 1 1.1 1 1.8h5c0-.7.3-1.3 1-1.8A6 6 0 0 0 12 3.5z',
  flag: 'M6 21V4M6 4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  draw: 'M5 9.5h14M5 14.5h14',
  plus: 'M12 5v14M5 12h14',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  save: 'M12 4v11M7 10.500l5 5 5-5M5 19.500h14',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l.8 13h8.4L17 7',
  up: 'M12 19V6M6 11.5 12 5.5l6 6',
  filter: 'M4 6h16M7 12h10M10 18h4',
  edit: 'M5 19h3.500L19 8.500 15.500 5 5 15.500zM13 7.500l3.500 3.500',
  close: 'M6 6l12 12M18 6 6 18',
  dice: 'M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01',
  help: 'M9 9.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1.1-1.4 2.1M12 17.5h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  paste: 'M8 5H6v15h12V5h-2M9 3.5h6v3H9zM9 11h6M9 15h4',
  threat: 'M12 3.5 21 19.5H3zM12 10v4M12 17h.01',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  comment: 'M4 5h16v11H10l-4 4v-4H4z',
  review: 'M4 20V10M9.500 20V4M15 20v-8M20.500 20V7',
};

export function icon(name: keyof typeof ICONS | string): SVGElement {
  const svg = s('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' });
  svg.append(s('path', { d: ICONS[name] ?? '' }));
  return svg;
}

/** A button with an icon; with a label too if `shown`. */
export function iconButton(
  name: string,
  label: string,
  onClick: (event: MouseEvent) => void,
  options: { shown?: boolean; class?: string; pressed?: boolean; disabled?: boolean; title?: string } = {},
): HTMLButtonElement {
  const button = h('button', {
    type: 'button',
    class: `button ${options.shown ? '' : 'icon-only'} ${options.class ?? ''}`.trim(),
    title: options.title ?? (options.shown ? undefined : label),
    'aria-label': options.title ?? (options.shown ? undefined : label),
    'aria-pressed': options.pressed === undefined ? undefined : String(options.pressed),
    on: { click: onClick },
  });
  button.append(icon(name));
  if (options.shown) button.append(h('span', { text: label }));
  button.disabled = options.disabled ?? false;
  return button;
}

/** Says something to screen readers. */
export function announce(text: string): void {
  const region = document.getElementById('live');
  if (region) region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

let toastTimer = 0;

/** Puts the notices into a dialog, or back: beside an open dialog nothing can be
 * pressed, whatever lies on top. */
export function houseNotices(parent: HTMLElement): void {
  const host = document.getElementById('toasts');
  if (!host || host.parentElement === parent) return;
  parent.append(host);
  if (host.childElementCount) raise(host);
}

/** Shows the notices above everything, dialogs too. */
function raise(host: HTMLElement): void {
  if (!host.hasAttribute('popover') || !host.showPopover) return;
  lower(host);
  host.showPopover();
}

function lower(host: HTMLElement): void {
  if (host.hasAttribute('popover') && host.matches(':popover-open')) host.hidePopover();
}

/** Takes a notice away. The others stay as they are: shown anew they would move
 * again, and be read aloud again. */
function withdraw(host: HTMLElement, gone: Element | null | undefined): void {
  const hadFocus = gone?.contains(document.activeElement);
  gone?.remove();
  if (hadFocus) focusBoard();
  if (!host.childElementCount) lower(host);
}

/** What can be done about a notice. */
export type Action = [label: string, act: () => void];

function actionRow(actions: Action[]): HTMLElement {
  const buttons = actions.map(([label, act]) =>
    h('button', { type: 'button', class: 'button small', text: label, on: { click: act } }),
  );
  return h('div', { class: 'actions' }, ...buttons);
}

/** Shows a short notice. */
export function toast(
  text: string,
  kind: 'plain' | 'bad' = 'plain',
  milliseconds = 4200,
  actions: Action[] = [],
): void {
  const host = document.getElementById('toasts');
  if (!host) return;
  const shown = () => host.querySelector('.toast:not(.notice)');
  shown()?.remove();
  // What points at a place in the line above needs letters of one width.
  const pointing = /\n *\^/.test(text) ? 'pointing' : '';
  const words = h('div', { class: `toast ${kind} ${pointing}`, role: 'status', text });
  const answered = (act: () => void) => () => {
    withdraw(host, words);
    act();
  };
  const done = actions.map(([label, act]): Action => [label, answered(act)]);
  if (actions.length) words.append(actionRow(done));
  host.append(words);
  raise(host);
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => withdraw(host, shown()), milliseconds);
}

/** Says that something could not be done, and why. */
export function toastFailure(error: unknown): void {
  toast(fill('notDone', { reason: reasonText(error) }), 'bad', 8000);
}

/** Shows a notice that stays until it is answered or taken back by its key. */
export function notice(key: string, text: string, actions: Action[] = []): void {
  const host = document.getElementById('toasts');
  if (!host) return;
  const fresh = h(
    'div',
    { class: 'toast notice bad', role: 'alert', data: { key } },
    h('span', { text }),
    actions.length ? actionRow(actions) : null,
  );
  const old = findNotice(host, key);
  if (old) old.replaceWith(fresh);
  else host.prepend(fresh);
  raise(host);
}

export function clearNotice(key: string): void {
  const host = document.getElementById('toasts');
  if (host) withdraw(host, findNotice(host, key));
}

function findNotice(host: HTMLElement, key: string): HTMLElement | undefined {
  return [...host.querySelectorAll<HTMLElement>('.notice')].find((element) => element.dataset.key === key);
}
