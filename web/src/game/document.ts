// A game as it is kept: its moves, and all that belongs to it.

import { type Game, gameOf } from '../games';
import type { Color, GameRecord, PraiseReply, Score, SideReply } from '../protocol';
import type { Edits } from './edits';
import { type OldTreeData, Tree, type TreeData, type TreeNode } from './tree';
import { praiseText, type Verdict, verdictText } from './verdict';

export interface ClockState {
  /** Milliseconds at the start and added with each move. */
  base: number;
  increment: number;
  /** What is left. */
  w: number;
  b: number;
}

export interface PlayState {
  /** The person's side; White if two people play. */
  color: Color;
  /** True if two people play on one board. */
  both?: boolean;
  /** True if two engines play. */
  watched?: boolean;
  /** Engines other than Erawan, by the side that they play. */
  engines?: Partial<Record<Color, string>>;
  /** Milliseconds a move for two engines without a clock. */
  movetime?: number;
  /** Nothing for full strength. */
  elo: number | null;
  clock: ClockState | null;
  over: { result: string; reason: string } | null;
  seed: number;
  takebacks: number;
}

/** A review, by the nodes of the main line that it is of. */
export interface ReviewState {
  start: Score;
  sides: [SideReply, SideReply];
  nodes: ReviewNode[];
  /** The move that decided the game. */
  turningPoint?: number;
  /** The moves with which the middle game and the endgame begin. */
  phases?: [number | null, number | null];
}

/** What a review says of a move. */
export interface ReviewNode {
  id: number;
  score: Score;
  share: number;
  judgement: string;
  verdict?: Verdict;
  praise?: PraiseReply;
  glyph?: number;
}

export interface DocumentData {
  version: 2;
  id: string;
  kind: 'play' | 'analyse';
  tree: TreeData;
  current: number;
  orientation: Color;
  tags: [string, string][];
  result: string;
  play: PlayState | null;
  /** The side of whoever sits before the page, in a game of theirs. */
  own?: Color;
  review?: ReviewState;
  /** The analysis that was made of a game against the engine. */
  analysis?: string;
  /** The FEN of the start position, once it was shown. */
  rootFen?: string;
  /** For people to read; nothing is decided by clocks. */
  created: number;
  updated: number;
  edits: Edits;
}

/** As the first version kept it. */
type OldDocumentData = Omit<DocumentData, 'version' | 'tree' | 'edits'> & { version: 1; tree: OldTreeData };

/** A game of a version to come. */
export class VersionError extends Error {}

/** A kept game in the form of today; nothing if it is none. */
export function upgrade(value: unknown): DocumentData | null {
  const data = value as DocumentData | OldDocumentData | null;
  if (!data || typeof data !== 'object' || !Array.isArray(data.tree?.nodes)) return null;
  if (data.version === 2) return data;
  if (data.version !== 1) throw new VersionError('a game of a later version');
  return { ...data, version: 2, tree: Tree.fromOld(data.tree).toData(), edits: {} };
}

/** A name that no other game has. */
export function newId(kind: 'play' | 'analyse'): string {
  const random = Math.floor(Math.random() * 36 ** 5)
    .toString(36)
    .padStart(5, '0');
  return `${kind}-${Date.now().toString(36)}-${random}`;
}

/** A game on the table. */
export class GameDocument {
  readonly tree: Tree;

  constructor(readonly data: DocumentData) {
    this.tree = Tree.fromData(data.tree);
    if (!this.tree.has(data.current)) data.current = this.tree.end(0);
  }

  static create(kind: 'play' | 'analyse', tree: Tree, rest: Partial<DocumentData> = {}): GameDocument {
    const now = Date.now();
    return new GameDocument({
      version: 2,
      id: newId(kind),
      kind,
      tree: tree.toData(),
      current: tree.end(0),
      orientation: 'w',
      tags: [],
      result: '*',
      play: null,
      created: now,
      updated: now,
      edits: {},
      ...rest,
    });
  }

  get current(): number {
    return this.data.current;
  }

  set current(id: number) {
    this.data.current = id;
  }

  get game(): Game {
    return gameOf(this.tree.start.variant);
  }

  toData(): DocumentData {
    return { ...this.data, tree: this.tree.toData() };
  }

  /** What the review says about nodes, in the language of the page. */
  verdicts(): (id: number) => string {
    const found = new Map(this.data.review?.nodes.map((node) => [node.id, node.verdict]));
    return (id) => {
      const verdict = found.get(id);
      return verdict ? verdictText(verdict, this.game) : '';
    };
  }
}

/** All of a game that makes it another one when it changes. Its name, how it was
 * last looked at, and clocks, which run in every page that shows it, do not. */
export function contentOf(document: GameDocument): string {
  return JSON.stringify(contentOnly(document));
}

function contentOnly(document: GameDocument): object {
  const data = document.toData();
  const apart = { id: 0, current: 0, orientation: 0, rootFen: 0, updated: 0, edits: 0 };
  const clock = data.play?.clock && { ...data.play.clock, w: 0, b: 0 };
  return { ...data, ...apart, play: data.play && { ...data.play, clock } };
}

/** True if two copies have the same content, whatever order their keys are in:
 * the server has its own. */
export function isSameContent(one: DocumentData, other: DocumentData): boolean {
  const text = (data: DocumentData) => JSON.stringify(contentOnly(new GameDocument(data)), withSortedKeys);
  return text(one) === text(other);
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A score as PGN has it; nothing for a mate that is on the board. */
function evalCommand(score: Score): string {
  if (score.mate !== undefined) return score.mate === 0 ? '' : `[%eval #${score.mate}]`;
  return `[%eval ${((score.cp ?? 0) / 100).toFixed(2)}]`;
}

/** What is written about each node: by people, and by a review. */
export function remarksOf(document: GameDocument): (node: TreeNode) => string {
  const reviewed = new Map(document.data.review?.nodes.map((node) => [node.id, node]));
  return (node) => {
    const review = reviewed.get(node.id);
    if (!review) return node.comment;
    const own = node.comment.replace(/\[%eval [^\]]*\]/g, '').trim();
    const verdict = review.verdict ? verdictText(review.verdict, document.game) : '';
    const praise = review.praise ? praiseText(review.praise, document.game) : '';
    return [evalCommand(review.score), own, verdict, praise].filter(Boolean).join(' ');
  };
}

/** The game for PGN, with what its review says. */
export function exportRecord(document: GameDocument, fen: string): GameRecord {
  return document.tree.toRecord(document.data.tags, document.data.result, fen, remarksOf(document));
}

/** True if nothing has happened that would be worth keeping. */
export function isUntouched({ tree, data }: GameDocument): boolean {
  const { fen, number } = tree.start;
  const idle = data.play === null || (data.play.over !== null && data.play.over.reason === '');
  return tree.nodes.size === 1 && !fen && number === undefined && idle && !tree.root.comment;
}
