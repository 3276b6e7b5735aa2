// The explorer: what was played in a position, and the games behind it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addFile, imported, makeDatabase } from './databases.mjs';
import { check, goAnalyse, moves, newGame, openPage, paste, press, shot, type, until } from './harness.mjs';
import { manyGames, pgn } from './many-games.mjs';

/** The moves of the explorer with their counts. */
async function explored(page) {
  return await page.$$eval('.explorer-moves tbody tr:not(.total)', (rows) =>
    rows.map((row) => [
      row.querySelector('.explorer-move').textContent,
      Number(row.querySelector('.explorer-count > span').textContent.replace(/\D/g, '')),
    ]),
  );
}

/** What games have played after moves, the most frequent first. */
function expected(games, before) {
  const counts = new Map();
  for (const { moves } of games) {
    if (moves.slice(0, before.length).join() !== before.join()) continue;
    const next = moves[before.length];
    if (next) counts.set(next, (counts.get(next) ?? 0) + 1);
  }
  return counts;
}

const same = (shown, counts) =>
  shown.length === counts.size && shown.every(([move, count]) => counts.get(move) === count);

/** As many games as a strong player's own file and some events have. */
const ALL = 100_000;

const seats = async (page) => (await page.locator('.seat-name').allInnerTexts()).join();

export default {
  async 'the explorer tells what was played, follows the board and filters'({ page }) {
    const games = manyGames(ALL);
    await makeDatabase(page, 'Openings');
    await addFile(page, 'openings.pgn', pgn(games));
    await imported(page);
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    check((await page.locator('.explorer-moves').count()) === 0, 'it is folded away at first');
    await press(page, 'd');
    await until('the first moves', async () => same(await explored(page), expected(games, [])));
    const order = (await explored(page)).map(([, count]) => count);
    check(order.join() === [...order].sort((a, b) => b - a).join(), 'the most frequent first');
    await page.locator('.explorer-move', { hasText: /^e4$/ }).click();
    await until('the move on the board', async () => (await moves(page)).join() === 'e4');
    await until('the answers', async () => same(await explored(page), expected(games, ['e4'])));
    // Bars, ratings and years are those of the games.
    const sicilian = games.filter((game) => game.moves.slice(0, 2).join() === 'e4,c5');
    const row = page.locator('.explorer-moves tr', { has: page.locator('.explorer-move', { hasText: /^c5$/ }) });
    const percent = (result) =>
      Math.round((100 * sicilian.filter((game) => game.result === result).length) / sicilian.length);
    const bar = await row.locator('.result-bar').getAttribute('aria-label');
    check(bar.startsWith(`White ${percent('1-0')} %`) && bar.endsWith(`Black ${percent('0-1')} %`), bar);
    const rating = Math.round(sicilian.reduce((sum, game) => sum + game.blackElo, 0) / sicilian.length);
    check((await row.innerText()).includes(String(rating)), `an average of ${rating}: ${await row.innerText()}`);
    const last = sicilian
      .map((game) => game.date)
      .sort()
      .at(-1);
    check((await row.innerText()).includes(last.slice(0, 4)), 'when it was played last');
    await shot(page, '70-explorer');
    // The games behind it.
    const line = games.filter((game) => game.moves[0] === 'e4');
    const first = async () => await page.locator('.explorer-game').first().innerText();
    await page.locator('.explorer button', { hasText: 'Strongest' }).click();
    const strength = (game) => game.whiteElo + game.blackElo;
    const most = line.reduce((sum, game) => Math.max(sum, strength(game)), 0);
    const best = line.filter((game) => strength(game) === most);
    const isBest = (text) => best.some((game) => text.includes(game.white));
    await until('the strongest first', async () => isBest(await first()));
    // By player and colour.
    await page.locator('.explorer button[aria-label="Which games"]').click();
    await page.locator('.explorer-filter [name=player]').fill('bronstein');
    const his = games.filter((game) => /Bronstein/.test(game.white + game.black));
    await until('one player', async () => same(await explored(page), expected(his, ['e4'])));
    await page.locator('.explorer-filter [name=color]').selectOption('b');
    const black = games.filter((game) => /Bronstein/.test(game.black));
    await until('his colour', async () => same(await explored(page), expected(black, ['e4'])));
    await page.locator('.explorer-filter [name=from]').fill('2015');
    const late = black.filter((game) => game.date >= '2015');
    await until('the years', async () => same(await explored(page), expected(late, ['e4'])));
    await page.locator('.explorer-filter [name=player]').fill('nobody at all');
    await until('nothing', async () => /No game came/.test(await page.locator('.explorer').innerText()));
    await page.locator('.explorer-filter [name=player]').fill('');
    await page.locator('.explorer-filter [name=from]').fill('');
    await until('everything', async () => same(await explored(page), expected(games, ['e4'])));
    await page.locator('.board').focus();
    // Stepping on does not wait for an answer.
    for (const move of ['c5', 'Nf3', 'd6']) {
      await type(page, move);
      await until(move, async () => (await moves(page)).at(-1) === move);
    }
    await until('the end of the line', async () =>
      same(await explored(page), expected(games, ['e4', 'c5', 'Nf3', 'd6'])),
    );
    await page.locator('.explorer-game').first().click();
    await until('the game', async () => /1 of 12 · Openings/.test(await page.locator('.game-place').innerText()));
    check((await page.locator('.move.current').innerText()) === 'd6', 'it is opened at the position');
    await press(page, ']');
    await until('the next one', async () => /2 of 12/.test(await page.locator('.game-place').innerText()));
    check((await page.locator('.explorer-moves').count()) === 1, 'the explorer is still there');
    // All games of the position, as a list.
    await page.locator('.explorer button', { hasText: 'All these games' }).click();
    const there = games.filter((game) => game.moves.slice(0, 4).join() === 'e4,c5,Nf3,d6').length;
    await until('the list', async () => {
      const text = await page.locator('.database-view [role=status]').innerText();
      return text.replace(/[^\d of]/g, '').startsWith(`${there} of ${ALL}`);
    });
  },

  async 'the explorer knows every game, and Chess960 by its start'({ page }) {
    const makruk = '[White "A"]\n[Black "B"]\n[Variant "Makruk"]\n[Result "1-0"]\n\n1. c4 d5 2. d4 1-0\n\n';
    const fischer =
      '[White "C"]\n[Black "D"]\n[Variant "Chess960"]\n[SetUp "1"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]\n[Result "0-1"]\n\n1. b3 c5 0-1\n\n';
    const plain = '[White "E"]\n[Black "F"]\n[Result "1/2-1/2"]\n\n1. e4 e5 1/2-1/2\n';
    await makeDatabase(page, 'All');
    await addFile(page, 'all.pgn', makruk + fischer + plain);
    await imported(page);
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await press(page, 'd');
    await until('chess', async () => JSON.stringify(await explored(page)) === '[["e4",1]]');
    await paste(page, fischer);
    await until('Chess960', async () => JSON.stringify(await explored(page)) === '[["b3",1]]');
    await paste(page, makruk);
    await until('Makruk', async () => JSON.stringify(await explored(page)) === '[["c4",1]]');
    await page.locator('.explorer-move').click();
    await until('the answer', async () => JSON.stringify(await explored(page)) === '[["d5",1]]');
    await press(page, 'd');
    await until('folded away', async () => !(await page.locator('.explorer-moves').isVisible()));
  },

  async 'all games of a position are of the game on the board'({ page }) {
    // Kings and a pawn are what they are in every game.
    const fen = '8/8/4k3/8/8/8/4P3/4K3 w - - 0 50';
    const ending = (white, variant) =>
      `[White "${white}"]\n[Black "B"]\n[Variant "${variant}"]\n[SetUp "1"]\n[FEN "${fen}"]\n[Result "1-0"]\n\n50. Kf2 Kf6 1-0\n\n`;
    const [chess, makruk] = [ending('Chess player', 'Standard'), ending('Makruk player', 'Makruk')];
    // The game that was played last says nothing about what is looked at.
    await newGame(page, { variant: 'makruk', elo: 500 });
    await makeDatabase(page, 'Endings');
    await addFile(page, 'endings.pgn', chess + makruk);
    await imported(page);
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await press(page, 'd');
    const players = async () => (await page.locator('.db-games strong').allInnerTexts()).join();
    for (const [pgn, who] of [
      [chess, /^Chess player – B$/],
      [makruk, /^Makruk player – B$/],
    ]) {
      await goAnalyse(page);
      await paste(page, pgn);
      await until('the game', async () => who.test((await seats(page)).split(',').sort().reverse().join(' – ')));
      await press(page, 'Home');
      await until('the position', async () => JSON.stringify(await explored(page)) === '[["Kf2",1]]');
      await page.locator('.explorer button', { hasText: 'All these games' }).click();
      await until('the list', async () => who.test(await players()));
      // It is found again after a game was opened.
      await page.locator('.db-game').click();
      await until('the game', async () => (await moves(page)).length === 2);
      await page.goBack();
      await until('the list again', async () => who.test(await players()));
    }
  },

  async 'the explorer asks a book'({ page, server }) {
    mkdirSync(join(server.data, 'books'), { recursive: true });
    // The start position, e2e4 with weight 3 and d2d4 with weight 1: Polyglot's key, then 16 bits each.
    const entry = (move, weight) => `463b96181691fc9c${move}${weight}00000000`;
    writeFileSync(
      join(server.data, 'books', 'Mine.bin'),
      Buffer.from(entry('031c', '0003') + entry('02db', '0001'), 'hex'),
    );
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await press(page, 'd');
    await until('the moves', async () => JSON.stringify(await explored(page)) === '[["e4",3],["d4",1]]');
    check((await page.locator('.explorer-source').innerText()).includes('Mine'), 'the book is the source');
    check((await page.locator('.explorer button[aria-label="Which games"]').count()) === 0, 'nothing to filter');
    await page.locator('.explorer-move').first().click();
    await until('the end of the book', async () => /no move here/.test(await page.locator('.explorer').innerText()));
    await shot(page, '71-explorer-book');
  },

  async 'the explorer says that there is no database, and fits on a telephone'({ page, browser, server }) {
    await goAnalyse(page);
    await page.locator('.explorer-fold').click();
    await until('what to do', async () => /no database yet/.test(await page.locator('.explorer').innerText()));
    await makeDatabase(page, 'Some');
    await addFile(page, 'some.pgn', pgn(manyGames(500)));
    await imported(page);
    for (const [width, height, theme] of [
      [360, 740, 'dark'],
      [390, 844, 'light'],
      [1280, 860, 'light'],
      [1920, 1080, 'dark'],
    ]) {
      const other = await openPage(browser, server.url, { viewport: { width, height }, colorScheme: theme });
      await other.locator('.board').waitFor();
      await goAnalyse(other);
      await other.locator('.explorer-moves').waitFor();
      await other.locator('.engine-line:not(.waiting)').first().waitFor();
      const wide = await other.evaluate(() => document.documentElement.scrollWidth);
      check(wide <= width, `the page is ${wide} of ${width} wide`);
      await other.locator('.explorer').scrollIntoViewIfNeeded();
      await shot(other, `71-explorer-${width}-${theme}`);
      await other.context().close();
    }
    check((await seats(page)) === '', 'the first page is among the games');
  },
};
