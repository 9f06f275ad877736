import { type CareGroup, careGroup, siteInfo, trialInfo } from '@portal/contract/care-groups/endpoints.ts';
import { groupLabels, subjectNumberLength } from '@portal/contract/care-groups/rules.ts';
import { z } from 'zod';
import type { Tx } from '#platform/database/db.ts';
import * as queries from './queries.ts';

const types = { trial: 'clinicalTrial', site: 'trialSite', group: 'careGroup' } as const;
const configured = (is: boolean) => (is ? 'configured' : 'not configured');
const mode = (exists: boolean) => (exists ? 'Edit' : 'Create');

/** A care group as the wire speaks of it. */
export function presentGroup(row: queries.GroupRow): CareGroup {
  const kind = row.kind as keyof typeof types;
  return {
    gId: row.careGroupId,
    parentId: row.parentId,
    groupName: row.name,
    displayName: row.displayName,
    description: row.description,
    type: types[kind],
    groupType: groupLabels[types[kind]],
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

/** A trial or a site that this viewer may know of. */
export async function trialOrSite(tx: Tx, viewer: queries.Sight, careGroupId: number): Promise<CareGroup | undefined> {
  const row = await queries
    .trialsInSight(tx, viewer, false)
    .where('g.care_group_id', '=', careGroupId)
    .executeTakeFirst();
  return row && presentGroup(row);
}

type TrialRow = NonNullable<Awaited<ReturnType<ReturnType<typeof queries.trialInSight>['executeTakeFirst']>>>;
type SiteRow = NonNullable<Awaited<ReturnType<ReturnType<typeof queries.siteInSight>['executeTakeFirst']>>>;

/** APG-02. */
export const presentTrial = ({ hasShipping, ...settings }: TrialRow) => ({
  ...settings,
  hasShippingRequest: hasShipping,
  subjectNumberLength: subjectNumberLength(settings.subjectNumberMask),
  // "0 on save" is all the seeds say of it.
  status: 0,
});

/** APG-05; null while the site is not configured (OPS-24). */
export function presentSite(row: SiteRow): z.output<typeof siteInfo> | null {
  const { street, street2, city, state, zip, country, pharmacies, isConfigured, ...rest } = row;
  if (!isConfigured || street === null) return null;
  const address = {
    street,
    street2: street2 ?? '',
    city: city ?? '',
    state: state ?? '',
    zip: zip ?? '',
    country: country ?? '',
  };
  return { ...rest, address, pharmacyPartners: pharmacies };
}

/** What stands now, for whoever read an older version (REL-07). It goes out beside the failure, so it is encoded here. */
export const current = {
  group: async (tx: Tx, viewer: queries.Sight, careGroupId: number): Promise<object> =>
    z.encode(
      careGroup,
      presentGroup(
        await queries.groupsInSight(tx, viewer).where('g.care_group_id', '=', careGroupId).executeTakeFirstOrThrow(),
      ),
    ),
  trial: async (tx: Tx, viewer: queries.Sight, trialId: number): Promise<object> =>
    z.encode(trialInfo, presentTrial(await queries.trialInSight(tx, viewer, trialId).executeTakeFirstOrThrow())),
  site: async (tx: Tx, viewer: queries.Sight, siteId: number): Promise<object> => {
    const site = await queries.siteInSight(tx, viewer, siteId).executeTakeFirstOrThrow();
    const info = presentSite(site);
    return info ? z.encode(siteInfo, info) : { version: site.version };
  },
};
