import { describe, expect, it } from 'vitest';
import { decodeText, searchGames, splitGames } from '../../src/game/collection';

const text = (source: string) => splitGames(source).map(({ start, end }) => source.slice(start, end));

describe('a text of many games', () => {
  it('is split where tags follow moves, and nothing of it is lost', () => {
    const source = '[White "A"]\n[Black "B"]\n\n1. e4 *\n\n[White "C"]\n\n1. d4 {[White "no tag"]} d5\n2. c4 *\n';
    expect(text(source).join('')).toBe(source);
    expect(splitGames(source).map(({ tags }) => [...tags])).toEqual([
      [
        ['White', 'A'],
        ['Black', 'B'],
      ],
      [['White', 'C']],
    ]);
  });

  it('is not split within comments', () => {
    expect(text('[White "A"]\n\n1. e4 {a\n[White "B"]\n} e5 *\n')).toHaveLength(1);
    expect(text('[White "A"]\n\n1. e4 ; {\n[White "B"]\n\n1. d4 *')).toHaveLength(2);
    expect(text('[White "A"]\n\n1. e4 {x} {y\n[White "B"]\n} *')).toHaveLength(1);
  });

  it('is split at the next event though a comment is never closed', () => {
    expect(text('[Event "A"]\n\n1. e4 {never closed *\n\n[Event "B"]\n\n1. d4 *')).toHaveLength(2);
  });

  it('is one game without tags, and none if it is empty', () => {
    expect(text('1. e4 e5 *\n\n1. d4 *')).toHaveLength(1);
    expect(text('  \n')).toHaveLength(0);
  });

  it('is split quickly, however long it is', () => {
    const many = '[White "A \\"B\\""]\n[Black "C"]\n\n1. e4 {x} e5 2. Nf3 Nc6 *\n\n'.repeat(50_000);
    const games = splitGames(many);
    expect(games).toHaveLength(50_000);
    expect(games[49_999]?.tags.get('White')).toBe('A "B"');
  });
});

describe('a search', () => {
  const games = splitGames(
    '[White "Carlsen"]\n[Black "Anand"]\n[ECO "C65"]\n\n1. e4 *\n\n[White "Anand"]\n[Black "Kramnik"]\n\n1. d4 *',
  );

  it('wants every word, wherever it stands', () => {
    expect(searchGames(games, 'anand')).toHaveLength(2);
    expect(searchGames(games, 'ANAND c65')).toHaveLength(1);
    expect(searchGames(games, 'anand polgar')).toHaveLength(0);
    expect(searchGames(games, ' ')).toHaveLength(2);
  });
});

describe('a file', () => {
  it('is read as UTF-8, and otherwise as older programs wrote it', () => {
    expect(decodeText(new TextEncoder().encode('Müller').buffer as ArrayBuffer)).toBe('Müller');
    expect(decodeText(new Uint8Array([0x4d, 0xfc]).buffer)).toBe('Mü');
  });
});
