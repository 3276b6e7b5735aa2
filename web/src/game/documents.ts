// Where games are kept: on the server's disk, and in the browser until they are
// there. A game that cannot be kept holds up no other: it stays in the page,
// and whoever listens is told why.

import { type Connection, isLost, RequestError } from '../connection';
import { readStored, removeStored, storedKeys, writeStored } from '../storage';
import {
  contentOf,
  type DocumentData,
  GameDocument,
  isSameContent,
  isUntouched,
  newId,
  upgrade,
  VersionError,
} from './document';
import { addEdit, compareEdits } from './edits';
import { Pages, type Told } from './pages';

const LOCAL = 'erawan-game:';
/** Changes that follow each other so quickly are sent together. */
const PAUSE = 250;
/** Of how many games that other pages change the last state is remembered. */
const MOST_TOLD = 8;
/** A game that is being sent this many times when the connection is lost is not
 * sent again before it changes: perhaps it is what the connection dies of. */
const MOST_LOSSES = 3;

/** Why a game is not on the disk. */
export interface Trouble {
  /** `waiting` for a connection, or `refused` for a reason. */
  kind: 'waiting' | 'refused';
  reason: string;
  /** True if the browser has it, so that it outlives the page. */
  kept: boolean;
}

export interface Listener {
  /** A game could not be saved; or, with nothing, it has been at last. */
  onTrouble: (data: DocumentData, trouble: Trouble | null) => void;
  /** A game was changed elsewhere too, so it is kept beside the other. */
  onCopy: (data: DocumentData, oldId: string) => void;
  /** What the browser has kept under a name cannot be read. */
  onUnreadable: (id: string) => void;
  /** The browser's store takes nothing more. */
  onFull: () => void;
  /** A game that this page works on was changed by another page. */
  onElsewhere: (data: DocumentData) => void;
  /** A game that this page works on was deleted by another page. */
  onRemoved: (id: string) => void;
}

/** What the browser has kept; nothing if that cannot be read. */
function readLocal(id: string): DocumentData | null {
  try {
    return upgrade(JSON.parse(readStored(LOCAL + id) ?? 'null'));
  } catch {
    // A half-written text, or a game of a version to come: left as it is.
    return null;
  }
}

const kindOf = (error: unknown) => (error instanceof RequestError ? error.kind : '');

export class Documents {
  private page = Math.random().toString(36).slice(2, 8).padEnd(6, '0');
  private timers = new Map<string, number>();
  /** What is not on the disk yet, as it was last. */
  private pending = new Map<string, DocumentData>();
  /** Games that this page works on: one that is kept beside another gets a new name. */
  private open = new Map<string, GameDocument>();
  /** What was in a game when it was read or saved last. */
  private contents = new WeakMap<GameDocument, string>();
  private unkept = new Set<string>();
  /** Games that were deleted while this page had them: only a change keeps one again. */
  private removed = new Set<string>();
  /** Games of a database: they are kept once they are changed. */
  private borrowed = new WeakSet<GameDocument>();
  /** What is on the board for the moment. */
  private fleeting = new WeakSet<GameDocument>();
  /** True if the browser's store did not take the last game. */
  isFull = false;
  private troubles = new Map<string, Trouble>();
  private losses = new Map<string, number>();
  private settling = new Map<string, Promise<boolean>>();
  private pages = new Pages((told) => this.heard(told));
  /** What other pages have said last of games that this one does not work on:
   * it may be reading one of them just now. */
  private told = new Map<string, DocumentData>();

  constructor(
    private connection: Connection,
    private listener: Listener,
  ) {}

  /** Keeps a game: in the browser at once, on the disk soon. */
  save(document: GameDocument): void {
    if (this.fleeting.has(document) || isUntouched(document) || this.isBorrowed(document)) return;
    document.data.updated = Date.now();
    if (this.count(document)) this.removed.delete(document.data.id);
    else if (this.removed.has(document.data.id)) return;
    const data = document.toData();
    this.open.set(data.id, document);
    this.losses.delete(data.id);
    this.keep(data);
    clearTimeout(this.timers.get(data.id));
    const send = () => void this.settle(data.id);
    this.timers.set(data.id, window.setTimeout(send, PAUSE));
  }

  /** Takes what is never kept. */
  passBy(document: GameDocument): void {
    this.fleeting.add(document);
  }

  /** Takes a game that is kept elsewhere: it is not kept here before it changes. */
  borrow(document: GameDocument): void {
    this.borrowed.add(document);
    this.contents.set(document, contentOf(document));
  }

  /** True if a game is kept elsewhere and has not been changed here. */
  isBorrowed(document: GameDocument): boolean {
    if (!this.borrowed.has(document)) return false;
    if (contentOf(document) !== this.contents.get(document)) this.borrowed.delete(document);
    return this.borrowed.has(document);
  }

  /** Counts a change, if there is one: looking at a game is none. */
  private count(document: GameDocument): boolean {
    const { data } = document;
    const content = contentOf(document);
    if (content === this.contents.get(document) && Object.keys(data.edits).length) return false;
    data.edits = addEdit(data.edits, this.page);
    this.contents.set(document, content);
    this.pages.tell({ kind: 'changed', data: document.toData() });
    return true;
  }

  /** What another page has done to a game that this one works on. */
  private heard(told: Told): void {
    if (told.kind === 'changed') this.follow(told.data);
    else if (this.open.has(told.id) && !this.pending.has(told.id)) {
      this.removed.add(told.id);
      this.listener.onRemoved(told.id);
    }
  }

  /** Takes over a change of another page, unless this one has changes of its own
   * that the other does not know: then both will be kept. */
  private follow(data: DocumentData): void {
    const mine = this.open.get(data.id);
    if (!mine) {
      this.remember(data);
      return;
    }
    if (compareEdits(data.edits, mine.data.edits) !== 'newer') return;
    // What is under way here is only where one was looking.
    clearTimeout(this.timers.get(data.id));
    this.pending.delete(data.id);
    this.listener.onElsewhere(data);
  }

  /** Keeps what was said of a game for a moment. */
  private remember(data: DocumentData): void {
    this.told.delete(data.id);
    this.told.set(data.id, data);
    const oldest = this.told.keys().next().value;
    if (this.told.size > MOST_TOLD && oldest !== undefined) this.told.delete(oldest);
  }

  /** This page works on a game from now on. What has been changed elsewhere since
   * it was read is taken over. */
  watch(document: GameDocument): void {
    const { id } = document.data;
    this.open.set(id, document);
    this.contents.set(document, contentOf(document));
    this.removed.delete(id);
    const told = this.told.get(id);
    this.told.delete(id);
    if (told) queueMicrotask(() => this.open.get(id) === document && this.follow(told));
  }

  /** Looks whether the disk has a later state of a game: another browser may
   * have changed it. */
  async look(document: GameDocument): Promise<void> {
    const data = await this.stored(document.data.id).catch(() => null);
    if (data && this.open.get(data.id) === document) this.follow(data);
  }

  /** True if closing the page would lose something. */
  get atRisk(): boolean {
    return this.unkept.size > 0;
  }

  private keep(data: DocumentData): void {
    this.pending.set(data.id, data);
    const wasFull = this.isFull;
    this.isFull = !writeStored(LOCAL + data.id, JSON.stringify(data));
    if (!this.isFull) {
      this.unkept.delete(data.id);
      return;
    }
    this.unkept.add(data.id);
    if (!wasFull) this.listener.onFull();
  }

  /** It is on the disk, or not wanted any longer. */
  private release(data: DocumentData): void {
    this.losses.delete(data.id);
    // It may have changed while it was sent.
    if (this.pending.get(data.id) !== data) return;
    this.pending.delete(data.id);
    this.unkept.delete(data.id);
    removeStored(LOCAL + data.id);
    if (this.troubles.delete(data.id)) this.listener.onTrouble(data, null);
  }

  /** Brings a game to the disk. False if there is no connection to do it. */
  private settle(id: string): Promise<boolean> {
    const running = this.settling.get(id);
    const next = (running ?? Promise.resolve(true)).then(() => this.settleNow(id));
    const done = next.finally(() => this.settling.get(id) === done && this.settling.delete(id));
    this.settling.set(id, done);
    return done;
  }

  private async settleNow(id: string): Promise<boolean> {
    const data = this.pending.get(id) ?? readLocal(id);
    if (!data || (this.losses.get(id) ?? 0) >= MOST_LOSSES) return true;
    this.pending.set(id, data);
    try {
      await this.send(data);
      this.release(data);
      return true;
    } catch (error) {
      return this.failed(data, error);
    }
  }

  private async send(data: DocumentData): Promise<void> {
    // Of the first version nothing but the clock is known. What it cannot
    // decide stays beside the other.
    if (!Object.keys(data.edits).length) {
      const stored = await this.stored(data.id);
      if (stored && stored.updated === data.updated) return;
      if (stored && (Object.keys(stored.edits).length || stored.updated > data.updated)) return this.sendCopy(data);
    }
    try {
      await this.connection.ask({ type: 'save', name: data.id, value: data }, 'saved');
    } catch (error) {
      if (kindOf(error) !== 'conflict') throw error;
      const stored = await this.stored(data.id).catch((other: unknown) => {
        if (other instanceof VersionError) return null;
        throw other;
      });
      const order = stored ? compareEdits(data.edits, stored.edits) : 'apart';
      // What is on the disk was made of this one, or is just the same.
      if (order === 'older' || order === 'same') return;
      if (stored && isSameContent(stored, data)) return;
      await this.sendCopy(data);
    }
  }

  private async stored(id: string): Promise<DocumentData | null> {
    return upgrade((await this.connection.ask({ type: 'load', name: id }, 'loaded')).value);
  }

  private async sendCopy(data: DocumentData): Promise<void> {
    const copy = { ...data, id: newId(data.kind), edits: addEdit(data.edits, this.page) };
    await this.connection.ask({ type: 'save', name: copy.id, value: copy }, 'saved');
    const document = this.open.get(data.id);
    if (document) this.rename(document, data, copy);
    this.listener.onCopy(copy, data.id);
  }

  /** A game goes on under the name of its copy, with what has been changed
   * while it was sent. */
  private rename(document: GameDocument, sent: DocumentData, copy: DocumentData): void {
    document.data.id = copy.id;
    document.data.edits = copy.edits;
    this.open.delete(sent.id);
    this.open.set(copy.id, document);
    if (this.pending.get(sent.id) === sent) return;
    this.pending.set(sent.id, sent);
    this.contents.delete(document);
    this.save(document);
  }

  private failed(data: DocumentData, error: unknown): boolean {
    const lost = isLost(error);
    const losses = (this.losses.get(data.id) ?? 0) + (error instanceof RequestError && error.sent ? 1 : 0);
    if (lost) this.losses.set(data.id, losses);
    const kind = lost && losses < MOST_LOSSES ? 'waiting' : 'refused';
    const trouble: Trouble = { kind, reason: (error as Error).message, kept: !this.unkept.has(data.id) };
    this.troubles.set(data.id, trouble);
    this.listener.onTrouble(data, trouble);
    return !lost;
  }

  /** Sends what has not reached the disk. */
  async flush(): Promise<void> {
    const local = storedKeys(LOCAL).map((key) => key.slice(LOCAL.length));
    for (const id of local) if (!readLocal(id)) this.listener.onUnreadable(id);
    for (const id of new Set([...local, ...this.pending.keys()])) {
      if (!(await this.settle(id))) return;
    }
  }

  /** Tries again at once, whatever has happened before. */
  async retry(id: string): Promise<void> {
    this.losses.delete(id);
    await this.settle(id);
  }

  /** Reads a game; nothing if there is none. */
  async load(id: string): Promise<GameDocument | null> {
    if (this.pending.has(id) || readLocal(id)) await this.settle(id);
    const mine = this.pending.get(id) ?? readLocal(id);
    const data = mine ?? (await this.stored(id));
    if (!data) return null;
    const document = new GameDocument(data);
    this.contents.set(document, contentOf(document));
    return document;
  }

  /** The names of all games: first those that are not on the disk. */
  async names(): Promise<string[]> {
    const { names } = await this.connection.ask({ type: 'list' }, 'list');
    return [...new Set([...this.pending.keys(), ...names])];
  }

  /** Keeps a game again that was deleted. */
  async bringBack(data: DocumentData): Promise<void> {
    await this.connection.ask({ type: 'save', name: data.id, value: data }, 'saved');
  }

  async remove(id: string): Promise<void> {
    await this.connection.ask({ type: 'remove', name: id }, 'saved');
    this.pages.tell({ kind: 'removed', id });
    this.removed.add(id);
    clearTimeout(this.timers.get(id));
    const data = this.pending.get(id);
    if (data) this.release(data);
    removeStored(LOCAL + id);
  }
}
