// Numbers as people read them.

import type { Score } from '../protocol';

export function scoreText(score: Score): string {
  if (score.mate !== undefined) return `${score.mate < 0 ? '−' : ''}#${Math.abs(score.mate)}`;
  const pawns = (score.cp ?? 0) / 100;
  // No evaluation is that high: it comes from endgame tables.
  if (Math.abs(pawns) >= 150) return `${pawns < 0 ? '−' : '+'}TB`;
  const text = Math.abs(pawns).toFixed(1);
  if (Number(text) === 0) return text;
  return `${pawns < 0 ? '−' : '+'}${text}`;
}

/** White's share of the bar, 0 to 1, by Lichess's curve. */
export function winShare(score: Score): number {
  if (score.mate !== undefined) return score.mate > 0 ? 1 : 0;
  const cp = Math.max(-1000, Math.min(1000, score.cp ?? 0));
  return 1 / (1 + Math.exp(-0.00368208 * cp));
}

export function count(value: number): string {
  if (value >= 1e9) return `${(value / 1e9).toFixed(1)}G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)}M`;
  if (value >= 1e3) return `${Math.round(value / 1e3)}k`;
  return String(value);
}

/** A number in full, its digits in threes. */
export function exactCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, '\u2009');
}

export function secondsText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

export function clockText(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const total = Math.ceil(left / 1000);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const pad = (value: number) => String(value).padStart(2, '0');
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`;
}

export const GLYPHS: [number, string][] = [
  [1, '!'],
  [2, '?'],
  [3, '!!'],
  [4, '??'],
  [5, '!?'],
  [6, '?!'],
];

/** Signs of moves that only a review gives: an only move. */
const ONLY_MOVE = 7;

/** The sign of a move, if it has one. */
export function moveGlyph(glyphs: number[]): { glyph: number; text: string } | null {
  const glyph = glyphs.find((n) => n <= ONLY_MOVE);
  const text = glyph === ONLY_MOVE ? '□' : GLYPHS.find(([n]) => n === glyph)?.[1];
  return glyph !== undefined && text ? { glyph, text } : null;
}

/** What a position is worth, from White's side to Black's. The signs for a
 * slight advantage are in few fonts, so they are written with two. */
export const POSITION_GLYPHS: [number, string][] = [
  [18, '+−'],
  [16, '±'],
  [14, '+='],
  [10, '='],
  [13, '∞'],
  [15, '=+'],
  [17, '∓'],
  [19, '−+'],
];

const OTHER_GLYPHS: [number, string][] = [
  [7, '□'],
  [36, '↑'],
  [40, '→'],
  [44, '=∞'],
  [146, 'N'],
];

const ALL_GLYPHS = new Map([...GLYPHS, ...POSITION_GLYPHS, ...OTHER_GLYPHS]);

export function glyphText(glyphs: number[]): string {
  return glyphs
    .map((glyph) => ALL_GLYPHS.get(glyph) ?? '')
    .filter(Boolean)
    .join(' ');
}

/** The length of a text in bytes, as it is sent. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A size for people. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
