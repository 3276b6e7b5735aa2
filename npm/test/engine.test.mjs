// The engine in its worker: what it finds, how it is followed and stopped.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { Engine, ErawanError } from '../dist/engine.js';
import { Game } from '../dist/index.js';

let engine;
before(async () => {
  engine = await Engine.start();
});
after(() => engine.close());

const at = (fen, variant = 'chess') => new Game(fen, { variant });

test('mates are found in every game', async () => {
  const chess = await engine.search(at('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'), { depth: 5 });
  assert.deepEqual([chess.best, chess.san, chess.score], ['d1d8', 'Rd8#', { mate: 1 }]);
  const makruk = await engine.search(at('k7/8/1K6/8/8/8/8/7R w - - 0 1', 'makruk'), { depth: 5 });
  assert.deepEqual(makruk.score, { mate: 1 });
  assert.equal(makruk.san, 'Rh8#');
});

test('a game that is over has no best move', async () => {
  const mated = await engine.search(at('k6R/8/1K6/8/8/8/8/8 b - - 0 1'), { depth: 3 });
  assert.deepEqual([mated.best, mated.ponder, mated.score], [null, null, { mate: 0 }]);
});

test('lines are told as they are found, and can be played', async () => {
  const game = at(undefined, 'makruk');
  game.move('e4');
  const lines = [];
  const found = await engine.search(game, { depth: 8, lines: 3, onLine: (line) => lines.push(line) });
  const last = lines.filter((line) => line.depth === 8);
  assert.deepEqual(last.map((line) => line.line), [1, 2, 3]);
  assert.equal(last[0].pv[0], found.best);
  for (const line of last) {
    const { win, draw, loss } = line.chances;
    assert.equal(win + draw + loss, 1000);
    const copy = game.clone();
    copy.playAll(line.pv);
    assert.deepEqual(copy.history().slice(1), line.san);
  }
});

test('the moves before are known: a third time is a draw', async () => {
  const game = at('k7/8/8/8/8/8/4Q3/7K w - - 0 1');
  for (const move of ['Kh2', 'Ka7', 'Kh1', 'Ka8', 'Kh2', 'Ka7', 'Kh1']) game.move(move);
  // Draws are worth a hundredth more or less, by lot.
  const { score } = await engine.search(game, { depth: 4, moves: ['a7a8'] });
  assert.ok(Math.abs(score.cp) <= 1, JSON.stringify(score));
  // The same position without them is lost.
  const anew = await engine.search(at(game.fen()), { depth: 4, moves: ['a7a8'] });
  assert.ok(anew.score.mate < 0 || anew.score.cp < -300, JSON.stringify(anew.score));
});

for (const isShared of [true, false]) {
  const how = isShared ? 'with memory to look into' : 'without, in slices';
  test(`a search can be stopped, by a call or a signal, ${how}`, async () => {
    const kept = globalThis.SharedArrayBuffer;
    if (!isShared) delete globalThis.SharedArrayBuffer;
    const other = await Engine.start();
    globalThis.SharedArrayBuffer = kept;
    try {
      let depth = 0;
      const onLine = (line) => {
        assert.ok(line.depth >= depth, 'depths never fall');
        depth = line.depth;
        if (depth > 9) other.stop();
      };
      const began = Date.now();
      const stopped = await other.search(new Game(), { onLine });
      assert.ok(new Game().uciMoves().includes(stopped.best));
      assert.ok(stopped.depth >= 9);
      const found = await other.search(new Game(), { signal: AbortSignal.timeout(300) });
      assert.ok(found.nodes > 1000);
      assert.ok(Date.now() - began < 20_000);
      // What was stopped before it began still has a move, and the next one is whole.
      const early = await other.search(new Game(), { signal: AbortSignal.abort() });
      assert.ok(early.best === null || new Game().uciMoves().includes(early.best));
      assert.equal((await other.search(new Game(), { depth: 6 })).depth, 6);
    } finally {
      other.close();
    }
  });

  test(`a search that has not begun can be stopped, ${how}`, { timeout: 60_000 }, async () => {
    const kept = globalThis.SharedArrayBuffer;
    if (!isShared) delete globalThis.SharedArrayBuffer;
    const other = await Engine.start();
    globalThis.SharedArrayBuffer = kept;
    try {
      const asked = other.search(new Game());
      other.stop();
      await asked;
      const before = [other.clear(), other.evaluate(new Game())];
      const waiting = other.search(new Game());
      other.stop();
      await Promise.all([...before, waiting]);
      // The oldest, and no other; then each in turn.
      const [first, second, third] = [{}, { depth: 6 }, {}].map((limits) => other.search(new Game(), limits));
      other.stop();
      other.stop();
      await first;
      assert.equal((await second).depth, 6);
      other.stop();
      await third;
      // Nothing is asked: nothing is stopped.
      other.stop();
      assert.equal((await other.search(new Game(), { depth: 6 })).depth, 6);
      const refusal = other.search(new Game(), { moves: ['e2e5'] });
      other.stop();
      await refused(refusal, /./);
      assert.equal((await other.search(new Game(), { depth: 6 })).depth, 6);
    } finally {
      other.close();
    }
  });

  test(`limits are kept, ${how}`, async () => {
    const kept = globalThis.SharedArrayBuffer;
    if (!isShared) delete globalThis.SharedArrayBuffer;
    const other = await Engine.start({ hash: 4 });
    globalThis.SharedArrayBuffer = kept;
    try {
      const began = performance.now();
      await other.search(new Game(), { movetime: 400 });
      const took = performance.now() - began;
      assert.ok(took > 300 && took < 3000, `${took} ms`);
      const { nodes } = await other.search(new Game(), { nodes: 20_000 });
      assert.ok(nodes <= 20_000 && nodes > (isShared ? 19_999 : 19_980), `${nodes} nodes`);
      const clock = { time: 1000, increment: 10 };
      assert.ok((await other.search(new Game(), { clock })).best);
    } finally {
      other.close();
    }
  });
}

test('threads search together, again and again', async () => {
  const team = await Engine.start({ threads: 3 });
  try {
    assert.equal(team.threads, 3);
    for (let round = 0; round < 3; round++) {
      const found = await team.search(new Game(), { depth: 11 });
      assert.ok(found.depth === 11 && new Game().uciMoves().includes(found.best));
      const stopped = await team.search(new Game(), { signal: AbortSignal.timeout(200) });
      assert.ok(stopped.nodes > 1000);
      await team.setHash(4 + round);
    }
    const mate = await team.search(at('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'), { depth: 6 });
    assert.deepEqual(mate.score, { mate: 1 });
  } finally {
    team.close();
  }
  await refused(Engine.start({ threads: 0 }), /threads 0/);
  await refused(Engine.start({ threads: 1.5 }), /threads 1.5/);
});

test('the largest table can be had, again and again', async () => {
  const large = await Engine.start({ hash: 1024, threads: 2 });
  try {
    for (const hash of [16, 1000, 1024, 512, 1024]) {
      await large.setHash(hash);
      assert.equal((await large.search(new Game(), { depth: 5 })).depth, 5);
    }
  } finally {
    large.close();
  }
});

test('where there is no memory for a table, the one before is there again', async () => {
  // As a machine that has half a gibibyte for the module.
  const { Memory } = WebAssembly;
  WebAssembly.Memory = function SmallMemory(wanted) {
    return new Memory({ ...wanted, maximum: 8192 });
  };
  const small = await Engine.start({ hash: 8, threads: 2 });
  try {
    for (let round = 0; round < 2; round++) {
      await refused(small.setHash(1024), /no memory for 1024 MiB/);
      assert.equal((await small.search(new Game(), { depth: 6 })).depth, 6);
    }
    await small.setHash(32);
    assert.equal(typeof (await small.evaluate(new Game())), 'number');
  } finally {
    small.close();
    WebAssembly.Memory = Memory;
  }
});

test('without shared memory there is one thread', async () => {
  const kept = globalThis.SharedArrayBuffer;
  delete globalThis.SharedArrayBuffer;
  const alone = await Engine.start({ threads: 4 });
  globalThis.SharedArrayBuffer = kept;
  assert.equal(alone.threads, 1);
  assert.equal((await alone.search(new Game(), { depth: 6 })).depth, 6);
  alone.close();
});

test('levels play legal moves', async () => {
  const game = new Game();
  for (let seed = 0; seed < 20; seed++) {
    const { san } = await engine.search(game, { elo: 600, seed });
    game.move(san);
  }
  assert.equal(game.length, 20);
});

test('a deep search of a blocked position does not run out of stack', async () => {
  const game = at('4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1');
  assert.ok((await engine.search(game, { depth: 120, nodes: 400_000 })).depth > 30);
});

test('what is asked at once is done in turn', async () => {
  const depths = [3, 5, 4];
  const all = await Promise.all(depths.map((depth) => engine.search(new Game(), { depth })));
  assert.deepEqual(all.map((found) => found.depth), depths);
});

test('the engine is the one of the program', { skip: !process.env.ERAWAN && 'no program in ERAWAN' }, async () => {
  for (const [variant, depth] of [['chess', 12], ['makruk', 10], ['cambodian', 9], ['makpong', 9]]) {
    await engine.setHash(16);
    const here = await engine.search(new Game(undefined, { variant }), { depth });
    const words = [`setoption name UCI_Variant value ${variant}`, 'position startpos', `go depth ${depth}`];
    const there = spawnSync(process.env.ERAWAN, ['uci'], { input: words.join('\n'), encoding: 'utf8' });
    const nodes = [...there.stdout.matchAll(/ depth (\d+) .* nodes (\d+) /g)].pop();
    assert.deepEqual([here.depth, here.nodes], [Number(nodes[1]), Number(nodes[2])], variant);
    assert.match(there.stdout, new RegExp(`bestmove ${here.best}`));
  }
});

const refused = (call, pattern) =>
  assert.rejects(call, (error) => error instanceof ErawanError && pattern.test(error.message));

test('bad limits are refused, and the engine goes on', async () => {
  await refused(engine.search(new Game(), { depth: -1 }), /depth -1/);
  await refused(engine.search(new Game(), { nodes: NaN }), /nodes NaN/);
  await refused(engine.search(new Game(), { depth: 2, moves: ['e2e5'] }), /./);
  await refused(engine.search(new Game(), { depht: 2 }), /no limit called "depht"/);
  for (const limit of ['depth', 'nodes', 'mate', 'lines']) {
    for (const none of [0, 1.5, -1, '3', null, Infinity]) {
      await refused(engine.search(new Game(), { [limit]: none }), new RegExp(`${limit} .* a whole number from 1`));
    }
  }
  for (const clock of [{}, { time: -1 }, { time: 'long' }, { increment: 5 }, { time: 5, increment: -1 }, { time: 5, movesToGo: 0 }, null, 5]) {
    await refused(engine.search(new Game(), { clock }), /clock/);
  }
  for (const none of [-1, NaN, '5', Infinity]) await refused(engine.search(new Game(), { movetime: none }), /movetime/);
  for (const none of [499, 3001, '600']) await refused(engine.search(new Game(), { elo: none }), /elo .* from 500 to 3000/);
  await refused(engine.search(new Game(), { elo: 600, seed: 0.5 }), /seed 0.5/);
  for (const none of ['e2e4', [5], ['e2e4 d2d4'], {}]) await refused(engine.search(new Game(), { moves: none }), /move/);
  await refused(engine.search(new Game(), { depth: 1, onLine: 5 }), /onLine: a function/);
  await refused(engine.search(new Game(), { depth: 1, signal: {} }), /signal: an AbortSignal/);
  await refused(engine.search(new Game(), null), /options/);
  for (const none of ['startpos', undefined, null, {}]) {
    await refused(engine.search(none, { depth: 1 }), /a Game of this package/);
    await refused(engine.evaluate(none), /a Game of this package/);
  }
  const gone = new Game();
  gone.free();
  await refused(engine.search(gone), /freed/);
  await refused(Engine.start(null), /options/);
  for (const hash of [0, 1025, 2048, 1.5, '16']) {
    await refused(Engine.start({ hash }), /hash .* from 1 to 1024/);
    await refused(engine.setHash(hash), /hash .* from 1 to 1024/);
  }
  assert.equal((await engine.search(new Game(), { depth: 2 })).depth, 2);
});

test('a closed engine says so', async () => {
  const other = await Engine.start();
  const endless = other.search(new Game());
  const waiting = other.search(new Game(), { depth: 1 });
  setTimeout(() => other.close(), 50);
  await refused(endless, /closed/);
  await refused(waiting, /closed/);
  await refused(other.evaluate(new Game()), /closed/);
});

test('evaluations are those of the side to move', async () => {
  const value = await engine.evaluate(at('4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1'));
  assert.ok(value > 500, `${value}`);
  assert.ok((await engine.evaluate(at('4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1'))) < -500);
});
