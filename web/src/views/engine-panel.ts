// The engine beside the tree: its lines, its settings, and what it shows on
// the board.

import type { Arrow } from '../board/arrows';
import { engineName } from '../engines';
import type { GameDocument } from '../game/document';
import { t } from '../i18n';
import type { AnalysisReply, EngineLine, GameName } from '../protocol';
import type { Table } from '../table';
import { openDialog } from '../ui/dialog';
import { h, iconButton } from '../ui/dom';
import { EvalBar } from '../ui/eval-bar';
import { scoreText, winShare } from '../ui/format';
import { Comparison, failureBox, statusText } from './comparison';
import { analystOf, comparisonOf, engineChoice } from './engine-choice';
import { EngineLines } from './engine-lines';
import { EngineSearch, type Question } from './engine-search';
import { SearchFacts } from './search-facts';

const HIGHEST_HASH = 1024;
/** Seconds for a position that can be chosen; 0 goes on for ever. */
const LIMITS = [0, 1, 3, 10, 30, 120];

export class EnginePanel {
  readonly element = h('div', { class: 'engine' });
  readonly bar = new EvalBar();
  threat = false;
  /** True while somebody else needs the engine. */
  paused = false;
  private facts = new SearchFacts();
  private search: EngineSearch;
  private lines: EngineLines;
  private choice = h('div', {});
  /** The game that it is for. */
  private choiceOf: GameName = '';
  private other: Comparison;
  private head: ReturnType<EnginePanel['build']>;

  constructor(
    private table: Table,
    private document: () => GameDocument | null,
  ) {
    this.search = new EngineSearch(table, () => this.paint());
    this.lines = new EngineLines(table, document, this.element, () => this.threat);
    this.other = new Comparison(table, document, this.element);
    this.head = this.build();
  }

  private get settings() {
    return this.table.settings.value;
  }

  get analysis(): AnalysisReply | null {
    return this.search.analysis;
  }

  private get game(): GameName {
    return this.document()?.tree.start.variant ?? '';
  }

  /** Begins anew: another game, or another language. */
  reset(): void {
    // What is searched next ends what is being searched.
    this.search.forget();
    this.other.forget();
    this.head = this.build();
  }

  /** Searches the position on the board, unless it is being searched. */
  run(): void {
    const question = this.question();
    if (!question || !this.table.info || this.paused) return;
    this.paintChoice();
    const { info } = this.table;
    const beside = comparisonOf(this.table, this.game);
    if (!this.settings.engineOn || info.outcome || !info.moves.length) {
      this.search.stop();
      this.other.run(null);
      this.paint();
      return;
    }
    // They may have changed places: what ends must not end what begins.
    this.search.leaveUnless(question.engine);
    this.other.leaveUnless(beside);
    this.search.begin(question, this.settings);
    this.other.run(beside === null ? null : { ...question, engine: beside });
  }

  /** Not every engine plays every game. */
  private paintChoice(): void {
    if (this.choiceOf === this.game) return;
    this.choiceOf = this.game;
    const choice = engineChoice(this.table, this.game, () => this.run());
    this.choice.replaceChildren(...(choice ? [choice] : []));
  }

  /** What is asked about the position on the board. */
  private question(): Question | null {
    const document = this.document();
    if (!document || !this.table.info) return null;
    if (this.table.info.check) this.threat = false;
    const line = document.tree.line(document.current);
    return { engine: analystOf(this.table, this.game), line, threat: this.threat };
  }

  /** Ends the search; nothing that comes of it is shown any more. */
  stop(): void {
    this.search.stop();
    this.forget();
  }

  /** Shows nothing more of the search that runs; somebody else has Erawan's. */
  forget(): void {
    if (analystOf(this.table, this.game)) this.search.stop();
    this.search.forget();
    this.other.stop();
    this.lines.hidePreview();
    this.paint();
    this.table.board.setArrows([]);
  }

  toggle(): void {
    this.table.settings.set({ engineOn: !this.settings.engineOn });
    this.run();
  }

  /** What would the other side play if it were its turn? */
  toggleThreat(): void {
    if (this.table.info?.check) return;
    this.threat = !this.threat;
    this.run();
  }

  playBest(): void {
    const best = this.analysis?.lines[0];
    if (!this.settings.engineOn) this.toggle();
    else if (best && !this.threat) void this.lines.playLine(best, 0);
  }

  arrows(): Arrow[] {
    if (!this.settings.arrows || !this.settings.engineOn || !this.analysis) return [];
    const best = this.analysis.lines[0];
    if (!best) return [];
    const turn = (this.table.info?.turn === 'b') !== this.threat ? -1 : 1;
    const share = (line: EngineLine) => winShare(line.score) * turn;
    return this.analysis.lines
      .map((line, index): Arrow | null => {
        const uci = line.moves[0];
        if (!uci) return null;
        const loss = share(best) - share(line);
        if (index > 0 && loss > 0.2) return null;
        return {
          from: uci.slice(0, 2),
          to: this.table.info?.moves.find((move) => move.uci === uci)?.to ?? uci.slice(2, 4),
          kind: this.threat ? 'threat' : index === 0 ? 'best' : 'other',
          strength: index === 0 ? 1 : Math.max(0.05, 0.6 - loss * 4),
        };
      })
      .filter((arrow): arrow is Arrow => arrow !== null)
      .reverse();
  }

  private paintBar(): void {
    const { info } = this.table;
    this.bar.element.hidden = !this.settings.engineOn;
    if (!info) return;
    // A threat is not what the position is worth.
    const score = this.threat ? null : (this.analysis?.lines[0]?.score ?? null);
    this.bar.show(score, info.outcome, this.document()?.data.orientation === 'b');
  }

  /** The parts that stay while the lines change. */
  private build() {
    const toggle = h('button', { type: 'button', class: 'switch', role: 'switch', on: { click: () => this.toggle() } });
    const score = h('span', { class: 'engine-score' });
    const status = h('div', { class: 'engine-status' });
    const threat = iconButton('threat', `${t('threat')} (x)`, () => this.toggleThreat(), { pressed: false });
    const gear = iconButton('gear', t('engineSettings'), () => this.openSettings());
    const row = h('div', { class: 'engine-head' }, toggle, score, status, threat, gear);
    const failure = h('div', {});
    this.facts.element.replaceChildren();
    this.choiceOf = '';
    const parts = [row, this.choice, failure, this.lines.element, this.other.element, this.facts.element];
    this.element.replaceChildren(...parts);
    return { row, toggle, score, status, threat, failure };
  }

  private paint(): void {
    const { engineOn } = this.settings;
    const { analysis, head } = this;
    const { isRunning, failure } = this.search;
    const best = analysis?.lines[0];
    head.row.classList.toggle('running', isRunning);
    head.toggle.setAttribute('aria-checked', String(engineOn));
    head.toggle.setAttribute('aria-label', engineName(analystOf(this.table, this.game)));
    head.toggle.title = `${t(engineOn ? 'engineOff' : 'engineOn')} (l)`;
    head.threat.setAttribute('aria-pressed', String(this.threat));
    head.score.textContent = best && engineOn ? scoreText(best.score) : '–';
    const outcome = this.table.info?.outcome;
    if (!engineOn) head.status.textContent = t('engineOff');
    else if (outcome) head.status.textContent = outcome.result.replace('1/2-1/2', '½–½').replace('-', '–');
    else if (analysis) head.status.textContent = (this.threat ? `${t('threatShort')} · ` : '') + statusText(analysis);
    else head.status.textContent = isRunning ? t('thinking') : '';
    this.facts.paint(engineOn && !outcome ? analysis : null);
    const again = () => {
      const question = this.question();
      if (question) this.search.again(question, this.settings);
    };
    head.failure.replaceChildren(...(failure && engineOn ? [failureBox(failure, again)] : []));
    this.lines.paint(analysis, engineOn && !outcome && !failure ? this.settings.lines : 0);
    this.paintBar();
    this.table.board.setArrows(this.table.view?.arrows() ?? []);
  }

  openSettings(): void {
    const settings = this.table.settings;
    const processors = this.table.connection.hello?.processors ?? 1;
    const range = (
      label: string,
      min: number,
      max: number,
      value: number,
      show: (v: number) => string,
      set: (v: number) => void,
    ) => {
      const output = h('output', { text: show(value) });
      const input = h('input', {
        type: 'range',
        min: String(min),
        max: String(max),
        'aria-label': label,
        'aria-valuetext': show(value),
      });
      input.value = String(value);
      const part = () =>
        input.style.setProperty('--part', String((Number(input.value) - min) / Math.max(1, max - min)));
      part();
      input.addEventListener('input', () => {
        output.textContent = show(Number(input.value));
        input.setAttribute('aria-valuetext', output.textContent);
        part();
      });
      input.addEventListener('change', () => {
        set(Number(input.value));
        this.run();
      });
      return h('label', { class: 'range-row' }, h('span', { text: label }), output, input);
    };
    const { lines, threads, hash, seconds } = settings.value;
    openDialog(
      t('engineSettings'),
      h(
        'div',
        { class: 'settings' },
        range(t('lines'), 1, 5, lines, String, (value) => settings.set({ lines: value })),
        range(t('threads'), 1, Math.max(1, processors), Math.min(threads, processors), String, (value) =>
          settings.set({ threads: value }),
        ),
        range(
          t('memory'),
          4,
          Math.log2(HIGHEST_HASH),
          Math.log2(hash),
          (v) => `${2 ** v} MiB`,
          (value) => settings.set({ hash: 2 ** value }),
        ),
        range(
          t('limit'),
          0,
          LIMITS.length - 1,
          Math.max(0, LIMITS.indexOf(seconds)),
          (v) => (LIMITS[v] ? `${LIMITS[v]} ${t('seconds')}` : t('infinite')),
          (value) => settings.set({ seconds: LIMITS[value] ?? 0 }),
        ),
      ),
    );
  }
}
