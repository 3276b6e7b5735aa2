// Repertoires: trees of what is drilled, and lines as people read them.

import { isThai } from '../i18n';
import type { Line, NamedMove, RecallReply } from '../protocol';
import { firstMove, Tree } from './tree';

/** A move as people write it. */
export function nameOfMove({ san, thai }: Pick<NamedMove, 'san' | 'thai'>): string {
  return isThai() && thai ? thai : san;
}

/** Moves of which any is right. */
export function namesOf(moves: NamedMove[]): string {
  return moves.map(nameOfMove).join(', ');
}

/** The number before a move, after so many plies of a line: `3.`, `3…`, or nothing where
 * it is Black's turn and the move before stands there. */
export function numberAt(line: Line, ply: number, always = false): string {
  const { firstMove: first, blackFirst } = firstMove(line.fen);
  const half = ply + (blackFirst ? 1 : 0);
  const number = first + Math.floor(half / 2);
  if (half % 2 === 0) return `${number}.`;
  return always || ply === 0 ? `${number}…` : '';
}

/** A line as a text: `1. e4 e5 2. Nf3`. */
export function lineText(line: Line, steps: NamedMove[]): string {
  const words = steps.map((step, ply) => `${numberAt(line, ply)} ${nameOfMove(step)}`.trim());
  return words.join(' ');
}

/** A move with its number: `3… Bc5`. */
export function numberedMove(line: Line, ply: number, move: NamedMove): string {
  return `${numberAt(line, ply, true)} ${nameOfMove(move)}`;
}

/** The tree of a position that is drilled, and the node where one is to move. */
export function treeOfRecall({ line, steps }: RecallReply): { tree: Tree; at: number } {
  const { moves: _, ...start } = line;
  const tree = new Tree(start);
  let at = 0;
  for (const { uci, san, thai } of steps) at = tree.add(at, uci, san, thai ?? '').id;
  return { tree, at };
}
