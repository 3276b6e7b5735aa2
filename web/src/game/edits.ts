// Which of two copies of a game is the newer one. Clocks cannot tell: they are
// set back, and two machines never agree. So a game carries how many changes
// each page has made to it.

/** Changes by the page that made them. */
export type Edits = Record<string, number>;

export type Order = 'same' | 'newer' | 'older' | 'apart';

/** One more change. No page is forgotten: a copy that still knows it would
 * count as another branch. */
export function addEdit(edits: Edits, page: string): Edits {
  return { ...edits, [page]: (edits[page] ?? 0) + 1 };
}

/** How one copy stands to another: `apart` if each has changes of its own. */
export function compareEdits(a: Edits, b: Edits): Order {
  const ahead = (x: Edits, y: Edits) => Object.keys(x).some((page) => (x[page] ?? 0) > (y[page] ?? 0));
  const [more, less] = [ahead(a, b), ahead(b, a)];
  if (more && less) return 'apart';
  if (more) return 'newer';
  return less ? 'older' : 'same';
}
