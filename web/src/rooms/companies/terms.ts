import type { BrandInfo } from '@portal/contract/companies/brand-wire.ts';

type Terms = Pick<BrandInfo, 'termDocId' | 'termsURL'>;

/** What terms of its own a brand has: a document, an address on the web, or both. Without any it has those of the portal alone. */
export const ownTerms = ({ termDocId, termsURL }: Terms): string =>
  [...(termDocId === null ? [] : ['Uploaded']), ...(termsURL ? ['Web address'] : [])].join(', ') || 'None';
