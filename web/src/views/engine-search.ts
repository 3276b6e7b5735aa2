// The search of one engine: begun, heard of, ended.

import { isLost } from '../connection';
import { reasonText, t } from '../i18n';
import type { AnalysisReply, Line } from '../protocol';
import type { Settings } from '../settings';
import type { Table } from '../table';
import { toast, toastFailure } from '../ui/dom';

/** What is searched. */
export interface Question {
  /** The name of the engine, '' for Erawan. */
  engine: string;
  line: Line;
  threat: boolean;
}

export class EngineSearch {
  analysis: AnalysisReply | null = null;
  isRunning = false;
  /** Why the engine is not asked any more, until somebody wants it again. */
  failure = '';
  private ticket = 0;
  private engine = '';
  private asked = '';
  /** True while the engine is at work for us, whether we still listen or not. */
  private isAtWork = false;
  private begun = 0;

  constructor(
    private table: Table,
    /** Something has changed that is shown. */
    private onChange: () => void,
  ) {}

  /** Searches, unless that is being searched already. */
  begin(question: Question, settings: Settings): void {
    const { lines, threads, hash, seconds } = settings;
    const { engine, line, threat } = question;
    const key = JSON.stringify([question, lines, threads, hash, seconds]);
    if (key === this.asked) return;
    this.leaveUnless(engine);
    this.engine = engine;
    this.asked = key;
    this.analysis = null;
    const ticket = ++this.ticket;
    this.isRunning = !this.failure;
    this.onChange();
    if (this.failure) return;
    const begun = ++this.begun;
    this.isAtWork = true;
    const limit = seconds ? { movetime: seconds * 1000 } : {};
    this.table.connection.follow(
      { type: 'analyse', line, lines, threads, hash, limit, threat, engine: engine || undefined },
      (analysis) => {
        if (ticket !== this.ticket) return;
        this.analysis = analysis;
        this.onChange();
      },
      (error) => {
        if (begun === this.begun) this.isAtWork = false;
        if (ticket !== this.ticket) return;
        this.isRunning = false;
        if (error && engine && !isLost(error)) this.failure = reasonText(error);
        this.onChange();
        if (!error || isLost(error) || engine) return;
        if (error.kind === 'engine') {
          toast(t('engineFailed'), 'bad');
          setTimeout(() => ticket === this.ticket && this.again(question, settings), 500);
        } else toastFailure(error);
      },
    );
  }

  /** Ends the search of any other engine. */
  leaveUnless(engine: string | null): void {
    if (engine === this.engine) return;
    this.stop();
    this.failure = '';
  }

  /** Tries it again, after a failure too. */
  again(question: Question, settings: Settings): void {
    this.failure = '';
    this.asked = '';
    this.begin(question, settings);
  }

  /** Ends the search; nothing that comes of it is shown any more. */
  stop(): void {
    if (this.isAtWork) {
      this.isAtWork = false;
      const engine = this.engine || undefined;
      void this.table.connection.ask({ type: 'stop', engine }, 'stopped').catch(() => undefined);
    }
    this.forget();
  }

  /** Shows nothing more of the search that runs. */
  forget(): void {
    this.ticket++;
    this.asked = '';
    this.analysis = null;
    this.isRunning = false;
  }
}
