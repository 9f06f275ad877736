import { removeCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import { forgotPassword, resetPassword } from '@portal/contract/identity/account-endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import * as api from '@portal/contract/audit/endpoints.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import { addDays } from '#platform/core/clock.ts';
import { clearAway } from '#platform/jobs/housekeeping.ts';
import { addMember } from '#rooms/care-groups/door.ts';
import { setAccountState } from '#rooms/identity/door.ts';
import { changesBetween, type Recorded, record } from '#platform/audit/record.ts';
import { anInviter, register, registration, sendInvitation } from '#test/invitations.ts';
import { mailsTo } from '#test/mails.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

beforeEach(onItsOwn);

const at = (portal: Portal, text: string) => portal.app.clock.set(new Date(text));
const password = 'Battery-Staple-7';
const enter = async (portal: Portal, email: string, secret = password) => {
  const { code, reply } = await portal.call(signIn, { body: { email, password: secret } });
  return code ?? reply.next;
};

/** A company, its administrator, and a hand that does to accounts what the screens of user management will. */
async function aCompany() {
  const portal = await openPortal();
  at(portal, '2027-01-05T08:00:00Z');
  const work = await portal.aTrialAtWork();
  const { companyId } = work;
  const maya = await anInviter(portal, companyId);
  const { database, clock } = portal.app;

  /** Registers somebody by an invitation; gives their number. */
  const join = async (given: Parameters<typeof sendInvitation>[2], firstName: string) => {
    const { code } = await sendInvitation(portal, maya, given);
    expect((await register(portal, registration(code, { firstName, email: given?.email }))).status).toBe(200);
    const [row] = await portal.rows<{ id: number }>('select provider_id as id from provider where email = $1', [
      given?.email,
    ]);
    return row?.id ?? 0;
  };
  const change = (id: number, fields: Record<string, unknown>, action: Recorded['action'] = 'provider.changed') =>
    database.asSystem(async (tx) => {
      const before = await tx
        .selectFrom('provider')
        .selectAll()
        .where('provider_id', '=', id)
        .executeTakeFirstOrThrow();
      await tx.updateTable('provider').set(fields).where('provider_id', '=', id).execute();
      const changes = changesBetween(before, fields);
      await record(tx, clock, maya, { action, record: { kind: 'provider', id }, changes, reason: 'Of the script' });
    });
  const takeIn = (providerId: number, careGroupId: number) =>
    database.inCompany(companyId, (tx) => addMember(actOf(tx, clock, maya), { careGroupId, providerId }));
  const takeOut = (providerId: number, careGroupId: number) =>
    database.inCompany(companyId, async (tx) => {
      await sql`delete from care_group_member where provider_id = ${providerId} and care_group_id = ${careGroupId}`.execute(
        tx,
      );
      await record(tx, clock, maya, {
        action: 'care_group.member_removed',
        record: { kind: 'care_group', id: careGroupId },
        changes: [{ field: 'provider_id', old: providerId, new: null }],
      });
    });
  const setState = (email: string, state: 'reset' | 'confirmed') =>
    database.asSystem((tx) => setAccountState(actOf(tx, clock, maya), { email, state }));
  const reviewer = async () => portal.signedIn(maya.providerId);
  return { portal, ...work, maya, join, change, takeIn, takeOut, setState, reviewer };
}

test('P11-16 after a scripted year the report of five days says who had which access, as the script had it', async () => {
  const company = await aCompany();
  const {
    portal,
    companyId,
    trialId,
    siteId: boston,
    pharmacyId: north,
    maya,
    join,
    change,
    takeIn,
    takeOut,
  } = company;
  const lyon = await portal.aSite(companyId, trialId, { display_name: 'Lyon' });
  const south = await portal.aPartner(companyId, 'pharmacy', { name: 'South' });
  const nameOf = async (careGroupId: number) =>
    (
      await portal.rows<{ name: string }>('select display_name as name from care_group where care_group_id = $1', [
        careGroupId,
      ])
    )[0]?.name ?? '';
  const [inBoston, inLyon] = [
    expect.objectContaining({ gId: boston, name: await nameOf(boston) }) as unknown,
    expect.objectContaining({ gId: lyon, name: 'Lyon' }) as unknown,
  ];

  at(portal, '2027-01-10T09:00:00Z');
  const ada = await join({ email: 'ada@clinic.example', careGroupIds: [boston] }, 'Ada');
  at(portal, '2027-01-11T09:00:00Z');
  expect(await enter(portal, 'ada@clinic.example')).toBe('session');
  at(portal, '2027-02-01T23:59:59Z');
  const paul = await join({ email: 'paul@north.example', type: 'Pharmacy User', partnerId: north }, 'Paul');
  at(portal, '2027-02-02T09:00:00Z');
  expect(await enter(portal, 'paul@north.example')).toBe('session');
  at(portal, '2027-03-15T09:00:00Z');
  await change(ada, { is_prescriber: true, admin_rights: true });
  at(portal, '2027-04-01T09:00:00Z');
  await takeIn(ada, lyon);
  at(portal, '2027-04-20T09:00:00Z');
  await takeOut(ada, boston);
  at(portal, '2027-05-10T09:00:00Z');
  await change(paul, { is_active: false }, 'provider.deactivated');
  at(portal, '2027-06-01T09:00:00Z');
  await company.setState('ada@clinic.example', 'reset');
  at(portal, '2027-06-03T09:00:00Z');
  await portal.call(forgotPassword, { body: { email: 'ada@clinic.example' } });
  const [mail] = await mailsTo(portal, 'ada@clinic.example');
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0];
  const reset = { email: 'ada@clinic.example', code, password: 'Another-Staple-8' };
  expect((await portal.call(resetPassword, { body: reset })).status).toBe(200);
  expect(await enter(portal, 'ada@clinic.example', 'Another-Staple-8')).toBe('session');
  at(portal, '2027-07-01T09:00:00Z');
  await change(ada, { type: 'Other', last_name: 'Byron', admin_rights: false });
  at(portal, '2027-08-15T09:00:00Z');
  await change(paul, { is_active: true, partner_id: south }, 'provider.reactivated');
  at(portal, '2027-08-20T09:00:00Z');
  // One wrong password short of a lock of 15 minutes.
  await portal.rows(`insert into sign_in_lock (email, wrong_in_a_row, last_wrong_at) values ($1, 14, $2)`, [
    'ada@clinic.example',
    portal.app.clock.now(),
  ]);
  expect(await enter(portal, 'ada@clinic.example', 'wrong')).toBe('BAD_CREDENTIALS');
  at(portal, '2027-12-31T12:00:00Z');

  const reviewer = await company.reviewer();
  const report = async (day: string) => {
    const { reply } = await reviewer.call(api.accessReport, { query: { day } });
    expect(reply.day).toBe(day);
    const of = (id: number) => reply.accounts.find(({ cpId }) => cpId === id);
    expect(of(maya.providerId)).toMatchObject({
      type: 'Admin',
      adminRights: true,
      state: 'active',
      lastSignInAt: null,
    });
    return { ada: of(ada), paul: of(paul), all: reply.accounts };
  };
  // The clock runs on while a step is taken.
  const near = (instant: string) =>
    expect.toSatisfy((at: Date) => Math.abs(at.getTime() - Date.parse(instant)) < 60_000);
  const adaAtFirst = {
    cpId: ada,
    fName: 'Ada',
    lName: 'Hopper',
    email: 'ada@clinic.example',
    type: 'Site User',
    adminRights: false,
    isPrescriber: false,
    groups: [inBoston],
    partner: null,
    sponsor: null,
    state: 'active',
    wasLocked: false,
    createdAt: expect.any(Date),
    lastSignInAt: near('2027-01-11T09:00:00Z'),
    notSignedInFor90Days: false,
  };
  const paulAtFirst = {
    ...adaAtFirst,
    cpId: paul,
    fName: 'Paul',
    email: 'paul@north.example',
    type: 'Pharmacy User',
    groups: [],
    partner: { partnerId: north, name: expect.stringMatching(/^pharmacy /) },
    lastSignInAt: near('2027-02-02T09:00:00Z'),
  };

  const january = await report('2027-01-31');
  expect(january.ada).toEqual({ ...adaAtFirst, lastSignInAt: near('2027-01-11T09:00:00Z') });
  expect(january.paul).toBeUndefined();

  const march = await report('2027-03-31');
  expect(march.ada).toEqual({
    ...adaAtFirst,
    isPrescriber: true,
    adminRights: true,
    lastSignInAt: near('2027-01-11T09:00:00Z'),
  });
  expect(march.paul).toEqual({ ...paulAtFirst, lastSignInAt: near('2027-02-02T09:00:00Z') });

  const may = await report('2027-05-31');
  expect(may.ada).toEqual({
    ...adaAtFirst,
    isPrescriber: true,
    adminRights: true,
    groups: [inLyon],
    lastSignInAt: near('2027-01-11T09:00:00Z'),
    notSignedInFor90Days: true,
  });
  expect(may.paul).toEqual({
    ...paulAtFirst,
    state: 'deactivated',
    lastSignInAt: near('2027-02-02T09:00:00Z'),
    notSignedInFor90Days: true,
  });

  const june = await report('2027-06-02');
  expect(june.ada).toMatchObject({ state: 'reset', type: 'Site User', adminRights: true, notSignedInFor90Days: true });
  expect(june.paul).toMatchObject({ state: 'deactivated', partner: { partnerId: north } });

  const august = await report('2027-08-20');
  expect(august.ada).toEqual({
    ...adaAtFirst,
    lName: 'Byron',
    type: 'Other',
    isPrescriber: true,
    groups: [inLyon],
    wasLocked: true,
    lastSignInAt: near('2027-06-03T09:00:00Z'),
    notSignedInFor90Days: false,
  });
  expect(august.paul).toEqual({
    ...paulAtFirst,
    partner: { partnerId: south, name: 'South' },
    lastSignInAt: near('2027-02-02T09:00:00Z'),
    notSignedInFor90Days: true,
  });

  // Without a day it is today's, which a later lock or sign-in does not reach.
  const { reply } = await reviewer.call(api.accessReport);
  expect(reply.day).toBe('2027-12-31');
  expect(reply.accounts.find(({ cpId }) => cpId === ada)).toMatchObject({
    wasLocked: false,
    notSignedInFor90Days: true,
  });
});

test('P11-16 a care group that was removed is in the report up to the day before, and in no later one', async () => {
  const { portal, companyId, trialId, siteId: boston, join, takeIn, reviewer } = await aCompany();
  const lyon = await portal.aSite(companyId, trialId, { display_name: 'Lyon' });
  at(portal, '2027-01-10T09:00:00Z');
  const ada = await join({ email: 'ada@clinic.example', careGroupIds: [boston] }, 'Ada');
  await takeIn(ada, lyon);
  at(portal, '2027-02-01T09:00:00Z');
  expect((await (await reviewer()).call(removeCareGroup, { query: { g_id: lyon } })).status).toBe(200);
  at(portal, '2027-03-01T09:00:00Z');
  const caller = await reviewer();
  const groupsOn = async (day: string) => {
    const { accounts } = (await caller.call(api.accessReport, { query: { day } })).reply;
    return new Set(accounts.find(({ cpId }) => cpId === ada)?.groups.map(({ gId }) => gId));
  };
  expect(await groupsOn('2027-01-31')).toEqual(new Set([boston, lyon]));
  for (const day of ['2027-02-01', '2027-03-01']) expect(await groupsOn(day)).toEqual(new Set([boston]));
});

test('P11-16 a Sponsor sees by the sponsor and an Admin everything, so the report gives them no groups by which they see nothing, also once a trial is another sponsor’s', async () => {
  const { portal, companyId, trialId, siteId, join, reviewer } = await aCompany();
  const [{ first } = { first: 0 }] = await portal.rows<{ first: number }>(
    'select sponsor_id as first from care_group where care_group_id = $1',
    [trialId],
  );
  const next = await portal.aSponsor(companyId);
  const of = (sponsor_id: number, groups: number[]) =>
    portal.aPerson('Sponsor', { company_id: companyId, sponsor_id }, groups);
  const admin = { company_id: companyId, admin_rights: true };
  const people = [await of(first, [trialId]), await of(next, []), await portal.aPerson('Admin', admin, [trialId])];
  at(portal, '2027-02-01T09:00:00Z');
  const ada = await join({ email: 'ada@clinic.example', careGroupIds: [siteId] }, 'Ada');
  const sent = { email: 'late@sponsor.example', type: 'Sponsor', sponsorId: first, careGroupIds: [trialId] } as const;
  await sendInvitation(portal, await anInviter(portal, companyId), sent);
  await portal.rows(`update provider set created_at = '2027-01-05Z' where provider_id = any($1)`, [people]);
  await portal.rows('update care_group set sponsor_id = $2 where care_group_id = $1', [trialId, next]);
  at(portal, '2027-02-02T09:00:00Z');
  const ofTrial = await portal.signedIn(await portal.aPerson('Other', admin, [trialId]));
  const report = async (by: typeof ofTrial) => (await by.call(api.accessReport)).reply.accounts;
  const all = await report(await reviewer());
  const told = (id: number) => {
    const one = all.find(({ cpId }) => cpId === id);
    return [one?.groups.map(({ gId }) => gId), one?.sponsor?.spId];
  };
  expect(people.map(told)).toEqual([
    [[], first],
    [[], next],
    [[], undefined],
  ]);
  expect(told(ada)).toEqual([[siteId], undefined]);
  expect(all.find(({ email }) => email === 'late@sponsor.example')).toMatchObject({ state: 'invited', groups: [] });
  const inTrial = new Set((await report(ofTrial)).map(({ cpId }) => cpId));
  expect([ada, ofTrial.providerId, ...people].map((id) => inTrial.has(id))).toEqual([true, true, false, false, false]);
});

test('P11-16 who never came in counts as absent after 90 days, and not before', async () => {
  const { portal, join, reviewer } = await aCompany();
  const id = await join({ email: 'ada@clinic.example' }, 'Ada');
  const absent = async () => {
    const { accounts } = (await (await reviewer()).call(api.accessReport)).reply;
    return accounts.find(({ cpId }) => cpId === id)?.notSignedInFor90Days;
  };
  at(portal, '2027-04-05T07:00:00Z');
  expect(await absent()).toBe(false);
  at(portal, '2027-04-05T09:00:00Z');
  expect(await absent()).toBe(true);
  expect(await enter(portal, 'ada@clinic.example')).toBe('session');
  expect(await absent()).toBe(false);
});

test('P11-16 when somebody last signed in is known long after their sessions were cleared away', async () => {
  const { portal, join, reviewer } = await aCompany();
  await join({ email: 'ada@clinic.example' }, 'Ada');
  at(portal, '2027-01-06T09:00:00Z');
  await enter(portal, 'ada@clinic.example');
  at(portal, '2027-01-06T15:00:00Z');
  await enter(portal, 'ada@clinic.example');
  await portal.rows('delete from access_token');
  await portal.rows('delete from session');
  at(portal, '2028-01-06T15:00:00Z');
  const last = async (day?: string) => {
    const { accounts } = (await (await reviewer()).call(api.accessReport, { query: { day } })).reply;
    return accounts
      .find(({ fName }) => fName === 'Ada')
      ?.lastSignInAt?.toISOString()
      .slice(0, 13);
  };
  expect([await last(), await last('2027-01-06'), await last('2027-01-05')]).toEqual([
    '2027-01-06T15',
    '2027-01-06T15',
    undefined,
  ]);
});

test('P11-16 PRV-10 of a day whose sign-ins were cleared away the report says that they are not kept instead of never, also once they are kept for longer; what is still known it says', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const person = () => portal.aPerson('Site User', { company_id: companyId });
  const [daily, never, once, still] = [await person(), await person(), await person(), await person()];
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId, admin_rights: true }));
  const ago = (days: number) => addDays(portal.app.clock.today(), -days);
  await portal.rows('update provider set created_at = $2 where company_id = $1', [companyId, ago(3_650)]);
  for (const [id, first, last, step] of [
    [daily, 3_650, 3_300, 1],
    [once, 3_300, 3_300, 1],
    [still, 3_650, 3, 7],
  ] as const)
    await portal.rows(
      `insert into sign_in_day (provider_id, day, company_id, last_at)
       select $1, day::date, $2, day from generate_series($3::timestamptz, $4::timestamptz, $5 * interval '1 day') as day`,
      [id, companyId, `${ago(first)}T12:00:00Z`, `${ago(last)}T12:00:00Z`, step],
    );
  const report = async (days: number, on = portal) => {
    const asking = { query: { day: ago(days) }, headers: { authorization: `Bearer ${admin.token}` } };
    const { accounts } = (await on.call(api.accessReport, asking)).reply;
    return [daily, never, once, still].map((id) => {
      const one = accounts.find(({ cpId }) => cpId === id);
      const last = one?.signInsNotKept ? 'not kept' : (one?.lastSignInAt?.toISOString().slice(0, 10) ?? 'never');
      return [last, one?.notSignedInFor90Days];
    });
  };
  const unknown = ['not kept', false];
  const expected = [
    [unknown, ['never', true], unknown, unknown],
    [[ago(3_300), true], ['never', true], [ago(3_300), true], unknown],
    [
      [ago(3_300), true],
      ['never', true],
      [ago(3_300), true],
      [ago(101), false],
    ],
  ];
  await clearAway(portal.app);
  const told = (on?: typeof portal) => Promise.all([3_400, 3_000, 100].map((days) => report(days, on)));
  expect(await told()).toEqual(expected);
  const longer = await openPortal({ RETENTION_ACCESS_LOG_MONTHS: '240' }, { beside: portal });
  expect(await told(longer)).toEqual(expected);
});

test('P11-16 a day that has not come has no report, and one before the company nobody in it', async () => {
  const { reviewer } = await aCompany();
  const caller = await reviewer();
  const report = (day: string) => caller.call(api.accessReport, { query: { day } });
  expect((await report('2027-01-06')).fields).toEqual({ day: 'must not be after today' });
  expect((await report('2026-12-31')).reply.accounts).toEqual([]);
  expect((await report('yesterday')).fields).toHaveProperty('day');
});

test('P11-16 PRV-01 reading the report is on record, with whose accounts were read', async () => {
  const { portal, reviewer, companyId } = await aCompany();
  const caller = await reviewer();
  const { accounts } = (await caller.call(api.accessReport)).reply;
  await portal.app.accessLog.flush();
  expect(
    await portal.rows('select company_id, provider_id, call, record_kind, record_ids, outcome from access_entry'),
  ).toEqual([
    {
      company_id: companyId,
      provider_id: caller.providerId,
      call: 'GET /records/access-report',
      record_kind: 'provider',
      record_ids: accounts.map(({ cpId }) => cpId),
      outcome: 'read',
    },
  ]);
});
