// A walk through all that the page can show, for tests that look at each of it.

import { addFile, imported, makeDatabase } from './databases.mjs';
import { ask, check, drag, games, goAnalyse, moves, newGame, paste, SYZYGY, type, until } from './harness.mjs';
import { manyGames, pgn } from './many-games.mjs';

const closed = (page) => until('no dialog', async () => !(await page.locator('dialog').count()));

/** Opens a dialog by the label of its button, looks at it, and closes it. */
async function dialog(page, label, visit) {
  await page.locator(`button[aria-label="${label}"]`).first().click();
  await page.locator('dialog').waitFor();
  await visit(label);
  await page.keyboard.press('Escape');
  await closed(page);
}

async function play(page, visit) {
  await page.locator('.panel').waitFor();
  await visit('the start');
  await page.locator('.panel button', { hasText: 'New game' }).first().click();
  await page.locator('dialog').waitFor();
  await visit('a new game');
  await page.keyboard.press('Escape');
  await closed(page);
  await newGame(page, { elo: 500, clock: '10+5' });
  await type(page, 'e4');
  await until('an answer', async () => (await moves(page)).length === 2);
  await visit('a game with clocks');
  await page.locator('button', { hasText: 'Resign' }).first().click();
  await page.locator('button', { hasText: 'Really resign' }).click();
  await page.locator('.verdict').waitFor();
  await visit('the end of a game');
  await newGame(page, { elo: 500, fen: '8/4P3/8/8/8/k7/8/4K3 w - - 0 1' });
  await drag(page, 'e7', 'e8');
  await page.locator('.promotion-choice').first().waitFor();
  await visit('a promotion');
  await page.keyboard.press('Escape');
}

/** Every game; and counting, which has the longest strips: a button, a count and
 * a clock. */
async function everyGame(page, visit) {
  for (const { name, counting, starts } of await games(page)) {
    await newGame(page, { variant: name, elo: 500, clock: '30+20', number: starts === null ? undefined : 0 });
    await visit(name);
    if (!counting) continue;
    const fen = '8/8/2n1k3/8/8/2RMK3/8/8 b - 128 0 1';
    await newGame(page, { variant: name, counting: 'manual', color: 'b', clock: '30+20', elo: 500, fen });
    await page.locator('.count-button', { hasText: 'Start counting' }).waitFor();
    await visit(`${name}: counting may begin`);
    await page.locator('.count-button', { hasText: 'Start counting' }).click();
    await page.locator('.strip .count strong').waitFor();
    await visit(`${name}: counting`);
  }
}

async function analyse(page, visit) {
  await goAnalyse(page);
  await paste(
    page,
    '[White "A player with quite a long name"]\n[Black "B"]\n\n1. e4 $5 e5 $6 (1... c5 $3 {Sicilian}) 2. Nf3 {A comment} Nc6 *',
  );
  await until('the game', async () => (await moves(page)).includes('Nc6'));
  await page.keyboard.press('End');
  await page.locator('.engine-line:not(.waiting) .pv-move').first().waitFor();
  check((await page.locator('.panel :is(h2, h3)').count()) >= 4, 'an analysis has headings');
  await visit('an analysis');
  await dialog(page, 'Engine settings', visit);
  await dialog(page, 'Share', visit);
  await dialog(page, 'Paste FEN or PGN', visit);
  await dialog(page, 'Edit the position', visit);
  await page.locator('button[aria-label="Review the game"]').click();
  await page.locator('.graph').waitFor({ timeout: 180_000 });
  await visit('a review');
  await paste(page, '4k3/8/8/3M~4/8/1R2M3/8/4K3 w - - 0 1');
  await page.locator('.board.makruk').waitFor();
  await visit('an analysis of Makruk');
}

/** A database with a search and the last import; the explorer. */
async function databases(page, visit) {
  await makeDatabase(page, 'A database');
  await visit('an empty database');
  await addFile(page, 'games.pgn', `${pgn(manyGames(40))}\n[White "Bad"]\n\n1. e5 *\n`);
  await imported(page);
  await page.locator('.db-game').first().waitFor();
  await page.locator('.import-card summary').click();
  await page.locator('.database-search summary').click();
  await visit('a database');
  await page.locator('.db-game').first().click();
  await page.locator('.game-nav:not([hidden])').waitFor();
  await page.keyboard.press('d');
  await page.locator('.explorer-moves').waitFor();
  await page.locator('.explorer button[aria-label="Which games"]').click();
  await visit('the explorer');
  await page.locator('.board').focus();
  await page.keyboard.press('d');
  await page.evaluate(() => {
    location.hash = 'games';
  });
  await page.locator('.source').first().click();
  await page.locator('.game-row').first().waitFor();
}

/** What there is to train, an exercise, and its solution. */
async function train(page, visit) {
  const line = { variant: 'chess', moves: ['f2f3', 'e7e5'] };
  const move = (uci, san) => ({ uci, san, thai: '' });
  const verdict = { judgement: 'blunder', text: 'Blunder. It allows mate in 1. Nc3 was best.', best: 'Nc3' };
  const best = [move('b1c3', 'Nc3'), move('g8f6', 'Nf6'), move('e2e4', 'e4')];
  const about = { played: move('g2g4', 'g4'), verdict, best, title: 'A player with quite a long name – B, 2026.11.19' };
  const exercise = { kind: 'mistake', line, solution: best.map(({ uci }) => uci), about };
  await page.evaluate(() => {
    location.hash = 'train';
  });
  await until('nothing to train', async () => /Nothing to train/.test(await page.innerText('.train-panel')));
  await visit('nothing to train');
  await ask(page, { type: 'addExercises', exercises: [exercise] });
  await page.evaluate(() => {
    location.hash = 'play';
  });
  await page.locator('.play-panel').waitFor();
  await page.evaluate(() => {
    location.hash = 'train';
  });
  await page.locator('.stock-row').waitFor();
  await visit('what there is to train');
  await page.locator('.stock-row button').click();
  await page.locator('.train-card').waitFor();
  await page.locator('button', { hasText: 'Hint' }).click();
  await visit('an exercise');
  await page.locator('button', { hasText: 'Show the solution' }).click();
  await until('when it comes again', async () => /It comes again/.test(await page.innerText('.train-card')));
  await visit('a solution');
}

/** Timers of these lengths never end in a page: what they would take away stays
 * for as long as somebody looks at it. */
async function hold(page, ...lengths) {
  await page.evaluate((held) => {
    window.testTimeout ??= window.setTimeout;
    window.setTimeout = (act, length, ...rest) =>
      held.includes(length) ? 0 : window.testTimeout.call(window, act, length, ...rest);
  }, lengths);
}

/** A page whose server refuses to save games as long as `server.refuses`. */
export async function refusable(page, server) {
  await page.routeWebSocket(/socket/, (socket) => {
    const there = socket.connectToServer();
    socket.onMessage((text) => {
      const message = typeof text === 'string' ? JSON.parse(text) : {};
      if (server.refuses && message.type === 'save' && message.name !== 'settings') {
        const { id } = message;
        socket.send(JSON.stringify({ id, type: 'error', kind: 'storage', message: 'no space left on device' }));
      } else there.send(text);
    });
  });
}

/** Reviews, from the beginning to what can be done with a bad move. */
async function reviews(page, visit) {
  await goAnalyse(page);
  await page.locator('.engine-line').first().waitFor();
  const opening = '1. e4 e5 2. Nf3 d6 3. c3 f5 4. Bc4 Nf6 5. d4 fxe4 6. dxe5 exf3 7. exf6 Qxf6 8. gxf3 Nc6 9. f4 Bd7';
  await paste(
    page,
    `[White "A"]\n[Black "B"]\n\n${opening} 10. Be3 O-O-O 11. Nd2 Re8 12. Qf3 Bf5 13. O-O-O d5 14. Bxd5 Qxc3+ 15. bxc3 Ba3# 0-1`,
  );
  await until('the game', async () => (await moves(page)).includes('Ba3#'));
  await page.locator('button[aria-label="Settings"]').click();
  await page.locator('dialog input[value="deep"]').evaluate((input) => input.click());
  await page.keyboard.press('Escape');
  await closed(page);
  await page.locator('button[aria-label="Review the game"]').click();
  await page.locator('.review-progress').waitFor();
  await visit('a running review');
  await page.locator('.review-progress button').click();
  await until('its end', async () => !(await page.locator('.review-progress').count()));
  await page.locator('button[aria-label="Settings"]').click();
  await page.locator('dialog input[value="standard"]').evaluate((input) => input.click());
  await page.keyboard.press('Escape');
  await closed(page);
  const fen = '2k1rb1r/ppp3pp/2n2q2/3p1b2/2B2P2/2P1BQ2/PP1N3P/2KR3R w - - 0 14';
  await paste(page, `[White "A"]\n[Black "B"]\n[SetUp "1"]\n[FEN "${fen}"]\n\n14. Bxd5 Qxc3+ 15. bxc3 Ba3# 0-1`);
  await until('a shorter one', async () => (await moves(page))[0] === 'Bxd5');
  await page.locator('button[aria-label="Review the game"]').click();
  await page.locator('.graph').waitFor({ timeout: 180_000 });
  await page.locator('.move', { hasText: 'Bxd5' }).first().click();
  await page.locator('.verdict-actions').waitFor();
  await page.locator('.phases summary').click();
  await visit('a bad move');
  await hold(page, 900, 10_000);
  await page.locator('button', { hasText: 'Show the refutation' }).click();
  await page.locator('.arrow.refutation').waitFor();
  await visit('a refutation');
  await page.locator('.move', { hasText: 'Bxd5' }).first().click();
  await page.locator('button', { hasText: 'Try again' }).click();
  await until('the prompt', async () => /Find a better/.test(await page.locator('.verdict-card').innerText()));
  await visit('a move is tried again');
  await page.locator('button', { hasText: 'Show the best move' }).click();
  await page.locator('.verdict-card:not(.trying)').waitFor();
  await page.locator('.move', { hasText: 'Ba3#' }).first().click();
  await page.locator('button[aria-label="Delete from here"]').click();
  await page.locator('.toast .actions').waitFor();
  await visit('a notice that offers to undo');
  await page.locator('.toast .actions button').click();
}

/** What the page shows when it cannot be used as usual, and what is seldom shown. */
async function others(page, visit, server) {
  await dialog(page, 'New game', visit);
  if (SYZYGY) {
    await paste(page, '8/8/8/8/4k3/8/8/KQ6 w - - 0 1');
    await page.locator('.more-moves').click();
    await visit('endgame tables');
  }
  server.refuses = true;
  await paste(page, '1. e4 e5 *');
  await page.locator('.notice button', { hasText: 'Download PGN' }).waitFor();
  await visit('a notice with buttons');
  server.refuses = false;
  await page.locator('.notice button', { hasText: 'Try again' }).click();
  await until('no notice', async () => !(await page.locator('.notice').count()));
  await page.evaluate(() => {
    location.hash = 'play';
  });
  await newGame(page, { opponent: 'person', clock: '5+3' });
  await type(page, 'e4');
  await until('the move', async () => (await moves(page)).length === 1);
  await visit('a game of two people');
}

/** Goes through what a page shows seldom, or for a moment: one of `refusable`. */
export async function walkAside(page, visit, server) {
  await page.locator('.play-now').waitFor();
  await reviews(page, visit);
  await others(page, visit, server);
}

/** Goes through the page. `visit` is called with the name of each state. */
export async function walk(page, visit) {
  await play(page, visit);
  await everyGame(page, visit);
  await analyse(page, visit);
  await page.evaluate(() => {
    location.hash = 'games';
  });
  await page.locator('.game-row').first().waitFor();
  await visit('the games');
  await databases(page, visit);
  await train(page, visit);
  await dialog(page, 'Settings', visit);
  await dialog(page, 'Keyboard', visit);
  await paste(page, '[White "One"]\n\n1. e4 *\n\n[White "Two"]\n\n1. d4 *');
  await page.locator('dialog .game-row').first().waitFor();
  await visit('a choice of games');
  await page.keyboard.press('Escape');
  await closed(page);
}
