/** Requests and participants by what their number or name begins with, one more than are shown, if there are others. SQL, nothing else. */
import { mostFound } from '@portal/contract/go-to/endpoints.ts';
import { sql } from 'kysely';
import { inSight } from '#rooms/care-groups/door.ts';
import { requestsInSight } from '#rooms/shipments/door.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';

const lastNumber = 2_147_483_647;
const isNumber = (text: string) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= lastNumber;

/** With up to three digits more: of a longer number somebody types more, and a thousand at most are looked at for each length. */
export const requestsByNumber = (tx: Tx, viewer: Viewer, digits: string) =>
  isNumber(digits)
    ? requestsInSight(tx, viewer)
        .innerJoin('care_group as site', 'site.care_group_id', 'shipment_request.site_id')
        .where((eb) => {
          const withMore = (places: number) => {
            const from = Math.min(Number(digits) * 10 ** places, lastNumber);
            return eb.between('shipment_request.request_id', from, Math.min(from + 10 ** places - 1, lastNumber));
          };
          return eb.or([withMore(0), withMore(1), withMore(2), withMore(3)]);
        })
        .select([
          'shipment_request.request_id as srId',
          'shipment_request.site_id as gId',
          'site.display_name as siteName',
          'shipment_request.status',
        ])
        .orderBy('shipment_request.request_id')
        .limit(mostFound + 1)
    : null;

const shownColumns = [
  'participant.participant_id as participantId',
  'participant.subject_number as subjectNumber',
  sql<string>`btrim(participant.first_name || ' ' || participant.last_name)`.as('name'),
  'participant.site_id as gId',
  'site.display_name as siteName',
] as const;

/** Which ones is settled before their sites are read, so that the first few are found by the index over numbers. */
export const participantsByNumber = (tx: Tx, viewer: Viewer, begins: string) =>
  tx
    .selectFrom(
      tx
        .selectFrom('participant')
        .selectAll('participant')
        .where(inSight(viewer, 'participant.site_id'))
        .where('participant.removed_at', 'is', null)
        .where(sql<boolean>`participant.subject_number collate "C" >= ${begins}`)
        .where(sql<boolean>`participant.subject_number collate "C" < ${begins} || chr(1114111)`)
        .orderBy(sql`participant.subject_number collate "C"`)
        .orderBy('participant.participant_id')
        .limit(mostFound + 1)
        .as('participant'),
    )
    .innerJoin('care_group as site', 'site.care_group_id', 'participant.site_id')
    .select(shownColumns)
    .orderBy(sql`participant.subject_number collate "C"`)
    .orderBy('participant.participant_id');

/** By their whole names, or the last names first. */
export const participantsByName = (tx: Tx, viewer: Viewer, begins: string) =>
  tx
    .selectFrom(
      sql<{ participant_id: number; sort_name: string }>`participants_named(${begins}, ${
        viewer.careGroupIds === null ? null : sql.val([...viewer.careGroupIds])
      }::int[], ${mostFound + 1})`.as('named'),
    )
    .innerJoin('participant', 'participant.participant_id', 'named.participant_id')
    .innerJoin('care_group as site', 'site.care_group_id', 'participant.site_id')
    .where(inSight(viewer, 'participant.site_id'))
    .select(shownColumns)
    .orderBy('named.sort_name')
    .orderBy('participant.participant_id');
