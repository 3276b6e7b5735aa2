// Reviews.

import { check, copied, goAnalyse, moves, paste, shot, type, until } from './harness.mjs';

export default {
  async 'a game is reviewed'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    const pgn =
      '[White "Amateur"]\n[Black "Boden"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 d6 3. c3 f5 4. Bc4 Nf6 5. d4 fxe4 6. dxe5 exf3 7. exf6 Qxf6 8. gxf3 Nc6 9. f4 Bd7 10. Be3 O-O-O 11. Nd2 Re8 12. Qf3 Bf5 13. O-O-O d5 14. Bxd5 Qxc3+ 15. bxc3 Ba3# 0-1';
    await page.locator('button[aria-label="Paste FEN or PGN"]').click();
    await page.locator('dialog textarea').fill(pgn);
    await page.locator('dialog button[type=submit]').click();
    await until('the game', async () => (await moves(page)).includes('Ba3#'));
    await page.locator('button[aria-label="Review the game"]').click();
    // Once broken off, unless a busy machine looks at the page only when it is
    // over; once to the end.
    await page.locator('.progress, .graph').first().waitFor();
    if (await page.locator('.progress').count()) {
      const cancel = page.locator('button', { hasText: 'Cancel' });
      const cancelled = await cancel.click({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
      await until('the end of the review', async () => !(await page.locator('.progress').count()), 120_000);
      check(!cancelled || !(await page.locator('.graph').count()), 'a review that was stopped shows nothing');
    }
    if (!(await page.locator('.graph').count())) await page.locator('button[aria-label="Review the game"]').click();
    await page.locator('.graph').waitFor({ timeout: 180_000 });
    check(
      (await page.locator('.accuracy').allInnerTexts()).every((text) => /^\d+%$/.test(text)),
      'accuracies',
    );
    check((await page.locator('.graph-dot').count()) > 0, 'bad moves are marked');
    const box = await page.locator('.graph-box').boundingBox();
    await page.mouse.click(box.x + box.width * 0.9, box.y + 20);
    await until(
      'a move near the end',
      async () => Number((await page.locator('.move.current').getAttribute('data-node')) ?? 0) > 20,
    );
    await until('an evaluation', async () => (await page.locator('.engine-line:not(.waiting)').count()) > 0);
    await shot(page, '25-review');
    await page.reload();
    await page.locator('.graph').waitFor();
    // What was found is in the PGN.
    const written = await copied(page, 'Copy PGN');
    check(/\[%eval #?-?\d/.test(written) && /\$4/.test(written) && /was best\./.test(written), written);
    // The keys hide it and show it again.
    await page.keyboard.press('z');
    await until('it to hide', async () => !(await page.locator('.graph').count()));
    await page.keyboard.press('z');
    await page.locator('.graph').waitFor();
  },

  async 'a better move is looked for, and any good one is taken'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await paste(page, '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0');
    await until('the game', async () => (await moves(page)).includes('Qxf7#'));
    await page.locator('.verdict-card.offer .button').click();
    await page.locator('.graph').waitFor({ timeout: 180_000 });
    // The game was decided by one move, and both sides have an accuracy for the
    // opening, which is all there was.
    await page.locator('.turning-point').click();
    const card = page.locator('.verdict-card');
    await until('the turning point', async () => /Nf6/.test(await page.locator('.move.current').innerText()));
    check(/Blunder[\s\S]*the turning point[\s\S]*mate in 1/.test(await card.innerText()), await card.innerText());
    await page.locator('.phases summary').click();
    const phases = await page.locator('.phases').innerText();
    check(/Opening\s+\d+% · \d+%/.test(phases) && !/Endgame\s+\d/.test(phases), phases);
    check(/harmonic/.test(phases), 'it says how accuracy is reckoned');
    // Each of these keeps the queen from f7; one is as bad as the move itself.
    await card.locator('button', { hasText: 'Try again' }).click();
    for (const [move, said] of [
      ['a6', /a6: blunder/],
      ['g6', /g6 is (the best move|good enough too)/],
      ['Qe7', /Qe7 is (the best move|good enough too)/],
    ]) {
      // Typed at once after a click, it may still meet the position before.
      await until(`${move} on the board`, async () => {
        await type(page, move);
        await new Promise((resolve) => setTimeout(resolve, 400));
        return (await card.innerText()).includes(move);
      });
      await until(`a word about ${move}`, async () => said.test(await card.innerText()), 120_000);
      await card.locator('button', { hasText: 'Try again' }).click();
      await until('the position before', async () => /Find a better move/.test(await card.innerText()));
    }
    await card.locator('button', { hasText: 'Show the best move' }).click();
    await until('the engine again', async () => (await page.locator('.engine-line:not(.waiting)').count()) > 0);
  },

  async 'a refutation is played with arrows'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    // Boden's mate: the move allows it, and the game went that way.
    const fen = '2k1rb1r/ppp3pp/2n2q2/3p1b2/2B2P2/2P1BQ2/PP1N3P/2KR3R w - - 0 14';
    await paste(page, `[White "A"]\n[Black "B"]\n[SetUp "1"]\n[FEN "${fen}"]\n\n14. Bxd5 Qxc3+ 15. bxc3 Ba3# 0-1`);
    await until('the game', async () => (await moves(page)).includes('Ba3#'));
    await page.locator('button[aria-label="Review the game"]').click();
    await page.locator('.graph').waitFor({ timeout: 180_000 });
    const bad = page.locator('.move', { hasText: 'Bxd5' }).first();
    const button = page.locator('.verdict-card button', { hasText: 'Show the refutation' });
    const arrow = page.locator('.arrow.refutation');
    const current = () => page.locator('.move.current').innerText();
    await bad.click();
    await button.waitFor();
    check(!(await arrow.count()), 'no arrow before it is asked for');
    await button.click();
    for (const move of ['Qxc3+', 'bxc3', 'Ba3#']) {
      await until(`${move} on the board`, async () => (await current()).includes(move));
      check((await arrow.count()) === 1, `${move} has an arrow`);
      check((await page.locator('.arrow').count()) === 1, `${move} has no other`);
      if (move === 'bxc3') await shot(page, '29-refutation');
    }
    await until('no arrow at the end', async () => !(await arrow.count()));
    check((await current()).includes('Ba3#'), 'its last move stays on the board');
    // Whoever goes elsewhere is left there, without an arrow.
    await bad.click();
    await button.click();
    await arrow.waitFor();
    await page.keyboard.press('Home');
    await until('no arrow', async () => !(await arrow.count()));
    await page.waitForTimeout(1200);
    check(!(await page.locator('.move.current').count()), 'the start is still there');
  },

  async 'a review speaks Thai'({ page }) {
    await page.locator('.play-now').waitFor();
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await paste(page, '[Variant "Makruk"]\n[White "ก"]\n[Black "ข"]\n\n1. d4 Nd7 2. e4 Ne5 3. dxe5 dxe5 *');
    await until('the game', async () => (await moves(page)).includes('dxe5'));
    await page.locator('button[aria-label="Review the game"]').click();
    await page.locator('.graph').waitFor({ timeout: 120_000 });
    // How bad it is called depends on what the network thinks of a ma.
    await page.locator('.fault:not(:disabled)').first().click();
    await until('the bad move', async () => /Ne5/.test(await page.locator('.move.current').innerText()));
    check(/It puts the ma on e5, where it can be taken\./.test(await page.locator('.moves').innerText()), 'in English');
    await page.locator('button[aria-label="Settings"]').click();
    await page.locator('dialog .choice', { hasText: 'ไทย' }).first().click();
    await until('Thai', async () => /วางม้าที่ จ๕ ให้กินได้ · ควรเดิน/.test(await page.locator('.moves').innerText()));
    await page.keyboard.press('Escape');
    await shot(page, '28-review-thai');
  },
};
