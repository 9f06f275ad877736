import { accessReport } from '@portal/contract/audit/endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { openUsers } from '#test/users.ts';

const [ada, bob, cy] = ['ada@clinic.example', 'bob@clinic.example', 'cy@clinic.example'];
const dayOf = (instant: Date | null) => instant?.toISOString().slice(0, 10) ?? null;

test('P11-16 P11-17 after a year of changes made by the calls the report of five days is what the script did, whether it is asked for on the day or at the end of the year', async () => {
  const s = await openUsers();
  const known = new Set(Object.values(s.people));
  const report = async (day: string) => {
    const { accounts } = (await (await s.as('admin')).call(accessReport, { query: { day } })).reply;
    return accounts
      .filter(({ cpId }) => !known.has(cpId))
      .map((one) => ({
        who: [one.cpId, one.email, one.fName],
        is: [
          one.state,
          one.type,
          ...(one.adminRights ? ['administrator'] : []),
          ...(one.isPrescriber ? ['prescriber'] : []),
        ],
        groups: one.groups.map(({ gId, since }) => [gId, dayOf(since)]),
        signedIn: [dayOf(one.lastSignInAt), one.notSignedInFor90Days],
      }))
      .sort((a, b) => Number(a.who[0]) - Number(b.who[0]));
  };
  const asked = new Map<string, Awaited<ReturnType<typeof report>>>();
  const ask = async (day: string) => {
    s.at(`${day}T23:59:00Z`);
    asked.set(day, await report(day));
  };
  const enters = async (email: string) =>
    expect((await s.call(signIn, { body: { email, password: 'Battery-Staple-7' } })).status).toBe(200);
  const done = async (answer: Promise<{ status: number; message: string | undefined }>) => {
    const { status, message } = await answer;
    expect([status, message]).toEqual([200, undefined]);
  };

  s.at('2027-01-10T09:00:00Z');
  const first = (await s.invite(ada, { prescriber: 1 })).reply.cpID;
  await ask('2027-01-15');
  s.at('2027-01-26T09:00:00Z');
  await done(s.reinvite(first));
  s.at('2027-01-27T09:00:00Z');
  await done(s.registers(ada));
  s.at('2027-01-28T09:00:00Z');
  await enters(ada);
  s.at('2027-02-01T09:00:00Z');
  const withdrawn = (await s.invite(bob, { providerType: 'Nurse', adminRights: 1, gIds: [s.ward] })).reply.cpID;
  s.at('2027-02-20T09:00:00Z');
  await done(s.remove(withdrawn));
  s.at('2027-03-01T09:00:00Z');
  const late = (await s.invite(cy, { gIds: [s.site, s.otherSite] })).reply.cpID;
  s.at('2027-03-15T09:00:00Z');
  await done(s.change(first, { prescriber: 0, adminRights: 1 }));
  await ask('2027-03-31');
  s.at('2027-04-01T09:00:00Z');
  await done(s.addGroups(first, [s.otherSite]));
  s.at('2027-04-20T09:00:00Z');
  await done(s.removeGroups(first, s.site));
  s.at('2027-05-10T09:00:00Z');
  await done(s.deactivate(first));
  await ask('2027-05-31');
  s.at('2027-06-01T09:00:00Z');
  const second = (await s.invite(bob, { providerType: 'Nurse', adminRights: 1, gIds: [s.ward] })).reply.cpID;
  s.at('2027-06-02T09:00:00Z');
  await done(s.registers(bob));
  s.at('2027-08-15T09:00:00Z');
  await done(s.reactivate(first));
  s.at('2027-08-20T09:00:00Z');
  await enters(ada);
  await ask('2027-09-15');
  s.at('2027-10-01T09:00:00Z');
  await done(s.deactivate(first));
  s.at('2027-11-01T09:00:00Z');
  await done(s.remove(first));
  s.at('2027-11-15T09:00:00Z');
  const another = (await s.invite(ada)).reply.cpID;
  await ask('2027-12-31');

  const cyWaits = {
    who: [late, cy, ''],
    is: ['invited', 'Site User'],
    groups: [
      [s.site, null],
      [s.otherSite, null],
    ],
    signedIn: [null, false],
  };
  const expected = {
    '2027-01-15': [
      {
        who: [first, ada, ''],
        is: ['invited', 'Site User', 'prescriber'],
        groups: [[s.site, null]],
        signedIn: [null, false],
      },
    ],
    '2027-03-31': [
      {
        who: [first, ada, 'Grace'],
        is: ['active', 'Site User', 'administrator'],
        groups: [[s.site, '2027-01-27']],
        signedIn: ['2027-01-28', false],
      },
      cyWaits,
    ],
    '2027-05-31': [
      {
        who: [first, ada, 'Grace'],
        is: ['deactivated', 'Site User', 'administrator'],
        groups: [[s.otherSite, '2027-04-01']],
        signedIn: ['2027-01-28', true],
      },
      cyWaits,
    ],
    '2027-09-15': [
      {
        who: [first, ada, 'Grace'],
        is: ['active', 'Site User', 'administrator'],
        groups: [[s.otherSite, '2027-04-01']],
        signedIn: ['2027-08-20', false],
      },
      cyWaits,
      {
        who: [second, bob, 'Grace'],
        is: ['active', 'Nurse', 'administrator'],
        groups: [[s.ward, '2027-06-02']],
        signedIn: [null, true],
      },
    ],
    '2027-12-31': [
      cyWaits,
      {
        who: [second, bob, 'Grace'],
        is: ['active', 'Nurse', 'administrator'],
        groups: [[s.ward, '2027-06-02']],
        signedIn: [null, true],
      },
      { who: [another, ada, ''], is: ['invited', 'Site User'], groups: [[s.site, null]], signedIn: [null, false] },
    ],
  };
  expect(new Set([first, withdrawn, late, second, another]).size).toBe(5);
  expect(Object.fromEntries(asked)).toEqual(expected);
  const later: Record<string, unknown> = {};
  for (const day of asked.keys()) later[day] = await report(day);
  expect(later).toEqual(expected);
});
