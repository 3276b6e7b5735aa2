import { afterEach, describe, expect, it, vi } from 'vitest';
import { RequestError } from '../../src/connection';
import { Owed } from '../../src/game/owed';
import { lineText, namesOf, numberedMove, treeOfRecall } from '../../src/game/repertoires';
import { setLanguage } from '../../src/i18n';
import { judgedText, standingText } from '../../src/views/own-verdicts';

afterEach(() => setLanguage('en'));

const named = (uci: string, san: string, thai: string | null = null) => ({ uci, san, thai });
const STEPS = [named('e2e4', 'e4'), named('e7e5', 'e5'), named('g1f3', 'Nf3')];

describe('a line of a repertoire', () => {
  it('is written as books do', () => {
    const line = { variant: 'chess', moves: [] };
    expect(lineText(line, STEPS)).toBe('1. e4 e5 2. Nf3');
    expect(lineText(line, [])).toBe('');
    expect(numberedMove(line, 3, named('b8c6', 'Nc6'))).toBe('2… Nc6');
    expect(numberedMove(line, 2, named('g1f3', 'Nf3'))).toBe('2. Nf3');
  });

  it('may begin with Black, and at another move', () => {
    const line = { variant: 'chess', fen: '4k3/8/8/8/8/8/8/4K3 b - - 0 12', moves: [] };
    expect(lineText(line, [named('e8e7', 'Ke7'), named('e1e2', 'Ke2')])).toBe('12… Ke7 13. Ke2');
  });

  it('has Thai names in Thai, where there are any', () => {
    const moves = [named('d3d4', 'd4', 'บ ง๔'), named('e2e4', 'e4')];
    expect(namesOf(moves)).toBe('d4, e4');
    setLanguage('th');
    expect(namesOf(moves)).toBe('บ ง๔, e4');
  });

  it('is a tree with the position at its end', () => {
    const line = { variant: 'chess', moves: STEPS.map(({ uci }) => uci) };
    const rest = { position: '', answers: [], remarks: [], seen: false };
    const { tree, at } = treeOfRecall({ line, steps: STEPS, ...rest });
    expect(tree.line(at).moves).toEqual(['e2e4', 'e7e5', 'g1f3']);
    expect(tree.get(at).san).toBe('Nf3');
  });
});

describe('what is owed to the server', () => {
  it('is sent once and in order, and waits for a connection', async () => {
    const sent: string[] = [];
    let isLost = true;
    const send = async (thing: string) => {
      await Promise.resolve();
      if (isLost) throw new RequestError('gone', 'lost');
      sent.push(thing);
      return `told ${thing}`;
    };
    const [waits, fails] = [vi.fn(), vi.fn()];
    const owed = new Owed(send, waits, fails);
    expect(await owed.add('a')).toBeNull();
    expect([sent, waits.mock.calls.length]).toEqual([[], 1]);
    isLost = false;
    const both = [owed.add('b'), owed.pay()];
    expect(await Promise.all(both)).toEqual(['told b', 'told b']);
    expect(sent).toEqual(['a', 'b']);
    expect(await owed.pay()).toBeNull();
    expect(fails).not.toHaveBeenCalled();
  });

  it('does not stop at what is refused', async () => {
    const fails = vi.fn();
    const send = async (thing: string) => {
      if (thing === 'bad') throw new RequestError('no', 'input');
      return thing;
    };
    const owed = new Owed(send, vi.fn(), fails);
    const told = [owed.add('bad'), owed.add('good')];
    expect((await Promise.all(told)).at(-1)).toBe('good');
    expect(fails).toHaveBeenCalledOnce();
  });
});

describe('own games in words', () => {
  const standing = { games: 10, won: 3, drawn: 0, lost: 6 };

  it('say how often they were lost', () => {
    expect(standingText(standing)).toBe('You lost 6 of 10 (60 %) from here, won 3, without a result 1');
    setLanguage('th');
    expect(standingText(standing)).toMatch(/คุณแพ้ 6 จาก 10 เกม \(60 %\)/);
  });

  it('say which move is why', () => {
    const judged = {
      played: named('f1c4', 'Bc4'),
      lapses: [1, 2, 0] as [number, number, number],
      cost: 0.234,
      standing: { games: 3, won: 0, drawn: 1, lost: 2 },
      better: named('g1f3', 'Nf3'),
    };
    expect(judgedText(judged)).toBe('better Nf3 · 3 times · costs 23\u00a0% · lost 2 of 3');
    expect(judgedText({ ...judged, lapses: [1, 0, 0], better: null })).toMatch(/^once · /);
  });
});
