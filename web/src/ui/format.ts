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

export function glyphText(glyphs: number[]): string {
  const known: Record<number, string> = {
    7: '□',
    10: '=',
    13: '∞',
    14: '⩲',
    15: '⩱',
    16: '±',
    17: '∓',
    18: '+−',
    19: '−+',
  };
  return glyphs.map((glyph) => GLYPHS.find(([n]) => n === glyph)?.[1] ?? known[glyph] ?? '').join('');
}

/** A comment without the commands that programs put into it. */
export function plainComment(comment: string): string {
  return comment
    .replace(/\[%[^\]]*\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The length of a text in bytes, as it is sent. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A size for people. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
