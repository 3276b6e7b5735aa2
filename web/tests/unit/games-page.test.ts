import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GameDocument } from '../../src/game/document';
import type { Documents } from '../../src/game/documents';
import { Tree } from '../../src/game/tree';
import { setLanguage } from '../../src/i18n';
import { gamesPage } from '../../src/views/games-page';
import { listGames } from './games';

beforeEach(() => {
  vi.useFakeTimers();
  setLanguage('en');
  listGames();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Games that take a while to be read. */
function slowGames(count: number): Documents {
  const load = async (name: string) => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return GameDocument.create('analyse', new Tree({ variant: 'chess' }), { tags: [['White', name]] });
  };
  const names = () => Promise.resolve(Array.from({ length: count }, (_, i) => `Player${i}`));
  return { names, load } as unknown as Documents;
}

describe('the list of games', () => {
  it('leaves none out if more are asked for while it is read', async () => {
    const page = gamesPage(slowGames(130), () => undefined);
    // The fifth is under way.
    await vi.advanceTimersByTimeAsync(45);
    const more = [...page.querySelectorAll('button')].find((button) => button.textContent === 'Show more');
    more?.click();
    await vi.advanceTimersByTimeAsync(10_000);
    const shown = [...page.querySelectorAll('.game-row strong')].map((title) => title.textContent);
    expect(shown).toEqual(Array.from({ length: 120 }, (_, i) => `Player${i} – ?`));
  });
});
