import { sections } from '@portal/contract/shipments/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { anyText } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { peopleOfTrial } from './people-of-sites.ts';

/** Tells of a trial that changed: the people of its sites too, whose screens go by its settings (OPN-47), and others who are named. */
export async function tellOfTrial(
  act: Pick<Act<Actor>, 'tx' | 'now' | 'announce'>,
  trialId: number,
  others: readonly number[] = [],
): Promise<void> {
  const people = [...(await peopleOfTrial(act, trialId)), ...others];
  await act.announce({ type: 'care_group.changed', id: trialId, careGroupId: trialId, people });
}

/** Tells both sides of each request that goes to the site and is not shipped yet that another address is on record. */
export async function tellOfAddress(
  { tx, announce }: Pick<Act<Actor>, 'tx' | 'announce'>,
  siteId: number,
): Promise<void> {
  const requests = await tx
    .selectFrom('shipment_request')
    .where('site_id', '=', siteId)
    .where('to_participant', '=', false)
    .where('status', '=', anyText(sections.pending))
    .select(['request_id as id', 'site_id as careGroupId', 'partner_id as partnerId'])
    .orderBy('request_id')
    .execute();
  await announce(...requests.map((request) => ({ type: 'shipment.changed' as const, ...request })));
}
