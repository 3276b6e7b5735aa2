// Databases in the page: made, filled with files of any size, searched; their games
// opened and deleted.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ask, check, dropFile, heard, moves, onDisk, openPage, press, shot, speakThai, until } from './harness.mjs';
import { manyGames, pgn } from './many-games.mjs';

export async function goGames(page) {
  await page.evaluate(() => {
    location.hash = 'games';
  });
  await page.locator('.sources').waitFor();
}

/** Makes a database by hand. */
export async function makeDatabase(page, name) {
  await goGames(page);
  await page.locator('.new-database').click();
  await page.locator('dialog input').fill(name);
  await page.locator('dialog button[type=submit]').click();
  await page.locator('.database-view h2', { hasText: name }).waitFor();
}

/** Adds a file to the database that is shown. */
export async function addFile(page, name, content) {
  const buffer = Buffer.from(content);
  await page
    .locator('.database-view input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** Waits until an import is over. */
export async function imported(page, state = 'done') {
  await page.locator(`.import-card[data-state="${state}"]`).waitFor();
  return await page.locator('.import-card').innerText();
}

const status = (page) => page.locator('.database-view [role=status]').innerText();
const digits = (text) => text.replace(/[\u2009\u00a0 ]/g, '');
const rows = (page) => page.locator('.db-games .game-row').count();
const players = (page) => page.locator('.db-games strong').allInnerTexts();
const seats = async (page) => (await page.locator('.seat-name').allInnerTexts()).join();

/** Waits until a search has found so many. */
async function found(page, count) {
  await until(`${count} games`, async () => {
    const text = digits(await status(page));
    return text.startsWith(`${count}of`) || text.startsWith(`${count}games`);
  });
}

/** Says something in a field of the search. */
async function look(page, field, value) {
  const input = page.locator(`.database-search [name=${field}]`);
  if (!(await input.isVisible())) await page.locator('.database-search summary').click();
  if ((await input.evaluate((element) => element.tagName)) === 'SELECT') await input.selectOption(value);
  else await input.fill(value);
}

export default {
  async 'a database is deleted, and brought back'({ page }) {
    await makeDatabase(page, 'Masters');
    await addFile(page, 'masters.pgn', pgn(manyGames(50)));
    await imported(page);
    await found(page, 50);
    await page.locator('[data-button=remove-database]').click();
    await page.locator('.source', { hasText: 'Masters' }).waitFor({ state: 'detached' });
    check((await page.locator('.database-view').count()) === 0, 'it is not shown any longer');
    await page.locator('.toast', { hasText: 'Masters' }).getByRole('button').first().click();
    await page.locator('.database-view h2', { hasText: 'Masters' }).waitFor();
    await found(page, 50);
    // It can be added to again.
    await addFile(page, 'more.pgn', pgn(manyGames(60)));
    await found(page, 60);
  },

  async 'games are found by the men that were left'({ page }) {
    await makeDatabase(page, 'Endings');
    const ending = (fen, moves) => `[White "Rook"]\n[FEN "${fen}"]\n[Result "1-0"]\n\n${moves} 1-0\n\n`;
    await addFile(
      page,
      'endings.pgn',
      ending('4k3/8/8/8/8/8/4r3/4K2R w - - 0 1', '1. Kxe2 Kd7') +
        ending('4k3/8/8/8/8/8/7q/4K2R w - - 0 1', '1. Kd1 Qxh1+').replace('Rook', 'Queen') +
        `[Variant "Makruk"]\n${ending('4k3/8/8/8/8/8/8/4KM1R w - - 0 1', '1. Rh2 Kd7').replace('Rook', 'Met')}`,
    );
    await found(page, 3);
    await look(page, 'material', 'KRvK');
    await found(page, 1);
    check((await players(page)).join().includes('Rook'), 'the one in which the rook was left');
    // Men that only Makruk has are of Makruk, unless another game is chosen.
    await look(page, 'material', 'KRMvK');
    await until('the game of Makruk', async () => (await players(page)).join().includes('Met'));
    await look(page, 'variant', 'chess');
    await until('a word about it', async () => /no man has the letter M/i.test(await status(page)));
    await look(page, 'variant', '');
    await look(page, 'material', 'KRv');
    await until('a word about it', async () => /one king/.test(await status(page)));
    await look(page, 'material', '');
    await found(page, 3);
  },

  async 'thousands of games come into a database, and are searched and sorted'({ page }) {
    const games = manyGames(3000);
    const bad = '[Event "Bad"]\n[White "Nobody"]\n\n1. e4 e5 2. Ke5 *\n\n';
    await makeDatabase(page, 'Masters');
    check(/no games in this database/.test(await status(page)), 'it is empty');
    await shot(page, '60-database-empty');
    await addFile(page, 'masters.pgn', `${pgn(games.slice(0, 2000))}\n${bad}${pgn(games.slice(1500))}`);
    const said = digits(await imported(page));
    check(/3000added,500werethere\w*,1cannot/.test(said), said);
    await page.locator('.import-card summary').click();
    check(/Ke5/.test(await page.locator('.import-problems').innerText()), 'the bad game is named');
    await found(page, 3000);
    await shot(page, '61-database');
    check((await rows(page)) === 100, 'not all of them are listed at once');
    // The list goes on as it is scrolled.
    for (let pages = 2; pages <= 4; pages++) {
      await page.locator('.db-games .game-row').last().scrollIntoViewIfNeeded();
      await until('more of the list', async () => (await rows(page)) >= 100 * pages);
    }
    const count = (test) => games.filter(test).length;
    await look(page, 'player', 'anand');
    await found(
      page,
      count((game) => /Anand/.test(game.white + game.black)),
    );
    await look(page, 'color', 'b');
    await found(
      page,
      count((game) => /Anand/.test(game.black)),
    );
    await look(page, 'from', '2010');
    await look(page, 'minRating', '2300');
    const fits = (game) =>
      /Anand/.test(game.black) && game.date >= '2010' && game.whiteElo >= 2300 && game.blackElo >= 2300;
    await found(page, count(fits));
    await look(page, 'result', '1-0');
    await found(
      page,
      count((game) => fits(game) && game.result === '1-0'),
    );
    await shot(page, '62-database-search');
    await page.locator('.clear-search').click();
    await found(page, 3000);
    await look(page, 'eco', 'B');
    await found(
      page,
      count((game) => game.eco.startsWith('B')),
    );
    await look(page, 'eco', '');
    await look(page, 'event', 'Open 7');
    await found(
      page,
      count((game) => game.event.startsWith('Open 7')),
    );
    await look(page, 'event', '');
    await look(page, 'position', '1. e4 c5 2. Nf3');
    await found(
      page,
      count((game) => game.moves.slice(0, 3).join() === 'e4,c5,Nf3'),
    );
    await look(page, 'position', '');
    await look(page, 'from', 'soon');
    await until('a complaint', async () => /a date is a year/.test(await status(page)));
    await look(page, 'from', '');
    await found(page, 3000);
    await page.locator('.sort-row select').selectOption('rating');
    const strength = (game) => game.whiteElo + game.blackElo;
    const most = Math.max(...games.map(strength));
    const best = games.filter((game) => strength(game) === most).map((game) => game.white);
    await until('the strongest first', async () => {
      const [first = ''] = await players(page);
      return best.some((name) => first.startsWith(`${name} `));
    });
    await page.locator('.sort-row select').selectOption('date');
    const newest = games.map((game) => game.date).sort();
    const shown = async () => await page.locator('.db-game .quiet').first().innerText();
    await until('the newest first', async () => (await shown()).startsWith(newest.at(-1)));
    await page.locator('button[aria-label="Last first"]').click();
    await until('the oldest first', async () => (await shown()).startsWith(newest[0]));
  },

  async 'a game of a database is opened, its neighbours follow, and only a change is kept'({ page, server }) {
    const games = manyGames(150);
    await makeDatabase(page, 'Some games');
    await addFile(page, 'some.pgn', pgn(games));
    await imported(page);
    await found(page, 150);
    await page.locator('.db-game').nth(2).click();
    await until('the third game', async () => (await seats(page)).includes(games[2].white));
    check(/3 of 150 · Some games/.test(await page.locator('.game-place').innerText()), 'it says which it is');
    await shot(page, '63-database-game');
    await page.locator('button[aria-label="Next game"]').click();
    await until('the fourth', async () => (await seats(page)).includes(games[3].white));
    await press(page, '[');
    await until('the third', async () => (await seats(page)).includes(games[2].white));
    check((await moves(page)).join() === games[2].moves.join(), 'its moves');
    check((await onDisk(server, 'analyse')).length === 0, 'looking at games keeps none');
    await page.reload();
    await until('the same after a reload', async () => (await seats(page)).includes(games[2].white));
    await page.keyboard.press('End');
    await page.locator('.comment-field').fill('Worth another look');
    await until('it is kept', async () =>
      (await onDisk(server, 'analyse')).some((text) => text.includes('Worth another look')),
    );
    await page.reload();
    await until('the comment', async () => /another look/.test(await page.locator('.comment-field').inputValue()));
    await goGames(page);
    await found(page, 150);
  },

  async 'a game of a database is deleted and brought back'({ page }) {
    const games = manyGames(120);
    await makeDatabase(page, 'Bin');
    await addFile(page, 'bin.pgn', pgn(games));
    await imported(page);
    await found(page, 120);
    await page.locator('.db-games .game-row button[aria-label=Delete]').nth(1).click();
    await found(page, 119);
    check(!(await players(page)).some((text) => text.startsWith(games[1].white)), 'it is gone');
    await page.locator('.toast button', { hasText: 'Undo' }).click();
    await found(page, 120);
    check((await players(page))[1].startsWith(games[1].white), 'it is in its place');
    await press(page, 'ArrowDown');
    check(
      (await page.evaluate(() => document.activeElement?.textContent)).includes(games[2].white),
      'the keys go along the list',
    );
    await press(page, 'Enter');
    await until('the game', async () => (await seats(page)).includes(games[2].white));
  },

  async 'an import is stopped, and what came in stays'({ page }) {
    await page.route(/\/import\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      // Meanwhile the page may have cancelled it, or the delay been taken away.
      await route.continue().catch(() => {});
    });
    await makeDatabase(page, 'Half');
    const text = pgn(manyGames(30_000));
    check(text.length > 6_000_000, `${text.length} bytes`);
    await addFile(page, 'large.pgn', text);
    await until('some games', async () => !/^0 added/.test(await page.locator('.import-counts').innerText()));
    await until('the time left', async () => /left/.test(await page.locator('.import-counts').innerText()));
    await shot(page, '64-import');
    await page.locator('.import-card button', { hasText: 'Cancel' }).click();
    const said = digits(await imported(page, 'cancelled'));
    const kept = await until('the list', async () => Number(/^(\d+)games/.exec(digits(await status(page)))?.[1] ?? 0));
    check(kept > 0 && kept < 30_000, `${kept} games are kept: ${said}`);
    // The same file adds the rest.
    await page.unroute(/\/import\//);
    await addFile(page, 'large.pgn', text);
    await imported(page);
    await found(page, 30_000);
  },

  async 'compressed files are read, and dropped files find their database'({ page }) {
    const games = manyGames(300);
    await makeDatabase(page, 'Packed');
    await addFile(page, 'packed.pgn.gz', gzipSync(pgn(games)));
    await imported(page);
    await found(page, 300);
    await addFile(page, 'more.pgn.zst', readFileSync('../crates/notation/tests/compressed/checked.pgn.zst'));
    check(!/^0 added/.test(await imported(page)), 'games of Zstandard come in');
    // Elsewhere it is asked where a compressed file is to go.
    await page.evaluate(() => {
      location.hash = 'play';
    });
    await page.locator('.play-panel').waitFor();
    await dropFile(page, 'dropped.pgn.gz', 'no gzip at all');
    await page.locator('dialog input').waitFor();
    check((await page.locator('dialog input').inputValue()) === 'dropped', 'a name is proposed');
    await page.locator('dialog .card', { hasText: 'Packed' }).click();
    check(/No game can be read/.test(await imported(page, 'failed')), 'it says that there is nothing in it');
    // On a database a plain file is added.
    await dropFile(page, 'plain.pgn', pgn(manyGames(310).slice(300)));
    check(/^10 added/m.test(await imported(page)), 'ten more');
  },

  async 'of several files those that are good come in'({ page }) {
    await makeDatabase(page, 'Several');
    const games = manyGames(30);
    const file = (name, content) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
    await page
      .locator('.database-view input[type=file]')
      .setInputFiles([
        file('first.pgn', pgn(games.slice(0, 10))),
        file('picture.png', readFileSync('../crates/server/page/icon-192.png')),
        file('broken.pgn.gz', 'no gzip at all'),
        file('last.pgn', pgn(games.slice(10))),
      ]);
    const said = await imported(page, 'failed');
    check(/^30 added/m.test(said), said);
    const failed = await page.locator('.import-errors li').allInnerTexts();
    check(
      failed.length === 2 && /^picture\.png: /.test(failed[0]) && /^broken\.pgn\.gz: /.test(failed[1]),
      failed.join(),
    );
    await found(page, 30);
    await shot(page, '65-some-failed');
  },

  async 'bad files are named, and nothing is lost'({ page, server }) {
    const folder = join(server.data, 'databases');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'garbage.erawan'), Buffer.alloc(9000, 0x5a));
    await makeDatabase(page, 'Good');
    await addFile(page, 'good.pgn', pgn(manyGames(20)));
    await imported(page);
    await addFile(page, 'picture.png', readFileSync('../crates/server/page/icon-192.png'));
    check(/picture\.png/.test(await imported(page, 'failed')), 'a picture is no file of games');
    await shot(page, '65-import-failed');
    const whole = readFileSync('../crates/notation/tests/compressed/checked.pgn.zst');
    await addFile(page, 'cut.pgn.zst', whole.subarray(0, whole.length - 5));
    await until('the other file', async () => /cut\.pgn\.zst/.test(await imported(page, 'failed')));
    await addFile(page, 'empty.pgn', '');
    await until('no games', async () => /No game can be read/.test(await imported(page, 'failed')));
    await page.locator('.source', { hasText: 'garbage' }).click();
    await until('why not', async () => /no database of games/.test(await page.locator('.database-view').innerText()));
    await shot(page, '66-database-broken');
    await page.locator('.new-database').click();
    await page.locator('dialog input').fill('a/b');
    await page.locator('dialog button[type=submit]').click();
    await heard(page, /letters, digits/);
    await page.keyboard.press('Escape');
    await page.locator('.source', { hasText: 'Good' }).click();
    await until('the good one', async () => /^2\d games/.test(await status(page)));
  },

  async 'the server may end in the middle of an import'({ page, server }) {
    await page.route(/\/import\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      await route.continue().catch(() => undefined);
    });
    await makeDatabase(page, 'Cut short');
    await addFile(page, 'large.pgn', pgn(manyGames(20_000)));
    const games = async () =>
      Number(
        /^([\d\u2009]+) added/.exec(await page.locator('.import-counts').innerText())?.[1].replace('\u2009', '') ?? 0,
      );
    await until('some games', async () => (await games()) > 0);
    const told = await games();
    const { port } = server;
    await server.stop();
    await imported(page, 'failed');
    await server.start(port);
    await until('a connection', () => page.evaluate(() => document.body.dataset.connection === 'open'));
    const { databases } = await ask(page, { type: 'databases' });
    check(databases[0].games >= told, `${databases[0].games} of ${told} that were told`);
    page.problems.splice(0);
  },

  async 'databases fit on a telephone, in Thai too'({ browser, server, page }) {
    await makeDatabase(page, 'A name of a database that is rather long for its place');
    await addFile(page, 'some.pgn', pgn(manyGames(60)));
    await imported(page);
    for (const [width, language] of [
      [360, 'en'],
      [414, 'en'],
      [390, 'th'],
    ]) {
      const phone = await openPage(browser, server.url, { viewport: { width, height: 844 } });
      await phone.locator('.board').waitFor();
      if (language === 'th') await speakThai(phone);
      await goGames(phone);
      await phone.locator('.source:not(.new-database)').nth(1).click();
      await phone.locator('.db-game').first().waitFor();
      await phone.locator('.database-search summary').click();
      const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
      check(wide <= width, `the page is ${wide} of ${width} wide`);
      await shot(phone, `67-database-${width}-${language}`);
      await phone.context().close();
    }
  },
};
