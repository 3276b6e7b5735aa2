// Random games beside chess.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chess, validateFen as validateTheirs } from 'chess.js';
import { Game, parsePgn, SQUARES, validateFen } from '../dist/index.js';
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

test(`attacks and men are those of chess.js (seed ${seed})`, () => {
  const random = randomOf(seed);
  const [types, colors] = [[...'pnbrqk'], ['w', 'b']];
  for (let i = 0; i < 10; i++) {
    const ours = new Game();
    playout(ours, random, 60, () => {
      const fen = ours.fen();
      const theirs = new Chess(fen);
      for (const square of SQUARES) {
        assert.deepEqual(sorted(ours.attackers(square)), sorted(theirs.attackers(square)), `${fen} ${square}`);
        for (const color of colors) {
          const attackers = sorted(ours.attackers(square, color));
          assert.deepEqual(attackers, sorted(theirs.attackers(square, color)), `${fen} ${square} ${color}`);
          assert.equal(ours.isAttacked(square, color), theirs.isAttacked(square, color), `${fen} ${square} ${color}`);
        }
      }
      for (const color of colors) {
        for (const type of types) {
          assert.deepEqual(sorted(ours.findPiece({ type, color })), sorted(theirs.findPiece({ type, color })), fen);
        }
      }
      assert.equal(ours.isDrawByFiftyMoves(), theirs.isDrawByFiftyMoves(), fen);
      assert.deepEqual(validateFen(fen), validateTheirs(fen));
    });
  }
  const [ours, theirs] = [new Game(), new Chess()];
  for (const square of SQUARES) assert.equal(ours.squareColor(square), theirs.squareColor(square), square);
  for (const fen of ['', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1', '8/8/8/8/8/8/8/8 w - - 0 1']) {
    const [found, known] = [validateFen(fen), validateTheirs(fen)];
    assert.deepEqual([found.ok, typeof found.error], [known.ok, typeof known.error], fen);
  }
});

test('fifty moves are counted as chess.js counts them', () => {
  for (const clock of [99, 100, 150]) {
    const fen = `4k3/8/8/8/8/8/8/3RK3 w - - ${clock} 120`;
    assert.equal(new Game(fen).isDrawByFiftyMoves(), new Chess(fen).isDrawByFiftyMoves(), fen);
    assert.equal(new Game(fen, { variant: 'chess960' }).isDrawByFiftyMoves(), clock >= 100);
  }
  const makruk = new Game('3k4/8/4K3/8/8/8/4P3/R6R w - - 100 120', { variant: 'makruk', lenient: true });
  assert.equal(makruk.isDrawByFiftyMoves(), false);
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
