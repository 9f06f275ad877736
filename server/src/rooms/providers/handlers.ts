/** Who handles shipment requests: the people of the site, and those of the partner (ACC-02). Fragments over `provider as person`. */
import { partnerTypes, siteSide, type UserType } from '@portal/contract/access.ts';
import { sql } from 'kysely';

const any = (types: readonly UserType[]) => sql`any(${[...types]}::text[])`;
const hasTrials = sql`exists (select from company_module module where module.company_id = person.company_id and module.name = 'TrialCard')`;
const isOfPartner = sql`person.type = ${any(partnerTypes)}`;
const isOfSite = sql`person.type = ${any(siteSide)}`;

/** Whether there can be any request that this person handles. */
export const handlesRequests = sql<boolean>`(${hasTrials} and case when ${isOfPartner} then person.partner_id is not null else ${isOfSite} end)`;

/** Whether this person handles `shipment_request as request`; the same people as may call for it from that side. */
export const handlesThisRequest = sql<boolean>`(person.is_active and person.company_id = request.company_id and ${hasTrials} and case
  when ${isOfPartner} then person.partner_id = request.partner_id
  when person.type = 'Admin' then true
  else ${isOfSite} and exists (
    with recursive above as (
      select care_group_id, parent_id from care_group where care_group_id = request.site_id and removed_at is null
      union all
      select g.care_group_id, g.parent_id from care_group g join above on g.care_group_id = above.parent_id where g.removed_at is null)
    select from above join care_group_member member using (care_group_id) where member.provider_id = person.provider_id) end)`;
