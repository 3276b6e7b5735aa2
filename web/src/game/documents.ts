// Games that are kept: on the server's disk, and in the browser as well, so
// that nothing is lost between a move and the disk.

import type { Connection } from '../connection';
import { type Game, gameOf } from '../games';
import type { Color, GameRecord, Score, SideReply } from '../protocol';
import { Tree, type TreeData } from './tree';
import { type Verdict, verdictText } from './verdict';

export interface ClockState {
  /** Milliseconds at the start and added with each move. */
  base: number;
  increment: number;
  /** What is left. */
  w: number;
  b: number;
}

export interface PlayState {
  /** The person's side. */
  color: Color;
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
  nodes: { id: number; score: Score; share: number; judgement: string; verdict?: Verdict; glyph?: number }[];
}

export interface DocumentData {
  version: 1;
  id: string;
  kind: 'play' | 'analyse';
  tree: TreeData;
  current: number;
  orientation: Color;
  tags: [string, string][];
  result: string;
  play: PlayState | null;
  review?: ReviewState;
  created: number;
  updated: number;
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
    const random = Math.floor(Math.random() * 36 ** 5)
      .toString(36)
      .padStart(5, '0');
    return new GameDocument({
      version: 1,
      id: `${kind}-${now.toString(36)}-${random}`,
      kind,
      tree: tree.toData(),
      current: tree.end(0),
      orientation: 'w',
      tags: [],
      result: '*',
      play: null,
      created: now,
      updated: now,
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

  /** What the review says about a node, in the language of the page. */
  verdict(id: number): string {
    const { review } = this.data;
    const verdict = review?.nodes.find((node) => node.id === id)?.verdict;
    return verdict ? verdictText(verdict, this.game) : '';
  }
}

/** A score as PGN has it; nothing for a mate that is on the board. */
function evalCommand(score: Score): string {
  if (score.mate !== undefined) return score.mate === 0 ? '' : `[%eval #${score.mate}]`;
  return `[%eval ${((score.cp ?? 0) / 100).toFixed(2)}]`;
}

/** The game for PGN, with what its review says. */
export function exportRecord(document: GameDocument, fen: string): GameRecord {
  const reviewed = new Map(document.data.review?.nodes.map((node) => [node.id, node]));
  return document.tree.toRecord(document.data.tags, document.data.result, fen, (node) => {
    const review = reviewed.get(node.id);
    if (!review) return node.comment;
    const own = node.comment.replace(/\[%eval [^\]]*\]/g, '').trim();
    return [evalCommand(review.score), own, document.verdict(node.id)].filter(Boolean).join(' ');
  });
}

/** True if nothing has happened that would be worth keeping. */
function isUntouched({ tree, data }: GameDocument): boolean {
  const { fen, number } = tree.start;
  const idle = data.play === null || (data.play.over !== null && data.play.over.reason === '');
  return tree.nodes.size === 1 && !fen && number === undefined && idle && !tree.root.comment;
}

const LOCAL = 'erawan-game:';

/** What the browser has kept; nothing if that cannot be read. */
function readLocal(key: string): DocumentData | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as DocumentData | null;
  } catch {
    return null;
  }
}

export class Documents {
  private timers = new Map<string, number>();

  constructor(private connection: Connection) {}

  /** Keeps a game: in the browser at once, on the disk soon. */
  save(document: GameDocument): void {
    if (isUntouched(document)) return;
    document.data.updated = Date.now();
    const data = document.toData();
    try {
      localStorage.setItem(LOCAL + data.id, JSON.stringify(data));
    } catch {
      // The browser's store is full; the disk has it.
    }
    clearTimeout(this.timers.get(data.id));
    const send = async () => {
      try {
        await this.connection.ask({ type: 'save', name: data.id, value: data }, 'saved');
        // What is on the disk need not fill the browser's store.
        if (readLocal(LOCAL + data.id)?.updated === data.updated) localStorage.removeItem(LOCAL + data.id);
      } catch {
        // Tried again when there is a connection.
      }
    };
    this.timers.set(
      data.id,
      window.setTimeout(() => void send(), 250),
    );
  }

  async load(id: string): Promise<GameDocument | null> {
    const local = readLocal(LOCAL + id);
    let stored: DocumentData | null = null;
    try {
      stored = (await this.connection.ask({ type: 'load', name: id }, 'loaded')).value as DocumentData | null;
    } catch {
      // Without a connection the browser's copy must do.
    }
    const newest = local && (!stored || local.updated > stored.updated) ? local : stored;
    return newest && newest.version === 1 ? new GameDocument(newest) : null;
  }

  /** Sends what has not reached the disk. */
  async flush(): Promise<void> {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(LOCAL))) {
      const data = readLocal(key);
      if (!data) continue;
      try {
        const stored = await this.connection.ask({ type: 'load', name: data.id }, 'loaded');
        const old = stored.value as DocumentData | null;
        if (!old || old.updated < data.updated) {
          await this.connection.ask({ type: 'save', name: data.id, value: data }, 'saved');
        }
        localStorage.removeItem(key);
      } catch {
        return;
      }
    }
  }

  async names(): Promise<string[]> {
    return (await this.connection.ask({ type: 'list' }, 'list')).names;
  }

  async remove(id: string): Promise<void> {
    localStorage.removeItem(LOCAL + id);
    await this.connection.ask({ type: 'remove', name: id }, 'saved');
  }
}
