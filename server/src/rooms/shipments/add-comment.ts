import { announce } from '#platform/events/announce.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { created, record } from '#platform/audit/record.ts';
import { findVisible, type Person } from './queries.ts';

/** Adds a comment that both sides of a request see (CMT-04, CMT-08). */
export async function addComment(
  tx: Tx,
  clock: Clock,
  person: Person,
  requestId: number,
  text: string,
): Promise<{ id: number }> {
  const request = await findVisible(tx, person, requestId);
  if (!request) throw fail('not_found');
  const { comment_id: id } = await tx
    .insertInto('shipment_comment')
    .values({
      company_id: person.companyId,
      request_id: requestId,
      author_id: person.providerId,
      text,
      created_at: clock.now(),
    })
    .returning('comment_id')
    .executeTakeFirstOrThrow();
  await record(tx, clock, person, {
    action: 'shipment.commented',
    record: { kind: 'shipment_request', id: requestId },
    changes: created({ commentId: id, text }),
  });
  await announce(tx, clock, person.companyId, {
    type: 'comment.added',
    id: requestId,
    careGroupId: request.site_id,
    partnerId: request.partner_id,
  });
  return { id };
}
