import { describe, expect, it } from 'vitest';
import { passingSquares, readEdited, writeEdited } from '../../src/game/edited';

const CHESS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 12',
  '8/8/8/4k3/8/8/4K3/8 b - - 49 80',
];
const MAKRUK = ['rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1', '8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50'];

describe('a position that is set up', () => {
  it.each(CHESS)('is written as it was read: %s', (fen) => {
    expect(writeEdited(readEdited(fen, false), 'KQkq', false)).toBe(fen);
  });

  it.each(MAKRUK)('has its count in games that have one: %s', (fen) => {
    expect(writeEdited(readEdited(fen, true), '', true)).toBe(fen);
  });

  it('keeps rights by files, and writes others in their order', () => {
    const edited = readEdited('4k3/8/8/8/8/8/8/1R2K1R1 w BQ - 0 1', false);
    expect(writeEdited(edited, 'KQkq', false)).toContain(' QB ');
    edited.rights = new Set(['q', 'K']);
    expect(writeEdited(edited, 'KQkq', false)).toContain(' Kq ');
  });

  it('knows over which squares a pawn may have stepped', () => {
    const edited = readEdited('4k3/8/8/2ppP3/2n5/3p4/8/4K3 w - - 0 1', false);
    expect(passingSquares(edited, 'p')).toEqual(['c6', 'd6']);
    edited.turn = 'b';
    expect(passingSquares(edited, 'p')).toEqual([]);
  });

  it('makes something of a text that is no FEN', () => {
    const edited = readEdited('nonsense', false);
    expect([edited.turn, edited.clock, edited.move, edited.limit]).toEqual(['w', 0, 1, 0]);
  });
});
