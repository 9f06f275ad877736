import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { GivenNumber } from '#rooms/participants/door.ts';

/**
 * OPS-68: what was asked for at a site by a subject number alone is the participant's who is given that number there, whatever number they
 * have later. Number and name stay on the request as it was asked for, so that a number that was typed wrongly can be told. Nobody is on
 * one request twice.
 */
export async function tieRequests(
  { tx, viewer, record, announce }: Act<Actor>,
  { participantId, subjectNumber, siteId }: GivenNumber,
): Promise<void> {
  const tied = await tx
    .updateTable('shipment_participant as named')
    .from('shipment_request as request')
    .set({ participant_id: participantId })
    .whereRef('request.request_id', '=', 'named.request_id')
    .where('request.site_id', '=', siteId)
    .where('named.company_id', '=', viewer.companyId)
    .where('named.subject_number', '=', subjectNumber)
    .where('named.is_by_number', '=', true)
    .where('named.participant_id', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('shipment_participant as known')
            .whereRef('known.request_id', '=', 'named.request_id')
            .where('known.participant_id', '=', participantId)
            .select('known.position'),
        ),
      ),
    )
    .returning(['named.request_id as id', 'request.site_id as careGroupId', 'request.partner_id as partnerId'])
    .execute();
  await record(
    ...tied.map(({ id }) => ({
      action: 'shipment.participant_known' as const,
      record: { kind: 'shipment_request' as const, id },
      changes: [
        { field: 'participant_id', old: null, new: participantId },
        { field: 'subject_number', new: subjectNumber },
      ],
    })),
  );
  await announce(...tied.map((request) => ({ type: 'shipment.changed' as const, ...request })));
}
