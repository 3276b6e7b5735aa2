// Training: one's own mistakes and puzzles, when they are due.

import type { Arrow } from '../board/arrows';
import { readPlacement } from '../board/pieces';
import { GameDocument } from '../game/document';
import { aboutMistake, treeOf } from '../game/exercises';
import { Owed } from '../game/owed';
import { Tree } from '../game/tree';
import { type LineMove, lineOf, verdictText } from '../game/verdict';
import { knownGame } from '../games';
import { fill, isThai, pieceName, reasonText, squareName, t, type Word } from '../i18n';
import type { AnswerOf, Color, GradeName, LegalMove, PositionReply } from '../protocol';
import type { Seat, Table, View } from '../table';
import { announce, h, toast, toastFailure } from '../ui/dom';
import { focusBoard, keepFocus } from '../ui/focus';
import { exerciseParts, isOver, nameOf, type Task, taskText } from './exercise-panel';
import { Repertoires } from './repertoires';
import { type Course, overview, timeText } from './train-overview';
import { themeChoice } from './train-themes';
import { STEP, sentence, TITLES } from './verdict-card';

export class TrainView implements View {
  readonly name = 'train';
  readonly panel = h('section', { class: 'panel train-panel' });
  private sheet = h('div', { class: 'sheet' });
  private course: Course | null = null;
  private task: Task | null = null;
  private timer = 0;
  private painted = '';
  /** Exercises that were left out in this course. */
  private passed: number[] = [];
  /** Grades that have not reached the server. */
  private owed: Owed<{ exercise: number; grade: GradeName }, AnswerOf<'practised'>>;
  private repertoires: Repertoires;

  constructor(
    private table: Table,
    /** Opens a line in the analysis, under a name if it has one. */
    private analyse: (tree: Tree, current: number, orientation: Color, name?: string) => void,
    /** Opens one of one's own games after these moves. */
    openOwn: (document: string, moves: string[]) => Promise<void>,
  ) {
    this.panel.append(this.sheet);
    this.owed = new Owed(
      (grade) => table.connection.ask({ type: 'practised', ...grade }, 'practised'),
      () => toast(t('gradeWaits'), 'bad', 5000),
      toastFailure,
    );
    this.repertoires = new Repertoires(table, this.panel, this.sheet, {
      analyse,
      openOwn,
      all: (note) => void this.showAll(note),
    });
  }

  async enter(isWanted: () => boolean): Promise<void> {
    if (!isWanted()) return;
    if (this.repertoires.drill) {
      await this.repertoires.drill.enter();
      return;
    }
    this.table.view = this;
    if (this.task) await this.put(this.task);
    else await this.showAll();
  }

  leave(): void {
    clearTimeout(this.timer);
    if (this.task?.phase === 'judging') {
      void this.table.connection.ask({ type: 'stop' }, 'stopped').catch(() => undefined);
      takeBack(this.task);
    }
  }

  /** After a lost connection. */
  takeUp(): void {
    void this.owed.pay();
    if (this.task?.phase === 'judging') void this.again();
    else if (!this.task) void this.showAll();
  }

  /** The list of what there is. */
  private async showAll(note = ''): Promise<void> {
    this.table.view = this;
    this.task = null;
    this.course = null;
    this.passed = [];
    const blank = GameDocument.create(
      'analyse',
      new Tree({ variant: knownGame(this.table.settings.value.variant).name }),
    );
    this.table.documents.passBy(blank);
    await this.table.open(blank);
    try {
      const { stock } = await this.table.connection.ask({ type: 'training' }, 'training');
      if (this.task || this.table.view !== this) return;
      const parts = overview(stock, themeChoice, (course) => void this.begin(course));
      const repertoires = await this.repertoires.section();
      if (this.task || this.table.view !== this) return;
      if (repertoires) parts.push(repertoires);
      const head = h('div', { class: 'panel-head' }, h('h2', { text: t('train') }));
      if (note) head.append(h('p', { class: 'train-note', role: 'status', text: note }));
      keepFocus(this.panel, () => this.sheet.replaceChildren(head, ...parts));
    } catch (error) {
      toastFailure(error);
    }
  }

  private async begin(course: Course): Promise<void> {
    this.course = course;
    this.passed = [];
    await this.next();
  }

  /** Puts the next exercise on the board, or says that there is none. */
  private async next(): Promise<void> {
    const { course } = this;
    if (!course) return;
    clearTimeout(this.timer);
    const { variant, kind, ahead } = course;
    const theme = course.theme || undefined;
    try {
      await this.owed.pay();
      const request = { type: 'nextExercise', variant, kind, theme, ahead, except: this.passed } as const;
      const { exercise } = await this.table.connection.ask(request, 'exercise');
      if (this.table.view !== this || this.course !== course) return;
      if (!exercise) {
        await this.showAll(t(ahead || course.theme ? 'trainNoneLeft' : 'trainDone'));
        focusBoard();
        return;
      }
      // Ahead of time each comes once.
      if (ahead) this.passed.push(exercise.id);
      const { tree, start } = treeOf(exercise);
      this.tree = tree;
      await this.put({
        exercise,
        at: start,
        done: 0,
        phase: 'solve',
        hints: 0,
        graded: false,
        said: '',
        after: '',
        noted: '',
        walked: [],
      });
    } catch (error) {
      toastFailure(error);
    }
  }

  private tree = new Tree({ variant: 'chess' });

  private async put(task: Task): Promise<void> {
    this.task = task;
    const document = GameDocument.create('analyse', this.tree, { current: task.at });
    this.table.documents.passBy(document);
    this.tree = document.tree;
    const info = await this.describe(document, task.at);
    if (!info) return;
    document.data.orientation = info.turn;
    await this.table.open(document);
    this.paint();
    announce(`${taskText(task, this.table)} ${task.said}`.trim());
  }

  private async describe(document: GameDocument, id: number): Promise<PositionReply | null> {
    try {
      return await this.table.describe(document.tree.line(id));
    } catch (error) {
      toastFailure(error);
      return null;
    }
  }

  // What the table asks.

  movable(info: PositionReply): Color | null {
    const { task, table } = this;
    return task?.phase === 'solve' && table.document?.current === task.at && info.moves.length ? info.turn : null;
  }

  premovable(): null {
    return null;
  }

  mayCount(): boolean {
    return false;
  }

  seat(color: Color): Seat {
    const { task } = this;
    const solver = this.table.document?.data.orientation;
    return {
      name: task && color === solver ? t('you') : t(color === 'w' ? 'white' : 'black'),
      note: '',
      clock: null,
      running: false,
    };
  }

  arrows(): Arrow[] {
    const { task, table } = this;
    const current = table.document?.current ?? -1;
    if (!task) return [];
    if (task.walked.includes(current)) {
      const { move } = this.tree.get(current);
      const kind = task.phase === 'wrong' ? 'refutation' : 'best';
      return [{ from: move.slice(0, 2), to: move.slice(2, 4), kind, strength: 1 }];
    }
    const next = task.exercise.solution[task.done];
    if (task.phase !== 'solve' || !task.hints || !next || current !== task.at) return [];
    const from = next.slice(0, 2);
    return [{ from, to: task.hints === 1 ? from : next.slice(2, 4), kind: 'hint', strength: 0.8 }];
  }

  shown(info: PositionReply): void {
    if (!this.task) return;
    const node = this.table.document?.tree.get(this.table.document.current);
    if (node && info.san && node.san === node.move) {
      node.san = info.san;
      node.thai = info.thai ?? '';
    }
    this.paint();
  }

  moved(move: LegalMove): void {
    void this.attempt(move);
  }

  // An attempt.

  private async attempt(move: LegalMove): Promise<void> {
    const { task, table } = this;
    const document = table.document;
    if (task?.phase !== 'solve' || !document) return;
    task.phase = 'judging';
    task.said = fill('tryThinking', { move: nameOf(move) });
    await table.play(move);
    const tried = document.current;
    if (tried === task.at) {
      // The connection was lost: nothing was played.
      task.phase = 'solve';
      this.paint();
      return;
    }
    const wanted = task.exercise.solution[task.done];
    const mates = table.info?.outcome?.reason === 'checkmate';
    if (move.uci === wanted || mates) {
      await this.right(task, tried, move, mates || task.exercise.kind === 'mistake');
      return;
    }
    await this.judge(task, document, tried, move);
  }

  /** The engine judges a move that is not the one of the solution, and answers it. */
  private async judge(task: Task, document: GameDocument, tried: number, move: LegalMove): Promise<void> {
    const { effort } = this.table.settings.value;
    this.paint();
    try {
      const request = { type: 'try', line: document.tree.line(tried), effort } as const;
      const found = await this.table.connection.ask(request, 'tried');
      if (this.task !== task || task.phase !== 'judging') return;
      if (!found.judgement && task.exercise.kind === 'mistake') {
        await this.right(task, tried, move, true, 'tryGood');
        return;
      }
      const reply = lineOf(found.reply, found.replySans, found.replyThai) ?? [];
      await this.wrong(task, tried, move, found.judgement, reply);
    } catch (error) {
      // Who has gone elsewhere has ended it.
      if (this.task !== task || task.phase !== 'judging') return;
      task.phase = 'lost';
      task.said = fill('tryLost', { move: nameOf(move), reason: reasonText(error) });
      this.paint();
    }
  }

  private async wrong(
    task: Task,
    tried: number,
    move: LegalMove,
    judged: string | null,
    reply: LineMove[],
  ): Promise<void> {
    task.phase = 'wrong';
    const name = nameOf(move);
    if (!judged || !reply.length) task.said = fill('tryNotIt', { move: name });
    else if (aboutMistake(task.exercise)?.played.uci === move.uci) task.said = fill('trySame2', { move: name });
    else task.said = fill('tryWrong', { move: name, judgement: t(TITLES[judged] ?? 'judgedMistake').toLowerCase() });
    announce(task.said);
    this.paint();
    this.walk(task, tried, reply);
    await this.grade(task, 'again');
  }

  /** Plays a line on the board, move by move. Whoever goes elsewhere is left there. */
  private walk(task: Task, from: number, line: LineMove[]): void {
    const ids: number[] = [];
    for (const { uci, san, thai } of line) ids.push(this.tree.add(ids.at(-1) ?? from, uci, san, thai).id);
    task.walked = ids;
    clearTimeout(this.timer);
    const step = (at: number) => {
      const before = at === 0 ? from : ids[at - 1];
      const id = ids[at];
      if (id === undefined || this.task !== task || this.table.document?.current !== before) return;
      void this.table.show(id);
      this.timer = window.setTimeout(() => step(at + 1), STEP);
    };
    this.timer = window.setTimeout(() => step(0), STEP / 2);
  }

  private async right(
    task: Task,
    tried: number,
    move: LegalMove,
    ends: boolean,
    word: Word = 'tryRight',
  ): Promise<void> {
    const { solution, kind } = task.exercise;
    const isBest = kind === 'mistake' && move.uci === solution[0];
    task.said = fill(isBest ? 'tryBest' : word, { move: nameOf(move) });
    task.done++;
    const answer = solution[task.done];
    if (!ends && answer && task.done + 1 < solution.length) {
      // The other side answers, and the puzzle goes on.
      task.said = fill('puzzleOn', { move: nameOf(move) });
      this.paint();
      this.timer = window.setTimeout(() => void this.answer(task, tried, answer), STEP / 2);
      return;
    }
    task.phase = 'right';
    this.conclude(task);
    announce(task.said);
    this.paint();
    await this.grade(task, task.hints ? 'hard' : 'good');
  }

  private async answer(task: Task, from: number, uci: string): Promise<void> {
    if (this.task !== task) return;
    const node = this.tree.add(from, uci, uci, '');
    task.at = node.id;
    task.done++;
    task.phase = 'solve';
    task.hints = task.hints && 1;
    await this.table.show(node.id);
    this.paint();
  }

  /** Says why, and puts the best line into the tree, to be stepped through. */
  private conclude(task: Task): void {
    const about = aboutMistake(task.exercise);
    if (about) {
      const game = this.table.document?.game ?? knownGame(task.exercise.line.variant);
      const name = isThai() && about.played.thai ? about.played.thai : about.played.san;
      task.after = `${name}: ${sentence(verdictText(about.verdict, game))}`;
    }
    let at = treeOf(task.exercise).start;
    const { solution } = task.exercise;
    solution.forEach((uci, index) => {
      const known = about?.best[index];
      at = this.tree.add(at, uci, known?.san ?? uci, known?.thai ?? '').id;
    });
  }

  /** Gives up and shows the solution on the board. */
  private async reveal(): Promise<void> {
    const { task } = this;
    if (!task || task.phase === 'judging' || isOver(task)) return;
    clearTimeout(this.timer);
    const about = aboutMistake(task.exercise);
    const line = task.exercise.solution.slice(task.done);
    const known = about?.best ?? [];
    const first = line[0] ?? '';
    await this.table.show(task.at);
    const legal = this.table.info?.moves.find((move) => move.uci === first);
    task.phase = 'shown';
    task.said = fill('solutionIs', { move: legal ? nameOf(legal) : first });
    this.conclude(task);
    const steps = line.map((uci, index) => known[index] ?? { uci, san: uci, thai: '' });
    this.walk(task, task.at, steps);
    announce(task.said);
    this.paint();
    await this.grade(task, 'again');
  }

  /** Back to the position of the exercise. */
  private async again(): Promise<void> {
    const { task } = this;
    if (!task) return;
    clearTimeout(this.timer);
    takeBack(task);
    task.said = '';
    task.walked = [];
    await this.table.show(task.at);
    this.paint();
    focusBoard();
  }

  private hint(): void {
    const { task, table } = this;
    const next = task?.exercise.solution[task.done];
    if (task?.phase !== 'solve' || !next || !table.info) return;
    if (table.document?.current !== task.at) {
      void table.show(task.at).then(() => this.hint());
      return;
    }
    task.hints = task.hints === 0 ? 1 : 2;
    const from = next.slice(0, 2);
    const man = readPlacement(table.info.fen).get(from) ?? '';
    const legal = table.info.moves.find((move) => move.uci === next);
    task.said =
      task.hints === 1
        ? fill('hintMan', { man: pieceName(man, table.game), square: squareName(from, table.game) })
        : fill('hintMove', { move: legal ? nameOf(legal) : next });
    announce(task.said);
    table.paint();
    this.paint();
  }

  // Grades.

  /** Notes how it went, once for each time that the exercise is shown. */
  private async grade(task: Task, grade: GradeName): Promise<void> {
    if (task.graded) return;
    task.graded = true;
    const told = await this.owed.add({ exercise: task.exercise.id, grade });
    if (this.task !== task || !told) return;
    const parts = [fill('comesAgain', { time: timeText(told.days * 86_400) })];
    if (told.rating !== null) parts.push(fill('ratingNow', { rating: told.rating }));
    task.noted = parts.join(' ');
    this.paint();
  }

  private async remove(): Promise<void> {
    const { task } = this;
    if (!task) return;
    const exercises = [task.exercise.id];
    try {
      await this.table.connection.ask({ type: 'removeExercises', exercises, restore: false }, 'exercisesRemoved');
    } catch (error) {
      toastFailure(error);
      return;
    }
    const bringBack = () =>
      void this.table.connection
        .ask({ type: 'removeExercises', exercises, restore: true }, 'exercisesRemoved')
        .then(() => {
          if (!this.task) void this.showAll();
        })
        .catch(toastFailure);
    toast(t('exerciseRemoved'), 'plain', 10_000, [[t('undo'), bringBack]]);
    await this.next();
  }

  // The panel.

  private paint(): void {
    const { task } = this;
    if (!task) return;
    const parts = exerciseParts(task, this.table, this.tree, {
      all: () => void this.showAll(),
      next: () => void this.next(),
      hint: () => this.hint(),
      reveal: () => void this.reveal(),
      again: () => void this.again(),
      analyse: () => void this.toAnalysis().catch(toastFailure),
      remove: () => void this.remove(),
    });
    const isNew = this.painted !== task.phase;
    this.painted = task.phase;
    keepFocus(this.panel, () => this.sheet.replaceChildren(...parts));
    // Whoever has typed the move goes on from here.
    if (isNew && this.panel.contains(document.activeElement)) {
      this.panel.querySelector<HTMLElement>('.train-actions .primary')?.focus({ preventScroll: true });
    }
  }

  private async toAnalysis(): Promise<void> {
    const { document } = this.table;
    if (!document) return;
    // What was not on the board yet has no name for people.
    for (const node of document.tree.nodes.values()) {
      if (!node.move || node.san !== node.move) continue;
      const { san, thai } = await this.table.describe(document.tree.line(node.id));
      node.san = san ?? node.move;
      node.thai = thai ?? '';
    }
    this.analyse(Tree.fromData(document.tree.toData()), document.current, document.data.orientation);
  }

  key(event: KeyboardEvent): boolean {
    const { task } = this;
    if (!task || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const keys: Record<string, () => void> = {
      h: () => this.hint(),
      s: () => void this.reveal(),
      r: () => task.phase !== 'judging' && !isOver(task) && void this.again(),
      n: () => isOver(task) && void this.next(),
      Escape: () => void this.showAll(),
    };
    const act = keys[event.key];
    act?.();
    return !!act;
  }
}

/** The solver is to move again; an answer that has not been made yet was not. */
function takeBack(task: Task): void {
  task.phase = 'solve';
  task.done -= task.done % 2;
}
