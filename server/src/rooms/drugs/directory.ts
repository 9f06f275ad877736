/** Where medications are looked for: a port, with a bundled list that works offline. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Drug } from '@portal/contract/drugs/endpoints.ts';
import { fail } from '#platform/core/fail.ts';

export interface DrugDirectory {
  search: (asked: { field: 'name' | 'ndc'; term: string; limit: number }) => Promise<Drug[]>;
}

/** A directory held in memory; 100,000 entries are looked through in a few milliseconds. */
export function directoryOf(drugs: readonly Drug[]): DrugDirectory {
  const entries = drugs
    .map((drug) => ({
      drug,
      names: ` ${drug.brandName} ${drug.genericName}`.toLowerCase(),
      digits: drug.ndc.replaceAll('-', ''),
    }))
    .sort((one, other) => (one.names < other.names ? -1 : one.names > other.names ? 1 : 0));
  return {
    search: async ({ field, term, limit }) => {
      const wanted = term.toLowerCase();
      const fits = ({ names, digits }: (typeof entries)[number]) =>
        field === 'ndc' ? digits.startsWith(wanted) : names.includes(wanted);
      const found: Drug[] = [];
      // What begins with the term comes first.
      const better = field === 'name' ? entries.filter(({ names }) => names.startsWith(` ${wanted}`)) : [];
      for (const { drug } of better.slice(0, limit)) found.push(drug);
      const known = new Set(found);
      for (const entry of entries) {
        if (found.length >= limit) break;
        if (fits(entry) && !known.has(entry.drug)) found.push(entry.drug);
      }
      return found;
    },
  };
}

/** Where real patients are and no directory is named: the made-up NDCs of the bundled list never come into a record. */
export const noDirectory: DrugDirectory = {
  search: () => Promise.reject(fail('drugs.none')),
};

let bundled: DrugDirectory | undefined;
/** For trying alone. One line a product: brand, generic name, strength, form and NDC, with tabs between. */
export const bundledDirectory = (): DrugDirectory => (bundled ??= directoryOf(readBundled()));

const readBundled = (): Drug[] =>
  readFileSync(path.join(import.meta.dirname, 'directory.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [brandName = '', genericName = '', strength = '', dosageForm = '', ndc = ''] = line.split('\t');
      return { brandName, genericName, strength, dosageForm, ndc };
    });
