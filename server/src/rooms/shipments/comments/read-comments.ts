import type { Act } from '#platform/act/act.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { fail } from '#platform/core/fail.ts';
import { created } from '#platform/audit/record.ts';
import { authorsOf } from './comments.ts';
import { findVisible, type Person } from '../queries.ts';

/** Notes that this person has read comments of a request; nobody else's unread marks change (CMT-05, CMT-09, OPS-90). */
export async function readComments(
  { tx, viewer, now, record }: Act<Person>,
  requestId: number,
  commentIds: readonly number[],
): Promise<void> {
  if (!(await findVisible(tx, viewer, requestId))) throw fail('not_found');
  const wanted = [...new Set(commentIds)];
  const found = await authorsOf(tx, requestId, wanted);
  if (found.length < wanted.length) throw fail('not_found');
  const ofOthers = found.filter((comment) => comment.author_id !== viewer.providerId);
  if (ofOthers.length === 0) return;
  const marks = ofOthers.map(({ comment_id }) => ({
    comment_id,
    provider_id: viewer.providerId,
    company_id: viewer.companyId,
    read_at: now(),
  }));
  const marked = await insertRows(tx, 'shipment_comment_read', marks)
    .onConflict((conflict) => conflict.doNothing())
    .returning('comment_id')
    .execute();
  if (marked.length === 0) return;
  await record({
    action: 'shipment.comments_read',
    record: { kind: 'shipment_request', id: requestId },
    changes: created({ commentIds: marked.map(({ comment_id }) => comment_id) }),
  });
}
