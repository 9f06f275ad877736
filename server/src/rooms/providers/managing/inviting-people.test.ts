import { readInvitation } from '@portal/contract/providers/invitation-endpoints.ts';
import * as api from '@portal/contract/providers/user-endpoints.ts';
import { expect, test } from 'vitest';
import type { WhoOf } from '#test/administrators.ts';
import { mailsTo } from '#test/mails.ts';
import { byNumber, invitationTo, numberOf, openUsers, said, type Users } from '#test/users.ts';
import { onItsOwn } from '#test/portal.ts';

const email = 'ada@clinic.example';
const opens = async (s: Users, id: string) => (await s.call(readInvitation, { query: { id } })).status;
const refusal = ({
  status,
  code,
  message,
}: {
  status: number;
  code?: string | undefined;
  message?: string | undefined;
}) => [status, code, message];

const sponsorOf = async (s: Users, trialId: number) =>
  (await s.rows<{ sponsor_id: number }>('select sponsor_id from care_group where care_group_id = $1', [trialId]))[0]
    ?.sponsor_id ?? 0;

test('USR-12 USR-20 USR-22 CAG-10 OPC-88 P11-16 somebody is invited by a mail with a link, is pending under the number that stays theirs, and has what was fixed once they are registered', async () => {
  const s = await openUsers();
  const answer = await s.invite(' Ada@Clinic.example ', { prescriber: 1, defaultListing: 1 });
  expect(answer.body).toEqual({ message: 'Invitation sent.', cpID: expect.any(Number) });
  const [mail] = await mailsTo(s, email);
  expect(mail?.text).toMatch(/\/register\?id=[\w-]{43}\b/);
  const pending = await s.find(email);
  expect(pending).toEqual({
    cpID: answer.reply.cpID,
    name: '',
    email,
    type: 'Site User',
    status: 'Pending - Invite sent',
    prescriber: true,
    trainingComplete: false,
    trainingDocId: null,
    gIds: [s.site],
    recentlyDeactivated: false,
    recentlyInvited: false,
    recentlyRegistered: false,
    recentlyRemoved: false,
    adminRights: false,
    mayManage: true,
    invitationExpiresAt: expect.any(Date),
    lastSignInAt: null,
    isUnconfirmed: false,
    version: 1,
  });
  const [sent] = await s.entries('invitation.sent');
  expect(sent?.actor_id).toBe(s.people.admin);
  expect(sent?.changes).toContainEqual({ field: 'care_groups', new: [s.site] });
  expect(sent?.changes).toContainEqual({ field: 'person_id', new: answer.reply.cpID });
  expect((await s.registers(email)).status).toBe(200);
  expect(await s.find(email)).toMatchObject({
    cpID: answer.reply.cpID,
    name: 'Grace Hopper',
    status: 'Has site access',
    prescriber: true,
  });
  expect((await s.groupsOf(answer.reply.cpID)).body).toEqual({ providerGroups: [{ gId: s.site, public: 1 }] });
});

test('OPC-88 P11-17 an e-mail that somebody has, in whatever company and however it is written, or that is invited already is refused in one sentence', async () => {
  const s = await openUsers();
  const taken = [400, 'provider.email_taken', 'A user with this email already exists.'];
  await s.invite(email);
  expect(refusal(await s.invite('ADA@clinic.example'))).toEqual(taken);
  // Also once it has run out.
  await s.rows(`update invitation set expires_at = now() - interval '1 day'`);
  expect(refusal(await s.invite(email, { providerType: 'Nurse' }))).toEqual(taken);
  await s.aPerson('Nurse', { company_id: await s.aCompany(), email: 'grace@elsewhere.example' });
  expect(refusal(await s.invite('Grace@Elsewhere.example'))).toEqual(taken);
  expect(await s.rows('select email from invitation')).toEqual([{ email }]);
});

test('OPC-88 SEC-22 that the access of an e-mail’s person was revoked is told to those who may allow it again alone', async () => {
  const s = await openUsers();
  const revoke = (cpId: number) => s.rows('update provider set is_active = false where provider_id = $1', [cpId]);
  const answerTo = async (to: string, who: WhoOf) =>
    (await s.invite(to, who === 'ofWard' ? { gIds: [s.ward] } : {}, who)).message;
  const taken = 'A user with this email already exists.';
  const told = `${taken} Their access was revoked. Allow it in User Management.`;
  const colleague = await s.aColleague();
  expect(await answerTo(colleague.email, 'admin')).toBe(taken);
  await revoke(colleague.providerId);
  expect([await answerTo(colleague.email, 'admin'), await answerTo(colleague.email.toUpperCase(), 'ofSite')]).toEqual([
    told,
    told,
  ]);
  expect(await answerTo(colleague.email, 'ofWard')).toBe(taken);
  // Somebody whom the caller sees, and may not decide about.
  const both =
    (await s.rows<{ email: string }>('select email from provider where provider_id = $1', [s.people.atBoth]))[0]
      ?.email ?? '';
  await revoke(s.people.atBoth);
  expect([await answerTo(both, 'ofSite'), await answerTo(both, 'admin')]).toEqual([taken, told]);
  const foreign = { company_id: await s.aCompany(), email: 'grace@foreign.example', is_active: false };
  await s.aPerson('Nurse', foreign);
  expect(await answerTo(foreign.email, 'admin')).toBe(taken);
});

test('PRM-02 OPN-88 who is invited as SiteUser is a Site User, and stays one', async () => {
  const s = await openUsers();
  const email = 'one-word@clinic.example';
  const { cpID } = (await s.invite(email, { providerType: 'SiteUser', prescriber: 1 })).reply;
  expect(await s.find(email)).toMatchObject({ cpID, type: 'Site User', prescriber: true });
  expect((await s.registers(email)).status).toBe(200);
  expect(await s.find(email)).toMatchObject({ cpID, type: 'Site User', status: 'Has site access' });
});

test('REL-08 of two invitations of one e-mail at once one is sent', async () => {
  onItsOwn();
  const s = await openUsers();
  const answers = await Promise.all([s.invite(email), s.invite(email, {}, 'ofSite')]);
  expect(answers.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 400]);
  expect(await s.rows('select 1 from invitation where cancelled_at is null')).toHaveLength(1);
  expect(await mailsTo(s, email)).toHaveLength(1);
});

test('USR-29 USR-05 CAG-14 SEC-16 an invitation that is sent again, also one that has run out, keeps the person, and the code of before is void', async () => {
  onItsOwn();
  const s = await openUsers();
  const { cpID } = (await s.invite(email, { prescriber: 1, defaultListing: 1 })).reply;
  const first = await s.codeFor(email);
  s.app.clock.set(new Date(s.app.clock.now().getTime() + 15 * 86_400_000));
  const again = await s.signedIn(s.people.ofClinic);
  expect((await s.reinvite(cpID, again)).body).toEqual({ message: 'Email re-invite sent successfully.' });
  const second = await s.codeFor(email);
  expect([await opens(s, first), await opens(s, second)]).toEqual([404, 200]);
  expect((await s.registers(email, first)).status).toBe(404);
  expect((await s.registers(email, second)).status).toBe(200);
  expect(await s.find(email, again)).toMatchObject({ cpID, prescriber: true, gIds: [s.site] });
  expect((await s.groupsOf(cpID, again)).reply.providerGroups).toEqual([{ gId: s.site, public: true }]);
  expect(said((await s.reinvite(cpID, again)) as never)).toEqual([409, 'provider.wrong_state']);
});

test('USR-05 OPC-88 P11-15 an invitation that is removed opens nothing any more, is on record with its reason, and its e-mail can be invited anew', async () => {
  onItsOwn();
  const s = await openUsers();
  const { cpID } = (await s.invite(email)).reply;
  const code = await s.codeFor(email);
  expect((await s.remove(cpID, 'ofSite', 'A mistake')).status).toBe(200);
  expect(await opens(s, code)).toBe(404);
  expect(await s.find(email)).toBeUndefined();
  expect((await s.entries('invitation.cancelled')).map(({ reason }) => reason)).toEqual(['A mistake']);
  const anew = await s.invite(email);
  expect(anew.reply.cpID).toBeGreaterThan(cpID);
});

test('USR-13 USR-14 USR-15 USR-17 USR-19 USR-21 OPC-85 OPC-86 OPC-87 SEC-13 what does not go with the role is refused, field by field', async () => {
  const s = await openUsers();
  const all = (
    await s.rows<{ id: number }>('select care_group_id as id from care_group where company_id = $1', [s.companyId])
  ).map(({ id }) => id);
  const bare = await s.aTrial(s.companyId, { is_configured: false, display_name: 'Bare' });
  const sponsor = await sponsorOf(s, s.trial);
  const gone = await s.aSponsor(s.companyId);
  await s.rows('update sponsor set removed_at = now() where sponsor_id = $1', [gone]);
  let n = 0;
  const tried = async (more: Record<string, unknown>, who: 'admin' | 'ofSite' = 'admin') => {
    const { status, code, fields } = await s.invite(`try${++n}@clinic.example`, more, who);
    return status === 200 ? 200 : Object.keys(fields).length > 0 ? [status, ...Object.keys(fields)] : [status, code];
  };
  expect(await tried({ gIds: [] })).toEqual([400, 'gIds']);
  for (const providerType of ['System', 'physician', 'Pharmacy User', 'Wholesaler User', 'x'.repeat(33), ''])
    expect([providerType, await tried({ providerType })]).toEqual([providerType, [400, 'providerType']]);
  expect(await tried({ providerType: 'Sponsor' })).toEqual([400, 'sponsorId']);
  expect(await tried({ providerType: 'Sponsor', sponsorId: sponsor })).toBe(200);
  expect(await tried({ providerType: 'Sponsor', sponsorId: gone })).toEqual([404, 'not_found']);
  expect(await tried({ sponsorId: sponsor })).toEqual([400, 'sponsorId']);
  expect(await tried({ providerType: 'Sponsor', sponsorId: sponsor }, 'ofSite')).toEqual([403, 'forbidden']);
  expect(await tried({ providerType: 'Nurse', prescriber: 1 })).toEqual([400, 'prescriber']);
  expect(await tried({ adminRights: 1 })).toEqual([400, 'adminRights']);
  expect(await tried({ providerType: 'Nurse', adminRights: 1, defaultListing: 1 })).toBe(200);
  expect(await tried({ providerType: 'Admin', adminRights: 0, gIds: [...all, bare] })).toEqual([400, 'adminRights']);
  expect(await tried({ providerType: 'Admin', adminRights: 1, gIds: [...all, bare] })).toBe(200);
  expect(await tried({ providerType: 'Admin', adminRights: 1, gIds: [s.site, 99_999] })).toEqual([404, 'not_found']);
  expect(await tried({ providerType: 'Admin', adminRights: 1, gIds: [s.site] }, 'ofSite')).toEqual([403, 'forbidden']);
  expect(await tried({ gIds: [s.otherSite] }, 'ofSite')).toEqual([404, 'not_found']);
  expect(await tried({ gIds: [s.site, 99_999] })).toEqual([404, 'not_found']);
  expect(await tried({ gIds: [s.ward] })).toBe(200);
  const unready = await s.invite('unready@clinic.example', { gIds: [s.site, bare] });
  expect(refusal(unready)).toEqual([
    400,
    'provider.group_not_configured',
    '“Bare” is not fully configured. A Site User can only be given fully configured care groups.',
  ]);
  // In a company without trials roles of trials are none, and nothing is to be configured.
  const clinicId = await s.aCompany(['Messaging']);
  const [{ id: group }] = (await s.rows<{ id: number }>(
    `insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', 'Top', 'Top', now()) returning care_group_id as id`,
    [clinicId],
  )) as [{ id: number }];
  const clinic = await s.signedIn(await s.aPerson('Pharmacist', { company_id: clinicId, admin_rights: true }, [group]));
  const inClinic = (more: object) =>
    clinic.call(api.inviteUser, {
      body: { companyId: clinicId, gIds: [group], ...invitationTo('x@clinic.example', { ...more }) },
    });
  expect((await inClinic({})).fields).toHaveProperty('providerType');
  expect((await inClinic({ providerType: 'Doctor', defaultListing: 1 })).status).toBe(200);
});

test('USR-17 USR-20 SEC-27 of a company with more than 1,000 care groups an Admin is invited and is given all of them, whichever are named; others are given 1,000 at once', async () => {
  onItsOwn();
  const s = await openUsers();
  await s.rows(
    `insert into care_group (company_id, kind, name, display_name, created_at)
     select $1, 'group', 'Ward ' || n, 'Ward ' || n, now() from generate_series(1, 1005) n`,
    [s.companyId],
  );
  const all = (
    await s.rows<{ id: number }>(
      'select care_group_id as id from care_group where company_id = $1 and removed_at is null order by 1',
      [s.companyId],
    )
  ).map(({ id }) => id);
  expect(all.length).toBeGreaterThan(1_005);
  const invited = async (to: string, gIds: number[]) => {
    const answer = await s.invite(to, { providerType: 'Admin', adminRights: 1, gIds });
    expect([answer.status, answer.body]).toEqual([200, { message: 'Invitation sent.', cpID: expect.any(Number) }]);
    return (await s.find(to))?.gIds.toSorted(byNumber);
  };
  expect(await invited('many@clinic.example', all.slice(0, 1_000))).toEqual(all);
  expect(await invited('one@clinic.example', [s.site])).toEqual(all);
  expect((await s.registers('one@clinic.example')).status).toBe(200);
  expect(await s.find('one@clinic.example')).toMatchObject({ type: 'Admin', status: 'Has admin access' });
  const sent = await s.invite('nora@clinic.example', { providerType: 'Nurse', gIds: all.slice(0, 1_001) });
  expect([sent.status, sent.fields]).toEqual([400, { gIds: 'has too many items (maximum is 1000)' }]);
});

test('USR-12 CCN-09 an e-mail has 64 characters at most and is one', async () => {
  const s = await openUsers();
  const of = (length: number) => `${'a'.repeat(length - '@clinic.example'.length)}@clinic.example`;
  expect((await s.invite(of(65))).fields).toEqual({ email: 'is too long (maximum is 64 characters)' });
  expect((await s.invite('nobody')).fields).toEqual({ email: 'is not a valid email' });
  expect((await s.invite('')).fields).toEqual({ email: 'is required' });
  expect((await s.invite(of(64))).status).toBe(200);
});

test('SEC-06 SEC-16 whose inviter was revoked meanwhile is not registered', async () => {
  onItsOwn();
  const s = await openUsers();
  await s.invite(email, {}, 'ofSite');
  await s.deactivate(s.people.ofSite);
  const answer = await s.registers(email);
  expect(said(answer as never)).toEqual([403, 'invitation.inviter_gone']);
  expect((await s.find(email))?.status).toBe('Pending - Invite sent');
  // An administrator who may sends it again.
  await s.reinvite(await numberOf(s, email));
  expect((await s.registers(email)).status).toBe(200);
});

test('a Sponsor is given trials and sites of their own sponsor alone, by an invitation, by a file and later', async () => {
  const s = await openUsers();
  const [own, other] = [await sponsorOf(s, s.trial), await sponsorOf(s, s.otherTrial)];
  await s.rows(`update care_group set display_name = 'Lyon' where care_group_id = $1`, [s.otherSite]);
  await s.rows(`update care_group set display_name = 'Borealis' where care_group_id = $1`, [s.otherTrial]);
  const said = (group: string) =>
    `A Sponsor can only be given trials and sites of their own sponsor, and “${group}” belongs to another one.`;
  const julian = 'julian@aurelia.example';
  const sponsor = { providerType: 'Sponsor', sponsorId: own };
  for (const [group, gIds] of [
    ['Lyon', [s.site, s.otherSite]],
    ['Borealis', [s.otherTrial]],
  ] as const) {
    const { status, message, fields } = await s.invite(julian, { ...sponsor, gIds });
    expect([status, message, fields]).toEqual([400, said(group), { gIds: said(group) }]);
  }
  expect(await s.find(julian)).toBeUndefined();
  await s.rows(`update sponsor set name = 'Aurelia' where sponsor_id = $1`, [own]);
  const named = { email: julian, providerType: 'Sponsor', careGroups: 'Lyon', sponsor: 'Aurelia' };
  const file = await (await s.as('admin')).call(api.inviteUsers, {
    body: { companyId: s.companyId, isDryRun: 0, rows: [{ ...named, adminRights: '', prescriber: '' }] },
  });
  expect(file.reply.problems).toEqual([{ row: 1, field: 'careGroups', message: said('Lyon') }]);

  expect((await s.invite(julian, { ...sponsor, gIds: [s.trial, s.site] })).status).toBe(200);
  expect(
    (await s.invite('of-other@clinic.example', { ...sponsor, sponsorId: other, gIds: [s.otherSite] })).status,
  ).toBe(200);
  // A clinic's group belongs to no sponsor, and other roles to none either.
  expect((await s.invite('ward@clinic.example', { ...sponsor, gIds: [s.ward] })).status).toBe(200);
  expect((await s.invite('nurse@clinic.example', { providerType: 'Nurse', gIds: [s.otherSite] })).status).toBe(200);

  const later = await s.addGroups(s.people.sponsor, [s.site, s.otherSite]);
  expect([later.status, later.fields]).toEqual([400, { groupsToAdd: said('Lyon') }]);
  expect((await s.groupsOf(s.people.sponsor)).reply.providerGroups).toEqual([]);
  expect((await s.addGroups(s.people.sponsor, [s.site])).status).toBe(200);
});
