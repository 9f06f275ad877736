import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';

/** The sponsor of a trial or of a site's trial, if there is one: it may pay a price of its own (PRC-04). */
export const sponsorOf = ({ sponsorId, sponsorName }: CareGroup): { sponsorId: number; name: string } | null =>
  sponsorId === null ? null : { sponsorId, name: sponsorName ?? 'Sponsor' };
