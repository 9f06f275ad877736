import { readUser, reactivateUser, removeUser } from '@portal/contract/providers/user-endpoints.ts';
import { readToSign, requestSignatures, sign, verifyDocument } from '@portal/contract/signing/endpoints.ts';
import { expect, test } from 'vitest';
import { openPapers } from '#test/one-signature.ts';

test('P11-01 P11-17 SEC-05 what somebody had proven to sign is worth nothing once they were revoked, their signature stays theirs after they are removed', async () => {
  const s = await openPapers();
  const { admin, ofBoston } = s.people;
  const docId = await s.saved('Two', { data: s.paper[2] });
  const signers = await s.signersOf([ofBoston, admin]);
  const asked = await admin.call(requestSignatures, { body: { docId, requestRequired: 1, signers } });
  expect(asked.status).toBe(200);
  const waiting = async () =>
    (await admin.call(readUser, { query: { cp_id: ofBoston.providerId } })).reply.person.waitingSignatures;
  expect(await waiting()).toBe(1);
  const body = await s.submission(ofBoston, docId, 'general');
  const end = (removal_type: string) => admin.call(removeUser, { query: { cp_id: ofBoston.providerId, removal_type } });
  expect((await end('deactivate')).status).toBe(200);
  expect((await ofBoston.call(sign, { body })).status).toBe(401);
  expect((await admin.call(reactivateUser, { body: { cp_id: ofBoston.providerId } })).status).toBe(200);
  Object.assign(ofBoston, await s.signedIn(ofBoston.providerId));
  expect((await ofBoston.call(sign, { body })).status).toBe(400);
  expect(await waiting()).toBe(1);
  // Their own password again, and the field is signed.
  const again = await s.submission(ofBoston, docId, 'general');
  expect((await ofBoston.call(sign, { body: again })).status).toBe(200);
  expect(await waiting()).toBe(0);

  const before = (await s.rowOf(admin, docId))!;
  const { signerUuid } = before;
  const read = async () =>
    (await admin.call(readToSign, { query: { srUuid: before.uuid, signerUuid } })).reply.signatures;
  const signed = await read();
  expect(signed).toMatchObject([{ cpId: ofBoston.providerId }]);
  await end('deactivate');
  expect((await end('remove')).status).toBe(200);
  expect(await read()).toEqual(signed);
  expect((await admin.call(verifyDocument, { query: { docId } })).reply).toMatchObject({ valid: true, problems: [] });
});

test('SEC-05 SEC-34 the link of a signer opens nothing once they were revoked, with a session of somebody else or without one; what others are asked stays open', async () => {
  const s = await openPapers();
  const { admin, ofBoston } = s.people;
  const docId = await s.saved('Two', { data: s.paper[2] });
  await s.asked(docId, [
    [ofBoston.providerId, null],
    [admin.providerId, null],
  ]);
  const linkOf = async (person: typeof admin) => {
    const row = await s.rowOf(person, docId);
    return { srUuid: row?.uuid ?? '', signerUuid: row?.signerUuid ?? '' };
  };
  const [theirs, own] = [await linkOf(ofBoston), await linkOf(admin)];
  const opened = (query: typeof own) => Promise.all([s, admin].map(async (by) => by.call(readToSign, { query })));
  expect((await opened(theirs)).map(({ status }) => status)).toEqual([200, 200]);
  const query = { cp_id: ofBoston.providerId, removal_type: 'deactivate' };
  expect((await admin.call(removeUser, { query })).status).toBe(200);
  const unknown = (await s.call(readToSign, { query: { ...theirs, srUuid: theirs.signerUuid } })).body;
  for (const { body } of await opened(theirs)) expect(body).toEqual(unknown);
  expect((await opened(own)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await admin.call(reactivateUser, { body: { cp_id: ofBoston.providerId } })).status).toBe(200);
  expect((await opened(theirs)).map(({ status }) => status)).toEqual([200, 200]);
});
