// The games that are kept: found again, deleted, and brought back.

import { ask, check, goAnalyse, heard, moves, newGame, onDisk, paste, press, shot, type, until } from './harness.mjs';

const rows = (page) => page.locator('.game-row');

async function goGames(page) {
  await page.evaluate(() => {
    location.hash = 'games';
  });
  await page.locator('.games-page').waitFor();
}

async function goPlay(page) {
  await page.evaluate(() => {
    location.hash = 'play';
  });
  await page.locator('.play-panel').waitFor();
}

export default {
  async 'all kept games are found, and a deleted one comes back'({ page }) {
    await goAnalyse(page);
    await paste(page, '[White "Pattern"]\n\n1. e4 *');
    await until('the game', async () => (await moves(page)).length === 1);
    const pattern = await until('it is saved', async () => {
      const { names: kept } = await ask(page, { type: 'list' });
      return kept[0] && (await ask(page, { type: 'load', name: kept[0] })).value;
    });
    for (let i = 1; i < 80; i++) {
      const id = `analyse-kept-${i}`;
      const tags = [
        ['White', `Nobody${i}x`],
        ['Black', 'Else'],
      ];
      await ask(page, { type: 'save', name: id, value: { ...pattern, id, tags } });
    }
    await goGames(page);
    await until('a portion', async () => (await rows(page).count()) === 60);
    check(/60 of 80 games/.test(await page.locator('.games-page').innerText()), 'it says that there are more');
    await page.locator('button', { hasText: 'Show more' }).click();
    await until('all', async () => (await rows(page).count()) === 80);
    await page.locator('.games-page input[type=search]').fill('nobody7 else');
    // 7, and 70 to 79.
    await until('what was looked for', async () => {
      const found = await rows(page).allInnerTexts();
      return found.length === 11 && found.every((text) => /Nobody7/.test(text));
    });
    await page.locator('.games-page input[type=search]').fill('"none" of them');
    await until('nothing', async () => (await rows(page).count()) === 0);
    await page.locator('.games-page input[type=search]').fill('nobody33x');
    await until('one', async () => (await rows(page).count()) === 1);
    await shot(page, '41-games');
    await page.locator('.game-row button[aria-label="Delete"]').click();
    await heard(page, /Nobody33x.*deleted/);
    await until('none', async () => (await rows(page).count()) === 0);
    check(!(await ask(page, { type: 'load', name: 'analyse-kept-33' })).value, 'it is gone from the disk');
    await page.locator('.toast button', { hasText: 'Undo' }).click();
    await until('it is back', async () => (await rows(page).count()) === 1);
    check((await ask(page, { type: 'load', name: 'analyse-kept-33' })).value, 'on the disk too');
    check(await page.evaluate(() => document.activeElement !== document.body), 'the focus is somewhere');
  },

  async 'a game is analysed once, and goes on there'({ page, server }) {
    await newGame(page, { elo: 500 });
    await type(page, 'e4');
    await until('an answer', async () => (await moves(page)).length === 2);
    const analyse = page.locator('.panel button', { hasText: /^Analyse/ }).first();
    await analyse.click();
    await page.locator('.analyse-panel').waitFor();
    await until('the moves', async () => (await moves(page)).length === 2);
    await goPlay(page);
    await until('the game', async () => (await moves(page)).length === 2);
    await type(page, 'a3');
    await until('another answer', async () => (await moves(page)).length === 4);
    await analyse.click();
    await page.locator('.analyse-panel').waitFor();
    await until('all moves', async () => (await moves(page)).length === 4);
    await until('two games', async () => (await onDisk(server)).length === 2);
    await goPlay(page);
    await analyse.click();
    await page.locator('.analyse-panel').waitFor();
    await until('all moves again', async () => (await moves(page)).length === 4);
    check((await onDisk(server)).length === 2, `${(await onDisk(server)).length} games are kept`);
    // A position has a name.
    await paste(page, '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    await until('it is saved', async () => (await onDisk(server)).length === 3);
    await goGames(page);
    await until('its row', async () => /^Position\n.*4k3\/8/.test((await rows(page).allInnerTexts()).join('\n')));
  },

  async 'moves that were deleted come back'({ page }) {
    await goAnalyse(page);
    await paste(page, '[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 *');
    await until('the game', async () => (await moves(page)).length === 4);
    await press(page, 'Home', 'ArrowRight');
    await until('the first move', async () => /^e4/.test(await page.locator('.moves .move.current').innerText()));
    await page.locator('button[aria-label="Delete from here"]').click();
    await until('nothing', async () => (await moves(page)).length === 0);
    await heard(page, /Deleted from e4/);
    await page.locator('.toast button', { hasText: 'Undo' }).click();
    await until('all of it', async () => (await moves(page)).length === 4);
  },
};
