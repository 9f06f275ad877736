import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const home = path.join(import.meta.dirname, '../node_modules/pdfjs-dist');
const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string };

/**
 * Puts beside the web app what pdf.js asks for by name, and only when a document needs it: fonts and character maps of
 * PDFs that bring none of their own, and the decoders of scanned pages. `PdfPages` names the folder.
 */
export function pdfData(): Plugin {
  return {
    name: 'pdf-data',
    apply: 'build',
    generateBundle() {
      for (const name of globSync('{cmaps,standard_fonts}/*', { cwd: home }).concat(
        globSync('wasm/{*_nowasm_fallback.js,LICENSE_*}', { cwd: home }),
      )) {
        const fileName = `assets/pdf-${version}/${name.replaceAll(path.sep, '/')}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(path.join(home, name)) });
      }
    },
  };
}
