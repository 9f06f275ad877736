import { defineConfig } from 'vite';

/** What the server adds to its pages in development mode only; the portal itself knows nothing of it. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: 'dist-dev',
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'dev/demo-accounts.ts', output: { entryFileNames: '[name].js' } },
  },
});
