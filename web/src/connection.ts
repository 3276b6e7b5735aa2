// The connection: requests with answers, and a new try whenever it is lost.

import { fill } from './i18n';
import { type Answer, type AnswerOf, type Hello, MAX_MESSAGE, type Reply, type Request } from './protocol';
import { readStored, writeStored } from './storage';
import { byteLength, megabytes } from './ui/format';
import { type Connect, socketTo, type Wire } from './wire';

const TOKEN_KEY = 'erawan-token';

/** A request that was refused, or lost with the connection. */
export class RequestError extends Error {
  constructor(
    message: string,
    readonly kind: string,
    /** True if it was under way when the connection was lost. */
    readonly sent = false,
  ) {
    super(message);
  }
}

/** True if an answer is missing only because there is no connection. */
export function isLost(error: unknown): boolean {
  return error instanceof RequestError && error.kind === 'lost';
}

export type Status = 'connecting' | 'open' | 'lost' | 'refused';

/** The secret of the printed address: taken from it once, kept by the browser. */
export function takeToken(): string | null {
  const hash = location.hash.slice(1);
  if (/^[0-9a-f]{32}$/.test(hash)) {
    writeStored(TOKEN_KEY, hash);
    history.replaceState(null, '', location.pathname);
  }
  return readStored(TOKEN_KEY);
}

interface Waiting {
  hear: (answer: Answer) => void;
  lose: (error: RequestError) => void;
}

export class Connection {
  hello: Hello | null = null;
  status: Status = 'connecting';
  /** Why the server has closed the last connection, if it said so. */
  reason = '';
  /** Hears that another engine has failed and was started anew. */
  onEngineRestarted: (told: AnswerOf<'engineRestarted'>) => void = () => undefined;
  private wire: Wire | null = null;
  private next = 1;
  private waiting = new Map<number, Waiting>();
  private tries = 0;

  constructor(
    private token: string,
    private onStatus: (status: Status) => void,
    private connect: Connect = socketTo(token),
  ) {
    addEventListener('online', () => this.retry());
    document.addEventListener('visibilitychange', () => this.retry());
  }

  /** Connects, and calls back whenever a connection has been made. */
  open(): void {
    const wire: Wire = this.connect({
      hear: (reply) => this.receive(reply),
      closed: (reason) => this.closed(wire, reason),
    });
    this.wire = wire;
  }

  private retry(): void {
    if (this.status === 'lost' && !this.wire && document.visibilityState === 'visible') {
      this.open();
    }
  }

  private closed(wire: Wire, reason: string): void {
    if (wire !== this.wire) return;
    this.wire = null;
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    this.reason = reason;
    const why = this.reason ? `the connection was closed: ${this.reason}` : 'the connection was lost';
    for (const waiting of lost) waiting.lose(new RequestError(why, 'lost', true));
    this.setStatus('lost');
    this.tries += 1;
    // A refusal looks like a server that is not there; ask which it is, unless it
    // was there and has said what it is.
    if (this.tries === 2 && !this.reason) void this.findReason();
    const pause = Math.min(250 * 2 ** Math.min(this.tries, 5), 4000);
    setTimeout(() => {
      if (!this.wire && this.status !== 'refused') this.open();
    }, pause);
  }

  private async findReason(): Promise<void> {
    try {
      const response = await fetch('/about');
      if (response.ok && this.status === 'lost' && !this.hello) this.setStatus('refused');
    } catch {
      // The server is not there: go on trying.
    }
  }

  private setStatus(status: Status): void {
    if (this.status === status && status !== 'open') return;
    this.status = status;
    this.onStatus(status);
  }

  private receive(answer: Reply): void {
    if (answer.type === 'hello') {
      this.hello = answer;
      this.tries = 0;
      this.setStatus('open');
      return;
    }
    // What was asked is still being worked on.
    if (answer.type === 'engineRestarted') this.onEngineRestarted(answer);
    else this.waiting.get(answer.id)?.hear(answer);
  }

  private send(request: Request, waiting: Waiting): number {
    const id = this.next++;
    if (!this.wire?.isOpen) {
      waiting.lose(new RequestError('there is no connection', 'lost'));
      return id;
    }
    const text = JSON.stringify({ id, ...request });
    // No character has more than three bytes for each of its units.
    const length = 3 * text.length > MAX_MESSAGE ? byteLength(text) : 0;
    if (length > MAX_MESSAGE) {
      const sizes = { size: megabytes(length), most: megabytes(MAX_MESSAGE) };
      waiting.lose(new RequestError(fill('tooLarge', sizes), 'limit'));
      return id;
    }
    this.waiting.set(id, waiting);
    this.wire.send(text);
    return id;
  }

  /** Asks, and gives the one answer. */
  ask<T extends Answer['type']>(request: Request, type: T): Promise<AnswerOf<T>> {
    return new Promise((resolve, reject) => {
      const id = this.send(request, {
        hear: (answer) => {
          this.waiting.delete(id);
          if (answer.type === type) resolve(answer as AnswerOf<T>);
          else if (answer.type === 'error') reject(new RequestError(answer.message, answer.kind));
          else reject(new RequestError(`unexpected ${answer.type}`, 'done'));
        },
        lose: reject,
      });
    });
  }

  /** Begins a review; gives nothing if it was stopped. */
  review(request: Request, onProgress: (far: AnswerOf<'reviewing'>) => void): Promise<AnswerOf<'reviewed'> | null> {
    return new Promise((resolve, reject) => {
      const id = this.send(request, {
        hear: (answer) => {
          if (answer.type === 'reviewing') {
            onProgress(answer);
            return;
          }
          this.waiting.delete(id);
          if (answer.type === 'reviewed') resolve(answer);
          else if (answer.type === 'error') reject(new RequestError(answer.message, answer.kind));
          else resolve(null);
        },
        lose: reject,
      });
    });
  }

  /** Begins an import and hears of it until it is over. */
  import(database: string, onProgress: (far: AnswerOf<'importing'>) => void): Promise<AnswerOf<'imported'>> {
    return new Promise((resolve, reject) => {
      const request: Request = { type: 'import', database };
      const id = this.send(request, {
        hear: (answer) => {
          if (answer.type === 'importing') {
            onProgress(answer);
            return;
          }
          this.waiting.delete(id);
          if (answer.type === 'imported') resolve(answer);
          else reject(new RequestError(answer.type === 'error' ? answer.message : answer.type, 'storage'));
        },
        lose: reject,
      });
    });
  }

  /** Sends a piece of a file that is imported, and gives the server's word about it. */
  async sendPiece(job: number, at: number, piece: Blob): Promise<string> {
    const address = `/import/${job}/${at}?token=${this.token}`;
    return await (await fetch(address, { method: 'POST', body: piece })).text();
  }

  /** Begins a search and hears of it until it is over. */
  follow(
    request: Request,
    onAnswer: (answer: AnswerOf<'analysis'>) => void,
    onEnd: (error: RequestError | null) => void,
  ): void {
    const id = this.send(request, {
      hear: (answer) => {
        if (answer.type === 'analysis') {
          onAnswer(answer);
          return;
        }
        this.waiting.delete(id);
        onEnd(answer.type === 'error' ? new RequestError(answer.message, answer.kind) : null);
      },
      lose: onEnd,
    });
  }
}
