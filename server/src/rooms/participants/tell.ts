import { sections } from '@portal/contract/shipments/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { anyText, type Tx } from '#platform/database/db.ts';
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
  const requests = await pendingRequests(tx)
    .where('subject.participant_id', '=', participantId)
    .where('request.to_participant', '=', true)
    .where('request.address_on_record', '=', true)
    .orderBy('id')
    .execute();
  await announce(...requests.map((request) => ({ type: 'shipment.changed' as const, ...request })));
}

/**
 * Tells both sides of each request that is not shipped yet, and is for a participant by their record or by one of these numbers alone, that
 * they can or cannot be ordered for now. What becomes theirs by the number is told of by the room that has it.
 */
export async function tellOfOrders(
  { tx, announce }: Pick<Act<Actor>, 'tx' | 'announce'>,
  { participantId, siteId, trialId, subjectNumbers }: Placed,
): Promise<void> {
  const requests = await pendingRequests(tx)
    .where('subject.participant_id', '=', participantId)
    .union(
      pendingRequests(tx)
        .where('subject.is_by_number', '=', true)
        .where('subject.subject_number', '=', anyText(subjectNumbers))
        .where('request.trial_id', '=', trialId)
        .where((eb) => eb.or([eb('subject.participant_id', 'is not', null), eb('request.site_id', '<>', siteId)])),
    )
    .orderBy('id')
    .execute();
  await announce(...requests.map((request) => ({ type: 'shipment.changed' as const, ...request })));
}
interface Placed {
  participantId: number;
  siteId: number;
  trialId: number;
  subjectNumbers: readonly string[];
}

const pendingRequests = (tx: Tx) =>
  tx
    .selectFrom('shipment_participant as subject')
    .innerJoin('shipment_request as request', 'request.request_id', 'subject.request_id')
    .where('request.status', '=', anyText(sections.pending))
    .select(['request.request_id as id', 'request.site_id as careGroupId', 'request.partner_id as partnerId']);
