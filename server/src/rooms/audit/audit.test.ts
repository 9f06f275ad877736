import { addParticipant, changeParticipant } from '@portal/contract/participants/endpoints.ts';
import * as api from '@portal/contract/audit/endpoints.ts';
import * as shipments from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import { createAccount, setAccountState } from '#rooms/identity/door.ts';
import { givenParticipant } from '#test/house.ts';
import { goodPassword } from '#test/people.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';

/** A trial with a reviewer and somebody of the site who adds and changes participants. */
async function aTrail(start?: string) {
  const portal = await openPortal();
  if (start) portal.app.clock.set(new Date(start));
  const work = await portal.aTrialAtWork();
  const { siteId } = work;
  let [reviewer, user] = [await portal.signedIn(work.admin), await portal.signedIn(work.siteUser)];
  /** Their sessions would not outlive a jump of the clock. */
  const goTo = async (instant: string) => {
    portal.app.clock.set(new Date(instant));
    [reviewer, user] = [await portal.signedIn(work.admin), await portal.signedIn(work.siteUser)];
  };
  const subjects = new Map<number, string>();
  const add = async (subject_number: string) => {
    const body = givenParticipant(siteId, { subject_number });
    const { participantId } = (await user.call(addParticipant, { body })).reply;
    subjects.set(participantId, subject_number);
    return participantId;
  };
  const rename = async (participant_id: number, lname: string, by: 'user' | 'reviewer' = 'user') => {
    const subject_number = subjects.get(participant_id);
    const body = { ...givenParticipant(siteId, { lname, subject_number }), participant_id, addressChanged: 0 };
    return (by === 'user' ? user : reviewer).call(changeParticipant, { body });
  };
  const ask = (query: Record<string, unknown> = {}) => reviewer.call(api.readAudit, { query });
  const read = async (query: Record<string, unknown> = {}) => (await ask(query)).reply;
  const exported = async (query: Record<string, unknown> = {}) =>
    (await reviewer.call(api.exportAudit, { query })).reply.entries.map(({ number }) => number);
  return { portal, ...work, reviewer, user, goTo, add, rename, ask, read, exported };
}

test('P11-14 a reviewer reads every change: who, when, what of which record, old and new value, from where', async () => {
  const { portal, siteId, user, add, rename, read } = await aTrail('2027-03-05T10:20:30.123Z');
  const id = await add('123-456');
  await rename(id, 'Byron');
  const { entries, total, more, names } = await read();
  expect([total, more]).toEqual([2, false]);
  const [row] = await portal.rows<{ name: string }>(
    `select first_name || ' ' || last_name as name from provider where provider_id = $1`,
    [user.providerId],
  );
  expect(entries[0]).toEqual({
    number: 2,
    at: expect.any(Date),
    cpId: user.providerId,
    person: row?.name,
    type: 'Site User',
    kind: 'participant.changed',
    recordKind: 'participant',
    recordId: String(id),
    changes: [{ field: 'last_name', old: 'Lovelace', new: 'Byron' }],
    reason: null,
    host: 'localhost',
    requestId: expect.stringMatching(/^[\w-]{12}$/),
  });
  expect(entries[0]?.at.toISOString()).toMatch(/^2027-03-05T10:20:3\d\.\d{3}Z$/);
  expect(entries[1]?.changes).toContainEqual({ field: 'last_name', old: null, new: 'Lovelace' });
  // The subject number stands beside the participant's, the name beside the site's.
  expect(entries[1]?.changes).toContainEqual({ field: 'site_id', old: null, new: siteId });
  expect(names).toMatchObject({
    [`participant:${id}`]: '123-456',
    [`care_group:${siteId}`]: expect.stringMatching(/^Site /),
  });
});

test('P11-14 the trail is narrowed by record, person, kind of change and period, alone and together', async () => {
  onItsOwn();
  const { goTo, add, rename, read, exported, reviewer, user } = await aTrail('2027-03-01T23:59:00Z');
  const [one, two] = [await add('123-456'), await add('123-457')] as const;
  await goTo('2027-03-02T00:00:30Z');
  await rename(one, 'Byron');
  await rename(one, 'Noel', 'reviewer');
  await goTo('2027-03-03T12:00:00Z');
  await rename(two, 'King', 'reviewer');
  const numbers = async (query: Record<string, unknown>) => (await read(query)).entries.map(({ number }) => number);
  const ofOne = { recordKind: 'participant', recordId: one };
  expect(await numbers({})).toEqual([5, 4, 3, 2, 1]);
  expect(await numbers(ofOne)).toEqual([4, 3, 1]);
  expect(await numbers({ recordKind: 'participant' })).toEqual([5, 4, 3, 2, 1]);
  expect(await numbers({ recordKind: 'shipment_request' })).toEqual([]);
  expect(await numbers({ person: reviewer.providerId })).toEqual([5, 4]);
  expect(await numbers({ kind: 'participant.added' })).toEqual([2, 1]);
  expect(await numbers({ from: '2027-03-02' })).toEqual([5, 4, 3]);
  expect(await numbers({ to: '2027-03-02' })).toEqual([4, 3, 2, 1]);
  expect(await numbers({ from: '2027-03-02', to: '2027-03-02' })).toEqual([4, 3]);
  expect(await numbers({ ...ofOne, person: user.providerId, kind: 'participant.changed', to: '2027-03-02' })).toEqual([
    3,
  ]);
  const { entries, total } = await read({ page: 2, pageSize: 2 });
  expect([entries.map(({ number }) => number), total]).toEqual([[3, 2], 5]);
  // The export follows the same filters, and goes on below a number.
  expect(await exported()).toEqual([5, 4, 3, 2, 1]);
  expect(await exported({ ...ofOne, before: 4 })).toEqual([3, 1]);
  expect(await exported({ person: reviewer.providerId, to: '2027-03-02' })).toEqual([4]);
});

test('P11-14 the trail is searched by number, person, what happened and what it concerns, as the screen shows them, in pages, counts and exports', async () => {
  onItsOwn();
  const { portal, siteId, siteUser, add, rename, read, exported, reviewer } = await aTrail();
  await portal.rows(`update provider set first_name = 'Nora', last_name = 'Quill' where provider_id = $1`, [siteUser]);
  const [one, two] = [await add('717-919'), await add('717-920')] as const;
  await rename(one, 'Byron');
  await rename(two, 'King', 'reviewer');
  // Who did it is found by what they were called then, what it concerns by what it is called today.
  await portal.rows(`update provider set last_name = 'Ink' where provider_id = $1`, [siteUser]);
  await portal.rows(
    `insert into audit_entry (company_id, at, actor_id, actor_name, actor_type, action, record_kind, record_id, changes, reason, host, request_id)
     values ($1, now(), null, 'System', 'System', 'shipment.moved', 'shipment_request', '71', '[]', 'asked by phone', 'boston.example', 'abc-def')`,
    [reviewer.companyId],
  );
  const found = async (q: string, more: Record<string, unknown> = {}) => {
    const { entries, total } = await read({ q, ...more });
    const numbers = entries.map(({ number }) => number);
    expect([q, total, await exported({ q, ...more })]).toEqual([q, numbers.length, numbers]);
    return numbers;
  };
  expect(await found('4')).toEqual([4]);
  expect(await found('nora QUILL')).toEqual([3, 2, 1]);
  expect(await found('Nora Ink')).toEqual([]);
  expect(await found('system')).toEqual([5]);
  expect(await found('added')).toEqual([2, 1]);
  expect(await found('participant')).toEqual([4, 3, 2, 1]);
  expect(await found('717-919')).toEqual([3, 1]);
  expect(await found('717')).toEqual([4, 3, 2, 1]);
  expect(await found('request 71')).toEqual([5]);
  expect(await found('quill 717-919 changed')).toEqual([3]);
  expect(await found('717', { person: reviewer.providerId })).toEqual([4]);
  // However many words somebody types, a few forms of the statement are enough: after the fifth they are one.
  expect(await found('nora quill 717-919 changed a participant')).toEqual([3]);
  expect(await found('nora quill 717-919 changed a participant 717')).toEqual([]);
  // What is no part of the row, or only among its values, finds nothing; nor do the signs of a pattern.
  for (const word of ['lovelace', 'byron', 'last_name', 'phone', 'boston', 'abc-def', '%', '_', `site_id ${siteId}`])
    expect([word, await found(word)]).toEqual([word, []]);
  for (const q of ['', ' ', 'x'.repeat(101)])
    expect((await reviewer.call(api.readAudit, { query: { q } })).status).toBe(400);
});

test('P11-14 SEC-22 SEC-24 the trail of a company is for its own reviewers alone', async () => {
  const { portal, companyId, add, reviewer, user, pharmacyId, sponsorId } = await aTrail();
  const id = await add('123-456');
  const theirs = await portal.aTrialAtWork();
  const stranger = await portal.signedIn(theirs.admin);
  const narrow = { recordKind: 'participant', recordId: id };
  for (const query of [{}, narrow, { person: user.providerId }, { q: 'participant' }, { q: '123-456' }, { q: '1' }]) {
    expect((await stranger.call(api.readAudit, { query })).body).toEqual({ entries: [], total: 0, more: 0, names: {} });
    expect((await stranger.call(api.exportAudit, { query })).body).toEqual({ entries: [], next: null, names: {} });
  }
  const people = (await stranger.call(api.listAuditPeople)).reply.people.map(({ cpId }) => cpId);
  const accounts = (await stranger.call(api.accessReport)).reply.accounts.map(({ cpId }) => cpId);
  for (const known of [people, accounts]) {
    expect(known).toContain(theirs.admin);
    expect(known).not.toContain(user.providerId);
  }

  const someone = async (type: Parameters<Portal['aPerson']>[0], fields: object) =>
    portal.signedIn(await portal.aPerson(type, { company_id: companyId, ...fields }));
  const refused = [
    user,
    await someone('Admin', { admin_rights: false }),
    // PRV-04: the trail names participants.
    await someone('Sponsor', { admin_rights: true, sponsor_id: sponsorId }),
    await someone('Pharmacy User', { admin_rights: true, partner_id: pharmacyId }),
    await someone('Wholesaler User', { admin_rights: true }),
  ];
  const calls = [api.readAudit, api.exportAudit, api.listAuditPeople, api.accessReport] as const;
  for (const endpoint of calls) {
    expect((await portal.call(endpoint)).status).toBe(401);
    for (const caller of refused) expect(await caller.call(endpoint)).toMatchObject({ status: 403, code: 'forbidden' });
    for (const type of ['Admin', 'Nurse', 'Site User'] as const)
      expect((await (await someone(type, { admin_rights: true })).call(endpoint)).status).toBe(200);
    expect((await reviewer.call(endpoint)).status).toBe(200);
  }
});

test('P11-14 PRV-01 reading the trail is itself on record, with the entries and the participants that were read', async () => {
  onItsOwn();
  const { portal, add, reviewer, user } = await aTrail();
  const id = await add('123-456');
  await reviewer.call(api.readAudit);
  await reviewer.call(api.exportAudit, { query: { kind: 'participant.added' } });
  await reviewer.call(api.readAudit, { query: { kind: 'shipment.shipped' } });
  await user.call(api.readAudit);
  await portal.app.accessLog.flush();
  const read = { provider_id: reviewer.providerId, outcome: 'read' };
  expect(
    await portal.rows('select provider_id, call, record_kind, record_ids, outcome from access_entry order by entry_id'),
  ).toEqual([
    { ...read, call: 'GET /records/audit', record_kind: 'audit', record_ids: [1] },
    { ...read, call: 'GET /records/audit', record_kind: 'participant', record_ids: [id] },
    { ...read, call: 'GET /records/audit/export', record_kind: 'audit', record_ids: [1] },
    { ...read, call: 'GET /records/audit/export', record_kind: 'participant', record_ids: [id] },
    // Also when there was nothing to see.
    { ...read, call: 'GET /records/audit', record_kind: 'audit', record_ids: [] },
    {
      provider_id: user.providerId,
      call: 'GET /records/audit',
      record_kind: 'call',
      record_ids: [],
      outcome: 'refused',
    },
  ]);
});

test('P11-13 REL-10 the order shown is by number, also when the clock was set back in between', async () => {
  onItsOwn();
  const { goTo, add, rename, read } = await aTrail('2027-03-05T10:20:30Z');
  const id = await add('123-456');
  await rename(id, 'Byron');
  await goTo('2027-03-05T09:20:30Z');
  await rename(id, 'Noel');
  const { entries } = await read();
  expect(entries.map(({ number }) => number)).toEqual([3, 2, 1]);
  const [last, before] = entries;
  expect(last && before && last.at < before.at).toBe(true);
});

test('P11-14 a person is read about together with their account', async () => {
  const { portal, siteUser, ask } = await aTrail();
  const { companyId, email } = await portal.app.database.asSystem((tx) =>
    tx
      .selectFrom('provider')
      .select(['company_id as companyId', 'email'])
      .where('provider_id', '=', siteUser)
      .executeTakeFirstOrThrow(),
  );
  const by = { ...nobody, companyId };
  await portal.app.database.asSystem(async (tx) => {
    await createAccount(tx, { email, password: goodPassword });
    await setAccountState(actOf(tx, portal.app.clock, by), { email, state: 'reset' });
  });
  for (const recordKind of ['provider', 'account']) {
    const { entries, names } = (await ask({ recordKind, recordId: siteUser })).reply;
    expect(entries.map(({ kind, person, cpId }) => [kind, person, cpId])).toEqual([
      ['account.state_changed', 'Operator root', null],
    ]);
    expect(names).toEqual({ [`provider:${siteUser}`]: expect.stringMatching(/^First\d+ Last\d+$/) });
  }
});
const nobody = {
  providerId: null,
  firstName: 'Operator',
  lastName: 'root',
  type: 'Operator',
  host: 'localhost',
  requestId: 'operator-1',
};

test('P11-11 P11-14 a field that was changed ten times shows its eleven values in order', async () => {
  const { add, rename, read } = await aTrail();
  const id = await add('123-456');
  const names = Array.from({ length: 10 }, (_, n) => `Name ${n}`);
  for (const name of names) expect((await rename(id, name)).status).toBe(200);
  const { entries } = await read({ recordKind: 'participant', recordId: id, pageSize: 100 });
  const values = entries.map(({ changes }) => changes.find(({ field }) => field === 'last_name'));
  expect(values.map((change) => change?.new).reverse()).toEqual(['Lovelace', ...names]);
  expect(values.map((change) => change?.old).reverse()).toEqual([null, 'Lovelace', ...names.slice(0, -1)]);
});

test('P11-11 P11-14 a cancelled shipment request keeps what was asked for, and why it ended', async () => {
  const portal = await openShipments();
  const { admin, siteUser } = portal.people;
  const srId = await portal.aRequest({ participants: [portal.subject('717-919', portal.ada)] });
  await portal.rows(`update product set dosage_form = '100 mg tablet' where product_id = $1`, [portal.tablet]);
  const body = { srId, gId: portal.siteId, status: 'cancelled' };
  expect((await siteUser.call(shipments.moveBySite, { body })).status).toBe(200);
  const query = { recordKind: 'shipment_request', recordId: srId };
  const { entries, names } = (await admin.call(api.readAudit, { query })).reply;
  expect(entries.map(({ kind }) => kind)).toEqual(['shipment.moved', 'shipment.created']);
  expect(entries[0]?.changes).toContainEqual({ field: 'status', old: 'preprocessing', new: 'cancelled' });
  expect(entries[0]?.reason).toEqual(expect.any(String));
  const products = entries[1]?.changes.find(({ field }) => field === 'products')?.new;
  const called = { drug_name: expect.stringMatching(/^Drug /) as unknown, dosage_form: '50 mg tablet' };
  expect(products).toMatchObject([{ product_id: portal.tablet, quantity: 4, ...called }]);
  // What it was asked for as stands in the entry: what it is called now is not told beside it.
  expect(names).not.toHaveProperty([`product:${portal.tablet}`]);
  // What lies deep in a value has its name, too.
  expect(names[`participant:${portal.ada}`]).toBe('717-919');
  expect(names[`partner:${portal.pharmacyId}`]).toMatch(/^pharmacy /);
});

test('P11-14 a product that an entry points at by its number alone is named with its form, which tells products of one drug apart', async () => {
  const portal = await openShipments();
  const body = { srId: await portal.aRequest(), packages: [portal.package_([portal.item(portal.tablet)])] };
  expect((await portal.people.pharmacist.call(shipments.shipByPharmacy, { body })).status).toBe(200);
  const query = { kind: 'lot.added' };
  const { names } = (await portal.people.admin.call(api.readAudit, { query })).reply;
  expect(names[`product:${portal.tablet}`]).toMatch(/^Drug .*, 50 mg tablet$/);
});

test.each([
  [{ person: 'x' }, 'person'],
  [{ recordKind: "x' or 1=1" }, 'recordKind'],
  [{ recordKind: 'participant', recordId: '%' }, 'recordId'],
  [{ recordId: 4 }, 'recordKind'],
  [{ kind: 'shipment' }, 'kind'],
  [{ from: '2027-02-30' }, 'from'],
  [{ from: '2027-03-02', to: '2027-03-01' }, 'to'],
  [{ page: 0 }, 'page'],
  [{ page: 2_001 }, 'page'],
  [{ pageSize: 101 }, 'pageSize'],
  [{ companyId: 1 }, 'companyId'],
])('SEC-26 SEC-27 a filter that makes no sense is refused by name: %j', async (query, field) => {
  const { ask } = await aTrail();
  const answer = await ask(query);
  expect([answer.status, Object.keys(answer.fields)]).toEqual([400, [field]]);
});
