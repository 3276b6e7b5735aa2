// Chess960, SAN and PGN beside chessops.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makePgn, parsePgn as parseTheirs } from 'chessops/pgn';
import { parseSan, makeSan } from 'chessops/san';
import { makeUci, parseUci } from 'chessops/util';
import { chessgroundDests } from 'chessops/compat';
import { Game, parsePgn, writePgn } from '../dist/index.js';
import { playout, randomOf, seedOfDay } from './random.mjs';

const seed = seedOfDay();
const sorted = (list) => [...list].sort();
const theirGame = (fen) => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();

function theirMoves(game) {
  const moves = [];
  for (const [from, tos] of game.allDests()) {
    for (const to of tos) {
      const promotes = game.board.getRole(from) === 'pawn' && (to < 8 || to >= 56);
      for (const promotion of promotes ? ['queen', 'rook', 'bishop', 'knight'] : [undefined]) {
        moves.push(makeUci({ from, to, promotion }));
      }
    }
  }
  return moves;
}

test(`Chess960 from every fortieth start (seed ${seed})`, () => {
  const random = randomOf(seed);
  for (let start = 0; start < 960; start += 40) {
    const ours = Game.chess960(start);
    const theirs = theirGame(ours.fen());
    for (let ply = 0; ply < 80; ply++) {
      const fen = ours.fen();
      const moves = ours.uciMoves();
      assert.deepEqual(sorted(moves), sorted(theirMoves(theirs)), fen);
      assert.equal(ours.isCheck(), theirs.isCheck());
      assert.equal(ours.isCheckmate(), theirs.isCheckmate());
      assert.equal(ours.isStalemate(), theirs.isStalemate());
      if (moves.length === 0) break;
      const uci = moves[random(moves.length)];
      const move = parseUci(uci);
      const san = makeSan(theirs, move);
      assert.equal(makeUci(parseSan(theirs, san)), uci);
      theirs.play(move);
      assert.equal(ours.move(uci).san, san, fen);
      // The same rights, which they write in X-FEN and we as files.
      assert.equal(makeFen(theirs.toSetup()).split(' ')[0], ours.fen().split(' ')[0]);
    }
  }
});

test('destinations are those that chessground gets', () => {
  const ours = new Game('r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1');
  const theirs = chessgroundDests(theirGame(ours.fen()));
  for (const [from, tos] of ours.dests()) {
    // They list the rook's square for castling too.
    const known = theirs.get(from).filter((to) => !(from === 'e1' && ['a1', 'h1'].includes(to)));
    assert.deepEqual(sorted(tos), sorted(known).filter((to, i, all) => all.indexOf(to) === i));
  }
  assert.deepEqual(sorted(ours.dests().keys()), sorted(theirs.keys()));
});

test('what one writes as PGN the other reads', () => {
  const pgn = `[White "A"]\n\n{start} 1. e4 $1 {best} (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 2. Nf3 *`;
  const [ours] = parsePgn(pgn);
  const written = writePgn(ours);
  const [theirs] = parseTheirs(written);
  assert.equal(makePgn(theirs).split('\n\n')[1].trim().replaceAll(/\s+/g, ' '), written.split('\n\n')[1].trim().replaceAll(/\s+/g, ' ').replaceAll('{', '{ ').replaceAll('}', ' }').replaceAll('(', '( ').replaceAll(')', ' )'));
  assert.deepEqual(parsePgn(makePgn(theirs))[0].moves, ours.moves);
  const random = randomOf(seed);
  for (let i = 0; i < 10; i++) {
    const game = new Game();
    playout(game, random, 120);
    const [read] = parseTheirs(game.pgn());
    const position = Chess.default();
    for (const node of read.moves.mainline()) position.play(parseSan(position, node.san));
    assert.equal(makeFen(position.toSetup()), game.fen());
  }
});
