/** Comments on a request that is already known to be in sight. SQL, nothing else. */
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { Person } from '../queries.ts';

/** CMT-08: the same for both sides, newest first; whether it is read is each person's own (OPS-90). */
export const listComments = (tx: Tx, person: Person, requestId: number) =>
  tx
    .selectFrom('shipment_comment as comment')
    .innerJoin('provider as author', 'author.provider_id', 'comment.author_id')
    .leftJoin('shipment_comment_read as seen', (join) =>
      join.onRef('seen.comment_id', '=', 'comment.comment_id').on('seen.provider_id', '=', person.providerId),
    )
    .where('comment.request_id', '=', requestId)
    .orderBy('comment.comment_id', 'desc')
    .select([
      'comment.comment_id',
      'comment.text',
      'comment.created_at',
      'comment.author_id',
      'author.first_name',
      'author.last_name',
      'author.type',
      'seen.read_at',
    ]);
export type CommentRow = Awaited<ReturnType<ReturnType<typeof listComments>['execute']>>[number];

/** Who wrote these comments; those of other requests are left out. */
export const authorsOf = (tx: Tx, requestId: number, commentIds: readonly number[]) =>
  tx
    .selectFrom('shipment_comment')
    .select(['comment_id', 'author_id'])
    .where('request_id', '=', requestId)
    .where('comment_id', '=', anyOf(commentIds))
    .execute();
