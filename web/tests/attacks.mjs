// Attempts to get in, to break something, or to run a script.

import { createServer } from 'node:http';
import { check, goAnalyse, httpRaw, moves, newGame, openPage, paste, type, until } from './harness.mjs';

export default {
  async 'a page without the token is told so'({ browser, server }) {
    const page = await openPage(browser, server.url.replace(/#.*/, ''));
    await page.locator('.refused').waitFor();
    await page.context().close();
    const wrong = await openPage(browser, server.url.replace(/#.*/, `#${'0'.repeat(32)}`));
    await wrong.locator('.refused').waitFor();
    await wrong.context().close();
  },

  async 'another site can neither connect, read nor frame'({ browser, server }) {
    const site = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<title>elsewhere</title>');
    });
    await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${site.address().port}/`);
    const token = server.url.split('#')[1];
    const result = await page.evaluate(
      async ([port, secret]) => {
        const opened = await new Promise((resolve) => {
          const socket = new WebSocket(`ws://127.0.0.1:${port}/socket?token=${secret}`);
          socket.onopen = () => resolve(true);
          socket.onerror = () => resolve(false);
        });
        const read = await fetch(`http://127.0.0.1:${port}/about`).then(
          () => true,
          () => false,
        );
        const frame = document.createElement('iframe');
        frame.src = `http://127.0.0.1:${port}/`;
        document.body.append(frame);
        await new Promise((resolve) => (frame.onload = resolve));
        let inside = 'hidden';
        try {
          inside = frame.contentDocument ? 'readable' : 'hidden';
        } catch {}
        return { opened, read, inside };
      },
      [server.port, token],
    );
    check(!result.opened, 'a foreign page got in');
    check(!result.read, 'a foreign page could read');
    check(result.inside === 'hidden', 'a foreign page could look inside');
    await until('the frame to be refused', async () =>
      page.frames().some((frame) => /chrome-error|about:blank/.test(frame.url())),
    );
    await context.close();
    site.close();
  },

  async 'wrong hosts, origins and tokens are refused'({ server }) {
    const own = `127.0.0.1:${server.port}`;
    const token = server.url.split('#')[1];
    const upgrade = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const status = async (path, headers) => (await httpRaw(server.port, path, headers)).status;
    const socket = `/socket?token=${token}`;
    const good = { ...upgrade, Host: own, Origin: `http://${own}` };
    check((await status(socket, good)) === 101, 'the page itself gets in');
    check((await status('/', { Host: 'attacker.example' })) === 403, 'another host');
    check((await status(socket, { ...good, Origin: 'http://attacker.example' })) === 403, 'another origin');
    check((await status(socket, { ...good, Origin: 'null' })) === 403, 'an origin of null');
    check((await status(socket, { ...upgrade, Host: own })) === 403, 'no origin');
    check((await status('/socket', good)) === 401, 'no token');
    check((await status(`/socket?token=${'0'.repeat(32)}`, good)) === 401, 'a wrong token');
    for (const path of ['/../Cargo.toml', '/%2e%2e/%2e%2e/etc/passwd', '/app.js/../../token', '/token', '/games/']) {
      check((await status(path, { Host: own })) === 404, path);
    }
    const page = await httpRaw(server.port, '/', { Host: own });
    const policy = page.headers['content-security-policy'] ?? '';
    check(/default-src 'none'/.test(policy) && /script-src 'self'/.test(policy) && !/unsafe/.test(policy), policy);
  },

  async 'a frame of 10 MB ends its connection and nothing else'({ page }) {
    await page.locator('.play-now').waitFor();
    const closed = await page.evaluate(async () => {
      const token = localStorage.getItem('erawan-token');
      const socket = new WebSocket(`ws://${location.host}/socket?token=${token}`);
      await new Promise((resolve) => (socket.onmessage = resolve));
      socket.send(JSON.stringify({ id: 1, type: 'read', text: 'x'.repeat(10 * 1024 * 1024) }));
      return await Promise.race([
        new Promise((resolve) => (socket.onclose = () => resolve('closed'))),
        new Promise((resolve) => (socket.onmessage = () => resolve('answered'))),
      ]);
    });
    check(closed === 'closed', closed);
    check((await page.getAttribute('body', 'data-connection')) === 'open', 'the page has its connection');
    await newGame(page, { elo: 500 });
    await type(page, 'e4');
    await until('an answer', async () => (await moves(page)).length === 2);
  },

  async 'scripts in PGN stay text'({ page }) {
    await goAnalyse(page);
    await page.locator('.engine-line').first().waitFor();
    await page.evaluate(() => {
      window.violations = 0;
      document.addEventListener('securitypolicyviolation', () => window.violations++);
    });
    const bad = '<img src=x onerror=window.hacked=1><script>window.hacked=2</script>';
    const pgn = `[Event "${bad}"]\n[White "${bad}"]\n[Black "</span><svg onload=window.hacked=3>"]\n[Date "${bad}"]\n[Result "*"]\n\n{${bad}} 1. e4 {${bad}} (1. d4 {${bad}}) 1... e5 *`;
    await paste(page, `${pgn}\n\n[White "${bad}"]\n\n1. c4 *`);
    await page.locator('dialog .game-row').first().click();
    await until('the game', async () => (await moves(page)).includes('e5'));
    check((await page.locator('.seat-name').allInnerTexts()).includes(bad), 'a name is text');
    check(
      (await page.locator('.moves .comment').allInnerTexts()).filter((text) => text.includes('<script>')).length >= 3,
      'comments are text',
    );
    // The list is of games that are saved by then: on a busy machine, look again.
    await until(
      'the list of games',
      async () => {
        await page.locator('a.tab[href="#games"]').click();
        const listed = await page
          .locator('.game-open')
          .first()
          .waitFor({ timeout: 3000 })
          .then(
            () => true,
            () => false,
          );
        if (!listed) await goAnalyse(page);
        return listed;
      },
      120_000,
    );
    const found = await page.evaluate(() => ({
      hacked: window.hacked,
      violations: window.violations,
      images: document.querySelectorAll('img, script:not([src])').length,
    }));
    check(found.hacked === undefined && found.violations === 0 && found.images === 0, JSON.stringify(found));
  },

  async 'there are never more engines than eight'({ page }) {
    const answers = await page.evaluate(async () => {
      const token = localStorage.getItem('erawan-token');
      const ask = () =>
        new Promise((resolve) => {
          const socket = new WebSocket(`ws://${location.host}/socket?token=${token}`);
          socket.onmessage = (event) => {
            const answer = JSON.parse(event.data);
            if (answer.type === 'hello')
              socket.send(
                JSON.stringify({
                  id: 1,
                  type: 'analyse',
                  line: { variant: 'chess', moves: [] },
                  lines: 1,
                  threads: 1,
                  hash: 1,
                  limit: {},
                  threat: false,
                }),
              );
            else resolve(answer.type === 'error' ? answer.kind : answer.type);
          };
        });
      return await Promise.all(Array.from({ length: 12 }, ask));
    });
    check(answers.filter((kind) => kind === 'limit').length >= 4, answers.join(' '));
    check(answers.filter((kind) => kind === 'analysis').length >= 1, answers.join(' '));
  },
};
