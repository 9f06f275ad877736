import { signIn } from '@portal/contract/identity/endpoints.ts';
import { readInvitation } from '@portal/contract/providers/invitation-endpoints.ts';
import * as api from '@portal/contract/providers/user-endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import { setAccountState } from '#rooms/identity/door.ts';
import { namesIn, type WhoOf } from '#test/administrators.ts';
import { giveHosts } from '#rooms/companies/door.ts';
import { aBrandWithHost } from '#test/brands.ts';
import { deliver, isRefusedFor } from '#test/deliveries.ts';
import { anInviter } from '#test/invitations.ts';
import { onItsOwn } from '#test/portal.ts';
import { numberOf, openUsers, said, type Users } from '#test/users.ts';

const listedBy = async (s: Users, who: WhoOf, query: Record<string, unknown> = {}) =>
  namesIn(
    s,
    (await s.list(query, who)).reply.careProviders.map(({ cpID }) => cpID),
  );

test('USR-02 CAG-02 OPC-89 SEC-23 administrators list the people of their groups, others the active ones who share a group with them', async () => {
  const s = await openUsers();
  await s.rows('update provider set is_active = false where provider_id = $1', [s.people.atBoth]);
  await s.invite('ada@clinic.example', { gIds: [s.site] });
  const { cpID } = (await s.find('ada@clinic.example'))!;
  const everybody = Object.keys(s.people).sort();
  expect(await listedBy(s, 'admin')).toEqual([...everybody, String(cpID)].sort());
  expect(await listedBy(s, 'ofClinic')).toEqual([...everybody, String(cpID)].sort());
  expect(await listedBy(s, 'admin', { status: 'active' })).toEqual(everybody.filter((name) => name !== 'atBoth'));
  expect(await listedBy(s, 'ofSite')).toEqual([String(cpID), 'atBoth', 'atSite', 'ofSite'].sort());
  expect(await listedBy(s, 'ofTrial')).toEqual([String(cpID), 'atBoth', 'atSite', 'ofSite', 'ofTrial'].sort());
  expect(await listedBy(s, 'ofWard')).toEqual(['ofWard']);
  expect(await listedBy(s, 'atSite', { status: 'active' })).toEqual(['atSite', 'ofSite']);
  expect(await listedBy(s, 'nowhere', { status: 'active' })).toEqual([]);
  expect(said((await s.list({}, 'atSite')) as never)).toEqual([403, 'forbidden']);
  const managed = async (who: WhoOf) =>
    namesIn(
      s,
      (await s.list({}, who)).reply.careProviders.filter(({ mayManage }) => mayManage).map(({ cpID: id }) => id),
    );
  expect(await managed('admin')).toEqual([...everybody.filter((name) => name !== 'admin'), String(cpID)].sort());
  expect(await managed('ofSite')).toEqual([String(cpID), 'atSite'].sort());
  expect(await managed('ofTrial')).toEqual([String(cpID), 'atSite', 'ofSite'].sort());

  // Nobody learns of groups beyond their own.
  const both = (await s.list({}, 'ofSite')).reply.careProviders.find((one) => one.cpID === s.people.atBoth);
  expect(both?.gIds).toEqual([s.site]);
  // Nor do those without admin rights learn more than who their colleagues are.
  await s.rows(`insert into sign_in_day (provider_id, day, company_id, last_at) values ($1, '2026-11-01', $2, now())`, [
    s.people.ofSite,
    s.companyId,
  ]);
  const [seen] = (await s.list({ status: 'active' }, 'atSite')).reply.careProviders.filter(
    (one) => one.cpID === s.people.ofSite,
  );
  expect(seen).toMatchObject({ mayManage: false, lastSignInAt: null, trainingDocId: null, version: 0 });
  const partner = await s.signedIn(
    await s.aPerson('Pharmacy User', {
      company_id: s.companyId,
      partner_id: await s.aPartner(s.companyId, 'pharmacy'),
    }),
  );
  expect(said((await s.list({ status: 'active' }, partner)) as never)).toEqual([403, 'forbidden']);
  const theirs = await s.signedIn(await s.aPerson('Admin', { company_id: await s.aCompany() }));
  expect(said((await s.list({}, theirs)) as never)).toEqual([403, 'forbidden']);
  expect((await s.list({ companyId: theirs.companyId }, theirs)).reply.careProviders).toHaveLength(1);
});

test('SEC-23 a sponsor’s people share groups with others as long as the trial is their sponsor’s; afterwards neither the next sponsor nor anybody there is told of them', async () => {
  const s = await openUsers();
  const sponsorOf = async (id: number) =>
    (
      await s.rows<{ sponsor: number }>('select sponsor_id as sponsor from care_group where care_group_id = $1', [id])
    )[0]?.sponsor as number;
  const [first, next] = [await sponsorOf(s.trial), await s.aSponsor(s.companyId)];
  const aSponsorsPerson = (sponsor: number, email: string) =>
    s.aPerson('Sponsor', { company_id: s.companyId, sponsor_id: sponsor, email }, [s.trial, s.site, s.ward]);
  const [ofFirst, ofNext] = [
    await s.signedIn(await aSponsorsPerson(first, 'first@sponsor.example')),
    await s.signedIn(await aSponsorsPerson(next, 'next@sponsor.example')),
  ];
  const late = { providerType: 'Sponsor', sponsorId: first, gIds: [s.trial] };
  expect((await s.invite('late@sponsor.example', late)).status).toBe(200);
  const sponsors = async (who: Parameters<Users['list']>[1], status = 'active') =>
    (await s.list({ status }, who)).reply.careProviders
      .map(({ email }) => email)
      .filter((email) => email.endsWith('@sponsor.example'));
  const told = async () => [
    await sponsors(ofFirst),
    await sponsors(ofNext),
    await sponsors('atSite'),
    await sponsors('ofTrial', 'all'),
  ];
  expect(await told()).toEqual([
    ['first@sponsor.example'],
    [],
    ['first@sponsor.example'],
    ['late@sponsor.example', 'first@sponsor.example'],
  ]);
  await s.rows('update care_group set sponsor_id = $2 where care_group_id = $1', [s.trial, next]);
  expect(await told()).toEqual([[], ['next@sponsor.example'], ['next@sponsor.example'], ['next@sponsor.example']]);
  // A clinic's group belongs to no sponsor, and who sees the whole company sees everybody.
  expect(await sponsors('ofWard')).toEqual(['first@sponsor.example', 'next@sponsor.example']);
  expect(await sponsors('admin')).toEqual(['first@sponsor.example', 'next@sponsor.example']);
});

test('USR-03 USR-04 OPC-89 CAG-02 who was invited comes first, then by name, each with their role and status in words; a search finds names and e-mails literally', async () => {
  const s = await openUsers();
  await s.rows('update provider set is_active = false where company_id = $1 and not provider_id = any($2)', [
    s.companyId,
    [s.people.admin],
  ]);
  const add = (type: 'Nurse' | 'System' | 'physician', last_name: string, more = {}) =>
    s.aPerson(type, {
      company_id: s.companyId,
      first_name: 'Zoë',
      last_name,
      email: `${last_name}@x.example`.toLowerCase(),
      ...more,
    });
  await add('Nurse', 'Abel_100%', { admin_rights: true });
  await add('Nurse', 'Cane');
  await add('Nurse', 'Away', { is_active: false });
  await add('System', 'Machine');
  await add('physician', 'Doc');
  await s.invite('zz@x.example');
  const found = async (search: string, status = 'all') =>
    (await s.list({ search, status })).reply.careProviders.map((one) => [one.name, one.type, one.status]);
  expect(await found('x.example')).toEqual([
    ['', 'Site User', 'Pending - Invite sent'],
    ['Zoë Abel_100%', 'Nurse', 'Has admin access'],
    ['Zoë Away', 'Nurse', 'Deactivated - Site access revoked'],
    ['Zoë Cane', 'Nurse', 'Has site access'],
  ]);
  expect(await found('x.example', 'active')).toHaveLength(2);
  expect(await found('ZOË CANE')).toHaveLength(1);
  expect(await found('_')).toHaveLength(1);
  expect(await found('0%')).toHaveLength(1);
  expect(await found('%')).toHaveLength(1);
  expect(await found("' or 1=1")).toEqual([]);
  const admin = await s.as('admin');
  for (const status of ['inactive', '', undefined])
    expect((await admin.call(api.listUsers, { query: { companyId: s.companyId, status } })).status).toBe(400);
});

test('the people of a company stand by name as people read names: one with an accent beside the same without', async () => {
  const s = await openUsers();
  for (const [first_name, last_name] of [
    ['Zoe', 'Young'],
    ['Élise', 'Moreau'],
    ['Łukasz', 'Nowak'],
    ['Maya', 'Chen'],
    ['elin', 'Dahl'],
  ] as const)
    await s.aPerson('Site User', { company_id: s.companyId, first_name, last_name }, [s.site]);
  const names = (await s.list({}, 'admin')).reply.careProviders.map(({ name }) => name);
  const these = ['elin Dahl', 'Élise Moreau', 'Łukasz Nowak', 'Maya Chen', 'Zoe Young'];
  expect(names.filter((name) => these.includes(name))).toEqual(these);
});

test('USR-04 whoever has access but did not confirm their address yet is told apart, to administrators alone', async () => {
  const s = await openUsers();
  const { email, providerId } = await s.aColleague();
  const operator = await anInviter(s.portal, s.companyId);
  const set = (state: 'unconfirmed' | 'confirmed') =>
    s.app.database.asSystem((tx) => setAccountState(actOf(tx, s.app.clock, operator), { email, state }));
  const seenBy = async (who: WhoOf) => {
    const { careProviders } = (await s.list({ status: 'active' }, who)).reply;
    const { status, isUnconfirmed } = careProviders.find(({ cpID }) => cpID === providerId)!;
    return [status, isUnconfirmed];
  };
  expect(await seenBy('admin')).toEqual(['Has site access', false]);
  await set('unconfirmed');
  expect(await seenBy('admin')).toEqual(['Has site access', true]);
  expect((await s.read(providerId)).reply.person.isUnconfirmed).toBe(true);
  expect(await seenBy('atSite')).toEqual(['Has site access', false]);
  await set('confirmed');
  expect(await seenBy('admin')).toEqual(['Has site access', false]);
  await set('unconfirmed');
  await s.deactivate(providerId);
  expect(await s.find(email)).toMatchObject({ status: 'Deactivated - Site access revoked', isUnconfirmed: false });
});

test('USR-02 USR-11 a person whose training form is signed has it completed, with the copy for administrators alone', async () => {
  const s = await openUsers();
  const file = async () =>
    (
      await s.rows<{ id: number }>(
        `insert into stored_file (company_id, bytes, type, key, created_at) values ($1, 1, 'application/pdf', gen_random_uuid()::text, now()) returning file_id as id`,
        [s.companyId],
      )
    )[0]?.id;
  const document = async () =>
    (
      await s.rows<{ id: number }>(
        `insert into document (company_id, file_id, filename, friendly_name, uploader_id, uploaded_at) values ($1, $2, 'a.pdf', 'a', $3, now()) returning document_id as id`,
        [s.companyId, await file(), s.people.admin],
      )
    )[0]?.id as number;
  const [template, copy] = [await document(), await document()];
  await s.rows(
    `insert into training_acknowledgement (provider_id, template_id, company_id, document_id, acknowledged_at) values ($1, $2, $3, $4, now())`,
    [s.people.atSite, template, s.companyId, copy],
  );
  const of = async (who: WhoOf) =>
    (await s.list({ status: 'active' }, who)).reply.careProviders.find((one) => one.cpID === s.people.atSite);
  expect(await of('admin')).toMatchObject({ trainingComplete: true, trainingDocId: copy });
  await s.rows('insert into care_group_member (care_group_id, provider_id, company_id) values ($1, $2, $3)', [
    s.site,
    s.people.nowhere,
    s.companyId,
  ]);
  expect(await of('nowhere')).toMatchObject({ trainingComplete: true, trainingDocId: null });
});

test('PRV-01 SEC-05 a person’s page tells who they are, where they are signed in and what waits for them, is read on record, and ends their sessions', async () => {
  const s = await openUsers();
  await s.invite('ada@clinic.example', {}, 'ofSite');
  const pending = (await s.find('ada@clinic.example'))!;
  expect((await s.read(pending.cpID)).reply.person).toMatchObject({
    name: '',
    status: 'Pending - Invite sent',
    phone: null,
    invitedBy: expect.stringMatching(/^First\d+ Last\d+$/),
    groups: [{ gId: s.site, public: false }],
    sessions: [],
    factor: 'none',
    waitingSignatures: 0,
  });
  await s.registers('ada@clinic.example');
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/130.0' };
  await s.call(signIn, { body: { email: 'ada@clinic.example', password: 'Battery-Staple-7' }, headers });
  const second = await s.call(signIn, { body: { email: 'ada@clinic.example', password: 'Battery-Staple-7' } });
  expect(second.status).toBe(200);
  const { person } = (await s.read(pending.cpID, 'ofSite')).reply;
  expect(person).toMatchObject({
    cpID: pending.cpID,
    name: 'Grace Hopper',
    phone: '+16175550123',
    invitedBy: expect.stringMatching(/^First\d+ Last\d+$/),
    partner: null,
    sponsor: null,
    groups: [{ gId: s.site, name: expect.any(String), public: false }],
    factor: 'none',
    mayManage: true,
    lastSignInAt: expect.any(Date),
  });
  expect(person.sessions.map(({ device, host }) => [device, host])).toEqual([
    ['Unknown device', 'localhost'],
    ['Firefox on Windows', 'localhost'],
  ]);
  await s.rows('update company set requires_mfa = true where company_id = $1', [s.companyId]);
  expect((await s.read(pending.cpID)).reply.person.factor).toBe('required');
  await s.app.accessLog.flush();
  expect(
    await s.rows(
      `select provider_id, record_kind, record_ids from access_entry where call = 'GET /care-providers/person' and outcome = 'read' and provider_id = $1`,
      [s.people.ofSite],
    ),
  ).toEqual([{ provider_id: s.people.ofSite, record_kind: 'provider', record_ids: [pending.cpID] }]);

  expect((await s.endSessions(pending.cpID, 'ofSite')).body).toEqual({ message: 'Sessions ended.' });
  expect((await s.read(pending.cpID)).reply.person.sessions).toEqual([]);
  expect(
    (await s.entries('provider.sessions_ended')).map(({ actor_id, changes, reason }) => [actor_id, changes, reason]),
  ).toEqual([[s.people.ofSite, [{ field: 'sessions', old: 2, new: 0 }], 'The computer was stolen']]);
});

test('SEC-06 SEC-16 of who is invited their page says whether the link still lets them in: not once it ran out, nor while who sent it may invite no more, nor with all its groups gone', async () => {
  onItsOwn();
  const s = await openUsers();
  const email = 'ada@clinic.example';
  const { cpID } = (await s.invite(email, { gIds: [s.ward], providerType: 'Nurse' }, 'ofClinic')).reply;
  const shown = async (id = cpID) => (await s.read(id)).reply.person.invitationState;
  const opens = async () =>
    (await s.portal.call(readInvitation, { query: { id: await s.codeFor(email) } })).status === 200;
  expect([await shown(), await opens()]).toEqual(['open', true]);
  await s.rows('update provider set admin_rights = false where provider_id = $1', [s.people.ofClinic]);
  expect([await shown(), await opens()]).toEqual(['inviter_gone', false]);
  await s.rows('update provider set admin_rights = true where provider_id = $1', [s.people.ofClinic]);
  await s.rows('delete from care_group_member where provider_id = $1', [s.people.ofClinic]);
  expect([await shown(), await opens()]).toEqual(['inviter_gone', false]);
  await s.reinvite(cpID);
  expect([await shown(), await opens()]).toEqual(['open', true]);
  await s.rows('update invitation set expires_at = $1', [s.app.clock.now()]);
  expect([await shown(), await opens()]).toEqual(['expired', false]);
  // That one is not sent again.
  await s.rows('update care_group set removed_at = now() where care_group_id = $1', [s.ward]);
  expect(await shown()).toBe('groups_gone');
  expect(said((await s.reinvite(cpID)) as never)).toEqual([409, 'provider.wrong_state']);
  expect((await s.read(s.people.atSite)).reply.person).not.toHaveProperty('invitationState');
});

test('SEC-16 SEC-18 of who is invited their page says that the link leads nowhere once no host shows its brand any more', async () => {
  onItsOwn();
  const s = await openUsers();
  await aBrandWithHost(s.portal, { companyId: s.companyId, host: 'clinic.example' });
  const email = 'ada@clinic.example';
  const { cpID } = (await s.invite(email)).reply;
  await s.rows(
    `update invitation set brand_key = 'brand-' || (select brand_id from host_brand where host = 'clinic.example')`,
  );
  const shown = async () => (await s.read(cpID)).reply.person.invitationState;
  expect(await shown()).toBe('open');
  await s.rows('delete from host_brand');
  await giveHosts(s.app);
  expect(await shown()).toBe('host_gone');
  await s.reinvite(cpID);
  expect(await shown()).toBe('open');
});

test('of who is invited their page says that the mail does not arrive once it has been refused for an hour, also after it was sent again, until one goes out', async () => {
  onItsOwn();
  const s = await openUsers();
  const email = 'mistyped@clinic.example';
  const { cpID } = (await s.invite(email)).reply;
  const told = async () => (await s.read(cpID)).reply.person.isInvitationUndelivered;
  expect(await told()).toBe(false);
  await isRefusedFor(s, email, 59);
  expect(await told()).toBe(false);
  await isRefusedFor(s, email, 61);
  expect(await told()).toBe(true);
  // Nobody is told of an invitation to another company, whatever they ask.
  const [sent] = await s.rows<{ id: number }>('select invitation_id as id from invitation where email = $1', [email]);
  const ask = (companyId: number) =>
    s.app.database.inCompany(companyId, (tx) =>
      sql`select invitation_does_not_arrive(${sent!.id}, ${s.app.clock.now()}) as told`.execute(tx),
    );
  expect((await ask(s.companyId)).rows).toEqual([{ told: true }]);
  expect((await ask(await s.aCompany([]))).rows).toEqual([{ told: false }]);
  await s.invite('other@clinic.example');
  const other = await numberOf(s, 'other@clinic.example');
  expect((await s.read(other)).reply.person.isInvitationUndelivered).toBe(false);
  expect((await s.reinvite(cpID)).status).toBe(200);
  expect(await told()).toBe(true);
  await deliver(s);
  expect(await told()).toBe(false);
});

test('SEC-06 SEC-16 before somebody’s access is revoked their page counts the open invitations of theirs, which stop working then', async () => {
  onItsOwn();
  const s = await openUsers();
  const counted = async (who: WhoOf = 'admin') => (await s.read(s.people.ofSite, who)).reply.person.openInvitations;
  expect(await counted()).toBe(0);
  for (const name of ['ada', 'bo', 'cy', 'di']) await s.invite(`${name}@clinic.example`, {}, 'ofSite');
  await s.invite('of-another@clinic.example');
  expect((await s.registers('bo@clinic.example')).status).toBe(200);
  await s.remove(await numberOf(s, 'cy@clinic.example'));
  await s.rows(`update invitation set expires_at = $1 where email = 'di@clinic.example'`, [s.app.clock.now()]);
  expect(await counted()).toBe(1);
  const gone = await s.rows<{ id: number }>(
    `insert into care_group (company_id, kind, name, display_name, created_at, removed_at)
     values ($1, 'group', 'Gone', 'Gone', now(), now()) returning care_group_id as id`,
    [s.companyId],
  );
  await s.invite('ed@clinic.example', {}, 'ofSite');
  await s.rows(
    `update invitation_care_group set care_group_id = $1
     where invitation_id = (select max(invitation_id) from invitation)`,
    [gone[0]?.id],
  );
  expect(await counted()).toBe(1);
  // Of what was sent into groups that a reader does not see they learn nothing.
  await s.invite('flo@clinic.example', {}, 'ofSite');
  await s.rows(
    `update invitation_care_group set care_group_id = $1
     where invitation_id = (select max(invitation_id) from invitation)`,
    [s.ward],
  );
  expect([await counted(), await counted('ofTrial')]).toEqual([2, 1]);
  await s.deactivate(s.people.ofSite);
  expect(said((await s.registers('ada@clinic.example')) as never)).toEqual([403, 'invitation.inviter_gone']);
});

test('USR-30 a list or groups that cannot be read say so in their own words', async () => {
  const s = await openUsers();
  const admin = await s.as('admin');
  // Everything but the person who calls is asked for there.
  await s.rows('alter table sign_in_day rename to sign_in_day_away');
  const failed = await s.list({}, admin);
  expect([failed.status, failed.message]).toEqual([500, 'There was a problem retrieving care providers.']);
  const groups = await s.groupsOf(s.people.atSite, admin);
  expect([groups.status, groups.message]).toEqual([500, 'There was an issue loading care groups.']);
});
