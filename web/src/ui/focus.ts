// The focus of the keyboard. A part that is painted anew takes it away from
// whoever works with keys, so it is put where it was, or as near as there is
// something.

const FOCUSABLE = 'button, a[href], input, textarea, select, summary, [tabindex="0"]';

function usable(host: ParentNode): HTMLElement[] {
  return [...host.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => !(element as HTMLButtonElement).disabled && !element.closest('[hidden]'),
  );
}

/** What tells an element from the others of its part, however often it is made. */
function keyOf(element: HTMLElement): string {
  const { node, button } = element.dataset;
  if (element.id) return `#${element.id}`;
  if (node) return `node ${node}`;
  if (button) return `button ${button}`;
  return `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
}

/** The place to be when what had the focus is gone: the board, or the tab of a
 * page without one. */
export function focusBoard(): void {
  const place =
    document.querySelector<HTMLElement>('.board') ?? document.querySelector<HTMLElement>('.tab[aria-current]');
  place?.focus({ preventScroll: true });
}

/** Paints a part of the page; who had the focus in it keeps it. */
export function keepFocus(host: HTMLElement, paint: () => void): void {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || !host.contains(active)) {
    paint();
    return;
  }
  const key = keyOf(active);
  const index = usable(host).indexOf(active);
  paint();
  if (host.contains(active)) return;
  const all = usable(host);
  const next = all.find((element) => keyOf(element) === key) ?? all[Math.min(Math.max(index, 0), all.length - 1)];
  if (next) next.focus({ preventScroll: true });
  else focusBoard();
}

/** Remembers who has the focus, and gives it back to it, or to what has been
 * made in its place. */
export function rememberFocus(): () => void {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && active !== document.body ? keyOf(active) : '';
  return () => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const same = key ? usable(document).find((element) => keyOf(element) === key) : undefined;
    if (same) same.focus({ preventScroll: true });
    else focusBoard();
  };
}
