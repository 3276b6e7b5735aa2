// Every game that the server lists: played, analysed, reviewed and looked at,
// without a word here about which ones there are.

import { ask, check, drag, games, goAnalyse, line, moves, newGame, openPage, shot, type, until } from './harness.mjs';

/** The squares on which something stands, with what stands there. */
async function placed(page) {
  const men = await page.$$eval('.piece:not(.gone)', (all) =>
    all.map(({ dataset }) => [dataset.square, dataset.piece]),
  );
  return Object.fromEntries(men);
}

/** What a FEN puts where, read anew. */
function placement(fen) {
  const men = {};
  const ranks = fen.split(' ')[0].split('/');
  ranks.forEach((rank, down) => {
    let file = 0;
    for (const [, gap, man] of rank.matchAll(/(\d)|([a-zA-Z]~?)/g)) {
      if (man) men['abcdefgh'[file] + (8 - down)] = man;
      file += Number(gap ?? 1);
    }
  });
  return men;
}

const same = (a, b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/** Our move by hand, and the engine's after it. */
async function moveTwice(page, game, how) {
  const before = (await moves(page)).length;
  const start = game.starts === null ? '' : await startOf(page, game);
  const { move, san } = await ask(page, {
    type: 'play',
    line: await line(page, game.name, start),
    seed: 0,
    movetime: 80,
  });
  if (how === 'drag' && move.length === 4) await drag(page, move.slice(0, 2), move.slice(2, 4));
  else await type(page, san);
  await until(`${game.title}: an answer to ${san}`, async () => (await moves(page)).length >= before + 2);
}

async function startOf(page, game) {
  const number = game.usualStart ?? undefined;
  return (await ask(page, { type: 'position', line: { variant: game.name, number, moves: [] } })).fen;
}

export default {
  async 'every game is offered, played, analysed and reviewed'({ page }) {
    const list = await games(page);
    check(list.length >= 3, 'there are games');
    for (const game of list) {
      const number = game.usualStart ?? undefined;
      await newGame(page, { variant: game.name, elo: 500, number });
      const start = await startOf(page, game);
      await until(`the men of ${game.title}`, async () => same(await placed(page), placement(start)));
      const thai = (await page.locator('.board.makruk').count()) === 1;
      check(thai === game.makrukSet, `${game.title} has its own board`);
      check((await page.locator('.panel h2').innerText()).startsWith(game.title), `${game.title} is its name`);
      await moveTwice(page, game, 'drag');
      await moveTwice(page, game, 'type');
      await shot(page, `30-${game.name}-played`);
      await page.locator('.panel button', { hasText: 'Analyse' }).click();
      await page.locator('.engine-line:not(.waiting) .pv-move').first().waitFor();
      check(
        (await page.$$eval('.moves .move:not(.empty)', (all) => all.length)) >= 4,
        `${game.title}: the moves are there`,
      );
      await page.locator('button[aria-label="Review the game"]').click();
      await page.locator('.graph').waitFor({ timeout: 180_000 });
      await shot(page, `31-${game.name}-reviewed`);
      await page.evaluate(() => {
        location.hash = 'play';
      });
      await page.locator('.play-panel').waitFor();
    }
  },

  async 'every game begins an analysis'({ page }) {
    const list = await games(page);
    await goAnalyse(page);
    for (const game of list) {
      await page.locator('button[aria-label="New game"]').click();
      await page.locator('dialog .card', { has: page.getByText(game.title, { exact: true }) }).click();
      await until(
        `the men of ${game.title}`,
        async () => Object.keys(await placed(page)).length === 32 && !(await page.locator('dialog').count()),
      );
      await page.locator('.engine-line:not(.waiting) .pv-move').first().waitFor();
      check((await page.locator('.board.makruk').count()) === (game.makrukSet ? 1 : 0), `${game.title} has its board`);
    }
  },

  async 'the games fit into the dialog, in both languages and on a telephone'({ browser, server }) {
    for (const [width, height, locale] of [
      [1280, 860, 'en'],
      [390, 844, 'en'],
      [390, 844, 'th'],
    ]) {
      const page = await openPage(browser, server.url, { viewport: { width, height }, locale });
      await page.locator('.play-now').waitFor();
      await page.keyboard.press('n');
      await page.locator('dialog.setup-dialog').waitFor();
      const cards = page.locator('dialog .cards .choice');
      check((await cards.count()) === (await games(page)).length, 'a card for every game');
      const boxes = await cards.evaluateAll((all) =>
        all.map((card) => {
          const { left, right, width } = card.getBoundingClientRect();
          return { left, right, width, spills: card.scrollWidth > card.clientWidth + 1 };
        }),
      );
      const widths = boxes.map((box) => Math.round(box.width));
      check(Math.max(...widths) - Math.min(...widths) <= 1, `the cards are of one width: ${widths}`);
      check(
        boxes.every((box) => box.left >= 0 && box.right <= width && !box.spills),
        `the cards fit into ${width} pixels`,
      );
      await shot(page, `32-games-${width}-${locale}`);
      await page.context().close();
    }
  },
};
