import { describe, expect, it } from 'vitest';
import { GameDocument } from '../../src/game/document';
import { aboutMistake, mistakesOf, moverOf, treeOf } from '../../src/game/exercises';
import { Tree } from '../../src/game/tree';
import type { ExerciseReply } from '../../src/protocol';

/** 1. e4 e5 2. Ke2, where the last move was reviewed as bad; with Black first it
 * is Black's. */
function reviewed(fen?: string) {
  const tree = new Tree({ variant: 'chess', fen });
  let at = 0;
  for (const move of ['e2e4', 'e7e5', 'e1e2']) at = tree.add(at, move, move.toUpperCase(), '').id;
  const document = GameDocument.create('analyse', tree, {
    tags: [
      ['White', 'Ann'],
      ['Date', '2026.??.??'],
    ],
  });
  const node = { score: { cp: 0 }, share: 0.5 };
  const verdict = {
    judgement: 'mistake',
    text: 'Mistake. Nf3 was best.',
    best: 'Nf3',
    bestMove: 'g1f3',
    line: [
      { uci: 'g1f3', san: 'Nf3', thai: '' },
      { uci: 'b8c6', san: 'Nc6', thai: '' },
    ],
  };
  document.data.review = {
    start: { cp: 0 },
    sides: [] as never,
    nodes: [
      { ...node, id: 1, judgement: 'good' },
      { ...node, id: 2, judgement: 'blunder' },
      { ...node, id: 3, judgement: 'mistake', verdict },
      { ...node, id: 99, judgement: 'mistake', verdict },
    ],
  };
  return document;
}

describe('the mistakes of a reviewed game', () => {
  it('are the bad moves of one side that have a better one', () => {
    const document = reviewed();
    const found = mistakesOf(document, 'w');
    expect(found).toHaveLength(1);
    expect(found[0]?.line.moves).toEqual(['e2e4', 'e7e5']);
    expect(found[0]?.solution).toEqual(['g1f3', 'b8c6']);
    expect(found[0]?.about).toMatchObject({ played: { uci: 'e1e2', san: 'E1E2' }, title: 'Ann – ?, 2026' });
    // A blunder without a better move, and a node that is gone, are none.
    expect(mistakesOf(document, 'b')).toEqual([]);
  });

  it('are of the other side where Black moves first', () => {
    const document = reviewed('4k3/8/8/8/8/8/8/4K3 b - - 0 1');
    expect(moverOf(document.tree, 3)).toBe('b');
    expect(mistakesOf(document, 'w')).toEqual([]);
    expect(mistakesOf(document, 'b')).toHaveLength(1);
  });

  it('of an older review have only the first move of the best line', () => {
    const document = reviewed();
    for (const node of document.data.review?.nodes ?? []) if (node.verdict) node.verdict.line = undefined;
    expect(mistakesOf(document, 'w')[0]?.solution).toEqual(['g1f3']);
  });
});

describe('an exercise', () => {
  const exercise = (moves: string[], about: unknown = null): ExerciseReply => ({
    id: 1,
    kind: 'mistake',
    line: { variant: 'makruk', moves },
    solution: ['e3e4'],
    about,
    rating: null,
    themes: [],
    url: null,
    seen: false,
  });

  it('is at the end of its line, counting included', () => {
    const { tree, start } = treeOf(exercise(['d3d4', 'count', 'd6d5', 'stop']));
    expect(tree.line(start).moves).toEqual(['d3d4', 'count', 'd6d5', 'stop']);
    expect(tree.get(start).move).toBe('d6d5');
  });

  it('says only what can be understood', () => {
    expect(aboutMistake(exercise([], 'nonsense'))).toBeNull();
    expect(aboutMistake(exercise([], { played: {} }))).toBeNull();
    expect(aboutMistake(exercise([], { played: {}, verdict: {}, best: [] }))).not.toBeNull();
  });
});
