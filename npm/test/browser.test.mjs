// The package in a browser, from files as any server has them: the rules, and the
// engine with memory that its worker shares with the page and without.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';

const BROWSERS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'];
const executablePath = BROWSERS.find((path) => path && existsSync(path));
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

function serve(headers) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const file = new URL(`../dist${path}`, import.meta.url);
    const page = path === '/' ? '<!doctype html><title>Erawan</title>' : undefined;
    if (!page && !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(path) || '.html'], ...headers });
    response.end(page ?? readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** What the page does; it runs there. */
async function play() {
  const { Game } = await import('/index.js');
  const { Engine } = await import('/engine.js');
  const game = new Game(undefined, { variant: 'makruk' });
  game.move('e4');
  const engine = await Engine.start({ threads: 2 });
  const lines = [];
  const found = await engine.search(game, { depth: 9, onLine: (line) => lines.push(line.depth) });
  const began = performance.now();
  setTimeout(() => engine.stop(), 300);
  const stopped = await engine.search(game);
  const took = performance.now() - began;
  engine.close();
  return {
    isIsolated: crossOriginIsolated,
    threads: engine.threads,
    legal: game.uciMoves(),
    found,
    stopped,
    took,
    deepest: Math.max(...lines),
  };
}

/** Engines with threads one after the other, in Firefox: how many found a move. */
async function startMany() {
  const { Game } = await import('/index.js');
  const { Engine } = await import('/engine.js');
  const game = new Game();
  let found = 0;
  for (let each = 0; each < 5; each++) {
    const engine = await Engine.start({ threads: 3 });
    const { best } = await engine.search(game, { depth: 8 });
    found += engine.threads === 3 && game.uciMoves().includes(best) ? 1 : 0;
    engine.close();
  }
  return found;
}

// Firefox is driven by what drives the board of Erawan in it, and its one dependency.
const driver = new URL('../../web/tests/bidi.mjs', import.meta.url);
const isDriver = existsSync(new URL('../../web/node_modules/ws', import.meta.url));
const { Firefox, FIREFOX } = isDriver ? await import(driver) : {};

const whyNotFirefox = (!isDriver && 'npm ci in web comes first') || (!FIREFOX && 'no Firefox');
test('threads in Firefox', { skip: whyNotFirefox, timeout: 120_000 }, async () => {
  const server = await serve(ISOLATED);
  const firefox = await Firefox.launch();
  try {
    await firefox.goto(`http://localhost:${server.address().port}/`);
    assert.equal(await firefox.evaluate(startMany), 5);
  } finally {
    await firefox.close();
    server.close();
  }
});

const why = !executablePath && 'no browser';
for (const [name, headers] of [['isolated', ISOLATED], ['like any other', {}]]) {
  test(`a page that is ${name}`, { skip: why }, async () => {
    const server = await serve(headers);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      const { isIsolated, threads, legal, found, stopped, took, deepest } = await page.evaluate(play);
      assert.equal(isIsolated, name === 'isolated');
      assert.equal(threads, isIsolated ? 2 : 1);
      assert.deepEqual([found.depth, deepest], [9, 9]);
      assert.ok(legal.includes(found.best) && legal.includes(stopped.best));
      assert.ok(took > 250 && took < 5000, `stopped after ${took} ms`);
    } finally {
      await browser.close();
      server.close();
    }
  });
}
