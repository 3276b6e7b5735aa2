// A review on the page: the graph, what each side did, and what it leaves in
// the tree of moves.

import { isSite } from '../build';
import type { GameDocument, ReviewState } from '../game/document';
import { mistakesOf, moverOf } from '../game/exercises';
import { verdictOf } from '../game/verdict';
import { fill, t } from '../i18n';
import type { Color, ReviewReply, SideReply } from '../protocol';
import type { Table } from '../table';
import { announce, h, s, toast, toastFailure } from '../ui/dom';
import { keepFocus } from '../ui/focus';
import { scoreText, winShare } from '../ui/format';
import { recordOf } from './share';

const [WIDTH, HEIGHT] = [400, 72];

type Judgement = 'inaccuracy' | 'mistake' | 'blunder';

/** A verdict that came with a PGN of ours. */
const OLD_VERDICT =
  /(?:Inaccuracy|Mistake|Blunder)\. (?:[^{}]*? )?\S+ was best\.(?: The turning point\.)?|Brilliant\. It offers [^{}]*? and nothing is better\.|The only move\. [^{}]*? next best[^.{}]*\./g;

/** The nodes that a review is of. */
function reviewedLine({ tree }: GameDocument): number[] {
  return tree.mainline().map((node) => node.id);
}

/** Writes a review of a line into a game: glyphs, verdicts, and better lines. */
export function keepReview(document: GameDocument, review: ReviewReply, line = reviewedLine(document)): void {
  const { tree } = document;
  // What the last review has put there goes with it.
  for (const old of document.data.review?.nodes ?? []) {
    if (old.glyph === undefined || !tree.has(old.id)) continue;
    const node = tree.get(old.id);
    node.glyphs = node.glyphs.filter((glyph) => glyph !== old.glyph);
  }
  const nodes: ReviewState['nodes'] = [];
  review.moves.forEach((move, index) => {
    const id = line[index];
    if (id === undefined || !tree.has(id)) return;
    const node = tree.get(id);
    node.comment = node.comment.replace(OLD_VERDICT, '').trim();
    const known = node.glyphs.some((glyph) => glyph <= 7);
    const glyph = known ? undefined : move.glyph;
    if (glyph !== undefined) node.glyphs = [...node.glyphs, glyph];
    nodes.push({
      id: node.id,
      score: move.score,
      share: move.share,
      judgement: move.judgement,
      verdict: verdictOf(move),
      praise: move.praise,
      glyph,
    });
    let at = node.parent;
    (move.best ?? []).forEach((uci, step) => {
      at = tree.add(at, uci, move.sans?.[step] ?? uci, move.thai?.[step] ?? '').id;
    });
  });
  const at = (index: number | null | undefined) =>
    index === null || index === undefined ? null : (line[index] ?? null);
  const [middle, end] = review.phases;
  document.data.review = {
    start: review.start,
    sides: review.sides,
    nodes,
    turningPoint: at(review.turningPoint) ?? undefined,
    phases: [at(middle), at(end)],
  };
}

interface Select {
  review: ReviewState;
  current: number;
  /** The side that a node's move was made by. */
  mover: (id: number) => Color;
  onSelect: (id: number) => void;
}

function sideRow(name: string, color: Color, side: SideReply, select: Select): HTMLElement {
  const part = (
    value: number,
    word: 'inaccuracies' | 'mistakes' | 'blunders',
    judgement: Judgement,
    glyph: string,
    kind: string,
  ) => {
    const next = () => {
      const faults = select.review.nodes
        .filter((node) => node.judgement === judgement && select.mover(node.id) === color)
        .map((node) => node.id);
      const at = faults.indexOf(select.current);
      const target = faults[(at + 1) % Math.max(1, faults.length)];
      if (target !== undefined) select.onSelect(target);
    };
    const button = h(
      'button',
      {
        type: 'button',
        class: `fault ${kind}`,
        title: t(word),
        'aria-label': `${value} ${t(word)}`,
        on: { click: next },
      },
      h('b', { text: String(value) }),
      glyph,
    );
    button.disabled = value === 0;
    return button;
  };
  return h(
    'div',
    { class: 'review-side' },
    h('span', { class: `side-mark ${color}`, 'aria-hidden': 'true' }),
    h('span', { class: 'seat-name', text: name }),
    h('span', { class: 'grow' }),
    part(side.inaccuracies, 'inaccuracies', 'inaccuracy', '?!', 'g6'),
    part(side.mistakes, 'mistakes', 'mistake', '?', 'g2'),
    part(side.blunders, 'blunders', 'blunder', '??', 'g4'),
    h('strong', {
      class: 'accuracy',
      title: t('accuracy'),
      text: side.accuracy === null ? '–' : `${Math.round(side.accuracy)}%`,
    }),
  );
}

/** The graph and the figures of a review. */
function reviewBox(names: [string, string], select: Select): HTMLElement {
  const { review, current, onSelect } = select;
  const count = Math.max(1, review.nodes.length);
  const x = (index: number) => (index / count) * WIDTH;
  const y = (share: number) => (1 - share) * HEIGHT;
  const shares = [winShare(review.start), ...review.nodes.map((node) => node.share)];
  const points = shares.map((share, index) => `${x(index).toFixed(1)} ${y(share).toFixed(1)}`);
  const graph = s('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: 'graph',
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': t('graph'),
  });
  graph.append(
    s('path', { class: 'graph-white', d: `M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}Z` }),
    s('path', { class: 'graph-middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    s('path', { class: 'graph-line', d: `M${points.join('L')}` }),
  );
  const at = review.nodes.findIndex((node) => node.id === current);
  for (const id of review.phases ?? []) {
    const begins = review.nodes.findIndex((node) => node.id === id);
    if (begins > 0) graph.append(s('path', { class: 'graph-phase', d: `M${x(begins)} 0V${HEIGHT}` }));
  }
  if (at >= 0) graph.append(s('path', { class: 'graph-now', d: `M${x(at + 1)} 0V${HEIGHT}` }));
  const dots = h('div', { class: 'graph-dots', 'aria-hidden': 'true' });
  review.nodes.forEach((node, index) => {
    if (!['inaccuracy', 'mistake', 'blunder'].includes(node.judgement)) return;
    const isTurn = node.id === review.turningPoint;
    const title = isTurn ? `${t('turningPoint')} · ${scoreText(node.score)}` : scoreText(node.score);
    const dot = h('span', { class: `graph-dot ${node.judgement}${isTurn ? ' turn' : ''}`, title });
    dot.style.left = `${((index + 1) / count) * 100}%`;
    dot.style.top = `${(1 - node.share) * 100}%`;
    dots.append(dot);
  });
  const box = h('div', { class: 'graph-box' });
  box.append(graph, dots);
  box.addEventListener('click', (event) => {
    const frame = box.getBoundingClientRect();
    const index = Math.round(((event.clientX - frame.left) / frame.width) * count) - 1;
    onSelect(review.nodes[Math.max(0, Math.min(count - 1, index))]?.id ?? 0);
  });
  return h(
    'div',
    { class: 'review' },
    box,
    sideRow(names[0], 'w', review.sides[0], select),
    sideRow(names[1], 'b', review.sides[1], select),
    phaseRow(review, onSelect),
  );
}

/** Accuracy by phase, the turning point, and how accuracy is reckoned. */
function phaseRow(review: ReviewState, onSelect: (id: number) => void): HTMLElement {
  const [white, black] = review.sides;
  const text = (accuracy: number | null | undefined) =>
    accuracy === null || accuracy === undefined ? '–' : `${Math.round(accuracy)}%`;
  const parts = (['opening', 'middlegame', 'endgame'] as const).flatMap((name, index) => {
    const [ours, theirs] = [white.phases?.[index], black.phases?.[index]];
    if ((ours ?? theirs ?? null) === null) return [];
    return [h('li', {}, h('span', { text: t(name) }), h('b', { text: `${text(ours)} · ${text(theirs)}` }))];
  });
  const row = h('details', { class: 'phases' }, h('summary', { text: t('byPhase') }));
  if (parts.length) row.append(h('ul', {}, ...parts));
  row.append(h('p', { class: 'quiet', text: t('accuracyHow') }), h('p', { class: 'quiet', text: t('phaseHow') }));
  const { turningPoint } = review;
  if (turningPoint === undefined) return row;
  const go = h('button', {
    type: 'button',
    class: 'button small turning-point',
    text: t('toTurningPoint'),
    on: { click: () => onSelect(turningPoint) },
  });
  return h('div', { class: 'phase-row' }, row, go);
}

/** The name of a player, if there is one. */
function nameOf(document: GameDocument, color: Color): string {
  const name = new Map(document.data.tags).get(color === 'w' ? 'White' : 'Black') ?? '';
  return /[^?.\s]/.test(name) ? name : '';
}

/** The side of whoever sits before the page, if that is known. */
function ownSide(document: GameDocument, names: string[]): Color | null {
  if (document.data.own) return document.data.own;
  const isOwn = (color: Color) => names.includes(nameOf(document, color));
  if (isOwn('w') === isOwn('b')) return null;
  return isOwn('w') ? 'w' : 'b';
}

/** How much of a review is done, and how many seconds it will still take. */
interface Far {
  part: number;
  left: number | null;
}

/** The row that tells how far a review is. It stays while its figures change, so
 * that its button can be pressed at any moment. */
class Progress {
  private name = h('span', { class: 'quiet' });
  private bar = h('div', {
    class: 'progress',
    role: 'progressbar',
    'aria-valuemin': '0',
    'aria-valuemax': '100',
  });
  private rest = h('span', { class: 'quiet' });
  private cancel: HTMLElement;
  readonly element: HTMLElement;

  constructor(onCancel: () => void) {
    this.cancel = h('button', { type: 'button', class: 'button small', on: { click: onCancel } });
    this.element = h('div', { class: 'inline review-progress' }, this.name, this.bar, this.rest, this.cancel);
  }

  show({ part, left }: Far): void {
    this.name.textContent = t('reviewing');
    this.bar.setAttribute('aria-label', t('reviewing'));
    this.bar.setAttribute('aria-valuenow', String(Math.round(part * 100)));
    this.bar.style.setProperty('--part', String(part));
    this.rest.textContent = left === null ? '' : fill('secondsLeft', { seconds: String(left) });
    this.cancel.textContent = t('cancel');
  }
}

/** The place of the review in the panel: its progress, then what it found. */
export class ReviewPanel {
  readonly element = h('div', { class: 'review-slot' });
  private progress = new Progress(() => void this.toggle());
  private running: Far | null = null;
  private shown = true;

  constructor(
    private table: Table,
    private document: () => GameDocument | null,
    /** The engine is needed here, or is free again. */
    private onEngine: (busy: boolean) => void,
  ) {}

  get isRunning(): boolean {
    return this.running !== null;
  }

  /** Reviews the game, or stops reviewing it. */
  async toggle(): Promise<void> {
    const document = this.document();
    if (!document) return;
    if (this.running) {
      void this.table.connection.ask({ type: 'stop' }, 'stopped').catch(() => undefined);
      return;
    }
    const running: Far = { part: 0, left: null };
    this.running = running;
    this.shown = true;
    this.onEngine(true);
    this.paint();
    try {
      const game = await recordOf(this.table, document);
      // Another line may be the main one when the review is done.
      const line = reviewedLine(document);
      const { effort } = this.table.settings.value;
      // The review is the same with any number of engines: it gets what there is.
      const threads = navigator.hardwareConcurrency || 1;
      const review = await this.table.connection.review({ type: 'review', game, effort, nodes: 0, threads }, (far) => {
        running.part = far.part;
        running.left = far.left;
        if (this.running === running) this.paint();
      });
      // A game that has left the board meanwhile may have been read anew.
      if (review && this.running === running) {
        keepReview(document, review, line);
        const own = ownSide(document, this.table.settings.value.ownNames);
        if (own) document.data.own = own;
        this.table.documents.save(document);
        announce(t('reviewDone'));
        if (own) void this.train(document, own);
      }
    } catch (error) {
      toastFailure(error);
    }
    if (this.running !== running) return;
    this.running = null;
    this.onEngine(false);
  }

  /** Makes exercises of the bad moves of a side. */
  private async train(document: GameDocument, color: Color): Promise<void> {
    const exercises = mistakesOf(document, color);
    if (!exercises.length) return;
    const { connection } = this.table;
    try {
      const { added } = await connection.ask({ type: 'addExercises', exercises }, 'exercisesAdded');
      const text = added ? fill('mistakesAdded', { count: added }) : t('mistakesKnown');
      const go = () => {
        location.hash = 'train';
      };
      toast(text, 'plain', 8000, [[t('train'), go]]);
    } catch (error) {
      toastFailure(error);
    }
  }

  /** For games of which nobody knows whose they are. */
  private trainRow(document: GameDocument): HTMLElement {
    const row = h('div', { class: 'actions wrap train-row' });
    for (const color of ['w', 'b'] as const) {
      const count = mistakesOf(document, color).length;
      if (!count) continue;
      const side = t(color === 'w' ? 'white' : 'black');
      const text = fill('trainMistakes', { side, count });
      const act = () => {
        this.claim(document, color);
        void this.train(document, color);
      };
      row.append(h('button', { type: 'button', class: 'button small', text, on: { click: act } }));
    }
    return row;
  }

  /** Whoever trains from a game of theirs has told whose it is, and their name. Of a
   * game that was played here the side is known, and the page has made the names. */
  private claim(document: GameDocument, color: Color): void {
    const isFromHere = new Map(document.data.tags).get('Event') === 'Erawan';
    if (!isFromHere || !document.data.own) {
      document.data.own = color;
      this.table.documents.save(document);
    }
    const name = isFromHere ? '' : nameOf(document, color);
    const { settings } = this.table;
    const { ownNames } = settings.value;
    if (name && !ownNames.includes(name)) settings.set({ ownNames: [...ownNames, name] });
  }

  /** The page is left: what runs is not waited for. */
  leave(): void {
    this.running = null;
  }

  /** Shows or hides what the review has found. */
  toggleShown(): void {
    this.shown = !this.shown;
    this.paint();
  }

  paint(): void {
    const document = this.document();
    if (!document) return;
    if (this.running) {
      const { element } = this.progress;
      this.progress.show(this.running);
      if (element.parentElement !== this.element) keepFocus(this.element, () => this.element.replaceChildren(element));
      return;
    }
    const { review } = document.data;
    const { tree } = document;
    const known = this.shown && review?.nodes.length && review.nodes.every((node) => tree.has(node.id));
    if (!review || !known) {
      keepFocus(this.element, () => this.element.replaceChildren());
      return;
    }
    const name = (color: Color) => this.table.view?.seat(color).name ?? '';
    const select: Select = {
      review,
      current: document.current,
      mover: (id) => moverOf(tree, id),
      onSelect: (id) => void this.table.show(id),
    };
    // What was unfolded stays so.
    const isOpen = this.element.querySelector<HTMLDetailsElement>('.phases')?.open ?? false;
    const box = reviewBox([name('w'), name('b')], select);
    const phases = box.querySelector<HTMLDetailsElement>('.phases');
    if (phases) phases.open = isOpen;
    if (!isSite) box.append(this.trainRow(document));
    keepFocus(this.element, () => this.element.replaceChildren(box));
  }
}
