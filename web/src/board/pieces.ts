// Piece sets: which drawing stands for which piece.

import type { Game } from '../games';
import type { Role } from '../protocol';
import { s } from '../ui/dom';
import type { Shape } from './shapes';
import * as shapes from './shapes';

/** Makruk: Thai shapes, western figures, or discs with letters. */
export type PieceSet = 'thai' | 'western' | 'letters';

/** Chess: figures with lines, plain ones, or discs with letters. */
export type ChessSet = 'classic' | 'plain' | 'letters';

/** How the pieces of a game look. */
export type Look = PieceSet | ChessSet;

/** The set that is chosen for a game. */
export function lookOf(game: Game, settings: { pieceSet: PieceSet; chessSet: ChessSet }): Look {
  return game.isMakrukSet ? settings.pieceSet : settings.chessSet;
}

/** A piece as FEN has it: `P`, `q`, `M~`. */
export type Piece = string;

const CHESS: Record<Role, Shape> = {
  pawn: shapes.PAWN,
  knight: shapes.KNIGHT,
  bishop: shapes.BISHOP,
  rook: shapes.ROOK,
  queen: shapes.QUEEN,
  king: shapes.KING,
};

const PLAIN: Record<Role, Shape> = {
  pawn: shapes.PLAIN_PAWN,
  knight: shapes.PLAIN_KNIGHT,
  bishop: shapes.PLAIN_BISHOP,
  rook: shapes.PLAIN_ROOK,
  queen: shapes.PLAIN_QUEEN,
  king: shapes.PLAIN_KING,
};

const THAI: Record<Role, Shape> = {
  pawn: shapes.BIA,
  knight: shapes.MA,
  bishop: shapes.KHON,
  rook: shapes.RUA,
  queen: shapes.MET,
  king: shapes.KHUN,
};

export function isWhite(piece: Piece): boolean {
  return piece[0] !== piece[0]?.toLowerCase();
}

/** True if the game is played with Makruk's pieces and they look like that. */
function looksThai(game: Game, set: Look): boolean {
  return game.isMakrukSet && set !== 'western';
}

function shapeOf(piece: Piece, game: Game, set: Look): Shape | undefined {
  const role = game.role(piece);
  if (!role) return undefined;
  if (!looksThai(game, set)) return set === 'plain' ? PLAIN[role] : CHESS[role];
  return piece.endsWith('~') ? shapes.PROMOTED_BIA : THAI[role];
}

/** The drawing of a piece as a group of 100 units, without an id. */
export function drawPiece(piece: Piece, game: Game, set: Look): SVGElement {
  const white = isWhite(piece);
  const group = s('g', { class: white ? 'piece-white' : 'piece-black' });
  const promoted = piece.endsWith('~');
  if (set === 'letters') {
    group.append(s('circle', { cx: 50, cy: 50, r: 36, class: 'body' }));
    const text = s('text', { x: 50, y: 50, class: 'letter', 'text-anchor': 'middle', 'dominant-baseline': 'central' });
    text.textContent = (piece[0] ?? '').toUpperCase();
    group.append(text);
    if (promoted) group.append(s('circle', { cx: 50, cy: 50, r: 29, class: 'lines' }));
    return group;
  }
  const shape = shapeOf(piece, game, set);
  if (!shape) return group;
  for (const d of shape.body) group.append(s('path', { d, class: 'body' }));
  if (shape.lines) group.append(s('path', { d: shape.lines, class: 'lines' }));
  if (shape.spots) group.append(s('path', { d: shape.spots, class: 'spots' }));
  if (game.isMakrukSet && set === 'western' && promoted) {
    group.append(s('circle', { cx: 76, cy: 76, r: 11, class: 'body' }));
    group.append(s('path', { d: 'M70 76H82', class: 'lines' }));
  }
  return group;
}

/** A piece as a picture of its own. */
export function pieceImage(piece: Piece, game: Game, set: Look): SVGElement {
  const viewBox = set === 'letters' ? '5 5 90 90' : looksThai(game, set) ? '7 8 86 86' : '5 2 90 90';
  const svg = s('svg', { viewBox, class: 'piece-image', 'aria-hidden': 'true' });
  svg.append(drawPiece(piece, game, set));
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
