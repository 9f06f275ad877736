import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { GivenNumber } from '#rooms/participants/door.ts';

/**
 * OPS-68: what was asked for in the trial by a subject number alone is the participant's who is given that number, whatever number they
 * have later. Number and name stay on the request as it was asked for, so that a number that was typed wrongly can be told.
 */
export async function tieRequests(
  { tx, viewer, record, announce }: Act<Actor>,
  { participantId, subjectNumber, trialId }: GivenNumber,
): Promise<void> {
  const tied = await tx
    .updateTable('shipment_participant as named')
    .from('shipment_request as request')
    .set({ participant_id: participantId })
    .whereRef('request.request_id', '=', 'named.request_id')
    .where('request.trial_id', '=', trialId)
    .where('named.company_id', '=', viewer.companyId)
    .where('named.subject_number', '=', subjectNumber)
    .where('named.participant_id', 'is', null)
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
