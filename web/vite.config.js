import { defineConfig } from 'vitest/config';

const FONTS = ['inter', 'literata', 'noto-sans-thai'];

// Fixed names and no source maps: the same source always gives the same
// bytes, and the server knows what to embed.
export default defineConfig({
  base: './',
  build: {
    outDir: '../crates/server/page',
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
});
