// The examples of the README: they run, and give what their comments say.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inspect } from 'node:util';

const dist = new URL('../dist/', import.meta.url).href;
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, text]) => text);

/** A module of the package by its place, which a module without a place can import. */
function placed(line) {
  return line.replace(/ from 'erawan(?:\/(.*))?'/, (_, name) => ` from '${dist}${name ?? 'index'}.js'`);
}

/** A line that says what it gives, as a call that compares; others as they are. */
function compared(line) {
  const said = line.match(/^(\S.*?);\s+\/\/ (.+)$/);
  return said ? `said(${said[1]}, ${JSON.stringify(said[2])});` : line;
}

let comparisons = 0;

/** `…` in a comment stands for the rest. */
function said(value, comment) {
  comparisons += 1;
  if (comment.includes('…')) {
    const shown = inspect(value).replace(/\s+/g, ' ').replace('[ ', '[');
    assert.ok(shown.startsWith(comment.split('…')[0].trim()), `${shown} for ${comment}`);
  } else {
    assert.deepEqual(value, new Function(`return ${comment}`)());
  }
}

test('the examples of the README', async () => {
  assert.ok(blocks.length > 0);
  for (const block of blocks) {
    const lines = block.split('\n').map(placed).map(compared);
    globalThis.said = said;
    await import(`data:text/javascript,${encodeURIComponent(lines.join('\n'))}`);
  }
  assert.ok(comparisons > 3, 'the comments were looked at');
});
