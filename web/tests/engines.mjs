// Other engines: analysing, compared, playing, watched, failing.
//
// Erawan itself, kept under another name, plays its part on any machine.

import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BINARY,
  check,
  goAnalyse,
  heard,
  keepEngine,
  moves,
  newGame,
  openPage,
  paste,
  press,
  shot,
  skip,
  speakThai,
  type,
  until,
} from './harness.mjs';

/** A shell script that speaks UCI; `cases` come first. `$0.pid` has its number. */
function fake(server, name, cases) {
  const path = join(server.data, `${name}.sh`);
  const script = `#!/bin/sh
echo $$ > $0.pid
while read -r line; do case "$line" in
${cases}
uci) echo 'id name Fake'; echo uciok;;
isready) echo readyok;;
quit) exit 0;;
esac; done
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  keepEngine(server, name, path);
}

/** Keeps Erawan under another name, and loads the page anew. */
async function withTwin(page, server) {
  if (/serve$/.test(BINARY)) return skip('the binary is only a server');
  keepEngine(server, 'twin', BINARY, ['Hash=16']);
  await page.reload();
  await page.locator('.board').waitFor();
}

const ENGINE = '.engine-choice select[aria-label="Engine"]';
const COMPARE = '.engine-choice select[aria-label="Compare with"]';
const own = '.engine > .engine-lines .engine-line:not(.waiting)';
const other = '.comparison .engine-line:not(.waiting)';

/** Shows everything that other engines add to the page, for tests that look at it. */
export async function walkEngines(page, server, visit) {
  await withTwin(page, server);
  fake(server, 'crashy', "go*) echo 'out of luck' >&2; exit 9;;");
  await goAnalyse(page);
  await page.locator(COMPARE).selectOption('twin');
  await page.locator(other).nth(2).waitFor();
  await visit('two engines side by side');
  await page.locator(COMPARE).selectOption('crashy');
  await page.locator('.engine-failure').waitFor();
  await visit('an engine that failed');
  await page.locator('button[aria-label="Settings"]').click();
  await page.locator('dialog .engine-list').waitFor();
  await visit('settings with engines');
  await press(page, 'Escape');
  await page.evaluate(() => {
    location.hash = 'play';
  });
  await page.locator('.panel button', { hasText: 'New game' }).first().click();
  await page.locator('dialog input[value=engines]').evaluate((input) => input.click());
  await visit('the choice of two engines');
  await press(page, 'Escape');
  await until('no dialog', async () => !(await page.locator('dialog').count()));
  await newGame(page, { opponent: 'engines', rivals: ['', 'twin'], seconds: 0.1 });
  await until('some moves', async () => (await moves(page)).length >= 2);
  await page.locator('button', { hasText: 'Pause' }).click();
  await visit('a watched game');
  await page.locator('button', { hasText: 'End the game' }).click();
  await page.locator('.verdict').waitFor();
  await visit('a watched game that was ended');
}

const isRunning = (pid) => existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');

export default {
  async 'without other engines there is nothing to choose, but a hint'({ page }) {
    await goAnalyse(page);
    await page.locator(own).first().waitFor();
    check(!(await page.locator('.engine-choice').count()), 'no choice');
    await page.locator('button[aria-label="Settings"]').click();
    check(/erawan engines add NAME COMMAND/.test(await page.locator('dialog .engine-hint').innerText()), 'a hint');
    await press(page, 'Escape');
    await page.evaluate(() => {
      location.hash = 'play';
    });
    await page.locator('.panel button', { hasText: 'New game' }).first().click();
    await page.locator('dialog.setup-dialog').waitFor();
    check(!(await page.locator('dialog input[value=engines]').count()), 'nor in the dialog');
    check(!(await page.locator('dialog .engines-part').isVisible()), 'and no list');
  },

  async 'two engines analyse side by side'({ page, server }) {
    await withTwin(page, server);
    await goAnalyse(page);
    await page.locator(COMPARE).selectOption('twin');
    await page.locator(other).nth(2).waitFor();
    await page.locator(own).nth(2).waitFor();
    check((await page.locator('.comparison .engine-name').innerText()) === 'twin', 'it has its name');
    await type(page, 'e4');
    await until('both to follow', async () => {
      const first = async (lines) => (await page.locator(lines).first().innerText()).includes('1…');
      return (await first(own)) && (await first(other));
    });
    await press(page, 'Escape');
    await until('some depth of both', async () =>
      (await page.locator('.engine-status').allInnerTexts()).every((text) => /depth \d\d/.test(text)),
    );
    await shot(page, '30-compare');
    // A line of the second one is played as well.
    await page.locator(`${other} .pv-move`).first().click();
    await until('its move', async () => (await moves(page)).length === 2);
    // The other way round: it comes first, and Erawan beside it.
    await page.locator(ENGINE).selectOption('twin');
    check((await page.locator(COMPARE).inputValue()) === '=', 'nobody is compared with itself');
    await page.locator(COMPARE).selectOption({ label: 'Erawan' });
    await until('Erawan', async () => (await page.locator('.comparison .engine-name').innerText()) === 'Erawan');
    await page.locator(other).nth(2).waitFor();
    await page.locator(own).nth(2).waitFor();
    await page.locator('.arrow.best').waitFor();
    // What was chosen is kept; off means both.
    await page.reload();
    await page.locator(other).first().waitFor();
    check((await page.locator(ENGINE).inputValue()) === 'twin', 'it is still the first');
    await press(page, 'l');
    await until('both to be off', async () => !(await page.locator('.comparison').isVisible()));
    await press(page, 'l');
    await page.locator(other).first().waitFor();
    await speakThai(page);
    await page.locator(other).first().waitFor();
    check(/เทียบกับ/.test(await page.locator('.engine-choice').innerText()), 'in Thai too');
  },

  async 'an engine is offered for the games that it plays'({ page, server }) {
    await withTwin(page, server);
    fake(server, 'onlychess', 'go*) echo bestmove e2e4;;');
    await goAnalyse(page);
    const offered = () => page.locator(`${ENGINE} option`).allInnerTexts();
    await until('both', async () => String(await offered()) === 'Erawan,twin,onlychess');
    await paste(page, '[Variant "Makruk"]\n\n1. d4 d5 *');
    await until('only one for Makruk', async () => String(await offered()) === 'Erawan,twin');
    await page.locator(ENGINE).selectOption('twin');
    await page.locator(own).first().waitFor();
  },

  async 'an engine that crashes is told, and the page goes on'({ page, server }) {
    await withTwin(page, server);
    fake(server, 'crashy', "go*) echo 'info depth 1'; echo 'out of luck' >&2; exit 9;;");
    await goAnalyse(page);
    await page.locator(COMPARE).selectOption('crashy');
    await heard(page, /crashy failed and was started anew: .*out of luck/);
    await page.locator('.engine-failure', { hasText: 'Crashy has failed again' }).waitFor();
    await shot(page, '31-crashed');
    await page.locator(own).nth(2).waitFor();
    // It is not started again and again while one goes through a game.
    await type(page, 'e4');
    await type(page, 'e5');
    await until('the moves', async () => (await moves(page)).length === 2);
    await page.waitForTimeout(500);
    check(await page.locator('.engine-failure').isVisible(), 'it rests');
    await page.locator('button', { hasText: 'Start it again' }).click();
    await heard(page, /crashy failed and was started anew/);
    await page.locator('.engine-failure').waitFor();
    await page.locator(COMPARE).selectOption('twin');
    await page.locator(other).nth(2).waitFor();
    await page.locator(ENGINE).selectOption('crashy');
    await page.locator('.engine > div > .engine-failure').waitFor();
    await page.locator(other).nth(2).waitFor();
    await page.locator(ENGINE).selectOption({ label: 'Erawan' });
    await page.locator(own).nth(2).waitFor();
  },

  async 'a game against another engine'({ page, server }) {
    await withTwin(page, server);
    await newGame(page, { rival: 'twin', shot: '32-setup-rival' });
    check((await page.locator('.strip .seat-name').first().innerText()) === 'twin', 'it sits there');
    await type(page, 'e4');
    await until('an answer', async () => (await moves(page)).length === 2, 20_000);
    await type(page, 'd4');
    await until('another', async () => (await moves(page)).length === 4, 20_000);
    check(await page.locator('button', { hasText: 'Offer draw' }).isDisabled(), 'it takes no offers');
    await page.locator('button', { hasText: 'Hint' }).click();
    await page.locator('.arrow.hint').waitFor();
    await page.locator('button', { hasText: 'Take back' }).click();
    await until('the move back', async () => (await moves(page)).length === 2);
    await page.locator('button', { hasText: 'Resign' }).click();
    await page.locator('button', { hasText: 'Really resign' }).click();
    check(/twin wins/.test(await page.locator('.verdict').innerText()), 'it has won');
    check(/twin/.test(await page.locator('.start-text').innerText()), 'and is met again');
    await page.locator('button', { hasText: 'Analyse this game' }).click();
    await until('its name in the analysis', async () =>
      (await page.locator('.strip .seat-name').allInnerTexts()).includes('twin'),
    );
  },

  async 'two engines play to the end, and are watched'({ page, server }) {
    await withTwin(page, server);
    await newGame(page, {
      opponent: 'engines',
      rivals: ['twin', ''],
      seconds: 0.1,
      elo: 3050,
      fen: '7k/8/8/8/8/8/5Q2/K7 w - - 0 1',
      shot: '33-setup-engines',
    });
    const seats = async () => String(await page.locator('.strip .seat-name').allInnerTexts());
    check((await seats()) === 'Erawan,twin', await seats());
    await until('some moves', async () => (await moves(page)).length >= 2);
    check(!(await page.locator('#typed-move').count()), 'nobody else moves');
    await page.locator('button', { hasText: 'Pause' }).click();
    await page.waitForTimeout(600);
    const before = (await moves(page)).length;
    await page.waitForTimeout(1500);
    check((await moves(page)).length === before, 'it waits');
    await shot(page, '34-paused');
    await page.locator('button', { hasText: 'Go on' }).click();
    await until('the end', async () => (await page.locator('.verdict').count()) > 0, 60_000);
    check(/twin wins/.test(await page.locator('.verdict').innerText()), 'the queen wins');
    check(/depth \d/.test(await page.locator('.strip .seat-note').first().innerText()), 'with what they thought');
    await shot(page, '35-watched');
    await page.locator('button', { hasText: 'Analyse this game' }).click();
    await until('the names', async () => /twin/.test(await seats()) && /Erawan/.test(await seats()));
    await page.evaluate(() => {
      location.hash = 'games';
    });
    await page.locator('.game-row, .game-list > *', { hasText: 'twin – Erawan' }).first().waitFor();
  },

  async 'a watched game is ended by hand, and has clocks'({ page, server }) {
    await withTwin(page, server);
    await newGame(page, { opponent: 'engines', rivals: ['', 'twin'], clock: '3+2', elo: 1200 });
    await until('some moves', async () => (await moves(page)).length >= 2, 60_000);
    check((await page.locator('.clock').count()) === 2, 'two clocks');
    await page.locator('button', { hasText: 'End the game' }).click();
    await until('the end', async () => (await page.locator('.verdict').count()) > 0);
    check(/by hand/.test(await page.locator('.verdict').innerText()), 'ended by hand');
    const after = (await moves(page)).length;
    await page.waitForTimeout(1500);
    check((await moves(page)).length === after, 'nobody moves any more');
  },

  async 'an opponent that crashes halts the game, and it goes on'({ page, server }) {
    await withTwin(page, server);
    // It fails twice, and works from then on.
    const cases = `go*) if [ ! -e $0.two ]; then [ -e $0.one ] && touch $0.two; touch $0.one; exit 9; fi
echo 'info depth 3 score cp 5 pv e7e5'; echo bestmove e7e5;;`;
    fake(server, 'shaky', cases);
    await page.reload();
    await newGame(page, { rival: 'shaky', clock: '3+2' });
    await type(page, 'e4');
    await heard(page, /shaky failed and was started anew/);
    await heard(page, /[Ss]haky has failed again/);
    const clock = async () => await page.locator('.clock').first().innerText();
    await page.locator('button', { hasText: 'Go on' }).waitFor();
    const stood = await clock();
    await page.waitForTimeout(1500);
    check((await clock()) === stood, 'its clock stands still');
    await shot(page, '36-halted');
    await page.locator('button', { hasText: 'Go on' }).click();
    await until('its move', async () => (await moves(page))[1] === 'e5');
  },

  async 'engines end with the server'({ page, server, browser }) {
    if (!existsSync('/proc/self/stat')) return skip('no /proc');
    await withTwin(page, server);
    fake(server, 'watched', "go*) echo 'info depth 3 score cp 5 pv e2e4';;\nstop) echo bestmove e2e4;;");
    const second = await openPage(browser, server.url);
    await second.locator('.board').waitFor();
    await goAnalyse(second);
    await second.locator(ENGINE).selectOption('watched');
    await second.locator(own).first().waitFor();
    const pid = readFileSync(join(server.data, 'watched.sh.pid'), 'utf8').trim();
    check(isRunning(pid), 'it runs');
    await second.context().close();
    await until('it to end with its page', () => !isRunning(pid));
    await goAnalyse(page);
    await page.locator(ENGINE).selectOption('watched');
    const next = await until('another page to have its own', () => {
      const now = readFileSync(join(server.data, 'watched.sh.pid'), 'utf8').trim();
      return now !== pid && isRunning(now) ? now : null;
    });
    await server.stop();
    await until('it to end with the server', () => !isRunning(next));
    await server.start(server.port);
  },
};
