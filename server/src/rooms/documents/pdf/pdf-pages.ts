/** Whether whoever opens a PDF sees a page: from a catalog by way of the page tree, in whatever revision. */
import type { FoundObject } from './pdf-parts.ts';

export interface PageWatch {
  see: (object: FoundObject) => void;
  hasPages: () => boolean;
}

export function watchPages(): PageWatch {
  const roots = new Set<number>();
  /** What the nodes of page trees hold; a node may say in a list elsewhere what it holds. */
  const kids = new Map<number, number[]>();
  const pages = new Set<number>();
  return {
    see: ({ numbers, tokens }) => {
      if (isOfType(tokens, '/Catalog')) for (const root of referencesAfter(tokens, '/Pages')) roots.add(root);
      if (numbers === 'unread') return;
      for (const number of numbers) {
        if (isOfType(tokens, '/Page')) pages.add(number);
        for (const kid of tokens[0] === '[' ? referencesAt(tokens, 0) : referencesAfter(tokens, '/Kids')) {
          const known = kids.get(number);
          if (known) known.push(kid);
          else kids.set(number, [kid]);
        }
      }
    },
    hasPages: () => {
      const reached = new Set(roots);
      for (const number of reached) {
        if (pages.has(number) && !roots.has(number)) return true;
        for (const kid of kids.get(number) ?? []) reached.add(kid);
      }
      return false;
    },
  };
}

function isOfType(tokens: readonly string[], type: string): boolean {
  for (let at = tokens.indexOf(type); at >= 0; at = tokens.indexOf(type, at + 1))
    if (tokens[at - 1] === '/Type') return true;
  return false;
}

function* referencesAfter(tokens: readonly string[], name: string): Generator<number> {
  for (let at = tokens.indexOf(name); at >= 0; at = tokens.indexOf(name, at + 1)) yield* referencesAt(tokens, at + 1);
}

/** One, or those of a list. */
function* referencesAt(tokens: readonly string[], from: number): Generator<number> {
  const isList = tokens[from] === '[';
  for (let at = isList ? from + 1 : from; tokens[at + 2] === 'R'; at += 3) {
    yield Number(tokens[at]);
    if (!isList) return;
  }
}
