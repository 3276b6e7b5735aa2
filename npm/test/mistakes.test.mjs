// Bad input: an error that says what is wrong, and nothing lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPgn, ErawanError, Game, isPgnError, parsePgn, parsePgnLines, writePgn } from '../dist/index.js';
import { randomOf, seedOfDay } from './random.mjs';

const refused = (call, pattern) =>
  assert.throws(call, (error) => error instanceof ErawanError && pattern.test(error.message));

test('FENs that are none', () => {
  refused(() => new Game(''), /FEN column 1/);
  refused(() => new Game('8/8/8/8/8/8/7/8 w - - 0 1'), /column 13.*rank 2 has 7 squares/);
  refused(() => new Game('8/8/8/8/8/8/8/8 w - - 0 1'), /king/);
  refused(() => new Game('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w'), /./);
  refused(() => new Game('\u0000\uD800'), /FEN/);
  assert.equal(new Game('4k3/8/8/8/8/8/8/4K3', { lenient: true }).turn(), 'w');
  const game = new Game();
  game.move('e4');
  refused(() => game.load('nonsense'), /FEN/);
  assert.deepEqual(game.history(), ['e4']);
});

test('moves that are none', () => {
  const game = new Game();
  refused(() => game.move('e5'), /pawn can go to e5/);
  refused(() => game.move('Ke2'), /king/);
  refused(() => game.move(''), /not a move/);
  refused(() => game.move('e2e5'), /./);
  refused(() => game.move({ from: 'e2', to: 'e5' }), /cannot legally go/);
  refused(() => game.move({ from: 'e2', to: 'z9', promotion: 'q' }), /./);
  refused(() => game.move('ก'.repeat(10_000)), /not a move/);
  refused(() => game.playAll(['e4', 'e5', 'Ke3']), /move 3, Ke3/);
  assert.equal(game.length, 0);
  assert.equal(game.undo(), null);
  assert.equal(game.move({ from: 'e2', to: 'e4', promotion: 'q' }).san, 'e4');
  const king = new Game('4k3/4P3/4K3/8/8/8/8/8 w - - 0 1');
  refused(() => king.move({ from: 'e7', to: 'e8' }), /./);
});

test('arguments that are none', () => {
  refused(() => new Game(undefined, { variant: 'draughts' }), /draughts/);
  for (const start of [-1, 960, 1.5, NaN]) refused(() => Game.chess960(start), /./);
  const game = new Game();
  for (const depth of [-1, 0.5, 51, NaN, Infinity]) refused(() => game.perft(depth), /./);
  refused(() => game.divide(0), /depth/);
  refused(() => game.get('i9'), /i9/);
  refused(() => game.moves({ square: 'e' }), /square/);
  refused(() => game.setCountingMode('loudly'), /loudly/);
  refused(() => game.pgn({ tags: { 'no name': 'x' } }), /tag/);
  refused(() => game.pgn({ tags: { Result: 'won' } }), /result/);
});

test('files in which something is wrong', () => {
  const text = '1. e4 e5 *\n\n[White "?"]\n\n1. e4 e5 2. Ke3 *\n\n1. d4 {open *';
  const games = parsePgn(text);
  assert.equal(games.length, 3);
  assert.equal(games[0].moves.length, 2);
  assert.deepEqual(games[1], {
    error: 'game 2, line 5: Ke3 (ply 3): no such king can go to e3',
    game: 2,
    line: 5,
  });
  assert.ok(isPgnError(games[2]) && !isPgnError(games[0]));
  assert.deepEqual(parsePgnLines(text)[0].moves, ['e4', 'e5']);
  const summary = checkPgn(text);
  assert.deepEqual([summary.games, summary.badGames, summary.errors.length], [3, 2, 2]);
  assert.deepEqual(parsePgn(''), []);
  refused(() => Game.fromPgn(''), /no game/);
  refused(() => Game.fromPgn('[Variant "Xiangqi"]\n\n1. e4 *'), /Xiangqi/);
  refused(() => Game.fromPgn('1. e4 -- 2. e5 *'), /null move/);
  const [null_move] = parsePgn('1. e4 -- 2. d4 *');
  assert.equal(null_move.moves[1].san, '--');
  // Nested too deep, and bytes of another encoding.
  assert.ok(isPgnError(parsePgn(`1. e4 ${'(1. d4 '.repeat(5000)}`)[0]));
  const latin = parsePgn(new Uint8Array([...'[White "R'].map((c) => c.charCodeAt(0)).concat(0xe9, ...[...'ti"]\n\n1. Nf3 *'].map((c) => c.charCodeAt(0)))));
  assert.equal(latin[0].tags.White, 'Réti');
});

test('games that cannot be written', () => {
  const [game] = parsePgn('1. e4 (1. d4 {a\n  b}) 1... e5 *');
  refused(() => writePgn({ ...game, variant: 'draughts' }), /draughts/);
  refused(() => writePgn({ ...game, tags: { 'a"b': '' } }), /tag/);
  refused(() => writePgn({ ...game, moves: [{ san: 'e5' }] }), /e5/);
  refused(() => writePgn({ ...game, moves: [{ san: 'e4 } {' }] }), /no move/);
  const hostile = { ...game, tags: { White: '"]\n[Black "x' }, moves: [{ san: 'e4', comments: ['} 1-0'] }] };
  const [back] = parsePgn(writePgn(hostile));
  assert.equal(back.tags.White, '"] [Black "x');
  assert.equal(back.tags.Black, '?');
  assert.deepEqual(back.moves, [{ san: 'e4', uci: 'e2e4', comments: [') 1-0'] }]);
});

const seed = seedOfDay();
test(`noise never breaks the module (seed ${seed})`, () => {
  const random = randomOf(seed);
  const alphabet = [...'1.e4 Nxf3+#=QO-{}()[]"*\n;$%?!PGN/kKw \\', '\u0000', 'é', 'ก'];
  for (let i = 0; i < 3000; i++) {
    const noise = Array.from({ length: random(60) }, () => alphabet[random(alphabet.length)]).join('');
    parsePgn(noise);
    checkPgn(noise);
    for (const variant of ['chess', 'makruk']) {
      try {
        new Game(noise, { variant, lenient: true }).moves();
      } catch (error) {
        assert.ok(error instanceof ErawanError, error.stack);
      }
    }
    const game = new Game();
    try {
      game.move(noise);
    } catch (error) {
      assert.ok(error instanceof ErawanError, error.stack);
    }
    game.free();
  }
  assert.equal(new Game().perft(3), 8902);
});
