// Builds the package into dist/: the module by cargo, the rest by tsc. Says how
// large the module is, and fails if it has grown too large.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? `${root}target`;
/** What the rules may take on the wire, in bytes. */
const MOST = 250_000;

const run = (program, args, cwd) => execFileSync(program, args, { cwd, stdio: 'inherit' });
const WASM = 'wasm32-unknown-unknown';
run('cargo', ['build', '--locked', '--profile', 'wasm', '--target', WASM, '--package', 'erawan-wasm'], root);
rmSync(`${here}dist`, { recursive: true, force: true });
mkdirSync(`${here}dist`);
copyFileSync(`${target}/${WASM}/wasm/erawan_wasm.wasm`, `${here}dist/erawan.wasm`);
for (const licence of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(`${root}${licence}`, `${here}${licence}`);
run('npx', ['--no-install', 'tsc'], here);

const bytes = readFileSync(`${here}dist/erawan.wasm`);
const packed = gzipSync(bytes, { level: 9 }).length;
console.log(`erawan.wasm: ${bytes.length} bytes, ${packed} with gzip`);
if (packed > MOST) {
  console.error(`that is more than ${MOST}`);
  process.exit(1);
}
