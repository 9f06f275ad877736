/** What an invitation allows does not outlive the rights of whoever sent it, and nobody's mailbox is filled by them. */
import { inviteDelegate, reinviteDelegate } from '@portal/contract/delegates/endpoints.ts';
import { removeCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import { reinviteUser } from '@portal/contract/providers/user-endpoints.ts';
import { invitePharmacyUser, inviteWholesalerUser } from '@portal/contract/partners/manage-endpoints.ts';
import { expect, test } from 'vitest';
import { emailHasher } from '#platform/security/security-log.ts';
import { aCompanyWithAdministrators } from '#test/administrators.ts';
import { anInviter, readInvitation, register, registration, sendInvitation } from '#test/invitations.ts';
import { mailsTo } from '#test/mails.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { inShort, watchEvents } from '#test/security-events.ts';

async function aPartnerToStaff(variables: Record<string, string> = {}) {
  const portal = await openPortal(variables);
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const companyId = await portal.aCompany(['TrialCard', 'MD_Direct_Invite']);
  const inviter = await anInviter(portal, companyId);
  const partnerId = await portal.aPartner(companyId, 'pharmacy');
  return { portal, companyId, inviter, partnerId };
}
const gone = [403, 'The person who invited you can no longer send invitations. Please ask for a new invitation.'];

test.each([
  ['was deactivated', 'update provider set is_active = false where provider_id = $1'],
  ['has no admin rights any more', 'update provider set admin_rights = false where provider_id = $1'],
  ['does not see the whole company any more', `update provider set type = 'Site User' where provider_id = $1`],
])(
  'SEC-06 SEC-16 SEC-23 an invitation whose sender %s makes nobody a user, and says so before its form is filled in; that it was tried is on record, and rights that come back bring it back',
  async (_, take) => {
    onItsOwn();
    const { portal, inviter, partnerId } = await aPartnerToStaff();
    const { code, invitationId } = await sendInvitation(portal, inviter, { type: 'Pharmacy User', partnerId });
    await portal.rows(take, [inviter.providerId]);
    const opened = await readInvitation(portal, code);
    expect([opened.status, opened.message]).toEqual(gone);
    expect(await portal.rows(`select 1 from audit_entry where action = 'invitation.refused'`)).toEqual([]);
    const refused = await register(portal, registration(code));
    expect([refused.status, refused.message]).toEqual(gone);
    expect(await portal.rows(`select 1 from provider where email = 'ada@clinic.example'`)).toEqual([]);
    expect(await portal.rows(`select used_at from invitation`)).toEqual([{ used_at: null }]);
    expect(
      await portal.rows(`select record_id, actor_id from audit_entry where action = 'invitation.refused'`),
    ).toEqual([{ record_id: String(invitationId), actor_id: null }]);
    await portal.rows(
      `update provider set is_active = true, admin_rights = true, type = 'Admin' where provider_id = $1`,
      [inviter.providerId],
    );
    expect((await readInvitation(portal, code)).status).toBe(200);
    expect((await register(portal, registration(code))).status).toBe(200);
  },
);

test('SEC-16 an invitation of another kind needs a sender with admin rights, a delegate’s and a partner’s their module too', async () => {
  const { portal, companyId, inviter, partnerId } = await aPartnerToStaff();
  const send = async (email: string, given: object) => ({
    email,
    code: (await sendInvitation(portal, inviter, { email, ...given })).code,
  });
  const nurse = await send('nurse@clinic.example', { type: 'Nurse' });
  const delegate = await send('delegate@clinic.example', { type: 'physician' });
  const pharmacist = await send('pharmacist@clinic.example', { type: 'Pharmacy User', partnerId });
  await portal.rows('delete from company_module where company_id = $1', [companyId]);
  const answer = async ({ email, code }: typeof nurse) =>
    (await register(portal, registration(code, { email }))).status;
  expect([await answer(delegate), await answer(pharmacist), await answer(nurse)]).toEqual([403, 403, 200]);
});

test('SEC-36 five invitations go to one e-mail in a quarter of an hour, whoever of the company sends them and also at once; then the wait is told', async () => {
  onItsOwn();
  const { portal, companyId, inviter, partnerId } = await aPartnerToStaff();
  const body = {
    ppId: partnerId,
    companyId,
    email: 'ada@clinic.example',
    adminRights: 0,
    defaultListing: 0,
    providerType: 'Pharmacy User',
  };
  const one = await portal.signedIn(inviter.providerId);
  const other = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (n % 2 ? one : other).call(invitePharmacyUser, { body })),
  );
  expect(Object.groupBy(answers, ({ status }) => status)).toMatchObject({ 200: { length: 5 }, 429: { length: 3 } });
  expect(await mailsTo(portal, body.email)).toHaveLength(5);
  portal.app.clock.set(new Date('2031-03-05T12:14:00Z'));
  const refused = await one.call(invitePharmacyUser, { body });
  expect([refused.status, refused.code]).toEqual([429, 'too_many']);
  const wait = Number(refused.headers['retry-after']);
  expect([wait >= 60, wait <= 75]).toEqual([true, true]);
  expect((await one.call(invitePharmacyUser, { body: { ...body, email: 'bo@clinic.example' } })).status).toBe(200);
  portal.app.clock.set(new Date('2031-03-05T12:16:00Z'));
  expect((await one.call(invitePharmacyUser, { body })).status).toBe(200);
});

test('SEC-22 SEC-36 OPC-88 whoever is told of a partner’s user or a delegate that the e-mail is used leaves an entry', async () => {
  onItsOwn();
  const { portal, companyId, inviter, partnerId } = await aPartnerToStaff();
  const wholesalerId = await portal.aPartner(companyId, 'wholesaler');
  const admin = await portal.signedIn(inviter.providerId);
  const cpId = inviter.providerId;
  const fixed = { companyId, adminRights: 0, defaultListing: 0 };
  const npis = [{ npi: '1234567893', fName: 'Ada', lName: 'Okafor' }];
  const dele = { email: 'dele@clinic.example', companyId };
  expect((await admin.call(inviteDelegate, { body: { ...dele, NPIs: npis, cpId } })).status).toBe(200);
  const other = await portal.aCompany();
  for (const email of ['used@clinic.example', dele.email]) await portal.aPerson('Nurse', { company_id: other, email });

  const events = watchEvents(portal);
  await events();
  const email = 'used@clinic.example';
  const answers = [
    await admin.call(invitePharmacyUser, {
      body: { ...fixed, email, ppId: partnerId, providerType: 'Pharmacy User' },
    }),
    await admin.call(inviteWholesalerUser, {
      body: { ...fixed, email, wpId: wholesalerId, providerType: 'Wholesaler User' },
    }),
    await admin.call(inviteDelegate, { body: { email, NPIs: npis, cpId, companyId } }),
    await admin.call(reinviteDelegate, { body: dele }),
  ];
  expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 4 }, () => 'provider.email_taken'));
  const hash = emailHasher(portal.app.env);
  const entries = await events();
  expect(entries.map((entry) => [inShort(entry), entry.hash, entry.call])).toEqual([
    [`invitation.email_taken refused - ${cpId}`, hash(email), 'POST /pharmacy-partners/users'],
    [`invitation.email_taken refused - ${cpId}`, hash(email), 'POST /wholesaler-partners/users'],
    [`invitation.email_taken refused - ${cpId}`, hash(email), 'POST /care-provider/delegate/invite'],
    [`invitation.email_taken refused - ${cpId}`, hash(dele.email), 'POST /care-provider/delegate/re-invite'],
  ]);
});

test('SEC-36 PHY-17 a delegate is invited again so often and no more, and a person invites so many', async () => {
  const { portal, companyId, inviter, partnerId } = await aPartnerToStaff({ COSTLY_CALLS_PER_PERSON: '6' });
  const admin = await portal.signedIn(inviter.providerId);
  const email = 'dele@clinic.example';
  const npis = [{ npi: '1234567893', fName: 'Ada', lName: 'Okafor' }];
  const cpId = inviter.providerId;
  expect((await admin.call(inviteDelegate, { body: { email, NPIs: npis, cpId, companyId } })).status).toBe(200);
  const statuses = [];
  for (let n = 0; n < 5; n += 1)
    statuses.push((await admin.call(reinviteDelegate, { body: { email, companyId } })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  const fixed = { ppId: partnerId, companyId, adminRights: 0, defaultListing: 0, providerType: 'Pharmacy User' };
  const many = [];
  for (let n = 0; n < 7; n += 1)
    many.push((await admin.call(invitePharmacyUser, { body: { ...fixed, email: `n${n}@clinic.example` } })).status);
  expect(many).toEqual([200, 200, 200, 200, 200, 200, 429]);
});

test('SEC-16 an invitation into care groups that were all deleted since makes nobody a user, whoever sent it, and is not sent again; an Admin needs none', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { companyId, site, otherSite, people } = await aCompanyWithAdministrators(portal);
  const inviter = { ...(await anInviter(portal, companyId)), providerId: people.admin };
  const send = async (email: string, given: object) => ({
    email,
    ...(await sendInvitation(portal, inviter, { email, ...given })),
  });
  const nurse = await send('nurse@clinic.example', { type: 'Nurse', adminRights: true, careGroupIds: [site] });
  const both = await send('both@clinic.example', { type: 'Nurse', careGroupIds: [site, otherSite] });
  const admin = await send('chief@clinic.example', { type: 'Admin', adminRights: true, careGroupIds: [site] });
  const ofOperator = await send('operator@clinic.example', { type: 'Nurse', careGroupIds: [site] });
  await portal.rows('update invitation set inviter_id = null where invitation_id = $1', [ofOperator.invitationId]);
  const caller = await portal.signedIn(people.admin);
  expect((await caller.call(removeCareGroup, { query: { g_id: site } })).status).toBe(200);
  for (const { email, code } of [nurse, ofOperator]) {
    const opened = await readInvitation(portal, code);
    expect([opened.status, opened.message]).toEqual(gone);
    const refused = await register(portal, registration(code, { email }));
    expect([refused.status, refused.message]).toEqual(gone);
  }
  const body = { company_id: companyId, cp_id: nurse.personId };
  const again = await caller.call(reinviteUser, { body });
  expect([again.status, again.message]).toEqual([
    409,
    'The care groups of this invitation were deleted. Remove this person and invite them again.',
  ]);
  for (const { email, code } of [both, admin])
    expect((await register(portal, registration(code, { email }))).status).toBe(200);
  expect(
    await portal.rows(
      `select care_group_id from care_group_member join provider using (provider_id) where email = 'both@clinic.example'`,
    ),
  ).toEqual([{ care_group_id: otherSite }]);
});

test('SEC-16 an operator’s invitation hangs on nobody', async () => {
  onItsOwn();
  const { portal, inviter } = await aPartnerToStaff();
  const { code } = await sendInvitation(portal, inviter);
  await portal.rows('update invitation set inviter_id = null');
  expect((await readInvitation(portal, code)).status).toBe(200);
  expect((await register(portal, registration(code))).status).toBe(200);
});

test('SEC-16 SEC-23 an invitation gives no group that its sender has lost since, and none of the type Admin or Sponsor without sight of the whole company', async () => {
  const portal = await openPortal();
  const { companyId, site, otherSite, people } = await aCompanyWithAdministrators(portal);
  const inviter = { ...(await anInviter(portal, companyId)), providerId: people.ofSite };
  const send = async (email: string, given: object) => ({
    email,
    code: (await sendInvitation(portal, inviter, { email, ...given })).code,
  });
  const sponsorId = await portal.aSponsor(companyId);
  const sent = [
    await send('here@clinic.example', { type: 'Nurse', careGroupIds: [site] }),
    await send('there@clinic.example', { type: 'Nurse', careGroupIds: [site, otherSite] }),
    await send('admin@clinic.example', { type: 'Admin' }),
    await send('sponsor@clinic.example', { type: 'Sponsor', sponsorId }),
  ];
  const answers = async () => {
    const all = [];
    for (const { email, code } of sent) all.push((await register(portal, registration(code, { email }))).status);
    return all;
  };
  expect(await answers()).toEqual([200, 403, 403, 403]);
  await portal.rows(`update provider set type = 'Admin' where provider_id = $1`, [people.ofSite]);
  expect((await answers()).slice(1)).toEqual([200, 200, 200]);
});
