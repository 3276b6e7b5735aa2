import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULTS, type Settings, SettingsStore } from '../../src/settings';
import { FakeDisk } from './fakes';

let disk: FakeDisk;
const changes: [Settings, boolean][] = [];
const open = () => new SettingsStore(disk.connection, (settings, repaint) => changes.push([settings, repaint]));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  localStorage.clear();
  changes.length = 0;
  disk = new FakeDisk();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('settings', () => {
  it('are the usual ones at first', () => expect(open().value).toEqual(DEFAULTS));

  it('are kept in the browser at once and on the disk once they rest', async () => {
    const store = open();
    store.set({ lines: 1 });
    store.set({ lines: 5 });
    expect(open().value.lines).toBe(5);
    await vi.advanceTimersByTimeAsync(1000);
    expect(disk.saves).toEqual(['settings']);
    expect(disk.kept.get('settings')).toMatchObject({ lines: 5 });
  });

  it('that a lost connection has held up are sent with the next one, once', async () => {
    const store = open();
    disk.reachable = false;
    store.set({ lines: 4 });
    await vi.advanceTimersByTimeAsync(1000);
    disk.reachable = true;
    await store.flush();
    await store.flush();
    expect([disk.saves, disk.kept.get('settings')]).toMatchObject([['settings'], { lines: 4 }]);
  });

  it('repaint the page only for what can be seen', () => {
    const store = open();
    store.set({ hash: 128 });
    store.set({ theme: 'light' });
    store.set({ elo: 900, language: 'th' });
    expect(changes.map(([, repaint]) => repaint)).toEqual([false, true, true]);
  });

  it('of the disk win if they are newer', async () => {
    const store = open();
    store.set({ elo: 900 });
    disk.kept.set('settings', { elo: 2000, board: 'teak', edition: 2 });
    await store.load();
    expect(store.value).toEqual({ ...DEFAULTS, elo: 2000, board: 'teak', edition: 2 });
  });

  it('of the disk lose if they are older', async () => {
    const store = open();
    store.set({ elo: 800 });
    // Whatever the clock says.
    vi.setSystemTime(1_000_000_000_000);
    store.set({ elo: 900 });
    disk.kept.set('settings', { elo: 2000, edition: 1 });
    await store.load();
    expect(store.value.elo).toBe(900);
    expect(disk.kept.get('settings')).toMatchObject({ elo: 900, edition: 2 });
  });

  it.each([
    [1, 2000],
    [-1, 900],
  ])('of the first version, %i ms newer on the disk, have an Elo of %i', async (later, elo) => {
    localStorage.setItem('erawan-settings', JSON.stringify({ elo: 900, updated: 5000 }));
    disk.kept.set('settings', { elo: 2000, updated: 5000 + later });
    const store = open();
    await store.load();
    expect(store.value.elo).toBe(elo);
    store.set({ lines: 1 });
    expect(store.value.edition).toBe(1);
  });

  it('that cannot be read are the usual ones', () => {
    for (const text of ['{"lines":', 'null', '"text"', '']) {
      localStorage.setItem('erawan-settings', text);
      expect(open().value.lines).toBe(DEFAULTS.lines);
    }
  });

  it('survive a disk that is out of reach', async () => {
    disk.reachable = false;
    const store = open();
    store.set({ sound: false });
    await vi.advanceTimersByTimeAsync(1000);
    expect(open().value.sound).toBe(false);
  });
});
