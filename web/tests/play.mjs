// Playing against the engine.

import {
  ask,
  check,
  drag,
  heard,
  moves,
  newGame,
  openPage,
  playToTheEnd,
  press,
  shot,
  type,
  until,
} from './harness.mjs';

export default {
  async 'a game of chess is won by mouse and keyboard'({ page }) {
    await newGame(page, { elo: 500, shot: '01-new-game' });
    await shot(page, '02-play-start');
    await playToTheEnd(page, 'chess', {
      onMove: async (turn, what) => {
        if (turn === 4 && what === 'selected') await shot(page, '03-play-dots');
      },
    });
    const verdict = await page.locator('.verdict').innerText();
    check(/You win/.test(verdict) && /checkmate/.test(verdict), verdict);
    await shot(page, '04-play-won');
    await page.locator('button', { hasText: 'Analyse this game' }).click();
    await page.locator('.analyse-panel .moves .move.current').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.engine-line:not(.waiting)').first().waitFor();
  },

  async 'a game of Chess960 is won'({ page }) {
    await newGame(page, { variant: 'chess960', number: 0, elo: 500, color: 'b' });
    await until('the number', async () => /#0/.test(await page.locator('.panel h2').innerText()));
    const start = (await ask(page, { type: 'position', line: { variant: 'chess960', number: 0, moves: [] } })).fen;
    await until('White to have moved', async () => (await moves(page)).length > 0);
    await playToTheEnd(page, 'chess960', { start });
    check(/You win/.test(await page.locator('.verdict').innerText()), 'won');
  },

  async 'take back, hint, premove, resign'({ page }) {
    await newGame(page, { elo: 500 });
    await drag(page, 'e2', 'e4');
    await until('an answer', async () => (await moves(page)).length === 2);
    await page.locator('button', { hasText: 'Hint' }).click();
    await page.locator('.arrow.hint').waitFor();
    await shot(page, '09-hint');
    await page.locator('button', { hasText: 'Take back' }).click();
    await until('the moves to be gone', async () => (await moves(page)).length === 0);
    // Illegal moves snap back.
    await drag(page, 'e2', 'e6');
    await type(page, 'Ke5');
    check((await moves(page)).length === 0, 'nothing was played');
    await type(page, 'e4');
    await until('the move', async () => (await moves(page)).length >= 1);
    await drag(page, 'd2', 'd3');
    await until('the premove to be played', async () => (await moves(page))[2] === 'd3');
    await page.locator('button', { hasText: 'Resign' }).click();
    await page.locator('button', { hasText: 'Really resign' }).click();
    check(/resignation/.test(await page.locator('.verdict').innerText()), 'resigned');
  },

  async 'promotion is chosen'({ page }) {
    await newGame(page, { elo: 500, fen: '8/4P3/8/8/8/k7/8/4K3 w - - 0 1' });
    await drag(page, 'e7', 'e8');
    await page.locator('.promotion-choice').first().waitFor();
    await shot(page, '10-promotion');
    await page.locator('.promotion-choice[aria-label="knight"]').click();
    await until('a knight', async () => (await moves(page))[0] === 'e8=N');
  },

  async 'clocks run'({ page }) {
    await newGame(page, { elo: 500, clock: '3+2' });
    await drag(page, 'e2', 'e4');
    await until('an answer', async () => (await moves(page)).length === 2);
    const before = await page.locator('.clock').last().innerText();
    await page.waitForTimeout(1600);
    const after = await page.locator('.clock').last().innerText();
    check(before !== after && /^[23]:/.test(after), `${before} ${after}`);
    await shot(page, '11-clock');
    // What they showed after each move stays with the game.
    await page.locator('button', { hasText: 'Analyse' }).click();
    await page.locator('.engine-line').first().waitFor();
    await until('both clocks', async () => (await page.locator('.clock').allInnerTexts()).length === 2);
    check(
      (await page.locator('.clock').allInnerTexts()).every((text) => /^[23]:/.test(text)),
      'as they were',
    );
  },

  async 'with a clock the engine takes its time'({ page }) {
    await newGame(page, { elo: 1500, clock: 'other', minutes: 30 });
    const left = async () => {
      const [minutes, seconds] = (await page.locator('.clock').first().innerText()).split(':').map(Number);
      return minutes * 60 + seconds;
    };
    const full = await left();
    check(full === 30 * 60, `it begins with ${full} seconds`);
    for (const [move, answers] of [
      ['e4', 2],
      ['a3', 4],
    ]) {
      const before = await left();
      await type(page, move);
      await until(`${move} on the board`, async () => (await moves(page)).length === answers - 1);
      const since = Date.now();
      await until('an answer', async () => (await moves(page)).length === answers);
      const thought = Date.now() - since;
      // Without a clock it answers after 0.4 s; the least it takes here are 2 s.
      check(thought > 1500, `${move} was answered after ${thought} ms`);
      const used = before - (await left());
      check(used >= 1 && used < 30, `${move} cost ${used} seconds of its clock`);
    }
  },

  async 'a flag falls, for the one and for the other'({ page }) {
    await newGame(page, { elo: 500, clock: 'other', minutes: 0.07 });
    await type(page, 'e4');
    await until('an answer', async () => (await moves(page)).length === 2);
    await until(
      'the flag',
      async () =>
        /on time/.test(
          await page
            .locator('.verdict')
            .innerText()
            .catch(() => ''),
        ),
      30_000,
    );
    check(/Erawan wins/.test(await page.locator('.verdict').innerText()), 'who runs out of time has lost');
    check((await page.locator('.clock').last().innerText()) === '0:00.0', 'the clock shows nothing left');
    await shot(page, '11-flag');
    // Against a bare king time alone loses nothing.
    await newGame(page, { elo: 500, clock: 'other', minutes: 0.05, fen: '8/8/8/8/4k3/8/P7/K7 w - - 0 1' });
    await type(page, 'a3');
    await until('the second flag', async () => (await page.locator('.verdict').count()) > 0, 30_000);
    check(/Draw/.test(await page.locator('.verdict').innerText()), 'a king alone cannot win');
  },

  async 'draws are offered and claimed'({ page }) {
    await newGame(page, { elo: 500 });
    await page.locator('button', { hasText: 'Offer draw' }).click();
    await heard(page, /declines/);
    // A dead level ending is another matter.
    await newGame(page, { elo: 500, fen: '8/5k2/8/3r4/8/3R4/5K2/8 w - - 0 40' });
    await page.locator('button', { hasText: 'Offer draw' }).click();
    await until('an agreement', async () =>
      /agreement/.test(
        await page
          .locator('.verdict')
          .innerText()
          .catch(() => ''),
      ),
    );
    // Fifty moves without a pawn move: the claim stands on the button.
    await newGame(page, { elo: 500, fen: '8/5k2/8/3r4/8/3R4/5K2/8 w - - 100 90' });
    await page.locator('button', { hasText: 'Claim draw' }).click();
    await until('the claim', async () =>
      /fifty-move/.test(
        await page
          .locator('.verdict')
          .innerText()
          .catch(() => ''),
      ),
    );
  },

  async 'a sound for every move, unless muted'({ browser, server }) {
    const page = await openPage(browser, server.url, {}, () => {
      window.sounds = 0;
      const start = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function (...all) {
        window.sounds++;
        return start.apply(this, all);
      };
    });
    await newGame(page, { elo: 500 });
    await type(page, 'e4');
    await until('a sound', async () => (await page.evaluate(() => window.sounds)) > 0);
    await until('an answer', async () => (await moves(page)).length === 2);
    await page.locator('button[aria-label="Sound"]').click();
    const before = await page.evaluate(() => window.sounds);
    await type(page, 'd4');
    await until('an answer', async () => (await moves(page)).length === 4);
    check((await page.evaluate(() => window.sounds)) === before, 'it is quiet');
    await page.context().close();
  },

  async 'the keyboard alone is enough'({ page }) {
    await page.locator('.play-now').waitFor();
    await page.keyboard.press('n');
    await page.locator('dialog.setup-dialog').waitFor();
    // The game is chosen and begun: from the start button back to the cards.
    for (
      let i = 0;
      i < 30 && !(await page.evaluate(() => document.activeElement?.matches('input[value=chess]')));
      i++
    ) {
      await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.press('ArrowRight');
    check(await page.locator('input[value=chess960]').isChecked(), 'Chess960 is chosen');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.locator('dialog').waitFor({ state: 'detached' });
    // A move with the arrows on the board.
    for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement?.matches('.board'))); i++)
      await page.keyboard.press('Tab');
    await press(page, 'Enter', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter');
    await until('e4', async () => (await moves(page))[0] === 'e4');
    await until('an answer', async () => (await moves(page)).length === 2);
    check(/Black: /.test(await page.locator('#live').textContent()), 'the answer is spoken');
    check(/White: .*pawn e4/.test(await page.locator('#board-pieces').textContent()), 'the pieces are described');
    // A move that is typed.
    await press(page, 'Escape', '/');
    await page.keyboard.type('nf3');
    await page.keyboard.press('Enter');
    await until('Nf3', async () => (await moves(page))[2] === 'Nf3');
    await until('an answer', async () => (await moves(page)).length === 4);
    await press(page, 'Escape', 'u');
    await until('the move to be taken back', async () => (await moves(page)).length === 2);
    await page.keyboard.press('h');
    await page.locator('.arrow.hint').waitFor();
    // To the analysis by its tab, and through the game.
    for (
      let i = 0;
      i < 30 && !(await page.evaluate(() => document.activeElement?.matches('a.tab[href="#analyse"]')));
      i++
    )
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.engine-line:not(.waiting) .pv-move').first().waitFor();
    await page.keyboard.press(' ');
    await until('the best move', async () => (await moves(page)).length === 1);
    await press(page, 'Home', 'x');
    await page.locator('.arrow.threat').first().waitFor();
    await press(page, 'x', 'l');
    await until(
      'the engine to be off',
      async () => (await page.locator('.switch').getAttribute('aria-checked')) === 'false',
    );
    await page.keyboard.press('?');
    await page.locator('dialog .keys').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  },
};
