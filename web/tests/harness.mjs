// What the end-to-end tests share: a server, a browser, and hands that move
// pieces as people do.

import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { resolve as absolute, extname, join } from 'node:path';
import { promisify } from 'node:util';

export const BINARY = process.env.ERAWAN ?? '../target/release/erawan';
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const BROWSER = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
/** A folder for screenshots. */
export const SHOTS = process.env.SHOTS ?? '';
/** A page to show instead of the one in the binary, while it is worked on. */
const PAGE = process.env.PAGE ?? '';
/** A folder with the page without a server, if that is to be tested. */
export const SITE = process.env.SITE ?? '';
/** Endgame tables, if there are any; without a server there are none. */
export const SYZYGY = SITE
  ? ''
  : [process.env.SYZYGY, '../../shared/data/syzygy'].find((path) => path && existsSync(path));

/** What is missing, if the tests cannot run. */
export async function missing() {
  if (!BROWSER || !existsSync(BROWSER)) return `no Chromium at ${process.env.CHROMIUM ?? BROWSERS.join(', ')}`;
  if (!existsSync(BINARY)) return `no erawan at ${BINARY}`;
  return await import('playwright-core').then(
    () => '',
    () => 'no playwright-core: npm ci',
  );
}

class Skipped extends Error {}

/** Ends a test that cannot run here. */
export function skip(why) {
  throw new Skipped(why);
}

export function isSkipped(error) {
  return error instanceof Skipped;
}

export function check(condition, message) {
  if (!condition) throw new Error(message);
}

export async function until(what, test, milliseconds = 30_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const value = await test();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** A host of files, as there are many: no word about isolation. */
export class Host {
  isSite = true;

  /** `headers` come with every file. */
  constructor(headers = {}) {
    this.headers = headers;
  }

  async start() {
    this.files = createServer((asked, answer) => {
      const name = new URL(asked.url, 'http://host').pathname.slice(1) || 'index.html';
      const path = join(SITE, name);
      if (name.includes('..') || !existsSync(path)) {
        answer.writeHead(404).end();
        return;
      }
      const bytes = readFileSync(path);
      const type = TYPES[extname(name)] ?? '';
      answer.writeHead(200, { 'content-type': type, 'content-length': bytes.length, ...this.headers });
      answer.end(bytes);
    });
    await new Promise((resolve) => this.files.listen(0, '127.0.0.1', resolve));
    this.port = this.files.address().port;
    this.url = `http://127.0.0.1:${this.port}/`;
    return this;
  }

  async stop() {
    this.files.closeAllConnections();
    await new Promise((resolve) => this.files.close(resolve));
  }

  clean() {}
}

export class Server {
  constructor(data = mkdtempSync(join(tmpdir(), 'erawan-e2e-'))) {
    this.data = data;
  }

  async start(port = 0, more = []) {
    // Either the program itself or the server's example.
    const args = /serve$/.test(BINARY)
      ? [String(port), this.data]
      : [
          'play',
          '--no-open',
          '--port',
          String(port),
          '--data',
          this.data,
          ...more,
          ...(SYZYGY ? ['--syzygy', absolute(SYZYGY)] : []),
        ];
    this.process = spawn(BINARY, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.url = await new Promise((resolve, reject) => {
      let text = '';
      this.process.stdout.on('data', (chunk) => {
        text += chunk;
        const found = /Erawan is at (\S+)/.exec(text);
        if (found) resolve(found[1]);
      });
      this.process.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
    });
    this.port = Number(new URL(this.url).port);
    return this;
  }

  async stop() {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await ended;
  }

  clean() {
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** Keeps a program as an engine of a server's user, by the command line. */
export function keepEngine(server, name, command, options = [], args = []) {
  const words = ['engines', 'add', name, absolute(command), ...options.flatMap((option) => ['--option', option])];
  execFileSync(BINARY, [...words, '--', ...args], { env: { ...process.env, ERAWAN_DATA: server.data } });
}

/** What is kept as a document, read by a program of another hand. */
const DOCUMENTS = `
import json, sqlite3, sys
from contextlib import closing
from pathlib import Path
path = Path(sys.argv[1])
rows = []
if path.exists() and path.stat().st_size:
    with closing(sqlite3.connect(path.as_uri() + "?mode=ro", uri=True, timeout=10)) as database:
        if database.execute("SELECT 1 FROM sqlite_master WHERE name = 'document'").fetchone():
            rows = database.execute("SELECT text FROM document WHERE name GLOB ?", [sys.argv[2] + "*"]).fetchall()
print(json.dumps([text for (text,) in rows]))
`;

/** The games that a server has kept, as texts; `kind` is how their names begin. */
export async function onDisk(server, kind = '') {
  if (server.isSite) return await keptByBrowser(server.page, kind);
  const words = ['-c', DOCUMENTS, join(server.data, 'own.erawan'), kind];
  const { stdout } = await promisify(execFile)('python3', words, { maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

/** Looks into the browser's own database, or puts something there. */
async function askBrowser(page, request) {
  return await page.evaluate(async ({ type, name, value }) => {
    const done = (asked) =>
      new Promise((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const database = await done(indexedDB.open('erawan'));
    const stores = database.transaction(['documents', 'changed'], 'readwrite');
    const [documents, changed] = [stores.objectStore('documents'), stores.objectStore('changed')];
    try {
      if (type === 'load') return { value: await done(documents.get(name)) };
      if (type === 'list') return { names: (await done(documents.getAllKeys())).filter((key) => key !== 'settings') };
      await Promise.all([done(documents.put(value, name)), done(changed.put(Date.now(), name))]);
      return {};
    } finally {
      database.close();
    }
  }, request);
}

/** The same of the page without a server. */
async function keptByBrowser(page, kind) {
  const { names } = await askBrowser(page, { type: 'list' });
  const wanted = names.filter((name) => name.startsWith(kind));
  const values = await Promise.all(wanted.map((name) => askBrowser(page, { type: 'load', name })));
  return values.map(({ value }) => JSON.stringify(value));
}

export async function launch() {
  const { chromium } = await import('playwright-core');
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
  return await chromium.launch({
    executablePath: BROWSER,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page that does not come from the server counts as one from afar.
      ...(PAGE ? ['--disable-features=LocalNetworkAccessChecks'] : []),
    ],
  });
}

/** Puts the page into Thai. */
export async function speakThai(page) {
  await page.locator('button[aria-label="Settings"]').click();
  await page.locator('dialog .choice', { hasText: 'ไทย' }).first().click();
  await until('Thai', async () => (await page.getAttribute('html', 'lang')) === 'th');
  await page.keyboard.press('Escape');
  await until('no dialog', async () => !(await page.locator('dialog').count()));
}

/** Opens a page. `script` runs in it before its own, `prepare` before it loads. */
export async function openPage(browser, url, options = {}, script = null, prepare = null) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    permissions: ['clipboard-read', 'clipboard-write'],
    colorScheme: 'dark',
    ...options,
  });
  if (PAGE) {
    await context.route(/:\d+\/(app\.js|app\.css)?$/, async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
      // With the server's headers, its policy above all.
      return await route.fulfill({ response: await route.fetch(), path: join(PAGE, name) });
    });
  }
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.addInitScript(listen);
  if (script) await page.addInitScript(script);
  if (prepare) await prepare(page);
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => {
    const lost = /WebSocket connection|ERR_CONNECTION_REFUSED/.test(message.text());
    if (message.type() === 'error' && !lost) page.problems.push(message.text());
  });
  await page.goto(url);
  // Without a server it is loaded once more, when workers may share memory.
  if (SITE && options.serviceWorkers !== 'block') await page.locator('.board').waitFor();
  return page;
}

/** Keeps what every notice of a page says: most are gone after some seconds. */
export function listen() {
  window.testSaid = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node instanceof Element && node.matches('.toast')) window.testSaid.push(node.textContent);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Waits until the page says something, or has said it since this was last asked. */
export async function heard(page, words) {
  await until(`a notice: ${words}`, () =>
    page.evaluate((pattern) => {
      const found = window.testSaid.findIndex((text) => pattern.test(text));
      window.testSaid.splice(0, found + 1);
      return found >= 0;
    }, words),
  );
}

export async function shot(page, name) {
  if (SHOTS) {
    await page.waitForTimeout(350);
    await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  }
}

/** Asks a worker of the test's own, from within the page. */
async function askWorker(page, request) {
  return await page.evaluate(async (message) => {
    const kept = window;
    const hear = (wanted) =>
      new Promise((resolve, reject) => {
        kept.testWorker.onmessage = ({ data }) => {
          if (data.failed) reject(new Error(data.failed));
          const answer = JSON.parse(data.reply);
          if (answer.id === wanted && answer.type !== 'analysis') resolve(answer);
        };
      });
    if (!kept.testWorker) {
      const module = await WebAssembly.compileStreaming(fetch('./erawan.wasm'));
      kept.testWorker = new Worker('./worker.js', { type: 'module' });
      const hello = hear(0);
      kept.testWorker.postMessage({ open: { team: { module }, processors: 1, flag: new Int32Array(1) } });
      kept.testHello = await hello;
      kept.testId = 1;
    }
    if (!message) return kept.testHello;
    const id = kept.testId++;
    const answer = hear(id);
    kept.testWorker.postMessage({ ask: JSON.stringify({ id, ...message }) });
    return await answer;
  }, request);
}

/** Asks the server on a connection of the test's own, from within the page. */
export async function ask(page, request) {
  if (SITE) return await (/^(load|list|save)$/.test(request?.type) ? askBrowser : askWorker)(page, request);
  return await page.evaluate(async (message) => {
    const kept = window;
    if (!kept.testSocket || kept.testSocket.readyState !== WebSocket.OPEN) {
      const token = localStorage.getItem('erawan-token');
      const socket = new WebSocket(`ws://${location.host}/socket?token=${token}`);
      await new Promise((resolve) => (socket.onmessage = resolve));
      kept.testSocket = socket;
      kept.testId = 1;
    }
    const id = kept.testId++;
    return await new Promise((resolve) => {
      kept.testSocket.onmessage = (event) => {
        const answer = JSON.parse(event.data);
        if (answer.id === id && answer.type !== 'analysis') resolve(answer);
      };
      kept.testSocket.send(JSON.stringify({ id, ...message }));
    });
  }, request);
}

/** The games that the server lists when it says hello. */
export async function games(page) {
  if (SITE) return (await askWorker(page, null)).games;
  return await page.evaluate(async () => {
    const socket = new WebSocket(`ws://${location.host}/socket?token=${localStorage.getItem('erawan-token')}`);
    const event = await new Promise((resolve) => {
      socket.onmessage = resolve;
    });
    socket.close();
    return JSON.parse(event.data).games;
  });
}

export async function moves(page) {
  return await page.$$eval('.moves .move:not(.empty)', (all) =>
    all.map((move) => (move.textContent ?? '').replace(/[⊕⊖]/g, '')),
  );
}

/** The line on the board, read back from the list of moves. */
export async function line(page, variant, start = '') {
  const list = await moves(page);
  if (!list.length) return { variant, fen: start || undefined, moves: [] };
  // A name with only letters and digits is understood as PGN's tag too.
  const tag = variant === 'chess' ? '' : `[Variant "${variant}"]\n`;
  const fen = start ? `[SetUp "1"]\n[FEN "${start}"]\n` : '';
  const text = `${tag}${fen}\n${list.join(' ')} *`;
  const read = await ask(page, { type: 'read', text, variant });
  check(read.type === 'games', `the list of moves cannot be read: ${JSON.stringify(read)} ${text}`);
  const nodes = read.games[0].nodes.slice(1);
  return { variant, fen: start || undefined, moves: nodes.map((node) => node.move) };
}

async function centre(page, square) {
  const board = await page.locator('.board').boundingBox();
  const flipped = await page.$eval(
    '.square[data-square="a1"]',
    (element) => element.getBoundingClientRect().top < element.parentElement.getBoundingClientRect().top + 10,
  );
  let column = 'abcdefgh'.indexOf(square[0]);
  let row = 8 - Number(square[1]);
  if (flipped) [column, row] = [7 - column, 7 - row];
  const size = board.width / 8;
  return [board.x + (column + 0.5) * size, board.y + (row + 0.5) * size];
}

export async function drag(page, from, to) {
  const [x1, y1] = await centre(page, from);
  const [x2, y2] = await centre(page, to);
  await page.mouse.move(x1, y1);
  await page.mouse.down();
  await page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2, { steps: 3 });
  await page.mouse.move(x2, y2, { steps: 3 });
  await page.mouse.up();
}

export async function click(page, square) {
  const [x, y] = await centre(page, square);
  await page.mouse.click(x, y);
}

/** The processor time a process has used, in seconds; null where that is not known. */
export function cpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}

/** A request with the path and the headers as they are given. */
export function httpRaw(port, path, headers) {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, setHost: false });
    const answer = (response) => {
      resolve({ status: response.statusCode, headers: response.headers });
      response.destroy?.();
      sent.destroy();
    };
    sent.on('response', answer);
    sent.on('upgrade', answer);
    sent.on('error', reject);
    sent.end();
  });
}

export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

export async function goAnalyse(page) {
  await page.evaluate(() => {
    location.hash = 'analyse';
  });
}

/** Pastes a text onto the page. */
export async function paste(page, text) {
  await page.locator('body').evaluate((body, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, text);
}

// Every page of a browser shares one clipboard, so one test at a time uses it.
let clipboard = Promise.resolve();

/** Presses a button that copies, and returns what `read` finds on the clipboard. */
export async function copied(page, label, read = readText) {
  const before = clipboard;
  let release;
  clipboard = new Promise((resolve) => {
    release = resolve;
  });
  await before;
  try {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    // Of two the one in a dialog.
    await page.locator(`button[aria-label="${label}"]`).last().click();
    return await until(`what "${label}" copies`, () => read(page));
  } finally {
    release();
  }
}

async function readText(page) {
  return await page.evaluate(() => navigator.clipboard.readText());
}

/** Drops a file onto the page. */
export async function dropFile(page, name, content) {
  await page.locator('body').evaluate(
    (body, [title, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], title));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      }
    },
    [name, content],
  );
}

/** The FEN that an analysis shows. */
export async function fen(page) {
  return await page.locator('.share input').inputValue();
}

/** The moves of a Makruk game on the board in UCI. */
export async function lineOf(page, start) {
  const text = `[Variant "Makruk"]\n[SetUp "1"]\n[FEN "${start}"]\n\n${(await moves(page)).join(' ')} *`;
  const read = await ask(page, { type: 'read', text, variant: 'makruk' });
  return read.games[0].nodes.slice(1).map((node) => node.move);
}

export async function type(page, text) {
  await page.locator('#typed-move').fill(text);
  await page.keyboard.press('Enter');
}

/** Chooses in the dialog for a new game and starts. */
export async function newGame(page, choices = {}) {
  const { variant = 'chess', color = 'w', elo = 500, clock = 'none', minutes, counting, number, fen } = choices;
  const pick = (value) => page.locator(`dialog .choice input[value="${value}"]`).evaluate((input) => input.click());
  const dialog = page.locator('dialog.setup-dialog');
  if (!(await dialog.count())) await page.locator('.panel button', { hasText: 'New game' }).first().click();
  await dialog.waitFor();
  await pick(choices.opponent ?? 'engine');
  await pick(variant);
  await pick(color);
  await pick(clock);
  await page.locator('dialog input[type=range]').evaluate((slider, value) => {
    slider.value = String(value);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, elo);
  if (choices.rival !== undefined)
    await page.locator('dialog .engines-part select').first().selectOption(choices.rival);
  for (const [side, name] of (choices.rivals ?? []).entries()) {
    await page.locator('dialog .engine-pair select').nth(side).selectOption(name);
  }
  if (choices.seconds) await page.locator('dialog .engine-pair input').fill(String(choices.seconds));
  if (counting) await pick(counting);
  if (minutes !== undefined) await page.locator('dialog .clock-fields input').first().fill(String(minutes));
  if (number !== undefined) await page.locator('dialog input[max="959"]').fill(String(number));
  if (fen) {
    await page.locator('dialog .from-position').evaluate((details) => {
      details.open = true;
    });
    await page.locator('dialog input[type=text]').fill(fen);
  }
  if (choices.shot) await shot(page, choices.shot);
  await page.locator('dialog button[type=submit]').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
}

/** Plays the best moves against the engine until the game is over. */
export async function playToTheEnd(page, variant, options = {}) {
  const { start = '', limit = 160, hands = ['drag', 'click', 'type'], onMove } = options;
  for (let turn = 0; turn < limit; turn++) {
    const mine = await until(
      'the engine to move',
      async () => {
        if (await page.locator('.verdict').count()) return 'over';
        const bottom = await page.locator('.strip').last().getAttribute('class');
        return bottom?.includes('to-move') ? 'mine' : null;
      },
      60_000,
    );
    if (mine === 'over') return;
    const best = await ask(page, {
      type: 'play',
      line: await line(page, variant, start),
      seed: 0,
      movetime: options.movetime ?? 120,
    });
    check(best.move, `no move: ${JSON.stringify(best)}`);
    const before = (await moves(page)).length;
    const hand = best.move.length > 4 ? 'type' : hands[turn % hands.length];
    const [from, to] = [best.move.slice(0, 2), best.move.slice(2, 4)];
    if (hand === 'drag') await drag(page, from, to);
    else if (hand === 'click') {
      await click(page, from);
      if (onMove) await onMove(turn, 'selected');
      await click(page, to);
    } else await type(page, best.san);
    await until(`move ${best.san} on the board`, async () => (await moves(page)).length > before);
    if (onMove) await onMove(turn, 'moved');
  }
  throw new Error('the game does not end');
}
