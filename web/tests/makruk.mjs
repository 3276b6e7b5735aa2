// Makruk: counting, pieces, Thai.

import {
  ask,
  check,
  copied,
  drag,
  goAnalyse,
  lineOf,
  moves,
  newGame,
  paste,
  playToTheEnd,
  press,
  shot,
  type,
  until,
} from './harness.mjs';

export default {
  async 'a game of Makruk is won, with Thai names'({ page }) {
    await newGame(page, { variant: 'makruk', elo: 500 });
    await shot(page, '05-makruk-start');
    await playToTheEnd(page, 'makruk', { limit: 200, movetime: 150 });
    const verdict = await page.locator('.verdict').innerText();
    check(/You win/.test(verdict), verdict);
    await shot(page, '06-makruk-won');
    await page.locator('button[aria-label="Settings"]').click();
    await page.locator('dialog .choice', { hasText: 'ไทย' }).first().click();
    await until('Thai moves', async () => (await moves(page)).some((move) => /[ก-ฮ]/.test(move)));
    await shot(page, '07-makruk-thai');
    check((await page.getAttribute('html', 'lang')) === 'th', 'the page says that it is Thai');
    check(/เบี้ย|ขุน/.test(await page.locator('#board-pieces').textContent()), 'pieces have Thai names');
  },

  async 'counting is shown, begun and stopped'({ page }) {
    const fen = '8/8/2n1k3/8/8/2RMK3/8/8 b - 128 0 1';
    await newGame(page, { variant: 'makruk', counting: 'manual', color: 'b', elo: 500, fen });
    await page.locator('.count-button', { hasText: 'Start counting' }).click();
    await page.locator('.strip .count strong').waitFor();
    check((await page.locator('.strip .count strong').innerText()) === '0/64', 'the count begins at 0');
    await shot(page, '08-counting');
    const legal = await ask(page, {
      type: 'position',
      line: { variant: 'makruk', fen, moves: await lineOf(page, fen) },
    });
    await type(page, legal.moves[0].san);
    await until(
      'the count to go on',
      async () =>
        (await page.locator('.strip .count strong').count()) &&
        /^1\/64/.test(await page.locator('.strip .count strong').innerText()),
    );
    await until(
      'White to have moved',
      async () => (await moves(page)).length >= 2 || (await page.locator('.verdict').count()),
    );
    const stop = page.locator('.count-button', { hasText: 'Stop counting' });
    if (await stop.count()) {
      await stop.click();
      await until('the count to stop', async () => !(await page.locator('.strip .count strong').count()));
    }
  },

  async 'a bare khun is counted by itself'({ page }) {
    const fen = '8/8/4k3/8/8/2R1K3/2R5/8 w - 16 9 1';
    await newGame(page, { variant: 'makruk', counting: 'auto', color: 'w', elo: 500, fen });
    await page.locator('.strip .count').waitFor();
    const edge = await page.locator('.strip').first().innerText();
    check(/Erawan/.test(edge) && /5\/8/.test(edge) && /3 left/.test(edge), `the khun that is alone counts: ${edge}`);
  },

  async 'a count begun by hand is in the PGN and comes back'({ page }) {
    const fen = '8/8/2n1k3/8/8/2RMK3/8/8 b - 128 0 1';
    await newGame(page, { variant: 'makruk', counting: 'manual', color: 'b', elo: 500, fen });
    await page.locator('.count-button', { hasText: 'Start counting' }).click();
    await page.locator('.strip .count strong').waitFor();
    await until('moves to choose from', async () => (await page.locator('.board .pickable').count()) > 0);
    await drag(page, 'c6', 'd4');
    await until('an answer', async () => (await moves(page)).length >= 2);
    await page
      .locator('button', { hasText: /^Analyse/ })
      .last()
      .click();
    await page.locator('.analyse-panel').waitFor();
    const pgn = await copied(page, 'Copy PGN');
    check(pgn.includes('[Counting "manual"]') && pgn.includes('[%count start]'), pgn);
    await page.locator('button[aria-label="New game"]').click();
    await page.locator('dialog .card').first().click();
    await until('an empty board', async () => (await moves(page)).length === 0);
    await paste(page, pgn);
    await until('the game', async () => (await moves(page)).length >= 2);
    await press(page, 'End', 'ArrowLeft');
    await until('the count', async () =>
      /^1\/64/.test(
        await page
          .locator('.strip .count strong')
          .innerText()
          .catch(() => ''),
      ),
    );
    await page.keyboard.press('ArrowLeft');
    await until('the count at the start', async () =>
      /^0\/64/.test(
        await page
          .locator('.strip .count strong')
          .innerText()
          .catch(() => ''),
      ),
    );
  },

  async 'a count is begun at the first position of a FEN'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await paste(page, '8/8/2n1k3/8/8/2RMK3/8/8 b - 128 0 1');
    await page.locator('.board.makruk').waitFor();
    const count = () => page.locator('.strip .count strong').allInnerTexts().then(String);
    const start = page.locator('.count-button', { hasText: 'Start counting' });
    await start.click();
    await until('the count', async () => (await count()) === '0/64');
    check((await page.locator('.count-button').innerText()) === 'Stop counting', 'it can be stopped');
    await type(page, 'Nd4');
    await until('the count to go on', async () => (await count()) === '1/64');
    check(!(await page.locator('.count-button').count()), 'the other side has no button');
    const pgn = await copied(page, 'Copy PGN');
    check(pgn.includes('[Counting "manual"]') && pgn.includes('[%count start]'), pgn);
    // It is undone like any other change: first the move, then the count.
    await page.keyboard.press('Control+z');
    await until('the first position', async () => (await moves(page)).length === 0);
    await page.keyboard.press('Control+z');
    await start.waitFor();
    check((await count()) === '', 'nobody counts');
  },

  async 'a promoted bia lies face-up, in both sets'({ page }) {
    const fen = '4k3/8/8/2P5/8/8/8/3MK3 w - - 0 1';
    await newGame(page, { variant: 'makruk', elo: 500, fen });
    await type(page, 'c6=M');
    await until('the promotion', async () => (await page.locator('.piece[data-piece="M~"]').count()) === 1);
    const looks = (piece) =>
      page
        .locator(`.piece[data-piece="${piece}"] svg`)
        .first()
        .evaluate((svg) => svg.innerHTML);
    check((await looks('M~')) !== (await looks('M')), 'it does not look like a met');
    await shot(page, '08-promoted');
    await page.locator('button[aria-label="Settings"]').click();
    const thai = await looks('M~');
    await page.locator('dialog .choice', { hasText: 'Western' }).click();
    await until('the other set', async () => (await looks('M~')) !== thai);
    check((await looks('M~')) !== (await looks('M')), 'nor in the western set');
  },
};
