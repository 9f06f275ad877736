import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { created } from '#platform/audit/record.ts';
import { findVisible, type Person } from '../queries.ts';

/** Adds a comment that both sides of a request see (CMT-04, CMT-08). */
export async function addComment(
  { tx, viewer, now, record, announce }: Act<Person>,
  requestId: number,
  text: string,
): Promise<{ id: number }> {
  const request = await findVisible(tx, viewer, requestId);
  if (!request) throw fail('not_found');
  const { comment_id: id } = await tx
    .insertInto('shipment_comment')
    .values({
      company_id: viewer.companyId,
      request_id: requestId,
      author_id: viewer.providerId,
      text,
      created_at: now(),
    })
    .returning('comment_id')
    .executeTakeFirstOrThrow();
  await record({
    action: 'shipment.commented',
    record: { kind: 'shipment_request', id: requestId },
    changes: created({ commentId: id, text }),
  });
  await announce({
    type: 'comment.added',
    id: requestId,
    careGroupId: request.site_id,
    partnerId: request.partner_id,
    mail: { step: 'comment', by: viewer.providerId, host: viewer.host },
  });
  return { id };
}
