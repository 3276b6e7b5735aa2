// A review on the page: the graph, what each side did, and what it leaves in
// the tree of moves.

import type { GameDocument, ReviewState } from '../game/documents';
import { t } from '../i18n';
import type { Review, SideReview } from '../protocol';
import { h, s } from '../ui/dom';
import { scoreText, winShare } from '../ui/format';

const [WIDTH, HEIGHT] = [400, 72];

/** Writes a review into a game: glyphs, verdicts, and better lines. */
export function keepReview(document: GameDocument, review: Review): void {
  const { tree } = document;
  const line = tree.mainline();
  const nodes: ReviewState['nodes'] = [];
  review.moves.forEach((move, index) => {
    const node = line[index];
    if (!node) return;
    nodes.push({ id: node.id, score: move.score, share: move.share, judgement: move.judgement });
    if (move.glyph === undefined) return;
    if (!node.glyphs.some((glyph) => glyph <= 6)) node.glyphs = [...node.glyphs, move.glyph];
    if (move.verdict && !node.comment.includes(move.verdict)) {
      node.comment = [node.comment, move.verdict].filter(Boolean).join(' ');
    }
    let at = node.parent;
    (move.best ?? []).forEach((uci, step) => {
      at = tree.add(at, uci, move.sans?.[step] ?? uci, '').id;
    });
  });
  document.data.review = { start: review.start, sides: review.sides, nodes };
}

function sideRow(name: string, color: string, side: SideReview): HTMLElement {
  const part = (value: number, word: 'inaccuracies' | 'mistakes' | 'blunders', glyph: string, kind: string) =>
    h('span', { class: `fault ${kind}`, title: t(word), 'aria-label': `${value} ${t(word)}` }, h('b', { text: String(value) }), glyph);
  return h(
    'div',
    { class: 'review-side' },
    h('span', { class: `side-mark ${color}`, 'aria-hidden': 'true' }),
    h('span', { class: 'seat-name', text: name }),
    h('span', { class: 'grow' }),
    part(side.inaccuracies, 'inaccuracies', '?!', 'g6'),
    part(side.mistakes, 'mistakes', '?', 'g2'),
    part(side.blunders, 'blunders', '??', 'g4'),
    h('strong', { class: 'accuracy', title: t('accuracy'), text: side.accuracy === null ? '–' : `${Math.round(side.accuracy)}%` }),
  );
}

/** The graph and the figures of a review. */
export function reviewBox(
  review: ReviewState,
  names: [string, string],
  current: number,
  onSelect: (id: number) => void,
): HTMLElement {
  const count = Math.max(1, review.nodes.length);
  const x = (index: number) => (index / count) * WIDTH;
  const y = (share: number) => (1 - share) * HEIGHT;
  const points = [`0 ${y(winShare(review.start)).toFixed(1)}`];
  review.nodes.forEach((node, index) => points.push(`${x(index + 1).toFixed(1)} ${y(node.share).toFixed(1)}`));
  const graph = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'graph', preserveAspectRatio: 'none', role: 'img', 'aria-label': t('graph') });
  graph.append(
    s('path', { class: 'graph-white', d: `M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}Z` }),
    s('path', { class: 'graph-middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    s('path', { class: 'graph-line', d: `M${points.join('L')}` }),
  );
  const at = review.nodes.findIndex((node) => node.id === current);
  if (at >= 0) graph.append(s('path', { class: 'graph-now', d: `M${x(at + 1)} 0V${HEIGHT}` }));
  const dots = h('div', { class: 'graph-dots', 'aria-hidden': 'true' });
  review.nodes.forEach((node, index) => {
    if (!['inaccuracy', 'mistake', 'blunder'].includes(node.judgement)) return;
    const dot = h('span', { class: `graph-dot ${node.judgement}`, title: scoreText(node.score) });
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
  return h('div', { class: 'review' }, box, sideRow(names[0], 'w', review.sides[0]), sideRow(names[1], 'b', review.sides[1]));
}
