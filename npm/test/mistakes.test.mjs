// Bad input: an error that says what is wrong, and nothing lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkPgn,
  ErawanError,
  Game,
  isPgnError,
  parsePgn,
  parsePgnLines,
  validateFen,
  writePgn,
} from '../dist/index.js';
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
  for (const none of [null, 5, {}, ['8/8/8/8/8/8/8/8']]) refused(() => new Game(none), /a FEN: a text is wanted/);
  refused(() => game.load(), /a FEN: a text is wanted, not undefined/);
  assert.deepEqual(game.history(), ['e4']);
});

test('a FEN can be looked at without a game', () => {
  assert.deepEqual(validateFen(new Game().fen()), { ok: true });
  assert.deepEqual(validateFen(new Game(undefined, { variant: 'makruk' }).fen(), { variant: 'makruk' }), { ok: true });
  assert.deepEqual(validateFen('4k3/8/8/8/8/8/8/4K3', { lenient: true }), { ok: true });
  const bad = validateFen('8/8/8/8/8/8/7/8 w - - 0 1');
  assert.ok(!bad.ok && /rank 2 has 7 squares/.test(bad.error));
  assert.ok(!validateFen(new Game().fen(), { variant: 'makruk' }).ok);
  assert.deepEqual(validateFen(undefined), { ok: false, error: 'a FEN: a text is wanted, not undefined' });
  refused(() => validateFen('', { variant: 'draughts' }), /draughts/);
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
  for (const none of [null, undefined, 5, ['e2', 'e4']]) refused(() => game.move(none), /a move: an object is wanted/);
  refused(() => game.move({}), /no square called undefined/);
  refused(() => game.move({ from: 'e', to: '2e4' }), /no square called "e"/);
  refused(() => game.move({ from: 'e2', to: 'e4', promotion: 'queen' }), /no piece called "queen"/);
  refused(() => game.move({ from: 'e2', to: 'e4', promotion: 5 }), /promotion: a text/);
  refused(() => game.playAll('e4 e5'), /moves: a list is wanted, not "e4 e5"/);
  refused(() => game.playAll(), /moves: a list/);
  refused(() => game.playAll(['e4 e5']), /move 1: "e4 e5" is not a move/);
  refused(() => game.playAll(['e4', '']), /move 2: "" is not a move/);
  refused(() => game.playAll(['e4', , 'Nf3']), /move 2: a text is wanted, not undefined/);
  assert.equal(game.length, 1);
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
  refused(() => game.pgn({ tags: { White: 5 } }), /the tag White: a text is wanted, not 5/);
  refused(() => game.pgn({ tags: 'White' }), /tags: an object is wanted/);
  refused(() => game.setCountingMode(), /way to count called undefined; there are auto, manual, off/);
});

test('sides, men and squares that are none', () => {
  const game = new Game();
  for (const none of ['white', 'W', '', null, undefined, 0]) {
    refused(() => game.hasInsufficientMaterial(none), /no color called .*; there are w, b/);
    refused(() => game.isAttacked('e4', none), /no color/);
    refused(() => game.findPiece({ type: 'p', color: none }), /no color/);
    if (none !== undefined) refused(() => game.attackers('e4', none), /no color/);
  }
  refused(() => game.moves({ piece: 'N' }), /no piece called "N"/);
  refused(() => game.findPiece({ type: 'N', color: 'w' }), /no piece called "N"/);
  refused(() => game.findPiece(), /a piece: an object/);
  for (const none of ['i9', 'E4', '', null, undefined, 28]) {
    refused(() => game.get(none), /no square/);
    refused(() => game.squareColor(none), /no square/);
    refused(() => game.attackers(none), /no square/);
    refused(() => game.isAttacked(none, 'w'), /no square/);
  }
});

test('options that are none', () => {
  const game = new Game();
  const dialect = 'fairy';
  const calls = [
    (options) => game.fen(options),
    (options) => game.moves(options),
    (options) => game.moves({ verbose: true, ...options }),
    (options) => game.move('e4', options),
    (options) => game.playAll(['e4'], options),
    (options) => game.history(options),
    (options) => game.pgn(options),
    (options) => game.loadPgn('1. e4 *', options),
    (options) => Game.fromPgn('1. e4 *', options),
    (options) => parsePgn('1. e4 *', options),
    (options) => parsePgnLines('1. e4 *', options),
    (options) => writePgn(parsePgn('1. e4 *')[0], options),
  ];
  for (const call of calls) refused(() => call({ dialect }), /no dialect called "fairy"; there are standard, makruk-js/);
  refused(() => game.fen({ dialect: null }), /no dialect called null/);
  for (const none of [null, 'makruk', 5, []]) {
    refused(() => game.fen(none), /options: an object is wanted/);
    refused(() => new Game(undefined, none), /options/);
    refused(() => game.load(game.fen(), none), /options/);
    refused(() => parsePgn('1. e4 *', none), /options/);
  }
  refused(() => new Game(undefined, { variant: null }), /no game called null/);
  assert.equal(game.length, 0);
});

test('files that are none', () => {
  for (const none of [undefined, null, 5, {}, ['1. e4 *'], new Float64Array(2)]) {
    for (const call of [parsePgn, parsePgnLines, checkPgn, Game.fromPgn, (pgn) => new Game().loadPgn(pgn)]) {
      refused(() => call(none), /PGN: a text or a Uint8Array is wanted/);
    }
  }
  assert.equal(parsePgn(Buffer.from('1. e4 *')).length, 1);
  for (const none of [undefined, null, 5, 'x']) assert.equal(isPgnError(none), false);
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
  for (const none of [undefined, null, 5, '1. e4 *', []]) refused(() => writePgn(none), /a game: an object is wanted/);
  refused(() => writePgn({}), /no game called undefined/);
  refused(() => writePgn({ ...game, result: 'won' }), /no result called "won"/);
  refused(() => writePgn({ ...game, tags: undefined }), /tags: an object/);
  refused(() => writePgn({ ...game, tags: { White: 5 } }), /the tag White: a text/);
  refused(() => writePgn({ ...game, fen: 5 }), /the tag FEN: a text/);
  refused(() => writePgn({ ...game, comments: 'best' }), /comments: a list/);
  refused(() => writePgn({ ...game, moves: undefined }), /moves: a list/);
  refused(() => writePgn({ ...game, moves: 'e4' }), /moves: a list/);
  for (const none of [null, 5, {}]) refused(() => writePgn({ ...game, moves: [none] }), /a move: an object|san: a text/);
  for (const nag of [-1, 256, 1.5, '1']) refused(() => writePgn({ ...game, moves: [{ san: 'e4', nags: [nag] }] }), /nag/);
  refused(() => writePgn({ ...game, moves: [{ san: 'e4', comments: [5] }] }), /comments: a text/);
  refused(() => writePgn({ ...game, moves: [{ san: 'e4', variations: ['d4'] }] }), /moves: a list/);
  const endless = { san: 'e4', variations: [] };
  endless.variations.push([endless]);
  refused(() => writePgn({ ...game, moves: [endless] }), /nested deeper than 500/);
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
