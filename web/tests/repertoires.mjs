// Repertoires: imported, kept, drilled, opened again, and what own games deviated from.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import {
  ask,
  check,
  goAnalyse,
  heard,
  moves,
  openPage,
  paste,
  press,
  shot,
  speakThai,
  type,
  until,
} from './harness.mjs';

const ITALIAN = '1. e4 e5 (1... c5 2. Nf3 {Now 2...d6 is most usual.} d6 3. d4) 2. Nf3 Nc6 3. Bc4 (3. Bb5) *';

const card = (page) => page.locator('.train-card');
const row = (page, name) => page.locator(`.repertoire-row[data-repertoire="${name}"]`);
const said = (page, words) => until(`the card: ${words}`, async () => words.test(await card(page).innerText()));

export async function goTrain(page) {
  await page.evaluate(() => {
    location.hash = 'train';
  });
  await page.locator('.repertoires').waitFor();
}

/** Fills the dialog of an import, and presses the button. */
async function fillImport(page, name, text, color = 'w') {
  await page.locator('.repertoires button', { hasText: 'Import PGN' }).click();
  await page.locator('dialog input[name=name]').fill(name);
  await page.locator('dialog textarea').fill(text);
  await page.locator(`dialog .choice input[value="${color}"]`).evaluate((input) => input.click());
  await page.locator('dialog button[type=submit]').click();
}

export async function importPgn(page, name, text, color = 'w') {
  await fillImport(page, name, text, color);
  await row(page, name).waitFor();
}

/** Plays a move once the position waits for one. */
async function answer(page, move, words) {
  await until(`room for ${move}`, async () => (await page.locator('#typed-move').count()) === 1);
  await until(move, async () => {
    if (words.test(await card(page).innerText())) return true;
    if (await page.locator('#typed-move').count()) await type(page, move);
    await page.waitForTimeout(250);
    return words.test(await card(page).innerText());
  });
}

const next = (page) => page.locator('.train-actions button', { hasText: 'Next' }).click();

/** A finished game of one's own against the engine; its moves in UCI and for people. */
export function ownGame(id, color, moves, result, variant = 'chess') {
  const nodes = [[0, -1], ...moves.map((move, i) => [i + 1, i, ...move.split(' ')])];
  return {
    version: 2,
    id,
    kind: 'play',
    tree: { start: { variant }, nodes },
    current: moves.length,
    orientation: color,
    tags: [],
    result,
    play: {
      color,
      elo: 1500,
      clock: null,
      over: { result, reason: 'resignation' },
      seed: 1,
      takebacks: 0,
    },
    created: Date.UTC(2026, 9, 3, 12),
    updated: 0,
    edits: { test: 1 },
  };
}

export async function keepOwn(page, game) {
  const kept = await ask(page, { type: 'save', name: game.id, value: game });
  check(kept.type === 'saved', JSON.stringify(kept));
}

/** Makes everything due that was learnt, as if days had gone by. */
function letDaysPass(server, days) {
  const code = `import sqlite3, sys
base = sqlite3.connect(sys.argv[1], timeout=10)
base.execute('UPDATE recall SET due = due - ?, last = last - ?', (int(sys.argv[2]) * 86400,) * 2)
base.commit()`;
  execFileSync('python3', ['-c', code, join(server.data, 'training.erawan'), String(days)]);
}

export default {
  async 'a repertoire is imported and drilled along its lines'({ page, server, browser }) {
    await goTrain(page);
    check(/known by heart/.test(await page.innerText('.repertoires')), 'a word about how to begin');
    await importPgn(page, 'Open games', ITALIAN);
    await heard(page, /Open games is kept under Train: 5 positions/);
    check(/0 due · 5 new · 5 in all/.test(await row(page, 'Open games').innerText()), 'what there is');
    await shot(page, '90-repertoires');
    await row(page, 'Open games').locator('button', { hasText: 'Practise' }).click();
    await said(page, /White to move: what is your repertoire’s move\?[\s\S]*From the start/);
    await answer(page, 'e4', /e4 is right\./);
    await said(page, /It comes again in 2 days/);
    await next(page);
    // The line goes on: the opponent's answer stands there, and what led to it.
    await said(page, /Line:\s*1\.\s*e4\s*e5/);
    await answer(page, 'd4', /d4 is not in your repertoire\. It has Nf3\./);
    await page.locator('.arrow.best').waitFor();
    await said(page, /It comes again in (1 days|24 h)/);
    await shot(page, '91-repertoire-wrong');
    await next(page);
    // Either of two moves is right, and the other is named.
    await answer(page, 'Bb5', /Bb5 is right\. Also in your repertoire: Bc4\./);
    await next(page);
    await said(page, /1\.\s*e4\s*c5/);
    await press(page, 'Escape');
    await row(page, 'Open games').waitFor();
    check(/0 due · 2 new · 5 in all/.test(await row(page, 'Open games').innerText()), 'what is left');
    await row(page, 'Open games').locator('button', { hasText: 'Practise' }).click();
    await said(page, /1\.\s*e4\s*c5/);
    await page.locator('.train-actions button', { hasText: 'Hint' }).click();
    await said(page, /Look at the knight on g1/);
    await answer(page, 'Nf3', /Nf3 is right/);
    await said(page, /Nf3: Now 2\.\.\.d6 is most usual\./);
    await shot(page, '92-repertoire-right');
    await page.locator('.board').focus();
    await press(page, 'n');
    await said(page, /2\.\s*Nf3\s*d6/);
    await press(page, 's');
    await said(page, /Your repertoire has d4/);
    await press(page, 'n');
    await until('the end', async () => /That was all that is due/.test(await page.innerText('.train-panel')));
    // Killed at once, the server has kept what was learnt.
    await server.stop();
    await server.start(server.port);
    const later = await openPage(browser, server.url);
    await later.locator('.board').waitFor();
    await goTrain(later);
    await until('what was kept', async () => /0 due · 0 new/.test(await row(later, 'Open games').innerText()));
    letDaysPass(server, 2);
    await later.reload();
    await until('what is due', async () => /5 due · 0 new/.test(await row(later, 'Open games').innerText()));
    await later.context().close();
  },

  async 'a repertoire is kept from an analysis, opened again, deleted and brought back'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    check(await page.locator('button[aria-label="Keep as repertoire"]').isDisabled(), 'there is no move yet');
    await paste(page, ITALIAN);
    await until('the game', async () => (await moves(page)).includes('Bc4'));
    await page.locator('button[aria-label="Keep as repertoire"]').click();
    await page.locator('dialog input[name=name]').fill('Mine');
    await shot(page, '93-repertoire-keep');
    await page.locator('dialog button[type=submit]').click();
    await heard(page, /Mine is kept under Train/);
    await page.locator('.toast button', { hasText: 'Train' }).click();
    await row(page, 'Mine').locator('button[aria-label^="Open in Analyse"]').click();
    await until('the tree', async () => (await moves(page)).includes('Bb5'));
    check((await moves(page)).includes('d4'), 'with its variations');
    // Under the same name it is replaced, if that is wanted; nothing is lost before.
    await page.locator('button[aria-label="Keep as repertoire"]').click();
    check((await page.locator('dialog input[name=name]').inputValue()) === 'Mine', 'its name');
    await page.locator('dialog button[type=submit]').click();
    await until('a word', async () => /'Mine' already/.test(await page.innerText('dialog .form-error')));
    await page.locator('dialog button', { hasText: 'Replace it' }).click();
    await heard(page, /Mine is replaced/);
    await goTrain(page);
    await row(page, 'Mine').locator('button[aria-label^="Delete this repertoire"]').click();
    await heard(page, /The repertoire Mine is deleted/);
    await until('it is gone', async () => !(await row(page, 'Mine').count()));
    await page.locator('.toast button', { hasText: 'Undo' }).click();
    await row(page, 'Mine').waitFor();
  },

  async 'what cannot be a repertoire is said where it was written'({ page }) {
    await goTrain(page);
    for (const [text, color, words] of [
      ['1. e4 e5 2. Ke3 *', 'w', /Ke3/],
      ['this is no game', 'w', /.+/],
      ['1. e4 *', 'b', /no move of Black/i],
      ['1. e4 *\n\n[Variant "Makruk"]\n\n1. d4 *', 'w', /game 2 is one of makruk/i],
      ['1. e4 -- 2. d4 *', 'w', /null move/i],
    ]) {
      await fillImport(page, 'Bad', text, color);
      await until(`a reason: ${text}`, async () => words.test(await page.innerText('dialog .form-error')));
      check((await page.locator('dialog textarea').inputValue()) === text, 'what was written is still there');
      check((await page.locator('dialog input[name=name]').inputValue()) === 'Bad', 'and so is the name');
      await page.keyboard.press('Escape');
      await until('no dialog', async () => !(await page.locator('dialog').count()));
    }
    await shot(page, '94-repertoire-none');
    check(!(await page.locator('.repertoire-row').count()), 'nothing was kept');
    // One that another page has deleted meanwhile.
    await importPgn(page, 'Gone', '1. e4 *');
    const { repertoires } = await ask(page, { type: 'repertoires' });
    await ask(page, { type: 'removeRepertoire', repertoire: repertoires[0].id, restore: false });
    await row(page, 'Gone').locator('button', { hasText: 'Practise' }).click();
    await heard(page, /there is no repertoire/i);
    await until('the list of today', async () => !(await row(page, 'Gone').count()));
  },

  async 'games are held against repertoires and open where they left them'({ page }) {
    await goTrain(page);
    await importPgn(page, 'Open games', ITALIAN);
    await page.locator('button', { hasText: 'Where my games left it' }).click();
    await until('a word', async () => /no games of yours/.test(await page.innerText('.train-panel')));
    await page.locator('button', { hasText: 'All exercises' }).click();
    await keepOwn(page, ownGame('play-a', 'w', ['e2e4 e4', 'e7e5 e5', 'f1c4 Bc4', 'g8f6 Nf6'], '0-1'));
    await keepOwn(page, ownGame('play-b', 'w', ['e2e4 e4', 'e7e6 e6', 'd2d4 d4'], '1-0'));
    await keepOwn(page, ownGame('play-c', 'w', ['e2e4 e4', 'e7e5 e5', 'f1c4 Bc4', 'f8c5 Bc5'], '1/2-1/2'));
    await keepOwn(page, ownGame('play-d', 'b', ['d2d4 d4', 'd7d5 d5'], '1-0'));
    await page.locator('button', { hasText: 'Where my games left it' }).click();
    const mine = page.locator('[data-departures="own"]');
    await until(
      'my own',
      async () => (await mine.count()) && /You played 2\. Bc4; Open games has Nf3\./.test(await mine.innerText()),
    );
    check(/1\. e4 e5/.test(await mine.innerText()) && /2 games/.test(await mine.innerText()), await mine.innerText());
    const theirs = page.locator('[data-departures="other"]');
    check(/1… e6 was played; Open games has e5, c5\./.test(await theirs.innerText()), await theirs.innerText());
    await shot(page, '95-departures');
    await mine.locator('.explorer-game', { hasText: '0–1' }).click();
    await until('the game', async () => (await moves(page)).join() === 'e4,e5,Bc4,Nf6');
    await until('the place', async () => (await page.locator('.move.current').innerText()) === 'e5');
    await goTrain(page);
    await page.locator('button', { hasText: 'Where my games left it' }).click();
    await theirs.locator('button[aria-label^="Open the repertoire there"]').click();
    await until('the repertoire', async () => (await moves(page)).includes('Bb5'));
    check((await page.locator('.move.current').innerText()) === 'e4', 'at the place');
  },

  async 'a repertoire of Makruk is drilled in Thai'({ page }) {
    await goTrain(page);
    await importPgn(page, 'หมากเปิด', '[Variant "Makruk"]\n\n1. d4 e5 2. dxe5 dxe5 3. e4 *', 'b');
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await speakThai(page);
    await goTrain(page);
    await row(page, 'หมากเปิด').locator('button', { hasText: 'ฝึก' }).first().click();
    await page.locator('.board.makruk').waitFor();
    await said(page, /ตาฝ่ายดำ คลังเปิดหมากของคุณเดินอะไร/);
    await answer(page, 'd5', /ไม่อยู่ในคลังเปิดหมากของคุณ/);
    await shot(page, '96-repertoire-thai');
    await page.locator('.train-actions button', { hasText: 'ข้อถัดไป' }).click();
    await answer(page, 'dxe5', /ถูกต้อง/);
  },

  async 'repertoires fit every screen'({ browser, server, page: first }) {
    await goTrain(first);
    await importPgn(first, 'A rather long name of a repertoire against everything that White may play', ITALIAN);
    await importPgn(first, 'Thai', '[Variant "Makruk"]\n\n1. d4 e5 2. dxe5 dxe5 *', 'b');
    await keepOwn(first, ownGame('play-a', 'w', ['e2e4 e4', 'e7e5 e5', 'f1c4 Bc4', 'g8f6 Nf6'], '0-1'));
    for (const [width, height, colorScheme] of [
      [1920, 1080, 'dark'],
      [1280, 800, 'light'],
      [390, 844, 'light'],
      [360, 740, 'dark'],
    ]) {
      const page = await openPage(browser, server.url, { viewport: { width, height }, colorScheme });
      await page.locator('.board').waitFor();
      await goTrain(page);
      await page.locator('.repertoires').scrollIntoViewIfNeeded();
      await shot(page, `97-repertoires-${width}-${colorScheme}`);
      await page.locator('button', { hasText: 'Where my games left it' }).click();
      await page.locator('.departure').waitFor();
      await shot(page, `98-departures-${width}-${colorScheme}`);
      await page.locator('button', { hasText: 'All exercises' }).click();
      await page.locator('.repertoire-row button', { hasText: 'Practise' }).first().click();
      await card(page).waitFor();
      await shot(page, `99-drill-${width}-${colorScheme}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      check(wide <= width, `at ${width} the page is ${wide} wide`);
      await press(page, 'Escape');
      await page.locator('.repertoires button', { hasText: 'Import PGN' }).click();
      await shot(page, `99-import-${width}-${colorScheme}`);
      check(!page.problems.length, page.problems.join('\n'));
      await page.context().close();
    }
  },
};
