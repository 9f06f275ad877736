/** Requests and participants by what their number begins with. SQL, nothing else. */
import { mostFound } from '@portal/contract/go-to/endpoints.ts';
import { sql } from 'kysely';
import { inSight } from '#rooms/care-groups/door.ts';
import { requestsInSight } from '#rooms/shipments/door.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';

/** Of a long number somebody types more than its first digits: a thousand numbers at most are looked at for each length. */
const mostDigitsMore = 3;
const lastNumber = 2_147_483_647;

/** The numbers that begin with these digits, as ranges, the shortest first. */
function rangesOf(digits: string): [from: number, to: number][] {
  if (!/^[1-9]\d{0,9}$/.test(digits)) return [];
  const ranges = Array.from({ length: mostDigitsMore + 1 }, (_, more): [number, number] => {
    const from = Number(digits) * 10 ** more;
    return [from, Math.min(from + 10 ** more - 1, lastNumber)];
  });
  return ranges.filter(([from]) => from <= lastNumber);
}

export const requestsByNumber = (tx: Tx, viewer: Viewer, digits: string) => {
  const ranges = rangesOf(digits);
  return ranges.length === 0
    ? null
    : requestsInSight(tx, viewer)
        .innerJoin('care_group as site', 'site.care_group_id', 'shipment_request.site_id')
        .where((eb) => eb.or(ranges.map(([from, to]) => eb.between('shipment_request.request_id', from, to))))
        .select([
          'shipment_request.request_id as srId',
          'shipment_request.site_id as gId',
          'site.display_name as siteName',
          'shipment_request.status',
        ])
        .orderBy('shipment_request.request_id')
        .limit(mostFound);
};

export const participantsByNumber = (tx: Tx, viewer: Viewer, begins: string) =>
  tx
    .selectFrom('participant')
    .innerJoin('care_group as site', 'site.care_group_id', 'participant.site_id')
    .where(inSight(viewer, 'participant.site_id'))
    .where(sql<boolean>`participant.subject_number collate "C" >= ${begins}`)
    .where(sql<boolean>`participant.subject_number collate "C" < ${begins} || chr(1114111)`)
    .select([
      'participant.participant_id as participantId',
      'participant.subject_number as subjectNumber',
      'participant.site_id as gId',
      'site.display_name as siteName',
    ])
    .orderBy(sql`participant.subject_number collate "C"`)
    .orderBy('participant.participant_id')
    .limit(mostFound);
