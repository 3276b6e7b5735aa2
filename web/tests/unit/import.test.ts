import { beforeEach, describe, expect, it } from 'vitest';
import { type Connection, RequestError } from '../../src/connection';
import { Import } from '../../src/game/import';
import { setLanguage } from '../../src/i18n';
import { type AnswerOf, MAX_PIECE, type Request } from '../../src/protocol';

/** A server that takes pieces, with its word about each of them. */
class FakeImports {
  received: Blob[] = [];
  words: string[] = [];
  ends: boolean[] = [];
  private finish: ((answer: AnswerOf<'imported'>) => void) | null = null;
  /** What it says when the file is whole. */
  outcome: AnswerOf<'imported'> = {
    type: 'imported',
    imported: { games: 3, duplicates: 1, bad: 0 },
    problems: [],
    error: null,
  };

  readonly connection = {
    import: (_database: string, onProgress: (far: AnswerOf<'importing'>) => void) => {
      const nothing = { games: 0, duplicates: 0, bad: 0 };
      queueMicrotask(() => onProgress({ type: 'importing', job: 7, imported: nothing, problems: [] }));
      return new Promise<AnswerOf<'imported'>>((resolve) => {
        this.finish = resolve;
      });
    },
    sendPiece: async (_job: number, at: number, piece: Blob) => {
      const word = this.words.shift() ?? 'taken';
      if (word === 'taken') {
        expect(at).toBe(this.received.reduce((sum, one) => sum + one.size, 0));
        this.received.push(piece);
      } else if (word === 'over') this.finish?.({ ...this.outcome, error: 'games: the disk is full' });
      return word;
    },
    ask: async (request: Request) => {
      if (request.type === 'endImport') {
        this.ends.push(request.whole);
        this.finish?.(this.outcome);
      }
      return { type: 'stopped' };
    },
  } as unknown as Connection;
}

let server: FakeImports;

const file = (size: number, name = 'games.pgn') => new File(['x'.repeat(size)], name);
const start = (...files: File[]) => new Import(server.connection, 'db', files, () => undefined);

beforeEach(() => {
  setLanguage('en');
  server = new FakeImports();
});

describe('an import', () => {
  it('sends a file in pieces that are not too long, and then says that it is whole', async () => {
    const job = start(file(2 * MAX_PIECE + 5));
    await job.run();
    expect(server.received.map((piece) => piece.size)).toEqual([MAX_PIECE, MAX_PIECE, 5]);
    expect(server.ends).toEqual([true]);
    expect([job.state, job.sent, job.left]).toEqual(['done', job.size, null]);
    expect(job.imported).toEqual({ games: 3, duplicates: 1, bad: 0 });
  });

  it('sends a piece again for which there was no room', async () => {
    server.words = ['taken', 'full', 'full'];
    const job = start(file(MAX_PIECE + 1));
    await job.run();
    expect(server.received.length).toBe(2);
    expect(job.state).toBe('done');
  });

  it('adds up several files', async () => {
    const job = start(file(10, 'a.pgn'), file(20, 'b.pgn'));
    const passOn = server.connection.sendPiece;
    server.connection.sendPiece = async (...args) => {
      if (args[1] === 0) server.received = [];
      return passOn(...args);
    };
    await job.run();
    expect(job.imported.games).toBe(6);
    expect([job.name, job.size]).toEqual(['a.pgn, b.pgn', 30]);
  });

  it('ends when it is cancelled, and keeps what it has counted', async () => {
    const job = start(file(3 * MAX_PIECE));
    const passOn = server.connection.sendPiece;
    server.connection.sendPiece = async (...args) => {
      const word = await passOn(...args);
      job.cancel();
      return word;
    };
    await job.run();
    expect(job.state).toBe('cancelled');
    expect(server.ends).toEqual([false]);
    expect(server.received.length).toBe(1);
    expect(job.errors).toEqual([]);
  });

  it('says what the server says when it gives up', async () => {
    server.words = ['taken', 'over'];
    const job = start(file(2 * MAX_PIECE));
    await job.run();
    expect([job.state, job.errors]).toEqual(['failed', ['games.pgn: games: the disk is full']]);
  });

  it('says that there is nothing to be read in a file', async () => {
    server.outcome = { ...server.outcome, imported: { games: 0, duplicates: 0, bad: 4 }, problems: ['game 1: no'] };
    const job = start(file(5));
    await job.run();
    expect(job.state).toBe('failed');
    expect(job.errors.join()).toMatch(/No game can be read/);
    expect(job.problems).toEqual(['game 1: no']);
  });

  it('survives a file that cannot be read, and a lost connection', async () => {
    const gone = file(5);
    gone.slice = () => ({ size: 5, arrayBuffer: () => Promise.reject(new Error('it is gone')) }) as unknown as Blob;
    const job = start(gone);
    await job.run();
    expect([job.state, job.errors]).toEqual(['failed', ['games.pgn: It is gone.']]);
    expect(server.ends).toEqual([false]);
    server.connection.import = () => Promise.reject(new RequestError('lost', 'lost', true));
    let asked = 0;
    const refuse = server.connection.import;
    server.connection.import = (...args) => {
      asked += 1;
      return refuse(...args);
    };
    const lost = start(file(5, 'a.pgn'), file(5, 'b.pgn'));
    await lost.run();
    expect(lost.errors.length).toBe(2);
    for (const error of lost.errors) expect(error).toMatch(/^[ab]\.pgn: .*connection was lost/);
    expect(asked).toBe(1);
  });

  it('goes on with the other files when one fails', async () => {
    const gone = file(5, 'gone.pgn');
    gone.slice = () => ({ size: 5, arrayBuffer: () => Promise.reject(new Error('it is gone')) }) as unknown as Blob;
    const passOn = server.connection.sendPiece;
    server.connection.sendPiece = async (...args) => {
      server.received = [];
      return passOn(...args);
    };
    server.words = ['taken', 'over'];
    const job = start(file(10, 'a.pgn'), file(20, 'full.pgn'), gone, file(30, 'b.pgn'));
    await job.run();
    expect(job.state).toBe('failed');
    expect(job.errors).toEqual(['full.pgn: games: the disk is full', 'gone.pgn: It is gone.']);
    expect([job.imported.games, job.sent]).toEqual([12, job.size]);
    expect(server.ends).toEqual([true, false, true]);
  });
});
