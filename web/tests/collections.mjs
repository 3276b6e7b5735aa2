// Texts that are large, or not quite what a program expects.

import { check, dropFile, goAnalyse, heard, moves, paste, until } from './harness.mjs';

/** Many games, the last of them easy to find. */
function manyGames(count, length) {
  const filler = `{${'a long comment '.repeat(Math.ceil(length / 15))}}`;
  const game = (i) =>
    `[Event "Round ${i}"]\n[White "Player ${i}"]\n[Black "Other"]\n[Result "*"]\n\n1. e4 ${filler} e5 ${i % 2 ? '2. Nf3' : '2. Nc3'} *\n\n`;
  return Array.from({ length: count }, (_, i) => game(i + 1)).join('');
}

const seats = async (page) => (await page.locator('.seat-name').allInnerTexts()).join();

export default {
  async 'a file of any size is listed, searched and gone through'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    const text = manyGames(1110, 4600);
    check(text.length > 5_000_000, `${text.length} bytes`);
    await dropFile(page, 'many.pgn', text);
    await page.locator('dialog .game-row').first().waitFor();
    check(/200 of 1110 games/.test(await page.locator('dialog').innerText()), 'it says how many there are');
    await page.locator('dialog input[type=search]').fill('player 1109 other');
    await until('the one that was looked for', async () => (await page.locator('dialog .game-row').count()) === 1);
    await page.locator('dialog .game-row').click();
    await until('the game', async () => /Player 1109/.test(await seats(page)) && (await moves(page))[2] === 'Nf3');
    // Back to the list, as it was left, and on to another.
    await page.locator('button[aria-label="Choose a game"]').click();
    check((await page.locator('dialog input[type=search]').inputValue()) === 'player 1109 other', 'the search is kept');
    await page.locator('dialog input[type=search]').fill('player 1108');
    await until('another', async () => /1108/.test(await page.locator('dialog .game-row').first().innerText()));
    await page.locator('dialog .game-row').first().click();
    await until('the other game', async () => /Player 1108/.test(await seats(page)));
    check((await page.evaluate(() => document.body.dataset.connection)) === 'open', 'the connection has held');
  },

  async 'three megabytes of games are pasted'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await paste(page, manyGames(10, 300_000));
    await page.locator('dialog .game-row', { hasText: 'Player 7' }).click();
    await until('the game', async () => /Player 7/.test(await seats(page)));
  },

  async 'a game with a bad move is opened up to it'({ page }) {
    await goAnalyse(page);
    await paste(page, '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Qxh5 3. Bc4 *');
    await heard(page, /Qxh5.*no such queen can go to h5; the moves before it are shown/);
    await until('the moves before', async () => (await moves(page)).join(' ') === 'e4 e5 Nf3');
  },

  async 'other letters, figurines and addresses get an answer that helps'({ page }) {
    await goAnalyse(page);
    await paste(page, '1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. O-O *');
    await heard(page, /read as German/);
    await until('the game', async () => (await moves(page)).join(' ') === 'e4 e5 Nf3 Nc6 Bb5 a6 O-O');
    await paste(page, '1. d4 ♞f6 2. ♘f3 *');
    await until('the figurines', async () => (await moves(page)).join(' ') === 'd4 Nf6 Nf3');
    await paste(page, 'https://lichess.org/study/abcdefgh');
    await heard(page, /address of a page.*as PGN/);
  },

  async 'what is wrong with a FEN is pointed at'({ page }) {
    await goAnalyse(page);
    await paste(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPXPPP/RNBQKBNR w KQkq - 0 1');
    const toast = page.locator('.toast.bad');
    await toast.waitFor();
    const [width, text] = await toast.evaluate((element) => {
      const measure = (sample) => {
        const range = document.createElement('span');
        range.textContent = sample;
        element.append(range);
        const { width } = range.getBoundingClientRect();
        range.remove();
        return width;
      };
      return [[measure('iiiiiiiiii'), measure('WWWWWWWWWW')], element.textContent];
    });
    const [, fen, pointer] = /(.*)\n( *\^)/.exec(text) ?? [];
    check(fen?.[pointer.length - 1] === 'X', `it points at the letter: ${text}`);
    check(Math.abs(width[0] - width[1]) < 1, `letters of one width: ${width}`);
  },
};
