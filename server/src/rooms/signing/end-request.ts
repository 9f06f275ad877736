import { currentSigner } from '@portal/contract/signing/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { RequestRow } from './queries.ts';

/** The current signer rejects what they were asked to sign, for a reason (UMR-07, P11-07, P11-15). The request is held already. */
export async function rejectRequest(act: Act, request: RequestRow, reason: string): Promise<void> {
  const { viewer } = act;
  if (!request.signers.some(({ cpId }) => cpId === viewer.providerId)) throw fail('signing.not_signer');
  if (request.state !== 'open') throw fail('signing.ended');
  if (currentSigner(request.state, request.signers)?.cpId !== viewer.providerId) throw fail('signing.not_turn');
  await end(act, request, 'rejected', reason);
}

/** Nobody signs it any more: its document was deleted, or its request for a shipment cancelled (P11-08). */
export async function withdrawRequest(act: Act, request: RequestRow, reason: string): Promise<void> {
  if (request.state === 'open') await end(act, request, 'withdrawn', reason);
}

async function end(
  { tx, now, record, announce }: Act,
  { requestId, state, version }: RequestRow,
  to: 'rejected' | 'withdrawn',
  reason: string,
): Promise<void> {
  await tx
    .updateTable('signing_request')
    .set({ state: to, reason, ended_at: now(), version: version + 1 })
    .where('signing_request_id', '=', requestId)
    .execute();
  await record({
    action: to === 'rejected' ? 'signing.rejected' : 'signing.withdrawn',
    record: { kind: 'signing_request', id: requestId },
    changes: [{ field: 'state', old: state, new: to }],
    reason,
  });
  await announce({ type: 'signing.changed', id: requestId });
}
