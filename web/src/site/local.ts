// Answers within the browser: one worker for quick questions, one for the engine, and
// the browser's own database for what is kept.

import { makeShared } from '../../../npm/src/instance';
import type { Answer, Reply, Request } from '../protocol';
import type { Connect, Ear, Wire } from '../wire';
import { isKept, Keeper } from './keeper';
import type { FromWorker, ToWorker } from './messages';

const MODULE = './erawan.wasm';
/** Its size, from the build; 0 if that is not known. */
declare const MODULE_BYTES: number;
/** A search that was told to stop and does not is ended with its worker. */
const PATIENCE = 1500;
/** News of a search is shown this often. */
const PAUSE = 80;
/** Beside the threads of a search: one that looks after it, and some that are just ending. */
const SPARE = 3;
const MOST_THREADS = 16;

/** True where workers may share memory: then searches have threads. */
const isShared = typeof SharedArrayBuffer !== 'undefined' && crossOriginIsolated;
const processors = isShared ? Math.min(navigator.hardwareConcurrency || 1, MOST_THREADS) : 1;

type Question = Request & { id: number };

const isSearch = ({ type }: Request) => ['analyse', 'play', 'review', 'try'].includes(type);
const isNews = ({ type }: Answer) => type === 'analysis' || type === 'reviewing';

/** Loads the module, and says how much of it is there. */
async function load(onProgress: (part: number) => void): Promise<WebAssembly.Module> {
  const response = await fetch(MODULE);
  if (!response.ok) throw new Error(`${MODULE}: ${response.status} ${response.statusText}`);
  let far = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      far += chunk.length;
      // Not by the length in the head: what is packed on its way is longer.
      if (MODULE_BYTES) onProgress(Math.min(far / MODULE_BYTES, 1));
      controller.enqueue(chunk);
    },
  });
  const body = response.body?.pipeThrough(count) ?? null;
  return WebAssembly.compile(await new Response(body).arrayBuffer());
}

/** A worker with the module, and those of its threads. */
class Line {
  private worker: Worker;
  private helpers: Worker[];

  constructor(
    module: WebAssembly.Module,
    { threads, flag }: { threads: number; flag: Int32Array },
    private onReply: (reply: Reply) => void,
    private onFailure: (reason: string) => void,
  ) {
    const shared = makeShared(threads);
    this.worker = this.start();
    this.worker.postMessage({ open: { team: { module, shared }, processors, flag } } satisfies ToWorker);
    // By the page, and not by the worker: in Firefox a worker may stand still for ever
    // when it starts others while they wait.
    this.helpers = Array.from({ length: threads }, () => this.start());
    for (const [seat, helper] of this.helpers.entries()) {
      if (shared) helper.postMessage({ seat: { module, ...shared, seat, flag } } satisfies ToWorker);
    }
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('reply' in data) this.onReply(JSON.parse(data.reply) as Reply);
      else this.onFailure(data.failed);
    };
    worker.onerror = (event) => this.onFailure(event.message || 'a worker could not be started');
    return worker;
  }

  ask(text: string): void {
    this.worker.postMessage({ ask: text } satisfies ToWorker);
  }

  end(): void {
    for (const worker of [this.worker, ...this.helpers]) worker.terminate();
  }
}

/** The engine: one search at a time, and a new one ends the one that runs. */
class Engine {
  private line: Line | null = null;
  private running: Question | null = null;
  private next: Question | null = null;
  private news: Reply | null = null;
  private newsTimer = 0;
  private stopTimer = 0;
  private flag = new Int32Array(isShared ? new SharedArrayBuffer(4) : new ArrayBuffer(4));

  constructor(
    private module: WebAssembly.Module,
    private hear: (reply: Reply) => void,
  ) {}

  search(question: Question): void {
    this.stop();
    this.next = question;
    if (!this.running) this.goOn();
  }

  stop(): void {
    if (this.next) this.hear({ id: this.next.id, type: 'done' });
    this.next = null;
    if (!this.running) return;
    Atomics.store(this.flag, 0, 1);
    const end = () => this.giveUp({ type: 'done' });
    // Where nothing is shared a search hears nothing before it is over.
    if (!isShared) end();
    else if (!this.stopTimer) this.stopTimer = window.setTimeout(end, PATIENCE);
  }

  private goOn(): void {
    this.running = this.next;
    this.next = null;
    if (!this.running) return;
    Atomics.store(this.flag, 0, 0);
    const failed = (reason: string) =>
      this.giveUp({ type: 'error', kind: 'engine', message: `the engine failed and was started anew: ${reason}` });
    const team = { threads: isShared ? processors + SPARE : 0, flag: this.flag };
    this.line ??= new Line(this.module, team, (reply) => this.take(reply), failed);
    this.line.ask(JSON.stringify(this.running));
  }

  private take(reply: Reply): void {
    if (reply.id !== this.running?.id) return;
    if (isNews(reply)) {
      this.news = reply;
      this.newsTimer ||= window.setTimeout(() => this.flush(), PAUSE);
      return;
    }
    this.flush();
    this.over();
    this.hear(reply);
    this.goOn();
  }

  private flush(): void {
    clearTimeout(this.newsTimer);
    this.newsTimer = 0;
    if (this.news) this.hear(this.news);
    this.news = null;
  }

  private over(): void {
    clearTimeout(this.stopTimer);
    this.stopTimer = 0;
    this.running = null;
  }

  /** Ends for good. */
  end(): void {
    this.next = null;
    this.giveUp({ type: 'done' });
  }

  /** Ends the worker; the next search has another. */
  private giveUp(answer: Answer): void {
    this.line?.end();
    this.line = null;
    const id = this.running?.id;
    this.flush();
    this.over();
    if (id !== undefined) this.hear({ id, ...answer });
    this.goOn();
  }
}

class Local implements Wire {
  isOpen = false;
  private keeper = new Keeper();
  private engine: Engine | null = null;
  private quick: Line | null = null;

  constructor(
    private ear: Ear,
    onProgress: (part: number) => void,
  ) {
    void this.open(onProgress).catch((error: unknown) =>
      this.close(error instanceof Error ? error.message : `${error}`),
    );
  }

  private async open(onProgress: (part: number) => void): Promise<void> {
    const module = await load(onProgress);
    this.engine = new Engine(module, (reply) => this.hear(reply));
    const heard = (reply: Reply) => {
      if (reply.type === 'hello') this.isOpen = true;
      this.hear(reply);
    };
    const alone = { threads: 0, flag: new Int32Array(1) };
    this.quick = new Line(module, alone, heard, (reason) => this.close(reason));
  }

  /** Never at once: who asks does not know the number of the question yet. */
  private hear(reply: Reply): void {
    queueMicrotask(() => this.ear.hear(reply));
  }

  /** What fails is begun anew, as with a server. */
  private close(reason: string): void {
    this.isOpen = false;
    this.engine?.end();
    this.quick?.end();
    this.ear.closed(reason);
  }

  send(text: string): void {
    const question = JSON.parse(text) as Question;
    const { id } = question;
    const reply = (answer: Answer) => this.hear({ id, ...answer });
    if (isSearch(question)) this.engine?.search(question);
    else if (question.type === 'stop') {
      this.engine?.stop();
      reply({ type: 'stopped' });
    } else if (isKept(question)) void this.keeper.answer(question).then(reply);
    else if (question.type === 'databases') reply({ type: 'databases', databases: [], books: [] });
    else if (question.type === 'engines') reply({ type: 'engines', engines: [] });
    else this.quick?.ask(text);
  }
}

/** Connects the page to its own workers. `onProgress` hears how much of them is loaded. */
export function local(onProgress: (part: number) => void): Connect {
  return (ear) => new Local(ear, onProgress);
}
