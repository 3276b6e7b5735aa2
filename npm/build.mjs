// Builds the package into dist/: the modules by cargo, the rest by tsc. Says how
// large they are, and fails if one has grown too large.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? `${root}target`;
/** What each module may take on the wire, in bytes: the rules, and the engine with its networks. */
const MODULES = [
  { name: 'erawan.wasm', most: 250_000 },
  { name: 'erawan-engine.wasm', most: 8_000_000 },
];

const run = (program, args, cwd) => execFileSync(program, args, { cwd, stdio: 'inherit' });
rmSync(`${here}dist`, { recursive: true, force: true });
mkdirSync(`${here}dist`);
const WASM = 'wasm32-unknown-unknown';
run('cargo', ['build', '--locked', '--profile', 'wasm', '--target', WASM, '--package', 'erawan-wasm'], root);
copyFileSync(`${target}/${WASM}/wasm/erawan_wasm.wasm`, `${here}dist/erawan.wasm`);
// With threads, which the standard library has for another target.
run('cargo', ['xtask', 'wasm', 'engine', '--out', `${here}dist/erawan-engine.wasm`], root);
for (const licence of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(`${root}${licence}`, `${here}${licence}`);
run('npx', ['--no-install', 'tsc'], here);

for (const { name, most } of MODULES) {
  const bytes = readFileSync(`${here}dist/${name}`);
  const packed = gzipSync(bytes, { level: 9 }).length;
  console.log(`${name}: ${bytes.length} bytes, ${packed} with gzip`);
  if (packed > most) {
    console.error(`that is more than ${most}`);
    process.exitCode = 1;
  }
}
