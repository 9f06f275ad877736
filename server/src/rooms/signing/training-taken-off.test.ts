/** Own copies of training forms that no longer apply to their signer (OPN-61). */
import * as documents from '@portal/contract/documents/endpoints.ts';
import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import { trainingAcknowledgement } from '@portal/contract/providers/endpoints.ts';
import { listToSign, readToSign, requestSignatures, sign, stepUp } from '@portal/contract/signing/endpoints.ts';
import { acknowledgeTraining, listTrainingForms } from '@portal/contract/signing/training-endpoints.ts';
import { readUser } from '@portal/contract/providers/user-endpoints.ts';
import { listPeopleOfGroups } from '@portal/contract/user-reports/endpoints.ts';
import { expect, test } from 'vitest';
import { openPapers, type Papers } from '#test/one-signature.ts';
import { goodPassword } from '#test/people.ts';
import type { Caller } from '#test/portal.ts';

/** A form of the trial, and a paper that is sent round besides; somebody of Boston has a copy of the form and is to sign both. */
async function openTaken() {
  const s = await openPapers();
  const { admin, atBoston } = s.people;
  const form = await s.saved('Training', { data: s.paper[1], isTemplate: 1 });
  const attach = () => s.attach(form, s.trial, { isTrainingDoc: 1, userType: 'Site User' });
  expect((await attach()).status).toBe(200);
  const sent = await s.saved('Paper', { data: s.paper[1] });
  const body = { docId: sent, uploaderOwned: 1, requestRequired: 1, signers: await s.signersOf([atBoston]) };
  expect((await admin.call(requestSignatures, { body })).status).toBe(200);
  const asks = async (who: Caller = atBoston) =>
    (
      await who.call(requestSignatures, {
        body: { docId: form, requestRequired: 1, signers: await s.signersOf([who]) },
      })
    ).reply;
  const detach = async () =>
    expect((await admin.call(documents.detachFromGroup, { query: { docId: form, g_id: s.trial } })).status).toBe(200);
  return { ...s, form, sent, attach, asks, detach };
}

/** What somebody is shown to sign, which is as many as their menu says. */
async function toSign(s: Pick<Papers, 'app'>, who: Caller): Promise<number[]> {
  const listed = (await who.call(listToSign, { query: { cp_id: who.providerId } })).reply.documents;
  const waits = listed.filter(({ isCurrentSigner }) => isCurrentSigner);
  const today = s.app.clock.today();
  const { needs } = (await who.call(listNeeds, { query: { today } })).reply;
  expect(needs.find(({ kind }) => kind === 'sign')?.count ?? 0).toBe(waits.length);
  return listed.map(({ docId }) => docId).sort((a, b) => a - b);
}
const waitsFor = async (who: Caller) =>
  (await who.call(trainingAcknowledgement, { query: { cp_id: who.providerId } })).reply.acknowledgementForm;

test('OPN-61 APD-01 a training form that was taken off the trial is listed to sign, counted and signed no more by whoever has not signed; attached again it is the same copy', async () => {
  const s = await openTaken();
  const { atBoston, atLyon } = s.people;
  const { docId, srUuid } = await s.asks();
  expect(await toSign(s, atBoston)).toEqual([s.sent, docId]);
  // Who has signed it keeps it.
  const signed = await s.asks(atLyon);
  expect((await s.signs(atLyon, signed.docId, 'training')).status).toBe(200);
  const body = await s.submission(atBoston, docId, 'training');
  const entry = { email: await s.emailOf(atBoston), password: goodPassword, srUuid: srUuid as string };
  const proves = () =>
    atBoston.call(stepUp, {
      body: { ...entry, fieldName: 'Signature0_1_Required', reason: 'I acknowledge this training' },
    });

  const waiting = async () =>
    (await s.people.admin.call(readUser, { query: { cp_id: atBoston.providerId } })).reply.person.waitingSignatures;
  const before = await waiting();
  await s.detach();
  expect(await waiting()).toBe(before - 1);
  expect(await toSign(s, atBoston)).toEqual([s.sent]);
  expect((await waitsFor(atBoston)).trainingComplete).toBeNull();
  const link = { srUuid: body.srUuid, signerUuid: body.signerUuid };
  expect((await atBoston.call(readToSign, { query: link })).status).toBe(404);
  const refused = [409, 'signing.ended', 'This document has been signed, rejected or withdrawn.'];
  const said = async (answer: Promise<{ status: number; code: unknown; message: unknown }>) => {
    const { status, code, message } = await answer;
    return [status, code, message];
  };
  expect(await said(proves())).toEqual(refused);
  expect(await said(atBoston.call(sign, { body }))).toEqual(refused);
  expect(
    await s.rows('select signer_num from signature join signer using (signer_id) where signer.provider_id = $1', [
      atBoston.providerId,
    ]),
  ).toEqual([]);
  expect((await atLyon.call(readToSign, { query: await linkOf(s, atLyon, signed.docId) })).status).toBe(200);
  expect(
    (await atLyon.call(acknowledgeTraining, { body: { cp_id: atLyon.providerId, trainingDocId: signed.docId } }))
      .status,
  ).toBe(200);

  expect((await s.attach()).status).toBe(200);
  expect(await toSign(s, atBoston)).toEqual([s.sent, docId]);
  expect(await waitsFor(atBoston)).toMatchObject({ trainingComplete: 0, document_ID: docId, srUuid });
  expect((await s.asks()).docId).toBe(docId);
  expect((await atBoston.call(sign, { body })).status).toBe(200);
  expect(await toSign(s, atBoston)).toEqual([s.sent, docId]);
});
const linkOf = async (s: Pick<Papers, 'rowOf'>, who: Caller, docId: number) => {
  const row = await s.rowOf(who, docId);
  return { srUuid: row?.uuid ?? '', signerUuid: row?.signerUuid ?? '' };
};

test('OPN-61 whoever leaves the site, or becomes another type, is asked to sign its training form no more, and again once they are back', async () => {
  const s = await openTaken();
  const { atBoston } = s.people;
  const { docId } = await s.asks();
  const changes: [away: string, back: string][] = [
    [
      'delete from care_group_member where provider_id = $1',
      `insert into care_group_member (care_group_id, provider_id, company_id) select ${s.boston}, provider_id, company_id from provider where provider_id = $1`,
    ],
    [
      `update provider set type = 'Other' where provider_id = $1`,
      `update provider set type = 'Site User' where provider_id = $1`,
    ],
    [
      `update document_link set user_types = '{Sponsor}' where document_id = ${s.form} and $1::int is not null`,
      `update document_link set user_types = '{Site User}' where document_id = ${s.form} and $1::int is not null`,
    ],
  ];
  for (const [away, back] of changes) {
    await s.rows(away, [atBoston.providerId]);
    expect([away, await toSign(s, atBoston)]).toEqual([away, [s.sent]]);
    await s.rows(back, [atBoston.providerId]);
    expect([back, await toSign(s, atBoston)]).toEqual([back, [s.sent, docId]]);
  }
  // The form itself is gone for good.
  expect((await s.people.admin.call(documents.deleteDocument, { query: { docId: s.form } })).status).toBe(200);
  expect(await toSign(s, atBoston)).toEqual([s.sent]);
});

test('OPN-61 ACK-10 a training form that was deleted holds nobody and is counted nowhere, also where a group still has it', async () => {
  const s = await openTaken();
  const { admin, atLyon } = s.people;
  const { docId } = await s.asks(atLyon);
  expect((await s.signs(atLyon, docId, 'training')).status).toBe(200);
  const body = { cp_id: atLyon.providerId, trainingDocId: docId };
  expect((await atLyon.call(acknowledgeTraining, { body })).status).toBe(200);
  const left = await s.attached(s.trial, 'Safety', { isTrainingDoc: 1, userType: 'Site User' });
  const standing = async () => {
    const { careProviders } = (await admin.call(listPeopleOfGroups, { query: { g_id: s.lyon } })).reply;
    const forms = (await admin.call(listTrainingForms, { query: { g_id: s.trial } })).reply.acknowledgementTemplates;
    return [
      (await waitsFor(atLyon)).trainingComplete,
      careProviders.find(({ cpID }) => cpID === atLyon.providerId)?.trainingComplete,
      forms.map((form) => form.docId),
    ];
  };
  expect(await standing()).toEqual([0, false, [left, s.form]]);
  await s.rows('update document set removed_at = now() where document_id = $1', [left]);
  expect(await standing()).toEqual([1, true, [s.form]]);
});

test('OPN-61 who has a copy of a form to sign hears that it was taken off, and nobody else does', async () => {
  const s = await openTaken();
  const { atBoston, atLyon } = s.people;
  await s.asks();
  const signed = await s.asks(atLyon);
  expect((await s.signs(atLyon, signed.docId, 'training')).status).toBe(200);
  const [{ last }] = (await s.rows('select max(event_id)::int as last from event')) as [{ last: number }];
  await s.detach();
  expect(
    await s.rows(`select payload ->> 'people' as people from event where event_id > $1 and type = 'signing.changed'`, [
      last,
    ]),
  ).toEqual([{ people: `[${atBoston.providerId}]` }]);
});

test('P11-08 a training form that was taken off and sent round itself is no training again, however that ended: whoever tries is told to upload the empty form, and who has acknowledged the first one stays so', async () => {
  const s = await openTaken();
  const { admin, atBoston, atLyon } = s.people;
  const { docId } = await s.asks(atLyon);
  expect((await s.signs(atLyon, docId, 'training')).status).toBe(200);
  const body = { cp_id: atLyon.providerId, trainingDocId: docId };
  expect((await atLyon.call(acknowledgeTraining, { body })).status).toBe(200);
  await s.detach();
  const asked = { docId: s.form, requestRequired: 1, signers: await s.signersOf([admin]) };
  expect((await admin.call(requestSignatures, { body: asked })).status).toBe(200);
  const again = async () => {
    const { status, code, message } = await s.attach();
    return [status, code, message];
  };
  // A copy would hold what was signed on it.
  const refused = [
    409,
    'document.asked_to_sign',
    'People were asked to sign this document, so others cannot sign copies of it. Please upload the empty form.',
  ];
  expect(await again()).toEqual(refused);
  expect((await s.signs(admin, s.form, 'general')).status).toBe(200);
  expect(await again()).toEqual(refused);
  // What people only read, it still is.
  const readOnly = { docId: s.form, g_id: s.trial };
  expect((await admin.call(documents.attachToGroups, { body: readOnly })).status).toBe(200);
  expect(await waitsFor(atBoston)).toMatchObject({ trainingComplete: null });
  expect(await waitsFor(atLyon)).toMatchObject({ trainingComplete: 1, trainingDocId: docId });
});
