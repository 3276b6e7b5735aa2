import { describe, expect, it } from 'vitest';
import { addEdit, compareEdits } from '../../src/game/edits';

describe('edits', () => {
  it('tell what was made of what', () => {
    const first = addEdit({}, 'a');
    const second = addEdit(first, 'b');
    expect(compareEdits(second, first)).toBe('newer');
    expect(compareEdits(first, second)).toBe('older');
    expect(compareEdits(second, { ...second })).toBe('same');
    expect(compareEdits(addEdit(first, 'a'), second)).toBe('apart');
    expect(compareEdits({}, {})).toBe('same');
  });

  it('count each page, and forget none', () => {
    let edits = addEdit(addEdit({}, 'first'), 'first');
    expect(edits).toEqual({ first: 2 });
    for (let i = 0; i < 40; i++) {
      const before = edits;
      edits = addEdit(edits, `p${i}`);
      expect(compareEdits(edits, before)).toBe('newer');
    }
  });
});
