import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { created, record } from '#platform/audit/record.ts';
import { authorsOf } from './comments.ts';
import { findVisible, type Person } from './queries.ts';

/** Notes that this person has read comments of a request; nobody else's unread marks change (CMT-05, CMT-09, OPS-90). */
export async function readComments(
  tx: Tx,
  clock: Clock,
  person: Person,
  requestId: number,
  commentIds: readonly number[],
): Promise<void> {
  if (!(await findVisible(tx, person, requestId))) throw fail('not_found');
  const wanted = [...new Set(commentIds)];
  const found = await authorsOf(tx, requestId, wanted);
  if (found.length < wanted.length) throw fail('not_found');
  const ofOthers = found.filter((comment) => comment.author_id !== person.providerId);
  if (ofOthers.length === 0) return;
  const marked = await tx
    .insertInto('shipment_comment_read')
    .values(
      ofOthers.map(({ comment_id }) => ({
        comment_id,
        provider_id: person.providerId,
        company_id: person.companyId,
        read_at: clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('comment_id')
    .execute();
  if (marked.length === 0) return;
  await record(tx, clock, person, {
    action: 'shipment.comments_read',
    record: { kind: 'shipment_request', id: requestId },
    changes: created({ commentIds: marked.map(({ comment_id }) => comment_id) }),
  });
}
