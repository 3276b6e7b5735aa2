// How games begin: at once, for two, and from an analysis.

import { check, click, drag, goAnalyse, moves, newGame, paste, shot, type, until } from './harness.mjs';

export default {
  async 'one click begins a game with what was chosen last'({ page }) {
    await page.locator('.play-now').click();
    await until('a game', async () => !(await page.locator('.play-now').count()));
    check(!(await page.locator('dialog').count()), 'nothing is asked');
    await newGame(page, { variant: 'makruk', color: 'b', elo: 700, clock: '5+3' });
    await until('a move of the engine', async () => (await moves(page)).length === 1);
    await page.locator('button', { hasText: 'Resign' }).click();
    await page.locator('button', { hasText: 'Really resign' }).click();
    await page.locator('.play-now').waitFor();
    check(
      (await page.locator('.start-text').innerText()) === 'Makruk · 700 Beginner · Black · 5+3',
      await page.locator('.start-text').innerText(),
    );
    await page.locator('.play-now', { hasText: 'Play again' }).click();
    await until('another move of the engine', async () => (await moves(page)).length === 1);
    check((await page.locator('.clock').count()) === 2, 'with clocks');
    check((await page.locator('.board.makruk').count()) === 1, 'of Makruk');
  },

  async 'two people play on one board'({ page, server }) {
    await page.locator('.start-other', { hasText: 'Two people' }).click();
    await until('a game', async () => !(await page.locator('.play-now').count()));
    await drag(page, 'f2', 'f3');
    await until('one move', async () => (await moves(page)).length === 1);
    await click(page, 'e7');
    await page.locator('.square.dot').first().waitFor();
    await click(page, 'e5');
    await until('two moves', async () => (await moves(page)).length === 2);
    await page.locator('button', { hasText: 'Take back' }).click();
    await until('one move again', async () => (await moves(page)).length === 1);
    await type(page, 'e5');
    await until('e5', async () => (await moves(page)).length === 2);
    await page.reload();
    await until('the game is taken up', async () => (await moves(page)).length === 2);
    for (const move of ['g4', 'Qh4']) {
      const before = (await moves(page)).length;
      await type(page, move);
      await until(move, async () => (await moves(page)).length === before + 1);
    }
    await page.locator('.verdict').waitFor();
    check(/Black wins\s+by checkmate/.test(await page.locator('.verdict').innerText()), 'Black has won');
    await shot(page, '33-two-people');
    check(server.port > 0 && !/Erawan/.test(await page.locator('.board-side').innerText()), 'nobody else played');
  },

  async 'an analysed position is played on'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await paste(page, '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 *');
    await until('the game', async () => (await moves(page)).length === 7);
    await page.locator('.move', { hasText: 'd4' }).click();
    await until('the variation', async () => /d4/.test(await page.locator('.move.current').innerText()));
    await page.locator('button[aria-label="Play on from here"]').click();
    await page.locator('dialog.setup-dialog').waitFor();
    check(await page.locator('dialog input[value=b]').isChecked(), 'the side to move is offered');
    await page.locator('dialog button[type=submit]').click();
    await until('the line', async () => String(await moves(page)) === 'e4,e5,Nf3,d6,d4');
    await type(page, 'exd4');
    await until('an answer', async () => (await moves(page)).length === 7);
    check((await page.locator('.square[data-square="a1"]').count()) === 1, 'the board is there');
  },
};
