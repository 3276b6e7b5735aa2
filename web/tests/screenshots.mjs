// Takes the pictures of the README: node tests/screenshots.mjs FOLDER [name …]
// The variables are those of the tests; OTHER_ENGINE is an engine to compare with.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  drag,
  goAnalyse,
  keepEngine,
  launch,
  moves,
  newGame,
  openPage,
  paste,
  press,
  Server,
  type,
  until,
} from './harness.mjs';

const folder = process.argv[2] ?? '../docs/book/pictures';
const browser = await launch();
const names = process.argv.slice(3);
const desk = { viewport: { width: 1360, height: 840 } };

async function take(name, options, scene) {
  if (names.length && !names.includes(name)) return;
  const server = await new Server().start();
  const page = await openPage(browser, server.url, options);
  await page.locator('.board').waitFor();
  await scene(page, server);
  await page.mouse.move(1, 1);
  await page.waitForTimeout(900);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.context().close();
  await server.stop();
  server.clean();
}

async function answered(page, san, plies) {
  await type(page, san);
  await until(san, async () => (await moves(page)).length >= plies);
}

const EVERGREEN =
  '[Event "Evergreen game"]\n[Date "1852.??.??"]\n[White "Anderssen, Adolf"]\n[Black "Dufresne, Jean"]\n[Result "1-0"]\n\n' +
  '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3 Qf6 9. e5 Qg6 10. Re1 Nge7 11. Ba3 b5 12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15. Ne4 Qf5 16. Bxd3 Qh5 17. Nf6+ gxf6 18. exf6 Rg8 19. Rad1 Qxf3 20. Rxe7+ Nxe7 21. Qxd7+ Kxd7 22. Bf5+ Ke8 23. Bd7+ Kf8 24. Bxe7# 1-0';

await take('play', desk, async (page) => {
  await newGame(page, { elo: 1350, clock: '10+5' });
  await answered(page, 'e4', 2);
  await answered(page, 'd4', 4);
  await page.locator('button', { hasText: 'Hint' }).click();
  await page.locator('.arrow.hint').waitFor();
});

await take('analyse', desk, async (page) => {
  await goAnalyse(page);
  await paste(page, EVERGREEN);
  await until('the game', async () => (await moves(page)).includes('Bxe7#'));
  for (let i = 0; i < 37; i++) await page.keyboard.press('ArrowRight');
  await until(
    'some depth',
    async () => /depth (1[2-9]|[2-9]\d)/.test(await page.locator('.engine-status').innerText()),
    120_000,
  );
});

await take('review', { ...desk, colorScheme: 'light' }, async (page) => {
  await goAnalyse(page);
  await paste(page, EVERGREEN);
  await until('the game', async () => (await moves(page)).includes('Bxe7#'));
  await page.locator('button[aria-label="Review the game"]').click();
  await page.locator('.graph').waitFor({ timeout: 300_000 });
  for (let i = 0; i < 2; i++) {
    await page.locator('.fault.g4:not(:disabled)').last().click();
    await page.waitForTimeout(700);
  }
  await until('an evaluation', async () => (await page.locator('.engine-line:not(.waiting)').count()) > 2, 60_000);
  await page.waitForTimeout(2000);
});

await take('makruk', desk, async (page) => {
  await newGame(page, {
    variant: 'makruk',
    counting: 'manual',
    color: 'b',
    elo: 1500,
    fen: '8/8/2n1k3/8/4M3/2RSK3/8/8 b - 128 0 40',
  });
  await page.locator('.count-button').click();
  await page.locator('.strip .count strong').waitFor();
  await drag(page, 'c6', 'd8');
  await until('an answer', async () => (await moves(page)).length >= 2);
  await page.locator('button[aria-label="Settings"]').click();
  await page.locator('dialog .choice', { hasText: 'ไทย' }).first().click();
  await until('Thai', async () => (await page.getAttribute('html', 'lang')) === 'th');
  await page.waitForTimeout(500);
  await press(page, 'Escape');
});

// Anderssen's game again, in the middle: a second opinion of the sacrifice.
const OTHER_ENGINE = process.env.OTHER_ENGINE ?? '/usr/games/stockfish';
if (existsSync(OTHER_ENGINE)) {
  await take('engines', { ...desk, colorScheme: 'light' }, async (page, server) => {
    keepEngine(server, 'stockfish', OTHER_ENGINE, ['Hash=64']);
    await goAnalyse(page);
    await paste(page, EVERGREEN);
    await until('the game', async () => (await moves(page)).includes('Bxe7#'));
    for (let i = 0; i < 36; i++) await page.keyboard.press('ArrowRight');
    await page.locator('.engine-choice select').nth(1).selectOption('stockfish');
    await until(
      'some depth of both',
      async () =>
        (await page.locator('.engine-status').allInnerTexts()).every((text) => /depth (1[6-9]|2\d)/.test(text)),
      120_000,
    );
  });
}

const SCHOLAR = '[White "Beth"]\n[Black "Carl"]\n[Date "2026.10.03"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0';

await take('train', desk, async (page) => {
  await goAnalyse(page);
  await paste(page, SCHOLAR);
  await until('the game', async () => (await moves(page)).includes('Qxf7#'));
  await page.locator('button[aria-label="Review the game"]').click();
  await page.locator('.train-row button', { hasText: 'Black’s mistakes' }).click({ timeout: 300_000 });
  await page.locator('.toast button', { hasText: 'Train' }).click();
  await page.locator('.stock-row[data-stock="chess mistake"] button', { hasText: 'Practise' }).click();
  const card = page.locator('.train-card');
  await until('the exercise of the mate', async () => {
    if (/You played Nf6/.test(await card.innerText())) return true;
    await page.locator('button', { hasText: 'Show the solution' }).click();
    await page.locator('button', { hasText: 'Next' }).click();
    await page.waitForTimeout(300);
    return false;
  });
  await page.waitForTimeout(500);
  await type(page, 'g6');
  await until('the verdict', async () => /g6 is/.test(await card.innerText()), 120_000);
});

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
await take('phone', phone, async (page) => {
  await goAnalyse(page);
  await paste(page, '[Variant "Makruk"]\n\n1. d4 d5 2. Nd2 Nd7 3. e4 dxe4 4. Nxe4 e5 5. dxe5 Nxe5 *');
  await until('the game', async () => (await moves(page)).includes('Nxe5'));
  await press(page, 'End');
  await until(
    'some depth',
    async () => /depth (1[2-9]|[2-9]\d)/.test(await page.locator('.engine-status').innerText()),
    120_000,
  );
});

await browser.close();
