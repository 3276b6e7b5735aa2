import { afterEach, describe, expect, it } from 'vitest';
import { type Verdict, verdictOf, verdictText } from '../../src/game/verdict';
import { levelName, pieceName, reason, setLanguage, squareName, t, WORDS } from '../../src/i18n';
import { chess, makruk } from './games';

const THAI = /[\u0e00-\u0e7f]/;

afterEach(() => setLanguage('en'));

describe('words', () => {
  it.each(Object.entries(WORDS))('%s is there in both languages', (_word, [english, thai]) => {
    expect(english).toMatch(/[A-Za-z]/);
    expect(english).not.toMatch(THAI);
    expect(thai).toMatch(THAI);
    expect([english, thai].map((text) => text.trim())).toEqual([english, thai]);
  });

  it('change with the language, and so does that of the page', () => {
    expect(t('checkmate')).toBe('by checkmate');
    setLanguage('th');
    expect(t('checkmate')).toBe('รุกจน');
    expect(document.documentElement.lang).toBe('th');
  });

  it('for reasons are those that the server gives; others are shown as they are', () => {
    expect(reason('counting')).toBe('by counting');
    expect(reason('threefold')).toBe('by threefold repetition');
    expect(reason('something new')).toBe('something new');
  });
});

describe('names of men and squares', () => {
  it('are those of the game', () => {
    expect(pieceName('Q', chess)).toBe('queen');
    expect(pieceName('m', makruk)).toBe('met');
    expect(pieceName('M~', makruk)).toBe('promoted bia');
    expect(pieceName('z', chess)).toBe('z');
  });

  // Thai files are the first letters of the alphabet without the obsolete ones: ก ข ค ง จ ฉ ช ญ.
  it('are Thai in Makruk and in Thai only', () => {
    expect(squareName('e5', makruk)).toBe('e5');
    setLanguage('th');
    const diagonal = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8'].map((square) => squareName(square, makruk));
    expect(diagonal).toEqual(['ก๑', 'ข๒', 'ค๓', 'ง๔', 'จ๕', 'ฉ๖', 'ช๗', 'ญ๘']);
    expect(squareName('e5', chess)).toBe('e5');
  });
});

describe('a rating', () => {
  it('has a name at every step of the slider, and they only rise', () => {
    const names: string[] = [];
    for (let elo = 500; elo <= 3000; elo += 50) {
      const name = levelName(elo);
      expect(name).not.toBe('');
      if (names.at(-1) !== name) names.push(name);
    }
    expect(new Set(names).size).toBe(names.length);
    expect([names[0], names.at(-1)]).toEqual(['First steps', 'World champion']);
    expect(levelName(null)).toBe('Full strength');
  });
});

describe('a verdict', () => {
  const verdict: Verdict = {
    judgement: 'blunder',
    text: 'Blunder. It allows mate in 2. Kd2 was best.',
    reason: { name: 'allows-mate', line: 'played', at: 1, number: 2 },
    best: 'Kd2',
    bestThai: 'ขง๒',
  };

  it('is the text of the server in English', () => expect(verdictText(verdict, makruk)).toBe(verdict.text));

  it('is put into words in Thai, with the move in Thai', () => {
    setLanguage('th');
    const text = verdictText(verdict, makruk);
    expect(text.split(' · ')).toEqual(['พลาดหนัก', 'เปิดให้ถูกรุกจนใน 2 ตา', 'ควรเดิน ขง๒']);
  });

  it('names the men it is about as the game does', () => {
    setLanguage('th');
    const men = [{ piece: 's', square: 'd4' }] as NonNullable<Verdict['reason']>['men'];
    const lost = { ...verdict, reason: { name: 'leaves-en-prise', men } } as Verdict;
    expect(verdictText(lost, makruk)).toContain('ทิ้งโคนที่ ง๔ ให้กินได้');
  });

  it('tells what was missed from what was allowed', () => {
    setLanguage('th');
    const men = [
      { piece: 'r', square: 'a8' },
      { piece: 'k', square: 'e8' },
    ];
    const fork = (name: string, line: string) => ({ ...verdict, reason: { name, line, at: 1, san: 'Nc7+', men } });
    expect(verdictText(fork('misses-fork', 'best'), makruk)).toContain('พลาด Nc7+ จับสอง: เรือและขุน');
    expect(verdictText(fork('allows-fork', 'played'), makruk)).toContain('เปิดให้ Nc7+ จับสอง: เรือและขุน');
    const trade = { name: 'bad-exchange', line: 'played', at: 1, men, lost: ['r'], won: ['s', 'p'] };
    expect(verdictText({ ...verdict, reason: trade }, makruk)).toContain('เสียเรือ ได้แค่โคนและเบี้ย');
  });

  it('tells the balance as in English, and counts equal men', () => {
    setLanguage('th');
    const men = [{ piece: 'r', square: 'a1' }];
    const said = (name: string, lost: string[], won: string[]) => {
      const reason = { name, line: 'played', at: 1, san: 'Bxa1', men, lost, won };
      return verdictText({ ...verdict, reason } as unknown as Verdict, makruk).split(' · ')[1];
    };
    expect(said('loses-piece', ['r'], ['n'])).toBe('เสียเรือที่ ก๑ หลัง Bxa1 ได้แค่ม้า');
    expect(said('loses-at-once', ['r'], ['p', 'n', 'p'])).toBe('เสียเรือที่ ก๑ หลัง Bxa1 ได้แค่ม้าและเบี้ย 2 ตัว');
    expect(said('loses-piece', ['r'], [])).toBe('เสียเรือที่ ก๑ หลัง Bxa1');
    expect(said('misses-capture', ['p'], ['r'])).toBe('พลาด Bxa1 ซึ่งกินเรือ แลกกับเบี้ย');
    expect(said('misses-win-of', ['p', 'p', 'p'], ['r'])).toBe('พลาด Bxa1 ซึ่งได้เรือที่ ก๑ แลกกับเบี้ย 3 ตัว');
    expect(said('misses-win-of', [], ['r'])).toBe('พลาด Bxa1 ซึ่งได้เรือที่ ก๑');
    expect(said('bad-exchange', ['p', 'r', 'n'], ['p', 'p'])).toBe('เสียเรือ ม้าและเบี้ย ได้แค่เบี้ย 2 ตัว');
  });

  it('leaves out a reason that it does not know', () => {
    setLanguage('th');
    const strange = { ...verdict, reason: { name: 'of-another-world' } } as unknown as Verdict;
    expect(verdictText(strange, chess).split(' · ')).toHaveLength(2);
  });

  it('is there for bad moves only', () => {
    expect(verdictOf({ score: { cp: 0 }, share: 0.5, accuracy: 100, judgement: 'best' })).toBeUndefined();
    const bad = { score: { cp: -300 }, share: 0.2, accuracy: 10, judgement: 'mistake', verdict: 'Mistake.' } as const;
    expect(verdictOf({ ...bad, sans: ['Nf3', 'd5'], thai: [] })).toMatchObject({ text: 'Mistake.', best: 'Nf3' });
  });
});
