// Random games beside chess.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chess } from 'chess.js';
import { Game, parsePgn } from '../dist/index.js';
import { playout, randomOf, seedOfDay } from './random.mjs';

const seed = seedOfDay();
const sorted = (list) => [...list].sort();

test(`positions, moves and ends are those of chess.js (seed ${seed})`, () => {
  const random = randomOf(seed);
  let positions = 0;
  for (let i = 0; i < 20; i++) {
    const theirs = new Chess();
    const ours = new Game();
    for (let ply = 0; ply < 150; ply++) {
      positions++;
      const fen = ours.fen();
      assert.equal(fen, theirs.fen());
      const moves = ours.moves();
      assert.deepEqual(sorted(moves), sorted(theirs.moves()), fen);
      assert.equal(ours.turn(), theirs.turn());
      assert.equal(ours.isCheck(), theirs.isCheck(), fen);
      assert.equal(ours.isCheckmate(), theirs.isCheckmate(), fen);
      assert.equal(ours.isStalemate(), theirs.isStalemate(), fen);
      assert.equal(ours.isThreefoldRepetition(), theirs.isThreefoldRepetition(), fen);
      assert.equal(ours.isInsufficientMaterial(), theirs.isInsufficientMaterial(), fen);
      assert.equal(ours.countMoves(), moves.length);
      if (moves.length === 0) break;
      const san = moves[random(moves.length)];
      const [our, their] = [ours.move(san), theirs.move(san)];
      for (const key of ['color', 'from', 'to', 'piece', 'captured', 'promotion', 'flags', 'san']) {
        assert.equal(our[key], their[key], `${fen} ${san} ${key}`);
      }
      assert.equal(our.uci, their.lan);
    }
    assert.deepEqual(ours.history(), theirs.history());
    assert.deepEqual(
      ours.history({ verbose: true }).map((move) => move.uci),
      theirs.history({ verbose: true }).map((move) => move.lan),
    );
    const end = ours.fen();
    while (ours.undo()) assert.ok(theirs.undo());
    assert.equal(ours.fen(), theirs.fen());
    assert.notEqual(ours.fen(), end);
  }
  assert.ok(positions > 1000);
});

test('boards and squares are those of chess.js', () => {
  const fen = 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4';
  const [ours, theirs] = [new Game(fen), new Chess(fen)];
  assert.deepEqual(ours.board(), theirs.board());
  assert.deepEqual(ours.get('h5'), theirs.get('h5'));
  assert.equal(ours.get('e6'), undefined);
  assert.equal(ours.ascii(), theirs.ascii());
  assert.equal(ours.moveNumber(), theirs.moveNumber());
  assert.deepEqual(sorted(ours.moves({ square: 'h5' })), sorted(theirs.moves({ square: 'h5' })));
  assert.deepEqual(sorted(ours.moves({ piece: 'n' })), sorted(theirs.moves({ piece: 'n' })));
  assert.equal(ours.perft(3), theirs.perft(3));
});

test('what one writes as PGN the other reads', () => {
  const random = randomOf(seed);
  for (let i = 0; i < 5; i++) {
    const ours = new Game();
    playout(ours, random, 100);
    const theirs = new Chess();
    theirs.loadPgn(ours.pgn({ tags: { White: 'Réti, Richard', Result: '1/2-1/2' } }));
    assert.equal(theirs.fen(), ours.fen());
    const back = Game.fromPgn(theirs.pgn());
    assert.deepEqual(back.history(), theirs.history());
    const [game] = parsePgn(theirs.pgn());
    assert.deepEqual(game.moves.map((move) => move.san), theirs.history());
    assert.equal(game.result, '1/2-1/2');
  }
});
