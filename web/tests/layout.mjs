// Where things stand: the board never moves, and what matters is in view.

import { addFile, imported, makeDatabase } from './databases.mjs';
import { check, goAnalyse, moves, newGame, paste, shot, until } from './harness.mjs';

const SIZES = [
  [1920, 1080],
  [1280, 800],
  [1024, 768],
  [390, 844],
];

/** A short game with its review, as the page keeps it. */
async function reviewed(page) {
  await paste(page, '[White "A"]\n[Black "B"]\n\n1. f3 e5 2. g4 Qh4# 0-1');
  await until('the game', async () => (await moves(page)).includes('Qh4#'));
  await page.locator('button[aria-label="Review the game"]').click();
  await page.locator('.graph').waitFor({ timeout: 180_000 });
}

/** The buttons of rows that stick out of the view, or of the panel. */
async function outside(page) {
  return await page.evaluate(() => {
    const rows = '.top, .actions, .steps, .glyph-row, .engine-head, .verdict-actions, .strip';
    return [...document.querySelectorAll(rows)].flatMap((row) => {
      const frame = row.closest('.sheet, .tools, .panel, .board-side')?.getBoundingClientRect();
      // A box that only hands its children on has no place of its own.
      const [from, to] = frame?.width ? [frame.left, frame.right] : [0, innerWidth];
      return [...row.querySelectorAll('button, .tab')].flatMap((button) => {
        const { left, right, width } = button.getBoundingClientRect();
        const isInside = left >= Math.max(0, from) - 1 && right <= Math.min(innerWidth, to) + 1;
        return !width || isInside ? [] : [`"${button.textContent || button.title}" is at ${left}–${right}`];
      });
    });
  });
}

/** Where something stands on the page, wherever that is scrolled to. */
async function box(page, selector) {
  const { x, y, width, height } = await page.locator(selector).first().boundingBox();
  return { x, y: y + (await page.evaluate(() => scrollY)), width, height };
}

const text = ({ x, y, width, height }) => [x, y, width, height].map((value) => value.toFixed(1)).join(' ');

export default {
  async 'the board stands still in every view'({ page }) {
    const seen = new Map(SIZES.map(([width]) => [width, new Map()]));
    const measure = async (state) => {
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        seen.get(width).set(state, text(await box(page, '.board')));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        check(wide <= width, `${state} at ${width}: the page is ${wide} wide`);
        const out = await outside(page);
        check(!out.length, `${state} at ${width}: ${out.join('; ')}`);
      }
    };
    await newGame(page, { elo: 500 });
    await measure('a game');
    await newGame(page, { elo: 500, clock: '5+3', variant: 'makruk' });
    await measure('a game of Makruk with a clock');
    await goAnalyse(page);
    await page.locator('.engine-line:not(.waiting)').first().waitFor();
    await measure('the engine on');
    await page.keyboard.press('l');
    await until('the engine off', async () => (await page.locator('.switch').getAttribute('aria-checked')) === 'false');
    await measure('the engine off');
    await page.keyboard.press('l');
    await reviewed(page);
    await measure('a review');
    for (const [width, states] of seen) {
      check(new Set(states.values()).size === 1, `at ${width}: ${JSON.stringify([...states])}`);
    }
  },

  async 'the verdict is in view, and the moves have half the height'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await reviewed(page);
    await page.locator('.move', { hasText: 'g4' }).first().click();
    await until('the verdict', async () => /Blunder/.test(await page.locator('.verdict-card').innerText()));
    check(/mate/.test(await page.locator('.verdict-card').innerText()), 'it says why');
    check((await page.locator('.badge').textContent()) === '??', 'the square has a badge');
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const card = await box(page, '.verdict-card');
      check(card.y >= 0 && card.y + card.height <= height, `${width}: the verdict is at ${text(card)}`);
      const graph = await box(page, '.graph-box');
      check(graph.height >= 90, `${width}: the graph is ${graph.height} high`);
      if (width < 900) continue;
      const list = await box(page, '.moves-box');
      check(list.height >= (height - 74) / 2 - 1, `${width}: the list is ${list.height} of ${height} high`);
    }
    await shot(page, '30-verdict');
  },

  async 'the verdict stays in view whatever is unfolded above it'({ page }) {
    // The explorer has something to tell.
    const answers = ['Qh4#', 'd5', 'Nc6', 'd6', 'h5', 'c5', 'Bc5', 'b6', 'a5', 'Be7'];
    const games = answers.map((move, number) => `[White "W${number}"]\n[Black "B"]\n\n1. f3 e5 2. g4 ${move} *\n`);
    await makeDatabase(page, 'Openings');
    await addFile(page, 'games.pgn', games.join('\n'));
    await imported(page);
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await reviewed(page);
    await page.locator('button[aria-label="Engine settings"]').click();
    await page.locator('dialog input[aria-label="Lines"]').evaluate((slider) => {
      slider.value = '5';
      slider.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.keyboard.press('Escape');
    await page.locator('.move', { hasText: 'g4' }).first().click();
    await until('the verdict', async () => /Blunder/.test(await page.locator('.verdict-card').innerText()));
    await until('five lines', async () => (await page.locator('.engine-line:not(.waiting)').count()) === 5);
    for (let line = 0; line < 5; line++) {
      // It may be made anew at any moment.
      const isOpen = () => page.locator('.engine-line').nth(line).getAttribute('class');
      await page.locator('.engine-line').nth(line).locator('.expand').click();
      await until(`line ${line} whole`, async () => /open/.test((await isOpen()) ?? ''));
    }
    await page.keyboard.press('d');
    await until('the explorer', async () => (await page.locator('.explorer-move').count()) > 5);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.locator('.tools').evaluate((tools) => tools.scrollTo(0, 0));
      const seen = await page.locator('.verdict-card').evaluate((card) => {
        const { left, top, right, bottom } = card.getBoundingClientRect();
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return { top, bottom, onTop: card.contains(at) };
      });
      check(
        seen.top >= 0 && seen.bottom <= height && seen.onTop,
        `${width}: the verdict is at ${seen.top}–${seen.bottom}, ${seen.onTop ? 'on top' : 'under something'}`,
      );
      await shot(page, `30-verdict-unfolded-${width}`);
      if (width < 1180) continue;
      // Scrolled to the end of the tools, it is still there.
      await page.locator('.tools').evaluate((tools) => tools.scrollTo(0, tools.scrollHeight));
      const card = await box(page, '.verdict-card');
      check(card.y >= 0 && card.y + card.height <= height, `${width}, scrolled: the verdict is at ${text(card)}`);
    }
  },

  async 'the fonts are the page’s own, and their licence is there'({ page, server }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    const loaded = await until('the fonts', () =>
      page.evaluate(async () => {
        await Promise.all(['Erawan Text', 'Erawan Display'].map((name) => document.fonts.load(`16px "${name}"`)));
        await document.fonts.load('16px "Erawan Thai"', 'ก');
        return [...document.fonts].filter((font) => font.status === 'loaded').length;
      }),
    );
    check(loaded === 3, `${loaded} fonts are loaded`);
    const licence = await page.evaluate(() => fetch('/fonts.txt').then((answer) => answer.text()));
    for (const name of ['Inter', 'Literata', 'Noto Sans Thai', 'SIL OPEN FONT LICENSE Version 1.1']) {
      check(licence.includes(name), `${name} is not named at ${server.url}`);
    }
  },

  async 'the board has the size that is chosen'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    const before = await box(page, '.board');
    await page.locator('button[aria-label="Settings"]').click();
    await page.locator('.board-size').evaluate((slider) => {
      slider.value = '70';
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.locator('dialog .choice', { hasText: 'Rosewood' }).click();
    await page.locator('dialog .choice', { hasText: 'Plain' }).click();
    await page.keyboard.press('Escape');
    const after = await box(page, '.board');
    check(Math.abs(after.width / before.width - 0.7) < 0.02, `${before.width} ${after.width}`);
    const dark = await page
      .locator('.square.dark')
      .first()
      .evaluate((square) => getComputedStyle(square).backgroundColor);
    check(dark === 'rgb(154, 91, 69)', dark);
    await shot(page, '31-rosewood');
    await page.reload();
    await page.locator('.board').waitFor();
    check(text(await box(page, '.board')) === text(after), 'it is kept');
  },
};
