import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Documents, exportRecord, GameDocument } from '../../src/game/documents';
import { Tree } from '../../src/game/tree';
import { setLanguage } from '../../src/i18n';
import { FakeDisk } from './fakes';
import { listGames } from './games';

let disk: FakeDisk;
let documents: Documents;

function played(...moves: string[]): GameDocument {
  const tree = new Tree({ variant: 'chess' });
  let at = 0;
  for (const move of moves) at = tree.add(at, move, move, '').id;
  return GameDocument.create('analyse', tree);
}

const local = () => Object.keys(localStorage).filter((name) => name.startsWith('erawan-game:'));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  localStorage.clear();
  setLanguage('en');
  listGames();
  disk = new FakeDisk();
  documents = new Documents(disk.connection);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a game that is kept', () => {
  it('is in the browser at once and on the disk soon, and then on the disk only', async () => {
    const game = played('e2e4');
    documents.save(game);
    expect(local()).toEqual([`erawan-game:${game.data.id}`]);
    expect(disk.saves).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(disk.saves).toEqual([game.data.id]);
    expect(local()).toEqual([]);
    expect((await documents.load(game.data.id))?.tree.mainline().map((node) => node.move)).toEqual(['e2e4']);
  });

  it('is sent once if it changes quickly, as it was last', async () => {
    const game = played('e2e4');
    documents.save(game);
    await vi.advanceTimersByTimeAsync(100);
    game.tree.add(game.tree.end(0), 'e7e5', 'e5', '');
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    expect(disk.saves).toHaveLength(1);
    expect((await documents.load(game.data.id))?.tree.mainline()).toHaveLength(2);
  });

  it('stays in the browser while the disk is out of reach, and is sent later', async () => {
    disk.reachable = false;
    const game = played('e2e4');
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    expect(local()).toHaveLength(1);
    expect((await documents.load(game.data.id))?.tree.mainline()).toHaveLength(1);
    await documents.flush();
    expect(local()).toHaveLength(1);
    disk.reachable = true;
    await documents.flush();
    expect(disk.kept.has(game.data.id)).toBe(true);
    expect(local()).toEqual([]);
  });

  it('never replaces a newer one on the disk', async () => {
    disk.reachable = false;
    const game = played('e2e4');
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    disk.reachable = true;
    const newer = { ...played('d2d4', 'd7d5').toData(), id: game.data.id, updated: game.data.updated + 5000 };
    disk.kept.set(game.data.id, newer);
    expect((await documents.load(game.data.id))?.tree.mainline()).toHaveLength(2);
    await documents.flush();
    expect(disk.kept.get(game.data.id)).toEqual(newer);
  });

  it('is not lost for one beside it that cannot be read', async () => {
    disk.reachable = false;
    const game = played('e2e4');
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    disk.reachable = true;
    localStorage.setItem('erawan-game:analyse-broken', '{"version":1,');
    localStorage.setItem('erawan-game:analyse-null', 'null');
    await documents.flush();
    expect([...disk.kept.keys()]).toEqual([game.data.id]);
    expect(await documents.load('analyse-broken')).toBeNull();
  });

  it('of a version to come is left alone', async () => {
    disk.kept.set('play-x', { ...played('e2e4').toData(), version: 2 });
    expect(await documents.load('play-x')).toBeNull();
  });

  it('is not one that nobody has touched', async () => {
    documents.save(played());
    await vi.advanceTimersByTimeAsync(1000);
    expect(disk.saves).toEqual([]);
    const set = GameDocument.create('analyse', new Tree({ variant: 'chess960', number: 0 }));
    documents.save(set);
    await vi.advanceTimersByTimeAsync(1000);
    expect(disk.saves).toEqual([set.data.id]);
  });

  it('can be removed from both places', async () => {
    const game = played('e2e4');
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    await documents.remove(game.data.id);
    expect(await documents.load(game.data.id)).toBeNull();
    expect(await documents.names()).toEqual([]);
  });

  it('has a name that the server takes: letters, digits and dashes', () => {
    for (let i = 0; i < 50; i++) expect(played('e2e4').data.id).toMatch(/^analyse-[0-9a-z]+-[0-9a-z]{5}$/);
  });

  it('shows its end if the move that was shown is gone', () => {
    const data = { ...played('e2e4', 'e7e5').toData(), current: 77 };
    expect(new GameDocument(data).current).toBe(2);
  });
});

describe('a game for PGN', () => {
  it('carries what its review says, and the remarks of people', () => {
    const game = played('f2f3', 'e7e5', 'g2g4', 'd8h4');
    const [first, second, third, fourth] = game.tree.mainline().map((node) => node.id) as [
      number,
      number,
      number,
      number,
    ];
    game.tree.get(first).comment = '[%eval 0.10] Odd.';
    game.data.review = {
      start: { cp: 20 },
      sides: [] as never,
      nodes: [
        { id: first, score: { cp: -75 }, share: 0.4, judgement: 'good' },
        { id: second, score: { cp: 0 }, share: 0.5, judgement: 'best' },
        {
          id: third,
          score: { mate: -1 },
          share: 0,
          judgement: 'blunder',
          verdict: { judgement: 'blunder', text: 'Blunder. It allows mate in 1. d3 was best.' },
        },
        { id: fourth, score: { mate: 0 }, share: 0, judgement: 'best' },
      ],
    };
    const comments = exportRecord(game, '').nodes.map((node) => node.comment);
    expect(comments).toEqual([
      '',
      '[%eval -0.75] Odd.',
      '[%eval 0.00]',
      '[%eval #-1] Blunder. It allows mate in 1. d3 was best.',
      '',
    ]);
  });

  it('without a review keeps its comments as they are', () => {
    const game = played('e2e4');
    game.tree.get(1).comment = '[%eval 0.3] Best by test.';
    expect(exportRecord(game, '').nodes[1]?.comment).toBe('[%eval 0.3] Best by test.');
  });
});
