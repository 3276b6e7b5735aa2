import { describe, expect, it } from 'vitest';
import { Tree } from '../../src/game/tree';
import type { GameRecord } from '../../src/protocol';

/** 1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3, and 1. d4 beside it. */
function sample() {
  const tree = new Tree({ variant: 'chess' });
  const e4 = tree.add(0, 'e2e4', 'e4', '');
  const e5 = tree.add(e4.id, 'e7e5', 'e5', '');
  const c5 = tree.add(e4.id, 'c7c5', 'c5', '');
  const open = tree.add(c5.id, 'g1f3', 'Nf3', '');
  const d6 = tree.add(open.id, 'd7d6', 'd6', '');
  const nf3 = tree.add(e5.id, 'g1f3', 'Nf3', '');
  const d4 = tree.add(0, 'd2d4', 'd4', '');
  return { tree, e4, e5, c5, open, d6, nf3, d4 };
}

const sans = (tree: Tree, id: number) => tree.path(id).map((node) => node.san);

describe('a tree of moves', () => {
  it('finds a move that is there instead of adding it twice', () => {
    const { tree, e4, e5 } = sample();
    const size = tree.nodes.size;
    expect(tree.add(e4.id, 'e7e5', 'e5', '')).toBe(e5);
    expect(tree.nodes.size).toBe(size);
  });

  it('is counted by hand from the first position on, and as before once that is undone', () => {
    const tree = new Tree({ variant: 'makruk', fen: '8/8/2n1k3/8/8/2RMK3/8/8 b - 128 0 1' });
    const before = tree.toData();
    tree.countByHand();
    expect(tree.line(0)).toMatchObject({ variant: 'makruk', counting: 'manual', moves: [] });
    tree.restore(before);
    expect(tree.line(0).counting).toBeUndefined();
  });

  it('gives the way from the root', () => {
    const { tree, d6 } = sample();
    expect(sans(tree, d6.id)).toEqual(['', 'e4', 'c5', 'Nf3', 'd6']);
    expect(tree.ply(d6.id)).toBe(4);
    expect(tree.ply(0)).toBe(0);
  });

  it('takes the first children for the main line', () => {
    const { tree, e4, e5, c5, nf3, d6 } = sample();
    expect(tree.mainline().map((node) => node.san)).toEqual(['e4', 'e5', 'Nf3']);
    expect(tree.end(0)).toBe(nf3.id);
    expect(tree.end(c5.id)).toBe(d6.id);
    expect([e4, e5, nf3].every((node) => tree.isMainline(node.id))).toBe(true);
    expect(tree.isMainline(d6.id)).toBe(false);
  });

  it('makes a deep line the main one, and keeps the others in order', () => {
    const { tree, e4, e5, c5, d6 } = sample();
    tree.promote(d6.id);
    expect(tree.mainline().map((node) => node.san)).toEqual(['e4', 'c5', 'Nf3', 'd6']);
    expect(e4.children).toEqual([c5.id, e5.id]);
  });

  it('removes a move with everything after it, and nothing else', () => {
    const { tree, c5, open, d6, nf3 } = sample();
    tree.remove(c5.id);
    expect([c5, open, d6].some((node) => tree.has(node.id))).toBe(false);
    expect(sans(tree, nf3.id)).toEqual(['', 'e4', 'e5', 'Nf3']);
  });

  it('never removes the root', () => {
    const { tree } = sample();
    tree.remove(0);
    expect(tree.nodes.size).toBe(8);
  });

  it('says what was counted between the moves', () => {
    const tree = new Tree({ variant: 'makruk', fen: '8/8/2n1k3/8/4M3/2RSK3/8/8 b - 128 0 40', counting: 'manual' });
    tree.root.actions = ['count'];
    const first = tree.add(0, 'e6d6', 'Kd6', '');
    first.actions = ['stop'];
    const second = tree.add(first.id, 'c3c2', 'Rc2', '');
    expect(tree.line(second.id)).toEqual({ ...tree.start, moves: ['count', 'e6d6', 'stop', 'c3c2'] });
  });

  it('is the same after it has been kept', () => {
    const { tree, nf3 } = sample();
    const copy = Tree.fromData(JSON.parse(JSON.stringify(tree.toData())));
    expect(copy.toData()).toEqual(tree.toData());
    // Numbers of moves that are there are not given out again.
    const fresh = copy.add(nf3.id, 'b8c6', 'Nc6', '');
    expect(tree.has(fresh.id)).toBe(false);
  });
});

describe('a record', () => {
  it('names parents by their place, and every parent stands before its children', () => {
    const { tree } = sample();
    const { nodes } = tree.toRecord([], '*', '');
    expect(nodes).toHaveLength(8);
    nodes.forEach((node, index) => {
      if (index > 0) expect(node.parent).toBeLessThan(index);
    });
    const children = (place: number) => nodes.filter((node, i) => i > 0 && node.parent === place).map((n) => n.move);
    expect(children(0)).toEqual(['e2e4', 'd2d4']);
    expect(children(nodes.findIndex((node) => node.move === 'e2e4'))).toEqual(['e7e5', 'c7c5']);
  });

  it('comes back as the same tree', () => {
    const { tree, e5, d6 } = sample();
    tree.root.comment = 'A miniature.';
    e5.glyphs = [5];
    d6.comment = 'The Sicilian.';
    const back = Tree.fromRecord(tree.toRecord([], '1-0', ''));
    expect(back.mainline().map((node) => node.move)).toEqual(['e2e4', 'e7e5', 'g1f3']);
    expect(back.root.comment).toBe('A miniature.');
    const find = (move: string) => [...back.nodes.values()].find((node) => node.move === move);
    expect(find('e7e5')?.glyphs).toEqual([5]);
    expect(find('d7d6')?.comment).toBe('The Sicilian.');
    expect(back.path(find('d7d6')?.id ?? 0).map((node) => node.move)).toEqual(['', 'e2e4', 'c7c5', 'g1f3', 'd7d6']);
  });

  it('may lack everything but the moves', () => {
    const record: GameRecord = {
      variant: 'makruk',
      fen: '',
      tags: [],
      result: '*',
      nodes: [
        { parent: 0, move: '' },
        { parent: 0, move: 'e3e4' },
        { parent: 99, move: 'd3d4' },
      ],
    };
    const tree = Tree.fromRecord(record);
    expect(tree.start.fen).toBeUndefined();
    // A parent that is not there is taken for the root.
    expect(tree.root.children.map((id) => tree.get(id).move)).toEqual(['e3e4', 'd3d4']);
  });
});
