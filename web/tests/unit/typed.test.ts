import { describe, expect, it } from 'vitest';
import { findMove } from '../../src/game/typed';
import type { LegalMove } from '../../src/protocol';

function move(uci: string, san: string, more: Partial<LegalMove> = {}): LegalMove {
  return { uci, san, from: uci.slice(0, 2), to: uci.slice(2, 4), ...more };
}

/** 4k3/P7/8/8/2p5/1P6/4B3/R3K2R w KQ: a bishop and a b-pawn may take on c4. */
const MOVES: LegalMove[] = [
  move('b3c4', 'bxc4'),
  move('e2c4', 'Bxc4'),
  move('b3b4', 'b4'),
  move('e1g1', 'O-O', { also: 'h1' }),
  move('e1c1', 'O-O-O', { also: 'a1' }),
  move('h1h8', 'Rh8+'),
  move('a1a6', 'Ra6'),
  ...['q', 'r', 'b', 'n'].map((letter) => move(`a7a8${letter}`, `a8=${letter.toUpperCase()}`, { promotion: letter })),
];

const found = (text: string) => findMove(text, MOVES, ['q', 'r', 'b', 'n'])?.uci ?? null;

describe('a typed move', () => {
  it.each([
    ['Bxc4', 'e2c4'],
    ['Bc4', 'e2c4'],
    ['bxc4', 'b3c4'],
    ['bc4', 'b3c4'],
    [' b4 ', 'b3b4'],
    ['b4!?', 'b3b4'],
    ['ra6', 'a1a6'],
    ['Rh8', 'h1h8'],
    ['Rh8#', 'h1h8'],
  ])('%s is understood as people mean it', (text, uci) => expect(found(text)).toBe(uci));

  it.each([
    ['O-O', 'e1g1'],
    ['0-0', 'e1g1'],
    ['oo', 'e1g1'],
    ['0-0-0', 'e1c1'],
    ['e1g1', 'e1g1'],
    ['e1h1', 'e1g1'],
    ['e1a1', 'e1c1'],
  ])('%s castles', (text, uci) => expect(found(text)).toBe(uci));

  it.each([
    ['a8=N', 'a7a8n'],
    ['a8n', 'a7a8n'],
    ['a7a8r', 'a7a8r'],
    ['a7a8', 'a7a8q'],
    ['A7-A8', 'a7a8q'],
  ])('%s promotes', (text, uci) => expect(found(text)).toBe(uci));

  it('promotes to the strongest piece of the game if nothing is said', () => {
    const moves = ['m', 'r'].map((letter) =>
      move(`a7a8${letter}`, `a8=${letter.toUpperCase()}`, { promotion: letter }),
    );
    expect(findMove('a7a8', moves, ['r', 'm'])?.uci).toBe('a7a8r');
    expect(findMove('a7a8', moves, [])).toBeNull();
  });

  it.each(['', '   ', 'e4', 'Qd1', 'e2e5', 'a7a8k', 'nonsense', 'a8'])('%j is no move here', (text) =>
    expect(found(text)).toBeNull(),
  );
});

/** Makruk: the page writes these in Thai itself. */
const THAI: LegalMove[] = [
  move('b1d2', 'Nd2', { thai: 'ม-ง๒' }),
  move('g1f3', 'Nf3+', { thai: 'ม-ฉ๓+' }),
  move('e1f2', 'Mf2', { thai: 'ม็-ฉ๒' }),
  move('c5d6', 'cxd6=M', { thai: 'คxง๖=M', promotion: 'm' }),
  move('c5c6', 'c6=M', { thai: 'ค๖=M', promotion: 'm' }),
];

describe('a move typed in Thai', () => {
  it.each([
    ['ม-ง๒', 'b1d2'],
    ['มง๒', 'b1d2'],
    ['ม-ง2', 'b1d2'],
    ['ม-ฉ๓', 'g1f3'],
    ['ม็ฉ๒', 'e1f2'],
    ['คxง๖=M', 'c5d6'],
    ['ค๖', 'c5c6'],
  ])('%s is understood', (text, uci) => expect(findMove(text, THAI, ['m'])?.uci).toBe(uci));

  it('is not guessed', () => expect(findMove('ม-ก๑', THAI, ['m'])).toBeNull());
});
