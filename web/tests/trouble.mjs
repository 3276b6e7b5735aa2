// Reloads, restarts, lost connections, failing engines, closed tabs.

import { check, cpuSeconds, goAnalyse, moves, newGame, openPage, shot, skip, type, until } from './harness.mjs';

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
    await until('a notice', async () => /lost/.test(await page.locator('#toasts').innerText()));
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
    await until('a notice', async () => /lost/.test(await page.locator('#toasts').innerText()));
    await until('a new connection', async () => (await page.getAttribute('body', 'data-connection')) === 'open');
    await until('the engine to go on', async () => (await page.locator('.engine-line:not(.waiting)').count()) > 0);
    check(sockets.length >= 2, 'it is another connection');
    await type(page, 'e4');
    await until('moves to be made', async () => (await moves(page))[0] === 'e4');
    await page.context().close();
  },

  async 'an engine that fails is noticed and replaced'({ browser, server }) {
    let failures = 0;
    const page = await openPage(browser, server.url, {}, null, async (fresh) => {
      await fresh.routeWebSocket(/socket/, (socket) => {
        const there = socket.connectToServer();
        // The server's answer to a panic, given to the first analysis.
        socket.onMessage((text) => {
          const request = JSON.parse(text);
          if (request.type === 'analyse' && failures++ === 0) {
            socket.send(
              JSON.stringify({ id: request.id, type: 'error', kind: 'engine', message: 'the engine failed' }),
            );
          } else there.send(text);
        });
      });
    });
    await goAnalyse(page);
    await until('a notice', async () => /failed/.test(await page.locator('#toasts').innerText()));
    await page.locator('.engine-line:not(.waiting)').first().waitFor();
    check(failures >= 2, 'it was asked again');
    await page.context().close();
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
