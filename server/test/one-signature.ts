/** Papers with nothing but places to sign, and how somebody signs one of theirs. */
import * as api from '@portal/contract/signing/endpoints.ts';
import { signingReasons, type SigningKind } from '@portal/contract/signing/rules.ts';
import { expect } from 'vitest';
import { createAccount } from '../src/rooms/identity/door.ts';
import { openDocuments } from './documents.ts';
import { aDrawing, aPaper, signatureOf } from './forms.ts';
import { goodPassword } from './people.ts';
import type { Caller } from './portal.ts';

/** The company of `openDocuments`, with papers that are signed and people who can. */
export async function openPapers() {
  const portal = await openDocuments();
  const paper = { 1: await aPaper(1), 2: await aPaper(2) };
  const whoIs = async ({ providerId }: Caller) => {
    const [row] = await portal.rows<{ name: string; email: string }>(
      `select btrim(first_name || ' ' || last_name) as name, email from provider where provider_id = $1`,
      [providerId],
    );
    return row as { name: string; email: string };
  };
  const withAccount = new Set<Caller>();
  const emailOf = async (person: Caller) => {
    const { email } = await whoIs(person);
    if (!withAccount.has(person))
      await portal.app.database.asSystem((tx) =>
        createAccount(tx, { email, password: goodPassword, state: 'confirmed', phone: null }),
      );
    withAccount.add(person);
    return email;
  };
  const signersOf = (people: readonly Caller[]) =>
    Promise.all(
      people.map(async (person, at) => ({
        cpId: person.providerId,
        ...(await whoIs(person)),
        signerNum: at + 1,
      })),
    );
  const rowOf = async (person: Caller, docId: number) =>
    (await person.call(api.listToSign, { query: { cp_id: person.providerId } })).reply.documents.find(
      (one) => one.docId === docId,
    );
  /** What the browser of a signer sends once they have drawn on the pad. */
  const submission = async (person: Caller, docId: number, kind: SigningKind, password = goodPassword) => {
    const row = await rowOf(person, docId);
    const link = { srUuid: row?.uuid ?? '', signerUuid: row?.signerUuid ?? '' };
    const [name, reason] = [signatureOf(row?.signerNum ?? 0), signingReasons[kind]];
    const given = {
      email: await emailOf(person),
      password,
      srUuid: link.srUuid,
      fieldName: name,
      reason,
    };
    const { proof } = (await person.call(api.stepUp, { body: given })).reply;
    const { data } = (await person.call(api.readToSign, { query: link })).reply;
    const entry = { fieldName: name, reason, proof, image: aDrawing().toString('base64') };
    return { ...link, contentType: 'application/pdf', data, auditTrailSignatures: [entry] };
  };
  const signs = async (person: Caller, docId: number, kind: SigningKind) =>
    person.call(api.sign, { body: await submission(person, docId, kind) });
  /** A paper of somebody that they alone had to sign, and have: its number. */
  const signedBy = async (person: Caller): Promise<number> => {
    const docId = await portal.saved('Paper', { data: paper[1] }, person);
    const body = { docId, uploaderOwned: 1, requestRequired: 1, signers: await signersOf([person]) };
    expect((await person.call(api.requestSignatures, { body })).status).toBe(200);
    expect((await signs(person, docId, 'general')).status).toBe(200);
    return docId;
  };
  return { ...portal, paper, whoIs, emailOf, signersOf, rowOf, submission, signs, signedBy };
}
export type Papers = Awaited<ReturnType<typeof openPapers>>;
