// Reloads, restarts, lost connections, failing engines, closed tabs.

import { readFileSync } from 'node:fs';
import {
  check,
  cpuSeconds,
  goAnalyse,
  heard,
  moves,
  newGame,
  onDisk,
  openPage,
  paste,
  shot,
  skip,
  type,
  until,
} from './harness.mjs';

/** What the notices say. */
const notices = (page) => page.locator('#toasts').innerText();

/** Writes a comment on the move that is shown. */
async function comment(page, text) {
  await page.locator('.notes [aria-label="Comment"]').evaluate((field, value) => {
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}

/** Opens a short game for analysis, and waits until the disk has it. */
async function openShort(page, server) {
  await goAnalyse(page);
  await page.locator('.engine-line').first().waitFor();
  await paste(page, '1. e4 e5 *');
  await until('the game', async () => (await moves(page)).length === 2);
  await until('the game on the disk', async () => (await onDisk(server)).length === 1);
}

async function away(page, server) {
  await server.stop();
  await heard(page, /Connection lost/);
}

async function back(page, server) {
  await server.start(server.port);
  await until('a connection', async () => (await page.getAttribute('body', 'data-connection')) === 'open', 60_000);
}

async function downloaded(page) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.notice button', { hasText: 'Download PGN' }).click(),
  ]);
  return readFileSync(await file.path(), 'utf8');
}

export default {
  async 'a reload and a restart lose nothing'({ page, server, browser }) {
    await newGame(page, { elo: 500 });
    for (const [move, length] of [
      ['e4', 2],
      ['d4', 4],
    ]) {
      await type(page, move);
      await until('an answer', async () => (await moves(page)).length === length);
    }
    const list = await moves(page);
    await page.reload();
    await until('the game to be back', async () => String(await moves(page)) === String(list));
    // The server dies in mid-game and comes back at the same port.
    await server.stop();
    await heard(page, /lost/);
    await shot(page, '12-lost');
    await server.start(server.port);
    await until('a connection', async () => (await page.getAttribute('body', 'data-connection')) === 'open', 20_000);
    await type(page, 'Nc3').catch(() => undefined);
    await until(
      'the game to go on',
      async () => (await moves(page)).length >= 5 || (await page.locator('.field.wrong').count()),
    );
    // Another browser sees the same game.
    const other = await openPage(browser, server.url);
    await until('the game elsewhere', async () => (await moves(other)).length >= 4);
    await other.context().close();
  },

  async 'a killed connection is noticed and recovers'({ browser, server }) {
    const sockets = [];
    const page = await openPage(browser, server.url, {}, null, async (fresh) => {
      await fresh.routeWebSocket(/socket/, (socket) => {
        socket.connectToServer();
        sockets.push(socket);
      });
    });
    await goAnalyse(page);
    await page.locator('.engine-line:not(.waiting)').first().waitFor();
    await sockets.at(-1).close({ code: 4000, reason: 'killed' });
    await heard(page, /lost/);
    await until('a new connection', async () => (await page.getAttribute('body', 'data-connection')) === 'open');
    await until('the engine to go on', async () => (await page.locator('.engine-line:not(.waiting)').count()) > 0);
    check(sockets.length >= 2, 'it is another connection');
    await type(page, 'e4');
    await until('moves to be made', async () => (await moves(page))[0] === 'e4');
    await page.context().close();
  },

  async 'an engine that fails is noticed and replaced'({ browser, server }) {
    let fails = true;
    let asked = 0;
    const page = await openPage(browser, server.url, {}, null, async (fresh) => {
      await fresh.routeWebSocket(/socket/, (socket) => {
        const there = socket.connectToServer();
        // The server's answer to a panic, given to every analysis until the
        // page has said so: it passes over what a search before the last says.
        socket.onMessage((text) => {
          const request = JSON.parse(text);
          if (request.type === 'analyse') asked++;
          if (request.type === 'analyse' && fails) {
            socket.send(
              JSON.stringify({ id: request.id, type: 'error', kind: 'engine', message: 'the engine failed' }),
            );
          } else there.send(text);
        });
      });
    });
    await goAnalyse(page);
    await heard(page, /failed/);
    const before = asked;
    fails = false;
    await page.locator('.engine-line:not(.waiting)').first().waitFor();
    check(asked > before, 'it was asked again');
    await page.context().close();
  },

  async 'a game of 22,000 moves is opened, kept, and there after a reload'({ page, server }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    const line = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
    const sans = Array.from({ length: 22_000 }, (_, ply) => line[ply % 4]);
    await paste(page, `[White "Long"]\n\n${sans.join(' ')} *`);
    const count = () => page.locator('.moves .move').count();
    await until('the moves', async () => (await count()) === 22_000, 90_000);
    await until('the game on the disk', async () => (await onDisk(server)).length === 1, 90_000);
    const before = (await onDisk(server))[0];
    check(before.length < 1_000_000, `a document of ${before.length} bytes`);
    await page.reload();
    await until('the moves again', async () => (await count()) === 22_000, 90_000);
    check((await page.locator('.piece:not(.gone)').count()) === 32, 'the men stand on the board');
    await page.keyboard.press('End');
    await until(
      'its end',
      async () => (await page.locator('.move.current').getAttribute('data-node')) === '22000',
      60_000,
    );
    check((await page.getAttribute('body', 'data-connection')) === 'open', 'the connection holds');
    check(!/not saved|lost/.test(await notices(page)), await notices(page));
  },

  async 'a text of 3 MB is refused with both sizes'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await paste(page, '1. e4 e5 '.repeat(340_000));
    await heard(page, /This text is 3\.1 MB, and the page reads at most 2\.1 MB/);
    check((await page.getAttribute('body', 'data-connection')) === 'open', 'the connection holds');
    await paste(page, '1. d4 *');
    await until('another text', async () => (await moves(page))[0] === 'd4');
  },

  async 'a game that is too large to be saved says so and stops nothing'({ page, server }) {
    await openShort(page, server);
    // Without comments in the list: laying out that many words takes a while.
    await page.keyboard.press('Shift+C');
    await comment(page, 'long '.repeat(1_800_000));
    await until('a notice', async () =>
      /is not saved\. It is 9\.0 MB, and the server takes at most 8\.4 MB\. Only this page has it/.test(
        await notices(page),
      ),
    );
    check((await page.getAttribute('body', 'data-connection')) === 'open', 'the connection holds');
    await shot(page, '13-refused');
    const pgn = await downloaded(page);
    check(pgn.length > 8_900_000 && /^\{long[^}]*\} 1\. e4 e5 \*$/m.test(pgn), `${pgn.length} ${pgn.slice(0, 300)}`);
    // Another game is opened and saved beside it.
    await paste(page, '1. c4 c5 *');
    await until('another game', async () => (await moves(page))[0] === 'c4');
    await until('it is saved', async () => (await onDisk(server)).some((text) => text.includes('c2c4')));
    // In the list it is still there, and once it is short enough it is saved.
    await page.locator('a.tab[href="#games"]').click();
    await page.locator('.game-open').nth(1).waitFor();
    await page.locator('.game-open').first().click();
    await until('the game again', async () => (await moves(page))[0] === 'e4');
    await comment(page, 'short');
    await until('it is saved', async () => (await onDisk(server)).some((text) => text.includes('"short"')));
    await until('no notice', async () => !/not saved/.test(await notices(page)));
  },

  async 'what the server refuses to save is said, kept and tried again'({ browser, server }) {
    let refusing = true;
    let refused = 0;
    const page = await openPage(browser, server.url, {}, null, async (fresh) => {
      await fresh.routeWebSocket(/socket/, (socket) => {
        const there = socket.connectToServer();
        socket.onMessage((text) => {
          const { id, type: kind, name } = JSON.parse(text);
          if (refusing && kind === 'save' && name !== 'settings' && ++refused)
            socket.send(JSON.stringify({ id, type: 'error', kind: 'storage', message: 'no space left on device' }));
          else there.send(text);
        });
      });
    });
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await paste(page, '1. e4 e5 *');
    await until('a notice', async () =>
      /This game is not saved\. No space left on device\. It stays in this browser/.test(await notices(page)),
    );
    check(/1\. e4 e5 \*/.test(await downloaded(page)), 'it can be downloaded');
    await page.reload();
    await until('the game', async () => (await moves(page)).length === 2);
    await until('the notice again', async () => /is not saved/.test(await notices(page)));
    // Over a dialog too, and after it.
    for (const dialog of [false, true, false]) {
      if (dialog) await page.getByRole('button', { name: 'Keyboard' }).click();
      await until('a dialog or none', async () => (await page.locator('dialog').count()) === Number(dialog));
      const before = refused;
      await page.locator('.notice button', { hasText: 'Try again' }).click();
      await until('another try', () => refused > before);
      if (dialog) await page.keyboard.press('Escape');
    }
    refusing = false;
    await comment(page, 'now');
    await until('no notice', async () => !/not saved/.test(await notices(page)));
    check(
      (await onDisk(server)).some((text) => text.includes('e7e5')),
      'it is on the disk',
    );
    await page.context().close();
  },

  async 'a full store and a server that is gone are told, and nothing is lost'({ page, server }) {
    await openShort(page, server);
    await page.evaluate(() => {
      for (let size = 1 << 20; size > 0; size >>= 1) {
        for (let i = 0; ; i++) {
          try {
            localStorage.setItem(`junk-${size}-${i}`, 'x'.repeat(size));
          } catch {
            break;
          }
        }
      }
    });
    // With the server the disk has it at once.
    await comment(page, 'first');
    await heard(page, /store of this browser is full/);
    await until('it is saved', async () => (await onDisk(server)).some((text) => text.includes('"first"')));
    await away(page, server);
    await comment(page, 'second');
    await until('a notice', async () => /Only this page has it: download it/.test(await notices(page)));
    check(!/kept in this browser/.test(await notices(page)), await notices(page));
    check((await downloaded(page)).includes('{second}'), 'it can be downloaded');
    await back(page, server);
    await until('it is saved', async () => (await onDisk(server)).some((text) => text.includes('"second"')), 60_000);
    await until('no notice', async () => !/Only this page/.test(await notices(page)));
  },

  async 'a server that goes while a game is saved loses nothing, whatever the clock says'({ page, server }) {
    await openShort(page, server);
    await comment(page, 'before');
    await until('it is saved', async () => (await onDisk(server)).some((text) => text.includes('"before"')));
    await away(page, server);
    check(/kept in this browser/.test(await notices(page)), 'it says where it is kept');
    // The clock is set back by a day.
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() - 86_400_000;
    });
    await comment(page, 'after');
    await until('the browser has it', async () =>
      page.evaluate(() => Object.values(localStorage).some((text) => text.includes('"after"'))),
    );
    await back(page, server);
    await until('it is saved', async () => (await onDisk(server)).some((text) => text.includes('"after"')), 60_000);
    await page.reload();
    await until('the game', async () => (await moves(page)).length === 2);
    await until('the comment', async () => (await page.locator('.moves .comment').allInnerTexts()).includes('after'));
    check((await onDisk(server)).length === 1, 'it is one game');
  },

  async 'two pages on one game keep both of what they did'({ page, browser, server }) {
    await openShort(page, server);
    const other = await openPage(browser, `${server.url}`);
    await goAnalyse(other);
    await until('the game', async () => (await moves(other)).length === 2);
    await comment(other, 'theirs');
    await until('it is saved', async () => (await onDisk(server)).some((text) => text.includes('"theirs"')));
    await comment(page, 'mine');
    await until('a notice', async () => /changed in another page too\. Both are kept/.test(await notices(page)));
    const texts = await onDisk(server);
    check(texts.length === 2, `${texts.length} games`);
    for (const word of ['"theirs"', '"mine"'])
      check(
        texts.some((text) => text.includes(word)),
        word,
      );
    await other.context().close();
  },

  async 'a page that only looks at a game makes no other of it'({ page, browser, server }) {
    await openShort(page, server);
    const other = await openPage(browser, server.url);
    await goAnalyse(other);
    await until('the game', async () => (await moves(other)).length === 2);
    await other.keyboard.press('End');
    await until('where it is', async () => (await onDisk(server)).some((text) => text.includes('"current":2')));
    await comment(page, 'mine');
    await until('it is saved', async () => (await onDisk(server)).some((text) => text.includes('"mine"')));
    await other.keyboard.press('Home');
    await other.reload();
    await until('the comment', async () => (await other.locator('.moves .comment').allInnerTexts()).includes('mine'));
    check((await onDisk(server)).length === 1, 'it is one game');
    for (const each of [page, other]) check(!/another page/.test(await notices(each)), await notices(each));
    await other.context().close();
  },

  async 'a search ends when its tab goes away'({ browser, server }) {
    if (cpuSeconds(server.process.pid) === null) return skip('no /proc to measure with');
    const page = await openPage(browser, server.url);
    await goAnalyse(page);
    await page.locator('.engine-line:not(.waiting)').first().waitFor();
    const [busy, since] = [cpuSeconds(server.process.pid), Date.now()];
    await until('the engine to be at work', async () => cpuSeconds(server.process.pid) > busy + 0.2, 60_000);
    const pace = (cpuSeconds(server.process.pid) - busy) / (Date.now() - since);
    await page.context().close();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const [idle, after] = [cpuSeconds(server.process.pid), Date.now()];
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const rest = (cpuSeconds(server.process.pid) - idle) / (Date.now() - after);
    check(rest < pace / 5, `it goes on: ${rest} after ${pace}`);
  },
};
