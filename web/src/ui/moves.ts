// The list of moves: the main line in two columns, variations between them.

import { commentText } from '../game/commands';
import type { Tree, TreeNode } from '../game/tree';
import { isThai, t } from '../i18n';
import { h } from './dom';
import { glyphText } from './format';

/** Deeper variations are shown, but not indented further. */
const DEEPEST = 12;

export interface MoveListOptions {
  tree: Tree;
  current: number;
  /** The number of the first move and who makes it. */
  firstMove: number;
  blackFirst: boolean;
  variations: boolean;
  /** One move after the other, as books print them. */
  inline?: boolean;
  comments?: boolean;
  /** What a review says about a node. */
  verdict?: (id: number) => string;
  onSelect: (id: number) => void;
}

function moveText(node: TreeNode): string {
  return isThai() && node.thai ? node.thai : node.san;
}

function moveButton(node: TreeNode, options: MoveListOptions): HTMLElement {
  const glyphs = glyphText(node.glyphs);
  const button = h('button', {
    type: 'button',
    class: `move ${node.id === options.current ? 'current' : ''}`,
    'aria-current': node.id === options.current ? 'true' : undefined,
    data: { node: String(node.id) },
    on: { click: () => options.onSelect(node.id) },
  });
  button.append(moveText(node));
  if (glyphs) button.append(h('span', { class: `glyph g${node.glyphs[0] ?? 0}`, text: glyphs }));
  for (const action of node.actions) {
    button.append(
      h('span', {
        class: 'count-mark',
        title: t(action === 'count' ? 'startCount' : 'stopCount'),
        text: action === 'count' ? '⊕' : '⊖',
      }),
    );
  }
  return button;
}

/** What is said about a node, by people and by a review. */
function remarks(node: TreeNode, options: MoveListOptions): string {
  if (options.comments === false) return '';
  return [commentText(node.comment), options.verdict?.(node.id)].filter(Boolean).join(' ');
}

function numberText(ply: number, options: MoveListOptions, always: boolean): string {
  const half = ply - 1 + (options.blackFirst ? 1 : 0);
  const number = options.firstMove + Math.floor(half / 2);
  if (half % 2 === 0) return `${number}.`;
  return always ? `${number}…` : '';
}

/** Where a line begins that is yet to be shown. */
type Start = [first: TreeNode, ply: number];

/** A line of a variation, with its own variations after it, or put into `later`. */
function variation(
  first: TreeNode,
  ply: number,
  depth: number,
  options: MoveListOptions,
  className = 'variation',
  later?: Start[],
): HTMLElement {
  const element = h('div', { class: className, role: 'group' });
  let node: TreeNode | undefined = first;
  let fresh = true;
  while (node) {
    const number = numberText(ply, options, fresh);
    if (number) element.append(h('span', { class: 'number', text: number }));
    element.append(moveButton(node, options), ' ');
    const comment = remarks(node, options);
    fresh = false;
    if (comment) {
      element.append(h('span', { class: 'comment', text: comment }), ' ');
      fresh = true;
    }
    const siblings: number[] = node === first ? [] : options.tree.get(node.parent).children.slice(1);
    for (const id of siblings) {
      const sibling = options.tree.get(id);
      if (later) later.push([sibling, ply]);
      else if (depth < DEEPEST) element.append(variation(sibling, ply, depth + 1, options));
      else element.append(...deepest(sibling, ply, options));
      fresh = true;
    }
    const next: number | undefined = node.children[0];
    node = next === undefined ? undefined : options.tree.get(next);
    ply += 1;
  }
  return element;
}

/** A line and all within it side by side, however deep they are nested. */
function deepest(first: TreeNode, ply: number, options: MoveListOptions): HTMLElement[] {
  const found: HTMLElement[] = [];
  const open: Start[] = [[first, ply]];
  for (const [node, at] of open) found.push(variation(node, at, DEEPEST, options, 'variation', open));
  return found;
}

export function moveList(options: MoveListOptions): HTMLElement {
  const { tree } = options;
  const list = h('div', { class: 'moves', role: 'group', 'aria-label': t('moves') });
  const opening = remarks(tree.root, options);
  if (opening) list.append(h('div', { class: 'comment wide', text: opening }));
  if (options.inline && tree.root.children.length) {
    const [first, ...others] = tree.root.children.map((id) => tree.get(id));
    if (first) list.append(variation(first, 1, 0, options, 'wide mainline'));
    for (const other of others) list.append(variation(other, 1, 1, options, 'wide variation'));
    return list;
  }
  let node = tree.root;
  let ply = 0;
  let column = options.blackFirst ? 1 : 0;
  let open = false;
  while (node.children.length) {
    const [first, ...others] = node.children.map((id) => tree.get(id));
    if (!first) break;
    ply += 1;
    if (column === 0 || !open) {
      list.append(h('span', { class: 'index', text: numberText(ply, options, true).replace('…', '.') }));
      if (column === 1) list.append(h('span', { class: 'move empty', text: '…' }));
      open = true;
    }
    list.append(moveButton(first, options));
    const comment = options.variations ? remarks(first, options) : '';
    const shown = options.variations ? others : [];
    if (comment || shown.length) {
      if (column === 0) list.append(h('span', { class: 'move empty', text: '' }));
      const block = h('div', { class: 'wide' });
      if (comment) block.append(h('div', { class: 'comment', text: comment }));
      for (const other of shown) block.append(variation(other, ply, 0, options));
      list.append(block);
      open = false;
    }
    column = 1 - column;
    if (column === 0) open = false;
    node = first;
  }
  if (!tree.root.children.length) list.append(h('p', { class: 'quiet wide', text: t('empty') }));
  return list;
}

/** Marks another move as the one that is shown. */
export function markCurrent(list: HTMLElement, id: number): void {
  const [old, next] = ['.move.current', `.move[data-node="${id}"]`].map((name) => list.querySelector(name));
  old?.classList.remove('current');
  old?.removeAttribute('aria-current');
  next?.classList.add('current');
  next?.setAttribute('aria-current', 'true');
}

/** Brings the current move into view without moving the page. */
export function showCurrent(list: HTMLElement): void {
  const current = list.querySelector<HTMLElement>('.move.current');
  const scroller = list.closest<HTMLElement>('.scroll');
  if (!scroller) return;
  if (!current) {
    scroller.scrollTop = 0;
    return;
  }
  const [box, frame] = [current.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (box.top >= frame.top + 30 && box.bottom <= frame.bottom - 30) return;
  // With what comes after it: a remark stands below its move.
  scroller.scrollTop += box.top - frame.top - frame.height * 0.4;
}
