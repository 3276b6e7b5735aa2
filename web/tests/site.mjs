// The page without a server: threads where workers may share memory, one where they may
// not, no network once it has been there, and what is said when something fails.

import {
  check,
  goAnalyse,
  Host,
  heard,
  moves,
  newGame,
  openPage,
  playToTheEnd,
  press,
  shot,
  skip,
  type,
  until,
} from './harness.mjs';

const isolated = (page) => page.evaluate(() => crossOriginIsolated);

/** How deep an analysis has come. */
async function depth(page) {
  const text = await page.locator('.panel').innerText();
  return Number(/depth (\d+)/.exec(text)?.[1] ?? 0);
}

/** Analyses, goes on, and analyses what is there now. */
async function analyses(page) {
  await goAnalyse(page);
  await until('an analysis', async () => (await depth(page)) >= 8);
  await type(page, 'e4');
  await until('the move', async () => (await moves(page)).length === 1);
  await until('another analysis', async () => {
    const line = await page.locator('.engine-line').first().innerText();
    return /^\S+\s+1(…|\.\.\.)/.test(line) && (await depth(page)) >= 8;
  });
}

export default {
  async 'without a server searches have threads where memory can be shared'({ page }) {
    check(await isolated(page), 'the page is not isolated');
    await analyses(page);
    const processors = await page.evaluate(() => navigator.hardwareConcurrency);
    if (processors < 2) return skip('there is one processor');
    await press(page, 'Escape', 'h');
    await page.locator('dialog input[aria-label="Threads"]').evaluate((slider) => {
      slider.value = '2';
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      slider.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.keyboard.press('Escape');
    // Two threads have a pair of searches in turn, each of which is stopped by the next.
    for (const [move, next] of [
      ['c5', '2.'],
      ['Nf3', '2…'],
    ]) {
      const before = (await moves(page)).length;
      await type(page, move);
      await until('the move', async () => (await moves(page)).length === before + 1);
      await until('its analysis', async () => {
        const line = await page.locator('.engine-line').first().innerText();
        return line.split(/\s+/)[1]?.startsWith(next) && (await depth(page)) >= 10;
      });
    }
    const team = page.workers().length;
    check(team > processors, `${team} workers`);
  },

  async 'without a server and without shared memory one plays and analyses too'({ browser, server, page }) {
    await page.close();
    const alone = await openPage(browser, server.url, { serviceWorkers: 'block' });
    await alone.locator('.board').waitFor();
    check(!(await isolated(alone)), 'the page is isolated');
    await analyses(alone);
    await alone.evaluate(() => {
      location.hash = 'play';
    });
    await newGame(alone, { elo: 500 });
    await playToTheEnd(alone, 'chess', { movetime: 100, hands: ['type'] });
    check(await alone.locator('.verdict').count(), 'the game is over');
    check(!alone.problems.length, alone.problems.join('\n'));
    await alone.context().close();
  },

  async 'without a server the page comes again without a network'({ page, server }) {
    await newGame(page, { elo: 500 });
    await type(page, 'e4');
    await until('an answer', async () => (await moves(page)).length === 2);
    await until('it is kept', async () =>
      page.evaluate(async () => {
        const request = indexedDB.open('erawan');
        await new Promise((resolve) => {
          request.onsuccess = resolve;
        });
        const count = request.result.transaction('documents').objectStore('documents').count();
        await new Promise((resolve) => {
          count.onsuccess = resolve;
        });
        request.result.close();
        return count.result >= 2;
      }),
    );
    await server.stop();
    await page.reload();
    await page.locator('.board').waitFor();
    await until('the game', async () => (await moves(page)).length === 2);
    await type(page, 'd4');
    await until('another answer', async () => (await moves(page)).length === 4);
    await shot(page, 'site-offline');
    page.problems.length = 0;
    await server.start();
  },

  // Such a page is not loaded twice, so all must be kept the first time.
  async 'without a server one visit is enough where the host sends the headers'({ browser }) {
    const isolating = {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    };
    const host = await new Host(isolating).start();
    const page = await openPage(browser, host.url);
    await page.locator('.board .piece').first().waitFor();
    check(await isolated(page), 'the page is not isolated');
    const names = ['', 'app.js', 'app.css', 'worker.js', 'erawan.wasm'];
    const isKept = (name) =>
      page.evaluate(async (address) => Boolean(await caches.match(address)), new URL(name, host.url).href);
    for (const name of names) await until(`${name || 'the page'} is kept`, () => isKept(name));
    await host.stop();
    page.problems.length = 0;
    await page.reload();
    await newGame(page, { elo: 500 });
    await type(page, 'e4');
    await until('an answer', async () => (await moves(page)).length === 2);
    await page.context().close();
  },

  async 'without a server a module that cannot be loaded is told'({ browser, server }) {
    const page = await openPage(browser, server.url, { serviceWorkers: 'block' }, null, (fresh) =>
      fresh.context().route(/erawan\.wasm/, (route) => route.fulfill({ status: 500, body: 'no' })),
    );
    await until('a reason', async () => /erawan\.wasm: 500/.test(await page.locator('body').innerText()));
    // It comes as soon as it can.
    await page.context().unroute(/erawan\.wasm/);
    await page.locator('.board').waitFor();
    await page.context().close();
  },

  async 'without a server an engine that fails is told and begun anew'({ browser, server }) {
    const page = await openPage(browser, server.url, { serviceWorkers: 'block' }, () => {
      // The first engine fails at its first question.
      const { postMessage } = Worker.prototype;
      window.testFailures = 1;
      Worker.prototype.postMessage = function (message) {
        if (message.ask?.includes('"analyse"') && window.testFailures-- > 0) {
          this.onmessage?.({ data: { failed: 'unreachable executed' } });
        } else postMessage.call(this, message);
      };
    });
    await page.locator('.board').waitFor();
    await goAnalyse(page);
    await heard(page, /engine failed/i);
    await type(page, 'e4');
    await until('an analysis', async () => (await depth(page)) >= 6);
    await page.context().close();
  },
};
