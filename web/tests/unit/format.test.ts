import { describe, expect, it } from 'vitest';
import { clockText, count, exactCount, glyphText, scoreText, secondsText, winShare } from '../../src/ui/format';

describe('a score', () => {
  it.each([
    [{ cp: 0 }, '0.0'],
    [{ cp: 4 }, '0.0'],
    [{ cp: -4 }, '0.0'],
    [{ cp: 134 }, '+1.3'],
    [{ cp: -250 }, '−2.5'],
    [{ cp: 20_000 }, '+TB'],
    [{ cp: -19_950 }, '−TB'],
    [{ mate: 3 }, '#3'],
    [{ mate: -12 }, '−#12'],
    [{ mate: 0 }, '#0'],
  ])('%j is %s', (score, text) => expect(scoreText(score)).toBe(text));

  // Lichess: Win% = 50 + 50 * (2 / (1 + exp(-0.00368208 * centipawns)) - 1).
  it.each([0, 35, -35, 120, -333, 900])('of %d centipawns fills the bar as on Lichess', (cp) => {
    const percent = 50 + 50 * (2 / (1 + Math.exp(-0.00368208 * cp)) - 1);
    expect(winShare({ cp }) * 100).toBeCloseTo(percent, 9);
  });

  it('fills the bar with a mate, and never quite with a count', () => {
    expect(winShare({ mate: 1 })).toBe(1);
    expect(winShare({ mate: -7 })).toBe(0);
    expect(winShare({ cp: 99_999 })).toBe(winShare({ cp: 1000 }));
    expect(winShare({ cp: 99_999 })).toBeLessThan(1);
  });
});

describe('a clock', () => {
  it.each([
    [0, '0:00.0'],
    [-5, '0:00.0'],
    [9_950, '0:09.9'],
    [10_000, '0:10'],
    [59_001, '1:00'],
    [61_000, '1:01'],
    [599_400, '10:00'],
    [3_600_000, '1:00:00'],
    [3_725_000, '1:02:05'],
  ])('of %d ms shows %s', (milliseconds, text) => expect(clockText(milliseconds)).toBe(text));
});

describe('the rest', () => {
  it.each([
    [999, '999'],
    [1_000, '1k'],
    [45_499, '45k'],
    [1_250_000, '1.3M'],
    [2_000_000_000, '2.0G'],
  ])('%d nodes are %s', (value, text) => expect(count(value)).toBe(text));

  // The numbers of the PGN standard, section 10.
  it('writes glyphs as their signs', () => {
    expect([1, 2, 3, 4, 5, 6].map((glyph) => glyphText([glyph]))).toEqual(['!', '?', '!!', '??', '!?', '?!']);
    expect(glyphText([3, 16])).toBe('!! ±');
    expect(glyphText([200])).toBe('');
  });

  it('writes numbers in full for the curious', () => {
    expect([7, 999, 1000, 12_345_678].map(exactCount)).toEqual(['7', '999', '1\u2009000', '12\u2009345\u2009678']);
    expect([4, 9_990, 12_340, 61_000].map(secondsText)).toEqual(['0.00 s', '9.99 s', '12.3 s', '1 min 1 s']);
  });
});
