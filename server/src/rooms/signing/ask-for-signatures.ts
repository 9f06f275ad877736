import { randomUUID } from 'node:crypto';
import type { SigningKind } from '@portal/contract/signing/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { tellOfSigning } from '#rooms/documents/door.ts';
import { type RequestRow, signersOf } from './queries.ts';

export interface Asked {
  documentId: number;
  kind: SigningKind;
  /** In the order in which they sign; one person may be there twice. */
  signers: readonly { providerId: number; name: string; email: string }[];
}

/** Asks people to sign a document, one after the other. A document is asked for once; the second time is a 409. */
export async function askForSignatures(
  act: Act<Actor>,
  { documentId, kind, signers }: Asked,
): Promise<Pick<RequestRow, 'requestId' | 'signers'> & { srUuid: string; signerUuids: readonly string[] }> {
  const { tx, viewer, now, record } = act;
  const srUuid = randomUUID();
  const { signing_request_id: requestId } = await tx
    .insertInto('signing_request')
    .values({
      company_id: viewer.companyId,
      document_id: documentId,
      kind,
      sr_uuid: srUuid,
      requester_id: viewer.providerId,
      created_at: now(),
    })
    .returning('signing_request_id')
    .executeTakeFirstOrThrow();
  const signerUuids = signers.map(() => randomUUID());
  await insertRows(
    tx,
    'signer',
    signers.map(({ providerId, name, email }, at) => ({
      signing_request_id: requestId,
      company_id: viewer.companyId,
      signer_num: at + 1,
      provider_id: providerId,
      name,
      email,
      signer_uuid: signerUuids[at] as string,
    })),
  ).execute();
  await record({
    action: 'signing.requested',
    record: { kind: 'signing_request', id: requestId },
    changes: created({
      documentId,
      kind,
      signers: signers.map(({ name, email }) => `${name} (${email})`).join(', '),
      signerAccounts: signers.map(({ providerId }) => providerId),
    }),
  });
  await tellOfSigning(act, requestId);
  return { requestId, srUuid, signerUuids, signers: await signersOf(tx, requestId) };
}
