import { describe, expect, it } from 'vitest';
import { isWhite, readPlacement } from '../../src/board/pieces';
import { isDark, place, SQUARES, squareAt } from '../../src/board/squares';

describe('squares', () => {
  it('are where the one who sits there sees them', () => {
    expect(place('a1', 'w')).toEqual([0, 7]);
    expect(place('h8', 'w')).toEqual([7, 0]);
    expect(place('a1', 'b')).toEqual([7, 0]);
    expect(place('e4', 'b')).toEqual([3, 3]);
  });

  it.each(['w', 'b'] as const)('are found again where they were put (%s below)', (side) => {
    expect(new Set(SQUARES).size).toBe(64);
    for (const square of SQUARES) expect(squareAt(...place(square, side), side)).toBe(square);
  });

  it('end at the edge', () => {
    expect(squareAt(-1, 0, 'w')).toBeNull();
    expect(squareAt(8, 0, 'w')).toBeNull();
    expect(squareAt(0, 8, 'b')).toBeNull();
  });

  it('are light on the right', () => {
    expect(isDark('h1')).toBe(false);
    expect(isDark('a8')).toBe(false);
    expect(isDark('a1')).toBe(true);
    expect(SQUARES.filter(isDark)).toHaveLength(32);
  });
});

describe('a FEN', () => {
  it('is read from the eighth rank down', () => {
    const men = readPlacement('rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2');
    expect(men.size).toBe(32);
    expect([men.get('e8'), men.get('c5'), men.get('f3'), men.get('h1')]).toEqual(['k', 'p', 'N', 'R']);
    expect([men.has('g1'), men.has('c7'), men.has('e2')]).toEqual([false, false, false]);
  });

  it('keeps the mark of a promoted bia', () => {
    const men = readPlacement('4k3/8/8/3m~4/8/1R2M~M1/8/4K3 w - - 0 1');
    expect([...men]).toEqual([
      ['e8', 'k'],
      ['d5', 'm~'],
      ['b3', 'R'],
      ['e3', 'M~'],
      ['f3', 'M'],
      ['e1', 'K'],
    ]);
    expect(isWhite('M~')).toBe(true);
    expect(isWhite('m~')).toBe(false);
  });

  it('that is empty has no men', () => expect(readPlacement('').size).toBe(0));
});
