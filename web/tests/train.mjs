// Training: mistakes of one's own games, when they come again, and what is kept.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import {
  BINARY,
  check,
  goAnalyse,
  heard,
  moves,
  openPage,
  paste,
  press,
  shot,
  skip,
  speakThai,
  type,
  until,
} from './harness.mjs';

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

/** Takes lines of CSV into what is trained. */
function importPuzzles(server, lines) {
  execFileSync(BINARY, ['puzzles', 'import', '-', '--to', join(server.data, 'training.erawan')], {
    input: lines.join('\n'),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
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
    await heard(page, /Exercises added under Train/);
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
    await heard(page, /Exercises added under Train/);
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
    await heard(page, /Exercises added under Train/);
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

  async 'puzzles are solved move by move, by motif, and rate the solver'({ page, server }) {
    if (/serve$/.test(BINARY)) skip('the program brings the puzzles');
    // Lichess’s own example, a mate with two ways, and one of Makruk.
    const lines = [
      '00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1507,78,95,9243,crushing hangingPiece long middlegame,,',
      'm1,6k1/5ppp/8/8/7p/8/4QPPP/3R2K1 b - - 0 1,h4h3 d1d8,2400,80,0,0,mate mateIn1 oneMove endgame,,',
      'm2,3k4/8/3K4/8/8/8/R7/7r b - - 0 1,h1h2 a2a8,1500,80,0,0,makruk mate mateIn1,,',
    ];
    importPuzzles(server, lines);
    await goTrain(page);
    const chess = stock(page, 'chess puzzle');
    await chess.waitFor();
    check(/2 not tried yet · your rating 1500/.test(await chess.innerText()), await chess.innerText());
    await shot(page, '86-puzzles');
    // The one that is nearest to one’s own rating.
    await chess.locator('button', { hasText: 'Practise' }).click();
    await said(page, /Find the best move for White/);
    check(!/hanging|loose/.test(await page.innerText('.train-panel')), 'the motif is not told before');
    await attempt(page, 'Rxe7');
    await said(page, /Rxe7 is right\. Go on/);
    await until('the answer', async () =>
      (await page.locator('.strip').last().getAttribute('class')).includes('to-move'),
    );
    await attempt(page, 'Nc1');
    await said(page, /Nc1 is right\. Go on/);
    await until('the answer', async () =>
      (await page.locator('.strip').last().getAttribute('class')).includes('to-move'),
    );
    await attempt(page, 'Qxc1');
    await said(page, /Qxc1 is right\.[\s\S]*Your rating is 1\d\d\d/);
    check(/loose man/.test(await page.innerText('.train-panel')), 'then it is');
    await shot(page, '87-puzzle-solved');
    // Another mate than that of the solution is one.
    await page.keyboard.press('Escape');
    await chess.locator('select').selectOption('mateIn1');
    await chess.locator('button', { hasText: 'Practise' }).click();
    await until('the other puzzle', async () => /Rating 2400/.test(await page.innerText('.train-panel')));
    await attempt(page, 'Qe8#');
    await said(page, /Qe8# is right/);
    await page.keyboard.press('n');
    await until('no more', async () => /nothing more of this kind/.test(await page.innerText('.train-panel')));
    // Makruk: a wrong move is answered, and the solution shown.
    await stock(page, 'makruk puzzle').locator('button', { hasText: 'Practise' }).click();
    await page.locator('.board.makruk').waitFor();
    await attempt(page, 'Ra7');
    await said(page, /Ra7(: \w+\. Watch the answer| is not the move)/);
    await page.keyboard.press('s');
    await said(page, /The move was Ra8#/);
    await said(page, /It comes again in[\s\S]*Your rating is 1[0-4]\d\d/);
  },

  async 'training fits a telephone and is found by screen readers'({ browser, server, page: first }) {
    await review(first, SCHOLAR, 'Qxf7#');
    await first.locator('.train-row button', { hasText: 'Black’s mistakes' }).click();
    await heard(first, /Exercises added under Train/);
    if (!/serve$/.test(BINARY)) {
      importPuzzles(server, ['1,6k1/5ppp/8/8/7p/8/4QPPP/3R2K1 b - - 0 1,h4h3 d1d8,2400,80,0,0,mate,,']);
    }
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
