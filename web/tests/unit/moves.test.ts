import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GameDocument } from '../../src/game/document';
import { Tree } from '../../src/game/tree';
import { setLanguage } from '../../src/i18n';
import type { ReviewReply } from '../../src/protocol';
import type { Table } from '../../src/table';
import { h } from '../../src/ui/dom';
import { markCurrent, moveList } from '../../src/ui/moves';
import { keepReview, ReviewPanel } from '../../src/views/review';
import { listGames } from './games';

beforeEach(() => {
  setLanguage('en');
  listGames();
});

const OPTIONS = { current: 0, firstMove: 1, blackFirst: false, variations: true, onSelect: () => undefined };

function line(tree: Tree, from: number, ...sans: string[]): number {
  return sans.reduce((at, san) => tree.add(at, san, san, '').id, from);
}

const text = (element: Element) => element.textContent?.replace(/\s+/g, ' ').trim();

describe('the list of moves', () => {
  it('numbers the moves from where the game begins', () => {
    const tree = new Tree({ variant: 'chess' });
    line(tree, 0, 'Kd7', 'Ke2', 'Kd6');
    const list = moveList({ ...OPTIONS, tree, firstMove: 40, blackFirst: true });
    expect([...list.children].map(text)).toEqual(['40.', '…', 'Kd7', '41.', 'Ke2', 'Kd6']);
  });

  it('puts variations after the move they replace, with numbers of their own', () => {
    const tree = new Tree({ variant: 'chess' });
    const e4 = line(tree, 0, 'e4');
    line(tree, e4, 'e5', 'Nf3');
    const c5 = line(tree, e4, 'c5', 'Nc3');
    line(tree, c5, 'a6');
    const list = moveList({ ...OPTIONS, tree });
    expect([...list.querySelectorAll('.variation')].map(text)).toEqual(['1…c5 2.Nc3 a6']);
    expect(list.querySelector('.wide')?.previousElementSibling?.textContent).toBe('e5');
    expect(moveList({ ...OPTIONS, tree, variations: false }).querySelector('.variation')).toBeNull();
  });

  it('marks the move that is shown and tells which one is chosen', () => {
    const tree = new Tree({ variant: 'chess' });
    const last = line(tree, 0, 'e4', 'e5');
    const onSelect = vi.fn();
    const list = moveList({ ...OPTIONS, tree, current: last, onSelect });
    expect([...list.querySelectorAll('[aria-current=true]')].map(text)).toEqual(['e5']);
    list.querySelector<HTMLElement>('.move')?.click();
    expect(onSelect).toHaveBeenCalledWith(1);
  });

  it('can mark another one', () => {
    const tree = new Tree({ variant: 'chess' });
    const last = line(tree, 0, 'e4', 'e5');
    const list = moveList({ ...OPTIONS, tree, current: last });
    const marked = () => [...list.querySelectorAll('.current[aria-current=true], .current, [aria-current]')].map(text);
    markCurrent(list, 1);
    expect(marked()).toEqual(['e4']);
    markCurrent(list, 0);
    expect(marked()).toEqual([]);
  });

  it('shows every line, however deep they are nested', () => {
    const tree = new Tree({ variant: 'chess' });
    let at = line(tree, 0, 'e4');
    for (let i = 0; i < 200; i++) {
      line(tree, at, `main${i}`);
      at = line(tree, at, `other${i}`);
    }
    const list = moveList({ ...OPTIONS, tree });
    expect(list.querySelectorAll('.move:not(.empty)')).toHaveLength(401);
    expect(list.textContent).toContain('other199');
  });

  it('shows moves in Thai where there are any', () => {
    const tree = new Tree({ variant: 'makruk' });
    tree.add(0, 'e3e4', 'e4', 'บ-จ๔');
    setLanguage('th');
    expect(text(moveList({ ...OPTIONS, tree }))).toContain('บ-จ๔');
  });

  it('takes what comes with a game for text, never for HTML', () => {
    const tree = new Tree({ variant: 'chess' });
    const id = line(tree, 0, '<img src=x onerror=alert(1)>');
    tree.get(id).comment = '<script>alert(1)</script>';
    const list = moveList({ ...OPTIONS, tree });
    expect(list.querySelector('img, script')).toBeNull();
    expect(list.textContent).toContain('<script>alert(1)</script>');
    expect(h('p', { text: '<b>x</b>' }).children).toHaveLength(0);
  });
});

describe('a review that is kept', () => {
  const side = { accuracy: 90, inaccuracies: 0, mistakes: 0, blunders: 1, averageLoss: 12 };
  const good = { score: { cp: 20 }, share: 0.52, accuracy: 99, judgement: 'best' } as const;
  const blunder = {
    score: { mate: -1 },
    share: 0,
    accuracy: 0,
    judgement: 'blunder',
    glyph: 4,
    verdict: 'Blunder. It allows mate in 1. d3 was best.',
    best: ['d2d3', 'd7d5'],
    sans: ['d3', 'd5'],
  } as const;
  const review = {
    start: { cp: 20 },
    sides: [side, side],
    phases: [null, null],
    moves: [good, good, blunder],
  } as unknown as ReviewReply;

  function game(): GameDocument {
    const tree = new Tree({ variant: 'chess' });
    line(tree, 0, 'f2f3', 'e7e5', 'g2g4');
    return GameDocument.create('analyse', tree);
  }

  it('marks the bad move and shows the better one beside it', () => {
    const document = game();
    keepReview(document, review);
    const line = document.tree.mainline();
    expect(line.map((node) => node.glyphs)).toEqual([[], [], [4]]);
    const better = document.tree.get(document.tree.get(line[2]?.parent ?? 0).children[1] ?? 0);
    expect([better.move, document.tree.get(better.children[0] ?? 0).san]).toEqual(['d2d3', 'd5']);
    expect(document.verdicts()(line[2]?.id ?? 0)).toBe(blunder.verdict);
    expect(document.verdicts()(line[0]?.id ?? 0)).toBe('');
  });

  it('takes the place of the one before it', () => {
    const document = game();
    keepReview(document, review);
    const size = document.tree.nodes.size;
    keepReview(document, review);
    expect(document.tree.nodes.size).toBe(size);
    expect(document.tree.mainline()[2]?.glyphs).toEqual([4]);
    keepReview(document, { ...review, moves: [good, good, good] } as unknown as ReviewReply);
    expect(document.tree.mainline()[2]?.glyphs).toEqual([]);
  });

  it('respects the glyphs of people, and drops the verdicts of an older review', () => {
    const document = game();
    const last = document.tree.mainline()[2];
    if (!last) throw new Error('three moves');
    last.glyphs = [6];
    last.comment = "Fool's mate. Blunder. It allows mate in 1. e4 was best.";
    keepReview(document, review);
    expect(last.glyphs).toEqual([6]);
    expect(last.comment).toBe("Fool's mate.");
  });

  it('is of the line that was reviewed, whatever is the main one by then', () => {
    const document = game();
    const reviewed = document.tree.mainline().map(({ id }) => id);
    const other = line(document.tree, 0, 'e2e4');
    document.tree.promote(other);
    keepReview(document, review, reviewed);
    expect(document.data.review?.nodes.map(({ id }) => id)).toEqual(reviewed);
    expect(document.tree.get(reviewed[2] ?? 0).glyphs).toEqual([4]);
  });

  it('is of the game on the board: one that comes too late is not', async () => {
    const document = game();
    const save = vi.fn();
    let isLate = true;
    const table = {
      describe: () => Promise.resolve({ fen: '' }),
      settings: { value: { effort: 'standard', ownNames: [] } },
      connection: {
        review: () => {
          if (isLate) panel.leave();
          return Promise.resolve(review);
        },
      },
      documents: { save },
    } as unknown as Table;
    const panel: ReviewPanel = new ReviewPanel(
      table,
      () => document,
      () => undefined,
    );
    await panel.toggle();
    expect([save.mock.calls, document.data.review]).toEqual([[], undefined]);
    isLate = false;
    await panel.toggle();
    expect(save).toHaveBeenCalledOnce();
    expect(document.data.review?.nodes).toHaveLength(3);
  });
});
