import { describe, expect, it } from 'vitest';
import {
  clockOf,
  commentText,
  type Shape,
  shapesOf,
  toggleShape,
  withClock,
  withShapes,
  withText,
} from '../../src/game/commands';

describe('a comment', () => {
  it('hides what programs write into it', () => {
    expect(commentText('[%eval 0.31] Solid. [%clk 0:01:00] Then  more.')).toBe('Solid. Then more.');
    expect(commentText('[%csl Ge4,Rd5][%cal Ge2e4]')).toBe('');
  });

  it('keeps its lines', () => expect(commentText('One. \n  Two.\n\nThree.')).toBe('One.\nTwo.\n\nThree.'));

  it('keeps the commands when its words change', () => {
    const changed = withText('Old. [%clk 0:01:00] words [%cal Ge2e4]', 'New\nwords');
    expect(commentText(changed)).toBe('New\nwords');
    expect(clockOf(changed)).toBe(60_000);
    expect(shapesOf(changed)).toHaveLength(1);
    expect(withText('Old.', '')).toBe('');
  });

  it('takes no command that a person types', () => {
    const typed = withText('', 'I saw [%clk 0:00:01] there');
    expect(clockOf(typed)).toBeNull();
    expect(commentText(typed)).toContain('clk 0:00:01');
  });
});

describe('drawings', () => {
  const arrow: Shape = { colour: 'G', from: 'e2', to: 'e4' };
  const circle: Shape = { colour: 'R', from: 'd5', to: 'd5' };

  // As Lichess writes them.
  it('are read', () => {
    expect(shapesOf('[%csl Rd5,Yh8] text [%cal Ge2e4,Ba1h8]')).toEqual([
      circle,
      { colour: 'Y', from: 'h8', to: 'h8' },
      arrow,
      { colour: 'B', from: 'a1', to: 'h8' },
    ]);
  });

  it('are passed over if they make no sense', () => {
    expect(shapesOf('[%cal Xe2e4,Ge2e9,G,Ge2] [%csl Ge9,Ge2e4] [%cal ]')).toEqual([]);
  });

  it('are written so that they can be read', () => {
    const comment = withShapes('Words. [%clk 0:01:00] [%cal Ra1a2]', [arrow, circle]);
    expect(comment).toBe('Words. [%clk 0:01:00] [%csl Rd5] [%cal Ge2e4]');
    expect(shapesOf(comment)).toEqual([circle, arrow]);
    expect(withShapes(comment, [])).toBe('Words. [%clk 0:01:00]');
  });

  it('go when they are drawn again, and change their colour', () => {
    expect(toggleShape([arrow, circle], arrow)).toEqual([circle]);
    expect(toggleShape([arrow], { ...arrow, colour: 'B' })).toEqual([{ ...arrow, colour: 'B' }]);
    expect(toggleShape([], circle)).toEqual([circle]);
  });
});

describe('a clock in a comment', () => {
  it.each([
    ['[%clk 1:02:03]', 3_723_000],
    ['x [%clk 0:00:09.5] y', 9_500],
    ['[%clk 5:00]', 300_000],
    ['[%emt 0:00:05]', null],
    ['[%clk soon]', null],
  ])('%s', (comment, milliseconds) => expect(clockOf(comment)).toBe(milliseconds));

  it('is written as others read it', () => {
    expect(withClock('Words. [%clk 0:10:00]', 3_723_400)).toBe('Words. [%clk 1:02:03]');
    expect(withClock('', -5)).toBe('[%clk 0:00:00]');
  });
});
