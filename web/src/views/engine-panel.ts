// The engine beside the tree: its lines, its settings, and what it shows on
// the board.

import type { Arrow } from '../board/arrows';
import { picture } from '../board/picture';
import { isLost } from '../connection';
import type { GameDocument } from '../game/document';
import { isThai, t } from '../i18n';
import type { AnalysisReply, EngineLine, PositionReply } from '../protocol';
import type { Table } from '../table';
import { openDialog } from '../ui/dialog';
import { h, iconButton, toast, toastFailure } from '../ui/dom';
import { EvalBar } from '../ui/eval-bar';
import { focusBoard } from '../ui/focus';
import { count, scoreText, winShare } from '../ui/format';
import { SearchFacts } from './search-facts';
import { pictureOptions } from './share';

const HIGHEST_HASH = 1024;
/** Seconds for a position that can be chosen; 0 goes on for ever. */
const LIMITS = [0, 1, 3, 10, 30, 120];

/** The keys for left and right go along a line. */
function stepAlong(event: KeyboardEvent): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const move = event.currentTarget as HTMLElement;
  if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
  const moves = [...(move.parentElement?.querySelectorAll<HTMLElement>('.pv-move') ?? [])];
  // Not through the game.
  event.preventDefault();
  event.stopPropagation();
  moves[moves.indexOf(move) + step]?.focus();
}

/** Gives a line that was painted anew the focus that the old one had: the
 * button to expand it, or the move at the same place. A line that is not known
 * yet has neither: the board takes it. */
function refocus(line: HTMLElement, old: HTMLElement | undefined, place: number): void {
  const buttons = [...line.querySelectorAll('button')];
  const isLast = place === (old?.querySelectorAll('button').length ?? 0) - 1;
  const target = isLast ? buttons.at(-1) : buttons[Math.min(place, buttons.length - 2)];
  if (target) target.focus({ preventScroll: true });
  else focusBoard();
}

export class EnginePanel {
  readonly element = h('div', { class: 'engine' });
  readonly bar = new EvalBar();
  analysis: AnalysisReply | null = null;
  threat = false;
  /** True while somebody else needs the engine. */
  paused = false;
  private facts = new SearchFacts();
  private head = this.build();
  private search = 0;
  private searching = '';
  private preview: HTMLElement | null = null;
  private previewTicket = 0;
  /** Lines that are shown to their end, by their place. */
  private expanded = new Set<number>();

  constructor(
    private table: Table,
    private document: () => GameDocument | null,
  ) {}

  private get settings() {
    return this.table.settings.value;
  }

  /** Begins anew: another game, or another language. */
  reset(): void {
    this.head = this.build();
    this.analysis = null;
    this.searching = '';
  }

  /** Searches the position on the board, unless it is being searched. */
  run(): void {
    const document = this.document();
    const { info } = this.table;
    if (!document || !info || this.paused) return;
    const line = document.tree.line(document.current);
    const { lines, threads, hash, seconds, engineOn } = this.settings;
    if (info.check) this.threat = false;
    const key = JSON.stringify([line, lines, threads, hash, seconds, this.threat, engineOn]);
    if (key === this.searching) return;
    this.searching = key;
    const ticket = ++this.search;
    this.analysis = null;
    if (!engineOn || info.outcome || !info.moves.length) {
      this.sendStop();
      this.paint(false);
      this.paintBar(info);
      this.table.board.setArrows(this.table.view?.arrows() ?? []);
      return;
    }
    this.paint(true);
    this.table.connection.follow(
      {
        type: 'analyse',
        line,
        lines,
        threads,
        hash,
        limit: seconds ? { movetime: seconds * 1000 } : {},
        threat: this.threat,
      },
      (analysis) => {
        if (ticket !== this.search) return;
        this.analysis = analysis;
        this.paint(true);
        this.paintBar(info);
        this.table.board.setArrows(this.table.view?.arrows() ?? []);
      },
      (error) => {
        if (ticket !== this.search) return;
        this.paint(false);
        if (error?.kind === 'engine') {
          toast(t('engineFailed'), 'bad');
          setTimeout(() => this.restart(), 500);
        } else if (error && !isLost(error)) toastFailure(error);
      },
    );
  }

  restart(): void {
    this.searching = '';
    this.run();
  }

  /** Ends the search; nothing that comes of it is shown any more. */
  stop(): void {
    this.forget();
    this.sendStop();
  }

  /** Shows nothing more of the search that runs. */
  forget(): void {
    this.search++;
    this.searching = '';
    this.analysis = null;
    this.table.board.setArrows([]);
    this.hidePreview();
    this.paint(false);
  }

  private sendStop(): void {
    void this.table.connection.ask({ type: 'stop' }, 'stopped').catch(() => undefined);
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
    else if (best && !this.threat) void this.playLine(best, 0);
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

  private paintBar(info: PositionReply): void {
    this.bar.element.hidden = !this.settings.engineOn;
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
    const lines = h('ol', { class: 'engine-lines' });
    this.facts.element.replaceChildren();
    this.element.replaceChildren(row, lines, this.facts.element);
    return { row, toggle, score, status, threat, lines };
  }

  private paint(running: boolean): void {
    const { engineOn } = this.settings;
    const { analysis, head } = this;
    const best = analysis?.lines[0];
    head.row.classList.toggle('running', running);
    head.toggle.setAttribute('aria-checked', String(engineOn));
    head.toggle.setAttribute('aria-label', t('engine'));
    head.toggle.title = `${t(engineOn ? 'engineOff' : 'engineOn')} (l)`;
    head.threat.setAttribute('aria-pressed', String(this.threat));
    head.score.textContent = best && engineOn ? scoreText(best.score) : '–';
    const outcome = this.table.info?.outcome;
    if (!engineOn) head.status.textContent = t('engineOff');
    else if (outcome) head.status.textContent = outcome.result.replace('1/2-1/2', '½–½').replace('-', '–');
    else if (analysis) {
      const speed = analysis.time > 50 ? ` · ${count(analysis.nps)} n/s` : '';
      head.status.textContent = `${this.threat ? `${t('threatShort')} · ` : ''}${t('depth')} ${analysis.depth}${speed}`;
    } else head.status.textContent = running ? t('thinking') : '';
    this.facts.paint(engineOn && !outcome ? analysis : null);
    const shown = engineOn && !outcome ? this.settings.lines : 0;
    const hadFocus = head.lines.contains(window.document.activeElement);
    while (head.lines.children.length > shown) head.lines.lastElementChild?.remove();
    if (hadFocus && !head.lines.contains(window.document.activeElement)) focusBoard();
    for (let i = 0; i < shown; i++) {
      const line = analysis?.lines[i];
      const key = line ? `${scoreText(line.score)} ${this.threat} ${isThai()} ${line.moves.join(' ')}` : '';
      const old = head.lines.children[i] as HTMLElement | undefined;
      if (old && old.dataset.key === key) continue;
      const item = this.lineItem(line, i);
      const focused = [...(old?.querySelectorAll('button') ?? [])].indexOf(
        window.document.activeElement as HTMLButtonElement,
      );
      item.dataset.key = key;
      if (old) old.replaceWith(item);
      else head.lines.append(item);
      if (focused >= 0) refocus(item, old, focused);
    }
    if (!head.lines.matches(':hover, :focus-within')) this.hidePreview();
  }

  /** The button that shows a line to its end. */
  private expandButton(place: number): HTMLElement {
    const button = iconButton('chevron', '', () => {
      if (!this.expanded.delete(place)) this.expanded.add(place);
      show();
    });
    button.classList.add('expand');
    const show = () => {
      const open = this.expanded.has(place);
      button.setAttribute('aria-expanded', String(open));
      button.setAttribute('aria-label', t(open ? 'collapse' : 'expand'));
      button.title = t(open ? 'collapse' : 'expand');
      button.closest('.engine-line')?.classList.toggle('open', open);
    };
    show();
    return button;
  }

  private lineItem(line: EngineLine | undefined, place: number): HTMLElement {
    if (!line) return h('li', { class: 'engine-line waiting' }, h('span', { class: 'pv-score', text: ' ' }));
    const moves = h('span', { class: 'pv' });
    let number = this.table.info?.fullmove ?? 1;
    let black = (this.table.info?.turn === 'b') !== this.threat;
    line.moves.forEach((_, index) => {
      if (!black || index === 0)
        moves.append(h('span', { class: 'number', text: black ? `${number}…` : `${number}.` }));
      moves.append(this.lineMove(line, index), ' ');
      if (black) number++;
      black = !black;
    });
    const side = winShare(line.score) >= 0.5 ? 'white' : 'black';
    return h(
      'li',
      { class: `engine-line ${this.expanded.has(place) ? 'open' : ''}` },
      h('span', { class: `pv-score ${side}`, text: scoreText(line.score) }),
      moves,
      this.expandButton(place),
    );
  }

  private lineMove(line: EngineLine, index: number): HTMLElement {
    return h('button', {
      type: 'button',
      class: 'pv-move',
      text: (isThai() ? line.thai?.[index] : undefined) ?? line.sans[index] ?? '',
      tabindex: index === 0 ? '0' : '-1',
      data: { key: line.moves.slice(0, index + 1).join(' ') },
      on: {
        // Pressing is enough: the line may have changed before the button is up.
        pointerdown: (event) => event.button === 0 && void this.playLine(line, index),
        click: (event) => event.detail === 0 && void this.playLine(line, index),
        mouseenter: () => void this.showPreview(line, index),
        mouseleave: () => this.hidePreview(),
        focus: (event) => (event.target as Element).matches(':focus-visible') && void this.showPreview(line, index),
        blur: () => this.hidePreview(),
        keydown: stepAlong,
      },
    });
  }

  /** Plays a line of the engine up to a move. */
  private async playLine(line: EngineLine, upTo: number): Promise<void> {
    const document = this.document();
    if (!document || this.threat) return;
    this.hidePreview();
    let id = document.current;
    try {
      for (const uci of line.moves.slice(0, upTo + 1)) {
        const before = document.tree.line(id);
        const info = await this.table.describe({ ...before, moves: [...before.moves, uci] });
        id = document.tree.add(id, uci, info.san ?? uci, info.thai ?? '').id;
      }
    } catch (error) {
      // What was added stays; of a lost connection the page speaks itself.
      if (!isLost(error)) toastFailure(error);
    }
    await this.table.show(id);
  }

  private async showPreview(line: EngineLine, upTo: number): Promise<void> {
    const document = this.document();
    if (!document || this.threat || matchMedia('(hover: none)').matches) return;
    const ticket = ++this.previewTicket;
    const before = document.tree.line(document.current);
    const moves = [...before.moves, ...line.moves.slice(0, upTo + 1)];
    const info = await this.table.describe({ ...before, moves }).catch(() => null);
    if (ticket !== this.previewTicket || !info) return;
    this.preview?.remove();
    this.preview = h('div', { class: 'preview', 'aria-hidden': 'true' });
    this.preview.append(picture({ ...pictureOptions(this.table, info, []), squareName: undefined }));
    this.element.append(this.preview);
  }

  hidePreview(): void {
    this.previewTicket++;
    this.preview?.remove();
    this.preview = null;
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
