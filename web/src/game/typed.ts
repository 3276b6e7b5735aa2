// Moves that are typed: SAN as people write it, or two squares.

import type { LegalMove } from '../protocol';

function plain(text: string): string {
  return text.replace(/[+#!?=x:-]/g, '').replace(/0/g, 'O');
}

/** The move that is meant, if there is exactly one; a pawn becomes the first of `promotions` if nothing is said. */
export function findMove(typed: string, moves: LegalMove[], promotions: string[]): LegalMove | null {
  const text = typed.trim();
  if (!text) return null;
  const only = (found: LegalMove[]): LegalMove | null => (found.length === 1 ? (found[0] ?? null) : null);
  const exact = moves.filter((move) => move.san === text || move.uci === text.toLowerCase());
  if (exact.length) return exact[0] ?? null;
  const bare = plain(text);
  const same = only(moves.filter((move) => plain(move.san) === bare));
  if (same) return same;
  // Small letters, where no bishop can be meant for a pawn of the b-file.
  const small = bare.toLowerCase();
  const loose = moves.filter((move) => plain(move.san).toLowerCase() === small);
  const pawnLike = /^[a-h]/.test(bare) ? loose.filter((move) => /^[a-h]/.test(move.san)) : loose;
  if (pawnLike.length) return only(pawnLike) ?? null;
  const squares = /^([a-h][1-8])([a-h][1-8])([a-z]?)$/i.exec(text.replace(/[-x ]/g, ''));
  if (!squares) return null;
  const [, from, to, promotion] = squares.map((part) => part?.toLowerCase());
  const meant = moves.filter((move) => move.from === from && (move.to === to || move.also === to));
  if (promotion) return only(meant.filter((move) => move.promotion === promotion));
  return only(meant) ?? meant.find((move) => move.promotion === promotions[0]) ?? null;
}
