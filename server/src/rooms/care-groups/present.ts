import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { GroupRow } from './queries.ts';

const types = { trial: 'clinicalTrial', site: 'trialSite', group: 'careGroup' } as const;
const labels = { trial: 'Trial', site: 'Trial Site', group: 'Care Group' } as const;
const configured = (is: boolean) => (is ? 'configured' : 'not configured');
const mode = (exists: boolean) => (exists ? 'Edit' : 'Create');

/** A care group as the wire speaks of it. */
export function presentGroup(row: GroupRow): CareGroup {
  const kind = row.kind as keyof typeof types;
  return {
    gId: row.careGroupId,
    parentId: row.parentId,
    groupName: row.name,
    displayName: row.displayName,
    description: row.description,
    type: types[kind],
    groupType: labels[kind],
    sponsorId: row.sponsorId,
    sponsorName: row.sponsorName,
    hasCard: row.hasCard,
    hasShippingRequest: row.hasShipping,
    outreachPreference: row.outreachPreference,
    subjectNumberMask: row.subjectNumberMask,
    orderFormTemplate: row.orderFormTemplateId,
    trialSiteCount: row.siteCount,
    trialConfigured: configured(row.trialIsConfigured),
    siteConfigured: configured(kind === 'site' && row.isConfigured),
    cardConfigured: configured(row.cardIsConfigured),
    shippingConfigured: configured(row.shippingIsConfigured),
    groupConfigMode: mode(row.isConfigured),
    cardConfigMode: mode(row.cardIsConfigured),
    primaryContact: row.primaryContactId,
    companyId: row.companyId,
    brandId: row.brandId,
    version: row.version,
  };
}
