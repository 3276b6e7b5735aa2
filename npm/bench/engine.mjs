// How fast the engine is here, beside the program: the same searches, nodes a second.
//
//     ERAWAN=../target/release/erawan node bench/engine.mjs
//     THREADS=2 …     with as many threads, here and there
import { spawnSync } from 'node:child_process';
import { Engine } from '../dist/engine.js';
import { Game } from '../dist/index.js';

const NODES = 3_000_000;
const ROUNDS = 3;
const THREADS = Number(process.env.THREADS ?? 1);

/** Nodes a second of the best of some rounds. */
async function best(search) {
  let most = 0;
  for (let round = 0; round < ROUNDS; round++) most = Math.max(most, await search());
  return Math.round(most);
}

const engine = await Engine.start({ hash: 16, threads: THREADS });
for (const variant of ['chess', 'makruk']) {
  const here = await best(async () => {
    await engine.clear();
    let last;
    await engine.search(new Game(undefined, { variant }), { nodes: NODES, onLine: (line) => (last = line) });
    return (1000 * last.nodes) / last.time;
  });
  const there = process.env.ERAWAN
    ? await best(() => {
        const words = [
          'setoption name Hash value 16',
          `setoption name Threads value ${THREADS}`,
          `setoption name UCI_Variant value ${variant}`,
        ];
        const input = [...words, 'position startpos', `go nodes ${NODES}`].join('\n');
        const { stdout } = spawnSync(process.env.ERAWAN, ['uci'], { input, encoding: 'utf8' });
        return Number([...stdout.matchAll(/ nps (\d+)/g)].pop()?.[1] ?? 0);
      })
    : 0;
  const beside = there ? `, ${Math.round((100 * here) / there)} % of the program's ${there}` : '';
  console.log(`${variant}: ${here} nodes a second${beside}`);
}
engine.close();
