import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compress.ts';
import { everyFile, partFiles } from './part-files.ts';
import { pdfData } from './pdf-data.ts';
import { withoutUnused } from './without-unused.ts';

/** What everybody needs once signed in: the shell, what a page with a list is made of, and the small parts that all share. */
const everyPage = new RegExp(
  [
    String.raw`/web/src/app/(?:Portal|Shell)\.tsx$`,
    String.raw`/web/src/kit/(?:AppTable|ListEnd|PressedButtons|RowMenu|SearchField|page-keys|sticky-head|table-keys|today)\.tsx?$`,
    String.raw`/web/src/shared/(?:ListToolbar|ShownPhone|SitePicker|StatusBadge|chosen-group|list-search|narrowed-list|own-choice|RowHeightSwitch|site-names)\.tsx?$`,
    String.raw`/contract/src/(?:wire\.ts|addresses/|participants/rules|care-groups/(?:endpoints|rules)|needs/(?:endpoints|kinds))`,
    String.raw`/web/src/rooms/(?:needs/(?:NeedsYou|Needs|links|queries)|participants/words)\.tsx?$`,
    '/icons/IconPlus',
    '/node_modules/@tanstack/',
    '/(?:create-safe-context|use-merged-ref)/',
  ].join('|'),
);

/**
 * What many pages share, put together by what is wanted together: a page or dialog asks for 15 files in the place of 23, and with their
 * headers for 69 KB in the place of 66, on average. The order counts: what one of them needs that no earlier one has goes with it.
 */
const shared: { name: string; test: RegExp }[] = [
  {
    name: 'small',
    test: /\/Checkbox\/|InlineInput|CheckIcon|RadioIcon|AccordionChevron|Icon(?:AlertTriangle|Download|ChevronRight|Trash)|DirectionProvider|get-style-object|to-int|get-env|use-(?:debounced-callback|callback-ref)|\/(?:noop|clamp)\/|save-file|base64|plausible-day|tiny-invariant/,
  },
  {
    name: 'dialog',
    test: /\/(?:FocusTrap|ModalBase|tslib)\/|focus-trap|return-focus|react-remove-scroll|\/kit\/(?:Sheet|ConfirmDialog|Dialog)\.tsx$/,
  },
  { name: 'floating', test: /\/node_modules\/@floating-ui\/|\/Popover\// },
  { name: 'days', test: /\/node_modules\/(?:dayjs|@mantine\/dates)\/|\/kit\/DateField/ },
  {
    name: 'supply',
    test: /\/contract\/src\/(?:shipments|products|pricing|lots|partners)\/|\/shared\/(?:product-name|late-words)|\/kit\/(?:RowActions|Section|amount)\./,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), partFiles(), pdfData(), withoutUnused(), compressed()],
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
            ...shared.map((group) => ({ ...group, minShareCount: 2 })),
          ],
        },
      },
    },
  },
});
