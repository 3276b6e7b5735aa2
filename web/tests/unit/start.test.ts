import { beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../../src/i18n';
import { DEFAULTS } from '../../src/settings';
import { choiceText, lastChoice } from '../../src/views/start';
import { listGames } from './games';

beforeEach(() => {
  setLanguage('en');
  listGames();
});

const settings = { ...DEFAULTS, variant: 'chess', elo: 1200, clock: '5+3' };

describe('what was chosen last', () => {
  it('is chosen again', () => {
    expect(lastChoice(settings, 3000)).toMatchObject({
      variant: 'chess',
      elo: 1200,
      clock: [300_000, 3000],
      color: 'w',
    });
    expect(lastChoice({ ...settings, elo: 3050 }, 3000).elo).toBeNull();
    expect(lastChoice({ ...settings, clock: 'none' }, 3000).clock).toBeNull();
  });

  it('has another start where there are several', () => {
    expect(lastChoice(settings, 3000).number).toBeUndefined();
    const number = lastChoice({ ...settings, variant: 'chess960' }, 3000).number ?? -1;
    expect(number).toBeGreaterThanOrEqual(0);
    expect(number).toBeLessThan(960);
  });

  it('is told in a few words', () => {
    expect(choiceText(lastChoice(settings, 3000), '5+3')).toBe('Chess · 1200 Keen amateur · White · 5+3');
    const other = { ...settings, opponent: 'person' as const, clock: 'none' };
    expect(choiceText(lastChoice(other, 3000), 'none')).toBe('Chess · Two people · No clock');
    const rival = { ...settings, rival: 'sf' };
    expect(choiceText(lastChoice(rival, 3000), '5+3')).toBe('Chess · sf · White · 5+3');
    const two = { ...settings, opponent: 'engines' as const, rivals: ['sf', ''] as [string, string] };
    expect(choiceText(lastChoice(two, 3000), '5+3')).toBe('Chess · sf – Erawan · 5+3');
  });
});
