/** People who are asked to sign, with a password to prove it by, and what they send. */
import * as documents from '@portal/contract/documents/endpoints.ts';
import * as api from '@portal/contract/signing/endpoints.ts';
import { signingReasons } from '@portal/contract/signing/rules.ts';
import { createAccount } from '../src/rooms/identity/door.ts';
import { openDocuments } from './documents.ts';
import { aDrawing, aForm, filledByLibrary, names } from './forms.ts';
import { goodPassword } from './people.ts';
import type { Caller } from './portal.ts';

export const reason = signingReasons.general;

/** A form of two signers in Boston: somebody of the site signs first, then an administrator. */
export async function openSigning() {
  const portal = await openDocuments();
  const { admin, atBoston } = portal.people;
  const whoIs = async ({ providerId }: Caller) => {
    const [row] = await portal.rows<{ name: string; email: string }>(
      `select btrim(first_name || ' ' || last_name) as name, email from provider where provider_id = $1`,
      [providerId],
    );
    return row as { name: string; email: string };
  };
  for (const person of [admin, atBoston]) {
    const { email } = await whoIs(person);
    await portal.app.database.asSystem((tx) =>
      createAccount(tx, { email, password: goodPassword, state: 'confirmed', phone: null }),
    );
  }
  const form = (await aForm()).toString('base64');
  const signersOf = async (people: readonly Caller[]) =>
    Promise.all(
      people.map(async (person, at) => {
        const { name, email } = await whoIs(person);
        return { cpId: person.providerId, name, email, signerNum: at + 1 };
      }),
    );
  /** A saved form that these people are asked to sign, in this order. */
  const asks = async (people: readonly Caller[] = [atBoston, admin]) => {
    const docId = await portal.saved('Form', { data: form });
    const answer = await admin.call(api.requestSignatures, {
      body: { docId, uploaderOwned: 1, requestRequired: 1, signers: await signersOf(people) },
    });
    if (answer.status !== 200) throw new Error(`not asked: ${answer.status} ${answer.message}`);
    return { docId, srUuid: answer.reply.srUuid as string };
  };
  /** A person's own row of what they sign. */
  const rowOf = async (person: Caller, docId: number) =>
    (await person.call(api.listToSign, { query: { cp_id: person.providerId } })).reply.documents.find(
      (one) => one.docId === docId,
    );
  const stepUp = async (person: Caller, srUuid: string, fieldName: string, over: object = {}) =>
    person.call(api.stepUp, {
      body: { email: (await whoIs(person)).email, password: goodPassword, srUuid, fieldName, reason, ...over },
    });
  const contentOf = async (docId: number, by: Caller = admin) =>
    Buffer.from((await by.call(documents.fetchDocument, { query: { docId } })).reply.data, 'base64');
  const fieldOf = (person: Caller) => (person === atBoston ? names.first : names.second);
  /** What a browser sends once everything is filled in and the pad was drawn on. */
  const submission = async (person: Caller, docId: number, over: Record<string, unknown> = {}) => {
    const row = await rowOf(person, docId);
    const srUuid = row?.uuid ?? '00000000-0000-4000-8000-000000000000';
    const dealt = await contentOf(docId);
    const filled = person === atBoston ? await filledByLibrary(dealt) : dealt;
    const fieldName = fieldOf(person);
    const entry = {
      fieldName,
      reason,
      date: '2001-02-03T04:05:06Z',
      image: aDrawing().toString('base64'),
      proof: (await stepUp(person, srUuid, fieldName)).reply?.proof,
    };
    return {
      srUuid,
      signerUuid: row?.signerUuid,
      contentType: 'application/pdf',
      data: filled.toString('base64'),
      auditTrailSignatures: [entry],
      ...over,
    };
  };
  const signs = async (person: Caller, docId: number, over: Record<string, unknown> = {}) =>
    person.call(api.sign, { body: await submission(person, docId, over) });
  return { ...portal, form, whoIs, asks, rowOf, stepUp, contentOf, submission, signs, signersOf };
}
