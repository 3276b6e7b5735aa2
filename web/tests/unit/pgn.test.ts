import { beforeEach, describe, expect, it } from 'vitest';
import { GameDocument } from '../../src/game/document';
import { writePgn } from '../../src/game/pgn';
import { Tree } from '../../src/game/tree';
import { setLanguage } from '../../src/i18n';
import { listGames } from './games';

beforeEach(() => {
  setLanguage('en');
  listGames();
});

const movetext = (pgn: string) => pgn.split('\n\n')[1]?.replaceAll('\n', ' ').trim();

describe('PGN by the page', () => {
  it('has lines within lines, comments and glyphs where the standard puts them', () => {
    const tree = new Tree({ variant: 'chess' });
    const e4 = tree.add(0, 'e2e4', 'e4', '');
    e4.comment = 'Best } by\ntest';
    const e5 = tree.add(e4.id, 'e7e5', 'e5', '');
    const c5 = tree.add(e4.id, 'c7c5', 'c5', '');
    c5.glyphs = [5, 14];
    tree.add(c5.id, 'g1f3', 'Nf3', '');
    tree.add(c5.id, 'c2c3', 'c3', '');
    tree.add(tree.add(e5.id, 'g1f3', 'Nf3', '').id, 'b8c6', 'Nc6', '');
    tree.add(0, 'd2d4', 'd4', '');
    const pgn = writePgn(GameDocument.create('analyse', tree, { tags: [['White', 'A "B" \\']], result: '1-0' }));
    expect(movetext(pgn)).toBe('1. e4 {Best ) by test} (1. d4) 1... e5 (1... c5 $5 $14 2. Nf3 (2. c3)) 2. Nf3 Nc6 1-0');
    expect(pgn).toContain('[White "A \\"B\\" \\\\"]');
    expect(pgn.split('\n').slice(0, 7).join(' ')).toMatch(/^\[Event "\?"\] \[Site .*\[Result "1-0"\]$/);
  });

  it('names the game, the start and the counting', () => {
    const fen = 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b - - 0 12';
    const tree = new Tree({ variant: 'makruk', fen, counting: 'manual' });
    tree.add(0, 'e6e5', 'e5', 'จ๕').actions = ['count'];
    const pgn = writePgn(GameDocument.create('analyse', tree));
    expect(pgn).toContain(`[Variant "makruk"]\n[Counting "manual"]\n[SetUp "1"]\n[FEN "${fen}"]`);
    expect(movetext(pgn)).toBe('12... e5 {[%count start]} *');
    const numbered = new Tree({ variant: 'chess960', number: 7 });
    const rootFen = 'nbrknbqr/pppppppp/8/8/8/8/PPPPPPPP/NBRKNBQR w KQkq - 0 1';
    expect(writePgn(GameDocument.create('play', numbered, { rootFen }))).toContain(`[FEN "${rootFen}"]`);
    // Never one from another start.
    expect(() => writePgn(GameDocument.create('play', numbered))).toThrow(/start position/);
  });

  it('nests as deep as anybody likes, in lines of fewer than 80 letters', () => {
    const tree = new Tree({ variant: 'chess' });
    let at = 0;
    for (let i = 0; i < 6_000; i++) {
      tree.add(at, 'g1f3', 'Nf3', '');
      at = tree.add(at, 'b1c3', 'Nc3', '').id;
    }
    const pgn = writePgn(GameDocument.create('analyse', tree));
    expect(pgn.match(/\(/g)).toHaveLength(6_000);
    // Nothing but brackets that close stands where a line could be broken.
    expect(
      Math.max(
        ...pgn
          .replace(/\)+/g, ')')
          .split('\n')
          .map((line) => line.length),
      ),
    ).toBeLessThan(90);
  });
});
