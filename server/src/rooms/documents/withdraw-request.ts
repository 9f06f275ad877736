import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { tellOfSigning } from './tell-of-signing.ts';

/** Nobody signs the document any more: it was deleted, or what it was asked for is not wanted. What has ended stays as it is (P11-08). */
export async function withdrawRequest(act: Act<Actor>, documentId: number, reason: string): Promise<void> {
  const { tx, now, record } = act;
  const withdrawn = await tx
    .updateTable('signing_request')
    .set((eb) => ({ state: 'withdrawn', ended_at: now(), reason, version: eb('version', '+', 1) }))
    .where('document_id', '=', documentId)
    .where('state', '=', 'open')
    .returning('signing_request_id as id')
    .executeTakeFirst();
  if (!withdrawn) return;
  await record({
    action: 'signing.withdrawn',
    record: { kind: 'signing_request', id: withdrawn.id },
    changes: [
      { field: 'state', old: 'open', new: 'withdrawn' },
      { field: 'documentId', old: documentId },
    ],
    reason,
  });
  await tellOfSigning(act, withdrawn.id);
}
