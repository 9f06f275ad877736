import { currentSigner } from '@portal/contract/signing/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { tellOfSigning } from '#rooms/documents/door.ts';
import { noLongerSigns, type RequestRow } from './queries.ts';

/** The current signer rejects what they were asked to sign, for a reason (UMR-07, P11-07, P11-15). The request is held already. */
export async function rejectRequest(
  act: Act,
  { requestId, documentId, kind, state, version, signers }: RequestRow,
  reason: string,
): Promise<void> {
  const { tx, viewer, now, record } = act;
  if (!signers.some(({ cpId }) => cpId === viewer.providerId)) throw fail('signing.not_signer');
  if (state !== 'open') throw fail('signing.ended');
  const current = currentSigner(state, signers);
  if (current?.cpId !== viewer.providerId) throw fail('signing.not_turn');
  const noLonger = await noLongerSigns(
    tx,
    { providerId: current.cpId, signerNum: current.signerNum, kind, documentId },
    now(),
  );
  if (noLonger) throw fail(noLonger);
  await tx
    .updateTable('signing_request')
    .set({ state: 'rejected', reason, ended_at: now(), version: version + 1 })
    .where('signing_request_id', '=', requestId)
    .execute();
  await record({
    action: 'signing.rejected',
    record: { kind: 'signing_request', id: requestId },
    changes: [
      { field: 'state', old: 'open', new: 'rejected' },
      { field: 'documentId', old: documentId },
    ],
    reason,
  });
  await tellOfSigning(act, requestId);
}
