// Files that are imported into a database. They are sent in pieces, so that they
// may be of any size, and the server reads them as they come.

import { type Connection, isLost } from '../connection';
import { reasonText, t } from '../i18n';
import { type Imported, MAX_PIECE } from '../protocol';

/** How many problems are kept to be looked at; all are counted. */
const MOST_PROBLEMS = 200;

/** A file or several on their way into a database. */
export class Import {
  /** Of all files that are done. */
  private before: Imported = { games: 0, duplicates: 0, bad: 0 };
  /** Of the file that is sent. */
  private now: Imported = { games: 0, duplicates: 0, bad: 0 };
  readonly problems: string[] = [];
  readonly size: number;
  sent = 0;
  state: 'running' | 'cancelled' | 'failed' | 'done' = 'running';
  /** Why files failed, by their names. */
  private failures = new Map<File, string>();
  private isLost = false;
  private job: number | null = null;
  private readonly begun = performance.now();

  constructor(
    private connection: Connection,
    readonly database: string,
    readonly files: File[],
    private onChange: () => void,
  ) {
    this.size = files.reduce((sum, file) => sum + file.size, 0);
  }

  get name(): string {
    return this.files.map((file) => file.name).join(', ');
  }

  /** Which files failed, and why; nothing if none did. */
  get errors(): string[] {
    return [...this.failures].map(([file, reason]) => `${file.name}: ${reason}`);
  }

  get imported(): Imported {
    const { before, now } = this;
    return {
      games: before.games + now.games,
      duplicates: before.duplicates + now.duplicates,
      bad: before.bad + now.bad,
    };
  }

  get isRunning(): boolean {
    return this.state === 'running';
  }

  /** Seconds left, once that can be said. */
  get left(): number | null {
    const seconds = (performance.now() - this.begun) / 1000;
    if (!this.isRunning || seconds < 1 || !this.sent) return null;
    return Math.ceil((seconds * (this.size - this.sent)) / this.sent);
  }

  /** Takes in one file after the other. One that fails holds up no other. */
  async run(): Promise<void> {
    let done = 0;
    for (const file of this.files) {
      if (!this.isRunning) break;
      // Without a connection the rest fails alike.
      if (this.isLost) this.fail(file, t('importLost'));
      else await this.importFile(file);
      done += file.size;
      if (this.isRunning) this.sent = done;
    }
    if (this.isRunning) this.state = this.failures.size ? 'failed' : 'done';
    this.onChange();
  }

  /** Ends it. What is in stays in. */
  cancel(): void {
    if (!this.isRunning) return;
    this.state = 'cancelled';
    this.endJob(false);
    this.onChange();
  }

  private async importFile(file: File): Promise<void> {
    try {
      const answer = await this.connection.import(this.database, (far) => {
        this.hear(far.imported, far.problems);
        if (this.job !== null) return;
        this.job = far.job;
        // Whoever was quicker than the server.
        if (this.isRunning) void this.send(file, far.job);
        else this.endJob(false);
      });
      this.hear(answer.imported, answer.problems);
      if (answer.error) this.fail(file, answer.error);
      else if (this.isRunning && !this.count) this.fail(file, t('importNothing'));
    } catch (error) {
      this.isLost = isLost(error);
      this.fail(file, this.isLost ? t('importLost') : reasonText(error));
    }
    this.before = this.imported;
    this.now = { games: 0, duplicates: 0, bad: 0 };
    this.job = null;
  }

  /** Games of this file that could be read. */
  private get count(): number {
    return this.now.games + this.now.duplicates;
  }

  private hear(imported: Imported, problems: string[]): void {
    this.now = imported;
    this.problems.push(...problems.slice(0, MOST_PROBLEMS - this.problems.length));
    this.onChange();
  }

  /** What a file failed of first is its reason. */
  private fail(file: File, reason: string): void {
    if (this.state !== 'cancelled' && !this.failures.has(file)) this.failures.set(file, reason);
  }

  private endJob(whole: boolean): void {
    if (this.job === null) return;
    // If that is lost, the server has ended the import already.
    this.connection.ask({ type: 'endImport', job: this.job, whole }, 'stopped').catch(() => undefined);
  }

  private async send(file: File, job: number): Promise<void> {
    for (let at = 0; at < file.size && this.isRunning && this.job === job; ) {
      const piece = file.slice(at, at + MAX_PIECE);
      let word: string;
      try {
        // Read here, so that a file that cannot be read is told from a lost connection.
        word = await this.connection.sendPiece(job, at, new Blob([await piece.arrayBuffer()]));
      } catch (error) {
        this.fail(file, reasonText(error));
        this.endJob(false);
        return;
      }
      if (word === 'taken') {
        at += piece.size;
        if (this.job === job) this.sent += piece.size;
        this.onChange();
      } else if (word !== 'full') {
        // It is over, and the server says why.
        return;
      }
    }
    if (this.isRunning && this.job === job) this.endJob(true);
  }
}
