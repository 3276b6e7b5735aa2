// Piece sets: which drawing stands for which piece.

import { s } from '../ui/dom';
import type { Shape } from './shapes';
import * as shapes from './shapes';

/** Thai shapes, western figures, or discs with letters. */
export type PieceSet = 'thai' | 'western' | 'letters';

/** A piece as FEN has it: `P`, `q`, `M~`. */
export type Piece = string;

const CHESS: Record<string, Shape> = {
  p: shapes.PAWN,
  n: shapes.KNIGHT,
  b: shapes.BISHOP,
  r: shapes.ROOK,
  q: shapes.QUEEN,
  k: shapes.KING,
};

const THAI: Record<string, Shape> = {
  p: shapes.BIA,
  n: shapes.MA,
  s: shapes.KHON,
  r: shapes.RUA,
  m: shapes.MET,
  'm~': shapes.PROMOTED_BIA,
  k: shapes.KHUN,
};

const WESTERN: Record<string, Shape> = {
  p: shapes.PAWN,
  n: shapes.KNIGHT,
  s: shapes.BISHOP,
  r: shapes.ROOK,
  m: shapes.QUEEN,
  'm~': shapes.QUEEN,
  k: shapes.KING,
};

export function isWhite(piece: Piece): boolean {
  return piece[0] !== piece[0]?.toLowerCase();
}

function shapeOf(piece: Piece, makruk: boolean, set: PieceSet): Shape | undefined {
  const letter = piece.toLowerCase();
  if (!makruk) return CHESS[letter];
  return (set === 'western' ? WESTERN : THAI)[letter];
}

/** The drawing of a piece as a group of 100 units, without an id. */
export function drawPiece(piece: Piece, makruk: boolean, set: PieceSet): SVGElement {
  const white = isWhite(piece);
  const group = s('g', { class: white ? 'piece-white' : 'piece-black' });
  const promoted = piece.endsWith('~');
  if (makruk && set === 'letters') {
    group.append(s('circle', { cx: 50, cy: 50, r: 36, class: 'body' }));
    const text = s('text', { x: 50, y: 50, class: 'letter', 'text-anchor': 'middle', 'dominant-baseline': 'central' });
    text.textContent = promoted ? 'M' : (piece[0] ?? '').toUpperCase();
    group.append(text);
    if (promoted) group.append(s('circle', { cx: 50, cy: 50, r: 29, class: 'lines' }));
    return group;
  }
  const shape = shapeOf(piece, makruk, set);
  if (!shape) return group;
  for (const d of shape.body) group.append(s('path', { d, class: 'body' }));
  if (shape.lines) group.append(s('path', { d: shape.lines, class: 'lines' }));
  if (shape.spots) group.append(s('path', { d: shape.spots, class: 'spots' }));
  if (makruk && set === 'western' && promoted) {
    group.append(s('circle', { cx: 76, cy: 76, r: 11, class: 'body' }));
    group.append(s('path', { d: 'M70 76H82', class: 'lines' }));
  }
  return group;
}

/** A piece as a picture of its own. */
export function pieceImage(piece: Piece, makruk: boolean, set: PieceSet): SVGElement {
  const small = makruk && set !== 'western';
  const svg = s('svg', { viewBox: small ? '7 8 86 86' : '5 2 90 90', class: 'piece-image', 'aria-hidden': 'true' });
  svg.append(drawPiece(piece, makruk, set));
  return svg;
}

/** The pieces of a FEN by square. */
export function readPlacement(fen: string): Map<string, Piece> {
  const pieces = new Map<string, Piece>();
  const placement = fen.split(' ')[0] ?? '';
  placement.split('/').forEach((rank, index) => {
    let file = 0;
    for (let i = 0; i < rank.length; i++) {
      const letter = rank[i] as string;
      if (/\d/.test(letter)) {
        file += Number(letter);
        continue;
      }
      const marked = rank[i + 1] === '~';
      if (marked) i++;
      pieces.set('abcdefgh'.charAt(file) + String(8 - index), letter + (marked ? '~' : ''));
      file++;
    }
  });
  return pieces;
}
