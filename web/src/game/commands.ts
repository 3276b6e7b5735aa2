// What programs write into a comment of PGN beside its words: `[%clk 0:05:00]`,
// `[%cal Ge2e4]`. People see the words; the page understands some of the rest.

/** An arrow, or a circle if both squares are the same. */
export interface Shape {
  colour: ShapeColour;
  from: string;
  to: string;
}

export type ShapeColour = 'G' | 'R' | 'B' | 'Y';

const COMMAND = /\[%[^\]]*\]/g;
const SHAPES = /\[%c[as]l\s+[^\]]*\]/g;

/** The words of a comment. Their lines stay as they are. */
export function commentText(comment: string): string {
  return comment
    .replace(COMMAND, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

function commandsOf(comment: string): string[] {
  return comment.match(COMMAND) ?? [];
}

/** The comment with other words. */
export function withText(comment: string, text: string): string {
  return [text.replaceAll('[%', '[ %'), ...commandsOf(comment)].filter(Boolean).join(' ');
}

/** What is drawn on the board. */
export function shapesOf(comment: string): Shape[] {
  const found: Shape[] = [];
  for (const command of comment.match(SHAPES) ?? []) {
    const isArrow = command.startsWith('[%cal');
    const pattern = isArrow ? /^([GRBY])([a-h][1-8])([a-h][1-8])$/ : /^([GRBY])([a-h][1-8])()$/;
    for (const part of command.slice(5, -1).split(',')) {
      const [, colour, from, to] = pattern.exec(part.trim()) ?? [];
      if (colour && from) found.push({ colour: colour as ShapeColour, from, to: to || from });
    }
  }
  return found;
}

/** The comment with other drawings. */
export function withShapes(comment: string, shapes: Shape[]): string {
  const rest = comment.replace(SHAPES, '').replace(/ {2,}/g, ' ').trim();
  const circles = shapes.filter(({ from, to }) => from === to).map(({ colour, from }) => colour + from);
  const arrows = shapes.filter(({ from, to }) => from !== to).map(({ colour, from, to }) => colour + from + to);
  return [rest, circles.length ? `[%csl ${circles}]` : '', arrows.length ? `[%cal ${arrows}]` : '']
    .filter(Boolean)
    .join(' ');
}

/** Drawn a second time, a shape goes; in another colour, it changes. */
export function toggleShape(shapes: Shape[], shape: Shape): Shape[] {
  const same = (other: Shape) => other.from === shape.from && other.to === shape.to;
  const known = shapes.find(same);
  const others = shapes.filter((other) => !same(other));
  return known?.colour === shape.colour ? others : [...others, shape];
}

/** Milliseconds on the clock after the move. */
export function clockOf(comment: string): number | null {
  const [, hours, minutes, seconds] = /\[%clk\s+(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)\s*\]/.exec(comment) ?? [];
  if (minutes === undefined) return null;
  return (Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}

/** The comment with the time on the clock. */
export function withClock(comment: string, milliseconds: number): string {
  const total = Math.max(0, Math.round(milliseconds / 1000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const time = `${Math.floor(total / 3600)}:${pad(Math.floor(total / 60) % 60)}:${pad(total % 60)}`;
  const rest = comment.replace(/\[%clk[^\]]*\]/g, '').trim();
  return [rest, `[%clk ${time}]`].filter(Boolean).join(' ');
}
