import { createHash } from 'node:crypto';
import type { sign } from '@portal/contract/signing/endpoints.ts';
import { isFilledIn, signingReasons } from '@portal/contract/signing/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import type { Brand } from '#platform/core/brands.ts';
import { Failed, fail, failFields } from '#platform/core/fail.ts';
import type { House, OpenCall } from '#platform/http/calls.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import {
  holdDocumentOfRequest,
  openPdf,
  orAlarm,
  type Pdf,
  replaceContent,
  signaturesOf,
  tellOfSigning,
  wholeBytes,
} from '#rooms/documents/door.ts';
import { drawingHash } from './drawing-hash.ts';
import type { FormField, Forms } from './forms/forms.ts';
import { noPlaceOfYours, placesToSign } from './places-to-sign.ts';
import { contentOf, type RequestRow, type SignerRow, turnOf } from './queries.ts';
import { hashOf } from './prove-signer.ts';
import { sealDocument } from './seal-document.ts';

type Submission = OpenCall<typeof sign>['body'];

/** What was made of a submission before the transaction: it takes seconds, and nobody waits for it meanwhile. */
export interface Prepared {
  /** The file that the signer was shown; another one by now means that somebody was quicker. */
  fileId: number;
  presented: string;
  signed: Pdf;
  at: Date;
  drawn: readonly { fieldName: string; page: number; hash: string; claimedAt: Date | null; proof: Buffer }[];
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function myTurn(turn: Awaited<ReturnType<typeof turnOf>>): RequestRow & { signer: SignerRow } {
  if (typeof turn === 'string') throw fail(turn);
  return turn;
}

/** Takes the current signer's values and drawings out of what they sent, and writes them into our own copy (P11-05, P11-06). */
export async function prepareSignature(
  { database, files, clock, alarms }: House,
  forms: Forms,
  { viewer, brand }: { viewer: Viewer; brand: Brand },
  body: Submission,
): Promise<Prepared> {
  const { turn, content, earlier } = await database.readInCompany(viewer.companyId, async (tx) => {
    const turn = myTurn(await turnOf(tx, viewer, body.srUuid, { signerUuid: body.signerUuid, now: clock.now() }));
    const content = await contentOf(tx, turn.documentId);
    const earlier = await signaturesOf(tx, turn.documentId);
    return { turn, content, earlier };
  });
  const found = { brand, viewer, documentId: turn.documentId };
  const whole = wholeBytes(files, content).catch(orAlarm(alarms, found));
  const read = whole.then((dealt) => forms.read(dealt));
  // It is heard once it is known that what was sent is a PDF; its worker begins meanwhile.
  read.catch(() => {});
  const submitted = await openPdf(body.data);
  const [dealt, fields] = await Promise.all([whole, read]);
  const places = placesToSign(fields, turn.signer.signerNum, content.friendlyName);
  const own = fields.filter(({ signer, isOpen }) => signer === turn.signer.signerNum && isOpen);
  const entries = new Map(body.auditTrailSignatures.map((entry) => [entry.fieldName, entry]));
  if (entries.size < body.auditTrailSignatures.length)
    throw failFields({ auditTrailSignatures: 'names a field twice' });
  for (const [at, { fieldName, reason }] of body.auditTrailSignatures.entries()) {
    if (!places.some(({ name }) => name === fieldName))
      throw failFields({ [entryField(at, 'fieldName')]: noPlaceOfYours });
    if (reason !== signingReasons[turn.kind])
      throw failFields({ [entryField(at, 'reason')]: `must be "${signingReasons[turn.kind]}"` });
  }

  const taken = await forms.takeFilling(dealt, submitted, turn.signer.signerNum);
  if ('problem' in taken) throw new Failed('signing.differs', { sentence: taken.problem });
  // A drawing without a proof is nothing (P11-05).
  for (const name of taken.drawn) if (!entries.has(name)) throw fail('signing.no_proof');
  refuseIncomplete(own, taken.values, new Set(entries.keys()));
  // Each may be optional; one of them is the signature.
  if (entries.size === 0) throw fail('signing.not_drawn');

  const at = clock.now();
  const drawings = await Promise.all(
    body.auditTrailSignatures.map(async ({ fieldName, image, hash, proof, date }, at) => {
      const png = Buffer.from(image ?? '', 'base64');
      const found = await forms.checkDrawing(png);
      if (!image || found === 'empty') throw fail('signing.empty');
      if (found === 'unreadable') throw failFields({ [entryField(at, 'image')]: 'must be a PNG image' });
      if (hash !== undefined && hash !== drawingHash(png))
        throw failFields({ [entryField(at, 'hash')]: 'is not that of the drawing' });
      if (!proof) throw fail('signing.no_proof');
      return {
        fieldName,
        png,
        hash: drawingHash(png),
        proof: hashOf(proof),
        claimedAt: date ? new Date(date) : null,
      };
    }),
  );
  const printed = {
    name: `${viewer.firstName} ${viewer.lastName}`.trim(),
    reason: signingReasons[turn.kind],
    at,
  };
  const pageOf = (name: string) => own.find((field) => field.name === name)?.spots[0]?.page ?? 1;
  const isLast = turn.signers.every((one) => one.hasSigned || one.signerId === turn.signer.signerId);
  const signed = await forms.write(dealt, {
    signer: turn.signer.signerNum,
    values: taken.values,
    drawings: drawings.map(({ fieldName, png }) => ({ fieldName, png, printed })),
    ...(isLast && {
      signatures: [
        ...earlier.map(({ firstName, lastName, email, cpId, date, type, reason, fieldName, page, hash }) => ({
          name: `${firstName} ${lastName}`.trim(),
          email,
          account: cpId,
          at: date,
          type,
          reason,
          fieldName,
          page,
          hash,
        })),
        ...drawings.map(({ fieldName, hash }) => ({
          ...printed,
          email: viewer.email,
          account: viewer.providerId,
          type: viewer.type,
          fieldName,
          page: pageOf(fieldName),
          hash,
        })),
      ],
    }),
  });
  return {
    fileId: content.fileId,
    presented: sha256(dealt),
    signed: signed as Pdf,
    at,
    drawn: drawings.map(({ fieldName, hash, claimedAt, proof }) => ({
      fieldName,
      page: pageOf(fieldName),
      hash,
      claimedAt,
      proof,
    })),
  };
}

const entryField = (at: number, field: string): string => `auditTrailSignatures.${at}.${field}`;

/** SGN-06 to SGN-08: the server asks for what the browser asks for. */
function refuseIncomplete(
  own: readonly FormField[],
  values: Readonly<Record<string, string | boolean>>,
  drawn: ReadonlySet<string>,
): void {
  const empty = own.filter(({ name, type, required }) => {
    if (!required) return false;
    return type === 'Signature' ? !drawn.has(name) : !isFilledIn(values[name]);
  });
  if (empty.length === 0) return;
  throw new Failed('signing.incomplete', {
    fields: Object.fromEntries(empty.map(({ name }) => [name, 'is required'])),
  });
}

/** Keeps a prepared signature. Ten people may press at once: whoever is first signs, the others find that it is not their turn (P11-07). */
export async function signDocument(
  act: Act,
  { srUuid, signerUuid }: Pick<Submission, 'srUuid' | 'signerUuid'>,
  prepared: Prepared,
  client: string,
): Promise<{ documentId: number; isComplete: boolean }> {
  const { tx, viewer } = act;
  await holdDocumentOfRequest(tx, { srUuid });
  // A right that was taken away while the PDF was written ends it here.
  const turn = myTurn(await turnOf(tx, viewer, srUuid, { signerUuid, hold: true, now: act.now() }));
  if ((await contentOf(tx, turn.documentId)).fileId !== prepared.fileId) throw fail('signing.not_turn');
  const { requestId, kind } = turn;
  for (const { proof, fieldName } of prepared.drawn)
    await spendProof(act, { requestId, fieldName, reason: signingReasons[kind] }, proof);
  return keepSignature(act, turn, prepared, client);
}

/** Keeps a signature of whose turn it is, once it is known that it is theirs. */
export async function keepSignature(
  act: Act,
  turn: RequestRow & { signer: SignerRow },
  {
    presented,
    signed,
    at,
    drawn,
  }: Pick<Prepared, 'presented' | 'signed' | 'at'> & {
    drawn: readonly Omit<Prepared['drawn'][number], 'proof'>[];
  },
  client: string,
): Promise<{ documentId: number; isComplete: boolean }> {
  const { tx, viewer, record, enqueue } = act;
  const { requestId, documentId, signer, kind } = turn;
  const kept = await replaceContent(act, { documentId, pdf: signed, by: 'signed' });
  await insertRows(
    tx,
    'signature',
    drawn.map(({ fieldName, page, hash, claimedAt }) => ({
      signing_request_id: requestId,
      signer_id: signer.signerId,
      company_id: viewer.companyId,
      field_name: fieldName,
      page,
      image_sha384: hash,
      presented_sha256: presented,
      signed_sha256: kept.sha256,
      reason: signingReasons[kind],
      signed_at: at,
      claimed_at: claimedAt,
      provider_id: viewer.providerId,
      first_name: viewer.firstName,
      last_name: viewer.lastName,
      email: viewer.email,
      type: viewer.type,
      host: viewer.host,
      address: viewer.address,
      client,
    })),
  ).execute();
  await tx.updateTable('signer').set({ signed_at: at }).where('signer_id', '=', signer.signerId).execute();
  await record({
    action: 'signing.signed',
    record: { kind: 'signing_request', id: requestId },
    changes: [
      { field: 'documentId', new: documentId },
      { field: 'signerNum', new: signer.signerNum },
      { field: 'meaning', new: signingReasons[kind] },
      { field: 'fields', new: drawn.map(({ fieldName }) => fieldName) },
      { field: 'pages', new: drawn.map(({ page }) => page) },
      { field: 'drawingsSha384', new: drawn.map(({ hash }) => hash) },
      { field: 'email', new: viewer.email },
      { field: 'networkAddress', new: viewer.address },
      { field: 'client', new: client },
      { field: 'signedAt', new: at.toISOString() },
      // What their own clocks said (P11-13).
      { field: 'claimedAt', new: drawn.map(({ claimedAt }) => claimedAt?.toISOString() ?? null) },
      { field: 'presentedSha256', new: presented },
      { field: 'signedSha256', new: kept.sha256 },
    ],
  });
  const isComplete = turn.signers.every((one) => one.hasSigned || one.signerId === signer.signerId);
  if (isComplete) {
    await tx
      .updateTable('signing_request')
      .set({ state: 'completed', ended_at: at, version: turn.version + 1 })
      .where('signing_request_id', '=', requestId)
      .execute();
    await record({
      action: 'signing.completed',
      record: { kind: 'signing_request', id: requestId },
      changes: [{ field: 'state', old: 'open', new: 'completed' }],
    });
    await enqueue(sealDocument, { requestId });
  }
  await tellOfSigning(act, requestId);
  return { documentId, isComplete };
}

/** A proof works once, for its person, session, request, field and reason, and for 15 minutes (P11-01). */
async function spendProof(
  { tx, viewer, now }: Act,
  { requestId, fieldName, reason }: { requestId: number; fieldName: string; reason: string },
  proof: Buffer,
): Promise<void> {
  const spent = await tx
    .updateTable('signing_proof')
    .set({ used_at: now() })
    .where('proof_hash', '=', proof)
    .where('provider_id', '=', viewer.providerId)
    .where('session_id', '=', viewer.sessionId)
    .where('signing_request_id', '=', requestId)
    .where('field_name', '=', fieldName)
    .where('reason', '=', reason)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .returning('signing_request_id')
    .executeTakeFirst();
  if (!spent) throw fail('signing.no_proof');
}
