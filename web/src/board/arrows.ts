// Arrows and circles over the board, in its 800 units.

import type { Shape } from '../game/commands';
import type { Color } from '../protocol';
import { s } from '../ui/dom';
import { place } from './squares';

export interface Arrow {
  from: string;
  to: string;
  /** `best`, `other`, `branch`, `hint`, `threat`, `refutation` or `own`. */
  kind: string;
  /** From 0 to 1. */
  strength?: number;
}

/** A glyph at the corner of a square. */
export interface Badge {
  square: string;
  glyph: number;
  text: string;
}

/** What a person has drawn, as an arrow. */
export function shapeArrow({ colour, from, to }: Shape): Arrow {
  return { from, to, kind: `own own-${colour}`, strength: 0.7 };
}

export function drawBadge(badge: Badge, orientation: Color): SVGElement {
  const [column, row] = place(badge.square, orientation);
  // At the edge of the board it moves inwards.
  const [x, y] = [Math.min(column * 100 + 88, 776), Math.max(row * 100 + 12, 24)];
  const group = s('g', { class: `badge g${badge.glyph}` });
  const text = s('text', { x, y: y + 1, 'text-anchor': 'middle', 'dominant-baseline': 'central' });
  text.textContent = badge.text;
  group.append(s('circle', { cx: x, cy: y, r: 23 }), text);
  return group;
}

function centre(square: string, orientation: Color): [number, number] {
  const [column, row] = place(square, orientation);
  return [column * 100 + 50, row * 100 + 50];
}

export function drawArrow(arrow: Arrow, orientation: Color): SVGElement {
  const [x1, y1] = centre(arrow.from, orientation);
  if (arrow.from === arrow.to) {
    return s('circle', { cx: x1, cy: y1, r: 43, class: `ring ${arrow.kind}` });
  }
  const [x2, y2] = centre(arrow.to, orientation);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const width = 9 + 8 * (arrow.strength ?? 0.6);
  const head = width * 2.3;
  const [startX, startY] = [x1 + dx * 20, y1 + dy * 20];
  const [tipX, tipY] = [x2 - dx * 8, y2 - dy * 8];
  const [neckX, neckY] = [tipX - dx * head, tipY - dy * head];
  const point = (x: number, y: number, side: number, reach: number) =>
    `${(x - dy * side * reach).toFixed(1)} ${(y + dx * side * reach).toFixed(1)}`;
  const half = width / 2;
  const d =
    `M${point(startX, startY, 1, half)}L${point(neckX, neckY, 1, half)}` +
    `L${point(neckX, neckY, 1, head * 0.62)}L${tipX.toFixed(1)} ${tipY.toFixed(1)}` +
    `L${point(neckX, neckY, -1, head * 0.62)}L${point(neckX, neckY, -1, half)}` +
    `L${point(startX, startY, -1, half)}Z`;
  // An attribute, not a style: pictures that are shared have none.
  return s('path', { d, class: `arrow ${arrow.kind}`, opacity: (0.4 + 0.45 * (arrow.strength ?? 0.8)).toFixed(2) });
}
