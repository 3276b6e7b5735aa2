// One's own games in the explorer: how they went, and which moves reviews found bad.

import { check, goAnalyse, moves, openPage, paste, press, shot, speakThai, until } from './harness.mjs';
import { keepOwn, ownGame } from './repertoires.mjs';

const verdicts = (page) => page.locator('.own-verdicts');

/** A game with a review: what it says of each move, White's chances after it, and the
 * better move. */
function reviewed(game, said) {
  const nodes = said.map(([share, judgement, better], i) => ({
    id: i + 1,
    score: { cp: 0 },
    share,
    judgement,
    verdict: better ? { judgement, text: '', bestMove: better[0], best: better[1] } : undefined,
  }));
  const side = { accuracy: 80, inaccuracies: 0, mistakes: 0, blunders: 0, acpl: 20 };
  return { ...game, review: { start: { cp: 0 }, sides: [side, side], nodes } };
}

async function prepare(page) {
  const good = [0.5, 'good', null];
  const line = ['e2e4 e4', 'e7e5 e5', 'd1h5 Qh5', 'g8f6 Nf6'];
  const bad = [good, good, [0.25, 'mistake', ['g1f3', 'Nf3']], [0.25, 'good', null]];
  await keepOwn(page, reviewed(ownGame('play-a', 'w', line, '0-1'), bad));
  await keepOwn(page, reviewed(ownGame('play-b', 'w', [...line, 'h5e5 Qxe5+'], '0-1'), [...bad, [0.3, 'good', null]]));
  await keepOwn(page, ownGame('play-c', 'w', ['e2e4 e4', 'e7e5 e5', 'g1f3 Nf3', 'b8c6 Nc6'], '1-0'));
  await keepOwn(page, ownGame('play-d', 'b', ['e2e4 e4', 'e7e5 e5', 'b1c3 Nc3', 'b8c6 Nc6'], '1/2-1/2'));
}

/** Goes to the position after 1. e4 e5 with the explorer unfolded on one's own games. */
async function explore(page) {
  await goAnalyse(page);
  await page.locator('.engine-line').first().waitFor();
  await paste(page, '1. e4 e5 *');
  await until('the game', async () => (await moves(page)).join() === 'e4,e5');
  await press(page, 'End');
  if (!(await page.locator('.explorer-source').count())) await page.locator('.explorer-fold').click();
  await page.locator('.explorer-source').selectOption('own:');
}

export default {
  async 'own games tell how often they were lost, and which move is why'({ page }) {
    await explore(page);
    await until('no game yet', async () => /No game of yours/.test(await page.innerText('.explorer')));
    await prepare(page);
    await page.locator('.board').focus();
    await press(page, 'ArrowLeft');
    await until('the move before', async () => (await page.locator('.move.current').innerText()) === 'e4');
    await press(page, 'ArrowRight');
    await verdicts(page).waitFor();
    await until('the position', async () => /found bad/.test(await verdicts(page).innerText()));
    const text = await verdicts(page).innerText();
    check(/You lost 2 of 4 \(50 %\) from here, won 1, drew 1/.test(text), text);
    check(/reviews found bad \(2 of 2\)/.test(text), text);
    check(/Qh5\?[\s\S]*better Nf3 · 2 times · costs 25\s% · lost 2 of 2/.test(text), text);
    const rows = await page.$$eval('.explorer-moves .explorer-move', (all) => all.map((one) => one.textContent));
    check(rows.sort().join() === 'Nc3,Nf3,Qh5', rows.join());
    await shot(page, '72-own-explorer');
    // The bad move goes onto the board, and there the other side is to move.
    await page.locator('.judged-move button').click();
    await until('the move', async () => (await moves(page)).at(-1) === 'Qh5');
    await until('the next position', async () => /lost 2 of 2 \(100 %\)/.test(await verdicts(page).innerText()));
    check(/No review has looked/.test(await verdicts(page).innerText()), 'nothing of one’s own to judge');
    // A game opens at the place where one was.
    await page.locator('.explorer-game').first().click();
    await until('the game', async () => (await moves(page)).includes('Nf6'));
    await until('the place', async () => (await page.locator('.move.current').innerText()).startsWith('Qh5'));
    // The choice is remembered.
    await page.reload();
    await page.locator('.explorer-source').waitFor();
    check((await page.locator('.explorer-source').inputValue()) === 'own:', 'own games are still asked');
  },

  async 'own games of Makruk speak Thai, and bad filters are said'({ page }) {
    const makruk = reviewed(ownGame('play-m', 'w', ['d3d4 d4', 'e6e5 e5'], '0-1', 'makruk'), [
      [0.3, 'inaccuracy', ['e3e4', 'e4']],
      [0.3, 'good', null],
    ]);
    await keepOwn(page, makruk);
    await explore(page);
    await paste(page, '[Variant "Makruk"]\n\n1. d4 e5 *');
    await page.locator('.board.makruk').waitFor();
    await press(page, 'Home');
    await until(
      'the verdict',
      async () => (await verdicts(page).count()) && /d4\?!/.test(await verdicts(page).innerText()),
    );
    await page.locator('.explorer button[aria-label="Which games"]').click();
    await page.locator('.explorer-filter [name=from]').fill('yesterday');
    await until('a reason', async () => /yesterday/.test(await page.innerText('.explorer-body')));
    await page.locator('.explorer-filter [name=from]').fill('');
    await verdicts(page).waitFor();
    await speakThai(page);
    await until(
      'Thai',
      async () => (await verdicts(page).count()) && /คุณแพ้ 1 จาก 1 เกม/.test(await verdicts(page).innerText()),
    );
    await shot(page, '72-own-explorer-thai');
  },

  async 'verdicts fit every screen'({ browser, server, page: first }) {
    await prepare(first);
    await explore(first);
    await verdicts(first).waitFor();
    for (const [width, height, colorScheme] of [
      [1920, 1080, 'light'],
      [1280, 860, 'dark'],
      [390, 844, 'light'],
      [360, 740, 'dark'],
    ]) {
      const page = await openPage(browser, server.url, { viewport: { width, height }, colorScheme });
      await page.locator('.board').waitFor();
      await goAnalyse(page);
      await verdicts(page).waitFor();
      await page.locator('.explorer').scrollIntoViewIfNeeded();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      check(wide <= width, `the page is ${wide} of ${width} wide`);
      await shot(page, `73-own-${width}-${colorScheme}`);
      await page.context().close();
    }
  },
};
