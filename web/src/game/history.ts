// What has been done to a game, so that it can be undone and done again.

import type { GameDocument, ReviewState } from './document';
import type { TreeData } from './tree';

interface Snapshot {
  tree: TreeData;
  review: ReviewState | undefined;
  current: number;
  /** The same as text, to see whether anything has changed. */
  text: string;
}

/** Characters of snapshots that are kept: long games have long ones. */
const MOST = 40_000_000;
/** Letters of one comment that follow each other are one change. */
const PAUSE = 1500;

function snapshot(document: GameDocument): Snapshot {
  const tree = document.tree.toData();
  const { review } = document.data;
  const text = JSON.stringify([tree.nodes, review]);
  return {
    ...(JSON.parse(JSON.stringify({ tree, review })) as Pick<Snapshot, 'tree' | 'review'>),
    current: document.current,
    text,
  };
}

export class History {
  private past: Snapshot[] = [];
  private future: Snapshot[] = [];
  private now: Snapshot;
  private last = { kind: '', at: -Infinity };

  constructor(private document: GameDocument) {
    this.now = snapshot(document);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Notes what has been changed, if anything has. Changes of one kind that
   * follow each other quickly are one. */
  note(kind = ''): void {
    const next = snapshot(this.document);
    if (next.text === this.now.text) {
      this.now.current = next.current;
      return;
    }
    const at = performance.now();
    const isSame = kind !== '' && kind === this.last.kind && at - this.last.at < PAUSE && this.past.length > 0;
    this.last = { kind, at };
    if (!isSame) this.past.push(this.now);
    this.future = [];
    this.now = next;
    let size = this.past.reduce((sum, each) => sum + each.text.length, 0);
    while (size > MOST) size -= this.past.shift()?.text.length ?? size;
  }

  /** Takes the last change back. False if there is none. */
  undo(): boolean {
    return this.go(this.past, this.future);
  }

  /** Makes it again. */
  redo(): boolean {
    return this.go(this.future, this.past);
  }

  private go(from: Snapshot[], to: Snapshot[]): boolean {
    const target = from.pop();
    if (!target) return false;
    to.push(this.now);
    this.now = target;
    this.last = { kind: '', at: -Infinity };
    const { document } = this;
    document.tree.restore(target.tree);
    document.data.review = target.review && (JSON.parse(JSON.stringify(target.review)) as ReviewState);
    document.current = document.tree.has(target.current) ? target.current : document.tree.end(0);
    return true;
  }
}
