// One game in two pages of one browser.

import {
  check,
  goAnalyse,
  heard,
  listen,
  moves,
  newGame,
  onDisk,
  openPage,
  paste,
  press,
  type,
  until,
} from './harness.mjs';

/** Another page of the same browser. */
async function beside(page, server) {
  const other = await page.context().newPage();
  other.setDefaultTimeout(120_000);
  await other.addInitScript(listen);
  await other.goto(server.url);
  await other.locator('.board').waitFor();
  return other;
}

export default {
  async 'a game in two pages is the same in both'({ page, server }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await paste(page, '[White "A"]\n[Black "B"]\n\n1. e4 e5 *');
    await until('the game', async () => (await moves(page)).length === 2);
    await until('it is saved', async () => (await onDisk(server, 'analyse')).length === 1);
    const other = await beside(page, server);
    await goAnalyse(other);
    await until('the game there', async () => (await moves(other)).length === 2);
    for (const each of [page, other]) await press(each, 'End');
    await type(other, 'Nf3');
    await heard(page, /changed in another page/);
    await until('the move here', async () => (await moves(page)).includes('Nf3'));
    // What is chosen here stays, though the other page follows the game.
    await page.locator('button[aria-label="Colours"]').click();
    await until('light', async () => (await page.getAttribute('html', 'data-theme')) === 'light');
    await type(page, 'Nc6');
    await until('the answer there', async () => (await moves(other)).includes('Nc6'));
    // Where one looks is one's own matter.
    await press(other, 'Home');
    await type(page, 'Bb5');
    await until('the next there', async () => (await moves(other)).includes('Bb5'));
    check((await other.locator('.moves .move.current').count()) === 0, 'the other page still looks at the start');
    // The older page goes last, and overwrites nothing.
    await other.reload();
    await page.reload();
    for (const each of [page, other])
      await until('all moves', async () => (await moves(each)).join(' ') === 'e4 e5 Nf3 Nc6 Bb5');
    check((await page.getAttribute('html', 'data-theme')) === 'light', 'the colours are those that were chosen');
    const kept = await onDisk(server, 'analyse');
    check(kept.length === 1 && kept[0].includes('"Bb5"'), `${kept.length} games are kept`);
    await other.close();
  },

  async 'a game against the engine goes on in either page'({ page, server }) {
    await newGame(page, { elo: 500, clock: '30+20' });
    await type(page, 'e4');
    await until('an answer', async () => (await moves(page)).length === 2);
    const other = await beside(page, server);
    await until('the game there', async () => (await moves(other)).length === 2);
    await type(other, 'd4');
    await until('the engine to answer once', async () => (await moves(other)).length === 4);
    await until('the same here', async () => (await moves(page)).join() === (await moves(other)).join());
    await type(page, 'a3');
    await until('the engine to answer again', async () => (await moves(page)).length === 6);
    await until('the same there', async () => (await moves(page)).join() === (await moves(other)).join());
    await other.reload();
    await page.reload();
    await until('it is there', async () => (await moves(page)).length === 6 && (await moves(other)).length === 6);
    check((await onDisk(server, 'play')).length === 1, `${(await onDisk(server, 'play')).length} games are kept`);
    await other.close();
  },

  async 'another browser is looked after when one comes back'({ page, browser, server }) {
    await goAnalyse(page);
    await paste(page, '[White "A"]\n[Black "B"]\n\n1. e4 e5 *');
    await until('it is saved', async () => (await onDisk(server, 'analyse')).length === 1);
    const other = await openPage(browser, server.url);
    await goAnalyse(other);
    await until('the game there', async () => (await moves(other)).length === 2);
    await press(other, 'End');
    await type(other, 'Nf3');
    await until('it is saved', async () => (await onDisk(server, 'analyse')).some((text) => text.includes('"Nf3"')));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await heard(page, /changed in another page/);
    await until('the move here', async () => (await moves(page)).includes('Nf3'));
    await other.context().close();
  },
};
