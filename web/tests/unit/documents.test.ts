import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestError } from '../../src/connection';
import { type DocumentData, exportRecord, GameDocument, VersionError } from '../../src/game/document';
import { Documents, type Trouble } from '../../src/game/documents';
import { Tree } from '../../src/game/tree';
import { setLanguage } from '../../src/i18n';
import { MAX_MESSAGE, MAX_NODES } from '../../src/protocol';
import { forgetUnstored } from '../../src/storage';
import { byteLength } from '../../src/ui/format';
import { FakeChannel, FakeDisk } from './fakes';
import { listGames } from './games';

let disk: FakeDisk;
let documents: Documents;
let troubles: Map<string, Trouble>;
let copies: [id: string, oldId: string][];
let fulls: number;
let unreadable: string[];
/** How many nodes a game has that was changed elsewhere. */
let elsewhere: number[];

/** Another page with the same server and the same browser. */
function openDocuments(): Documents {
  return new Documents(disk.connection, {
    onTrouble: ({ id }, trouble) => (trouble ? troubles.set(id, trouble) : troubles.delete(id)),
    onCopy: ({ id }, oldId) => copies.push([id, oldId]),
    onUnreadable: (id) => unreadable.push(id),
    onFull: () => fulls++,
    onElsewhere: (data) => elsewhere.push(data.tree.nodes.length),
    onRemoved: () => undefined,
  });
}

function played(...moves: string[]): GameDocument {
  const tree = new Tree({ variant: 'chess' });
  let at = 0;
  for (const move of moves) at = tree.add(at, move, move, '').id;
  return GameDocument.create('analyse', tree);
}

/** A game of this page to which another page has added a move. */
async function changedElsewhere(): Promise<GameDocument> {
  const game = played('e2e4');
  documents.save(game);
  await vi.advanceTimersByTimeAsync(1000);
  const other = openDocuments();
  const theirs = (await other.load(game.data.id)) as GameDocument;
  theirs.tree.add(1, 'c7c5', 'c5', '');
  other.save(theirs);
  await vi.advanceTimersByTimeAsync(1000);
  return game;
}

const local = () => Object.keys(localStorage).filter((name) => name.startsWith('erawan-game:'));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  localStorage.clear();
  forgetUnstored();
  setLanguage('en');
  listGames();
  elsewhere = [];
  disk = new FakeDisk();
  troubles = new Map();
  copies = [];
  fulls = 0;
  unreadable = [];
  documents = openDocuments();
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

  it('goes to the disk after the clock was set back, and is not deleted', async () => {
    const game = played('e2e4');
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    disk.reachable = false;
    vi.setSystemTime(1_600_000_000_000);
    game.tree.add(1, 'e7e5', 'e5', '');
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    disk.reachable = true;
    const later = openDocuments();
    await later.flush();
    expect((disk.kept.get(game.data.id) as DocumentData).tree.nodes).toHaveLength(3);
    expect(copies).toEqual([]);
    expect((await later.load(game.data.id))?.tree.mainline()).toHaveLength(2);
  });

  it('is forgotten by the browser if the disk has one that was made of it', async () => {
    const game = played('e2e4');
    disk.reachable = false;
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    disk.reachable = true;
    const newer = { ...played('d2d4', 'd7d5').toData(), id: game.data.id, edits: { ...game.data.edits, elsewhere: 1 } };
    disk.kept.set(game.data.id, newer);
    expect((await documents.load(game.data.id))?.tree.mainline()).toHaveLength(2);
    expect(disk.kept.get(game.data.id)).toEqual(newer);
    expect([local(), copies]).toEqual([[], []]);
  });

  it('is kept beside one that was changed elsewhere, and goes on under its new name', async () => {
    const game = await changedElsewhere();
    const { id } = game.data;
    game.tree.add(1, 'e7e5', 'e5', '');
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    const [copy] = copies;
    expect(copy?.[1]).toBe(id);
    expect(game.data.id).toBe(copy?.[0]);
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    expect(copies).toHaveLength(1);
    const second = async (name: string) => (await openDocuments().load(name))?.tree.get(2).move;
    expect(await second(id)).toBe('c7c5');
    expect(await second(game.data.id)).toBe('e7e5');
    expect([local(), [...troubles]]).toEqual([[], []]);
  });

  it('is one game, however many pages have changed it one after the other', async () => {
    const game = played('e2e4');
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    for (let i = 0; i < 40; i++) {
      const page = openDocuments();
      const again = (await page.load(game.data.id)) as GameDocument;
      again.tree.get(1).comment = `${i}`;
      page.save(again);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(copies).toEqual([]);
    expect((await documents.load(game.data.id))?.tree.get(1).comment).toBe('39');
  });

  it('that two pages have changed in the same way is one game', async () => {
    const game = played('e2e4');
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    const { id } = game.data;
    const other = openDocuments();
    const theirs = (await other.load(id)) as GameDocument;
    theirs.data.result = '1-0';
    other.save(theirs);
    await vi.advanceTimersByTimeAsync(1000);
    // The server keeps the keys in an order of its own.
    const kept = disk.kept.get(id) as DocumentData;
    disk.kept.set(id, Object.fromEntries(Object.entries(kept).reverse()));
    game.data.result = '1-0';
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    expect([copies, local(), [...troubles]]).toEqual([[], [], []]);
    expect(game.data.id).toBe(id);
  });

  it('that is only looked at elsewhere is not another game', async () => {
    const game = played('e2e4', 'e7e5');
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    const { id } = game.data;
    const other = openDocuments();
    const looked = (await other.load(id)) as GameDocument;
    looked.current = 1;
    other.save(looked);
    await vi.advanceTimersByTimeAsync(1000);
    expect((disk.kept.get(id) as DocumentData).current).toBe(1);
    game.tree.get(2).comment = 'changed';
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    // And the one that looks does not undo what was changed.
    looked.current = 0;
    other.save(looked);
    await vi.advanceTimersByTimeAsync(1000);
    expect([copies, local(), [...troubles]]).toEqual([[], [], []]);
    expect((await openDocuments().load(id))?.tree.get(2).comment).toBe('changed');
    // A change of its own is another matter.
    looked.tree.get(1).comment = 'mine';
    other.save(looked);
    await vi.advanceTimersByTimeAsync(1000);
    expect(copies.map(([, oldId]) => oldId)).toEqual([id]);
  });

  it('that changes while it is put beside another is there once', async () => {
    const game = await changedElsewhere();
    const ask = disk.ask.getMockImplementation() as typeof disk.ask;
    disk.ask.mockImplementation(async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return ask(request);
    });
    game.tree.add(1, 'e7e5', 'e5', '');
    documents.save(game);
    await vi.advanceTimersByTimeAsync(800);
    game.tree.get(2).comment = 'late';
    documents.save(game);
    await vi.advanceTimersByTimeAsync(9000);
    expect([copies.length, disk.kept.size, local()]).toEqual([1, 2, []]);
    expect((disk.kept.get(game.data.id) as DocumentData).tree.nodes[2]).toContain('late');
  });

  it('that is refused holds up no other, stays, and says why', async () => {
    const [first, second] = [played('e2e4'), played('d2d4')];
    disk.refuses.set(first.data.id, new RequestError('the disk is full', 'storage'));
    documents.save(first);
    documents.save(second);
    await vi.advanceTimersByTimeAsync(1000);
    expect(disk.saves).toEqual([second.data.id]);
    const trouble = { kind: 'refused', reason: 'the disk is full', kept: true };
    expect([...troubles]).toEqual([[first.data.id, trouble]]);
    // Another page has it too, and goes on.
    const later = openDocuments();
    const third = played('c2c4');
    localStorage.setItem(`erawan-game:${third.data.id}`, JSON.stringify(third.toData()));
    await later.flush();
    expect(disk.saves).toEqual([second.data.id, third.data.id]);
    expect((await later.load(first.data.id))?.tree.mainline()).toHaveLength(1);
    expect(await later.names()).toContain(first.data.id);
    disk.refuses.clear();
    await later.retry(first.data.id);
    expect([disk.saves.at(-1), local(), [...troubles]]).toEqual([first.data.id, [], []]);
  });

  it('of which the connection dies is sent no more than three times', async () => {
    const [first, second] = [played('e2e4'), played('d2d4')];
    disk.reachable = false;
    documents.save(first);
    documents.save(second);
    await vi.advanceTimersByTimeAsync(1000);
    disk.reachable = true;
    disk.refuses.set(first.data.id, new RequestError('the connection was lost', 'lost', true));
    for (let i = 0; i < 4; i++) await documents.flush();
    expect(
      disk.ask.mock.calls.filter(([request]) => request.type === 'save' && request.name === first.data.id),
    ).toHaveLength(
      // The first time there was no connection at all.
      4,
    );
    expect(disk.saves).toEqual([second.data.id]);
    expect(troubles.get(first.data.id)?.kind).toBe('refused');
  });

  it('is at risk only while neither the browser nor the disk has it', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    disk.reachable = false;
    const game = played('e2e4');
    documents.save(game);
    expect([fulls, documents.atRisk]).toEqual([1, true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(troubles.get(game.data.id)).toMatchObject({ kind: 'waiting', kept: false });
    expect((await documents.load(game.data.id))?.tree.mainline()).toHaveLength(1);
    disk.reachable = true;
    await documents.flush();
    expect([disk.saves, documents.atRisk, [...troubles]]).toEqual([[game.data.id], false, []]);
    // With a disk that takes everything, a full store is said once.
    game.tree.get(1).comment = 'more';
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    expect([fulls, documents.isFull, documents.atRisk]).toEqual([1, true, false]);
    vi.unstubAllGlobals();
  });

  it('is of a size that the server takes, however long it is', () => {
    const tree = new Tree({ variant: 'makruk' });
    let at = 0;
    // A tenth of the longest game, as long names as there are.
    for (let i = 1; i <= MAX_NODES / 10; i++) at = tree.add(at, 'a1b2c', 'Rhxe5=M#', 'ร(ช)xจ๕=ม#').id;
    const value = GameDocument.create('analyse', tree).toData();
    expect(byteLength(JSON.stringify({ id: 1, type: 'save', name: value.id, value }))).toBeLessThan(MAX_MESSAGE / 20);
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
    expect(unreadable.sort()).toEqual(['analyse-broken', 'analyse-null']);
    expect(await documents.load('analyse-broken')).toBeNull();
  });

  it('of a version to come is left alone', async () => {
    disk.kept.set('play-x', { ...played('e2e4').toData(), version: 3 });
    await expect(documents.load('play-x')).rejects.toBeInstanceOf(VersionError);
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
    // A page that is closed saves what it had on the board last.
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    expect([await documents.names(), local()]).toEqual([[], []]);
  });

  it('that another page has deleted comes back with a change, not with a look', async () => {
    vi.stubGlobal('BroadcastChannel', FakeChannel);
    const [here, there] = [openDocuments(), openDocuments()];
    const game = played('e2e4', 'e7e5');
    here.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    await there.remove(game.data.id);
    game.current = 0;
    here.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    expect([[...disk.kept], local()]).toEqual([[], []]);
    game.tree.get(1).comment = 'changed';
    here.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    expect([...disk.kept.keys()]).toEqual([game.data.id]);
    vi.unstubAllGlobals();
  });

  it('that another page changes while this one reads it is shown as changed', async () => {
    vi.stubGlobal('BroadcastChannel', FakeChannel);
    const [here, there] = [openDocuments(), openDocuments()];
    const game = played('e2e4', 'e7e5');
    there.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    const read = (await here.load(game.data.id)) as GameDocument;
    game.tree.add(2, 'g1f3', 'Nf3', '');
    there.save(game);
    // Neither is the change on the disk, nor did this page work on the game.
    here.watch(read);
    await vi.advanceTimersByTimeAsync(0);
    expect(elsewhere).toEqual([4]);
    // What was changed before it was read is no news.
    await vi.advanceTimersByTimeAsync(1000);
    here.watch((await here.load(game.data.id)) as GameDocument);
    await vi.advanceTimersByTimeAsync(0);
    expect(elsewhere).toEqual([4]);
    vi.unstubAllGlobals();
  });

  it('has a name that the server takes: letters, digits and dashes', () => {
    for (let i = 0; i < 50; i++) expect(played('e2e4').data.id).toMatch(/^analyse-[0-9a-z]+-[0-9a-z]{5}$/);
  });

  it('shows its end if the move that was shown is gone', () => {
    const data = { ...played('e2e4', 'e7e5').toData(), current: 77 };
    expect(new GameDocument(data).current).toBe(2);
  });
});

describe('a game of the first version', () => {
  const node = (id: number, children: number[], move = '') => ({
    ...{ id, parent: id - 1, children, move, san: move, thai: '', comment: id ? 'so' : '', glyphs: [], actions: [] },
  });
  const old = (updated: number, ...moves: string[]) => ({
    ...played('a2a3').toData(),
    ...{ version: 1, id: 'analyse-old', updated, edits: undefined, current: 1 },
    tree: {
      start: { variant: 'chess' },
      nodes: ['', ...moves].map((move, id) => node(id, id < moves.length ? [id + 1] : [], move)),
    },
  });
  const keepLocal = (value: object) => localStorage.setItem('erawan-game:analyse-old', JSON.stringify(value));
  const onDisk = async () => (await openDocuments().load('analyse-old'))?.tree.mainline().map(({ move }) => move);

  it('is read from the disk with all that it holds', async () => {
    disk.kept.set('analyse-old', old(5, 'e2e4', 'e7e5'));
    const game = await documents.load('analyse-old');
    expect(game?.data.version).toBe(2);
    expect(game?.tree.mainline().map(({ move, comment }) => [move, comment])).toEqual([
      ['e2e4', 'so'],
      ['e7e5', 'so'],
    ]);
    expect(game?.tree.path(2).map(({ id }) => id)).toEqual([0, 1, 2]);
  });

  it('in the browser replaces an older one on the disk', async () => {
    disk.kept.set('analyse-old', old(5, 'e2e4'));
    keepLocal(old(6, 'd2d4'));
    await documents.flush();
    expect([await onDisk(), local(), copies]).toEqual([['d2d4'], [], []]);
  });

  it('in the browser is kept beside one on the disk that its clock calls newer', async () => {
    disk.kept.set('analyse-old', old(7, 'e2e4'));
    keepLocal(old(6, 'd2d4'));
    await documents.flush();
    expect([await onDisk(), local(), copies.length]).toEqual([['e2e4'], [], 1]);
    const beside = await documents.load(copies[0]?.[0] ?? '');
    expect(beside?.tree.mainline().map(({ move }) => move)).toEqual(['d2d4']);
  });

  it('that both have alike is on the disk only', async () => {
    disk.kept.set('analyse-old', old(6, 'e2e4'));
    keepLocal(old(6, 'e2e4'));
    await documents.flush();
    expect([local(), copies, disk.saves]).toEqual([[], [], []]);
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
      undefined,
      '[%eval -0.75] Odd.',
      '[%eval 0.00]',
      '[%eval #-1] Blunder. It allows mate in 1. d3 was best.',
      undefined,
    ]);
  });

  it('without a review keeps its comments as they are', () => {
    const game = played('e2e4');
    game.tree.get(1).comment = '[%eval 0.3] Best by test.';
    expect(exportRecord(game, '').nodes[1]?.comment).toBe('[%eval 0.3] Best by test.');
  });
});

describe('a game of a database', () => {
  it('is kept once it is changed, and not for being looked at', async () => {
    const game = played('e2e4', 'e7e5');
    documents.borrow(game);
    documents.watch(game);
    game.current = 1;
    documents.save(game);
    expect(documents.isBorrowed(game)).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(disk.kept.has(game.data.id)).toBe(false);
    game.tree.get(1).comment = 'best by test';
    expect(documents.isBorrowed(game)).toBe(false);
    documents.save(game);
    await vi.advanceTimersByTimeAsync(1000);
    expect(disk.kept.has(game.data.id)).toBe(true);
  });
});
