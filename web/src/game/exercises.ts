// Exercises: what a review makes them of, and what is shown with them.

import type { Color, ExerciseReply, ExerciseRequest } from '../protocol';
import type { GameDocument, ReviewNode } from './document';
import { firstMove, Tree } from './tree';
import type { LineMove, Verdict } from './verdict';

/** What is kept with a mistake. */
export interface MistakeAbout {
  played: LineMove;
  verdict: Verdict;
  best: LineMove[];
  /** Who played, and when. */
  title: string;
}

/** Who has made the move of a node. */
export function moverOf(tree: Tree, id: number): Color {
  return (tree.ply(id) % 2 === 1) !== firstMove(tree.start.fen).blackFirst ? 'w' : 'b';
}

function isMistake(node: ReviewNode): boolean {
  return ['inaccuracy', 'mistake', 'blunder'].includes(node.judgement) && !!node.verdict?.bestMove;
}

/** The best line of a verdict; of an older one only its first move is known. */
function bestLine(verdict: Verdict): LineMove[] {
  const { line, bestMove, best, bestThai } = verdict;
  if (line?.length) return line;
  return bestMove ? [{ uci: bestMove, san: best ?? bestMove, thai: bestThai ?? '' }] : [];
}

/** The bad moves of a side in a reviewed game, as exercises. */
export function mistakesOf(document: GameDocument, color: Color): ExerciseRequest[] {
  const { tree, data } = document;
  const tags = new Map(data.tags);
  const names = [tags.get('White'), tags.get('Black')].map((name) => name ?? '?').join(' – ');
  const date = tags.get('Date')?.replaceAll('.??', '');
  const title = [names, date].filter((text) => text && /[^?.]/.test(text)).join(', ');
  const found: ExerciseRequest[] = [];
  for (const node of data.review?.nodes ?? []) {
    if (!tree.has(node.id) || !isMistake(node) || !node.verdict || moverOf(tree, node.id) !== color) continue;
    const { move, san, thai, parent } = tree.get(node.id);
    const best = bestLine(node.verdict);
    const about: MistakeAbout = { played: { uci: move, san, thai }, verdict: node.verdict, best, title };
    found.push({ kind: 'mistake', line: tree.line(parent), solution: best.map((step) => step.uci), about });
  }
  return found;
}

/** The tree of an exercise, and the node where somebody is to move. */
export function treeOf(exercise: ExerciseReply): { tree: Tree; start: number } {
  const { moves, ...start } = exercise.line;
  const tree = new Tree(start);
  let at = 0;
  for (const move of moves ?? []) {
    if (move === 'count' || move === 'stop') tree.get(at).actions.push(move);
    else at = tree.add(at, move, move, '').id;
  }
  return { tree, start: at };
}

/** What is kept with a mistake, if it can be understood. */
export function aboutMistake(exercise: ExerciseReply): MistakeAbout | null {
  const about = exercise.about as Partial<MistakeAbout> | null;
  return about?.played && about.verdict && Array.isArray(about.best) ? (about as MistakeAbout) : null;
}
