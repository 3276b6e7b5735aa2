// A game as a tree of moves. Nodes are kept by number; the root is 0.

import type { CountingChoice, GameName, GameRecord, Line } from '../protocol';

export interface TreeNode {
  id: number;
  parent: number;
  /** The first is the main line. */
  children: number[];
  move: string;
  san: string;
  thai: string;
  comment: string;
  glyphs: number[];
  /** Makruk counted by hand: what was said before the next move. */
  actions: ('count' | 'stop')[];
}

export interface TreeStart {
  variant: GameName;
  fen?: string;
  number?: number;
  counting?: CountingChoice;
}

/** A node as it is kept: number, parent, move and names, then what is written
 * about it. What is empty at the end is left out. */
export type PackedNode = [
  id: number,
  parent: number,
  move?: string,
  san?: string,
  thai?: string,
  comment?: string,
  glyphs?: number[],
  actions?: ('count' | 'stop')[],
];

/** A tree as it is kept. A node stands after its parent and the children of one
 * parent in their order. */
export interface TreeData {
  start: TreeStart;
  nodes: PackedNode[];
}

/** A tree as the first version kept it. */
export interface OldTreeData {
  start: TreeStart;
  nodes: TreeNode[];
}

function pack(node: TreeNode): PackedNode {
  const { id, parent, move, san, thai, comment, glyphs, actions } = node;
  const packed = [id, parent, move, san, thai, comment, glyphs, actions];
  while (packed.length > 2 && !(packed.at(-1) as string | unknown[]).length) packed.pop();
  return packed as PackedNode;
}

/** The number of the first move, and who makes it. */
export function firstMove(start: string | undefined): { firstMove: number; blackFirst: boolean } {
  const fields = start?.split(' ') ?? [];
  const number = Number(fields[fields.length - 1]);
  return { firstMove: Number.isFinite(number) && number > 0 ? number : 1, blackFirst: fields[1] === 'b' };
}

function blank(id: number, parent: number): TreeNode {
  return { id, parent, children: [], move: '', san: '', thai: '', comment: '', glyphs: [], actions: [] };
}

export class Tree {
  readonly nodes = new Map<number, TreeNode>();
  private nextId = 1;

  constructor(public start: TreeStart) {
    this.nodes.set(0, blank(0, -1));
  }

  static fromData(data: TreeData): Tree {
    const tree = new Tree(data.start);
    tree.restore(data);
    return tree;
  }

  /** From the first position on the sides say themselves when they count. */
  countByHand(): void {
    this.start = { ...this.start, counting: 'manual' };
  }

  /** Becomes what it was. Numbers of nodes that are gone are not used again. */
  restore(data: TreeData): void {
    this.start = data.start;
    this.nodes.clear();
    this.nodes.set(0, blank(0, -1));
    for (const [id, parent, move = '', san = '', thai = '', comment = '', glyphs = [], actions = []] of data.nodes) {
      const above = this.nodes.get(parent);
      // Only the root has no parent.
      if (!above && id !== 0) continue;
      const rest = { glyphs: [...glyphs], actions: [...actions] };
      this.nodes.set(id, { id, parent, children: [], move, san, thai, comment, ...rest });
      above?.children.push(id);
      this.nextId = Math.max(this.nextId, id + 1);
    }
  }

  static fromOld(data: OldTreeData): Tree {
    const tree = new Tree(data.start);
    for (const node of data.nodes) {
      tree.nodes.set(node.id, { ...blank(node.id, node.parent), ...node });
      tree.nextId = Math.max(tree.nextId, node.id + 1);
    }
    return tree;
  }

  static fromRecord(record: GameRecord): Tree {
    const tree = new Tree({ variant: record.variant, fen: record.fen || undefined, counting: record.counting });
    const ids: number[] = [0];
    tree.root.comment = record.nodes[0]?.comment ?? '';
    tree.root.actions = record.nodes[0]?.actions ?? [];
    record.nodes.slice(1).forEach((entry) => {
      const parent = ids[entry.parent] ?? 0;
      const node = tree.add(parent, entry.move, entry.san ?? '', entry.thai ?? '');
      node.comment = entry.comment ?? '';
      node.glyphs = entry.glyphs ?? [];
      node.actions = entry.actions ?? [];
      ids.push(node.id);
    });
    return tree;
  }

  toData(): TreeData {
    return { start: this.start, nodes: this.ordered().map(pack) };
  }

  /** The nodes from the root on, every line to its end before the next. */
  ordered(): TreeNode[] {
    const order: TreeNode[] = [];
    const open = [0];
    while (open.length) {
      const node = this.nodes.get(open.pop() as number);
      if (!node) continue;
      order.push(node);
      for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i] as number);
    }
    return order;
  }

  /** `comment` says what is written about a node. */
  toRecord(
    tags: [string, string][],
    result: string,
    fen: string,
    comment: (node: TreeNode) => string = (node) => node.comment,
  ): GameRecord {
    const order = this.ordered();
    const places = new Map(order.map((node, place) => [node.id, place]));
    // Children of one parent must stand in their order, whatever lies between.
    return {
      variant: this.start.variant,
      counting: this.start.counting,
      fen,
      tags,
      result,
      nodes: order.map((node) => ({
        parent: places.get(node.parent) ?? 0,
        move: node.move,
        comment: comment(node) || undefined,
        glyphs: node.glyphs.length ? node.glyphs : undefined,
        actions: node.actions.length ? node.actions : undefined,
      })),
    };
  }

  get root(): TreeNode {
    return this.nodes.get(0) as TreeNode;
  }

  get(id: number): TreeNode {
    return this.nodes.get(id) ?? this.root;
  }

  has(id: number): boolean {
    return this.nodes.has(id);
  }

  /** The nodes from the root to this one, both included. */
  path(id: number): TreeNode[] {
    const path: TreeNode[] = [];
    for (let node = this.nodes.get(id); node; node = this.nodes.get(node.parent)) path.push(node);
    return path.reverse();
  }

  ply(id: number): number {
    return this.path(id).length - 1;
  }

  line(id: number): Line {
    const moves = this.path(id).flatMap((node) => [...(node.move ? [node.move] : []), ...node.actions]);
    return { ...this.start, moves };
  }

  /** The node that moves lead to, or the last of them that is there. */
  follow(moves: string[]): number {
    let at = this.root;
    for (const move of moves) {
      const next = at.children.map((id) => this.get(id)).find((node) => node.move === move);
      if (!next) break;
      at = next;
    }
    return at.id;
  }

  /** Adds a move, or finds it. */
  add(parent: number, move: string, san: string, thai: string): TreeNode {
    const above = this.get(parent);
    const known = above.children.map((id) => this.get(id)).find((node) => node.move === move);
    if (known) return known;
    const node = { ...blank(this.nextId++, above.id), move, san, thai };
    this.nodes.set(node.id, node);
    above.children.push(node.id);
    return node;
  }

  remove(id: number): void {
    const node = this.nodes.get(id);
    if (!node || id === 0) return;
    const parent = this.get(node.parent);
    parent.children = parent.children.filter((child) => child !== id);
    const open = [id];
    while (open.length) {
      const next = open.pop() as number;
      open.push(...this.get(next).children);
      this.nodes.delete(next);
    }
  }

  /** Makes the line of a node the main one, up to the root. */
  promote(id: number): void {
    for (const node of this.path(id).slice(1)) {
      const parent = this.get(node.parent);
      parent.children = [node.id, ...parent.children.filter((child) => child !== node.id)];
    }
  }

  /** A tree of nothing but the line to a node. */
  lineTo(id: number): Tree {
    const tree = new Tree(this.start);
    let at = tree.root;
    for (const node of this.path(id)) {
      if (node.id !== 0) at = tree.add(at.id, node.move, node.san, node.thai);
      at.actions = [...node.actions];
    }
    return tree;
  }

  isMainline(id: number): boolean {
    return this.path(id)
      .slice(1)
      .every((node) => this.get(node.parent).children[0] === node.id);
  }

  /** The end of the line that goes on from a node. */
  end(id: number): number {
    let node = this.get(id);
    while (node.children.length) node = this.get(node.children[0] as number);
    return node.id;
  }

  mainline(): TreeNode[] {
    const nodes: TreeNode[] = [];
    for (let node = this.root; node.children.length; ) {
      node = this.get(node.children[0] as number);
      nodes.push(node);
    }
    return nodes;
  }
}
