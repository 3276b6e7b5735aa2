// The editor of positions.

import { check, copied, fen, games, goAnalyse, openPage, paste, SITE, shot, speakThai, until } from './harness.mjs';

const verdict = (page) => page.locator('.edit-verdict').innerText();
const square = (page, name) => page.locator(`.edit-square[data-square=${name}]`);
const man = (page, letter) => page.locator(`.edit-man[data-man="${letter}"]`);
const text = (page) => page.locator('.editor input[aria-label=FEN]').inputValue();

async function openEditor(page) {
  await page.locator('button[aria-label="Edit the position"]').click();
  await page.locator('.edit-verdict:not(:empty)').waitFor();
}

export default {
  async 'a position is set up by hand, judged in words, and analysed'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await openEditor(page);
    await until('the start is legal', async () => /is legal/.test(await verdict(page)));
    await page.locator('.editor button', { hasText: 'Clear' }).click();
    await until('no kings', async () => /cannot be played: .*no king/.test(await verdict(page)));
    check(await page.locator('.editor button', { hasText: 'Analyse' }).isDisabled(), 'it cannot be analysed');
    await man(page, 'K').click();
    await square(page, 'e1').click();
    await man(page, 'k').click();
    await square(page, 'e2').click();
    await until('kings side by side', async () => /side by side/.test(await verdict(page)));
    // The hand moves a man; a second click with a man takes it away.
    await man(page, 'hand').click();
    await square(page, 'e2').click();
    await square(page, 'e8').click();
    await until('legal', async () => /is legal/.test(await verdict(page)));
    await man(page, 'R').click();
    await square(page, 'a1').click();
    await square(page, 'h1').click();
    await square(page, 'h1').click();
    check((await text(page)) === '4k3/8/8/8/8/8/8/R3K3 w - - 0 1', await text(page));
    await page.locator('.editor input[name=right-K]').check();
    await until('no rook', async () => !/is legal/.test(await verdict(page)));
    await page.locator('.editor input[name=right-K]').uncheck();
    await page.locator('.editor input[name=right-Q]').check();
    await until('castling', async () => (await text(page)) === '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1');
    await until('legal again', async () => /is legal/.test(await verdict(page)));
    // By keys: a pawn on e7 would check nobody, on e5 beside a pawn that has just stepped it may take.
    await square(page, 'e5').focus();
    await page.keyboard.press('P');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('p');
    await page.locator('.editor select[name=passing]').selectOption('f6');
    await until('en passant', async () => (await text(page)) === '4k3/8/8/4Pp2/8/8/8/R3K3 w Q f6 0 1');
    await page.locator('.editor input[name=moveNumber]').fill('12');
    await page.locator('.editor input[name=moveNumber]').press('Tab');
    await until('the move', async () => (await text(page)).endsWith(' 12'));
    await shot(page, '80-editor');
    const wanted = await text(page);
    check((await copied(page, 'Copy FEN')) === wanted, 'it is copied');
    await page.locator('.editor button', { hasText: 'Analyse' }).click();
    await until('the analysis', async () => (await fen(page)) === wanted);
    // Three checks at once cannot come about, but can be played.
    await openEditor(page);
    await page.locator('.editor input[aria-label=FEN]').fill('4k3/8/3N1N2/8/8/8/8/4RK2 b - - 0 1');
    await page.keyboard.press('Tab');
    await until('unusual', async () => /can be played, but no game/.test(await verdict(page)));
    check(await page.locator('.editor button', { hasText: 'Analyse' }).isEnabled(), 'it can be analysed');
    await page.locator('.editor button', { hasText: /^Play$/ }).click();
    await page.locator('dialog.setup-dialog button[type=submit]').click();
    await until('a game from it', async () => (await page.locator('.piece:not(.gone)').count()) === 5);
  },

  async 'the editor knows every game and its fields'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await openEditor(page);
    for (const { name, title, men, castling, counting } of await games(page)) {
      await page.locator('.editor select[aria-label=Game]').selectOption(name);
      await page.locator('.editor button', { hasText: 'Start position' }).click();
      await until(`${title} is legal`, async () => /is legal/.test(await verdict(page)));
      await until(`the men of ${title}`, async () => (await page.locator('.edit-square svg').count()) === 32);
      const palette = await page.locator('.edit-man svg').count();
      check(palette >= 2 * men.length, `${title} has ${palette} men`);
      check((await page.locator('.editor input[name=right-K]').count()) === (castling ? 1 : 0), `${title}: castling`);
      check(
        (await page.locator('.editor input[name=countLimit]').count()) === (counting ? 1 : 0),
        `${title}: counting`,
      );
      await shot(page, `81-editor-${name}`);
    }
    await page.locator('.editor select[aria-label=Game]').selectOption('makruk');
    await page.locator('.editor input[aria-label=FEN]').fill('8/8/4k3/8/8/2RMK3/8/8 b - - 0 1');
    await page.keyboard.press('Tab');
    await page.locator('.editor input[name=countLimit]').fill('16');
    await page.keyboard.press('Tab');
    await page.locator('.editor input[name=counted]').fill('5');
    await page.keyboard.press('Tab');
    await until('a count', async () => (await text(page)) === '8/8/4k3/8/8/2RMK3/8/8 b - 32 10 1');
    await until('legal', async () => /is legal/.test(await verdict(page)));
    await page.locator('.editor button', { hasText: 'Analyse' }).click();
    await page.locator('.strip .count strong').waitFor();
  },

  async 'the editor fits on a telephone, in Thai too'({ browser, server }) {
    for (const [width, height, language] of [
      [360, 740, 'en'],
      [390, 844, 'th'],
      [1280, 800, 'th'],
    ]) {
      const page = await openPage(browser, server.url, { viewport: { width, height }, colorScheme: 'light' });
      await page.locator('.board').waitFor();
      // A server has kept the settings of the page before.
      if (language === 'th' && (width === 390 || SITE)) await speakThai(page);
      await goAnalyse(page);
      await page.locator('.share .actions button').first().waitFor();
      await paste(page, '8/8/4k3/8/8/2RMK3/8/8 b - - 0 1');
      await page.locator('.board.makruk').waitFor();
      const label = language === 'th' ? 'ตั้งรูปหมาก' : 'Edit the position';
      await page.locator(`button[aria-label="${label}"]`).click();
      await page.locator('.edit-verdict[data-kind=legal]').waitFor();
      const wide = await page.locator('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
      check(wide <= 1, `the dialog is ${wide} too wide at ${width}`);
      const box = await page.locator('.edit-board').boundingBox();
      check(Math.abs(box.width - box.height) < 2, `the board is square: ${box.width} ${box.height}`);
      await shot(page, `82-editor-${width}-${language}`);
      await page.context().close();
    }
  },
};
