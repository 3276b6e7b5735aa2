import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, RequestError, type Status, takeToken } from '../../src/connection';
import { type AnswerOf, MAX_MESSAGE, PROTOCOL } from '../../src/protocol';
import { FakeSocket } from './fakes';

const LIST = { type: 'list' } as const;

function connect(secret = 'secret') {
  const statuses: Status[] = [];
  const connection = new Connection(secret, (status) => statuses.push(status));
  connection.open();
  return { connection, statuses, socket: FakeSocket.last };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no server')));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a connection', () => {
  it('shows the secret and is open once the server has said hello', () => {
    const { socket, statuses, connection } = connect();
    expect(socket.url).toMatch(/^ws:\/\/.*\/socket\?token=secret$/);
    expect(statuses).toEqual([]);
    socket.accept();
    expect(statuses).toEqual(['open']);
    expect(connection.hello?.protocol).toBe(PROTOCOL);
  });

  it('gives every answer to the one who asked', async () => {
    const { connection, socket } = connect();
    socket.accept();
    const first = connection.ask({ type: 'load', name: 'a' }, 'loaded');
    const second = connection.ask(LIST, 'list');
    const [a, b] = socket.sent;
    expect(a?.id).not.toBe(b?.id);
    socket.say({ id: b?.id ?? 0, type: 'list', names: ['x'] });
    socket.say({ id: a?.id ?? 0, type: 'loaded', value: 7 });
    expect((await second).names).toEqual(['x']);
    expect((await first).value).toBe(7);
  });

  it('says what kind of error it was', async () => {
    const { connection, socket } = connect();
    socket.accept();
    const asked = connection.ask(LIST, 'list');
    socket.say({ id: socket.sent[0]?.id ?? 0, type: 'error', kind: 'storage', message: 'the disk is full' });
    await expect(asked).rejects.toMatchObject({ kind: 'storage', message: 'the disk is full' });
  });

  it('refuses an answer of another kind: a search that was stopped', async () => {
    const { connection, socket } = connect();
    socket.accept();
    const asked = connection.ask({ type: 'play', line: { variant: 'chess', moves: [] }, seed: 0 }, 'played');
    socket.say({ id: socket.sent[0]?.id ?? 0, type: 'done' });
    await expect(asked).rejects.toMatchObject({ kind: 'done' });
  });

  it('refuses at once while there is no connection', async () => {
    const { connection } = connect();
    await expect(connection.ask(LIST, 'list')).rejects.toBeInstanceOf(RequestError);
    await expect(connection.ask(LIST, 'list')).rejects.toMatchObject({ kind: 'lost' });
  });

  it('refuses what the server would not read, with both sizes, and stays open', async () => {
    const { connection, socket, statuses } = connect();
    socket.accept();
    const save = (value: string) => connection.ask({ type: 'save', name: 'a', value }, 'saved');
    // Three bytes for a Thai letter: characters are not what is counted.
    const long = save('ก'.repeat(MAX_MESSAGE / 3));
    await expect(long).rejects.toMatchObject({ kind: 'limit' });
    await expect(long).rejects.toThrow(/8\.4 MB.*at most 8\.4 MB/);
    expect(socket.sent).toEqual([]);
    void save('ก'.repeat(MAX_MESSAGE / 3 - 100));
    void save('x'.repeat(MAX_MESSAGE - 100));
    expect(socket.sent).toHaveLength(2);
    expect(statuses).toEqual(['open']);
  });

  it('passes on why the server has closed it', async () => {
    const { connection, socket } = connect();
    socket.accept();
    const asked = connection.ask(LIST, 'list');
    socket.drop('a message has at most 7 bytes');
    await expect(asked).rejects.toMatchObject({ kind: 'lost', sent: true });
    await expect(asked).rejects.toThrow('a message has at most 7 bytes');
  });

  it('tells everyone who waits when it is lost', async () => {
    const { connection, socket, statuses } = connect();
    socket.accept();
    const asked = connection.ask(LIST, 'list');
    const ends: (RequestError | null)[] = [];
    connection.follow(
      {
        type: 'analyse',
        line: { variant: 'chess', moves: [] },
        lines: 1,
        threads: 1,
        hash: 1,
        limit: {},
        threat: false,
      },
      () => undefined,
      (error) => ends.push(error),
    );
    socket.drop();
    await expect(asked).rejects.toMatchObject({ kind: 'lost' });
    expect(ends.map((error) => error?.kind)).toEqual(['lost']);
    expect(statuses).toEqual(['open', 'lost']);
  });

  it('hears of a search until it is over', () => {
    const { connection, socket } = connect();
    socket.accept();
    const depths: number[] = [];
    const ends: unknown[] = [];
    const request = { lines: 1, threads: 1, hash: 1, limit: {}, threat: false };
    connection.follow(
      { type: 'analyse', line: { variant: 'chess', moves: [] }, ...request },
      (answer) => depths.push(answer.depth),
      (error) => ends.push(error),
    );
    const id = socket.sent[0]?.id ?? 0;
    const report = (depth: number) =>
      socket.say({
        id,
        type: 'analysis',
        depth,
        seldepth: 1,
        nodes: 1,
        nps: 1,
        time: 1,
        hashfull: 0,
        tbhits: 0,
        lines: [],
      });
    report(4);
    report(5);
    expect(ends).toEqual([]);
    socket.say({ id, type: 'done' });
    report(6);
    expect(depths).toEqual([4, 5]);
    expect(ends).toEqual([null]);
  });

  it('follows a review to its end, and gives nothing if it was stopped', async () => {
    const { connection, socket } = connect();
    socket.accept();
    const game = { variant: 'chess' as const, fen: '', tags: [], result: '*', nodes: [] };
    const seen: [number, number | null][] = [];
    const asked = { type: 'review' as const, game, effort: 'quick' as const, nodes: 1, threads: 1 };
    const whole = connection.review(asked, ({ part, left }) => seen.push([part, left]));
    const stopped = connection.review(asked, () => undefined);
    const [first, second] = socket.sent.map((request) => request.id);
    socket.say({ id: first ?? 0, type: 'reviewing', done: 3, total: 9, part: 0.25, left: 7 });
    socket.say({ id: second ?? 0, type: 'done' });
    socket.say({ id: first ?? 0, type: 'reviewed', start: { cp: 0 }, moves: [], sides: [] } as unknown as {
      id: number;
    } & AnswerOf<'reviewed'>);
    expect(seen).toEqual([[0.25, 7]]);
    expect((await whole)?.start).toEqual({ cp: 0 });
    expect(await stopped).toBeNull();
  });
});

describe('a lost connection', () => {
  /** How long it takes, after the last one was lost, until the next try. */
  function pause(): number {
    const before = FakeSocket.all.length;
    for (let waited = 0; waited < 60_000; waited += 50) {
      if (FakeSocket.all.length > before) return waited;
      vi.advanceTimersByTime(50);
    }
    return Number.POSITIVE_INFINITY;
  }

  it('is tried again, less and less often, but every four seconds at least', () => {
    connect();
    const pauses = [];
    for (let i = 0; i < 7; i++) {
      FakeSocket.last.drop();
      pauses.push(pause());
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 4000, 4000, 4000]);
  });

  it('begins with short pauses again once it was there', () => {
    connect();
    for (let i = 0; i < 4; i++) {
      FakeSocket.last.drop();
      pause();
    }
    FakeSocket.last.accept();
    FakeSocket.last.drop();
    expect(pause()).toBe(500);
  });

  it('is told of once, and of its return', () => {
    const { statuses } = connect();
    FakeSocket.last.accept();
    for (let i = 0; i < 3; i++) {
      FakeSocket.last.drop();
      pause();
    }
    FakeSocket.last.accept();
    expect(statuses).toEqual(['open', 'lost', 'open']);
  });

  it('is tried at once when the page is looked at again', () => {
    // The connections of the other tests look at the same page.
    const { socket } = connect('another');
    const tries = () => FakeSocket.all.filter(({ url }) => url === socket.url).length;
    for (let i = 0; i < 3; i++) {
      FakeSocket.last.drop();
      pause();
    }
    FakeSocket.last.drop();
    expect(tries()).toBe(4);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(tries()).toBe(5);
    // The try that was planned does not make a second one.
    vi.advanceTimersByTime(10_000);
    expect(tries()).toBe(5);
  });

  it('is a refusal if the server is there and has never said hello', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }));
    const { statuses } = connect();
    FakeSocket.last.drop();
    pause();
    FakeSocket.last.drop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(statuses).toEqual(['lost', 'refused']);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('is no refusal if the server says why', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }));
    const { connection, statuses } = connect();
    for (let i = 0; i < 3; i++) {
      FakeSocket.last.drop('256 pages are open');
      expect(connection.reason).toBe('256 pages are open');
      await vi.advanceTimersByTimeAsync(5000);
    }
    expect(statuses).toEqual(['lost']);
    FakeSocket.last.accept();
    FakeSocket.last.drop();
    expect(connection.reason).toBe('');
  });

  it('is no refusal if the server has said hello before', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }));
    const { statuses } = connect();
    FakeSocket.last.accept();
    FakeSocket.last.drop();
    pause();
    FakeSocket.last.drop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(statuses).toEqual(['open', 'lost']);
    expect(FakeSocket.all.length).toBeGreaterThan(2);
  });

  it('does not answer for the one that came after it', () => {
    const { socket, statuses } = connect();
    socket.drop();
    pause();
    FakeSocket.last.accept();
    socket.drop();
    expect(statuses).toEqual(['lost', 'open']);
  });
});

describe('the secret', () => {
  const SECRET = '0123456789abcdef0123456789abcdef';

  afterEach(() => {
    localStorage.clear();
    location.hash = '';
  });

  it('is taken from the address, kept, and not shown any longer', () => {
    location.hash = `#${SECRET}`;
    expect(takeToken()).toBe(SECRET);
    expect(location.href).not.toContain(SECRET);
    expect(takeToken()).toBe(SECRET);
  });

  it.each(['#analyse', '#play', `#${SECRET}0`, '#0123456789ABCDEF0123456789ABCDEF'])('is not %s', (hash) => {
    location.hash = hash;
    expect(takeToken()).toBeNull();
  });
});
