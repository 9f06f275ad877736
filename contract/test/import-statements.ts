/** The files that a source of the house names in its import statements. */
import path from 'node:path';

const subpaths: Record<string, string> = {
  '@portal/contract/': 'contract/src/',
  '@portal/server/': 'server/src/',
  '@portal/web/': 'web/src/',
};

/** The file of our house that an import names; undefined for a package. */
export function targetOf(from: string, name: string): string | undefined {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(from), name);
  for (const [start, folder] of Object.entries(subpaths))
    if (name.startsWith(start)) return folder + name.slice(start.length);
  if (!name.startsWith('#')) return undefined;
  const [side] = from.split('/');
  if (name.startsWith('#src/')) return `${side}/src/${name.slice('#src/'.length)}`;
  if (name.startsWith('#test/')) return `${side}/${name.slice(1)}`;
  return `${side}/src/${name.slice(1)}`;
}

const withoutComments = (source: string): string => source.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
const namesIn = (code: string, statements: RegExp): string[] =>
  [...code.matchAll(statements)].map((match) => match[2]!);

/** The names in the import statements of a source. */
export const importsOf = (source: string): string[] =>
  namesIn(withoutComments(source), /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s*)(['"])([^'"\n]+)\1/gm);

/** Those of them that are needed as soon as the source is; the others are loaded where they are wanted. */
export const neededAtOnce = (source: string): string[] =>
  namesIn(withoutComments(source), /(?:\bfrom\s*|^\s*import\s*)(['"])([^'"\n]+)\1/gm);
