import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import { holdName } from '#platform/database/hold-name.ts';
import { seesGroup } from '#platform/security/viewer.ts';
import { holdVisible, isOfOthersGroups, isOfPatients, refusePlacing } from '#rooms/documents/door.ts';
import { requestOfDocument } from '#rooms/signing/door.ts';
import { lastAskedReport } from './queries.ts';
import { refuseOtherDays } from './refuse-other-days.ts';

/** Says that a saved document is a user management report of a group (URP-12); before it is added to its group and signed. */
export async function saveReport(
  act: Act,
  { documentId, careGroupId, changesSince }: { documentId: number; careGroupId: number; changesSince: string },
): Promise<void> {
  const { tx, viewer, today, now, record } = act;
  if (!seesGroup(viewer, careGroupId)) throw fail('not_found');
  const group = await tx
    .selectFrom('care_group as g')
    .leftJoin('care_group as trial', 'trial.care_group_id', 'g.parent_id')
    .where('g.care_group_id', '=', careGroupId)
    .where('g.removed_at', 'is', null)
    .select(['g.sponsor_id as own', 'trial.sponsor_id as ofTrial'])
    // The report refers to it: held before the document, as whoever adds a document to groups has it.
    .forShare('g')
    .executeTakeFirst();
  const document = await holdVisible(tx, viewer, documentId, true);
  // What belongs to a request, to the library, to a patient or to somebody's training is no report.
  const belongsElsewhere =
    !document ||
    document.is_library ||
    [document.care_group_id, document.partner_id, document.template_id].some((id) => id !== null) ||
    (await isOfPatients(tx, documentId));
  if (!group || belongsElsewhere) throw fail('not_found');
  if (await requestOfDocument(tx, documentId)) throw fail('signing.requested');
  // What others added to a group is not taken from those who have it there, nor one's own from groups beyond.
  const isOthers = document.uploader_id !== viewer.providerId && (await wasAttached(tx, documentId));
  if (isOthers || (await isOfOthersGroups(tx, viewer, documentId))) throw fail('user_report.in_group');
  await refusePlacing(act, document, [careGroupId]);
  // Two reports at once are one after the other.
  await holdName(tx, `user reports of ${careGroupId}`);
  await refuseOtherDays(tx, { careGroupId, changesSince, today: today() });
  // P11-08: the report after a rejected one corrects it, unless it was said already what it corrects.
  const last = await lastAskedReport(tx, careGroupId);
  const correctsId = document.corrects_id ?? (last?.state === 'rejected' ? last.documentId : null);
  if (correctsId !== document.corrects_id)
    await tx.updateTable('document').set({ corrects_id: correctsId }).where('document_id', '=', documentId).execute();
  const sponsorId = group.own ?? group.ofTrial;
  const saved = await tx
    .insertInto('user_report')
    .values({
      document_id: documentId,
      company_id: viewer.companyId,
      care_group_id: careGroupId,
      sponsor_id: sponsorId,
      changes_since: changesSince,
      created_at: now(),
    })
    .onConflict((same) => same.column('document_id').doNothing())
    .returning('document_id')
    .executeTakeFirst();
  if (!saved) throw fail('user_report.exists');
  await record({
    action: 'user_report.saved',
    record: { kind: 'document', id: documentId },
    changes: created({ careGroupId, changesSince, sponsorId, correctsId }),
  });
}

const wasAttached = async (tx: Tx, documentId: number): Promise<boolean> =>
  (await tx
    .selectFrom('document_link')
    .where('document_id', '=', documentId)
    .select('document_id')
    .limit(1)
    .executeTakeFirst()) !== undefined;
