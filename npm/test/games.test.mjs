// All five games: published counts, counting, the dialect of makruk-js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ErawanError, Game, parsePgn, VARIANTS, writePgn } from '../dist/index.js';
import { playout, randomOf, seedOfDay } from './random.mjs';

const seed = seedOfDay();

test('perft as published', () => {
  const rows = [
    ['chess', undefined, 5, 4_865_609],
    ['chess', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 4, 4_085_603],
    ['chess', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 5, 674_624],
    ['makruk', undefined, 4, 273_026],
    ['makruk', 'r3k2r/2s1m1s1/1n1p1p1p/P1P1P1P1/p1p1p1p1/1N1P1P1P/2S1M1S1/R3K2R w - - 0 1', 4, 2_672_818],
    ['cambodian', undefined, 4, 361_719],
    ['makpong', undefined, 4, 273_026],
  ];
  for (const [variant, fen, depth, nodes] of rows) {
    const game = new Game(fen, { variant, lenient: true });
    assert.equal(game.perft(depth), nodes, variant);
    const divided = Object.values(game.divide(2)).reduce((sum, count) => sum + count, 0);
    assert.equal(divided, game.perft(2));
  }
  assert.equal(Game.chess960(518).perft(4), 197_281);
  assert.equal(new Game().perft(0), 1);
});

test(`every game goes to FEN and PGN and back (seed ${seed})`, () => {
  const random = randomOf(seed);
  for (const variant of VARIANTS) {
    for (let i = 0; i < 10; i++) {
      const game = variant === 'chess960' ? Game.chess960(random(960)) : new Game(undefined, { variant });
      playout(game, random, 200, (moves) => {
        const again = new Game(game.fen(), { variant, lenient: true });
        assert.deepEqual(again.moves(), moves);
        assert.equal(again.fen(), game.fen());
      });
      const back = Game.fromPgn(game.pgn());
      assert.equal(back.variant, variant);
      assert.equal(back.fen(), game.fen());
      assert.deepEqual(back.uciHistory(), game.uciHistory());
      const replayed = game.clone();
      while (replayed.undo());
      replayed.playAll(game.uciHistory());
      assert.equal(replayed.hash(), game.hash());
      assert.equal(replayed.length, game.length);
    }
  }
});

test('ends of games have reasons', () => {
  const mate = new Game();
  mate.playAll(['f3', 'e5', 'g4', 'Qh4#']);
  assert.deepEqual(mate.outcome(), { winner: 'b', result: '0-1', reason: 'checkmate' });
  assert.ok(mate.isGameOver() && !mate.isDraw() && mate.moves().length === 0);
  const stalemate = new Game('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1');
  assert.deepEqual(stalemate.outcome(), { winner: null, result: '1/2-1/2', reason: 'stalemate' });
  const shuffle = new Game();
  shuffle.playAll('Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8'.split(' '));
  assert.equal(shuffle.outcome(), null);
  assert.equal(shuffle.claim(), 'threefoldRepetition');
  assert.ok(shuffle.isDraw() && shuffle.repetitions() === 3);
  assert.equal(new Game('4k3/8/8/8/8/8/8/3BK3 w - - 0 1').outcome().reason, 'insufficientMaterial');
  assert.equal(new Game('4k3/8/8/8/8/8/8/3RK3 w - - 100 80').claim(), 'fiftyMoves');
  assert.equal(new Game('4k3/8/8/8/8/8/8/3RK3 w - - 150 90').outcome().reason, 'seventyFiveMoves');
});

test('men attack as their game has it', () => {
  const makruk = new Game('4k3/8/8/3P4/8/2S1M3/8/4K3 w - - 0 1', { variant: 'makruk', lenient: true });
  // A khon goes as a met and one forward; a met not forward.
  assert.deepEqual(makruk.attackers('c4'), ['c3']);
  assert.deepEqual(makruk.attackers('d4').sort(), ['c3', 'e3']);
  assert.deepEqual(makruk.attackers('e4'), []);
  assert.deepEqual(makruk.attackers('e7'), []);
  assert.deepEqual(makruk.attackers('e7', 'b'), ['e8']);
  assert.ok(makruk.isAttacked('c6', 'w') && !makruk.isAttacked('d6', 'w'));
  assert.deepEqual(makruk.findPiece({ type: 's', color: 'w' }), ['c3']);
  // The last square of all, and Black's men.
  assert.deepEqual(new Game().attackers('h8', 'b'), []);
  assert.deepEqual(new Game().attackers('h7', 'b'), ['h8']);
});

test("Makruk's counts", () => {
  const chase = new Game('8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50', { variant: 'makruk' });
  assert.deepEqual(chase.counting(), { mode: 'auto', kind: 'pieces', side: 'b', count: 5, limit: 16 });
  assert.deepEqual(chase.get('f6'), { type: 'm', color: 'w', promoted: true });
  const last = new Game('3k4/8/4K3/8/8/8/8/R6R w - 16 15 61', { variant: 'makruk' });
  last.move('Rab1');
  last.move('Kc8');
  assert.equal(last.outcome().reason, 'counting');
  const byHand = new Game('3k4/2m5/5M~2/4M3/3KS3/8/8/8 b - 128 0 1', { variant: 'makruk' });
  byHand.setCountingMode('manual');
  assert.equal(byHand.counting().side, null);
  assert.ok(byHand.startCounting() && !byHand.startCounting());
  assert.equal(byHand.counting().side, 'b');
  assert.ok(byHand.stopCounting());
  byHand.setCountingMode('off');
  assert.equal(byHand.counting().kind, null);
});

test("makruk-js's FEN, letters and PGN", () => {
  const start = 'rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1';
  const game = new Game(start, { variant: 'makruk' });
  assert.equal(game.fen(), 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1');
  assert.equal(game.fen({ dialect: 'makruk-js' }), start);
  // From makruk-js's own tests.
  const pgn = '[Event "Test Makruk Game"]\n\n1. b4 b5 2. Md2 Md7 3. Tc2 Tc7 *';
  game.loadPgn(pgn, { dialect: 'makruk-js' });
  assert.equal(game.variant, 'makruk');
  assert.deepEqual(game.history(), ['b4', 'b5', 'Nd2', 'Nd7', 'Sc2', 'Sc7']);
  assert.deepEqual(game.history({ dialect: 'makruk-js' }), ['b4', 'b5', 'Md2', 'Md7', 'Tc2', 'Tc7']);
  assert.ok(game.moves({ dialect: 'makruk-js' }).includes('Ef2'));
  assert.equal(game.move('Ef2', { dialect: 'makruk-js' }).san, 'Mf2');
  const written = game.pgn({ dialect: 'makruk-js', tags: { White: 'Somchai' } });
  assert.ok(written.includes('3. Tc2 Tc7 4. Ef2 *') && !written.includes('Variant'));
  const [read] = parsePgn(written, { dialect: 'makruk-js' });
  assert.equal(read.moves.at(-1).san, 'Mf2');
  assert.ok(writePgn(read, { dialect: 'makruk-js' }).includes('4. Ef2 *'));
  assert.throws(() => new Game().fen({ dialect: 'makruk-js' }), ErawanError);
  const random = randomOf(seed);
  for (let i = 0; i < 10; i++) {
    const other = new Game(undefined, { variant: 'makruk' });
    playout(other, random, 200);
    const back = Game.fromPgn(other.pgn({ dialect: 'makruk-js' }), { dialect: 'makruk-js' });
    assert.deepEqual(back.history(), other.history());
  }
});

test('games are given back', () => {
  for (let i = 0; i < 10_000; i++) new Game().free();
  const gone = new Game();
  gone.free();
  gone.free();
  assert.throws(() => gone.fen(), /this game was freed/);
});
