// Texts and pictures, in and out.

import { check, copied, dropFile, fen, goAnalyse, heard, moves, paste, shot, until } from './harness.mjs';

export default {
  async 'FEN and PGN are pasted and copied'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await paste(page, '8/8/8/3k4/8/3K4/4P3/8 w - - 0 1');
    await until('the position', async () => (await page.locator('.share input').inputValue()).startsWith('8/8/8/3k4'));
    const pgn =
      '[Event "Test"]\n[White "<img src=x onerror=alert(1)>"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 (2. f4 {King\'s gambit} exf4) Nc6 1-0';
    await paste(page, pgn);
    await until('the game', async () => (await moves(page)).includes('exf4'));
    check(
      (await page.locator('.seat-name').allInnerTexts()).includes('<img src=x onerror=alert(1)>'),
      'a name is text',
    );
    check((await page.locator('.strip img').count()) === 0, 'and nothing else');
    await page.keyboard.press('End');
    const written = await copied(page, 'Copy PGN');
    check(written.includes("(2. f4 {King's gambit} 2... exf4)"), written);
    await paste(page, 'rnsmksnr/8/1ppppppp/p7/8/PPPPPPPP/8/RNSKMSNR w - - 0 2');
    await until('Makruk', async () => (await page.locator('.board.makruk').count()) === 1);
    await shot(page, '17-makruk-analyse');
    await paste(page, 'not a game at all');
    await page.locator('.toast.bad').waitFor();
  },

  async 'PGN goes in and comes out the same'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    const pgn = [
      '[Event "Round trip"]',
      '[Date "2026.11.15"]',
      '[White "A"]',
      '[Black "B"]',
      '[Result "1/2-1/2"]',
      '',
      '{Before all.} 1. e4 $1 e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 $5) 2... d6) 2. Nf3 {[%clk 0:01:00] Good.} Nc6 3. Bb5 1/2-1/2',
    ].join('\n');
    await paste(page, pgn);
    await until('the game', async () => (await moves(page)).includes('c3!?'));
    const once = await copied(page, 'Copy PGN');
    for (const part of ['{Before all.}', '{Sicilian}', '$5', '[%clk 0:01:00]', 'Good.', '[White "A"]', '1/2-1/2'])
      check(once.includes(part), `${part} in ${once}`);
    await page.locator('button[aria-label="New game"]').click();
    await page.locator('dialog .card').first().click();
    await until('an empty board', async () => (await moves(page)).length === 0);
    await paste(page, once);
    await until('the game again', async () => (await moves(page)).includes('c3!?'));
    check((await copied(page, 'Copy PGN')) === once, 'the second copy is the first');
  },

  async 'files are dropped: PGN, FEN, makruk-js'({ page }) {
    await page.locator('.play-now').waitFor();
    const shown = await page.evaluate(() => {
      document.body.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true }));
      return getComputedStyle(document.body, '::after').content;
    });
    check(shown.includes('Drop'), 'the page shows that it takes files');
    await dropFile(page, 'game.pgn', '[White "Dropped"]\n\n1. d4 d5 2. c4 e6 *\n');
    await until('the game', async () => (await moves(page)).includes('c4'));
    check((await page.locator('.seat-name').allInnerTexts()).includes('Dropped'), 'with its names');
    await page.keyboard.press('End');
    await until('its opening', async () =>
      /Queen's Gambit/.test(
        await page
          .locator('.opening')
          .innerText()
          .catch(() => ''),
      ),
    );
    await dropFile(page, 'position.fen', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    await until('the position', async () => (await fen(page)).startsWith('4k3/8/8/8/8/8/4P3/4K3 w'));
    // makruk-js has letters of its own: thon, met as e, and F for a promoted bia.
    await dropFile(page, 'makruk.txt', '4k3/8/8/3F4/8/1R2E3/8/4K3 w 30');
    await until('Makruk', async () => (await page.locator('.board.makruk').count()) === 1);
    await until('its men', async () => (await fen(page)).startsWith('4k3/8/8/3M~4/8/1R2M3/8/4K3 w'));
    const many = '[White "One"]\n\n1. e4 *\n\n[White "Two"]\n\n1. d4 *\n';
    await dropFile(page, 'games.pgn', many);
    await page.locator('dialog .game-row', { hasText: 'Two' }).click();
    await until('the second game', async () => (await moves(page))[0] === 'd4');
    await dropFile(page, 'large.pgn', 'x'.repeat(2_200_000));
    await heard(page, /large\.pgn.*2\.2 MB.*at most 2\.1 MB/);
  },

  async 'the board is copied and saved as a picture'({ page }) {
    await goAnalyse(page);
    await page.locator('.arrow.best').waitFor();
    await page.locator('button[aria-label="Share"]').click();
    await page.locator('.share-picture svg').waitFor();
    await shot(page, '27-share');
    const size = await copied(page, 'Copy PNG', () =>
      page
        .evaluate(async () => {
          const [item] = await navigator.clipboard.read();
          if (!item?.types.includes('image/png')) return null;
          const image = await createImageBitmap(await item.getType('image/png'));
          return [image.width, image.height];
        })
        .catch(() => null),
    );
    check(String(size) === '1200,1200', `the picture is ${size}`);
    const svg = await copied(page, 'Copy SVG');
    const drawn = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
      return [
        parsed.querySelectorAll('.piece-white, .piece-black').length,
        parsed.querySelectorAll('.arrow').length,
        parsed.querySelectorAll('parsererror').length,
        [...parsed.querySelectorAll('text.coordinate')].map((text) => text.textContent).join(''),
      ];
    }, svg);
    check(drawn[0] === 32 && drawn[1] >= 1 && drawn[2] === 0, `men, arrows, errors: ${drawn}`);
    check([...drawn[3]].sort().join('') === '12345678abcdefgh', `files and ranks are named: ${drawn[3]}`);
    for (const [kind, start] of [
      ['PNG', '\x89PNG'],
      ['SVG', '<svg'],
      ['PGN', '[Event'],
    ]) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator(`button[aria-label="Save ${kind}"]`).click(),
      ]);
      check(download.suggestedFilename().endsWith(kind.toLowerCase()), download.suggestedFilename());
      const stream = await download.createReadStream();
      const chunks = [];
      for await (const chunk of stream) chunks.push(chunk);
      check(Buffer.concat(chunks).toString('latin1').startsWith(start), `${kind} begins as it should`);
    }
  },
};
