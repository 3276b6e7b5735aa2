import { describe, expect, it, vi } from 'vitest';
import { GameDocument } from '../../src/game/document';
import { History } from '../../src/game/history';
import { Tree } from '../../src/game/tree';

function game() {
  const document = GameDocument.create('analyse', new Tree({ variant: 'chess' }));
  const history = new History(document);
  const play = (parent: number, move: string) => {
    const node = document.tree.add(parent, move, move, '');
    document.current = node.id;
    history.note();
    return node.id;
  };
  return { document, history, play };
}

describe('what was done', () => {
  it('is undone step by step, and done again', () => {
    const { document, history, play } = game();
    const e4 = play(0, 'e2e4');
    const e5 = play(e4, 'e7e5');
    document.tree.get(e5).glyphs = [1];
    history.note();
    document.tree.remove(e4);
    document.current = 0;
    history.note();
    expect(document.tree.nodes.size).toBe(1);
    expect(history.undo()).toBe(true);
    expect(document.tree.get(e5).glyphs).toEqual([1]);
    expect(document.current).toBe(e5);
    expect(history.undo()).toBe(true);
    expect(document.tree.get(e5).glyphs).toEqual([]);
    expect(history.undo() && history.undo()).toBe(true);
    expect(document.tree.nodes.size).toBe(1);
    expect(history.undo()).toBe(false);
    while (history.redo());
    expect(document.tree.nodes.size).toBe(1);
    expect(history.canUndo && !history.canRedo).toBe(true);
  });

  it('is not looking at moves', () => {
    const { document, history, play } = game();
    play(0, 'e2e4');
    document.current = 0;
    history.note();
    history.undo();
    expect(history.canUndo).toBe(false);
  });

  it('cannot be done again after something else', () => {
    const { history, play } = game();
    play(0, 'e2e4');
    history.undo();
    play(0, 'd2d4');
    expect(history.redo()).toBe(false);
  });

  it('takes the letters of a comment together, until there is a pause', () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { document, history } = game();
    for (const text of ['a', 'ab', 'abc']) {
      document.tree.root.comment = text;
      history.note('comment 0');
      now += 100;
    }
    now += 60_000;
    document.tree.root.comment = 'abc d';
    history.note('comment 0');
    history.undo();
    expect(document.tree.root.comment).toBe('abc');
    history.undo();
    expect(document.tree.root.comment).toBe('');
    history.redo();
    expect(document.tree.root.comment).toBe('abc');
  });

  it('cannot be spoilt by what is done afterwards', () => {
    const { document, history, play } = game();
    const e4 = play(0, 'e2e4');
    const d4 = play(0, 'd2d4');
    history.undo();
    history.redo();
    document.tree.get(e4).glyphs.push(4);
    document.tree.get(d4).comment = 'changed without a note';
    history.undo();
    history.redo();
    expect(document.tree.get(e4).glyphs).toEqual([]);
    expect(document.tree.get(d4).comment).toBe('');
  });
});
