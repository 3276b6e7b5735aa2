// One's own games in the explorer: how they went, and which moves reviews found bad.

import { addFile, imported, makeDatabase } from './databases.mjs';
import { check, goAnalyse, moves, openPage, paste, press, shot, speakThai, until } from './harness.mjs';
import { goTrain, importPgn, keepOwn, ownGame } from './repertoires.mjs';

const verdicts = (page) => page.locator('.own-verdicts');

/** A game with a review: what it says of each move, White's chances after it, and the
 * better move. */
function reviewed(game, said) {
  const nodes = said.map(([share, judgement, better], i) => ({
    id: i + 1,
    score: { cp: 0 },
    share,
    judgement,
    verdict: better ? { judgement, text: '', bestMove: better[0], best: better[1] } : undefined,
  }));
  const side = { accuracy: 80, inaccuracies: 0, mistakes: 0, blunders: 0, acpl: 20 };
  return { ...game, review: { start: { cp: 0 }, sides: [side, side], nodes } };
}

async function prepare(page) {
  const good = [0.5, 'good', null];
  const line = ['e2e4 e4', 'e7e5 e5', 'd1h5 Qh5', 'g8f6 Nf6'];
  const bad = [good, good, [0.25, 'mistake', ['g1f3', 'Nf3']], [0.25, 'good', null]];
  await keepOwn(page, reviewed(ownGame('play-a', 'w', line, '0-1'), bad));
  await keepOwn(page, reviewed(ownGame('play-b', 'w', [...line, 'h5e5 Qxe5+'], '0-1'), [...bad, [0.3, 'good', null]]));
  await keepOwn(page, ownGame('play-c', 'w', ['e2e4 e4', 'e7e5 e5', 'g1f3 Nf3', 'b8c6 Nc6'], '1-0'));
  await keepOwn(page, ownGame('play-d', 'b', ['e2e4 e4', 'e7e5 e5', 'b1c3 Nc3', 'b8c6 Nc6'], '1/2-1/2'));
}

/** Pastes a game and has it reviewed. */
async function review(page, pgn, last) {
  await paste(page, pgn);
  await until('the game', async () => (await moves(page)).at(-1) === last);
  await page.locator('.verdict-card.offer .button').click();
  await page.locator('.graph').waitFor({ timeout: 180_000 });
}

const isSaidOfOwn = async (page, words) =>
  (await verdicts(page).count()) > 0 && words.test(await verdicts(page).innerText());

/** Waits until the explorer says something of one's own games. */
const saidOfOwn = (page, words) => until(`of own games: ${words}`, () => isSaidOfOwn(page, words));

/** Goes to the first move until something is so: a game counts once it is kept. */
async function stepUntil(page, what, test) {
  await page.locator('.board').focus();
  await until(what, async () => {
    await press(page, 'Home', 'ArrowRight');
    await page.waitForTimeout(700);
    return await test();
  });
}

/** Goes to the position after 1. e4 e5 with the explorer unfolded on one's own games. */
async function explore(page) {
  await goAnalyse(page);
  await page.locator('.engine-line').first().waitFor();
  await paste(page, '1. e4 e5 *');
  await until('the game', async () => (await moves(page)).join() === 'e4,e5');
  await press(page, 'End');
  if (!(await page.locator('.explorer-source').count())) await page.locator('.explorer-fold').click();
  await page.locator('.explorer-source').selectOption('own:');
}

export default {
  async 'own games tell how often they were lost, and which move is why'({ page }) {
    await explore(page);
    await until('no game yet', async () => /No game of yours/.test(await page.innerText('.explorer')));
    await prepare(page);
    await page.locator('.board').focus();
    await press(page, 'ArrowLeft');
    await until('the move before', async () => (await page.locator('.move.current').innerText()) === 'e4');
    await press(page, 'ArrowRight');
    await verdicts(page).waitFor();
    await until('the position', async () => /found bad/.test(await verdicts(page).innerText()));
    const text = await verdicts(page).innerText();
    check(/You lost 2 of 4 \(50 %\) from here, won 1, drew 1/.test(text), text);
    check(/reviews found bad \(2 of 2\)/.test(text), text);
    check(/Qh5\?[\s\S]*better Nf3 · 2 times · costs 25\s% · lost 2 of 2/.test(text), text);
    const rows = await page.$$eval('.explorer-moves .explorer-move', (all) => all.map((one) => one.textContent));
    check(rows.sort().join() === 'Nc3,Nf3,Qh5', rows.join());
    await shot(page, '72-own-explorer');
    // The bad move goes onto the board, and there the other side is to move.
    await page.locator('.judged-move button').click();
    await until('the move', async () => (await moves(page)).at(-1) === 'Qh5');
    await until('the next position', async () => /lost 2 of 2 \(100 %\)/.test(await verdicts(page).innerText()));
    check(/No review has looked/.test(await verdicts(page).innerText()), 'nothing of one’s own to judge');
    // A game opens at the place where one was.
    await page.locator('.explorer-game').first().click();
    await until('the game', async () => (await moves(page)).includes('Nf6'));
    await until('the place', async () => (await page.locator('.move.current').innerText()).startsWith('Qh5'));
    // The choice is remembered.
    await page.reload();
    await page.locator('.explorer-source').waitFor();
    check((await page.locator('.explorer-source').inputValue()) === 'own:', 'own games are still asked');
  },

  async 'a game from elsewhere becomes one’s own under its review'({ page }) {
    await goTrain(page);
    await importPgn(page, 'Sicilian', '1. e4 c5 *', 'b');
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await page.locator('.explorer-fold').click();
    await page.locator('.explorer-source').selectOption('own:');
    const names = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n';
    await review(page, `${names}1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0`, 'Qxf7#');
    await stepUntil(page, 'the game', async () => (await page.locator('.explorer-game').count()) === 1);
    check(!(await verdicts(page).count()), 'nobody has said whose it is');
    await page.locator('.train-row button', { hasText: 'Black' }).click();
    await stepUntil(page, 'one’s own', () => isSaidOfOwn(page, /You lost 1 of 1 \(100 %\)/));
    // The name is known now: the next game of that player is one's own by itself.
    await review(page, `${names}1. e4 e5 2. Bc4 Nc6 3. Qf3 h6 4. Qxf7# 1-0`, 'Qxf7#');
    await stepUntil(page, 'both', () => isSaidOfOwn(page, /You lost 2 of 2 \(100 %\)/));
    await goTrain(page);
    await page.locator('button', { hasText: 'Where my games left it' }).click();
    const mine = page.locator('[data-departures="own"]');
    await until(
      'both in the comparison',
      async () => (await mine.count()) && /1… e5; Sicilian has c5[\s\S]*2 games/.test(await mine.innerText()),
    );
  },

  async 'a colour is one’s own in own games, and a player’s elsewhere'({ page }) {
    await prepare(page);
    const game = '[White "Petrosian"]\n[Black "Tal"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 1-0';
    await makeDatabase(page, 'Masters');
    await addFile(page, 'one.pgn', game);
    await imported(page);
    // In a database a colour is somebody's.
    const color = page.locator('.database-search [name=color]');
    check(await color.isDisabled(), 'no colour of nobody');
    check(/Name a player/.test(await color.getAttribute('title')), 'and it says why');
    await page.locator('.database-search [name=player]').fill('tal');
    check(await color.isEnabled(), 'a player has a colour');
    await color.selectOption('w');
    await until('no game', async () => /No game/.test(await page.innerText('.database-view [role=status]')));
    await page.locator('.database-search [name=player]').fill('');
    await until('the game', async () => (await page.locator('.db-game').count()) === 1);
    check(await color.isDisabled(), 'nobody again');
    await explore(page);
    await saidOfOwn(page, /You lost 2 of 4 /);
    await page.locator('.explorer button[aria-label="Which games"]').click();
    const own = page.locator('.explorer-filter [name=color]');
    check(/Your colour/.test(await page.innerText('.explorer-filter')), 'whose colour it is');
    await own.selectOption('b');
    await saidOfOwn(page, /You lost 0 of 1 \(0 %\) from here, drew 1/);
    const rows = () => page.$$eval('.explorer-moves .explorer-move', (all) => all.map((one) => one.textContent).join());
    check((await rows()) === 'Nc3', await rows());
    await shot(page, '74-own-colour');
    await own.selectOption('w');
    await saidOfOwn(page, /You lost 2 of 3 /);
    // Another source begins without it.
    await page.locator('.explorer-source').selectOption('Masters');
    await until('the database', async () => (await rows()) === 'Bc4');
    check(await own.isDisabled(), 'a colour of nobody');
    check((await own.inputValue()) === '', 'the colour was one’s own');
    await shot(page, '74-no-colour');
    await page.locator('.explorer-source').selectOption('own:');
    await saidOfOwn(page, /You lost 2 of 4 /);
    check(await own.isEnabled(), 'one’s own again');
  },

  async 'own games of Makruk speak Thai, and bad filters are said'({ page }) {
    const makruk = reviewed(ownGame('play-m', 'w', ['d3d4 d4', 'e6e5 e5'], '0-1', 'makruk'), [
      [0.3, 'inaccuracy', ['e3e4', 'e4']],
      [0.3, 'good', null],
    ]);
    await keepOwn(page, makruk);
    await explore(page);
    await paste(page, '[Variant "Makruk"]\n\n1. d4 e5 *');
    await page.locator('.board.makruk').waitFor();
    await press(page, 'Home');
    await until(
      'the verdict',
      async () => (await verdicts(page).count()) && /d4\?!/.test(await verdicts(page).innerText()),
    );
    await page.locator('.explorer button[aria-label="Which games"]').click();
    await page.locator('.explorer-filter [name=from]').fill('yesterday');
    await until('a reason', async () => /yesterday/.test(await page.innerText('.explorer-body')));
    await page.locator('.explorer-filter [name=from]').fill('');
    await verdicts(page).waitFor();
    await speakThai(page);
    await until(
      'Thai',
      async () => (await verdicts(page).count()) && /คุณแพ้ 1 จาก 1 เกม/.test(await verdicts(page).innerText()),
    );
    await shot(page, '72-own-explorer-thai');
  },

  async 'verdicts fit every screen'({ browser, server, page: first }) {
    await prepare(first);
    await explore(first);
    await verdicts(first).waitFor();
    for (const [width, height, colorScheme] of [
      [1920, 1080, 'light'],
      [1280, 860, 'dark'],
      [390, 844, 'light'],
      [360, 740, 'dark'],
    ]) {
      const page = await openPage(browser, server.url, { viewport: { width, height }, colorScheme });
      await page.locator('.board').waitFor();
      await goAnalyse(page);
      await verdicts(page).waitFor();
      await page.locator('.explorer').scrollIntoViewIfNeeded();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      check(wide <= width, `the page is ${wide} of ${width} wide`);
      await shot(page, `73-own-${width}-${colorScheme}`);
      await page.context().close();
    }
  },
};
