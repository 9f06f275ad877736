/** How the people of the demo sign: by the act of the product, with a drawing of each. */
import { createHash } from 'node:crypto';
import { signingReasons } from '@portal/contract/signing/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { type Pdf, readContent } from '#rooms/documents/door.ts';
import { forms, keepSignature, requestOfDocument, type SignatureEntry } from '#rooms/signing/door.ts';
import { drawing } from './order-form-paper.ts';

const sha = (algorithm: 'sha256' | 'sha384', bytes: Uint8Array) => createHash(algorithm).update(bytes).digest('hex');

/** Signs as one does in the browser, but for the password that is asked for there. `earlier` are the signatures it has already. */
export async function signs(act: Act, documentId: number, earlier: SignatureEntry[]): Promise<void> {
  const { tx, viewer, files } = act;
  const request = await requestOfDocument(tx, documentId);
  const signer = request?.signers.find(({ hasSigned }) => !hasSigned);
  if (!request || !signer) throw new Error('the demo has nothing to sign');
  const dealt = await readContent(tx, files, documentId);
  const png = drawing(signer.signerNum);
  const entry = {
    name: signer.name,
    email: signer.email,
    account: signer.cpId,
    at: act.now(),
    type: viewer.type,
    reason: signingReasons[request.kind],
    fieldName: `Signature${signer.signerNum - 1}_${signer.signerNum}_Required`,
    page: 1,
    hash: sha('sha384', png),
  };
  earlier.push(entry);
  // A machine that does much else makes the demo all the same.
  const signed = await forms.unhurried.write(dealt, {
    signer: signer.signerNum,
    values: {},
    drawings: [{ fieldName: entry.fieldName, png, printed: entry }],
    ...(signer.signerNum === request.signers.length && { signatures: earlier }),
  });
  const drawn = [{ ...entry, claimedAt: entry.at }];
  const prepared = { presented: sha('sha256', dealt), signed: signed as Pdf, at: entry.at, drawn };
  await keepSignature(act, { ...request, signer }, prepared, 'Demo data');
}
