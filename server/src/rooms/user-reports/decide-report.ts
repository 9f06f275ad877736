import { rejectedWithoutReason } from '@portal/contract/signing/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { rejectRequest, requestOfDocument } from '#rooms/signing/door.ts';

/**
 * Accepts or rejects a report (UMR-06, UMR-07, OPS-09). The last signature accepts it by itself, so accepting is only said once more;
 * the current signer alone rejects it, and nothing comes after either (P11-07, P11-08).
 */
export async function decideReport(
  act: Act,
  { documentId, isRejected, reason }: { documentId: number; isRejected: boolean; reason: string | undefined },
): Promise<void> {
  const { tx, viewer, record } = act;
  // Held: of two who decide at once the later one finds what the earlier one decided.
  const held = await tx
    .selectFrom('user_report as report')
    .innerJoin('signing_request as request', 'request.document_id', 'report.document_id')
    .where('report.document_id', '=', documentId)
    .select('report.document_id')
    .forUpdate('request')
    .executeTakeFirst();
  const request = held && (await requestOfDocument(tx, documentId));
  // Whoever is no signer is told so, whether there is such a report or not.
  if (!request?.signers.some(({ cpId }) => cpId === viewer.providerId)) throw fail('forbidden');
  if (!isRejected) {
    if (request.state === 'completed') return;
    throw fail(request.state === 'open' ? 'user_report.not_all_signed' : 'user_report.decided');
  }
  if (request.state !== 'open') throw fail('user_report.decided');
  await rejectRequest(act, request, reason || rejectedWithoutReason);
  await record({
    action: 'user_report.rejected',
    record: { kind: 'document', id: documentId },
    changes: [{ field: 'userManagementReport', old: null, new: 'Rejected' }],
    reason: reason || rejectedWithoutReason,
  });
}
