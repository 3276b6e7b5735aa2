import { describe, expect, it } from 'vitest';
import { type Situation, thinkingTime } from '../../src/game/pace';

const usual: Situation = { elo: 1500, left: 300_000, increment: 3000, ply: 30, choices: 30, retakes: false };

/** A game of forty moves; what is left of the clock. */
function play(elo: number, base: number, increment: number): number {
  let left = base;
  // The golden ratio's multiples are spread evenly.
  for (let move = 0; move < 40; move++) {
    left -= thinkingTime({ ...usual, elo, left, increment, ply: move * 2 }, (move * 0.618034) % 1);
    expect(left).toBeGreaterThan(0);
    left += increment;
  }
  return left;
}

describe('thinking time', () => {
  it('is the engine’s own at full strength', () => expect(thinkingTime({ ...usual, elo: null }, 0.5)).toBe(0));

  it.each([600, 1200, 1800, 2400])('at %d uses the clock, and never runs out of it', (elo) => {
    for (const [base, increment] of [
      [180_000, 2000],
      [300_000, 3000],
      [600_000, 5000],
      [60_000, 0],
    ] as const) {
      const left = play(elo, base, increment);
      expect(left).toBeLessThan(base * 0.95);
      expect(left).toBeGreaterThan(base * 0.05);
    }
  });

  it('grows with strength', () => {
    const times = [600, 1200, 1800, 2400].map((elo) => thinkingTime({ ...usual, elo }, 0.5));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeLessThan((times[3] ?? 0) * 0.7);
  });

  it('is short for what is plain to see', () => {
    const long = thinkingTime(usual, 0.5);
    expect(thinkingTime({ ...usual, choices: 1 }, 0.5)).toBeLessThan(long / 5);
    expect(thinkingTime({ ...usual, retakes: true }, 0.5)).toBeLessThan(long / 2);
    expect(thinkingTime({ ...usual, ply: 2 }, 0.5)).toBeLessThan(long / 3);
  });

  it('is short when there is little left', () => {
    expect(thinkingTime({ ...usual, left: 5_000, increment: 0 }, 1)).toBeLessThanOrEqual(200);
    expect(thinkingTime({ ...usual, left: 36_000_000 }, 1)).toBeLessThanOrEqual(25_000);
  });
});
