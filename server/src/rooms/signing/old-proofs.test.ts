import { saveDocument } from '@portal/contract/documents/endpoints.ts';
import { changePassword, forgotPassword } from '@portal/contract/identity/account-endpoints.ts';
import { startMfaSetup, verifyMfaSetup } from '@portal/contract/identity/endpoints.ts';
import { readToSign, requestSignatures, sign, stepUp } from '@portal/contract/signing/endpoints.ts';
import { expect, test } from 'vitest';
import { currentCode } from '#rooms/identity/door.ts';
import { uploadOf } from '#test/documents.ts';
import { aDrawing, aPaper, signatureOf } from '#test/forms.ts';
import { hosted } from '#test/identity-worlds.ts';
import { openPapers } from '#test/one-signature.ts';
import { goodPassword, holding, signInAs } from '#test/people.ts';
import type { Caller } from '#test/portal.ts';

test('P11-01 SEC-02 SEC-05 what was proven with a password signs nothing once there is another password or factor, also in the session that goes on', async () => {
  const s = await openPapers();
  const { admin, atBoston } = s.people;
  const docId = await s.saved('Paper', { data: s.paper[1] });
  const signers = await s.signersOf([atBoston]);
  expect((await admin.call(requestSignatures, { body: { docId, requestRequired: 1, signers } })).status).toBe(200);
  const said = async (answer: Promise<{ status: number; code?: unknown; message?: unknown }>) => {
    const { status, code, message } = await answer;
    return [status, code, message];
  };
  const refused = [400, 'signing.no_proof', 'Please sign in again to sign this field.'];
  const goesOn = (answer: Parameters<typeof holding>[2]): Caller =>
    Object.assign(atBoston, holding(s, 'localhost', answer));

  let body = await s.submission(atBoston, docId, 'general');
  const { secret } = (await atBoston.call(startMfaSetup, { body: { password: goodPassword } })).reply;
  const code = currentCode(secret, s.app.clock.now());
  goesOn(await atBoston.call(verifyMfaSetup, { body: { password: goodPassword, code } }));
  expect(await said(atBoston.call(sign, { body }))).toEqual(refused);

  body = await s.submission(atBoston, docId, 'general');
  const newPassword = 'Battery-Staple-7';
  goesOn(await atBoston.call(changePassword, { body: { password: goodPassword, newPassword } }));
  expect(await said(atBoston.call(sign, { body }))).toEqual(refused);

  // A code that was asked for changes nothing yet; the new password proves it.
  body = await s.submission(atBoston, docId, 'general', newPassword);
  expect((await s.call(forgotPassword, { body: { email: await s.emailOf(atBoston) } })).status).toBe(200);
  expect((await atBoston.call(sign, { body })).status).toBe(200);
});

/** Somebody whose account a hosted pool has, and a paper that they are asked to sign. */
async function askedOfHosted() {
  const { portal, pool, addAccount } = await hosted();
  const companyId = await portal.aCompany(['TrialCard', 'ClinicalManagement']);
  const providerId = await portal.aPerson('Admin', { company_id: companyId, first_name: 'Ann', last_name: 'Hosted' });
  const [{ email } = { email: '' }] = await portal.rows<{ email: string }>(
    'select email from provider where provider_id = $1',
    [providerId],
  );
  await addAccount({ email });
  const person = await signInAs(portal, { companyId, providerId, email });
  const data = await aPaper(1);
  const docId = (await person.call(saveDocument, { body: uploadOf('Paper', { data }) })).reply.documentId;
  const signers = [{ cpId: providerId, name: 'Ann Hosted', email, signerNum: 1 }];
  expect((await person.call(requestSignatures, { body: { docId, requestRequired: 1, signers } })).status).toBe(200);
  const [link] = await portal.rows<{ srUuid: string; signerUuid: string }>(
    `select sr_uuid as "srUuid", signer_uuid as "signerUuid" from signer join signing_request using (signing_request_id)
     where document_id = $1`,
    [docId],
  );
  const [fieldName, reason] = [signatureOf(1), 'I approve this prescription.'];
  const prove = (password: string) =>
    person.call(stepUp, { body: { email, password, srUuid: link?.srUuid, fieldName, reason } });
  return { portal, pool, person, email, link, fieldName, reason, prove };
}

test('P11-01 SEC-02 SEC-17 the same where a hosted pool keeps the passwords', async () => {
  const { portal, person, link, fieldName, reason, prove } = await askedOfHosted();
  const submission = async (password: string) => {
    const { proof } = (await prove(password)).reply;
    const dealt = (await person.call(readToSign, { query: link })).reply.data;
    const image = aDrawing().toString('base64');
    const auditTrailSignatures = [{ fieldName, reason, proof, image }];
    return { ...link, contentType: 'application/pdf', data: dealt, auditTrailSignatures };
  };
  const before = await submission(goodPassword);
  const newPassword = 'Battery-Staple-7';
  const changed = await person.call(changePassword, { body: { password: goodPassword, newPassword } });
  Object.assign(person, holding(portal, 'localhost', changed));
  expect(await person.call(sign, { body: before })).toMatchObject({ status: 400, code: 'signing.no_proof' });
  expect((await person.call(sign, { body: await submission(newPassword) })).status).toBe(200);
});

test('SEC-17 a restored copy that may not switch a factor on again says so to whoever signs, and not that their password is wrong', async () => {
  const { portal, pool, email, prove } = await askedOfHosted();
  await portal.rows(
    `insert into pool_account (email, factor) values ($1, 'totp') on conflict (email) do update set factor = 'totp'`,
    [email],
  );
  // Taken off in the pool since the backup.
  const user = pool.userOf(email);
  user.on.clear();
  user.preferred = null;
  await portal.rows('update installation set holds_outbound = true');
  const { status, code } = await prove(goodPassword);
  expect([status, code, user.on.size]).toEqual([409, 'accounts.held', 0]);
});
