// What the end-to-end tests share: a server, a browser, and hands that move
// pieces as people do.

import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const BINARY = process.env.ERAWAN ?? '../target/release/erawan';
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const SHOTS = process.env.SHOTS ?? '';

export function check(condition, message) {
  if (!condition) throw new Error(message);
}

export async function until(what, test, milliseconds = 15_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const value = await test();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

export class Server {
  constructor(data = mkdtempSync(join(tmpdir(), 'erawan-e2e-'))) {
    this.data = data;
  }

  async start(port = 0, more = []) {
    // Either the program itself or the server's example.
    const args = /serve$/.test(BINARY)
      ? [String(port), this.data]
      : ['play', '--no-open', '--port', String(port), '--data', this.data, ...more];
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

export async function launch() {
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
    ],
  });
}

export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    permissions: ['clipboard-read', 'clipboard-write'],
    colorScheme: 'dark',
    ...options,
  });
  const page = await context.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => {
    const lost = /WebSocket connection|ERR_CONNECTION_REFUSED/.test(message.text());
    if (message.type() === 'error' && !lost) page.problems.push(message.text());
  });
  await page.goto(url);
  return page;
}

export async function shot(page, name) {
  if (SHOTS) {
    await page.waitForTimeout(350);
    await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  }
}

/** Asks the server on a connection of the test's own, from within the page. */
export async function ask(page, request) {
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

export async function moves(page) {
  return await page.$$eval('.moves .move:not(.empty)', (all) => all.map((move) => (move.textContent ?? '').replace(/[⊕⊖]/g, '')));
}

/** The line on the board, read back from the list of moves. */
export async function line(page, variant, start = '') {
  const list = await moves(page);
  if (!list.length) return { variant, fen: start || undefined, moves: [] };
  const tags = { chess: '', makruk: '[Variant "Makruk"]\n', chess960: `[Variant "Chess960"]\n[SetUp "1"]\n[FEN "${start}"]\n` };
  const fen = start && variant !== 'chess960' ? `[SetUp "1"]\n[FEN "${start}"]\n` : '';
  const text = `${tags[variant]}${fen}\n${list.join(' ')} *`;
  const read = await ask(page, { type: 'read', text, variant });
  check(read.type === 'games', `the list of moves cannot be read: ${JSON.stringify(read)} ${text}`);
  const nodes = read.games[0].nodes.slice(1);
  return { variant, fen: start || undefined, moves: nodes.map((node) => node.move) };
}

async function centre(page, square) {
  const board = await page.locator('.board').boundingBox();
  const flipped = await page.$eval('.square[data-square="a1"]', (element) => element.getBoundingClientRect().top < element.parentElement.getBoundingClientRect().top + 10);
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

export async function type(page, text) {
  await page.locator('#typed-move').fill(text);
  await page.keyboard.press('Enter');
}

/** Chooses in the dialog for a new game and starts. */
export async function newGame(page, choices = {}) {
  const { variant = 'chess', color = 'w', elo = 500, clock = 'none', counting, number, fen } = choices;
  const pick = (value) => page.locator(`dialog .choice input[value="${value}"]`).evaluate((input) => input.click());
  // On a first visit the dialog comes by itself.
  await page.locator('dialog.setup-dialog').waitFor({ timeout: 1500 }).catch(async () => {
    await page.locator('.panel button', { hasText: /New game|Play again/ }).first().click();
  });
  await page.locator('dialog.setup-dialog').waitFor();
  await pick(variant);
  await pick(color);
  await pick(clock);
  await page.locator('dialog input[type=range]').evaluate((slider, value) => {
    slider.value = String(value);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, elo);
  if (counting) await pick(counting);
  if (number !== undefined) await page.locator('dialog input[type=number]').fill(String(number));
  if (fen) await page.locator('dialog input[type=text]').fill(fen);
  if (choices.shot) await shot(page, choices.shot);
  await page.locator('dialog button[type=submit]').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
}

/** Plays the best moves against the engine until the game is over. */
export async function playToTheEnd(page, variant, options = {}) {
  const { start = '', limit = 160, hands = ['drag', 'click', 'type'], onMove } = options;
  for (let turn = 0; turn < limit; turn++) {
    const mine = await until('the engine to move', async () => {
      if (await page.locator('.verdict').count()) return 'over';
      const bottom = await page.locator('.strip').last().getAttribute('class');
      return bottom?.includes('to-move') ? 'mine' : null;
    }, 30_000);
    if (mine === 'over') return;
    const best = await ask(page, { type: 'play', line: await line(page, variant, start), seed: 0, movetime: options.movetime ?? 120 });
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
