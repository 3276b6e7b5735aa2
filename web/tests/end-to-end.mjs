// The page in a real browser: npm test, or node tests/end-to-end.mjs [words of a name …]
//
// ERAWAN is the binary, CHROMIUM the browser, FIREFOX the other one, SYZYGY a folder of endgame tables,
// SITE a folder with the page without a server, which is tested instead by all tests that
// need none, SHOTS a folder for screenshots, WORKERS how many tests run at a time, PAGE a
// folder with a page to show instead of the binary's.
// BROWSER_TESTS=required makes it a failure if they cannot run.

import { availableParallelism } from 'node:os';
import access from './access.mjs';
import analyse from './analyse.mjs';
import attacks from './attacks.mjs';
import collections from './collections.mjs';
import databases from './databases.mjs';
import editor from './editor.mjs';
import endings from './endings.mjs';
import engines from './engines.mjs';
import explorer from './explorer.mjs';
import firefox from './firefox.mjs';
import games from './games.mjs';
import hands from './hands.mjs';
import { check, Host, isSkipped, launch, missing, openPage, Server, SITE, SYZYGY, shot } from './harness.mjs';
import install from './install.mjs';
import kept from './kept.mjs';
import layout from './layout.mjs';
import look from './look.mjs';
import makruk from './makruk.mjs';
import notes from './notes.mjs';
import ownGames from './own-games.mjs';
import play from './play.mjs';
import repertoires from './repertoires.mjs';
import review from './review.mjs';
import site from './site.mjs';
import start from './start.mjs';
import tabs from './tabs.mjs';
import texts from './texts.mjs';
import train from './train.mjs';
import trouble from './trouble.mjs';

const why = await missing();
if (why) {
  console.log(`SKIPPED: the page was not tested in a browser: ${why}`);
  process.exit(process.env.BROWSER_TESTS === 'required' ? 1 : 0);
}

const words = process.argv.slice(2);
/** What needs no server: play, analysis, review, and the games one keeps. */
const withoutServer = {
  ...play,
  ...makruk,
  ...analyse,
  ...texts,
  ...review,
  ...look,
  ...games,
  ...hands,
  ...collections,
  ...editor,
  ...firefox,
  ...access,
  ...kept,
  ...layout,
  ...notes,
  ...start,
  ...tabs,
};
/** Of these all but what listens to the socket, or wants what only a server has. */
const FOR_SERVERS = [
  'the engine is heard about ten times a second',
  'first paint within a second, everything under 500 kB',
  'every state of the page is for everybody, on telephones too',
  'what is shown seldom or for a moment is for everybody too',
  'other engines are for everybody too, on telephones',
  'the verdict stays in view whatever is unfolded above it',
  'another browser is looked after when one comes back',
];
const isForAll = ([name]) => !FOR_SERVERS.includes(name);
const all = SITE
  ? { ...Object.fromEntries(Object.entries(withoutServer).filter(isForAll)), ...site }
  : {
      ...withoutServer,
      ...endings,
      ...trouble,
      ...databases,
      ...explorer,
      ...install,
      ...ownGames,
      ...train,
      ...repertoires,
      ...engines,
      ...attacks,
    };
const queue = Object.entries(all).filter(([name]) => !words.length || words.some((word) => name.includes(word)));
const browser = await launch();
const counts = { passed: 0, failed: 0, skipped: 0 };
const begun = Date.now();

/** Tests that failed beside another: each has a second try, alone. */
const again = [];

async function run(name, test, last) {
  const server = await (SITE ? new Host() : new Server()).start();
  const page = await openPage(browser, server.url);
  server.page = page;
  const since = Date.now();
  try {
    await page.locator('.board').waitFor();
    await test({ page, server, browser, syzygy: SYZYGY });
    check(!page.problems.length, page.problems.join('\n'));
    counts.passed++;
    console.log(`ok   ${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
  } catch (error) {
    if (isSkipped(error)) {
      counts.skipped++;
      console.log(`SKIPPED ${name}: ${error.message}`);
    } else {
      if (last) counts.failed++;
      else again.push([name, test]);
      console.log(`${last ? 'FAIL' : 'UNSTEADY'} ${name}: ${error.stack}\n${page.problems.join('\n')}`);
      await shot(page, `failed-${name.replace(/\W+/g, '-')}`).catch(() => undefined);
    }
  }
  await page
    .context()
    .close()
    .catch(() => undefined);
  await server.stop().catch(() => undefined);
  server.clean();
}

async function work() {
  for (let next = queue.shift(); next; next = queue.shift()) await run(...next, false);
}

const workers = Number(process.env.WORKERS) || Math.min(2, availableParallelism());
await Promise.all(Array.from({ length: workers }, work));
for (const [name, test] of again) await run(name, test, true);
await browser.close();
console.log(`${((Date.now() - begun) / 1000).toFixed(0)} s`);
console.log(`${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`);
process.exit(counts.failed ? 1 : 0);
