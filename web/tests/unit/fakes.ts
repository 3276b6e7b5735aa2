// What stands for the server and its socket in the tests.

import { vi } from 'vitest';
import { type Connection, RequestError } from '../../src/connection';
import { compareEdits } from '../../src/game/edits';
import { type Envelope, PROTOCOL, type Reply, type Request } from '../../src/protocol';

/** A socket whose other end is the test. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event?: { reason: string }) => void) | null = null;
  readonly sent: Envelope[] = [];

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  /** The server accepts, and says hello. */
  accept(protocol: number = PROTOCOL): void {
    this.readyState = FakeSocket.OPEN;
    this.say({
      id: 0,
      type: 'hello',
      protocol,
      version: '',
      processors: 2,
      elo: [500, 3000],
      variant: null,
      games: [],
    });
  }

  say(answer: Reply): void {
    this.onmessage?.({ data: JSON.stringify(answer) });
  }

  drop(reason = ''): void {
    this.readyState = 3;
    this.onclose?.({ reason });
  }
}

/** A line between pages on which everything is heard at once. */
export class FakeChannel {
  private static all: FakeChannel[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor() {
    FakeChannel.all.push(this);
  }

  postMessage(data: unknown): void {
    for (const other of FakeChannel.all) if (other !== this) other.onmessage?.({ data: structuredClone(data) });
  }
}

/** A server that keeps documents, and can be out of reach. */
export class FakeDisk {
  readonly kept = new Map<string, unknown>();
  readonly saves: string[] = [];
  reachable = true;
  /** Games that it does not take, and why. */
  readonly refuses = new Map<string, RequestError>();

  ask = vi.fn((request: Request) => {
    if (!this.reachable) return Promise.reject(new RequestError('there is no connection', 'lost'));
    switch (request.type) {
      case 'save': {
        const refusal = this.refuses.get(request.name) ?? this.conflict(request.name, request.value);
        if (refusal) return Promise.reject(refusal);
        this.saves.push(request.name);
        this.kept.set(request.name, JSON.parse(JSON.stringify(request.value)));
        return Promise.resolve({ type: 'saved' });
      }
      case 'load':
        // A copy: what a page does to it must not reach the disk by itself.
        return Promise.resolve({ type: 'loaded', value: structuredClone(this.kept.get(request.name) ?? null) });
      case 'remove':
        this.kept.delete(request.name);
        return Promise.resolve({ type: 'saved' });
      case 'list':
        return Promise.resolve({ type: 'list', names: [...this.kept.keys()] });
      default:
        return Promise.reject(new Error(`not expected: ${request.type}`));
    }
  });

  /** As the server: no changes are undone that the new one does not know. */
  private conflict(name: string, value: unknown): RequestError | null {
    type Edited = { edits?: Record<string, number> } | undefined;
    const old = this.kept.get(name) as Edited;
    const order = compareEdits((value as Edited)?.edits ?? {}, old?.edits ?? {});
    return order === 'older' || order === 'apart' ? new RequestError('changed elsewhere', 'conflict') : null;
  }

  get connection(): Connection {
    return { ask: this.ask } as unknown as Connection;
  }
}
