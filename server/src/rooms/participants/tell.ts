import { sections } from '@portal/contract/shipments/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { anyText } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';

/**
 * Tells of a participant the people of these sites, and each pharmacy that has a request for them under one of these numbers, or by their
 * record. Wholesalers know of no participants (PRV-04).
 */
export async function tellOfParticipant(
  { tx, announce }: Pick<Act<Actor>, 'tx' | 'announce'>,
  id: number,
  { siteIds, subjectNumbers }: { siteIds: readonly number[]; subjectNumbers: readonly string[] },
): Promise<void> {
  const pharmacies = await tx
    .selectFrom('shipment_participant as subject')
    .innerJoin('shipment_request as request', 'request.request_id', 'subject.request_id')
    .where('subject.participant_id', '=', id)
    .where('request.shipment_type', '=', 'pharmacy')
    .where((eb) =>
      eb.or([eb('subject.is_by_number', '=', false), eb('subject.subject_number', '=', anyText(subjectNumbers))]),
    )
    .select('request.partner_id as partnerId')
    .distinct()
    .orderBy('partnerId')
    .execute();
  const type = 'participant.changed';
  await announce(
    ...[...new Set(siteIds)].map((careGroupId) => ({ type, id, careGroupId }) as const),
    ...pharmacies.map(({ partnerId }) => ({ type, id, partnerId }) as const),
  );
}

/** Tells both sides of each request that goes to the address on record of a participant, and is not shipped yet, that it is another one. */
export async function tellOfHome(
  { tx, announce }: Pick<Act<Actor>, 'tx' | 'announce'>,
  participantId: number,
): Promise<void> {
  const requests = await tx
    .selectFrom('shipment_participant as subject')
    .innerJoin('shipment_request as request', 'request.request_id', 'subject.request_id')
    .where('subject.participant_id', '=', participantId)
    .where('request.to_participant', '=', true)
    .where('request.address_on_record', '=', true)
    .where('request.status', '=', anyText(sections.pending))
    .select(['request.request_id as id', 'request.site_id as careGroupId', 'request.partner_id as partnerId'])
    .orderBy('request.request_id')
    .execute();
  await announce(...requests.map((request) => ({ type: 'shipment.changed' as const, ...request })));
}
