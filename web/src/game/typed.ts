// Moves that are typed: SAN as people write it, Makruk's in Thai, or two squares.

import type { LegalMove } from '../protocol';

function plain(text: string): string {
  return text.replace(/[+#!?=x:-]/g, '').replace(/0/g, 'O');
}

/** Thai as people type it: with or without strokes, and with digits of either kind. */
function plainThai(text: string): string {
  return text.replace(/[+#!?=x×: -]/g, '').replace(/[๑-๘]/g, (digit) => String('๑๒๓๔๕๖๗๘'.indexOf(digit) + 1));
}

/** The move that is meant, if there is exactly one; a pawn becomes the first of `promotions` if nothing is said. */
export function findMove(typed: string, moves: LegalMove[], promotions: string[]): LegalMove | null {
  const text = typed.trim();
  if (!text) return null;
  const only = (found: LegalMove[]): LegalMove | null => (found.length === 1 ? (found[0] ?? null) : null);
  const exact = moves.filter((move) => move.san === text || move.uci === text.toLowerCase());
  if (exact.length) return exact[0] ?? null;
  if (/[ก-ฮ]/.test(text)) return findThai(text, moves, promotions, only);
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

/** A move as the page itself writes it in Thai. */
function findThai(
  text: string,
  moves: LegalMove[],
  promotions: string[],
  only: (found: LegalMove[]) => LegalMove | null,
): LegalMove | null {
  const exact = only(moves.filter((move) => move.thai === text));
  if (exact) return exact;
  const wanted = plainThai(text);
  const same = (move: LegalMove) => plainThai(move.thai ?? '');
  // What a pawn becomes need not be said.
  const bare = (move: LegalMove) => (move.promotion === promotions[0] ? same(move).replace(/M$/, '') : same(move));
  return only(moves.filter((move) => same(move) === wanted)) ?? only(moves.filter((move) => bare(move) === wanted));
}
