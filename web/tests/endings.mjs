// Tables of games with a count: in the panel, and in reviews.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { BINARY, check, goAnalyse, moves, openPage, paste, Server, shot, skip, until } from './harness.mjs';

/** A server whose data folder has tables, and a page of it. */
async function withTables(browser, tables, test, options = {}) {
  if (/serve$/.test(BINARY)) return skip('the example of the server builds no tables');
  const server = new Server();
  try {
    for (const [game, ...what] of tables) {
      const built = spawnSync(BINARY, ['tb', 'build', game, ...what, '--out', join(server.data, 'endings')]);
      check(built.status === 0, String(built.stderr));
    }
    await server.start();
    const page = await openPage(browser, server.url, options);
    await page.locator('.board').waitFor();
    await test(page);
    check(!page.problems.length, page.problems.join('\n'));
    await page.context().close();
  } finally {
    await server.stop().catch(() => undefined);
    server.clean();
  }
}

const RUA = ['--material', 'KRvK'];

function head(page) {
  return page.locator('.tables-head').innerText();
}

/** Shows a position of a game, and waits until the tables say what they should: the
 * result alone may still be that of the position before. */
async function show(page, variant, fen, result, words) {
  await paste(page, `[Variant "${variant}"]\n[SetUp "1"]\n[FEN "${fen}"]\n\n*`);
  await page.locator(`.tables .table-result.${result}`).waitFor();
  await until(String(words), async () => words.test(await head(page)));
}

async function inThai(page) {
  await page.locator('button[aria-label="Settings"]').click();
  await page.locator('dialog .choice', { hasText: 'ไทย' }).first().click();
  await until('Thai', async () => (await page.getAttribute('html', 'lang')) === 'th');
  // The dialog comes again in the new language.
  await until('the dialog to close', async () => {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
    return !(await page.locator('dialog').count());
  });
}

export default {
  async 'the count is weighed against the mate'({ browser }) {
    await withTables(browser, [['makruk', ...RUA]], async (page) => {
      await goAnalyse(page);
      await page.locator('.engine-line').first().waitFor();
      check(!(await page.locator('.tables').isVisible()), 'nothing is shown with all men on the board');
      await show(page, 'Makruk', '8/8/2k5/8/8/2K5/8/1R6 w - 32 11 2', 'win', /mate in 10, the count leaves 11/);
      check((await page.locator('.table-move').first().innerText()).includes('#10'), 'the best move mates in ten');
      check((await page.locator('.table-move.draw').count()) > 0, 'other moves are too slow');
      await shot(page, '27-endings-win');
      // A slow move, and the win is gone; the other side looks at it now.
      await page.locator('.more-moves').click();
      await page.locator('.table-move', { hasText: 'Ra1' }).click();
      await until('a draw', async () => /mated in 12, the count leaves 10/.test(await head(page)));
      await page.locator('.tables .table-result.draw').waitFor();
      await show(page, 'Makruk', '8/8/8/3k4/8/8/1R6/K7 w - 32 9 1', 'draw', /mate in 16, the count leaves 12/);
      await shot(page, '27-endings-draw');
      await inThai(page);
      await until('the words in Thai', async () => /รุกจนใน 16 ตา เหลือนับอีก 12 ตา/.test(await head(page)));
      check(/[ก-ฮ]/.test(await page.locator('.table-move b').first().innerText()), 'moves are Thai');
      await shot(page, '27-endings-thai');
    });
  },

  async 'the sisters of Makruk have tables too'({ browser }) {
    const tables = ['cambodian', 'makpong'].map((game) => [game, ...RUA]);
    await withTables(
      browser,
      tables,
      async (page) => {
        await goAnalyse(page);
        for (const variant of ['Cambodian', 'Makpong']) {
          const result = variant === 'Makpong' ? 'loss' : 'draw';
          await show(page, variant, '8/8/8/2k5/8/2K5/8/1R6 b - 30 8 1', result, /mated in \d+, the count leaves \d+/);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          check(wide <= 0, `${wide} pixels too wide`);
          await shot(page, `27-endings-${variant}`);
        }
        // Without a table there is no panel.
        await paste(page, '[Variant "Makruk"]\n[SetUp "1"]\n[FEN "8/8/8/2k5/8/2K5/8/1R6 b - 32 8 1"]\n\n*');
        await until('the panel to go', async () => !(await page.locator('.tables').isVisible()));
      },
      { viewport: { width: 390, height: 844 } },
    );
  },

  async 'a review knows won and drawn endings'({ browser }) {
    await withTables(browser, [['makruk', ...RUA]], async (page) => {
      await goAnalyse(page);
      const game =
        '[Variant "Makruk"]\n[SetUp "1"]\n[FEN "8/8/8/2k5/8/2K5/8/1R6 b - 32 10 1"]\n\n1... Kc6 2. Ra1 Kd5 *';
      await paste(page, game);
      await until('the game', async () => (await moves(page)).includes('Ra1'));
      await page.locator('button[aria-label="Review the game"]').click();
      await page.locator('.graph').waitFor({ timeout: 180_000 });
      await page.locator('.move', { hasText: 'Ra1' }).first().click();
      // A search that sees the mate itself speaks of the count that it loses.
      await until('why it was bad', async () =>
        /By the endgame tables it was won, and is won no more|It loses the counting race: 10 moves left/.test(
          await page.locator('.verdict-card').innerText(),
        ),
      );
      await page.locator('.move', { hasText: 'Kc6' }).first().click();
      await until('what was bad before', async () =>
        /By the endgame tables it was a draw, and is lost/.test(await page.locator('.verdict-card').innerText()),
      );
      await shot(page, '27-endings-review');
    });
  },
};
