// A game as PGN, written by the page itself: for a game that the server cannot
// take, and for a server that is gone.

import { t } from '../i18n';
import { type GameDocument, remarksOf } from './document';
import { firstMove, type TreeNode } from './tree';

const WIDTH = 79;

function tag(name: string, value: string): string {
  const text = value.replace(/[\r\n\t]+/g, ' ').replace(/["\\]/g, '\\$&');
  return `[${name} "${text}"]`;
}

/** The tags: the seven that PGN asks for, then the others. */
function tagLines(document: GameDocument): string[] {
  const { start } = document.tree;
  const given = new Map(document.data.tags);
  const tags = new Map<string, string>();
  for (const name of ['Event', 'Site', 'Date', 'Round', 'White', 'Black']) {
    tags.set(name, given.get(name) || (name === 'Date' ? '????.??.??' : '?'));
  }
  tags.set('Result', document.data.result);
  for (const [name, value] of given) if (!tags.has(name)) tags.set(name, value);
  if (start.variant !== 'chess') tags.set('Variant', start.variant);
  if (start.counting && start.counting !== 'auto') tags.set('Counting', start.counting);
  const fen = startFen(document);
  if (fen) {
    tags.set('SetUp', '1');
    tags.set('FEN', fen);
  }
  return [...tags].filter(([name]) => /^[A-Za-z0-9_]+$/.test(name)).map(([name, value]) => tag(name, value));
}

/** The FEN of the start position, unless it is the game's own. */
function startFen(document: GameDocument): string | undefined {
  const { fen, number } = document.tree.start;
  if (fen || number === undefined) return fen;
  if (!document.data.rootFen) throw new Error(t('startUnknown'));
  return document.data.rootFen;
}

/** What comes next: words, or the moves that follow a node. */
type Step = string | { after: TreeNode; ply: number; fresh: boolean };

/** The words of the moves, variations in brackets behind the moves they replace. */
function words(document: GameDocument): string[] {
  const { tree } = document;
  const remark = remarksOf(document);
  const first = firstMove(startFen(document));
  const found: string[] = [];
  const said = (node: TreeNode): string[] => {
    const actions = node.actions.map((action) => `[%count ${action === 'count' ? 'start' : 'stop'}]`);
    const text = [remark(node), ...actions].filter(Boolean).join(' ').replaceAll('}', ')').replace(/\s+/g, ' ').trim();
    return text ? [`{${text}}`] : [];
  };
  const move = (node: TreeNode, ply: number, fresh: boolean): string[] => {
    const half = ply + (first.blackFirst ? 1 : 0);
    const number = `${first.firstMove + Math.floor(half / 2)}`;
    const before = half % 2 === 0 ? [`${number}.`] : fresh ? [`${number}...`] : [];
    return [...before, node.san || node.move, ...node.glyphs.map((glyph) => `$${glyph}`), ...said(node)];
  };
  found.push(...said(tree.root));
  // Lines within lines may be nested as deep as anybody likes.
  const open: Step[] = [{ after: tree.root, ply: 0, fresh: true }];
  while (open.length) {
    const step = open.pop() as Step;
    if (typeof step === 'string') {
      if (step === ')') found.push(`${found.pop() ?? ''})`);
      else found.push(step);
      continue;
    }
    const [main, ...others] = step.after.children.map((id) => tree.get(id));
    if (!main) continue;
    const ply = step.ply;
    found.push(...move(main, ply, step.fresh));
    const broken = others.length > 0 || said(main).length > 0;
    open.push({ after: main, ply: ply + 1, fresh: broken });
    for (const other of others.reverse()) {
      const [head = '', ...rest] = move(other, ply, true);
      open.push(')', { after: other, ply: ply + 1, fresh: said(other).length > 0 }, ...rest.reverse(), `(${head}`);
    }
  }
  found.push(document.data.result || '*');
  return found;
}

/** The game as a text that any program for PGN reads. */
export function writePgn(document: GameDocument): string {
  const lines = [...tagLines(document), ''];
  let line = '';
  for (const word of words(document).flatMap((text) => text.split(' '))) {
    if (line && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return `${[...lines, line].join('\n')}\n`;
}
