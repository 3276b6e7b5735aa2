import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const FONTS = ['inter', 'literata', 'noto-sans-thai'];

// What nobody but the page itself may do there; its server says the same in a header.
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** What only the page without a server has. */
const site = {
  name: 'site',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => ({
      html: html.replace('/src/main.ts', '/src/site/main.ts'),
      tags: [
        { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
      ],
    }),
  },
  generateBundle(_, bundle) {
    // The styles are not in it yet.
    const names = ['./', 'app.css', ...Object.keys(bundle).filter((name) => name !== 'index.html')];
    const source = readFileSync(new URL('./site/service.js', import.meta.url), 'utf8');
    const filled = source.replace("FIRST = ['./']", `FIRST = ${JSON.stringify(names)}`);
    this.emitFile({ type: 'asset', fileName: 'service.js', source: filled });
  },
};

// Fixed names and no source maps: the same source always gives the same
// bytes, and the server knows what to embed. `--mode site` builds the page
// without a server, for any host of files.
export default defineConfig(({ mode }) => ({
  base: './',
  define: { MODULE_BYTES: Number(process.env.MODULE_BYTES ?? 0) },
  plugins: mode === 'site' ? [site] : [],
  worker: { format: 'es', rollupOptions: { output: { entryFileNames: '[name].js' } } },
  build: {
    outDir: mode === 'site' ? '../target/site' : '../crates/server/page',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        entryFileNames: 'app.js',
        assetFileNames: ({ names }) =>
          FONTS.find((font) => names[0]?.startsWith(font))?.concat('.woff2') ?? 'app[extname]',
        codeSplitting: false,
      },
    },
    cssCodeSplit: false,
  },
  test: {
    environment: 'happy-dom',
    include: ['tests/unit/**/*.test.ts'],
    restoreMocks: true,
  },
}));
