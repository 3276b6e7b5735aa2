// A second engine below the first one, on the same position.

import { engineName } from '../engines';
import type { GameDocument } from '../game/document';
import { t } from '../i18n';
import type { AnalysisReply } from '../protocol';
import type { Table } from '../table';
import { h } from '../ui/dom';
import { count, scoreText } from '../ui/format';
import { EngineLines } from './engine-lines';
import { EngineSearch, type Question } from './engine-search';

/** How far a search is, in a few words. */
export function statusText({ depth, nps, time }: AnalysisReply): string {
  const speed = time > 50 ? ` · ${count(nps)} n/s` : '';
  return `${t('depth')} ${depth}${speed}`;
}

/** Says that an engine has failed, and offers to start it again. */
export function failureBox(failure: string, again: () => void): HTMLElement {
  const button = h('button', { type: 'button', class: 'button small', text: t('startAgain'), on: { click: again } });
  return h('div', { class: 'engine-failure', role: 'alert' }, h('p', { text: failure }), button);
}

export class Comparison {
  readonly element = h('div', { class: 'comparison' });
  private search: EngineSearch;
  private lines: EngineLines;
  private question: Question | null = null;
  private name = h('strong', { class: 'engine-name' });
  private score = h('span', { class: 'engine-score' });
  private status = h('div', { class: 'engine-status' });
  private failure = h('div', {});
  private parts: HTMLElement[];

  constructor(
    private table: Table,
    document: () => GameDocument | null,
    host: HTMLElement,
  ) {
    this.search = new EngineSearch(table, () => this.paint());
    this.lines = new EngineLines(table, document, host, () => this.question?.threat ?? false);
    const head = h('div', { class: 'engine-head' }, this.name, this.score, this.status);
    this.parts = [head, this.failure, this.lines.element];
    this.element.hidden = true;
  }

  /** Searches too; without a question it rests and is not shown. */
  run(question: Question | null): void {
    const { search, element } = this;
    if (element.hidden !== (question === null)) {
      element.hidden = question === null;
      element.replaceChildren(...(question ? this.parts : []));
    }
    if (question) {
      this.question = question;
      search.begin(question, this.table.settings.value);
    } else if (this.question) {
      this.question = null;
      search.stop();
    }
  }

  /** Ends the search of any other engine. */
  leaveUnless(engine: string | null): void {
    if (this.question) this.search.leaveUnless(engine);
  }

  /** Shows nothing more of the search that runs. */
  forget(): void {
    this.search.forget();
  }

  /** Ends the search. */
  stop(): void {
    this.search.stop();
    this.lines.hidePreview();
    this.paint();
  }

  private paint(): void {
    const { question, search } = this;
    const { analysis, failure } = search;
    if (!question) return;
    const best = analysis?.lines[0];
    this.name.textContent = engineName(question.engine);
    this.name.title = this.table.engines.title(question.engine);
    this.score.textContent = best ? scoreText(best.score) : '–';
    this.status.textContent = analysis ? statusText(analysis) : search.isRunning ? t('thinking') : '';
    this.element.classList.toggle('running', search.isRunning);
    const again = () => search.again(question, this.table.settings.value);
    this.failure.replaceChildren(...(failure ? [failureBox(failure, again)] : []));
    this.lines.paint(analysis, failure ? 0 : this.table.settings.value.lines);
  }
}
