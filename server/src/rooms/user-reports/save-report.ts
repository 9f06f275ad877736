import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import { holdName } from '#platform/database/hold-name.ts';
import { seesGroup } from '#platform/security/viewer.ts';
import { holdVisible } from '#rooms/documents/door.ts';
import { lastReport } from './queries.ts';

/** Says that a saved document is a user management report of a group (URP-12); before it is added to its group and signed. */
export async function saveReport(
  { tx, viewer, today, now, record }: Act,
  given: { documentId: number; careGroupId: number; changesSince: string },
): Promise<void> {
  const { documentId, careGroupId, changesSince } = given;
  if (!seesGroup(viewer, careGroupId)) throw fail('not_found');
  const group = await tx
    .selectFrom('care_group as g')
    .leftJoin('care_group as trial', 'trial.care_group_id', 'g.parent_id')
    .where('g.care_group_id', '=', careGroupId)
    .where('g.removed_at', 'is', null)
    .select(['g.sponsor_id as own', 'trial.sponsor_id as ofTrial'])
    .executeTakeFirst();
  if (!group || !(await holdVisible(tx, viewer, documentId, true))) throw fail('not_found');
  // URP-04; two reports at once are one after the other.
  await holdName(tx, `user reports of ${careGroupId}`);
  const last = await lastReport(tx, careGroupId);
  if (last && changesSince < last.changesSince) throw fail('user_report.too_early');
  if (changesSince > today()) throw fail('user_report.in_future');
  const sponsorId = group.own ?? group.ofTrial;
  await tx
    .insertInto('user_report')
    .values({
      document_id: documentId,
      company_id: viewer.companyId,
      care_group_id: careGroupId,
      sponsor_id: sponsorId,
      changes_since: changesSince,
      created_at: now(),
    })
    .execute();
  await record({
    action: 'user_report.saved',
    record: { kind: 'document', id: documentId },
    changes: created({ careGroupId, changesSince, sponsorId }),
  });
}
