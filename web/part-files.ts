import path from 'node:path';
import type { BuildEnvironmentOptions, Plugin } from 'vite';

const helper = '\0vite/preload-helper.js';
const ours = path.join(import.meta.dirname, 'src/app/load-part.ts');

/** In the place of what Vite puts before every `import()`: our own, which can be asked again after a failure. */
export function partFiles(): Plugin {
  return {
    name: 'part-files',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === helper ? `export { loadPart as __vitePreload } from ${JSON.stringify(ours)};` : null),
  };
}

type ModulePreload = Exclude<BuildEnvironmentOptions['modulePreload'], boolean | undefined>;

/** It is told of every file of a part. Vite leaves out the part's own where there is no other. */
export const everyFile: ModulePreload = {
  polyfill: false,
  resolveDependencies: (part, files, { hostType }) =>
    hostType === 'js' && !files.includes(part) ? [part, ...files] : files,
};
