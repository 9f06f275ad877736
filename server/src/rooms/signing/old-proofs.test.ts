import { changePassword, forgotPassword } from '@portal/contract/identity/account-endpoints.ts';
import { startMfaSetup, verifyMfaSetup } from '@portal/contract/identity/endpoints.ts';
import { requestSignatures, sign } from '@portal/contract/signing/endpoints.ts';
import { expect, test } from 'vitest';
import { currentCode } from '#rooms/identity/door.ts';
import { openPapers } from '#test/one-signature.ts';
import { goodPassword, holding } from '#test/people.ts';
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
