// Where the page without a server keeps settings and games: a database of the browser.
// It answers as the server's disk does (crates/server/src/store.rs).

import { compareEdits, type Edits } from '../game/edits';
import type { Answer, Request } from '../protocol';

const NAME = 'erawan';
const DOCUMENTS = 'documents';
/** When each document was changed last. */
const CHANGED = 'changed';
const SETTINGS = 'settings';
const MOST = 10_000;

type Kept = Extract<Request, { type: 'save' | 'load' | 'remove' | 'list' }>;

export const isKept = (request: Request): request is Kept => ['save', 'load', 'remove', 'list'].includes(request.type);

class Refusal extends Error {
  constructor(
    message: string,
    readonly kind: 'conflict' | 'storage',
  ) {
    super(message);
  }
}

const editsOf = (value: unknown): Edits => (value as { edits?: Edits } | null)?.edits ?? {};

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const over = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('the browser gave up'));
  });

export class Keeper {
  private opened: Promise<IDBDatabase> | null = null;

  private database(): Promise<IDBDatabase> {
    this.opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(DOCUMENTS);
        request.result.createObjectStore(CHANGED);
      };
      request.onsuccess = () => {
        // Another page wants a newer layout: it must not wait for this one.
        request.result.onversionchange = () => this.forget(request.result);
        request.result.onclose = () => this.forget(request.result);
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    }).catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  private forget(database: IDBDatabase): void {
    database.close();
    this.opened = null;
  }

  async answer(request: Kept): Promise<Answer> {
    try {
      return await this.perform(request);
    } catch (error) {
      const kind = error instanceof Refusal ? error.kind : 'storage';
      return { type: 'error', kind, message: error instanceof Error ? error.message : String(error) };
    }
  }

  private async perform(request: Kept): Promise<Answer> {
    if ('name' in request && !/^[a-z0-9-]{1,64}$/.test(request.name)) {
      throw new Refusal("a document's name has letters, digits and dashes", 'storage');
    }
    const database = await this.database();
    const mode = request.type === 'load' || request.type === 'list' ? 'readonly' : 'readwrite';
    const transaction = database.transaction([DOCUMENTS, CHANGED], mode);
    const [documents, changed] = [DOCUMENTS, CHANGED].map((name) => transaction.objectStore(name)) as [
      IDBObjectStore,
      IDBObjectStore,
    ];
    switch (request.type) {
      case 'load':
        return { type: 'loaded', value: (await done(documents.get(request.name))) ?? null };
      case 'list': {
        const [names, times] = await Promise.all([done(changed.getAllKeys()), done(changed.getAll())]);
        const rows = names.map((name, place) => ({ name: String(name), time: Number(times[place]) }));
        const games = rows.filter(({ name }) => name !== SETTINGS).sort((a, b) => b.time - a.time);
        return { type: 'list', names: games.map(({ name }) => name) };
      }
      case 'remove':
        documents.delete(request.name);
        changed.delete(request.name);
        break;
      case 'save': {
        const { name, value } = request;
        const [kept, count] = await Promise.all([done(documents.get(name)), done(documents.count())]);
        const order = kept === undefined ? 'older' : compareEdits(editsOf(kept), editsOf(value));
        if (order === 'newer' || order === 'apart') {
          throw new Refusal('it was changed in another page', 'conflict');
        }
        if (kept === undefined && count >= MOST)
          throw new Refusal(`${MOST} games are kept already: delete some`, 'storage');
        documents.put(value, name);
        changed.put(Date.now(), name);
      }
    }
    await over(transaction);
    return { type: 'saved' };
  }
}
