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
  { name: 'erawan.wasm', features: '', most: 250_000 },
  { name: 'erawan-engine.wasm', features: 'engine', most: 8_000_000 },
];

const run = (program, args, cwd) => execFileSync(program, args, { cwd, stdio: 'inherit' });
const WASM = 'wasm32-unknown-unknown';
rmSync(`${here}dist`, { recursive: true, force: true });
mkdirSync(`${here}dist`);
for (const { name, features } of MODULES) {
  const what = ['--package', 'erawan-wasm', '--features', features];
  run('cargo', ['build', '--locked', '--profile', 'wasm', '--target', WASM, ...what], root);
  copyFileSync(`${target}/${WASM}/wasm/erawan_wasm.wasm`, `${here}dist/${name}`);
}
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
