import { accessReport, readAudit } from '@portal/contract/audit/endpoints.ts';
import { me } from '@portal/contract/identity/endpoints.ts';
import { addGoal } from '@portal/contract/patient-records/endpoints.ts';
import {
  addGroupsOfUser,
  inviteUser,
  inviteUsers,
  listUsers,
  reactivateUser,
  reinviteUser,
  removeUser,
} from '@portal/contract/providers/user-endpoints.ts';
import { addToGroup, readPatient } from '@portal/contract/patients/endpoints.ts';
import { beforeEach, expect, test } from 'vitest';
import { operate } from '#src/operator/operate.ts';
import { mailsTo } from '#test/mails.ts';
import { aClinic, goalOf, openClinic } from '#test/patients.ts';
import { refuseChanges } from '#test/refuse-changes.ts';
import { endEmergencyAccessesDue } from './emergency-access.ts';
import { onItsOwn } from '#test/portal.ts';
import { invitationTo } from '#test/users.ts';

beforeEach(onItsOwn);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A clinic whose patient is in diabetes, a nurse of cardiology with an account to be named, and an Admin. */
async function aClinicAtNight() {
  const clinic = await openClinic();
  const { companyId, groups } = clinic;
  const nurse = await clinic.aPerson('Nurse', { company_id: companyId, email: 'nora@clinic.example' }, [groups.heart]);
  const admin = await clinic.aPerson('Admin', {
    company_id: companyId,
    email: 'ada@clinic.example',
    admin_rights: true,
  });
  const patient = await clinic.anActivePatient({}, [groups.diabetes]);
  const command = (name: string, words: Record<string, string | number>) =>
    operate([name, ...Object.entries(words).flatMap(([word, value]) => [`--${word}`, String(value)])], async () => ({
      ...clinic.app,
      sendsMail: true,
      close: async () => {},
    }));
  return {
    ...clinic,
    nurse,
    admin,
    patient,
    give: (words: Record<string, string | number> = {}) =>
      command('emergency-access', {
        email: 'nora@clinic.example',
        'care-group': groups.diabetes,
        hours: 4,
        reason: 'Nobody of diabetes can be reached',
        brand: 'default',
        ...words,
      }),
    end: (words: Record<string, string | number> = {}) =>
      command('end-emergency-access', { email: 'nora@clinic.example', ...words }),
    /** Signed in anew: hours later no session is left. */
    reads: async () => (await (await clinic.signedIn(nurse)).call(readPatient, { query: { u_id: patient } })).status,
    /** The nurse's groups in the report of a day, or of today. */
    groupsOn: async (day?: string) => {
      const { accounts } = (await (await clinic.signedIn(admin)).call(accessReport, { query: { day } })).reply;
      return accounts.find(({ cpId }) => cpId === nurse)?.groups;
    },
    later: (ms: number) => clinic.app.clock.set(new Date(clinic.app.clock.now().getTime() + ms)),
  };
}

test('PRV-11 an operator lets an account into a group for some hours: it acts on the next call, its acts and readings are marked, the administrators are told, and it ends by itself', async () => {
  const s = await aClinicAtNight();
  const nurse = await s.signedIn(s.nurse);
  const reads = async () => (await nurse.call(readPatient, { query: { u_id: s.patient } })).status;
  expect(await reads()).toBe(404);
  const given = await s.give();
  expect(given.said).toMatch(
    /^nora@clinic\.example sees the care group "Diabetes" until .+Z\. It ends by itself\.\nThe company's administrators \(2\) are told; those who see the care group \(2\) also who it is, and why\.$/,
  );
  expect(await reads()).toBe(200);
  expect((await nurse.call(addGoal, { body: goalOf(s.patient) })).status).toBe(200);

  const [mail] = await mailsTo(s, 'ada@clinic.example');
  expect(mail?.subject).toBe('Emergency access was given');
  expect(mail?.text).toContain('(nora@clinic.example) into the care group "Diabetes"');
  expect(mail?.text).toContain('Reason: Nobody of diabetes can be reached');

  await s.app.accessLog.flush();
  expect(
    await s.rows(`select outcome, in_emergency from access_entry where provider_id = $1 order by entry_id`, [s.nurse]),
  ).toEqual([
    { outcome: 'refused', in_emergency: false },
    { outcome: 'read', in_emergency: true },
  ]);
  const admin = await s.signedIn(s.admin);
  const trail = async () =>
    (await admin.call(readAudit, {})).reply.entries.map(({ kind, type, reason }) => ({ kind, type, reason }));
  expect((await trail()).slice(0, 2)).toEqual([
    { kind: 'patient_goal.added', type: 'Nurse, emergency access', reason: null },
    { kind: 'emergency_access.given', type: 'Operator', reason: 'Nobody of diabetes can be reached' },
  ]);

  s.later(4 * hourMs - minuteMs);
  expect(await s.reads()).toBe(200);
  s.later(minuteMs);
  expect(await s.reads()).toBe(404);
  const [until] = await s.rows<{ ends_at: Date }>('select ends_at from emergency_access');
  await Promise.all([endEmergencyAccessesDue(s.app), endEmergencyAccessesDue(s.app)]);
  expect(
    await s.rows(
      `select action, actor_type, changes from audit_entry where action like 'emergency%' order by seq offset 1`,
    ),
  ).toEqual([
    {
      action: 'emergency_access.ended',
      actor_type: 'System',
      changes: [
        { field: 'provider_id', old: s.nurse },
        { field: 'ended_at', new: until?.ends_at.toISOString() },
      ],
    },
  ]);
});

test('PRV-11 SEC-23 administrators are told into which group, who and why where they see it for good or see the whole company; the others that it happened, beyond theirs', async () => {
  const s = await aClinicAtNight();
  const { heart, failure, diabetes, top } = s.groups;
  const administratorOf = (email: string, groups: readonly number[]) =>
    s.aPerson('Nurse', { company_id: s.companyId, email, admin_rights: true }, groups);
  await administratorOf('dora@clinic.example', [diabetes]);
  await administratorOf('hal@clinic.example', [heart]);
  const lent = await administratorOf('lent@clinic.example', [failure]);
  await administratorOf('top@clinic.example', [top]);
  await s.rows(
    `insert into emergency_access (company_id, provider_id, care_group_id, reason, given_at, ends_at)
     values ($1, $2, $3, 'Nobody can be reached', $4::timestamptz, $4::timestamptz + interval '1 hour')`,
    [s.companyId, lent, diabetes, s.app.clock.now()],
  );
  expect((await s.give()).said).toContain(
    "The company's administrators (6) are told; those who see the care group (4) also who it is, and why.",
  );
  const toldTo = async (who: string) => {
    const [mail, ...more] = await mailsTo(s, `${who}@clinic.example`);
    expect([mail?.subject, more]).toEqual(['Emergency access was given', []]);
    return `${mail?.text} ${mail?.html}`;
  };
  for (const who of ['ada', 'dora', 'top']) {
    const text = await toldTo(who);
    for (const word of ['nora@clinic.example', '"Diabetes"', 'Nobody of diabetes can be reached'])
      expect([who, text]).toEqual([who, expect.stringContaining(word)]);
  }
  for (const who of ['hal', 'lent']) {
    const text = await toldTo(who);
    expect(text).toContain('let somebody of your company into a care group beyond yours');
    expect(text).toMatch(/From: .+ UTC\nUntil: .+ UTC/);
    expect(text).toContain('Administrators who see it or the whole company are told who it is');
    expect(text).not.toMatch(/nora|diabetes|reached/i);
  }
});

test('PRV-11 SEC-23 administrators of a group below it are told that it contains theirs, so that their patients are seen as well, and not who, where and why; the trail of their group has what is done there', async () => {
  const s = await aClinicAtNight();
  const [feet] = await s.rows<{ id: number }>(
    `insert into care_group (company_id, parent_id, kind, name, display_name, created_at) values ($1, $2, 'group', 'Feet', 'Feet', now())
     returning care_group_id as id`,
    [s.companyId, s.groups.diabetes],
  );
  const below = feet?.id ?? 0;
  const administratorOf = (email: string, groups: readonly number[]) =>
    s.aPerson('Nurse', { company_id: s.companyId, email, admin_rights: true }, groups);
  const fay = await administratorOf('fay@clinic.example', [below]);
  await administratorOf('both@clinic.example', [below, s.groups.heart]);
  await administratorOf('dora@clinic.example', [below, s.groups.diabetes]);
  await administratorOf('hal@clinic.example', [s.groups.heart]);
  const patient = await s.anActivePatient({}, [below]);
  expect((await s.give()).said).toContain(
    "The company's administrators (6) are told; those who see the care group (3) also who it is, and why.",
  );
  const toldTo = async (who: string) => {
    const [mail, ...more] = await mailsTo(s, `${who}@clinic.example`);
    expect([mail?.subject, more]).toEqual(['Emergency access was given', []]);
    return `${mail?.text} ${mail?.html}`;
  };
  for (const who of ['fay', 'both']) {
    const text = await toldTo(who);
    expect(text).toContain(
      'The operator of the portal let somebody of your company into a care group that contains yours, or one of yours. They see your patients and participants there as well. It ends by itself.',
    );
    expect(text).toMatch(/From: .+ UTC\nUntil: .+ UTC/);
    expect(text).toContain(
      'What this person does there meanwhile is marked "emergency access" in the audit trail of your care groups.',
    );
    expect(text).toContain('Administrators who see it or the whole company are told who it is');
    expect(text).not.toMatch(/nora|diabetes|reached|beyond yours/i);
  }
  expect(await toldTo('hal')).toContain('into a care group beyond yours.');
  expect(await toldTo('dora')).toContain('(nora@clinic.example) into the care group "Diabetes"');

  const nurse = await s.signedIn(s.nurse);
  expect((await nurse.call(readPatient, { query: { u_id: patient } })).status).toBe(200);
  expect((await nurse.call(addGoal, { body: goalOf(patient) })).status).toBe(200);
  const { entries } = (await (await s.signedIn(fay)).call(readAudit, {})).reply;
  expect(entries.map(({ kind, type }) => [kind, type])).toContainEqual([
    'patient_goal.added',
    'Nurse, emergency access',
  ]);
});

test('PRV-11 where no administrator sees the group, their mail says so and whom to ask, and the operator is told that they may be asked', async () => {
  const s = await aClinicAtNight();
  await s.rows('update provider set admin_rights = false where company_id = $1', [s.companyId]);
  await s.aPerson('Nurse', { company_id: s.companyId, email: 'hal@clinic.example', admin_rights: true }, [
    s.groups.heart,
  ]);
  expect((await s.give()).said).toMatch(
    /\nThe company's administrators \(1\) are told\. None of them sees the care group, so they may ask you who it is, and why\.$/,
  );
  const [mail] = await mailsTo(s, 'hal@clinic.example');
  expect(mail?.text).toContain('No administrator of your company sees it: please ask the operator of the portal.');
  expect(mail?.text).not.toContain('are told who it is');
});

test('PRV-11 where nobody administers the company, the operator is told that nobody is told', async () => {
  const s = await aClinicAtNight();
  await s.rows('update provider set admin_rights = false where company_id = $1', [s.companyId]);
  expect((await s.give()).said).toMatch(/\nThe company has no administrator who could be told\.$/);
});

test('PRV-11 an administrator who is let in themselves reads who, where and why, and is told of nobody else', async () => {
  const s = await aClinicAtNight();
  await s.rows('update provider set admin_rights = true where provider_id = $1', [s.nurse]);
  await s.give();
  const [mail, ...more] = await mailsTo(s, 'nora@clinic.example');
  expect(more).toEqual([]);
  expect(mail?.text).toContain('(nora@clinic.example) into the care group "Diabetes"');
  expect(mail?.text).toContain('Reason: Nobody of diabetes can be reached');
});

test('PRV-11 where the end of emergency access in one company cannot be recorded, the one in another company is', async () => {
  const first = await aClinicAtNight();
  const clinic = await aClinic(first);
  const other = await first.aPerson('Nurse', { company_id: clinic.companyId }, [clinic.groups.heart]);
  const given = (companyId: number, nurse: number, careGroupId: number) =>
    first.rows(
      `insert into emergency_access (company_id, provider_id, care_group_id, reason, given_at, ends_at)
       values ($1, $2, $3, 'Nobody can be reached', $4::timestamptz, $4::timestamptz + interval '1 hour')`,
      [companyId, nurse, careGroupId, first.app.clock.now()],
    );
  await given(first.companyId, first.nurse, first.groups.diabetes);
  await given(clinic.companyId, other, clinic.groups.diabetes);
  const takeAgain = await refuseChanges(first, 'emergency_access', first.companyId);
  first.later(hourMs);
  const ended = async () =>
    (
      await first.rows<{ id: number }>(
        `select company_id as id from audit_entry where action = 'emergency_access.ended' order by seq`,
      )
    ).map(({ id }) => id);
  await endEmergencyAccessesDue(first.app);
  expect(await ended()).toEqual([clinic.companyId]);
  await takeAgain();
  await endEmergencyAccessesDue(first.app);
  expect(await ended()).toEqual([clinic.companyId, first.companyId]);
});

test('PRV-11 P11-16 the access of a day tells of emergency access while it stood', async () => {
  const s = await aClinicAtNight();
  await s.give({ hours: 24 });
  const groupsToday = async () => (await s.groupsOn())?.map(({ name }) => name);
  expect(await groupsToday()).toEqual(['Cardiology', 'Diabetes']);
  expect((await s.end()).ok).toBe(true);
  expect(await groupsToday()).toEqual(['Cardiology']);
});

test('PRV-11 P11-16 who is taken into a group for good while they are let into it has it in the report of later days', async () => {
  const s = await aClinicAtNight();
  const at = (instant: string) => s.app.clock.set(new Date(instant));
  at('2027-03-01T10:00:00Z');
  await s.give();
  at('2027-03-01T11:00:00Z');
  const body = { cp_id: s.nurse, companyId: s.companyId, groupsToAdd: [{ gId: s.groups.diabetes, public: 0 }] };
  expect((await (await s.signedIn(s.admin)).call(addGroupsOfUser, { body })).status).toBe(200);
  at('2027-03-01T14:01:00Z');
  await endEmergencyAccessesDue(s.app);
  expect(await s.rows(`select from audit_entry where action = 'emergency_access.ended'`)).toHaveLength(1);
  at('2027-03-05T09:00:00Z');
  const groups = await s.groupsOn('2027-03-04');
  expect(groups?.map(({ name, since }) => [name, since?.toISOString().slice(0, 13)])).toEqual([
    ['Cardiology', undefined],
    ['Diabetes', '2027-03-01T11'],
  ]);
});

test('PRV-11 P11-16 emergency access that was over on a day is not in its report, also where its end was recorded the day after', async () => {
  const s = await aClinicAtNight();
  s.app.clock.set(new Date('2027-03-01T19:00:00Z'));
  await s.give();
  s.app.clock.set(new Date('2027-03-02T06:00:00Z'));
  await endEmergencyAccessesDue(s.app);
  expect((await s.groupsOn('2027-03-01'))?.map(({ name }) => name)).toEqual(['Cardiology']);
});

test('PRV-11 an operator ends emergency access before its time, once', async () => {
  const s = await aClinicAtNight();
  await s.give();
  expect(await s.reads()).toBe(200);
  const { diabetes } = s.groups;
  const said = `The emergency access of nora@clinic.example to the care group "Diabetes" (${diabetes}) has ended.`;
  expect(await s.end()).toEqual({ ok: true, said });
  expect(await s.reads()).toBe(404);
  const none = { ok: false, said: 'nora@clinic.example has no emergency access.' };
  expect([await s.end(), await s.end({ 'care-group': diabetes })]).toEqual([none, none]);
});

test('PRV-11 of emergency access to two groups at once an operator ends that to one, which is on record alone, and then all that is left; a group that is none of them is refused', async () => {
  const s = await aClinicAtNight();
  const { heart, failure, diabetes } = s.groups;
  await s.rows('update care_group_member set care_group_id = $2 where provider_id = $1', [s.nurse, failure]);
  const ofHeart = await s.anActivePatient({}, [heart]);
  await s.give();
  await s.give({ 'care-group': heart });
  const readsBoth = async () => {
    const nurse = await s.signedIn(s.nurse);
    const statusOf = async (u_id: number) => (await nurse.call(readPatient, { query: { u_id } })).status;
    return [await statusOf(s.patient), await statusOf(ofHeart)];
  };
  const recorded = async () =>
    (
      await s.rows<{ id: string }>(
        `select record_id as id from audit_entry where action = 'emergency_access.ended' order by seq`,
      )
    ).map(({ id }) => Number(id));
  expect(await s.end({ 'care-group': failure })).toEqual({
    ok: false,
    said: `nora@clinic.example has no emergency access to the care group ${failure}, but to the care groups "Diabetes" (${diabetes}), "Cardiology" (${heart}).`,
  });
  expect([await readsBoth(), await recorded()]).toEqual([[200, 200], []]);
  expect(await s.end({ 'care-group': diabetes })).toEqual({
    ok: true,
    said: `The emergency access of nora@clinic.example to the care group "Diabetes" (${diabetes}) has ended. That to the care group "Cardiology" (${heart}) goes on.`,
  });
  expect([await readsBoth(), await recorded()]).toEqual([[404, 200], [diabetes]]);
  expect((await s.give()).ok).toBe(true);
  expect(await s.end()).toEqual({
    ok: true,
    said: `The emergency access of nora@clinic.example to the care groups "Cardiology" (${heart}), "Diabetes" (${diabetes}) has ended.`,
  });
  expect([await readsBoth(), await recorded()]).toEqual([
    [404, 404],
    [diabetes, heart, diabetes],
  ]);
});

test('PRV-11 USR-06 whoever is revoked loses their emergency access for good, and an operator ends that of an inactive account', async () => {
  const s = await aClinicAtNight();
  await s.give();
  const admin = await s.signedIn(s.admin);
  const query = { cp_id: s.nurse, removal_type: 'deactivate', reason: 'Left' };
  expect((await admin.call(removeUser, { query })).status).toBe(200);
  expect(
    (
      await s.rows<{ changes: { field: string }[] }>(
        `select changes from audit_entry where action = 'emergency_access.ended'`,
      )
    )[0]?.changes[0],
  ).toEqual({ field: 'provider_id', old: s.nurse });
  expect((await admin.call(reactivateUser, { body: { cp_id: s.nurse } })).status).toBe(200);
  expect(await s.reads()).toBe(404);
  await s.give();
  await s.rows('update provider set is_active = false where provider_id = $1', [s.nurse]);
  expect((await s.end()).ok).toBe(true);
  expect(await s.rows('select from emergency_access where ended_at is null')).toEqual([]);
});

test('PRV-11 nobody makes emergency access last: a patient whom they see by it alone they bring into no group of their own, and its groups they give to nobody', async () => {
  const s = await aClinicAtNight();
  const { heart, failure, diabetes } = s.groups;
  const [below] = await s.rows<{ id: number }>(
    `insert into care_group (company_id, parent_id, kind, name, display_name, created_at) values ($1, $2, 'group', 'Feet', 'Feet', now())
     returning care_group_id as id`,
    [s.companyId, diabetes],
  );
  await s.rows('update provider set admin_rights = true where provider_id = $1', [s.nurse]);
  const colleague = await s.aPerson('Nurse', { company_id: s.companyId }, [failure]);
  const known = await s.anActivePatient({}, [failure]);
  await s.give();
  const nurse = await s.signedIn(s.nurse);
  const joins = async (u_id: number, g_id: number) => (await nurse.call(addToGroup, { body: { u_id, g_id } })).status;
  expect([await joins(s.patient, heart), await joins(s.patient, failure)]).toEqual([403, 403]);
  // Within the groups of the emergency they work as anybody there, and with their own patients as ever.
  expect([await joins(s.patient, below?.id ?? 0), await joins(known, heart)]).toEqual([200, 200]);

  const gives = async (gId: number) =>
    (
      await nurse.call(addGroupsOfUser, {
        body: { cp_id: colleague, companyId: s.companyId, groupsToAdd: [{ gId, public: 0 }] },
      })
    ).status;
  expect([await gives(diabetes), await gives(below?.id ?? 0), await gives(heart)]).toEqual([403, 403, 200]);
  s.later(4 * hourMs);
  expect(await s.reads()).toBe(404);
  const later = await s.signedIn(colleague);
  expect((await later.call(readPatient, { query: { u_id: s.patient } })).status).toBe(404);
});

test('PRV-11 SEC-16 nobody is invited into a group that the inviter sees by emergency access alone, one by one or by a file, and into the inviter’s own as ever', async () => {
  const s = await aClinicAtNight();
  const { companyId, groups } = s;
  await s.rows('update provider set admin_rights = true where provider_id = $1', [s.nurse]);
  await s.give();
  const nurse = await s.signedIn(s.nurse);
  const sentence = (group: string) =>
    `You see ${group} only through emergency access, so you can neither keep it nor give it to others.`;
  const invites = async (...gIds: number[]) =>
    nurse.call(inviteUser, {
      body: { companyId, gIds, ...invitationTo(`new${gIds.join('-')}@clinic.example`, { providerType: 'Nurse' }) },
    });
  const refused = await invites(groups.heart, groups.diabetes);
  expect([refused.status, refused.message]).toEqual([403, sentence('this care group')]);
  const row = (careGroups: string) => ({
    email: 'row@clinic.example',
    providerType: 'Nurse',
    careGroups,
    adminRights: '',
    prescriber: '',
    sponsor: '',
  });
  const sends = (isDryRun: 0 | 1, careGroups: string) =>
    nurse.call(inviteUsers, { body: { companyId, isDryRun, rows: [row(careGroups)] } });
  for (const isDryRun of [1, 0] as const) {
    const { status, message } = await sends(isDryRun, 'Cardiology; Diabetes');
    expect([status, message]).toEqual([403, sentence('“Diabetes”')]);
  }
  expect(await s.rows('select from invitation where company_id = $1', [companyId])).toEqual([]);
  expect([(await invites(groups.heart)).status, (await sends(0, 'Cardiology')).reply.invited]).toEqual([200, 1]);
});

test('PRV-11 USR-02 emergency access shows the people of a group and lets nobody decide about them: the list says so, and the calls refuse', async () => {
  const s = await aClinicAtNight();
  const { companyId, groups } = s;
  const there = await s.aPerson('Nurse', { company_id: companyId }, [groups.diabetes]);
  const here = await s.aPerson('Nurse', { company_id: companyId }, [groups.failure]);
  const root = await s.signedIn(s.admin);
  const gIds = [groups.diabetes];
  const body = { companyId, gIds, ...invitationTo('invited@clinic.example', { providerType: 'Nurse' }) };
  const invited = (await root.call(inviteUser, { body })).reply.cpID;
  await s.rows('update provider set admin_rights = true where provider_id = $1', [s.nurse]);
  await s.give();
  const nurse = await s.signedIn(s.nurse);
  const { careProviders } = (await nurse.call(listUsers, { query: { companyId, status: 'all' } })).reply;
  const manages = new Map(careProviders.map(({ cpID, mayManage }) => [cpID, mayManage]));
  expect([there, invited, here].map((id) => manages.get(id))).toEqual([false, false, true]);
  const revoke = async (cp_id: number, removal_type: 'deactivate' | 'remove') =>
    (await nurse.call(removeUser, { query: { cp_id, removal_type } })).status;
  expect([
    await revoke(there, 'deactivate'),
    await revoke(invited, 'remove'),
    (await nurse.call(reinviteUser, { body: { company_id: companyId, cp_id: invited } })).status,
    (await nurse.call(reactivateUser, { body: { cp_id: there } })).status,
    await revoke(here, 'deactivate'),
  ]).toEqual([403, 403, 403, 403, 200]);
});

test('PRV-11 without a reason, for longer than a day, for a group of others or twice it is refused, and nothing is written', async () => {
  const s = await aClinicAtNight();
  const elsewhere = await s.aCompany();
  const [foreign] = await s.rows<{ id: number }>(
    `insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', 'A', 'A', now()) returning care_group_id as id`,
    [elsewhere],
  );
  expect((await s.give({ reason: '' })).said).toMatch(/--reason/);
  for (const hours of [0, 25, 1.5, 'x']) expect((await s.give({ hours })).said).toMatch(/--hours must be a/);
  expect((await s.give({ email: 'nobody@clinic.example' })).ok).toBe(false);
  expect((await s.give({ 'care-group': foreign?.id ?? 0 })).ok).toBe(false);
  expect((await s.give({ 'care-group': s.groups.failure })).said).toBe(
    'nora@clinic.example already sees this care group.',
  );
  expect((await s.give({ email: 'ada@clinic.example' })).said).toMatch(
    /^What ada@clinic\.example sees does not depend/,
  );
  expect(await s.rows('select from emergency_access')).toEqual([]);
  expect(await s.rows(`select from audit_entry where action like 'emergency%'`)).toEqual([]);
  const both = await Promise.all([s.give(), s.give()]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await s.rows('select from emergency_access')).toHaveLength(1);
});

test('PRV-11 the person is told which group they are let into, until when and why, as long as it stands', async () => {
  const s = await aClinicAtNight();
  const told = async () => {
    const { call } = await s.signedIn(s.nurse);
    return (await call(me)).reply.emergencyAccess;
  };
  expect(await told()).toBeUndefined();
  await s.give();
  const [given] = await s.rows<{ endsAt: Date }>('select ends_at as "endsAt" from emergency_access');
  const endsAt = given?.endsAt;
  expect(await told()).toEqual([{ group: 'Diabetes', endsAt, reason: 'Nobody of diabetes can be reached' }]);
  s.later(4 * hourMs);
  expect(await told()).toBeUndefined();
});
