import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../src/connection';
import { Engines } from '../../src/engines';
import { Tree } from '../../src/game/tree';
import { setLanguage } from '../../src/i18n';
import type { EngineReply, Request } from '../../src/protocol';
import { DEFAULTS, type Settings } from '../../src/settings';
import type { Table } from '../../src/table';
import { openSetup, type SetupChoice } from '../../src/views/setup';
import { listGames } from './games';

const find = <T extends HTMLElement>(selector: string) => {
  const element = document.querySelector<T>(`dialog ${selector}`);
  if (!element) throw new Error(`no ${selector}`);
  return element;
};
const pick = (value: string) => find(`input[value="${value}"]`).click();
const fill = (selector: string, value: string) => {
  const input = find<HTMLInputElement>(selector);
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
};
const isShown = (selector: string) => !find(selector).closest('[hidden]');

let kept: Settings;
let others: EngineReply[];

/** Opens the dialog, lets something be chosen, and starts. */
async function choose(choices: () => void, ask: (request: Request) => Promise<unknown> = vi.fn(), from?: Tree) {
  const started: SetupChoice[] = [];
  const settings = {
    value: kept,
    set: (change: Partial<Settings>) => {
      kept = { ...kept, ...change };
    },
  };
  const engines = new Engines({ ask } as unknown as Connection);
  engines.list = others;
  const table = { settings, engines, connection: { hello: { elo: [500, 3000] }, ask } } as unknown as Table;
  openSetup(table, (choice) => started.push(choice), from);
  choices();
  find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await vi.waitFor(() => expect(started.length + document.querySelectorAll('.toast').length).toBe(1));
  return started[0];
}

beforeEach(() => {
  setLanguage('en');
  listGames();
  kept = { ...DEFAULTS, variant: 'chess', edition: 0 };
  others = [];
  const toasts = document.createElement('div');
  toasts.id = 'toasts';
  document.body.replaceChildren(toasts);
});

afterEach(() => document.body.replaceChildren());

describe('the dialog for a new game', () => {
  it('begins with what was played last', async () => {
    kept = { ...kept, variant: 'makruk', color: 'b', elo: 800, clock: '5+3', counting: 'manual' };
    expect(await choose(() => undefined)).toMatchObject({
      variant: 'makruk',
      color: 'b',
      elo: 800,
      clock: [300_000, 3000],
      counting: 'manual',
    });
  });

  it('begins with the first game if the last one is not there any more', async () => {
    kept = { ...kept, variant: 'draughts' };
    expect((await choose(() => undefined))?.variant).toBe('chess');
  });

  it('asks only for what the game has', async () => {
    await choose(() => {
      expect([isShown('.start-number'), isShown('input[value=manual]')]).toEqual([false, false]);
      pick('chess960');
      expect([isShown('.start-number'), isShown('input[value=manual]')]).toEqual([true, false]);
      pick('newgame');
      expect([isShown('.start-number'), isShown('input[value=manual]')]).toEqual([false, true]);
    });
  });

  it.each([
    ['0', 0],
    ['959', 959],
    ['960', 518],
    ['-1', 518],
    ['1.5', 518],
    ['', 518],
  ])('takes %j as start position %d', async (text, number) => {
    const choice = await choose(() => {
      pick('chess960');
      fill('.start-number', text);
    });
    expect(choice?.number).toBe(number);
  });

  it('has no number for a game with one start', async () => {
    const choice = await choose(() => {
      pick('chess960');
      pick('chess');
    });
    expect(choice?.number).toBeUndefined();
  });

  it('means full strength at the end of the slider, and keeps it', async () => {
    expect((await choose(() => fill('input[type=range]', '3050')))?.elo).toBeNull();
    expect((await choose(() => undefined))?.elo).toBeNull();
    expect((await choose(() => fill('input[type=range]', '3000')))?.elo).toBe(3000);
  });

  it('takes a clock of its own, within reason', async () => {
    const choice = await choose(() => {
      pick('other');
      fill('.clock-fields label:first-child input', '0.5');
      fill('.clock-fields label:last-child input', '9999');
    });
    expect(choice?.clock).toEqual([30_000, 600_000]);
    expect(kept.clock).toBe('0.5+600');
  });

  it('is for two people too, who need no strength', async () => {
    const choice = await choose(() => {
      expect(isShown('input[type=range]')).toBe(true);
      pick('person');
      expect([isShown('input[type=range]'), isShown('input[value=random]')]).toEqual([false, false]);
    });
    expect(choice?.opponent).toBe('person');
    expect(kept.opponent).toBe('person');
  });

  it('offers no engines where there are none', async () => {
    kept = { ...kept, opponent: 'engines', rivals: ['gone', ''] };
    const choice = await choose(() => {
      expect(isShown('.engines-part')).toBe(false);
      expect(document.querySelector('input[value=engines]')).toBeNull();
    });
    expect(choice?.opponent).toBe('engine');
  });

  it('offers the engines that play the game', async () => {
    others = [
      { name: 'sf', title: 'Stockfish', games: ['chess', 'chess960'] },
      { name: 'fairy', title: null, games: ['chess', 'chess960', 'makruk'] },
    ];
    const names = () => [...find<HTMLSelectElement>('.engines-part select').options].map((option) => option.value);
    const choice = await choose(() => {
      expect(names()).toEqual(['', 'sf', 'fairy']);
      pick('makruk');
      expect(names()).toEqual(['', 'fairy']);
      const select = find<HTMLSelectElement>('.engines-part select');
      select.value = 'fairy';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      expect(isShown('input[type=range]')).toBe(false);
    });
    expect(choice).toMatchObject({ variant: 'makruk', opponent: 'engine', rival: 'fairy' });
    expect(kept.rival).toBe('fairy');
  });

  it('lets two engines play, with a clock or a time for each move', async () => {
    others = [{ name: 'sf', title: null, games: ['chess'] }];
    const choice = await choose(() => {
      pick('engines');
      expect([isShown('input[value=random]'), isShown('input[type=range]')]).toEqual([false, true]);
      const [white, black] = document.querySelectorAll<HTMLSelectElement>('dialog .engine-pair select');
      for (const select of [white, black]) {
        if (!select) throw new Error('no list');
        select.value = 'sf';
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
      expect(isShown('input[type=range]')).toBe(false);
      expect(isShown('input[aria-label="Seconds a move"]')).toBe(true);
      fill('input[aria-label="Seconds a move"]', '0.5');
      pick('3+2');
      expect(isShown('input[aria-label="Seconds a move"]')).toBe(false);
      pick('none');
    });
    expect(choice).toMatchObject({ opponent: 'engines', rivals: ['sf', 'sf'], secondsEach: 0.5, clock: null });
  });

  it('goes on from a line, and leaves the choice of the next game alone', async () => {
    const line = new Tree({ variant: 'makruk' });
    line.add(0, 'e3e4', 'e4', '');
    kept = { ...kept, variant: 'chess960', color: 'w' };
    const choice = await choose(() => expect(isShown('.cards')).toBe(false), vi.fn(), line);
    expect(choice).toMatchObject({ variant: 'makruk', color: 'b', tree: line });
    expect(kept).toMatchObject({ variant: 'chess960', color: 'w' });
  });

  it('takes a position, and the game that it is of', async () => {
    const fen = '8/8/2n1k3/8/8/2RMK3/8/8 b - 128 0 1';
    const ask = vi.fn(async () => ({ games: [{ variant: 'makruk', fen }] }));
    const choice = await choose(() => {
      pick('chess960');
      fill('input[type=text]', ` ${fen} `);
    }, ask);
    expect(ask).toHaveBeenCalledWith({ type: 'read', text: fen, variant: 'chess960' }, 'games');
    expect(choice).toMatchObject({ variant: 'makruk', fen, number: undefined });
    expect(kept.variant).toBe('chess960');
  });

  it('says what is wrong with a position, and stays', async () => {
    const ask = () => Promise.reject(new Error('rank 3 has 9 squares'));
    expect(await choose(() => fill('input[type=text]', 'nonsense'), ask)).toBeUndefined();
    expect(document.querySelector('.toast')?.textContent).toBe('Rank 3 has 9 squares.');
    expect(document.querySelector('dialog')).not.toBeNull();
  });
});
