import { Failed } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import { isTermsOfBrand } from './queries.ts';

/** Asked of a document that is held: what a brand names as its terms stays, and stays as it is, so that everybody opens it (CAG-32). */
export async function refuseTerms(tx: Tx, documentId: number): Promise<void> {
  if (await isTermsOfBrand(tx, documentId))
    throw new Failed('document.in_use', { sentence: 'The document holds the terms of a brand.' });
}
