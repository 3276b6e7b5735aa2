// Training: mistakes of one's own games, when they come again, and what is kept.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { check, goAnalyse, heard, moves, openPage, paste, press, shot, speakThai, type, until } from './harness.mjs';

const card = (page) => page.locator('.train-card');
const said = (page, words, milliseconds = 120_000) =>
  until(`the card: ${words}`, async () => words.test(await card(page).innerText()), milliseconds);
const stock = (page, which) => page.locator(`.stock-row[data-stock="${which}"]`);

async function goTrain(page) {
  await page.evaluate(() => {
    location.hash = 'train';
  });
}

/** Reviews a game, as short as it is. */
async function review(page, pgn, last) {
  await goAnalyse(page);
  await page.locator('.engine-line').first().waitFor();
  await paste(page, pgn);
  await until('the game', async () => (await moves(page)).includes(last));
  await page.locator('button[aria-label="Review the game"]').click();
  await page.locator('.graph').waitFor({ timeout: 180_000 });
}

/** Makes everything due that was practised, as if days had gone by. */
function letDaysPass(server, days) {
  const file = join(server.data, 'training.erawan');
  const code = `import sqlite3, sys
base = sqlite3.connect(sys.argv[1], timeout=10)
base.execute('UPDATE repetition SET due = due - ?, last = last - ?', (int(sys.argv[2]) * 86400,) * 2)
base.commit()`;
  execFileSync('python3', ['-c', code, file, String(days)]);
}

/** Tries a move once the position of the exercise is on the board. */
async function attempt(page, move) {
  await until(`${move} to be tried`, async () => {
    if (!(await page.locator('#typed-move').count())) return false;
    await type(page, move);
    await page.waitForTimeout(300);
    return (await card(page).innerText()).includes(move);
  });
}

const SCHOLAR = '[White "Beth"]\n[Black "Carl"]\n[Date "2026.10.03"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0';
const MAKRUK = '[Variant "Makruk"]\n[White "Dao"]\n[Black "Fah"]\n\n1. d4 Nd7 2. e4 Ne5 3. dxe5 dxe5 *';

export default {
  async 'mistakes of a game are trained, refuted, solved and repeated'({ page, server, browser }) {
    await goTrain(page);
    await until('a word about how to begin', async () =>
      /becomes an exercise/.test(await page.innerText('.train-panel')),
    );
    await review(page, SCHOLAR, 'Qxf7#');
    await page.locator('.train-row button', { hasText: 'Black’s mistakes' }).click();
    await heard(page, /exercises are added under Train/);
    await page.locator('.toast button', { hasText: 'Train' }).click();
    const own = stock(page, 'chess mistake');
    await own.waitFor();
    const [due, total] = (await own.innerText())
      .match(/(\d+) due of (\d+)/)
      .slice(1)
      .map(Number);
    check(due === total && due >= 1, await own.innerText());
    await shot(page, '80-train');
    await own.locator('button', { hasText: 'Practise' }).click();
    // The blunder that lets the queen mate is among them; what comes before is solved by its solution.
    await until('the exercise of the mate', async () => {
      if (/You played Nf6/.test(await card(page).innerText())) return true;
      await page.locator('button', { hasText: 'Show the solution' }).click();
      await page.locator('button', { hasText: 'Next' }).click();
      await page.waitForTimeout(300);
      return false;
    });
    check(/Beth – Carl, 2026.10.03/.test(await page.innerText('.train-panel')), 'it says which game');
    // A wrong move is answered on the board.
    await attempt(page, 'a6');
    await said(page, /a6: blunder\. Watch the answer/);
    await page.locator('.arrow.refutation').waitFor();
    await shot(page, '81-train-refuted');
    check(/It comes again in (1|24) (days|h)/.test(await card(page).innerText()), await card(page).innerText());
    // One that is not the engine's first choice is right as well.
    await page.locator('button', { hasText: 'Try again' }).click();
    await attempt(page, 'g6');
    await said(page, /g6 is (the best move|good enough too)/);
    check(/Nf6: It allows mate in 1/.test(await card(page).innerText()), 'the reason of the review');
    check((await page.locator('.train-line .move').count()) > 0, 'the best line');
    await page.locator('.train-line .move').last().click();
    await shot(page, '82-train-right');
    await page.keyboard.press('n');
    await until('the end', async () => /That was all that is due/.test(await page.innerText('.train-panel')));
    check(/0 due of/.test(await own.innerText()), 'nothing is due');
    check(await own.locator('button', { hasText: 'Practise ahead' }).count(), 'it may be practised ahead');
    // Killed at once, the server has kept what was learnt.
    await server.stop();
    await server.start(server.port);
    const later = await openPage(browser, `${server.url}`);
    await later.locator('.board').waitFor();
    await goTrain(later);
    const again = stock(later, 'chess mistake');
    await until('what was kept', async () => new RegExp(`0 due of ${total}`).test(await again.innerText()));
    letDaysPass(server, 2);
    await later.reload();
    await until('what is due', async () => new RegExp(`${total} due of ${total}`).test(await again.innerText()));
    await later.context().close();
  },

  async 'hints, the solution, and practising ahead with keys'({ page }) {
    await review(page, SCHOLAR, 'Qxf7#');
    await page.locator('.train-row button', { hasText: 'Black’s mistakes' }).click();
    await heard(page, /exercises are added under Train/);
    await goTrain(page);
    const own = stock(page, 'chess mistake');
    await own.locator('button', { hasText: 'Practise' }).focus();
    await press(page, 'Enter');
    await card(page).waitFor();
    await page.locator('.board').focus();
    await press(page, 'h');
    await said(page, /Look at the \w+ on [a-h][1-8]/);
    check((await page.locator('.ring.hint').count()) === 1, 'the man is marked');
    await press(page, 'h');
    await said(page, /The move is \S+\./);
    const [, move] = /The move is (\S+)\./.exec(await card(page).innerText());
    check((await page.locator('.arrow.hint').count()) === 1, 'the move is drawn');
    await attempt(page, move);
    await said(page, /is the best move/);
    // With a hint it is as good as hard: it comes again tomorrow.
    await said(page, /It comes again in (1 days|24 h)/);
    await page.locator('.board').focus();
    await press(page, 'n');
    await until('another, or the end', async () => !(await page.locator('.train-card.best').count()));
    while (await card(page).count()) {
      await press(page, 's');
      await said(page, /The move was \S+\./);
      await press(page, 'n');
      await page.waitForTimeout(400);
    }
    await own.locator('button', { hasText: 'Practise ahead' }).click();
    await card(page).waitFor();
    await press(page, 's');
    await said(page, /The move was/);
    const all = (await page.locator('.stock-row').count()) === 0;
    check(all, 'the list is away');
    await page.locator('button[aria-label="Remove this exercise"]').click();
    await heard(page, /The exercise is removed/);
    await page.locator('.toast button', { hasText: 'Undo' }).click();
    await press(page, 'Escape');
    await own.waitFor();
  },

  async 'a game of one’s own is trained by itself, and Makruk in Thai'({ page }) {
    await review(page, MAKRUK, 'dxe5');
    await page.locator('.train-row button', { hasText: 'Black’s mistakes' }).click();
    await heard(page, /exercises are added under Train/);
    // Who has said once that Fah is their name need not say it again.
    await paste(page, MAKRUK.replace('Dao', 'Lek').replace('2. e4 Ne5', '2. e4 e5'));
    await until('the other game', async () => (await moves(page)).includes('e5'));
    await paste(page, MAKRUK.replace('Dao', 'Lek'));
    await until('the same again', async () => (await moves(page)).includes('Ne5'));
    await page.locator('button[aria-label="Review the game"]').click();
    await heard(page, /are under Train already/);
    await speakThai(page);
    await goTrain(page);
    const own = stock(page, 'makruk mistake');
    await own.locator('button', { hasText: 'ฝึก' }).first().click();
    await said(page, /คุณเดิน .* หาตาที่ดีกว่าให้ฝ่ายดำ/);
    await page.locator('button', { hasText: 'ดูเฉลย' }).click();
    await said(page, /ตาที่ถูกคือ [\u0e00-\u0e7f]/);
    await said(page, /จะกลับมาอีกใน/);
    await shot(page, '83-train-thai');
  },

  async 'training fits a telephone and is found by screen readers'({ browser, server, page: first }) {
    await review(first, SCHOLAR, 'Qxf7#');
    await first.locator('.train-row button', { hasText: 'Black’s mistakes' }).click();
    await heard(first, /exercises are added under Train/);
    for (const [width, height] of [
      [1920, 1080],
      [1280, 800],
      [390, 844],
      [360, 740],
    ]) {
      const page = await openPage(browser, server.url, { viewport: { width, height } });
      await page.locator('.board').waitFor();
      await goTrain(page);
      await stock(page, 'chess mistake').waitFor();
      await shot(page, `84-train-${width}`);
      await page.locator('.stock-row button').first().click();
      await card(page).waitFor();
      await shot(page, `85-exercise-${width}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      check(wide <= width, `at ${width} the page is ${wide} wide`);
      check(!page.problems.length, page.problems.join('\n'));
      await page.context().close();
    }
  },
};
