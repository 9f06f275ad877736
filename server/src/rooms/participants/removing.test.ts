import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readParticipantCard } from '@portal/contract/cards/endpoints.ts';
import { findPlaces } from '@portal/contract/go-to/endpoints.ts';
import * as api from '@portal/contract/participants/endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { operate } from '#src/operator/operate.ts';
import { givenParticipant } from '#test/house.ts';
import { onItsOwn, openPortal, type Portal } from '#test/portal.ts';
import { anAddress } from '#test/things.ts';
import { somebodyWaits } from '#test/waits.ts';

/** What the page of decisions says that is erased, by table. */
const published = new Map(
  [
    ...readFileSync(
      path.join(import.meta.dirname, '../../../../docs/decisions/2026-11-20-participants.md'),
      'utf8',
    ).matchAll(/^\| `(\w+)` \| (.*?) ?\| .+ \|$/gm),
  ].map(([, table = '', cell = '']) => [table, [...cell.matchAll(/`(\w+)`/g)].map(([, field]) => field as string)]),
);
const ofMachinery = new Set(['version', 'removed_at', 'withdrawn_at']);

const home = { ...anAddress, street: '7 Quixworth Lane', city: 'Zephyrtown', zip: '02117' };
const before = { ...anAddress, street: '3 Formerly Road', city: 'Oldtown', zip: '02119' };

async function aPopulatedTrial() {
  const portal = await openPortal();
  const work = await portal.aTrialAtWork();
  const [admin, user] = [await portal.signedIn(work.admin), await portal.signedIn(work.siteUser)];
  let n = 0;
  /** With a card that was sent, a mail that waits, an address of before, and a request that went home. */
  async function aFullParticipant(given: { fname: string; lname: string; email: string; phone: string }) {
    const body = {
      ...givenParticipant(work.siteId, { ...given, subject_number: `55${++n}-000` }),
      preferred_contact: 1,
    };
    const { participantId: id } = (await user.call(api.addParticipant, { body: { ...body, address: before } })).reply;
    const moved = { ...body, participant_id: id, addressChanged: 1, address: home };
    expect((await user.call(api.changeParticipant, { body: moved })).status).toBe(200);
    await portal.rows(
      `insert into card_outreach (company_id, trial_id, participant_id, channel, recipient, sender_id, sent_at)
       values ($1, $2, $3, 'email', $4, $5, now())`,
      [work.companyId, work.trialId, id, given.email, work.siteUser],
    );
    await portal.rows(
      `insert into message (channel, recipient, subject, body, html, participant_id, created_at)
       values ('email', $1, 'Your card', 'Hello', '<p>Hello</p>', $2, now())`,
      [given.email, id],
    );
    const [request] = await portal.rows<{ id: number }>(
      `insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id,
         requester_id, required_on, status_changed_on, submission, created_at)
       select $1, $2, $3, $4, 'pharmacy', 'received', true, address_id, $5, '2031-03-05', '2031-03-05', gen_random_uuid(), now()
       from participant where participant_id = $6 returning request_id as id`,
      [work.companyId, work.trialId, work.siteId, work.pharmacyId, work.siteUser, id],
    );
    await portal.rows(
      `insert into shipment_participant (request_id, position, company_id, participant_id, subject_number, first_name, last_name)
       select $1, 1, company_id, participant_id, subject_number, first_name, last_name from participant where participant_id = $2`,
      [request?.id, id],
    );
    return { id, subjectNumber: body.subject_number, requestId: request?.id };
  }
  const deactivate = (id: number) => user.call(api.setParticipantStatus, { body: { participant_id: id, isActive: 0 } });
  const remove = (id: number, more = {}) =>
    admin.call(api.removeParticipant, { query: { participant_id: id, ...more } });
  return { ...portal, ...work, admin, user, aFullParticipant, deactivate, remove };
}

const zephyrine = { fname: 'Zephyrine', lname: 'Quixworth', email: 'zeph@first.example', phone: '+16175550188' };
const beside = { fname: 'Other', lname: 'Person', email: 'other@first.example', phone: '+16175550189' };

test('PRV-03 removing a participant erases what is published and keeps the rest, in every table that holds anything of a participant', async () => {
  const s = await aPopulatedTrial();
  const { id } = await s.aFullParticipant(zephyrine);
  const other = await s.aFullParticipant(beside);
  const tables = await s.rows<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'participant_id' order by 1`,
  );
  expect([...published.keys()].sort()).toEqual(tables.map(({ name }) => name));
  const rowOf = async (table: string, of: number) =>
    (await s.rows<Record<string, unknown>>(`select * from ${table} where participant_id = $1`, [of]))[0] ?? {};
  await s.deactivate(id);
  await s.deactivate(other.id);
  const was = new Map<string, Record<string, unknown>>();
  for (const table of published.keys()) was.set(table, await rowOf(table, id));
  const untouched = () => Promise.all([...published.keys()].map((table) => rowOf(table, other.id)));
  const others = await untouched();
  expect([(await s.remove(id, { reason: 'Asked for it' })).status]).toEqual([200]);

  for (const [table, fields] of published) {
    const is = await rowOf(table, id);
    const changed = Object.keys(is).filter(
      (field) => !ofMachinery.has(field) && JSON.stringify(was.get(table)?.[field]) !== JSON.stringify(is[field]),
    );
    expect([table, changed.sort()]).toEqual([table, fields.toSorted()]);
  }
  expect(await rowOf('participant', id)).toMatchObject({
    first_name: 'Removed',
    last_name: `participant ${id}`,
    subject_number: was.get('participant')?.['subject_number'],
  });
  expect(await untouched()).toEqual(others);
  const entries = await s.rows(
    `select reason from audit_entry where action = 'participant.removed' and record_id = $1`,
    [String(id)],
  );
  expect(entries).toEqual([{ reason: 'Asked for it' }]);
});

const onHold = 'Records are on hold. Somebody who is deactivated cannot be removed until the hold ends.';
const holdRecords = (s: Portal) =>
  operate(['hold-records', '--reason', 'A court wants to see it'], async () => ({
    ...s.app,
    sendsMail: false,
    close: async () => {},
  }));

test('PRV-03 PRV-10 while records are on hold a participant is deactivated but not removed, nothing is erased, and afterwards they can be', async () => {
  onItsOwn();
  const s = await aPopulatedTrial();
  const { id } = await s.aFullParticipant(zephyrine);
  expect((await holdRecords(s)).said).toBe(
    'Nothing on record is removed or blanked from now on. Participants and patients can be deactivated, but not removed.',
  );
  expect((await s.deactivate(id)).status).toBe(200);
  const tables = [...published.keys(), 'address', 'audit_entry', 'event'];
  const all = () => Promise.all(tables.map((table) => s.rows(`select * from ${table} order by 1`)));
  const before = await all();
  const refused = await s.remove(id);
  expect([refused.status, refused.code, refused.message]).toEqual([409, 'records_held', onHold]);
  expect(await all()).toEqual(before);
  await s.rows('update installation set retention_held_because = null');
  expect((await s.remove(id)).status).toBe(200);
});

test('PRV-10 REL-07 a hold that begins while somebody is removed waits for that, and who is removed while a hold begins is refused', async () => {
  onItsOwn();
  const s = await aPopulatedTrial();
  const [{ id }, other] = [await s.aFullParticipant(zephyrine), await s.aFullParticipant(beside)];
  await s.deactivate(id);
  await s.deactivate(other.id);
  // Somebody has what the removal needs at last.
  const words = await held(s, `select 1 from message where participant_id = ${id} for update`);
  const removing = s.remove(id);
  await somebodyWaits(s);
  let isHeld = false;
  const holding = holdRecords(s).then(({ ok }) => (isHeld = ok));
  await somebodyWaits(s, 2);
  expect(isHeld).toBe(false);
  await words.letGo();
  expect([(await removing).status, await holding]).toEqual([200, true]);

  await s.rows('update installation set retention_held_because = null');
  const beginning = await held(
    s,
    `select 1 from installation for update`,
    `update installation set retention_held_because = 'A court wants to see it'`,
  );
  const refused = s.remove(other.id);
  await somebodyWaits(s);
  await beginning.letGo();
  expect((await refused).code).toBe('records_held');
});

/** What these statements lock, by somebody else, until they let go. */
async function held({ app }: Portal, ...statements: string[]) {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const all = app.database.asSystem(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
    begin();
    await mayEnd;
  });
  await begun;
  return { letGo: () => (end(), all) };
}

test('PRV-03 of a removed participant no name, address or number that they ever had is found anywhere in the database, but in the trail', async () => {
  onItsOwn();
  const s = await aPopulatedTrial();
  const { id } = await s.aFullParticipant(zephyrine);
  const other = await s.aFullParticipant(beside);
  await s.deactivate(id);
  const tablesThatSay = async (words: readonly string[]) => {
    const tables = await s.rows<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'by_month', 'pgboss') order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables)
      if ((await s.rows(`select from ${name} as t where t::text ilike any ($1) limit 1`, [words])).length > 0)
        found.push(name);
    return found;
  };
  const words = ['%Zephyrine%', '%Quixworth,%', '%zeph@first.example%', '%6175550188%'];
  expect(await tablesThatSay(words)).toEqual(
    expect.arrayContaining([
      'public.card_outreach',
      'public.message',
      'public.participant',
      'public.shipment_participant',
    ]),
  );
  expect((await s.remove(id)).status).toBe(200);
  expect(await tablesThatSay(words)).toEqual(['public.audit_entry']);
  // The other one lives and lived at the same places.
  const streets = await s.rows(
    `select street, zip, state from address where street ilike any ('{%Quixworth%,%Formerly%,Removed}') order by address_id`,
  );
  expect(streets).toEqual([
    { street: 'Removed', zip: '', state: home.state },
    { street: 'Removed', zip: '', state: home.state },
    { street: 'Removed', zip: '', state: home.state },
    { street: home.street, zip: home.zip, state: home.state },
  ]);
  expect(
    await s.rows('select from participant where participant_id = $1 and address_id is not null', [other.id]),
  ).toHaveLength(1);
});

test('PRV-03 lists, cards and the search no longer have a removed participant, whose request keeps the subject number', async () => {
  const s = await aPopulatedTrial();
  const { id, subjectNumber, requestId } = await s.aFullParticipant(zephyrine);
  const listed = async () =>
    (await s.user.call(api.listParticipants, { query: { g_id: s.siteId } })).reply.participants.map(
      (one) => one.participantId,
    );
  const found = async (q: string) =>
    (await s.user.call(findPlaces, { query: { begins: q } })).reply.participants.map((one) => one.participantId);
  await s.rows('update care_group set has_card = true where care_group_id = $1', [s.trialId]);
  const cardAnswer = async () =>
    (await s.user.call(readParticipantCard, { query: { g_id: s.siteId, participant_id: id } })).code;
  await s.deactivate(id);
  expect(await cardAnswer()).toBe('card.not_configured');
  expect(await listed()).toContain(id);
  expect([await found('Zephyr'), await found('Quixworth'), await found(subjectNumber)]).toEqual([[id], [id], [id]]);
  expect((await s.remove(id)).status).toBe(200);
  expect(await listed()).not.toContain(id);
  for (const q of ['Zephyr', 'Quixworth', subjectNumber, 'Removed', `participant ${id}`])
    expect([q, await found(q)]).toEqual([q, []]);
  expect(await cardAnswer()).toBe('not_found');
  expect(
    await s.rows('select subject_number, first_name from shipment_participant where request_id = $1', [requestId]),
  ).toEqual([{ subject_number: subjectNumber, first_name: 'Removed' }]);
  const again = givenParticipant(s.siteId, { subject_number: subjectNumber });
  expect((await s.user.call(api.addParticipant, { body: again })).message).toBe('Subject number already exists.');
});

test('PRV-03 REL-07 nobody is removed who is active, waits for a shipment or was changed meanwhile, nor twice, nor by who is no administrator, and nobody is taken back', async () => {
  const s = await aPopulatedTrial();
  const { id, requestId } = await s.aFullParticipant(zephyrine);
  const nameOf = async () =>
    (await s.rows<{ last_name: string }>('select last_name from participant where participant_id = $1', [id]))[0]
      ?.last_name;
  const refusal = async (more = {}) => {
    const { status, code, message } = await s.remove(id, more);
    return [status, code, message];
  };
  expect(await refusal()).toEqual([
    409,
    'participant.still_active',
    'This participant is active. Please deactivate them first.',
  ]);
  await s.deactivate(id);
  for (const status of ['preprocessing', 'processing', 'shipped']) {
    await s.rows('update shipment_request set status = $2 where request_id = $1', [requestId, status]);
    expect(await refusal()).toEqual([
      409,
      'participant.awaits_shipment',
      'A shipment for this participant is under way. Please wait until it has arrived, or cancel the request.',
    ]);
  }
  await s.rows(`update shipment_request set status = 'cancelled' where request_id = $1`, [requestId]);
  expect((await refusal({ version: 1 })).slice(0, 2)).toEqual([409, 'stale']);
  expect((await s.user.call(api.removeParticipant, { query: { participant_id: id } })).status).toBe(403);
  expect(await nameOf()).toBe('Quixworth');
  const both = await Promise.all([s.remove(id), s.remove(id)]);
  expect(both.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 404]);
  expect(
    await s.rows(`select from audit_entry where action = 'participant.removed' and record_id = $1`, [String(id)]),
  ).toHaveLength(1);
  const body = { participant_id: id, isActive: 1 } as const;
  expect((await s.admin.call(api.setParticipantStatus, { body })).status).toBe(404);
  const past = s.rows('update participant set is_active = true where participant_id = $1', [id]);
  await expect(past).rejects.toThrow('participant__removed_is_inactive');
});

test('PRV-03 removing a participant leaves a site, a partner and a brand at the same address, and what others were sent there, as they are', async () => {
  const s = await aPopulatedTrial();
  const { id } = await s.aFullParticipant(zephyrine);
  const staff = await s.aPerson('Nurse', { company_id: s.companyId, phone: '+16175550177' });
  await s.rows(`update participant set phone = '+16175550177' where participant_id = $1`, [id]);
  const keys = ['street', 'street2', 'city', 'state', 'zip', 'country'];
  const at = await s.rows<{ id: number }>(
    `insert into address (company_id, ${keys.join()}) select $1, ${keys.map((key) => `$2::jsonb->>'${key}'`).join()}
     from generate_series(1, 2) returning address_id as id`,
    [s.companyId, JSON.stringify(before)],
  );
  await s.rows('update care_group set address_id = $2 where care_group_id = $1', [s.siteId, at[0]?.id]);
  await s.rows('update partner set address_id = $2 where partner_id = $1', [s.pharmacyId, at[1]?.id]);
  const [code] = await s.rows<{ id: string }>(
    `insert into message (channel, recipient, subject, body, created_at, sent_at)
     values ('sms', '+16175550177', '', 'Your code is 1', now(), now()) returning message_id as id`,
  );
  await s.deactivate(id);
  expect((await s.remove(id)).status).toBe(200);
  expect(await s.rows('select street, zip from address where address_id = any($1)', [at.map((one) => one.id)])).toEqual(
    [
      { street: before.street, zip: before.zip },
      { street: before.street, zip: before.zip },
    ],
  );
  expect(await s.rows('select recipient, body, participant_id from message where message_id = $1', [code?.id])).toEqual(
    [{ recipient: '+16175550177', body: 'Your code is 1', participant_id: null }],
  );
  expect(await s.rows('select from provider where provider_id = $1 and phone is not null', [staff])).toHaveLength(1);
});
