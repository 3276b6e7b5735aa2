import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GameClock, readClock, turnAtEnd } from '../../src/game/clock';
import { GameDocument } from '../../src/game/document';
import { Tree } from '../../src/game/tree';

function game(fen?: string, base = 60_000) {
  const tree = new Tree({ variant: 'chess', fen });
  const clock = { base, increment: 0, w: base, b: base };
  return GameDocument.create('play', tree, {
    play: { color: 'w', elo: 1200, clock, over: null, seed: 1, takebacks: 0 },
  });
}

describe('a clock as it is written', () => {
  it.each([
    ['5+3', [300_000, 3000]],
    ['0.5+0', [30_000, 0]],
    ['90+30', [5_400_000, 30_000]],
  ])('%s', (text, clock) => expect(readClock(text)).toEqual(clock));

  it.each(['none', '', '5', '5+', '+3', '5+3+1', '-5+3', '5+1.5'])('%j is none', (text) =>
    expect(readClock(text)).toBeNull(),
  );
});

describe('who is to move', () => {
  it('changes with every move', () => {
    const document = game();
    expect(turnAtEnd(document)).toBe('w');
    document.tree.add(0, 'e2e4', 'e4', '');
    expect(turnAtEnd(document)).toBe('b');
  });

  it('is told by the FEN at the start', () => {
    const document = game('4k3/8/8/8/8/8/4P3/4K3 b - - 0 1');
    expect(turnAtEnd(document)).toBe('b');
    document.tree.add(0, 'e8e7', 'Ke7', '');
    expect(turnAtEnd(document)).toBe('w');
  });
});

describe('a running clock', () => {
  let runs = true;
  const low = vi.fn();
  const fallen: string[] = [];
  const clock = new GameClock({
    runs: () => runs,
    onTick: () => undefined,
    onLow: low,
    onFlag: (loser) => {
      fallen.push(loser);
      clock.stop();
    },
  });

  beforeEach(() => {
    vi.useFakeTimers();
    runs = true;
    low.mockClear();
    fallen.length = 0;
  });

  afterEach(() => {
    clock.stop();
    vi.useRealTimers();
  });

  it('takes time from the side to move only', () => {
    const document = game();
    clock.start(document);
    vi.advanceTimersByTime(5000);
    document.tree.add(0, 'e2e4', 'e4', '');
    vi.advanceTimersByTime(2000);
    expect(document.data.play?.clock?.w).toBeCloseTo(55_000, -2);
    expect(document.data.play?.clock?.b).toBeCloseTo(58_000, -2);
  });

  it('stands still while there is no connection, and takes nothing for it later', () => {
    const document = game();
    clock.start(document);
    vi.advanceTimersByTime(1000);
    runs = false;
    vi.advanceTimersByTime(30_000);
    runs = true;
    vi.advanceTimersByTime(1000);
    expect(document.data.play?.clock?.w).toBeCloseTo(58_000, -2);
  });

  it('warns the person once', () => {
    const document = game(undefined, 12_000);
    clock.start(document);
    vi.advanceTimersByTime(1900);
    expect(low).not.toHaveBeenCalled();
    vi.advanceTimersByTime(4000);
    expect(low).toHaveBeenCalledTimes(1);
  });

  it('does not warn of the engine', () => {
    const document = game('4k3/8/8/8/8/8/4P3/4K3 b - - 0 1', 12_000);
    clock.start(document);
    vi.advanceTimersByTime(5000);
    expect(low).not.toHaveBeenCalled();
  });

  it('falls at nought', () => {
    const document = game(undefined, 1000);
    clock.start(document);
    vi.advanceTimersByTime(900);
    expect(fallen).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(fallen).toEqual(['w']);
    expect(document.data.play?.clock?.w).toBe(0);
  });

  it('ends with the game', () => {
    const document = game();
    clock.start(document);
    vi.advanceTimersByTime(1000);
    if (document.data.play) document.data.play.over = { result: '1-0', reason: 'resignation' };
    vi.advanceTimersByTime(5000);
    expect(document.data.play?.clock?.w).toBeCloseTo(59_000, -2);
    expect(vi.getTimerCount()).toBe(0);
  });
});
