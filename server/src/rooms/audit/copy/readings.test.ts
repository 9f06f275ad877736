/** What the copies about one person say of who read what, and of what is not in them. Nothing in a copy is packed. */
import { copyAccount, copyParticipant, copyPatient } from '@portal/contract/audit/endpoints.ts';
import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
import { givenParticipant } from '#test/house.ts';
import { aClinic } from '#test/patients.ts';
import { onItsOwn, openPortal, type Portal } from '#test/portal.ts';

const textOf = ({ reply }: { reply: { data: string } }) => Buffer.from(reply.data, 'base64').toString();

/** As archiving leaves it once a month has left the database. */
const archived = ({ rows }: Portal, month: string, table = 'access_entry') =>
  rows(
    `with file as (insert into stored_file (bytes, type, key, created_at)
       values (1, 'application/gzip', gen_random_uuid()::text, now()) returning file_id)
     insert into month_archive (of_table, month, rows, sha256, file_id, archived_at, removed_at)
     select $1, $2, 1, repeat('0', 64), file_id, now(), now() from file`,
    [table, `${month}-01`],
  );
const thisMonth = new Date().toISOString().slice(0, 7);
const sentence = (month: string) =>
  `<p>Readings up to ${month} are archived and not in this copy. Ask the operator of the portal for them.</p>`;
const anyMonth = /Readings up to \d{4}-\d\d are archived/;

async function aTrial() {
  const portal = await openPortal();
  const work = await portal.aTrialAtWork();
  const [admin, user] = [await portal.signedIn(work.admin), await portal.signedIn(work.siteUser)];
  const added = await user.call(addParticipant, { body: givenParticipant(work.siteId) });
  return { ...portal, ...work, admin, participantId: added.reply.participantId };
}
/** Readings of somebody by somebody at this moment. */
const read = (
  { rows }: Portal,
  companyId: number,
  {
    by,
    kind,
    id,
    many = 1,
    inEmergency = false,
  }: { by: number; kind: string; id: number; many?: number; inEmergency?: boolean },
) =>
  rows(
    `insert into access_entry (company_id, at, provider_id, call, record_kind, record_ids, outcome, in_emergency, host, address, request_id)
     select $1, now(), $2, 'GET /seeded', $3, array[$4::int], 'read', $5, 'seeded', '10.0.0.1', 'r' || n from generate_series(1, $6::int) n`,
    [companyId, by, kind, id, inEmergency, many],
  );

test('PRV-02 the copies of a participant and of a patient say up to which month readings of them are archived, and nothing of months before them', async () => {
  onItsOwn();
  const s = await aTrial();
  const clinic = await aClinic(s);
  const u_id = await clinic.anActivePatient();
  const copies = async () => [
    textOf(await s.admin.call(copyParticipant, { query: { participant_id: s.participantId } })),
    textOf(await clinic.people.root.call(copyPatient, { query: { u_id } })),
  ];
  await archived(s, '2018-03');
  await archived(s, thisMonth, 'security_event');
  for (const text of await copies()) {
    expect(text).not.toMatch(anyMonth);
    expect(text).toContain('"archivedUpTo": null');
  }
  await archived(s, thisMonth);
  for (const text of await copies()) {
    expect(text).toContain(`<h2>Who read the record</h2>\n${sentence(thisMonth)}`);
    expect(text).toContain(`"archivedUpTo": "${thisMonth}"`);
  }
});

test('PRV-02 the report of an account says up to which month of its period readings are archived, and nothing where the period has no such month', async () => {
  onItsOwn();
  const s = await aTrial();
  for (const month of ['2018-02', '2018-03', '2018-04']) await archived(s, month);
  const report = async (from: string, until: string) => {
    const query = { cp_id: s.siteUser, from: `${from}T00:00:00Z`, until: `${until}T00:00:00Z` };
    return textOf(await s.admin.call(copyAccount, { query }));
  };
  for (const [from, until, month] of [
    ['2018-03-15', '2018-03-20', '2018-03'],
    ['2018-02-01', '2018-04-01', '2018-03'],
    ['2018-03-31', '2018-04-02', '2018-04'],
    ['2018-04-30', '2019-01-01', '2018-04'],
  ] as const) {
    const text = await report(from, until);
    expect(text).toContain(`<h2>What was read</h2>\n${sentence(month)}`);
    expect(text).toContain(`"archivedUpTo": "${month}"`);
  }
  for (const [from, until] of [
    ['2018-01-01', '2018-02-01'],
    ['2018-05-01', '2018-06-01'],
  ] as const) {
    const text = await report(from, until);
    expect(text).not.toMatch(anyMonth);
    expect(text).toContain('"archivedUpTo": null');
  }
});

test('PRV-02 the copy of somebody who was read more often than 100,000 times has the newest of these readings, and says so', async () => {
  onItsOwn();
  const s = await aTrial();
  const copy = async () => {
    const answer = await s.admin.call(copyParticipant, { query: { participant_id: s.participantId } });
    return [answer.reply.accesses, textOf(answer)] as const;
  };
  const cut = 'Only the newest 100,000 readings are in this copy. Ask the operator of the portal for older ones.';
  await s.app.accessLog.flush();
  const [{ n } = { n: 0 }] = await s.rows<{ n: number }>(
    `select count(*)::int as n from access_entry where record_kind = 'participant' and $1 = any (record_ids)`,
    [s.participantId],
  );
  await read(s, s.companyId, { by: s.siteUser, kind: 'participant', id: s.participantId, many: 100_000 - n });
  const [all, whole] = await copy();
  expect([all, whole.includes(cut), whole.includes('"newestAlone": false')]).toEqual([100_000, false, true]);
  // That was one more.
  await s.app.accessLog.flush();
  const [most, text] = await copy();
  expect([most, text.includes(cut), text.includes('"newestAlone": true')]).toEqual([100_000, true, true]);
  expect(text).toContain('<td>GET /records/participant</td>');
});

test('PRV-11 PRV-02 what was read under emergency access is marked in the copies of a participant and a patient and in the report of an account', async () => {
  const s = await aTrial();
  const clinic = await aClinic(s);
  const u_id = await clinic.anActivePatient();
  const [nurse, reader] = [clinic.people.nurse.providerId, s.siteUser];
  for (const inEmergency of [true, false]) {
    await read(s, s.companyId, { by: reader, kind: 'participant', id: s.participantId, inEmergency });
    await read(s, clinic.companyId, { by: nurse, kind: 'patient', id: u_id, inEmergency });
  }
  const [from, until] = [-60, 60].map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString());
  const marks = (text: string, mark: RegExp) => [
    text.match(mark)?.length,
    text.match(/"inEmergency": true/g)?.length,
    (text.match(/"inEmergency": false/g) ?? []).length > 0,
  ];
  const once = [1, 1, true];
  const ofParticipant = textOf(await s.admin.call(copyParticipant, { query: { participant_id: s.participantId } }));
  expect(marks(ofParticipant, new RegExp(`\\(${reader}\\), emergency access</td>`, 'g'))).toEqual(once);
  const ofPatient = textOf(await clinic.people.root.call(copyPatient, { query: { u_id } }));
  expect(marks(ofPatient, new RegExp(`\\(${nurse}\\), emergency access</td>`, 'g'))).toEqual(once);
  const ofAccount = textOf(await s.admin.call(copyAccount, { query: { cp_id: reader, from, until } }));
  expect(marks(ofAccount, /<td>read, emergency access<\/td>/g)).toEqual(once);
});
