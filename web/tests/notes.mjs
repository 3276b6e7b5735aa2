// What people write and draw, and how it is undone.

import { check, copied, goAnalyse, moves, paste, press, shot, type, until } from './harness.mjs';

async function rightDrag(page, from, to, modifiers = []) {
  const board = await page.locator('.board').boundingBox();
  const size = board.width / 8;
  const at = (square) => [
    board.x + ('abcdefgh'.indexOf(square[0]) + 0.5) * size,
    board.y + (8 - Number(square[1]) + 0.5) * size,
  ];
  for (const key of modifiers) await page.keyboard.down(key);
  await page.mouse.move(...at(from));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...at(to), { steps: 3 });
  await page.mouse.up({ button: 'right' });
  for (const key of modifiers) await page.keyboard.up(key);
}

export default {
  async 'arrows and circles are kept, written and read'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await page.keyboard.press('a');
    await type(page, 'e4');
    await until('e4', async () => (await moves(page)).length === 1);
    await rightDrag(page, 'g1', 'f3');
    await rightDrag(page, 'd5', 'd5', ['Shift']);
    await page.locator('.arrow.own-G').waitFor();
    await page.locator('.ring.own-R').waitFor();
    await shot(page, '32-drawings');
    // By keyboard: from e2 to the square above it.
    await page.locator('.board').focus();
    await press(page, 'Enter', 'o', 'ArrowUp', 'o', 'Escape');
    await until('a second arrow', async () => (await page.locator('.arrow.own-G').count()) === 2);
    // Elsewhere they are not shown; back at the move they are.
    await page.keyboard.press('Home');
    await until('nothing', async () => !(await page.locator('.arrows .own').count()));
    await page.keyboard.press('End');
    await until('all three', async () => (await page.locator('.arrows .own').count()) === 3);
    const pgn = await copied(page, 'Copy PGN');
    check(/\[%csl Rd5\]\s\[%cal Gg1f3,Ge2e3\]/.test(pgn), pgn);
    // A second time takes one away.
    await rightDrag(page, 'g1', 'f3');
    await until('one less', async () => (await page.locator('.arrows .own').count()) === 2);
    await paste(page, pgn);
    await until('the start of it', async () => !(await page.locator('.arrows .own').count()));
    await page.keyboard.press('End');
    await until('what was read', async () => (await page.locator('.arrows .own').count()) === 3);
    await page.locator('button[aria-label="Erase drawings"]').click();
    await until('a clean board', async () => !(await page.locator('.arrows .own').count()));
  },

  async 'a keyboard draws in the four colours of a mouse'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await page.keyboard.press('a');
    await page.locator('.board').focus();
    await press(page, 'Enter');
    for (const [key, colour] of [
      ['o', 'G'],
      ['Shift+O', 'R'],
      ['Alt+o', 'B'],
      ['Alt+Shift+O', 'Y'],
    ]) {
      await press(page, key, 'ArrowUp', key);
      await page.locator(`.arrow.own-${colour}`).waitFor();
    }
    // The key has another letter in other scripts.
    const thai = { key: 'น', code: 'KeyO', altKey: true, bubbles: true, cancelable: true };
    for (let i = 0; i < 2; i++) await page.locator('.board').dispatchEvent('keydown', thai);
    await page.locator('.ring.own-B').waitFor();
    check((await page.locator('.arrows .own').count()) === 5, 'each is there once');
    await press(page, 'Escape', '?');
    check(
      /in red, in blue or in yellow/.test(await page.locator('dialog .keys').innerText()),
      'the list of keys has them',
    );
  },

  async 'every change is undone and done again'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await paste(page, '[White "A"]\n[Black "B"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *');
    await until('the game', async () => (await moves(page)).length === 5);
    await page.locator('.move', { hasText: 'c5' }).click();
    await page.locator('.glyph-button', { hasText: /^!!$/ }).click();
    await until('pressed', async () =>
      page.locator('.glyph-button.g3').evaluate((button) => button.getAttribute('aria-pressed') === 'true'),
    );
    check(await page.evaluate(() => document.activeElement?.classList.contains('g3')), 'the focus stays');
    // A second time takes it away, with the focus still on it.
    const isPressed = () => page.locator('.glyph-button.g3').getAttribute('aria-pressed');
    await page.locator('.glyph-button.g3').click();
    await until('it is up again', async () => (await isPressed()) === 'false');
    check(!/!!/.test(await page.locator('.moves').innerText()), 'and gone from the move');
    check(!(await page.locator('.badge').count()), 'and from its square');
    await page.locator('.glyph-button.g3').click();
    await until('down again', async () => (await isPressed()) === 'true');
    await page.locator('.glyph-button', { hasText: '±' }).click();
    await until('both', async () => /!! ±/.test(await page.locator('.move.current').innerText()));
    await page.locator('[aria-label="Comment"]').fill('First line.\nSecond line.');
    await until('both lines', async () => /First line.\nSecond line./.test(await page.locator('.moves').innerText()));
    await page.locator('button[aria-label="Make main line"]').click();
    await until('the main line', async () => /c5/.test(await page.locator('.moves > .move').nth(1).innerText()));
    check(!(await page.locator('button[aria-label="Make main line"]').count()), 'what is done is not offered again');
    await page.locator('button[aria-label="Delete from here"]').click();
    await until('it is gone', async () => !/c5/.test(await page.locator('.moves').innerText()));
    const undo = page.locator('.notes [data-button="undo"]');
    await undo.click();
    await until('the line again', async () => /c5/.test(await page.locator('.moves > .move').nth(1).innerText()));
    await page.keyboard.press('Control+z');
    await until('its old place', async () => /c5/.test(await page.locator('.variation').innerText()));
    await page.keyboard.press('Control+z');
    await until('no comment', async () => !/First/.test(await page.locator('.moves').innerText()));
    await press(page, 'Control+z', 'Control+z', 'Control+z', 'Control+z');
    await until('no glyphs', async () => !/[!±]/.test(await page.locator('.moves').innerText()));
    check(await undo.isDisabled(), 'nothing more to undo');
    for (let i = 0; i < 7; i++) await page.keyboard.press('Control+y');
    await until('deleted again', async () => !/c5/.test(await page.locator('.moves').innerText()));
    // What has been undone is what is kept.
    await page.keyboard.press('Control+z');
    await until('the line', async () => /c5/.test(await page.locator('.moves').innerText()));
    const pgn = await copied(page, 'Copy PGN');
    check(/c5 \$3 \$16 \{First line\.\s+Second line\.\}/.test(pgn), pgn);
  },

  async 'clocks of a game are shown, lines are shown whole, searches tell'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await paste(
      page,
      '[White "A"]\n[Black "B"]\n\n1. e4 {[%clk 1:39:58]} e5 {[%clk 1:38:02]} 2. Nf3 {[%clk 1:37:11]} *',
    );
    await until('the game', async () => (await moves(page)).length === 3);
    await page.keyboard.press('End');
    await until('both clocks', async () => String(await page.locator('.clock').allInnerTexts()) === '1:38:02,1:37:11');
    await press(page, 'ArrowLeft', 'ArrowLeft');
    await until('one clock', async () => String(await page.locator('.clock').allInnerTexts()) === '1:39:58');
    // Long enough a line to need more than a row.
    await until(
      'a long line',
      async () => (await page.locator('.engine-line').first().locator('.pv-move').count()) > 9,
    );
    // The line may be made anew at any moment.
    const height = () => page.$eval('.engine-line', (line) => line.getBoundingClientRect().height);
    const low = await height();
    await page.locator('.engine-line .expand').first().click();
    await until('the whole line', async () => (await height()) > low + 10);
    await page.locator('.engine-line .expand').first().click();
    await until('one row', async () => (await height()) === low);
    await page.locator('.search-facts summary').click();
    const facts = await page.locator('.search-facts dl').innerText();
    for (const name of ['Positions', 'Depth', 'Time', 'Memory used', 'Found in endgame tables']) {
      check(facts.includes(name), `${name}: ${facts}`);
    }
    check(/Memory used\s+\d+\.\d %/.test(facts), facts);
  },
};
