import { defineConfig } from 'vitest/config';

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
        assetFileNames: 'app[extname]',
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
