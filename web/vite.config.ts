import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compress.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  build: {
    target: 'es2022',
    // Nothing inline: the content security policy allows neither scripts nor styles in the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Declaring a schema or a call has no effect of its own: what a page does not use of the contract stays out of it.
      treeshake: { manualPureFunctions: ['z', 'endpoint'] },
      // All that the first page needs is one file, and what everybody needs once signed in another:
      // every further file costs its own headers and compresses worse.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'portal', test: /web\/src\/app\/(?:Portal|Shell)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
});
