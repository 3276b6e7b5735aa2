// A position that is being set up: men by square, and the other fields of a FEN.

import { type Piece, readPlacement } from '../board/pieces';
import { FILES } from '../board/squares';
import type { Color } from '../protocol';

export interface Edited {
  men: Map<string, Piece>;
  turn: Color;
  /** The letters of rights to castle, or to leap in Ouk. */
  rights: Set<string>;
  /** Where a pawn may be taken in passing; empty if nowhere. */
  passing: string;
  /** Makruk: the limit of the count in plies; 0 if nothing is counted. */
  limit: number;
  /** Plies counted, or since the last capture or pawn move. */
  clock: number;
  move: number;
}

const number = (text: string | undefined, least: number) => Math.max(least, Math.floor(Number(text)) || least);

/** A position as its FEN has it. `counts` says that the game has a count. */
export function readEdited(fen: string, counts: boolean): Edited {
  const [, turn, rights = '-', fourth = '-', clock, move] = fen.trim().split(/\s+/);
  return {
    men: readPlacement(fen),
    turn: turn === 'b' ? 'b' : 'w',
    rights: new Set(rights === '-' ? [] : rights),
    passing: !counts && /^[a-h][36]$/.test(fourth) ? fourth : '',
    limit: counts ? number(fourth, 0) : 0,
    clock: number(clock, 0),
    move: number(move, 1),
  };
}

function placement(men: Map<string, Piece>): string {
  const rank = (row: number) => {
    const squares = [...FILES].map((file) => men.get(`${file}${row}`) ?? '1');
    return squares.join('').replace(/1+/g, (gap) => String(gap.length));
  };
  return [8, 7, 6, 5, 4, 3, 2, 1].map(rank).join('/');
}

/** The FEN of a position. Rights are written in the order of `letters`. */
export function writeEdited(edited: Edited, letters: string, counts: boolean): string {
  const known = [...letters].filter((letter) => edited.rights.has(letter));
  // Rights by files of rooks are kept as they were.
  const others = [...edited.rights].filter((letter) => !letters.includes(letter));
  const rights = [...known, ...others].join('') || '-';
  const fourth = counts ? String(edited.limit || '-') : edited.passing || '-';
  return [placement(edited.men), edited.turn, rights, fourth, edited.clock, edited.move].join(' ');
}

/** The squares over which a pawn may just have stepped. */
export function passingSquares({ men, turn }: Edited, pawn: string): string[] {
  const [rank, over] = turn === 'w' ? ['5', '6'] : ['4', '3'];
  const man = turn === 'w' ? pawn : pawn.toUpperCase();
  return [...FILES].filter((file) => men.get(file + rank) === man && !men.has(file + over)).map((file) => file + over);
}
