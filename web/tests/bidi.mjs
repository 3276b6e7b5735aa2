// Firefox, driven by the protocol that browsers have for it, WebDriver BiDi:
// as much of it as a smoke test needs.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';

const BROWSERS = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
export const FIREFOX = process.env.FIREFOX ?? BROWSERS.find((path) => existsSync(path));

/** Nothing may ask anybody, nor call anywhere. */
const PREFERENCES = {
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'browser.startup.page': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

export class Firefox {
  errors = [];
  #next = 1;
  #waiting = new Map();

  static async launch() {
    const firefox = new Firefox();
    await firefox.#start();
    return firefox;
  }

  async #start() {
    this.profile = mkdtempSync(join(tmpdir(), 'erawan-firefox-'));
    const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
    writeFileSync(join(this.profile, 'user.js'), lines.join('\n'));
    const args = [
      '--headless',
      '--no-remote',
      '--profile',
      this.profile,
      '--remote-debugging-port',
      '0',
      'about:blank',
    ];
    this.process = spawn(FIREFOX, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const address = await new Promise((resolve, reject) => {
      let text = '';
      this.process.stderr.on('data', (chunk) => {
        text += chunk;
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(text);
        if (found) resolve(found[1]);
      });
      this.process.on('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${text}`)));
      this.process.on('error', reject);
    });
    this.socket = new WebSocket(`${address}/session`, { perMessageDeflate: false });
    await new Promise((resolve, reject) => this.socket.on('open', resolve).on('error', reject));
    this.socket.on('message', (data) => this.#hear(JSON.parse(String(data))));
    await this.send('session.new', { capabilities: {} });
    await this.send('session.subscribe', { events: ['log.entryAdded'] });
    this.context = (await this.send('browsingContext.getTree', {})).contexts[0].context;
  }

  #hear(message) {
    if (message.method === 'log.entryAdded' && message.params.level === 'error') this.errors.push(message.params.text);
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === 'success') waiting?.resolve(message.result);
    else if (message.type === 'error') waiting?.reject(new Error(`${message.error}: ${message.message}`));
  }

  send(method, params) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  async goto(url) {
    await this.send('browsingContext.navigate', { context: this.context, url, wait: 'complete' });
  }

  async reload() {
    await this.send('browsingContext.reload', { context: this.context, wait: 'complete' });
  }

  /** What a function gives in the page, with arguments that JSON has. */
  async evaluate(work, ...given) {
    const expression = `Promise.resolve((${work})(...${JSON.stringify(given)})).then((value) => JSON.stringify(value ?? null))`;
    const target = { context: this.context };
    const answer = await this.send('script.evaluate', { expression, target, awaitPromise: true });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value);
  }

  async #act(actions) {
    await this.send('input.performActions', { context: this.context, actions });
  }

  /** Presses at the first place, and lets go at the last. */
  async drag(...places) {
    const move = ([x, y]) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 30 });
    const [first, ...rest] = places;
    const down = { type: 'pointerDown', button: 0 };
    const actions = [move(first), down, ...rest.map(move), { type: 'pointerUp', button: 0 }];
    await this.#act([{ type: 'pointer', id: 'mouse', actions }]);
  }

  async press(...keys) {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#act([{ type: 'key', id: 'keys', actions }]);
  }

  async close() {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    await this.send('browser.close', {}).catch(() => undefined);
    const timer = setTimeout(() => this.process.kill('SIGKILL'), 10_000);
    if (this.process.exitCode === null) await ended;
    clearTimeout(timer);
    this.socket.terminate();
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
