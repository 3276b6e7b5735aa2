// A repertoire is drilled: its positions come along its lines, and its moves are to be
// known.

import type { Arrow } from '../board/arrows';
import { readPlacement } from '../board/pieces';
import { commentText } from '../game/commands';
import { GameDocument } from '../game/document';
import { Owed } from '../game/owed';
import { nameOfMove, namesOf, numberAt, treeOfRecall } from '../game/repertoires';
import { Tree } from '../game/tree';
import { fill, pieceName, squareName, t } from '../i18n';
import type { AnswerOf, Color, GradeName, LegalMove, PositionReply, RecallReply, RepertoireReply } from '../protocol';
import type { Seat, Table, View } from '../table';
import { announce, h, iconButton, toast, toastFailure } from '../ui/dom';
import { focusBoard, keepFocus } from '../ui/focus';
import { typedInput } from '../ui/typed-input';
import { nameOf } from './exercise-panel';
import { factsOf } from './repertoire-list';
import { timeText } from './train-overview';

/** How far a position is. */
type Phase = 'solve' | 'right' | 'wrong' | 'shown';

/** A position on the board. */
interface Task {
  recall: RecallReply;
  at: number;
  phase: Phase;
  isHinted: boolean;
  said: string;
  /** When it comes again, once that is known. */
  noted: string;
  /** The move that goes on from here. */
  chosen: string;
}

const STATES: Record<Phase, string> = { solve: 'trying', right: 'best', wrong: 'blunder', shown: 'mistake' };

/** A move of the line and the opponent's answer are two pictures, so long apart. */
const PAUSE = 350;

export interface DrillHands {
  /** Goes back to the list, with a word about it. */
  back: (note?: string) => void;
  /** Opens the repertoire after these moves. */
  open: (repertoire: RepertoireReply, moves: string[]) => void;
}

export class RepertoireDrill implements View {
  readonly name = 'train';
  private task: Task | null = null;
  private tree = new Tree({ variant: 'chess' });
  /** What stands on the board: what follows it comes next. */
  private after: string[] = [];
  /** Ahead of time each position comes once. */
  private passed: string[] = [];
  private painted = '';
  private timer = 0;
  private owed: Owed<{ position: string; grade: GradeName }, AnswerOf<'practised'>>;

  constructor(
    private table: Table,
    private panel: HTMLElement,
    private sheet: HTMLElement,
    private repertoire: RepertoireReply,
    private ahead: boolean,
    private hands: DrillHands,
  ) {
    this.owed = new Owed(
      (grade) => {
        const request = { type: 'recalled', repertoire: repertoire.id, ...grade } as const;
        return table.connection.ask(request, 'practised');
      },
      () => toast(t('gradeWaits'), 'bad', 5000),
      toastFailure,
    );
  }

  /** Takes the board, with what was on it before. */
  async enter(): Promise<void> {
    this.table.view = this;
    void this.owed.pay();
    if (this.task) await this.put(this.task);
    else await this.next();
  }

  leave(): void {
    clearTimeout(this.timer);
  }

  private async next(): Promise<void> {
    const { repertoire, ahead, table } = this;
    clearTimeout(this.timer);
    try {
      await this.owed.pay();
      const rest = { ahead, except: this.passed, after: this.after };
      const request = { type: 'nextRecall', repertoire: repertoire.id, ...rest } as const;
      const { recall } = await table.connection.ask(request, 'recall');
      if (table.view !== this) return;
      if (!recall) {
        this.hands.back(t(ahead ? 'trainNoneLeft' : 'trainDone'));
        focusBoard();
        return;
      }
      if (ahead) this.passed.push(recall.position);
      const { tree, at } = treeOfRecall(recall);
      this.tree = tree;
      await this.put({ recall, at, phase: 'solve', isHinted: false, said: '', noted: '', chosen: '' });
    } catch (error) {
      // What cannot be had at all leads back to the list.
      if (!this.task) this.hands.back();
      toastFailure(error);
    }
  }

  private async put(task: Task): Promise<void> {
    this.task = task;
    // The last move of the line is seen as it is made.
    const { parent } = this.tree.get(task.at);
    const isWalked = task.phase === 'solve' && parent >= 0 && this.follows(task.recall.line.moves);
    const document = GameDocument.create('analyse', this.tree, { current: isWalked ? parent : task.at });
    document.data.orientation = this.repertoire.color;
    this.table.documents.passBy(document);
    this.tree = document.tree;
    await this.table.open(document);
    this.paint();
    announce(`${this.taskText} ${task.said}`.trim());
    if (!isWalked) return;
    this.timer = window.setTimeout(() => {
      if (this.task === task && this.table.document?.current === parent) void this.table.show(task.at);
    }, PAUSE);
  }

  /** True if a line goes on with one move from what stood on the board. */
  private follows(moves: string[]): boolean {
    return moves.length === this.after.length + 1 && this.after.every((move, ply) => moves[ply] === move);
  }

  private get side(): string {
    return t(this.repertoire.color === 'w' ? 'white' : 'black');
  }

  private get taskText(): string {
    return fill('recallTask', { side: this.side });
  }

  // What the table asks.

  movable(info: PositionReply): Color | null {
    const { task, table } = this;
    return task?.phase === 'solve' && table.document?.current === task.at ? info.turn : null;
  }

  premovable(): null {
    return null;
  }

  mayCount(): boolean {
    return false;
  }

  seat(color: Color): Seat {
    const isOwn = color === this.repertoire.color;
    return { name: isOwn ? t('you') : t(color === 'w' ? 'white' : 'black'), note: '', clock: null, running: false };
  }

  arrows(): Arrow[] {
    const { task, table } = this;
    if (!task || table.document?.current !== task.at) return [];
    const arrow = (uci: string): Arrow => {
      const to = table.info?.moves.find((move) => move.uci === uci)?.to ?? uci.slice(2, 4);
      return { from: uci.slice(0, 2), to, kind: 'best', strength: 1 };
    };
    if (task.phase === 'wrong' || task.phase === 'shown') return task.recall.answers.map(({ uci }) => arrow(uci));
    const first = task.recall.answers[0];
    if (task.phase !== 'solve' || !task.isHinted || !first) return [];
    const from = first.uci.slice(0, 2);
    return [{ from, to: from, kind: 'hint', strength: 0.8 }];
  }

  shown(): void {
    this.paint();
  }

  moved(move: LegalMove): void {
    void this.attempt(move);
  }

  // An attempt.

  private async attempt(move: LegalMove): Promise<void> {
    const { task, table } = this;
    if (task?.phase !== 'solve') return;
    const { answers } = task.recall;
    const name = nameOf(move);
    if (!answers.some(({ uci }) => uci === move.uci)) {
      table.board.reset();
      await this.conclude(task, 'wrong', fill('recallWrong', { move: name, moves: namesOf(answers) }), 'again');
      return;
    }
    await table.play(move);
    // Without a connection nothing was played.
    if (table.document?.current === task.at) return;
    const others = answers.filter(({ uci }) => uci !== move.uci);
    const also = others.length ? fill('recallAlso', { moves: namesOf(others) }) : '';
    const said = `${fill('recallRight', { move: name })} ${also}`.trim();
    task.chosen = move.uci;
    await this.conclude(task, 'right', said, task.isHinted ? 'hard' : 'good');
  }

  private async conclude(task: Task, phase: Phase, said: string, grade: GradeName): Promise<void> {
    const { recall } = task;
    task.phase = phase;
    task.said = said;
    task.chosen ||= recall.answers[0]?.uci ?? '';
    if (!this.ahead) this.repertoire = oneLess(this.repertoire, recall.seen);
    this.after = [...recall.line.moves, task.chosen];
    for (const { uci, san, thai } of recall.answers) this.tree.add(task.at, uci, san, thai ?? '');
    announce(said);
    this.table.paint();
    this.paint();
    const told = await this.owed.add({ position: recall.position, grade });
    if (this.task !== task || !told) return;
    task.noted = fill('comesAgain', { time: timeText(told.days * 86_400) });
    this.paint();
  }

  private async reveal(): Promise<void> {
    const { task, table } = this;
    if (task?.phase !== 'solve') return;
    if (table.document?.current !== task.at) await table.show(task.at);
    await this.conclude(task, 'shown', fill('recallShown', { moves: namesOf(task.recall.answers) }), 'again');
  }

  private hint(): void {
    const { task, table } = this;
    const first = task?.recall.answers[0];
    if (task?.phase !== 'solve' || !first || !table.info) return;
    if (table.document?.current !== task.at) {
      void table.show(task.at).then(() => this.hint());
      return;
    }
    task.isHinted = true;
    const from = first.uci.slice(0, 2);
    const man = readPlacement(table.info.fen).get(from) ?? '';
    task.said = fill('hintMan', { man: pieceName(man, table.game), square: squareName(from, table.game) });
    announce(task.said);
    table.paint();
    this.paint();
  }

  // The panel.

  /** The line that has led to the position, to be stepped through. */
  private lineRow(task: Task): HTMLElement {
    const { line } = task.recall;
    const row = h('p', { class: 'train-line' }, h('span', { class: 'quiet', text: `${t('lineSoFar')}: ` }));
    const current = this.table.document?.current;
    const path = this.tree.path(task.at);
    if (path.length < 2) row.append(h('span', { text: t('lineStart') }));
    path.slice(1).forEach((node, ply) => {
      const number = numberAt(line, ply);
      if (number) row.append(h('span', { class: 'number quiet', text: number }));
      row.append(
        h('button', {
          type: 'button',
          class: `move ${node.id === current ? 'current' : ''}`,
          'aria-current': node.id === current ? 'true' : undefined,
          data: { node: String(node.id) },
          text: nameOfMove(node),
          on: { click: () => void this.table.show(node.id) },
        }),
      );
    });
    return row;
  }

  /** What the repertoire says of its moves. */
  private remarks({ recall, chosen }: Task): HTMLElement[] {
    const said = recall.answers.map((answer, index) => ({ answer, text: commentText(recall.remarks[index] ?? '') }));
    const known = said.filter(({ text }) => text);
    known.sort((a, b) => Number(b.answer.uci === chosen) - Number(a.answer.uci === chosen));
    return known.map(({ answer, text }) =>
      h('p', { class: 'train-remark' }, h('strong', { text: `${nameOfMove(answer)}: ` }), text),
    );
  }

  private paint(): void {
    const { task, table, repertoire } = this;
    if (!task) return;
    const isOver = task.phase !== 'solve';
    const button = (name: string, word: Parameters<typeof t>[0], act: () => void, main = false) =>
      iconButton(name, t(word), act, { shown: true, class: main ? 'primary' : '' });
    const open = () => this.hands.open(repertoire, task.recall.line.moves);
    const actions = isOver
      ? [button('next', 'nextExercise', () => void this.next(), true), button('analyse', 'openTree', open)]
      : [button('hint', 'hint', () => this.hint()), button('review', 'showMove', () => void this.reveal())];
    const parts = [
      h(
        'div',
        { class: 'panel-head' },
        h('h2', {}, h('bdi', { text: repertoire.name })),
        h('p', { class: 'quiet', text: this.ahead ? t('practiseAhead') : factsOf(repertoire) }),
      ),
      h(
        'section',
        { class: `verdict-card train-card ${STATES[task.phase]}`, 'aria-label': t('verdict') },
        h('p', { class: 'train-task', text: this.taskText }),
        this.lineRow(task),
        task.said ? h('p', { class: 'train-said', text: task.said }) : null,
        ...(isOver ? this.remarks(task) : []),
        task.noted ? h('p', { class: 'quiet', text: task.noted }) : null,
      ),
      h('div', { class: 'actions wrap train-actions' }, ...actions),
      isOver ? null : typedInput(table),
      table.stepButtons(),
      h(
        'div',
        { class: 'actions wrap' },
        button('games', 'backToTraining', () => this.hands.back()),
      ),
    ].filter((part) => part !== null);
    const key = `${task.recall.position} ${task.phase}`;
    const isNew = this.painted !== key;
    this.painted = key;
    keepFocus(this.panel, () => this.sheet.replaceChildren(...parts));
    // Whoever uses keys goes on from here.
    if (!isNew || !this.panel.contains(document.activeElement)) return;
    // The board, not the field: on a telephone that would bring up the keyboard.
    if (isOver) this.panel.querySelector<HTMLElement>('.train-actions .primary')?.focus({ preventScroll: true });
    else focusBoard();
  }

  key(event: KeyboardEvent): boolean {
    const { task } = this;
    if (!task || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const keys: Record<string, () => void> = {
      h: () => this.hint(),
      s: () => void this.reveal(),
      r: () => void this.table.show(task.at),
      n: () => task.phase !== 'solve' && void this.next(),
      Escape: () => this.hands.back(),
    };
    const act = keys[event.key];
    act?.();
    return !!act;
  }
}

/** What is left once a position has been tried. */
function oneLess(repertoire: RepertoireReply, wasSeen: boolean): RepertoireReply {
  const { due, fresh } = repertoire;
  return wasSeen ? { ...repertoire, due: Math.max(0, due - 1) } : { ...repertoire, fresh: Math.max(0, fresh - 1) };
}
