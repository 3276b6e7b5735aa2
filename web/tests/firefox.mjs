// The page in Firefox: loaded, played, analysed and loaded again.

import { FIREFOX, Firefox } from './bidi.mjs';
import { check, skip, until } from './harness.mjs';

const ENTER = '\uE007';

const moves = (firefox) =>
  firefox.evaluate(() => [...document.querySelectorAll('.moves .move:not(.empty)')].map((move) => move.textContent));

const count = (firefox, selector) => firefox.evaluate((name) => document.querySelectorAll(name).length, selector);

/** The middle of a square, seen from White. */
const centre = (firefox, square) =>
  firefox.evaluate((name) => {
    const { left, top, width } = document.querySelector('.board').getBoundingClientRect();
    const [column, row] = ['abcdefgh'.indexOf(name[0]), 8 - Number(name[1])];
    return [left + ((column + 0.5) * width) / 8, top + ((row + 0.5) * width) / 8];
  }, square);

async function drag(firefox, from, to) {
  await firefox.drag(await centre(firefox, from), await centre(firefox, 'd6'), await centre(firefox, to));
}

/** A new game with White against the weakest engine. */
async function begin(firefox, variant) {
  await firefox.evaluate(() => {
    [...document.querySelectorAll('.panel button')].find((button) => /New game/.test(button.textContent)).click();
  });
  await until('the dialog', () => count(firefox, 'dialog.setup-dialog'));
  await firefox.evaluate((name) => {
    for (const value of ['engine', name, 'w', 'none']) document.querySelector(`dialog input[value="${value}"]`).click();
    const slider = document.querySelector('dialog input[type=range]');
    slider.value = slider.min;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector('dialog button[type=submit]').click();
  }, variant);
  await until('men to pick up', () => count(firefox, '.piece.pickable'));
}

async function smoke(firefox, url) {
  await firefox.goto(url);
  await until('the board', () => count(firefox, '.board .piece'));
  await until('a button', () => count(firefox, '.panel button'));
  await begin(firefox, 'chess');
  await drag(firefox, 'e2', 'e4');
  await until('an answer', async () => (await moves(firefox)).length === 2);
  check((await moves(firefox))[0] === 'e4', `${await moves(firefox)}`);
  await firefox.evaluate(() => document.getElementById('typed-move').focus());
  await firefox.press('a', '3', ENTER);
  await until('another answer', async () => (await moves(firefox)).length === 4);
  await begin(firefox, 'makruk');
  await drag(firefox, 'e3', 'e4');
  await until('an answer in Makruk', async () => (await moves(firefox)).length === 2);
  const played = await moves(firefox);
  await firefox.reload();
  await until('the game again', async () => `${await moves(firefox)}` === `${played}`);
  await firefox.evaluate(() => {
    location.hash = 'analyse';
  });
  await until('the engine', () => count(firefox, '.engine-line:not(.waiting) .pv-move'), 60_000);
  const wide = await firefox.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(wide <= 0, `the page is ${wide} too wide`);
}

export default {
  async 'Firefox plays and analyses too'({ server }) {
    if (!FIREFOX) {
      check(process.env.BROWSER_TESTS !== 'required', 'no Firefox: FIREFOX=browser');
      return skip('no Firefox: FIREFOX=browser');
    }
    const firefox = await Firefox.launch();
    try {
      await smoke(firefox, server.url);
      check(!firefox.errors.length, firefox.errors.join('\n'));
    } finally {
      await firefox.close();
    }
  },
};
