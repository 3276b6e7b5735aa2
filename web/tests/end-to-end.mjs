// The page in a real browser: node tests/end-to-end.mjs [name …]
// ERAWAN is the binary, CHROMIUM the browser, SHOTS a folder for screenshots.

import { Server, ask, check, click, drag, launch, moves, newGame, openPage, playToTheEnd, shot, type, until } from './harness.mjs';

const tests = {
  async 'a game of chess is won by mouse and keyboard'({ page }) {
    await page.locator('dialog.setup-dialog').waitFor();
    await newGame(page, { elo: 500, shot: '01-new-game' });
    await shot(page, '02-play-start');
    await playToTheEnd(page, 'chess', {
      onMove: async (turn, what) => {
        if (turn === 4 && what === 'selected') await shot(page, '03-play-dots');
      },
    });
    const verdict = await page.locator('.verdict').innerText();
    check(/You win/.test(verdict) && /checkmate/.test(verdict), verdict);
    await shot(page, '04-play-won');
    await page.locator('button', { hasText: 'Analyse this game' }).click();
    await page.locator('.analyse-panel .moves .move.current').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.engine-line:not(.waiting)').first().waitFor();
  },

  async 'a game of Chess960 is won'({ page }) {
    await newGame(page, { variant: 'chess960', number: 0, elo: 500, color: 'b' });
    check(/#0/.test(await page.locator('.panel h2').innerText()), 'the number is shown');
    const start = (await ask(page, { type: 'position', line: { variant: 'chess960', number: 0, moves: [] } })).fen;
    await until('White to have moved', async () => (await moves(page)).length > 0);
    await playToTheEnd(page, 'chess960', { start });
    check(/You win/.test(await page.locator('.verdict').innerText()), 'won');
  },

  async 'a game of Makruk is won, with Thai names'({ page }) {
    await newGame(page, { variant: 'makruk', elo: 500 });
    await shot(page, '05-makruk-start');
    await playToTheEnd(page, 'makruk', { limit: 200, movetime: 150 });
    const verdict = await page.locator('.verdict').innerText();
    check(/You win/.test(verdict), verdict);
    await shot(page, '06-makruk-won');
    await page.locator('button[aria-label="Settings"]').click();
    await page.locator('dialog .choice', { hasText: 'ไทย' }).first().click();
    await until('Thai moves', async () => (await moves(page)).some((move) => /[ก-ฮ]/.test(move)));
    await shot(page, '07-makruk-thai');
  },

  async 'counting is shown, begun and stopped'({ page }) {
    const fen = '8/8/2n1k3/8/8/2RMK3/8/8 b - 128 0 1';
    await newGame(page, { variant: 'makruk', counting: 'manual', color: 'b', elo: 500, fen });
    await page.locator('.count-button', { hasText: 'Start counting' }).click();
    await page.locator('.strip .count strong').waitFor();
    check((await page.locator('.strip .count strong').innerText()) === '0/64', 'the count begins at 0');
    await shot(page, '08-counting');
    const legal = await ask(page, { type: 'position', line: { variant: 'makruk', fen, moves: await lineOf(page, fen) } });
    await type(page, legal.moves[0].san);
    await until('the count to go on', async () => (await page.locator('.strip .count strong').count()) && /^1\/64/.test(await page.locator('.strip .count strong').innerText()));
    await until('White to have moved', async () => (await moves(page)).length >= 2 || (await page.locator('.verdict').count()));
    const stop = page.locator('.count-button', { hasText: 'Stop counting' });
    if (await stop.count()) {
      await stop.click();
      await until('the count to stop', async () => !(await page.locator('.strip .count strong').count()));
    }
  },

  async 'a bare khun is counted by itself'({ page }) {
    const fen = '8/8/4k3/8/8/2R1K3/2R5/8 w - 16 8 1';
    await newGame(page, { variant: 'makruk', counting: 'auto', color: 'w', elo: 500, fen });
    await page.locator('.strip .count').waitFor();
    check(/8/.test(await page.locator('.strip .count').first().innerText()), 'the limit is shown');
  },

  async 'take back, hint, premove, resign'({ page }) {
    await newGame(page, { elo: 500 });
    await drag(page, 'e2', 'e4');
    await until('an answer', async () => (await moves(page)).length === 2);
    await page.locator('button', { hasText: 'Hint' }).click();
    await page.locator('.arrow.hint').waitFor();
    await shot(page, '09-hint');
    await page.locator('button', { hasText: 'Take back' }).click();
    await until('the moves to be gone', async () => (await moves(page)).length === 0);
    // Illegal moves snap back.
    await drag(page, 'e2', 'e6');
    await type(page, 'Ke5');
    check((await moves(page)).length === 0, 'nothing was played');
    await type(page, 'e4');
    await until('the move', async () => (await moves(page)).length >= 1);
    await drag(page, 'd2', 'd3');
    await until('the premove to be played', async () => (await moves(page))[2] === 'd3');
    await page.locator('button', { hasText: 'Resign' }).click();
    await page.locator('button', { hasText: 'Really resign' }).click();
    check(/resignation/.test(await page.locator('.verdict').innerText()), 'resigned');
  },

  async 'promotion is chosen'({ page }) {
    await newGame(page, { elo: 500, fen: '8/4P3/8/8/8/k7/8/4K3 w - - 0 1' });
    await drag(page, 'e7', 'e8');
    await page.locator('.promotion-choice').first().waitFor();
    await shot(page, '10-promotion');
    await page.locator('.promotion-choice[aria-label="knight"]').click();
    await until('a knight', async () => (await moves(page))[0] === 'e8=N');
  },

  async 'clocks run and the flag falls'({ page }) {
    await newGame(page, { elo: 500, clock: '3+2' });
    await drag(page, 'e2', 'e4');
    await until('an answer', async () => (await moves(page)).length === 2);
    const before = await page.locator('.clock').last().innerText();
    await page.waitForTimeout(1600);
    const after = await page.locator('.clock').last().innerText();
    check(before !== after && /^[23]:/.test(after), `${before} ${after}`);
    await shot(page, '11-clock');
  },

  async 'a reload and a restart lose nothing'({ page, server, browser }) {
    await newGame(page, { elo: 500 });
    for (const [move, length] of [['e4', 2], ['d4', 4]]) {
      await type(page, move);
      await until('an answer', async () => (await moves(page)).length === length);
    }
    const list = await moves(page);
    await page.reload();
    await until('the game to be back', async () => String(await moves(page)) === String(list));
    // The server dies in mid-game and comes back at the same port.
    await server.stop();
    await until('a notice', async () => /lost/.test(await page.locator('#toasts').innerText()));
    await shot(page, '12-lost');
    await server.start(server.port);
    await until('a connection', async () => (await page.getAttribute('body', 'data-connection')) === 'open', 20_000);
    await type(page, 'Nc3').catch(() => undefined);
    await until('the game to go on', async () => (await moves(page)).length >= 5 || (await page.locator('.field.wrong').count()));
    // Another browser sees the same game.
    const other = await openPage(browser, server.url);
    await until('the game elsewhere', async () => (await moves(other)).length >= 4);
    await other.context().close();
  },

  async 'analysis: lines, arrows, tree, keys'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line:not(.waiting)').nth(2).waitFor();
    for (const move of ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6']) {
      const before = (await moves(page)).length;
      await type(page, move);
      await until(move, async () => (await moves(page)).length === before + 1);
    }
    await page.keyboard.press('Escape');
    await page.locator('.arrow.best').waitFor();
    await until('some depth', async () => /depth (\d\d)/.test(await page.locator('.engine-status').innerText()), 30_000);
    await shot(page, '13-analyse');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await until('the position before', async () => (await page.locator('.move.current').innerText()) === 'Nc6');
    // A variation beside the main line.
    await drag(page, 'f1', 'c4');
    await page.locator('.variation .move.current', { hasText: 'Bc4' }).waitFor();
    await page.locator('.glyph-button', { hasText: '!?' }).click();
    await page.locator('.notes input[aria-label="Comment"]').fill('The Italian game <b>bold</b>');
    await until('the comment', async () => (await page.locator('.variation .comment').innerText()).includes('<b>bold</b>'));
    await shot(page, '14-variation');
    await page.locator('button[aria-label="Make main line"]').click();
    await until('the main line', async () => (await page.locator('.moves > .move.current').innerText()).startsWith('Bc4'));
    await page.locator('.board').click({ position: { x: 2, y: 2 } });
    await page.locator('.engine-line:not(.waiting) .pv-move').first().waitFor();
    const before = (await moves(page)).length;
    await page.keyboard.press(' ');
    await until('the best move', async () => (await moves(page)).length === before + 1);
    await page.keyboard.press('f');
    await until('a flip', async () => (await page.locator('.eval-bar.flipped').count()) === 1);
    await page.keyboard.press('l');
    await until('the engine to be off', async () => (await page.locator('.switch').getAttribute('aria-checked')) === 'false');
    await page.keyboard.press('l');
    await page.keyboard.press('?');
    await page.locator('dialog .keys').waitFor();
    await shot(page, '15-keys');
    await page.keyboard.press('Escape');
    await page.locator('.engine-line:not(.waiting) .pv-move').first().waitFor();
    await page.locator('.pv-move').nth(1).hover();
    await page.locator('.preview svg').waitFor();
    await shot(page, '16-preview');
  },

  async 'FEN and PGN are pasted and copied'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    const paste = async (text) => {
      await page.locator('body').evaluate((body, pasted) => {
        const data = new DataTransfer();
        data.setData('text/plain', pasted);
        body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
      }, text);
    };
    await paste('8/8/8/3k4/8/3K4/4P3/8 w - - 0 1');
    await until('the position', async () => (await page.locator('.share input').inputValue()).startsWith('8/8/8/3k4'));
    const pgn = '[Event "Test"]\n[White "<img src=x onerror=alert(1)>"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 (2. f4 {King\'s gambit} exf4) Nc6 1-0';
    await paste(pgn);
    await until('the game', async () => (await moves(page)).includes('exf4'));
    check((await page.locator('.seat-name').allInnerTexts()).includes('<img src=x onerror=alert(1)>'), 'a name is text');
    check((await page.locator('.strip img').count()) === 0, 'and nothing else');
    await page.keyboard.press('End');
    await page.locator('button[aria-label="Copy PGN"]').click();
    await until('the copy', async () => (await page.evaluate(() => navigator.clipboard.readText())).includes("(2. f4 {King's gambit} 2... exf4)"));
    await paste('rnsmksnr/8/1ppppppp/p7/8/PPPPPPPP/8/RNSKMSNR w - - 0 2');
    await until('Makruk', async () => (await page.locator('.board.makruk').count()) === 1);
    await shot(page, '17-makruk-analyse');
    await paste('not a game at all');
    await page.locator('.toast.bad').waitFor();
  },

  async 'a game is reviewed'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    const pgn = '[White "Amateur"]\n[Black "Boden"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 d6 3. c3 f5 4. Bc4 Nf6 5. d4 fxe4 6. dxe5 exf3 7. exf6 Qxf6 8. gxf3 Nc6 9. f4 Bd7 10. Be3 O-O-O 11. Nd2 Re8 12. Qf3 Bf5 13. O-O-O d5 14. Bxd5 Qxc3+ 15. bxc3 Ba3# 0-1';
    await page.locator('button[aria-label="Paste FEN or PGN"]').click();
    await page.locator('dialog textarea').fill(pgn);
    await page.locator('dialog button[type=submit]').click();
    await until('the game', async () => (await moves(page)).includes('Ba3#'));
    await page.locator('button[aria-label="Review the game"]').click();
    await page.locator('.progress').waitFor();
    // Once broken off, once to the end.
    await page.locator('button', { hasText: 'Cancel' }).click();
    await until('the end of the review', async () => !(await page.locator('.progress').count()));
    check(!(await page.locator('.graph').count()), 'a review that was stopped shows nothing');
    await page.locator('button[aria-label="Review the game"]').click();
    await page.locator('.graph').waitFor({ timeout: 180_000 });
    check((await page.locator('.accuracy').allInnerTexts()).every((text) => /^\d+%$/.test(text)), 'accuracies');
    check((await page.locator('.graph-dot').count()) > 0, 'bad moves are marked');
    const box = await page.locator('.graph-box').boundingBox();
    await page.mouse.click(box.x + box.width * 0.9, box.y + 20);
    await until('a move near the end', async () => Number((await page.locator('.move.current').getAttribute('data-node')) ?? 0) > 20);
    await until('an evaluation', async () => (await page.locator('.engine-line:not(.waiting)').count()) > 0);
    await shot(page, '25-review');
    await page.reload();
    await page.locator('.graph').waitFor();
  },

  async 'the keyboard alone is enough'({ page }) {
    await newGame(page, { elo: 500 });
    await page.locator('.board').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await until('e4', async () => (await moves(page))[0] === 'e4');
    await until('an answer', async () => (await moves(page)).length === 2);
    check(/Black: /.test(await page.locator('#live').innerText()), 'the answer is spoken');
    check(/White: .*pawn e4/.test(await page.locator('#board-pieces').textContent()), 'the pieces are described');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('nf3');
    await page.keyboard.press('Enter');
    await until('Nf3', async () => (await moves(page))[2] === 'Nf3');
  },

  async 'a telephone'({ browser, server }) {
    const page = await openPage(browser, server.url, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
    await page.locator('.board').waitFor();
    await newGame(page, { elo: 800, clock: '5+3', shot: '18-phone-setup' });
    await click(page, 'd2');
    await click(page, 'd4');
    await until('an answer', async () => (await moves(page)).length === 2);
    await shot(page, '19-phone-play');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= 390, `the page is ${wide} wide`);
    await goAnalyse(page);
    await page.locator('.engine-line:not(.waiting)').first().waitFor();
    await shot(page, '20-phone-analyse');
    check((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'the analysis fits');
    check(!page.problems.length, page.problems.join('\n'));
    await page.context().close();
  },

  async 'light colours and other pieces'({ page }) {
    await page.locator('dialog.setup-dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('button[aria-label="Colours"]').click();
    await until('light', async () => (await page.getAttribute('html', 'data-theme')) === 'light');
    await page.locator('button[aria-label="Settings"]').click();
    await page.locator('dialog .choice', { hasText: 'Western' }).click();
    await page.keyboard.press('Escape');
    await newGame(page, { variant: 'makruk', elo: 500 });
    await shot(page, '21-light-western');
    await page.locator('button[aria-label="Settings"]').click();
    await page.locator('dialog .choice', { hasText: 'Letters' }).click();
    await shot(page, '22-settings');
    await page.keyboard.press('Escape');
    await shot(page, '23-light-letters');
    await goAnalyse(page);
    await page.locator('.engine-line:not(.waiting)').first().waitFor();
    await shot(page, '24-light-analyse');
  },

  async 'a page without the token is told so'({ browser, server }) {
    const page = await openPage(browser, server.url.replace(/#.*/, ''));
    await page.locator('.refused').waitFor();
    await page.context().close();
    const wrong = await openPage(browser, server.url.replace(/#.*/, `#${'0'.repeat(32)}`));
    await wrong.locator('.refused').waitFor();
    await wrong.context().close();
  },

  async 'another site cannot connect'({ browser, server }) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto('data:text/html,<p>elsewhere</p>');
    const token = server.url.split('#')[1];
    const opened = await page.evaluate(
      ([port, secret]) =>
        new Promise((resolve) => {
          const socket = new WebSocket(`ws://127.0.0.1:${port}/socket?token=${secret}`);
          socket.onopen = () => resolve(true);
          socket.onerror = () => resolve(false);
        }),
      [server.port, token],
    );
    check(!opened, 'a foreign page got in');
    await context.close();
  },
};

async function goAnalyse(page) {
  await page.evaluate(() => {
    location.hash = 'analyse';
  });
}

async function lineOf(page, fen) {
  const list = await moves(page);
  const text = `[Variant "Makruk"]\n[SetUp "1"]\n[FEN "${fen}"]\n\n${list.join(' ')} *`;
  const read = await ask(page, { type: 'read', text, variant: 'makruk' });
  return read.games[0].nodes.slice(1).map((node) => node.move);
}

const wanted = process.argv.slice(2);
const browser = await launch();
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (wanted.length && !wanted.some((word) => name.includes(word))) continue;
  const server = await new Server().start();
  const page = await openPage(browser, server.url);
  const begun = Date.now();
  try {
    await page.locator('.board').waitFor();
    await test({ page, server, browser });
    check(!page.problems.length, page.problems.join('\n'));
    console.log(`ok   ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}: ${error.stack}\n${page.problems.join('\n')}`);
    await shot(page, `failed-${name.replace(/\W+/g, '-')}`);
  }
  await page.context().close();
  await server.stop().catch(() => undefined);
  server.clean();
}
await browser.close();
console.log(failed ? `${failed} failed` : 'all passed');
process.exit(failed ? 1 : 0);
