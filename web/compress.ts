import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes a brotli twin beside every text file, so that the server compresses nothing while it answers. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = path.resolve(root, build.outDir);
    },
    closeBundle: () => {
      for (const name of globSync('**/*.{html,js,mjs,css,svg,json,webmanifest}', { cwd: folder })) {
        const file = path.join(folder, name);
        const source = readFileSync(file);
        // The last tenth of a large file would take many seconds; only pdf.js is as large.
        const quality = source.length > 600_000 ? 9 : 11;
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: source.length };
        writeFileSync(`${file}.br`, brotliCompressSync(source, { params }));
      }
    },
  };
}
