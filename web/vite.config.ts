import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compress.ts';
import { everyFile, partFiles } from './part-files.ts';
import { pdfData } from './pdf-data.ts';
import { withoutJsonSchema } from './without-json-schema.ts';

/** What everybody needs once signed in: the shell, what a page with a list is made of, and the small parts that all share. */
const everyPage = new RegExp(
  [
    String.raw`/web/src/app/(?:Portal|Shell)\.tsx$`,
    String.raw`/web/src/kit/(?:AppTable|ListEnd|PressedButtons|RowMenu|SearchField|page-keys|sticky-head|table-keys|today)\.tsx?$`,
    String.raw`/web/src/shared/(?:ListToolbar|ShownPhone|SitePicker|StatusBadge|chosen-group|list-search|narrowed-list|own-choice|RowHeightSwitch|site-names)\.tsx?$`,
    String.raw`/contract/src/(?:wire\.ts|addresses/|participants/rules|care-groups/(?:endpoints|rules)|needs/(?:endpoints|kinds))`,
    String.raw`/web/src/rooms/needs/(?:NeedsYou|Needs|links|queries)\.tsx?$`,
    '/icons/IconPlus',
    '/node_modules/@tanstack/',
    '/(?:create-safe-context|use-merged-ref)/',
  ].join('|'),
);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), partFiles(), pdfData(), withoutJsonSchema(), compressed()],
  // The other build of pdf.js runs only in the browsers of the last months.
  resolve: { alias: [{ find: /^pdfjs-dist$/, replacement: 'pdfjs-dist/legacy/build/pdf.min.mjs' }] },
  build: {
    target: 'es2022',
    // Nothing inline: the content security policy allows neither scripts nor styles in the page.
    assetsInlineLimit: 0,
    modulePreload: everyFile,
    // pdf.js, which comes with the first document that is opened.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // Declaring a schema or a call has no effect of its own: what a page does not use of the contract stays out of it.
      treeshake: { manualPureFunctions: ['z', 'endpoint'] },
      // All that the first page needs is one file, and what everybody needs once signed in another:
      // every further file costs its own headers and compresses worse.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'portal', test: everyPage, priority: 1 },
          ],
        },
      },
    },
  },
});
