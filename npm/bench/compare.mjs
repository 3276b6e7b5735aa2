// Perft and PGN beside chess.js, chessops and chess.ts, in one run:
//
//   npm run bench [-- games.pgn]
//
// Every library does the same work and must find the same: all leaves are
// counted, all moves are replayed. Without a file it plays random games. Each
// figure is the best of three runs.
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { Chess as ChessJs } from 'chess.js';
import { Chess as ChessTs } from 'chess.ts';
import { Chess as ChessOps } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { parsePgn as parsePgnOps, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { checkPgn, Game, isPgnError, parsePgn, parsePgnLines } from '../dist/index.js';
import { playout, randomOf } from '../test/random.mjs';

const RUNS = 3;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

/** The best time of some runs in seconds, and what came out. */
function timed(work) {
  let best = Infinity;
  let result;
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    result = work();
    best = Math.min(best, (performance.now() - start) / 1000);
  }
  return { seconds: best, result };
}

const PROMOTIONS = ['queen', 'rook', 'bishop', 'knight'];

/** chessops, the quick way: the last ply is counted, not played. */
function perftOps(position, depth) {
  let nodes = 0;
  const context = position.ctx();
  for (const [from, tos] of position.allDests(context)) {
    const isPawn = position.board.pawn.has(from);
    if (depth === 1) {
      nodes += tos.size();
      if (isPawn) for (const to of tos) nodes += to < 8 || to >= 56 ? 3 : 0;
      continue;
    }
    for (const to of tos) {
      const promotes = isPawn && (to < 8 || to >= 56);
      for (const promotion of promotes ? PROMOTIONS : [undefined]) {
        const next = position.clone();
        next.play({ from, to, promotion });
        nodes += perftOps(next, depth - 1);
      }
    }
  }
  return nodes;
}

/** chess.ts has no count of its own. */
function perftTs(game, depth) {
  const moves = game.moves({ verbose: true });
  if (depth === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) {
    game.move(move);
    nodes += perftTs(game, depth - 1);
    game.undo();
  }
  return nodes;
}

function perft(name, fen, depths) {
  const ours = timed(() => new Game(fen).perft(depths.erawan));
  const rows = [['erawan', ours, depths.erawan]];
  for (const [library, count] of [
    ['chess.js', (depth) => new ChessJs(fen).perft(depth)],
    ['chessops', (depth) => perftOps(ChessOps.fromSetup(parseFen(fen).unwrap()).unwrap(), depth)],
    ['chess.ts', (depth) => perftTs(new ChessTs(fen), depth)],
  ]) {
    const depth = depths[library];
    const measured = timed(() => count(depth));
    const expected = new Game(fen).perft(depth);
    if (measured.result !== expected) throw new Error(`${library}: ${measured.result} is not ${expected}`);
    rows.push([library, measured, depth]);
  }
  print(`perft, ${name}`, 'Mnodes/s', rows.map(([library, { seconds, result }, depth]) => [library, result / seconds / 1e6, `depth ${depth}`]));
}

/** The games of a file as texts. */
const split = (text) => text.split(/\n\n(?=\[Event )/);

function randomGames(count) {
  const random = randomOf(2026);
  return Array.from({ length: count }, () => {
    const game = new Game();
    playout(game, random, 100);
    return game.pgn();
  }).join('\n');
}

function pgn(text) {
  const megabytes = Buffer.byteLength(text) / 1e6;
  const some = split(text).slice(0, 100).join('\n\n');
  const few = Buffer.byteLength(some) / 1e6;
  const ends = parsePgnLines(some).map((game) => {
    const replayed = new Game(game.fen);
    replayed.playAll(game.moves);
    return replayed.fen();
  });
  const same = (library, found) => {
    found.forEach((fen, i) => {
      if (fen.split(' ')[0] !== ends[i].split(' ')[0]) throw new Error(`${library}: game ${i + 1} ends otherwise`);
    });
  };
  const ours = [
    ['erawan, whole trees', () => parsePgn(text)],
    ['erawan, main lines', () => parsePgnLines(text)],
    ['erawan, checked only', () => checkPgn(text).games],
  ].map(([name, read]) => [name, megabytes / timed(read).seconds, `${megabytes.toFixed(1)} MB`]);
  if (parsePgn(text).some(isPgnError)) throw new Error('a bad game');
  const theirs = [
    ['chess.js', () => split(some).map((game) => {
      const chess = new ChessJs();
      chess.loadPgn(game);
      return chess.fen();
    })],
    ['chessops', () => parsePgnOps(some).map((game) => {
      const position = startingPosition(game.headers).unwrap();
      for (const node of game.moves.mainline()) position.play(parseSan(position, node.san));
      return makeFen(position.toSetup());
    })],
    ['chess.ts', () => split(some).map((game) => {
      const chess = new ChessTs();
      if (!chess.loadPgn(game)) throw new Error('chess.ts cannot read a game');
      return chess.fen();
    })],
  ].map(([name, read]) => {
    const { seconds, result } = timed(read);
    same(name, result);
    return [name, few / seconds, `${few.toFixed(2)} MB`];
  });
  print('PGN read and replayed', 'MB/s', [...ours, ...theirs]);
}

function print(title, unit, rows) {
  const others = rows.filter(([name]) => !name.startsWith('erawan'));
  const fastest = Math.max(...others.map(([, speed]) => speed));
  console.log(`\n${title}\n`);
  console.log(`| | ${unit} | beside the fastest other | on |\n|---|--:|--:|---|`);
  for (const [name, speed, on] of rows) {
    const figures = speed >= 10 ? speed.toFixed(0) : speed.toPrecision(2);
    const ratio = name.startsWith('erawan') ? `${(speed / fastest).toFixed(1)} ×` : '';
    console.log(`| ${name} | ${figures} | ${ratio} | ${on} |`);
  }
}

console.log(`Node ${process.version}, ${cpus()[0].model}`);
const file = process.argv[2];
const depths = { erawan: 5, 'chess.js': 3, chessops: 4, 'chess.ts': 3 };
perft('start', START, depths);
perft('Kiwipete', KIWIPETE, { ...depths, erawan: 4, chessops: 3 });
pgn(file ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : randomGames(500));
