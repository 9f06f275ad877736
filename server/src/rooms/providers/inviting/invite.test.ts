import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import { anInvitation, anInviter, brandNamed, readInvitation, sendInvitation } from '#test/invitations.ts';
import { mailsTo } from '#test/mails.ts';
import { aPersonWithAccount } from '#test/people.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { cancelInvitation } from './cancel-invitation.ts';

const dayMs = 86_400_000;
const refusal = (sent: Promise<unknown>) =>
  sent.then(
    () => 'sent',
    (error: { code?: string; fields?: object }) => error.fields ?? error.code,
  );

test('SEC-16 SEC-18 P11-16 an invitation goes out in the brand with a link of 256 bits, which the database does not hold', async () => {
  const portal = await openPortal();
  const { companyId, inviter, code, link, invitationId } = await anInvitation(portal, {
    brand: brandNamed(portal, 'europe'),
  });
  expect(code).toMatch(/^[\w-]{43}$/);
  expect(link).toBe(`http://eu.trialcard.test:3000/register?id=${code}`);
  const [mail] = await mailsTo(portal, 'ada@clinic.example');
  expect(mail?.subject).toBe('Your invitation to TrialCard Europe');
  for (const form of [mail?.text, mail?.html]) {
    expect(form).toContain(link);
    expect(form).toMatch(/Company \d+ invites you to TrialCard Europe/);
  }
  for (const table of ['invitation', 'audit_entry', 'event'])
    expect(JSON.stringify(await portal.rows(`select * from ${table}`))).not.toContain(code);
  expect(
    await portal.rows(`select company_id, actor_id, record_id from audit_entry where action = 'invitation.sent'`),
  ).toEqual([{ company_id: companyId, actor_id: inviter.providerId, record_id: String(invitationId) }]);
});

test('OPN-22 SEC-16 API-34 DAT-14 the look-up knows an open invitation, and no unknown, used, cancelled, expired or replaced one', async () => {
  const portal = await openPortal();
  const { companyId, inviter, code, invitationId } = await anInvitation(portal);
  const found = await readInvitation(portal, code);
  expect(found.body).toEqual({
    pendingProvider: { companyName: expect.stringMatching(/^Company \d+$/) as string, email: 'ada@clinic.example' },
  });
  const unknown = await readInvitation(portal, 'x'.repeat(43));
  const missing = async (one: string) => {
    const { status, body } = await readInvitation(portal, one);
    expect({ status, body }).toEqual({ status: 404, body: unknown.body });
  };
  expect(unknown.code).toBe('not_found');
  // Invited again, in other letters: the earlier code is worth nothing.
  const again = await sendInvitation(portal, inviter, { email: ' ADA@clinic.example ' });
  await missing(code);
  expect((await readInvitation(portal, again.code)).status).toBe(200);

  portal.app.clock.set(new Date(Date.now() + 14 * dayMs - 60_000));
  expect((await readInvitation(portal, again.code)).status).toBe(200);
  portal.app.clock.set(new Date(Date.now() + 14 * dayMs + 60_000));
  await missing(again.code);
  portal.app.clock.set(null);

  const cancel = (id: number) =>
    portal.app.database.inCompany(companyId, (tx) => cancelInvitation(actOf(tx, portal.app.clock, inviter), id));
  await cancel(again.invitationId);
  await missing(again.code);
  expect(await refusal(cancel(again.invitationId))).toBe('not_found');
  expect(
    await portal.rows(`select record_id from audit_entry where action = 'invitation.cancelled' order by seq`),
  ).toEqual([{ record_id: String(invitationId) }, { record_id: String(again.invitationId) }]);
});

test('SEC-16 P11-16 an invitation of another kind does not take the place of an open one; the same kind does, and so does any once that one has run out', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { companyId, pharmacyId, sponsorId } = await portal.aTrialAtWork();
  const inviter = await anInviter(portal, companyId);
  const other = await portal.aPartner(companyId, 'pharmacy');
  const send = (given: object) => sendInvitation(portal, inviter, given);
  const sentenceOf = (given: object) =>
    send(given).then(
      () => 'sent',
      ({ code, sentence }: { code?: string; sentence?: string }) => [code, sentence?.split('. ')[0]],
    );
  const ofPharmacy = { type: 'Pharmacy User', partnerId: pharmacyId };
  const { code } = await send(ofPharmacy);
  for (const [given, said] of [
    [{ type: 'Site User' }, 'as Pharmacy User'],
    [{ type: 'Sponsor', sponsorId }, 'as Pharmacy User'],
    [{ ...ofPharmacy, partnerId: other }, 'as Pharmacy User of another partner'],
    [{ ...ofPharmacy, adminRights: true }, 'as Pharmacy User with other rights'],
  ] as const)
    expect(await sentenceOf(given)).toEqual(['invitation.another_open', `This email has an open invitation ${said}`]);
  expect((await readInvitation(portal, code)).status).toBe(200);
  expect(await portal.rows(`select 1 from audit_entry where action = 'invitation.cancelled'`)).toEqual([]);
  expect(await mailsTo(portal, 'ada@clinic.example')).toHaveLength(1);
  // Of two kinds at once one is sent.
  const both = await Promise.all([
    sentenceOf({ email: 'bo@clinic.example', type: 'Site User' }),
    sentenceOf({ email: 'bo@clinic.example', ...ofPharmacy }),
  ]);
  expect(both.filter((one) => one === 'sent')).toHaveLength(1);
  // What another company has open is nobody's business here.
  const elsewhere = await anInviter(portal, await portal.aCompany());
  expect((await sendInvitation(portal, elsewhere, { type: 'Site User' })).code).not.toBe('');

  const again = await send(ofPharmacy);
  expect((await readInvitation(portal, code)).status).toBe(404);
  portal.app.clock.set(new Date(Date.now() + 14 * dayMs + 60_000));
  await send({ type: 'Site User' });
  expect((await readInvitation(portal, again.code)).status).toBe(404);
});

test('SEC-22 an administrator of another company can neither cancel an invitation nor fix anything of this one in theirs', async () => {
  const portal = await openPortal();
  const ours = await portal.aTrialAtWork();
  const { code, invitationId } = await sendInvitation(portal, await anInviter(portal, ours.companyId));
  const theirs = await anInviter(portal, await portal.aCompany());
  const { database, clock } = portal.app;
  for (const within of [
    database.asSystem,
    <T>(work: Parameters<typeof database.asSystem<T>>[0]) => database.inCompany(theirs.companyId, work),
  ])
    expect(await refusal(within((tx) => cancelInvitation(actOf(tx, clock, theirs), invitationId)))).toBe('not_found');
  expect((await readInvitation(portal, code)).status).toBe(200);
  const email = 'grace@clinic.example';
  expect(await refusal(sendInvitation(portal, theirs, { email, careGroupIds: [ours.siteId] }))).toBe('not_found');
  expect(
    await refusal(sendInvitation(portal, theirs, { email, type: 'Pharmacy User', partnerId: ours.pharmacyId })),
  ).toBe('not_found');
  expect(await refusal(sendInvitation(portal, theirs, { email, type: 'Sponsor', sponsorId: ours.sponsorId }))).toBe(
    'not_found',
  );
  expect(await mailsTo(portal, email)).toEqual([]);
});

test('SEC-23 a group out of the inviter’s sight is not found, and nothing is left', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { companyId, trialId, siteId } = await portal.aTrialAtWork();
  const other = await portal.aSite(companyId, trialId);
  const inviter = await anInviter(portal, companyId, [siteId]);
  expect(await refusal(sendInvitation(portal, inviter, { careGroupIds: [siteId, other] }))).toBe('not_found');
  expect(await portal.rows('select * from invitation')).toEqual([]);
  expect(await refusal(sendInvitation(portal, inviter, { careGroupIds: [siteId, siteId] }))).toBe('sent');
});

test('P11-17 an e-mail that somebody has, in whatever company and case, is not invited', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Nurse');
  const inviter = await anInviter(portal, await portal.aCompany());
  expect(await refusal(sendInvitation(portal, inviter, { email: email.toUpperCase() }))).toBe('provider.email_taken');
  expect(await mailsTo(portal, email)).toEqual([]);
});

test('SEC-25 SEC-26 what does not go with the type is refused and named, and so is an e-mail that is none', async () => {
  onItsOwn();
  const portal = await openPortal();
  const work = await portal.aTrialAtWork();
  const inviter = await anInviter(portal, work.companyId);
  const clinic = await anInviter(portal, await portal.aCompany(['ClinicalManagement']));
  const no = (type: string) => `does not go with the type ${type}`;
  const tries: [object, unknown][] = [
    [{ type: 'System' }, { type: 'cannot be invited' }],
    [{ type: 'Pharmacy User' }, { partner: no('Pharmacy User') }],
    [{ type: 'Site User', partnerId: work.pharmacyId }, { partner: no('Site User') }],
    [{ type: 'Sponsor' }, { sponsor: no('Sponsor') }],
    [{ type: 'Nurse', sponsorId: work.sponsorId }, { sponsor: no('Nurse') }],
    [{ type: 'Nurse', isPrescriber: true }, { prescriber: no('Nurse') }],
    [{ type: 'Wholesaler User', partnerId: work.pharmacyId }, 'not_found'],
    [{ email: 'ada' }, { email: 'is not a valid email' }],
    [{ email: `${'a'.repeat(56)}@b.example` }, { email: 'is too long (maximum is 64 characters)' }],
    [{ email: 'ada@clinic.example\r\nBcc: all@clinic.example' }, { email: 'is not a valid email' }],
    [{ email: 'ada@clinic.example, bo@clinic.example' }, { email: 'is not a valid email' }],
  ];
  for (const [given, told] of tries)
    expect([given, await refusal(sendInvitation(portal, inviter, given))]).toEqual([given, told]);
  expect(await refusal(sendInvitation(portal, clinic))).toEqual({ type: 'needs a company with the module TrialCard' });
  expect(await portal.rows('select * from invitation')).toEqual([]);
});

test('SEC-16 of five invitations at once for one e-mail one stays open', async () => {
  const portal = await openPortal();
  const inviter = await anInviter(portal, await portal.aCompany());
  const sent = await Promise.all(Array.from({ length: 5 }, () => sendInvitation(portal, inviter)));
  const answers = await Promise.all(sent.map(({ code }) => readInvitation(portal, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('SEC-16 SEC-18 until when an invitation can be used is told to the minute and with its zone, since elsewhere the day is another one', async () => {
  const portal = await openPortal();
  portal.app.clock.set(new Date('2026-11-21T01:30:00Z'));
  await anInvitation(portal);
  const [mail] = await mailsTo(portal, 'ada@clinic.example');
  for (const form of [mail?.text, mail?.html])
    expect(form).toContain('Please register by 5 December 2026 at 01:30 UTC. The link works once');
});

test('SEC-28 SEC-18 the name of a company is text in the mail, and the link is the brand’s whatever the host', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany(['TrialCard'], { name: '<script>alert(1)</script>' });
  const inviter = { ...(await anInviter(portal, companyId)), host: 'evil.test' };
  await sendInvitation(portal, inviter);
  const [mail] = await mailsTo(portal, 'ada@clinic.example');
  expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; invites you');
  expect(mail?.html).not.toContain('<script');
  expect(`${mail?.html}${mail?.text}`).not.toContain('evil.test');
  expect(mail?.text).toContain('<script>alert(1)</script> invites you');
});
