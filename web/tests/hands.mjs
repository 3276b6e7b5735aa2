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

/** What the buttons of an analysis that can be pressed are called. */
async function names(page) {
  return await page.$$eval('.analyse-panel button', (all) => {
    const usable = all.filter((button) => !button.disabled && button.checkVisibility());
    return [...new Set(usable.map((button) => button.getAttribute('aria-label') ?? button.textContent.trim()))];
  });
}

/** Closes what a button has opened. */
async function closeDialog(page) {
  if (!(await page.locator('dialog').count())) return;
  await page.keyboard.press('Escape');
  await until('no dialog', async () => !(await page.locator('dialog').count()));
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
      // Not the one before, which begins alike.
      await until('the game', async () => String(await moves(page)) === (tag ? 'e4' : 'e4,d5'));
      await press(page, 'End');
      const target = tag ? 'e4' : 'd5';
      await page.locator(`.square.last[data-square="${target}"]`).waitFor();
      await click(page, tag ? 'd5' : 'e4');
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

  async 'the focus is never lost in Analyse'({ page, syzygy }) {
    const lost = [];
    /** Presses a button, and tells where the focus is lost, then or a little later. */
    const enter = async (what, button) => {
      await button.focus();
      await page.keyboard.press('Enter');
      for (const wait of [50, 250]) {
        await page.waitForTimeout(wait);
        if (!(await focused(page))) lost.push(what);
      }
      await closeDialog(page);
    };
    const walkButtons = async (state, ...except) => {
      // The first leads to Play, the second is long and has its own part here.
      const but = ['Play on from here', 'Review the game', ...except];
      for (const name of await names(page)) {
        if (but.includes(name)) continue;
        const button = page
          .locator('.analyse-panel')
          .getByRole('button', { name, exact: true, disabled: false })
          .first();
        if (await button.count()) await enter(`${state}: ${name}`, button);
      }
    };
    await goAnalyse(page);
    await page.locator('.engine-line:not(.waiting)').first().waitFor();
    await paste(page, '[White "A"]\n[Black "B"]\n\n1. f3 e5 (1... c5 2. Nc3) 2. g4 Qh4# 0-1');
    await until('the game', async () => (await moves(page)).includes('Qh4#'));
    await page.locator('.move', { hasText: 'c5' }).first().click();
    await page.locator('.engine-line:not(.waiting) .pv-move').first().waitFor();
    // Before a review: the offer, and all that is written and drawn.
    await walkButtons('a variation');
    await page.locator('.move', { hasText: 'f3' }).first().click();
    await until('lines', async () => (await page.locator('.pv-move').count()) > 1);
    await enter('a move of a line', page.locator('.pv-move').nth(1));
    await enter('a move of the list', page.locator('.moves .move').first());
    // While it is reviewed: figures come, and the button stays under the finger.
    await paste(page, '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0');
    await until('another game', async () => (await moves(page)).includes('Qxf7#'));
    check(!lost.length, `the focus is lost after ${lost.join('; ')}`);
    await enter('the offer of a review', page.locator('.verdict-card.offer .button'));
    const cancel = page.locator('.review-progress button');
    if (await cancel.count()) {
      await cancel.focus().catch(() => undefined);
      await until('the end of it', async () => {
        if (!(await focused(page))) lost.push('a running review');
        return lost.length || (await page.locator('.graph').count());
      });
    } else await page.locator('.graph').waitFor({ timeout: 180_000 });
    await page.locator('.move', { hasText: 'Nf6' }).first().click();
    await page.locator('.verdict-card .verdict-actions').waitFor();
    // Now all but what would take the move or its verdict away.
    await walkButtons('a bad move', 'Delete from here');
    check(!lost.length, `the focus is lost after ${lost.join('; ')}`);
    await page.locator('.move', { hasText: 'Nf6' }).first().click();
    await enter('Try again', page.locator('.verdict-card button', { hasText: 'Try again' }));
    // Typed at once, it may still meet the position before.
    await until('a6 on the board', async () => {
      await type(page, 'a6');
      await page.waitForTimeout(400);
      return (await page.locator('.verdict-card').innerText()).includes('a6');
    });
    await until('its verdict', async () => /a6: blunder/.test(await page.locator('.verdict-card').innerText()));
    await enter('Try again, after another move', page.locator('.verdict-card button', { hasText: 'Try again' }));
    await enter('Show the best move', page.locator('.verdict-card button', { hasText: 'Show the best move' }));
    if (syzygy) {
      await paste(page, '8/8/8/8/4k3/8/8/KQ6 w - - 0 1');
      await page.locator('.more-moves').waitFor();
      await enter('the other moves of the tables', page.locator('.more-moves'));
      check((await page.locator('.table-move').count()) > 6, 'all are shown');
      await enter('a move of the tables', page.locator('.table-move').first());
    }
    check(!lost.length, `the focus is lost after ${lost.join('; ')}`);
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
