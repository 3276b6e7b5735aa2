import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearNotice, notice, toast } from '../../src/ui/dom';

let host: HTMLElement;
let shown: number;

/** A place for notices in a browser that has popovers. */
beforeEach(() => {
  vi.useFakeTimers();
  host = document.createElement('div');
  host.id = 'toasts';
  host.setAttribute('popover', 'manual');
  let open = false;
  shown = 0;
  host.showPopover = () => {
    if (open) throw new Error('it is shown already');
    open = true;
    shown++;
  };
  host.hidePopover = () => {
    open = false;
  };
  vi.spyOn(host, 'matches').mockImplementation((selector: string) => selector === ':popover-open' && open);
  document.body.replaceChildren(host);
});

afterEach(() => {
  vi.useRealTimers();
});

const isShown = () => host.matches(':popover-open');
const texts = () => [...host.children].map((element) => element.firstChild?.textContent);

describe('notices', () => {
  it('stay until they are taken back; short ones go by themselves', () => {
    notice('a', 'stays');
    toast('goes', 'plain', 1000);
    toast('goes too', 'bad', 2000);
    expect(texts()).toEqual(['stays', 'goes too']);
    vi.advanceTimersByTime(2500);
    expect([texts(), isShown()]).toEqual([['stays'], true]);
    notice('a', 'says something else');
    expect(texts()).toEqual(['says something else']);
    clearNotice('a');
    expect([texts(), isShown()]).toEqual([[], false]);
  });

  it('are shown anew only when there is news', () => {
    notice('a', 'stays', [['Close', () => undefined]]);
    toast('goes', 'plain', 1000);
    expect(shown).toBe(2);
    vi.advanceTimersByTime(2000);
    clearNotice('nothing of that name');
    expect([shown, isShown()]).toEqual([2, true]);
  });
});
