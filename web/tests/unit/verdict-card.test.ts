import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GameDocument } from '../../src/game/document';
import { Tree } from '../../src/game/tree';
import type { ReviewReply } from '../../src/protocol';
import { keepReview } from '../../src/views/review';
import { VerdictCard } from '../../src/views/verdict-card';

/** 1. f3 e5 2. g4, reviewed: the last move allows mate. */
function reviewed() {
  const document = GameDocument.create('analyse', new Tree({ variant: 'chess' }), {});
  const { tree } = document;
  let at = 0;
  for (const [uci, san] of [
    ['f2f3', 'f3'],
    ['e7e5', 'e5'],
    ['g2g4', 'g4'],
  ] as const) {
    at = tree.add(at, uci, san, '').id;
  }
  const fine = { score: { cp: 0 }, share: 0.5, accuracy: 100, judgement: 'good' };
  const side = { accuracy: 50, inaccuracies: 0, mistakes: 0, blunders: 1, averageLoss: 1 };
  keepReview(document, {
    start: { cp: 0 },
    sides: [side, side],
    phases: [null, null],
    turningPoint: 2,
    moves: [
      fine,
      fine,
      {
        ...fine,
        judgement: 'blunder',
        glyph: 4,
        verdict: 'Blunder. It allows mate in 1. Nc3 was best.',
        best: ['b1c3'],
        sans: ['Nc3'],
        reply: ['d8h4'],
        replySans: ['Qh4#'],
      },
    ],
  } as ReviewReply);
  document.current = at;
  const show = vi.fn((id: number) => {
    document.current = id;
    card.paint(document, false);
  });
  const pointed = vi.fn();
  const judge = vi.fn(async (): Promise<string | undefined | null> => 'mistake');
  const card = new VerdictCard({ offer: vi.fn(), show, added: vi.fn(), hide: vi.fn(), pointed, judge });
  card.paint(document, false);
  const press = (text: string) => {
    const found = [...card.element.querySelectorAll('button')].find((each) => each.textContent === text);
    if (!found) throw new Error(`no button "${text}" in ${card.element.textContent}`);
    found.click();
  };
  return { document, tree, card, judge, pointed, blunder: at, press };
}

describe('the card of a bad move', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('plays the refutation, which is then a line of the game', () => {
    const { document, tree, blunder, press } = reviewed();
    press('Show the refutation');
    expect(tree.get(document.current).san).toBe('Qh4#');
    expect(tree.get(document.current).parent).toBe(blunder);
  });

  it('points at each move of the refutation while it is played', () => {
    const { document, card, pointed, blunder, press } = reviewed();
    const node = document.data.review?.nodes.find((each) => each.id === blunder);
    node?.verdict?.reply?.push({ uci: 'e1e2', san: 'Ke2', thai: '' });
    expect(card.arrow()).toBeNull();
    press('Show the refutation');
    expect(card.arrow()).toMatchObject({ from: 'd8', to: 'h4' });
    vi.advanceTimersToNextTimer();
    expect(card.arrow()).toMatchObject({ from: 'e1', to: 'e2' });
    expect(pointed).not.toHaveBeenCalled();
    vi.advanceTimersToNextTimer();
    expect(card.arrow()).toBeNull();
    expect(pointed).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('points at nothing for who goes elsewhere, or back to it', () => {
    const { document, card, pointed, press } = reviewed();
    press('Show the refutation');
    const at = document.current;
    document.current = 0;
    expect(card.arrow()).toBeNull();
    card.paint(document, false);
    expect(pointed).toHaveBeenCalledTimes(1);
    document.current = at;
    card.paint(document, false);
    expect(card.arrow()).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps the focus in the card, or gives it to the board', () => {
    const { document, card, press } = reviewed();
    const board = window.document.createElement('div');
    board.className = 'board';
    board.tabIndex = 0;
    window.document.body.append(card.element, board);
    card.element.querySelectorAll('button')[1]?.focus();
    press('Try again');
    expect(window.document.activeElement?.textContent).toBe('Show the best move');
    press('Show the best move');
    expect(window.document.activeElement).toBe(board);
    expect(document.current).not.toBe(0);
    window.document.body.replaceChildren();
  });

  it('stops playing when somebody goes elsewhere', () => {
    const { document, tree, card, blunder, press } = reviewed();
    const node = document.data.review?.nodes.find((each) => each.id === blunder);
    node?.verdict?.reply?.push({ uci: 'e1e2', san: 'Ke2', thai: '' });
    press('Show the refutation');
    document.current = 0;
    card.paint(document, false);
    vi.runAllTimers();
    expect(document.current).toBe(0);
    expect(tree.has(blunder)).toBe(true);
  });

  it('stops playing when another game is opened, or the view is left', () => {
    const { document, tree, card, blunder, press } = reviewed();
    const node = document.data.review?.nodes.find((each) => each.id === blunder);
    node?.verdict?.reply?.push({ uci: 'e1e2', san: 'Ke2', thai: '' });
    press('Show the refutation');
    card.leave();
    vi.runAllTimers();
    expect(tree.get(document.current).san).toBe('Qh4#');
  });

  it('acts on the game on the board, though one just like it was there before', () => {
    const { document, tree, card, blunder, press } = reviewed();
    const again = new GameDocument(structuredClone(document.toData()));
    card.leave();
    card.paint(again, false);
    press('Show the refutation');
    expect(again.tree.get(blunder).children).toHaveLength(1);
    expect(tree.get(blunder).children).toHaveLength(0);
  });

  it('names the turning point', () => {
    const { card } = reviewed();
    expect(card.element.querySelector('.verdict-turn')?.textContent).toBe('the turning point');
  });

  it('takes any move that is not bad', async () => {
    const { document, tree, card, judge, press } = reviewed();
    judge.mockResolvedValueOnce(undefined);
    press('Try again');
    const start = document.current;
    document.current = tree.add(start, 'd2d4', 'd4', '').id;
    card.paint(document, false);
    expect(card.element.textContent).toContain('Is d4 better?');
    await vi.runAllTimersAsync();
    expect(card.element.textContent).toContain('d4 is good enough too.');
    // What is known is not asked for again.
    card.paint(document, false);
    expect(judge).toHaveBeenCalledTimes(1);
    expect(card.element.textContent).toContain('d4 is good enough too.');
  });

  it('asks again for a move that could not be judged because of another', async () => {
    const { document, tree, card, judge, press } = reviewed();
    judge.mockResolvedValueOnce(null).mockResolvedValueOnce('blunder').mockResolvedValueOnce('inaccuracy');
    press('Try again');
    const start = document.current;
    const first = tree.add(start, 'd2d4', 'd4', '').id;
    const second = tree.add(start, 'h2h4', 'h4', '').id;
    document.current = first;
    card.paint(document, false);
    document.current = second;
    card.paint(document, false);
    await vi.runAllTimersAsync();
    expect(card.element.textContent).toContain('h4: blunder.');
    document.current = first;
    card.paint(document, false);
    await vi.runAllTimersAsync();
    expect(card.element.textContent).toContain('d4: inaccuracy.');
  });

  it('lets a better move be looked for, and says what it is worth', async () => {
    const { document, tree, card, blunder, press } = reviewed();
    press('Try again');
    expect(card.isTrying).toBe(true);
    expect(document.current).toBe(tree.get(blunder).parent);
    expect(card.element.textContent).toContain('Find a better move than g4.');
    const other = tree.add(document.current, 'a2a3', 'a3', '').id;
    document.current = other;
    card.paint(document, false);
    await vi.runAllTimersAsync();
    expect(card.element.textContent).toContain('a3: mistake. Look again.');
    press('Try again');
    const best = tree.add(document.current, 'b1c3', 'Nc3', '').id;
    document.current = best;
    card.paint(document, false);
    expect(card.element.textContent).toContain('Nc3 is the best move.');
    document.current = 0;
    card.paint(document, false);
    expect(card.isTrying).toBe(false);
  });

  it('tells the best move to who gives up', () => {
    const { document, tree, card, press } = reviewed();
    press('Try again');
    press('Show the best move');
    expect(tree.get(document.current).san).toBe('Nc3');
    expect(card.isTrying).toBe(false);
  });
});
