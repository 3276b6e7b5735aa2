// What stands beside the board while an exercise is on it.

import { aboutMistake, treeOf } from '../game/exercises';
import type { Tree } from '../game/tree';
import { fill, isThai, t, type Word } from '../i18n';
import type { ExerciseReply, LegalMove } from '../protocol';
import type { Table } from '../table';
import { h, iconButton } from '../ui/dom';
import { typedInput } from '../ui/typed-input';
import { kindName } from './train-overview';
import { themeText } from './train-themes';

/** How far an exercise is. */
export type Phase = 'solve' | 'judging' | 'wrong' | 'lost' | 'right' | 'shown';

/** An exercise on the board. */
export interface Task {
  exercise: ExerciseReply;
  /** Where the solver is to move: the start, or further on in a puzzle. */
  at: number;
  /** How many moves of the solution are on the board. */
  done: number;
  phase: Phase;
  /** The square of the man that moves was told, then the move. */
  hints: 0 | 1 | 2;
  graded: boolean;
  /** What is said of the last move, or of the way on. */
  said: string;
  /** What is said at the end beside it. */
  after: string;
  /** When it comes again, once that is known. */
  noted: string;
  /** The nodes that are played by themselves, for the arrow. */
  walked: number[];
}

/** What the buttons do. */
export interface Hands {
  all: () => void;
  next: () => void;
  hint: () => void;
  reveal: () => void;
  again: () => void;
  analyse: () => void;
  remove: () => void;
}

const TASKS: Record<ExerciseReply['kind'], Word> = {
  mistake: 'mistakeTask',
  puzzle: 'puzzleTask',
};

/** How the card is coloured. */
const STATES: Record<Phase, string> = {
  solve: 'trying',
  judging: 'trying',
  wrong: 'blunder',
  lost: 'none',
  right: 'best',
  shown: 'mistake',
};

/** A move as people write it. */
export function nameOf(move: LegalMove): string {
  return isThai() && move.thai ? move.thai : move.san;
}

/** True if there is nothing more to find. */
export function isOver({ phase }: Task): boolean {
  return phase === 'right' || phase === 'shown';
}

/** What is to be done. */
export function taskText({ exercise }: Task, table: Table): string {
  const side = t(table.document?.data.orientation === 'b' ? 'black' : 'white');
  const played = aboutMistake(exercise)?.played;
  const move = played ? (isThai() && played.thai ? played.thai : played.san) : '';
  const word = exercise.kind === 'mistake' && !played ? 'puzzleTask' : TASKS[exercise.kind];
  return fill(word, { move, side });
}

function factsText(task: Task): string {
  const { exercise } = task;
  const facts = [aboutMistake(exercise)?.title];
  if (exercise.kind === 'puzzle') {
    if (exercise.rating !== null) facts.push(fill('puzzleRating', { rating: exercise.rating }));
    // The motifs would tell too much before it is solved.
    if (isOver(task)) facts.push(exercise.themes.map(themeText).filter(Boolean).join(', '));
  }
  return facts.filter(Boolean).join(' · ');
}

function buttons(task: Task, hands: Hands): HTMLElement[] {
  const button = (name: string, word: Word, act: () => void, main = false) =>
    iconButton(name, t(word), act, { shown: true, class: main ? 'primary' : '' });
  const reveal = button('review', 'showSolution', hands.reveal);
  if (isOver(task)) {
    return [
      button('next', 'nextExercise', hands.next, true),
      button('analyse', 'analyse', hands.analyse),
      iconButton('trash', t('removeExercise'), hands.remove),
    ];
  }
  if (task.phase === 'judging') return [];
  if (task.phase === 'solve') return [button('hint', 'hint', hands.hint), reveal];
  return [button('undo', 'tryAgain', hands.again, true), reveal];
}

/** The best line of a mistake, to be stepped through. */
function bestLine(task: Task, table: Table, tree: Tree): HTMLElement | null {
  const line = aboutMistake(task.exercise)?.best ?? [];
  if (!line.length) return null;
  const row = h('p', { class: 'train-line' }, h('span', { class: 'quiet', text: `${t('bestLine')}: ` }));
  let at = treeOf(task.exercise).start;
  for (const { uci, san, thai } of line) {
    const { id } = tree.add(at, uci, san, thai);
    at = id;
    const current = id === table.document?.current;
    row.append(
      h('button', {
        type: 'button',
        class: `move ${current ? 'current' : ''}`,
        'aria-current': current ? 'true' : undefined,
        data: { node: String(id) },
        text: isThai() && thai ? thai : san,
        on: { click: () => void table.show(id) },
      }),
    );
  }
  return row;
}

/** The parts of the panel. */
export function exerciseParts(task: Task, table: Table, tree: Tree, hands: Hands): HTMLElement[] {
  const { exercise, phase } = task;
  const after = [isOver(task) ? task.after : '', isOver(task) || phase === 'wrong' ? task.noted : ''].filter(Boolean);
  const card = h(
    'section',
    { class: `verdict-card train-card ${STATES[phase]}`, 'aria-label': t('verdict') },
    h('p', { class: 'train-task', text: taskText(task, table) }),
    task.said ? h('p', { class: 'train-said', text: task.said }) : null,
    ...after.map((text) => h('p', { text })),
    isOver(task) ? bestLine(task, table, tree) : null,
  );
  const head = h(
    'div',
    { class: 'panel-head' },
    h('h2', { text: kindName(exercise.kind) }),
    h('p', { class: 'quiet', text: factsText(task) }),
  );
  const actions = h('div', { class: 'actions wrap train-actions' }, ...buttons(task, hands));
  const back = iconButton('games', t('backToTraining'), hands.all, { shown: true });
  return [
    head,
    card,
    actions,
    phase === 'solve' ? typedInput(table) : null,
    table.stepButtons(),
    h('div', { class: 'actions wrap' }, back),
  ].filter((part) => part !== null);
}
