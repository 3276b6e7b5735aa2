// What people with a mouse see on the board, and what people with a keyboard
// can do and hear.

import { check, click, goAnalyse, moves, newGame, openPage, paste, press, shot, type, until } from './harness.mjs';

/** The squares with a class, and whether each is seen to have a mark. */
async function marked(page, name) {
  return await page.$$eval(`.square.${name}`, (all) =>
    Object.fromEntries(
      all.map((square) => [square.dataset.square, /radial-gradient/.test(getComputedStyle(square).backgroundImage)]),
    ),
  );
}

const focused = (page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at === document.body ? '' : (at.getAttribute('aria-label') ?? at.textContent) || at.className;
  });

const live = (page) => page.locator('#live').textContent();

/** Goes to a button as the Tab key would, and presses it. */
async function pressButton(page, name) {
  const button = page.getByRole('button', { name, exact: true }).first();
  await button.waitFor();
  await button.focus();
  await page.keyboard.press('Enter');
}

export default {
  async 'where a man can go is marked in every game'({ page }) {
    for (const [variant, fen, from, dots, takes] of [
      ['chess', '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', 'e4', ['e5'], ['d5']],
      ['makruk', '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', 'e4', ['e5'], ['d5']],
    ]) {
      await newGame(page, { variant, fen });
      await until('men to pick up', async () => (await page.locator('.piece.pickable').count()) > 0);
      await click(page, from);
      await until('a man in hand', async () => (await page.locator('.square.selected').count()) === 1);
      const [seenDots, seenTakes] = [await marked(page, 'dot'), await marked(page, 'take')];
      check(
        dots.every((square) => seenDots[square]),
        `${variant}: dots ${JSON.stringify(seenDots)}`,
      );
      check(
        takes.every((square) => seenTakes[square]),
        `${variant}: rings ${JSON.stringify(seenTakes)}`,
      );
      await shot(page, `40-marks-${variant}`);
      await click(page, from);
    }
  },

  async 'a man that has just moved is marked as one that can be taken'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    for (const tag of ['', '[Variant "Makruk"]\n[SetUp "1"]\n[FEN "4k3/8/8/3p4/8/4P3/8/4K3 w - - 0 1"]\n']) {
      await paste(page, `${tag}[White "A"]\n\n1. e4 ${tag ? '' : 'd5'} *`);
      await until('the game', async () => (await moves(page))[0] === 'e4');
      await press(page, 'End');
      await until('the last move', async () => (await page.locator('.square.last').count()) === 2);
      await click(page, tag ? 'd5' : 'e4');
      const target = tag ? 'e4' : 'd5';
      await until('the ring', async () => (await page.locator(`.square.last.take`).count()) === 1);
      check((await marked(page, 'take'))[target], `${target} is marked`);
      await page.keyboard.press('Escape');
    }
  },

  async 'moves are typed in Thai as the page writes them'({ page }) {
    await newGame(page, { variant: 'makruk', elo: 500 });
    await page.locator('button[aria-label="Settings"]').click();
    await page.locator('dialog .choice', { hasText: 'ไทย' }).first().click();
    // The dialog opens anew in the other language.
    await page.locator('dialog h2', { hasText: 'ตั้งค่า' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    check((await page.locator('.board').getAttribute('aria-label')) === 'กระดาน', 'the board has a Thai name');
    await type(page, 'ม-ง๒');
    await until('the ma', async () => /^ม-ง๒/.test((await moves(page))[0] ?? ''));
    await until('an answer', async () => (await moves(page)).length === 2);
    await type(page, 'จ4');
    await until('a bia', async () => (await moves(page))[2] === 'จ๔');
  },

  async 'the focus stays where keys are pressed in Play'({ page }) {
    await newGame(page, { elo: 500 });
    await type(page, 'e4');
    await until('an answer', async () => (await moves(page)).length === 2);
    for (const name of ['Back', 'Forward', 'To the start', 'To the end', 'Flip board', 'Hint', 'Colours', 'Sound']) {
      await pressButton(page, name);
      await page.waitForTimeout(150);
      check((await focused(page)) === name, `after ${name} the focus is on ${await focused(page)}`);
    }
    await page.locator('.arrow.hint').waitFor();
    await page.locator('.moves .move').first().focus();
    await page.keyboard.press('Enter');
    await until('the first move', async () => (await page.locator('.moves .move.current').innerText()) === 'e4');
    check((await focused(page)) === 'e4', `a move keeps the focus: ${await focused(page)}`);
    await pressButton(page, 'To the end');
    await pressButton(page, 'Take back');
    await until('no moves', async () => (await moves(page)).length === 0);
    check(await focused(page), 'taking back loses no focus');
    // A dialog gives it back, though the panel was painted meanwhile.
    await pressButton(page, 'New game');
    await page.locator('dialog').waitFor();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.keyboard.press('Escape');
    await until('the dialog to be gone', async () => !(await page.locator('dialog').count()));
    check((await focused(page)) === 'New game', `after a dialog the focus is on ${await focused(page)}`);
    await pressButton(page, 'Resign');
    await until('the question to be said', async () => /Really resign/.test(await live(page)));
    check((await focused(page)) === 'Really resign?', await focused(page));
    await page.keyboard.press('Enter');
    await page.locator('.verdict').waitFor();
    check(/resignation/.test(await page.locator('.verdict').innerText()), 'Resign, Enter, Enter resigns');
    check(await focused(page), 'nor does the end of the game');
  },

  async 'a man picked up by keyboard says where it can go'({ page }) {
    await newGame(page, { elo: 500 });
    await page.locator('.board').focus();
    await press(page, 'Enter', 'ArrowDown', 'ArrowRight', 'ArrowRight');
    await until('the cursor', async () => /g1, White knight/.test(await live(page)));
    await press(page, 'Enter');
    await until('where it can go', async () => /can go to/.test(await live(page)));
    const said = await live(page);
    check(/f3/.test(said) && /h3/.test(said), said);
    await press(page, 'Enter', 'ArrowLeft', 'ArrowLeft', 'Enter');
    await until('a king that cannot move', async () => /e1, White king: cannot move/.test(await live(page)));
    await press(page, 'Enter', 'ArrowUp', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter');
    await until('the move', async () => (await moves(page))[0] === 'e4');
    check((await focused(page)) !== '', 'the board keeps the focus');
  },

  async 'notices lie above dialogs'({ page, browser, server }) {
    const phone = await openPage(browser, server.url, { viewport: { width: 390, height: 844 } });
    for (const each of [page, phone]) {
      await goAnalyse(each);
      await each.locator('.engine-line').first().waitFor();
      await each.locator('button[aria-label="Paste FEN or PGN"]').click();
      await each.locator('dialog textarea').fill('8/8/8/8/8/8/8/8/8 w - - 0 1');
      await each.locator('dialog button[type=submit]').click();
      await each.locator('.toast.bad').waitFor();
      const top = await each.locator('.toast.bad').evaluate((toast) => {
        const { left, top, width, height } = toast.getBoundingClientRect();
        // It lets clicks through, so what is painted there is asked with them let in.
        toast.style.pointerEvents = 'auto';
        const at = document.elementFromPoint(left + width / 2, top + height / 2);
        return at === toast || toast.contains(at);
      });
      check(top, 'the notice is seen above the dialog');
      check(await each.locator('dialog').count(), 'and the dialog is still there');
    }
    await phone.context().close();
  },
};
