// How far files are on their way into a database, and what came of it.

import type { Library } from '../game/library';
import { fill, t } from '../i18n';
import { announce, h, iconButton } from '../ui/dom';
import { exactCount } from '../ui/format';

/** Seconds for people. */
export function timeText(seconds: number): string {
  if (seconds < 60) return `${seconds} ${t('seconds')}`;
  const minutes = Math.floor(seconds / 60);
  const pad = (value: number) => String(value).padStart(2, '0');
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
}

/** The card of the import that runs, or ran last. */
export class ImportCard {
  readonly element = h('section', { class: 'import-card', 'aria-label': t('addGames') });
  private title = h('strong');
  private bar = h('div', { class: 'progress', role: 'progressbar', 'aria-valuemin': '0', 'aria-valuemax': '100' });
  private counts = h('p', { class: 'quiet import-counts' });
  private errors = h('ul', { class: 'import-errors', 'aria-label': t('failedFiles') });
  private problems = h('ol', { class: 'import-problems scroll', tabindex: '0', 'aria-label': t('badGames') });
  private bad = h('details', {}, h('summary', { text: t('badGames') }), this.problems);
  private stop: HTMLButtonElement;
  private close: HTMLButtonElement;
  private said = '';

  constructor(private library: Library) {
    this.stop = h('button', {
      type: 'button',
      class: 'button small',
      text: t('cancel'),
      on: { click: () => library.job?.cancel() },
    });
    this.close = iconButton('close', t('close'), () => library.forgetImport());
    this.element.append(
      h('div', { class: 'import-head' }, this.title, this.stop, this.close),
      this.bar,
      this.counts,
      this.errors,
      this.bad,
    );
    this.paint();
  }

  paint(): void {
    const { job } = this.library;
    this.element.hidden = !job;
    if (!job) return;
    const { games, duplicates, bad } = job.imported;
    const file = job.name;
    const title = {
      running: fill('importing', { file }),
      done: fill('importDone', { file }),
      cancelled: t('importCancelled'),
      failed: t('importFailed'),
    }[job.state];
    this.title.textContent = title;
    const part = job.size ? job.sent / job.size : 1;
    this.bar.style.setProperty('--part', String(part));
    this.bar.setAttribute('aria-valuenow', String(Math.round(100 * part)));
    this.bar.setAttribute('aria-label', title);
    this.bar.hidden = !job.isRunning;
    this.stop.hidden = !job.isRunning;
    this.close.hidden = job.isRunning;
    const counts = fill('importCounts', {
      games: exactCount(games),
      duplicates: exactCount(duplicates),
      bad: exactCount(bad),
    });
    const left = job.left === null ? '' : fill('timeLeft', { time: timeText(job.left) });
    this.counts.textContent = [counts, left].filter(Boolean).join(' · ');
    const { errors } = job;
    this.errors.replaceChildren(...errors.map((text) => h('li', { class: 'import-error', text })));
    this.errors.hidden = !errors.length;
    this.bad.hidden = !job.problems.length;
    for (const problem of job.problems.slice(this.problems.childElementCount)) {
      this.problems.append(h('li', { text: problem }));
    }
    this.element.dataset.state = job.state;
    if (!job.isRunning && this.said !== title) announce([title, counts, ...errors].join(' '));
    this.said = title;
  }
}
