// Analysing.

import { ask, check, drag, fen, goAnalyse, moves, paste, shot, skip, type, until } from './harness.mjs';

export default {
  async 'analysis: lines, arrows, tree, keys'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line:not(.waiting)').nth(2).waitFor();
    for (const move of ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6']) {
      const before = (await moves(page)).length;
      await type(page, move);
      await until(move, async () => (await moves(page)).length === before + 1);
    }
    await page.keyboard.press('Escape');
    await page.locator('.arrow.best').waitFor();
    await until(
      'some depth',
      async () => /depth (\d\d)/.test(await page.locator('.engine-status').innerText()),
      30_000,
    );
    await shot(page, '13-analyse');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await until('the position before', async () => (await page.locator('.move.current').innerText()) === 'Nc6');
    // A variation beside the main line.
    await drag(page, 'f1', 'c4');
    await page.locator('.variation .move.current', { hasText: 'Bc4' }).waitFor();
    await page.locator('.glyph-button', { hasText: '!?' }).click();
    await page.locator('.notes [aria-label="Comment"]').fill('The Italian game <b>bold</b>');
    await until('the comment', async () =>
      (await page.locator('.variation .comment').innerText()).includes('<b>bold</b>'),
    );
    await shot(page, '14-variation');
    await page.locator('button[aria-label="Make main line"]').click();
    await until('the main line', async () =>
      (await page.locator('.moves > .move.current').innerText()).startsWith('Bc4'),
    );
    await page.locator('.board').click({ position: { x: 2, y: 2 } });
    await page.locator('.engine-line:not(.waiting) .pv-move').first().waitFor();
    const before = (await moves(page)).length;
    await page.keyboard.press(' ');
    await until('the best move', async () => (await moves(page)).length === before + 1);
    await page.keyboard.press('f');
    await until('a flip', async () => (await page.locator('.eval-bar.flipped').count()) === 1);
    await page.keyboard.press('l');
    await until(
      'the engine to be off',
      async () => (await page.locator('.switch').getAttribute('aria-checked')) === 'false',
    );
    await page.keyboard.press('l');
    await page.keyboard.press('?');
    await page.locator('dialog .keys').waitFor();
    await shot(page, '15-keys');
    await page.keyboard.press('Escape');
    await page.locator('.engine-line:not(.waiting) .pv-move').first().waitFor();
    await page.locator('.engine-line:not(.waiting) .pv-move').nth(1).hover();
    await page.locator('.preview svg').waitFor();
    await shot(page, '16-preview');
    // One move after the other, and back to columns.
    await page.mouse.move(0, 0);
    await page.keyboard.press('Shift+I');
    await page.locator('.moves .mainline').waitFor();
    await page.keyboard.press('Shift+I');
    await until('columns', async () => !(await page.locator('.moves .mainline').count()));
    await page.keyboard.press('Shift+C');
    await until('no comments', async () => !(await page.locator('.moves .comment').count()));
    await page.keyboard.press('Shift+C');
    // A line is clicked, the move is on the board.
    const long = await moves(page);
    await page.locator('.engine-line:not(.waiting) .pv-move').first().click();
    await until('the line', async () => (await moves(page)).length > long.length);
    await page.locator('button[aria-label="Delete from here"]').click();
    await until('it to be deleted', async () => String(await moves(page)) === String(long));
  },

  async 'settings of the engine are kept'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line:not(.waiting)').nth(2).waitFor();
    const set = (label, value) =>
      page.locator(`dialog input[aria-label="${label}"]`).evaluate((slider, wanted) => {
        slider.value = String(wanted);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        slider.dispatchEvent(new Event('change', { bubbles: true }));
      }, value);
    await page.keyboard.press('h');
    await set('Lines', 5);
    await set('Time for a position', 1);
    await set('Memory', 5);
    await page.keyboard.press('Escape');
    await until('five lines', async () => (await page.locator('.engine-line:not(.waiting)').count()) === 5);
    // Limited to a second, the search ends by itself.
    await until('the end of the search', async () => !(await page.locator('.engine-head.running').count()));
    await page.reload();
    await until('five lines again', async () => (await page.locator('.engine-line:not(.waiting)').count()) === 5);
    await page.keyboard.press('h');
    check(/32 MiB/.test(await page.locator('dialog').innerText()), 'memory is kept');
  },

  async 'the engine is heard about ten times a second'({ page }) {
    let frames = 0;
    page.on('websocket', (socket) =>
      socket.on('framereceived', (frame) => (frames += String(frame.payload).includes('"analysis"') ? 1 : 0)),
    );
    await page.reload();
    await goAnalyse(page);
    await page.locator('.engine-line:not(.waiting)').first().waitFor();
    const before = frames;
    await page.waitForTimeout(3000);
    const heard = frames - before;
    check(heard <= 36, `${heard} answers in three seconds`);
    check(heard >= 1, 'and not never');
  },

  async 'endgame tables are looked up'({ page, syzygy }) {
    if (!syzygy) return skip('no Syzygy tables: SYZYGY=folder');
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    check(!(await page.locator('.tables').isVisible()), 'nothing is shown with all men on the board');
    await paste(page, '8/8/8/8/8/4k3/8/KQ6 w - - 0 1');
    await page.locator('.tables .table-result.win').waitFor();
    check(/Won/.test(await page.locator('.tables-head').innerText()), 'queen against king is won');
    check((await page.locator('.table-move').count()) === 6, 'some moves are shown');
    await page.locator('.more-moves').click();
    const legal = (await ask(page, { type: 'position', line: { variant: 'chess', fen: await fen(page), moves: [] } }))
      .moves.length;
    check((await page.locator('.table-move').count()) === legal, 'and all of them if asked for');
    await shot(page, '26-tables');
    const first = await page.locator('.table-move b').first().innerText();
    await page.locator('.table-move').first().click();
    await until('the move', async () => (await moves(page))[0] === first);
    await page.locator('.tables .table-result.loss').waitFor();
    await page.keyboard.press('e');
    await until('the panel to go', async () => !(await page.locator('.tables').isVisible()));
    await paste(page, '7k/8/8/8/8/8/7P/K7 w - - 0 1');
    await page.keyboard.press('e');
    await until('a draw', async () =>
      /Draw/.test(
        await page
          .locator('.tables-head')
          .innerText()
          .catch(() => ''),
      ),
    );
  },
};
