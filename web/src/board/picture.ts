// A board as a picture of its own: small previews, and SVG or PNG to keep.

import type { Game } from '../games';
import type { Color } from '../protocol';
import { s } from '../ui/dom';
import { type Arrow, drawArrow } from './arrows';
import { boardLook } from './boards';
import { drawPiece, type Look, readPlacement } from './pieces';
import { isDark, place, SQUARES } from './squares';

export interface PictureOptions {
  game: Game;
  fen: string;
  orientation: Color;
  pieceSet: Look;
  board: string;
  last?: [string, string] | null;
  arrows?: Arrow[];
  /** A square in the language of the page, if files and ranks are to be named. */
  squareName?: (square: string) => string;
}

const PAINT: [selector: string, attributes: Record<string, string>][] = [
  ['.piece-white .body', { fill: '#fdfaf3', stroke: '#2c2722' }],
  ['.piece-black .body', { fill: '#3b3735', stroke: '#12100f' }],
  ['.piece-white .lines', { fill: 'none', stroke: '#2c2722' }],
  ['.piece-black .lines', { fill: 'none', stroke: '#e9e3d7' }],
  ['.piece-white .spots', { fill: '#2c2722' }],
  ['.piece-black .spots', { fill: '#e9e3d7' }],
  ['.piece-white .letter', { fill: '#2c2722' }],
  ['.piece-black .letter', { fill: '#e9e3d7' }],
  ['.body, .lines', { 'stroke-width': '3', 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }],
  ['.letter', { 'font-size': '44', 'font-weight': '700', 'font-family': 'Georgia, serif' }],
  ['.arrow', { fill: '#3f7d4e' }],
  ['.arrow.other', { fill: '#3f6fa8' }],
  ['.arrow.threat', { fill: '#b4473f' }],
  ['.ring', { fill: 'none', 'stroke-width': '7' }],
  ['.arrow.own-G', { fill: '#1f8a4c' }],
  ['.arrow.own-R', { fill: '#c2332b' }],
  ['.arrow.own-B', { fill: '#2467b3' }],
  ['.arrow.own-Y', { fill: '#d99a12' }],
  ['.ring.own-G', { stroke: '#1f8a4c' }],
  ['.ring.own-R', { stroke: '#c2332b' }],
  ['.ring.own-B', { stroke: '#2467b3' }],
  ['.ring.own-Y', { stroke: '#d99a12' }],
];

/** The names of files and ranks, in the corners of the squares at the edge. */
function coordinates({ game, orientation, board, squareName }: PictureOptions): SVGElement[] {
  const look = boardLook(board);
  const found: SVGElement[] = [];
  for (const square of squareName ? SQUARES : []) {
    const [column, row] = place(square, orientation);
    const name = squareName?.(square) ?? '';
    const fill = game.isMakrukSet ? look.line : isDark(square) ? look.onDark : look.onLight;
    const add = (text: string, x: number, y: number, anchor: string) => {
      const font = { 'font-size': 17, 'font-weight': 700, 'font-family': 'sans-serif', 'text-anchor': anchor };
      const label = s('text', { class: 'coordinate', x, y, fill, ...font });
      label.textContent = text;
      found.push(label);
    };
    if (column === 0) add(name.charAt(1), 5, row * 100 + 20, 'start');
    if (row === 7) add(name.charAt(0), column * 100 + 95, 794, 'end');
  }
  return found;
}

/** Draws a board in 800 units that needs no style sheet. */
export function picture(options: PictureOptions): SVGElement {
  const { game, orientation } = options;
  const svg = s('svg', { viewBox: '0 0 800 800', xmlns: 'http://www.w3.org/2000/svg' });
  const look = boardLook(options.board);
  svg.append(s('rect', { width: 800, height: 800, fill: game.isMakrukSet ? look.ground : look.light }));
  for (const square of SQUARES) {
    const [column, row] = place(square, orientation);
    const box = { x: column * 100, y: row * 100, width: 100, height: 100 };
    if (game.isMakrukSet) svg.append(s('rect', { ...box, fill: 'none', stroke: look.line, 'stroke-width': 2 }));
    else if (isDark(square)) svg.append(s('rect', { ...box, fill: look.dark }));
    if (options.last?.includes(square)) {
      svg.append(s('rect', { ...box, fill: '#e0b23c', opacity: 0.5 }));
    }
  }
  svg.append(...coordinates(options));
  for (const [square, piece] of readPlacement(options.fen)) {
    const [column, row] = place(square, orientation);
    const drawing = drawPiece(piece, game, options.pieceSet);
    drawing.setAttribute('transform', `translate(${column * 100 - 5.5} ${row * 100 - 2}) scale(1.11)`);
    svg.append(drawing);
  }
  for (const arrow of options.arrows ?? []) svg.append(drawArrow(arrow, orientation));
  for (const [selector, attributes] of PAINT) {
    for (const element of svg.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    }
  }
  return svg;
}

export function svgText(options: PictureOptions): string {
  const svg = picture(options);
  svg.setAttribute('width', '800');
  svg.setAttribute('height', '800');
  return new XMLSerializer().serializeToString(svg);
}

/** The picture as PNG. */
export async function png(options: PictureOptions): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(options))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1200;
  canvas.getContext('2d')?.drawImage(image, 0, 0, 1200, 1200);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

export function download(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
