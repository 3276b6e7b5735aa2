// Who can use the page: axe looks at every state of it, and telephones show it
// without scrolling sideways.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { walkEngines } from './engines.mjs';
import { check, openPage, paste, shot, until } from './harness.mjs';
import { refusable, walk, walkAside } from './states.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is wrong with what the page shows, as lines of text. */
async function complaints(page, only) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return await page.evaluate(async (rules) => {
    // What fades in has its colours only when it is there.
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(rules ? { runOnly: rules } : {}),
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.slice(0, 4).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
      );
  }, only);
}

/** The widths of telephones, upright and lying. */
const TELEPHONES = [
  [360, 740],
  [390, 844],
  [414, 896],
  [740, 360],
  [844, 390],
];

/** What does not fit into the page. */
async function spills(page) {
  return await page.evaluate(() => {
    const found = [];
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) found.push(`the page is ${wide} wide`);
    for (const dialog of document.querySelectorAll('dialog'))
      if (dialog.scrollWidth > dialog.clientWidth + 1) found.push(`a dialog is ${dialog.scrollWidth} wide`);
    for (const element of document.querySelectorAll('button, input, .strip > *, .tab')) {
      const { left, right, width } = element.getBoundingClientRect();
      const scrolls = element.closest('.scroll, .pv, .hidden, [hidden]');
      if (width && !scrolls && (right > innerWidth + 1 || left < -1))
        found.push(`${element.className || element.tagName} "${element.textContent}" is at ${left}–${right}`);
    }
    // A telephone on its side has room beside the board.
    const [board, panel] = ['.board', '.panel'].map((name) => document.querySelector(name)?.getBoundingClientRect());
    if (board && panel && innerWidth > innerHeight && panel.left < board.right) found.push('the panel is below');
    if (board && innerWidth > innerHeight && board.bottom + scrollY > innerHeight) found.push('the board is cut off');
    // Beside it, and below the tabs, nothing takes height from the board.
    const isLying = innerWidth > innerHeight && innerHeight <= 520;
    if (board && isLying && board.height < innerHeight - 64) found.push(`the board is only ${board.height} high`);
    return found;
  });
}

/** Shows the page in other colours, without a word to its settings. */
async function paint(page, theme) {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
}

/** Looks at a state in both colours and at every size. */
async function look(page, state, found) {
  // Other colours change nothing but the contrast.
  for (const [theme, rules] of [['light', ['color-contrast']], ['dark']]) {
    await paint(page, theme);
    for (const line of await complaints(page, rules)) found.push(`${state}, ${theme}: ${line}`);
  }
  for (const [width, height] of TELEPHONES) {
    await page.setViewportSize({ width, height });
    for (const line of await spills(page)) found.push(`${state} at ${width}×${height}: ${line}`);
    await shot(page, `50-${state.replace(/\W+/g, '-')}-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}

/** Goes through the page in Thai. Nothing is found by its English words. */
async function walkThai(page, visit) {
  await page.locator('.play-now').waitFor();
  await page.locator('button[aria-label="Settings"]').click();
  await page.locator('dialog .choice', { hasText: 'ไทย' }).first().click();
  await until('Thai', async () => (await page.getAttribute('html', 'lang')) === 'th');
  await visit('settings');
  await page.keyboard.press('Escape');
  await visit('the start');
  await page.locator('.play-now').click();
  await page.locator('.square.piece, .piece').first().waitFor();
  await visit('a game');
  await page.evaluate(() => {
    location.hash = 'analyse';
  });
  await page.locator('.engine-line').first().waitFor();
  await paste(page, '[Variant "Makruk"]\n[White "ก"]\n[Black "ข"]\n\n1. d4 Nd7 2. e4 Ne5 3. dxe5 dxe5 *');
  await page.locator('.board.makruk').waitFor();
  await visit('an analysis');
  await page.locator('.verdict-card.offer .button').click();
  await page.locator('.graph').waitFor({ timeout: 180_000 });
  await page.locator('.fault:not(:disabled)').first().click();
  await page.locator('.verdict-card .verdict-actions').waitFor();
  await page.locator('.phases summary').click();
  await visit('a review');
  await page.evaluate(() => {
    location.hash = 'games';
  });
  await page.locator('.game-row').first().waitFor();
  await visit('the games');
}

export default {
  async 'the page in Thai is for everybody, on telephones too'({ browser, server }) {
    const page = await openPage(browser, server.url, { reducedMotion: 'reduce', hasTouch: true });
    const found = [];
    await walkThai(page, async (state) => {
      for (const line of await complaints(page)) found.push(`${state}: ${line}`);
      for (const [width, height] of TELEPHONES) {
        await page.setViewportSize({ width, height });
        for (const line of await spills(page)) found.push(`${state} at ${width}×${height}: ${line}`);
        await shot(page, `51-${state.replace(/\W+/g, '-')}-${width}`);
      }
      await page.setViewportSize({ width: 1280, height: 860 });
    });
    check(!found.length, found.join('\n'));
    await page.context().close();
  },

  async 'every state of the page is for everybody, on telephones too'({ browser, server }) {
    const page = await openPage(browser, server.url, { reducedMotion: 'reduce', hasTouch: true });
    const found = [];
    await walk(page, (state) => look(page, state, found));
    check(!found.length, found.join('\n'));
    await page.context().close();
  },

  async 'other engines are for everybody too, on telephones'({ browser, server }) {
    const page = await openPage(browser, server.url, { reducedMotion: 'reduce', hasTouch: true });
    const found = [];
    await walkEngines(page, server, (state) => look(page, state, found));
    check(!found.length, found.join('\n'));
    await page.context().close();
  },

  async 'what is shown seldom or for a moment is for everybody too'({ browser, server }) {
    const options = { reducedMotion: 'reduce', hasTouch: true };
    const saving = { refuses: false };
    const page = await openPage(browser, server.url, options, null, (fresh) => refusable(fresh, saving));
    const found = [];
    await walkAside(page, (state) => look(page, state, found), saving);
    check(!found.length, found.join('\n'));
    await page.context().close();
  },
};
