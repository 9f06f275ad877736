import { readParticipantCard, sendCard } from '@portal/contract/cards/endpoints.ts';
import * as api from '@portal/contract/participants/endpoints.ts';
import { tidyName } from '@portal/contract/wire.ts';
import { expect, test } from 'vitest';
import { deliver } from '#test/deliveries.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { ofSite } from './queries.ts';

/** A trial with a site, its user, and a body that adds a participant there. */
async function atWork(fields: Parameters<Portal['aTrial']>[1] = {}) {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId, { display_name: 'Migraine Study', ...fields });
  const siteId = await portal.aSite(companyId, trialId);
  const userId = await portal.aPerson('Site User', { company_id: companyId, first_name: 'Sam', last_name: 'Site' }, [
    siteId,
  ]);
  const user = await portal.signedIn(userId);
  const ada = {
    fname: 'Ada',
    lname: 'Lovelace',
    g_id: siteId,
    dob: '1980-03-05',
    subject_number: '101-001',
    gender: 1,
  };
  return { portal, companyId, trialId, siteId, userId, user, ada };
}
type House = Awaited<ReturnType<typeof atWork>>;

const home = {
  street: '1 Main Street',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02110',
  country: 'USA',
};
const listed = async ({ user, siteId }: Pick<House, 'user' | 'siteId'>) =>
  (await user.call(api.listParticipants, { query: { g_id: siteId } })).reply.participants;
const audit = (portal: Portal, id: number) =>
  portal.rows<{
    action: string;
    changes: { field: string; old?: unknown; new?: unknown }[];
    reason: string | null;
    actor_name: string;
    actor_type: string;
    host: string;
    request_id: string;
  }>(`select * from audit_entry where record_kind = 'participant' and record_id = $1 order by seq`, [String(id)]);
/** Adds Ada and gives what the list then says of her. */
async function added(house: House, more: object = {}) {
  const answer = await house.user.call(api.addParticipant, { body: { ...house.ada, ...more } });
  expect(answer.status, answer.message).toBe(200);
  const row = (await listed(house)).find((one) => one.participantId === answer.reply.participantId);
  if (!row) throw new Error('not listed');
  return row;
}

test('PAR-10 PAR-22 APS-01 APS-02 OPS-21 ROL-24 a site user adds a participant and finds every field in the list', async () => {
  const house = await atWork();
  const row = await added(house, { address: home, phone: '+16175550100', email: ' Ada@Example.org ' });
  expect(row).toEqual({
    participantId: expect.any(Number),
    fname: 'Ada',
    lname: 'Lovelace',
    dob: '1980-03-05',
    gender: 1,
    email: 'ada@example.org',
    phone: '+16175550100',
    address: home,
    addrId: expect.any(Number),
    subjectNumber: '101-001',
    ctrxId: expect.stringMatching(/^CTRX\d+$/),
    trial: 'Migraine Study',
    isActive: true,
    preferred_contact: 0,
    cardTemplateInfo: { hasCard: false, cardConfigured: 'not configured' },
    version: 1,
  });
});

test('PAR-11 OPS-19 the wire carries gender and activity as numbers, and takes numbers as text', async () => {
  const house = await atWork();
  const answer = await house.user.call(api.addParticipant, {
    body: { ...house.ada, g_id: String(house.siteId), gender: '0' },
  });
  expect(answer.status).toBe(200);
  expect((await house.user.call(api.listParticipants, { query: { g_id: house.siteId } })).body).toMatchObject({
    participants: [{ gender: 0, isActive: 1 }],
  });
});

test('PAR-16 PAR-17 PAR-18 e-mail, phone and address may be left out or be empty', async () => {
  const house = await atWork();
  expect(await added(house)).toMatchObject({ email: null, phone: null, address: null, addrId: null });
  expect(await added(house, { subject_number: '2', email: '', phone: '', address: null })).toMatchObject({
    email: null,
    phone: null,
    address: null,
  });
});

test('OPS-22 a site without participants has an empty list', async () => {
  expect(await listed(await atWork())).toEqual([]);
});

test('OPS-64 PAR-12 the preferred contact is e-mail when there is one, else phone, unless it is sent', async () => {
  const house = await atWork();
  expect(await added(house, { subject_number: '1', email: 'ada@example.org' })).toMatchObject({ preferred_contact: 0 });
  expect(await added(house, { subject_number: '2', phone: '+16175550100' })).toMatchObject({ preferred_contact: 1 });
  expect(await added(house, { subject_number: '3', email: 'ada@example.org', preferred_contact: 2 })).toMatchObject({
    preferred_contact: 2,
  });
});

test('OPS-64 PAR-12 who can no longer be reached by what they prefer prefers the other way', async () => {
  const house = await atWork();
  const { participantId } = await added(house);
  const [email, phone] = ['ada@example.org', '+16175550100'];
  for (const [contact, preferred] of [
    [{ email }, 0],
    [{ phone }, 0],
    [{ email: null }, 1],
    [{ email }, 1],
    [{ phone: null }, 0],
    [{ email: null }, 1],
  ] as const) {
    const body = { ...house.ada, participant_id: participantId, addressChanged: 0, ...contact };
    expect((await house.user.call(api.changeParticipant, { body })).status).toBe(200);
    expect([contact, (await listed(house))[0]?.preferred_contact]).toEqual([contact, preferred]);
  }
});

test('OPS-62 PAR-13 a number off the trial’s mask is taken here', async () => {
  const house = await atWork({ subject_number_mask: 'XXX-XXX' });
  expect(await added(house, { subject_number: '7' })).toMatchObject({ subjectNumber: '7' });
});

test('OPS-63 PAR-24 a subject number that the trial has already is refused with the sentence; another trial may use it', async () => {
  const house = await atWork();
  await added(house);
  const otherSite = await house.portal.aSite(house.companyId, house.trialId);
  const otherTrial = await house.portal.aSite(house.companyId, await house.portal.aTrial(house.companyId));
  const admin = await house.portal.signedIn(await house.portal.aPerson('Admin', { company_id: house.companyId }));
  expect(await admin.call(api.addParticipant, { body: { ...house.ada, g_id: otherSite } })).toMatchObject({
    status: 400,
    code: 'participant.subject_taken',
    message: 'Subject number already exists.',
  });
  expect((await admin.call(api.addParticipant, { body: { ...house.ada, g_id: otherTrial } })).status).toBe(200);
});

test('OPS-63 REL-08 of 20 tries at once with one subject number exactly one wins', async () => {
  onItsOwn();
  const house = await atWork();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => house.user.call(api.addParticipant, { body: house.ada })),
  );
  expect(answers.filter((answer) => answer.status === 200).length).toBe(1);
  expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.message))).toEqual(
    new Set(['Subject number already exists.']),
  );
  expect((await listed(house)).length).toBe(1);
  expect(await house.portal.rows(`select 1 from audit_entry where action = 'participant.added'`)).toHaveLength(1);
});

test('OPS-38 participants added at once each get a ctrxId of their own', async () => {
  const house = await atWork();
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      house.user.call(api.addParticipant, { body: { ...house.ada, subject_number: String(n + 1) } }),
    ),
  );
  expect(new Set((await listed(house)).map((row) => row.ctrxId)).size).toBe(10);
});

test('REL-06 20 equal submits with one key add one participant and get one answer', async () => {
  const house = await atWork();
  const headers = { 'idempotency-key': 'one-intention-1' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => house.user.call(api.addParticipant, { body: house.ada, headers })),
  );
  expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect((await listed(house)).length).toBe(1);
  expect((await house.user.call(api.addParticipant, { body: { ...house.ada, fname: 'Eve' }, headers })).status).toBe(
    422,
  );
});

test('OPS-27 OPS-65 a participant is added only to a site that is fully configured, with its trial', async () => {
  onItsOwn();
  const house = await atWork();
  const bare = await house.portal.aSite(house.companyId, house.trialId, { is_configured: false });
  const ofBareTrial = await house.portal.aSite(
    house.companyId,
    await house.portal.aTrial(house.companyId, { is_configured: false }),
  );
  const admin = await house.portal.signedIn(await house.portal.aPerson('Admin', { company_id: house.companyId }));
  for (const g_id of [bare, ofBareTrial]) {
    expect(await admin.call(api.addParticipant, { body: { ...house.ada, g_id } })).toMatchObject({
      status: 400,
      code: 'participant.site_not_ready',
    });
  }
  expect((await admin.call(api.addParticipant, { body: { ...house.ada, g_id: house.trialId } })).status).toBe(404);
  expect(await house.portal.rows('select 1 from participant')).toEqual([]);
});

test('ROL-04 adding a participant makes no account', async () => {
  const house = await atWork();
  await added(house, { email: 'ada@example.org' });
  expect(await house.portal.rows('select 1 from identity_account')).toEqual([]);
  expect(await house.portal.rows(`select 1 from provider where email = 'ada@example.org'`)).toEqual([]);
});

test('PAR-23 APS-03 a change is stored, with the address only when it is said to have changed', async () => {
  const house = await atWork();
  const before = await added(house, { address: home, email: 'ada@example.org', phone: '+16175550100' });
  const body = {
    ...house.ada,
    fname: 'Augusta',
    participant_id: before.participantId,
    addrId: before.addrId,
    address: { ...home, city: 'Salem' },
  };
  expect(
    (await house.user.call(api.changeParticipant, { body: { ...body, addressChanged: 0, version: 1 } })).reply.version,
  ).toBe(2);
  expect(await listed(house)).toMatchObject([
    {
      fname: 'Augusta',
      address: { city: 'Boston' },
      addrId: before.addrId,
      email: 'ada@example.org',
      phone: '+16175550100',
      version: 2,
    },
  ]);
  expect(
    (await house.user.call(api.changeParticipant, { body: { ...body, addressChanged: 1, version: 2 } })).reply.version,
  ).toBe(3);
  const [moved] = await listed(house);
  expect(moved).toMatchObject({ address: { city: 'Salem' } });
  expect(moved?.addrId).not.toBe(before.addrId);
  // What a shipment went to stays readable.
  expect(await house.portal.rows('select city from address where address_id = $1', [before.addrId])).toEqual([
    { city: 'Boston' },
  ]);
});

test('PAR-23 null takes e-mail, phone and address away, and the preferred contact follows', async () => {
  const house = await atWork();
  const before = await added(house, { address: home, email: 'ada@example.org', phone: '+16175550100' });
  const body = {
    ...house.ada,
    participant_id: before.participantId,
    addressChanged: 1,
    addrId: before.addrId,
    address: null,
    email: null,
    phone: null,
  };
  expect((await house.user.call(api.changeParticipant, { body })).status).toBe(200);
  expect(await listed(house)).toMatchObject([
    { email: null, phone: null, address: null, addrId: null, preferred_contact: 1 },
  ]);
});

test('REL-07 a stale change is refused with the current state, and nothing is overwritten', async () => {
  const house = await atWork();
  const { participantId } = await added(house);
  const body = { ...house.ada, participant_id: participantId, addressChanged: 0, version: 1 };
  expect((await house.user.call(api.changeParticipant, { body: { ...body, fname: 'First' } })).status).toBe(200);
  const late = await house.user.call(api.changeParticipant, { body: { ...body, fname: 'Second' } });
  expect(late).toMatchObject({ status: 409, code: 'stale' });
  expect(late.body).toMatchObject({
    detail: { current: { participantId, fname: 'First', version: 2, isActive: 1, gender: 1 } },
  });
  expect(await listed(house)).toMatchObject([{ fname: 'First' }]);
});

test('REL-07 of 50 changes at once of one version one wins, and its value stays', async () => {
  const house = await atWork();
  const { participantId } = await added(house);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      house.user.call(api.changeParticipant, {
        body: { ...house.ada, fname: `Ada ${n}`, participant_id: participantId, addressChanged: 0, version: 1 },
      }),
    ),
  );
  const winner = answers.findIndex((answer) => answer.status === 200);
  expect(answers.filter((answer) => answer.status === 200).length).toBe(1);
  expect(answers.filter((answer) => answer.status === 409).length).toBe(49);
  expect(await listed(house)).toMatchObject([{ fname: `Ada ${winner}`, version: 2 }]);
});

test('OPS-63 REL-08 a change to a subject number that is taken is refused', async () => {
  const house = await atWork();
  await added(house);
  const { participantId } = await added(house, { subject_number: '101-002' });
  expect(
    await house.user.call(api.changeParticipant, {
      body: { ...house.ada, participant_id: participantId, addressChanged: 0 },
    }),
  ).toMatchObject({
    status: 400,
    message: 'Subject number already exists.',
  });
});

test('PAR-04 a deactivated participant cannot be changed until taken back', async () => {
  const house = await atWork();
  const { participantId } = await added(house);
  await house.user.call(api.setParticipantStatus, { body: { participant_id: participantId, isActive: 0 } });
  const body = { ...house.ada, fname: 'Eve', participant_id: participantId, addressChanged: 0 };
  expect(await house.user.call(api.changeParticipant, { body })).toMatchObject({
    status: 409,
    code: 'participant.not_active',
  });
  await house.user.call(api.setParticipantStatus, { body: { participant_id: participantId, isActive: 1 } });
  expect((await house.user.call(api.changeParticipant, { body })).status).toBe(200);
});

test('PAR-09 APS-04 P11-15 a participant is deactivated and taken back; asking twice is harmless and leaves one entry', async () => {
  const house = await atWork();
  const { participantId } = await added(house);
  for (const isActive of [0, 0, 1, 1]) {
    expect(
      (await house.user.call(api.setParticipantStatus, { body: { participant_id: participantId, isActive } })).status,
    ).toBe(200);
    expect(await listed(house)).toMatchObject([{ isActive: isActive === 1 }]);
  }
  // P11-15: a deactivation keeps its reason.
  expect((await audit(house.portal, participantId)).map(({ action, reason }) => [action, reason])).toEqual([
    ['participant.added', null],
    ['participant.deactivated', 'Deactivate Participant'],
    ['participant.reactivated', null],
  ]);
  expect(
    await house.user.call(api.setParticipantStatus, {
      body: { participant_id: participantId, isActive: 0, version: 1 },
    }),
  ).toMatchObject({ status: 409, code: 'stale' });
});

test('OPS-65 a participant may go to another site of the trial, and to none that is out of sight or of another trial', async () => {
  const house = await atWork();
  const sister = await house.portal.aSite(house.companyId, house.trialId);
  const bare = await house.portal.aSite(house.companyId, house.trialId, { is_configured: false });
  const foreign = await house.portal.aSite(house.companyId, await house.portal.aTrial(house.companyId));
  const admin = await house.portal.signedIn(await house.portal.aPerson('Admin', { company_id: house.companyId }));
  const { participantId } = await added(house);
  const body = { ...house.ada, participant_id: participantId, addressChanged: 0 };
  expect((await house.user.call(api.changeParticipant, { body: { ...body, g_id: sister } })).status).toBe(404);
  expect((await admin.call(api.changeParticipant, { body: { ...body, g_id: foreign } })).fields).toEqual({
    g_id: 'must be a site of the same trial',
  });
  expect((await admin.call(api.changeParticipant, { body: { ...body, g_id: bare } })).code).toBe(
    'participant.site_not_ready',
  );
  expect((await admin.call(api.changeParticipant, { body: { ...body, g_id: sister } })).status).toBe(200);
  expect(await listed(house)).toEqual([]);
});

test('P11-09 SEC-25 each creation and change writes one entry: who, what, from what to what', async () => {
  const house = await atWork();
  const { participantId } = await added(house, { address: home });
  await house.user.call(api.changeParticipant, {
    body: {
      ...house.ada,
      lname: 'Byron',
      participant_id: participantId,
      addressChanged: 1,
      address: { ...home, city: 'Salem' },
      version: 1,
    },
  });
  const [first, second, ...more] = await audit(house.portal, participantId);
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    action: 'participant.added',
    actor_name: 'Sam Site',
    actor_type: 'Site User',
    host: 'localhost',
    request_id: expect.stringMatching(/./),
  });
  expect(Object.fromEntries(first?.changes.map((change) => [change.field, change.new]) ?? [])).toMatchObject({
    first_name: 'Ada',
    last_name: 'Lovelace',
    born_on: '1980-03-05',
    gender: 1,
    subject_number: '101-001',
    site_id: house.siteId,
    trial_id: house.trialId,
    address: home,
    is_active: true,
  });
  expect(second).toMatchObject({
    action: 'participant.changed',
    changes: [
      { field: 'last_name', old: 'Lovelace', new: 'Byron' },
      { field: 'address', old: home, new: { ...home, city: 'Salem' } },
    ],
  });
});

test('P11-11 a field that was changed ten times has its eleven values in the trail, in order', async () => {
  const house = await atWork();
  const { participantId } = await added(house, { fname: 'Name 0' });
  for (let n = 1; n <= 10; n++) {
    await house.user.call(api.changeParticipant, {
      body: { ...house.ada, fname: `Name ${n}`, participant_id: participantId, addressChanged: 0, version: n },
    });
  }
  const values = (await audit(house.portal, participantId)).flatMap((entry) =>
    entry.changes.filter((change) => change.field === 'first_name').map((change) => change.new),
  );
  expect(values).toEqual(Array.from({ length: 11 }, (_, n) => `Name ${n}`));
});

test('PRV-08 every choice of a preferred contact stays on record: who, when, from what to what, on which host and page', async () => {
  const house = await atWork();
  const { participantId } = await added(house, { email: 'ada@example.org', phone: '+16175550100' });
  for (const [n, preferred_contact] of [1, 2, 0].entries()) {
    const contact = { email: 'ada@example.org', phone: '+16175550100', preferred_contact };
    const body = { ...house.ada, ...contact, participant_id: participantId, addressChanged: 0, version: n + 1 };
    expect((await house.user.call(api.changeParticipant, { body })).status).toBe(200);
  }
  const made = (await audit(house.portal, participantId)).filter(({ action }) => action === 'participant.changed');
  expect(made.flatMap(({ changes }) => changes)).toEqual([
    { field: 'preferred_contact', old: 0, new: 1 },
    { field: 'page', new: '/participants' },
    { field: 'preferred_contact', old: 1, new: 2 },
    { field: 'page', new: '/participants' },
    { field: 'preferred_contact', old: 2, new: 0 },
    { field: 'page', new: '/participants' },
  ]);
  for (const entry of made)
    expect(entry).toMatchObject({ actor_id: house.user.providerId, actor_type: 'Site User', host: 'localhost' });
});

test('PAR-21 a change that changes nothing leaves no entry and no new version', async () => {
  const house = await atWork();
  const { participantId } = await added(house);
  const answer = await house.user.call(api.changeParticipant, {
    body: { ...house.ada, participant_id: participantId, addressChanged: 0, version: 1 },
  });
  expect(answer.reply.version).toBe(1);
  expect(await audit(house.portal, participantId)).toHaveLength(1);
});

test('P11-12 a change whose audit entry cannot be written does not happen, and reads go on', async () => {
  const house = await atWork();
  const { participantId } = await added(house);
  await house.portal.rows('revoke insert on audit_entry from portal_app');
  const answers = [
    await house.user.call(api.addParticipant, { body: { ...house.ada, subject_number: '2' } }),
    await house.user.call(api.changeParticipant, {
      body: { ...house.ada, fname: 'Eve', participant_id: participantId, addressChanged: 0 },
    }),
    await house.user.call(api.setParticipantStatus, { body: { participant_id: participantId, isActive: 0 } }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([500, 500, 500]);
  expect(await listed(house)).toMatchObject([{ participantId, fname: 'Ada', isActive: true, version: 1 }]);
});

test('a change of a participant is announced to its site, with numbers only', async () => {
  onItsOwn();
  const house = await atWork();
  const { participantId } = await added(house);
  expect(await house.portal.rows(`select type, payload from event where type = 'participant.changed'`)).toEqual([
    { type: 'participant.changed', payload: { id: participantId, careGroupId: house.siteId } },
  ]);
});

test('PRV-01 who reads participants leaves an entry naming exactly those in the answer; a refused one too', async () => {
  onItsOwn();
  const house = await atWork();
  const ids = [
    (await added(house)).participantId,
    (await added(house, { subject_number: '2', lname: 'Moore' })).participantId,
  ];
  const stranger = await house.portal.signedIn(await house.portal.aPerson('Sponsor', { company_id: house.companyId }));
  await stranger.call(api.listParticipants, { query: { g_id: house.siteId } });
  await listed(house);
  const entriesOf = () =>
    house.portal.rows<{ provider_id: number; record_kind: string; record_ids: number[]; outcome: string }>(
      `select * from access_entry where call = 'GET /care-groups/trial-participant' order by entry_id`,
    );
  await house.portal.app.accessLog.flush();
  const entries = await entriesOf();
  // One for each participant that was added, when the list was read; the list above shows nobody new.
  expect(entries.filter(({ outcome }) => outcome === 'read')).toMatchObject(
    ids.map((id) => ({ provider_id: house.userId, record_kind: 'participant', record_ids: [id] })),
  );
  expect(entries.find((entry) => entry.outcome === 'refused')).toMatchObject({
    provider_id: stranger.providerId,
    record_ids: [],
  });
  expect(JSON.stringify(entries)).not.toContain('Lovelace');
});

const hostile = [
  `'; drop table participant; --`,
  `<script>x()</script>`,
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  '%00%0a',
  'a\\b"c`d$(id)',
  '‮Łukasz 🙂',
];

test.each(hostile)(
  'SEC-26 SEC-28 %j is kept as the text it is, a name without what turns the reading around',
  async (text) => {
    onItsOwn();
    const house = await atWork();
    const name = tidyName([...text].slice(0, 15).join(''));
    expect(await added(house, { fname: name, address: { ...home, street: text, street2: text } })).toMatchObject({
      fname: name,
      address: { street: text, street2: text },
    });
    expect(await house.portal.rows('select 1 from participant')).toHaveLength(1);
  },
);

const card = {
  rx_bin: '610020',
  rx_pcn: 'PCN1',
  rx_grp: 'GRP1',
  cardholder_name_label: 'Cardholder Name:',
  cardholder_id_label: 'Cardholder ID:',
  participants: 'For participants',
  claim_submissions: 'Claims',
  pharmacy_instructions: 'Instructions',
  card_introduction: 'Introduction',
  contact_info: 'Help desk',
  main_logo: 'iVBORw0KGgo=',
};
const giveCard = ({ portal, companyId, trialId }: House) =>
  portal.app.database.asSystem((tx) => {
    inPlaceOfAct(tx);
    return tx
      .insertInto('trial_card')
      .values({ ...card, care_group_id: trialId, company_id: companyId })
      .execute();
  });

test('PCO-01 PCO-02 APS-06 OPS-38 a participant’s card is the trial’s, with the participant’s own cardholder id', async () => {
  onItsOwn();
  const house = await atWork({ has_card: true });
  await giveCard(house);
  for (const subject_number of ['1', '2']) {
    const row = await added(house, { subject_number });
    expect(row.cardTemplateInfo).toEqual({ hasCard: true, cardConfigured: 'configured' });
    const answer = await house.user.call(readParticipantCard, {
      query: { g_id: house.siteId, participant_id: row.participantId },
    });
    expect(answer.body).toEqual({
      rxBin: '610020',
      rxPcn: 'PCN1',
      rxGrp: 'GRP1',
      cardholderNameLabel: 'Cardholder Name:',
      cardholderIdLabel: 'Cardholder ID:',
      cardholderId: row.ctrxId,
      participants: 'For participants',
      claimSubmissions: 'Claims',
      pharmacyInstructions: 'Instructions',
      cardIntroduction: 'Introduction',
      contactInfo: 'Help desk',
      mainLogo: 'iVBORw0KGgo=',
      optionalLogo: null,
      outreachPreference: 0,
      ways: ['Email', 'Text'],
      emailUnsubscribed: 0,
      lastEmail: null,
      lastText: null,
    });
  }
});

test('PAR-06 SEC-24 there is no card without one in the trial, and none for a deactivated participant', async () => {
  onItsOwn();
  const house = await atWork({ has_card: true });
  const { participantId } = await added(house);
  const query = { g_id: house.siteId, participant_id: participantId };
  expect((await house.user.call(readParticipantCard, { query })).status).toBe(404);
  await giveCard(house);
  expect((await house.user.call(readParticipantCard, { query })).status).toBe(200);
  const elsewhere = await house.portal.aSite(house.companyId, house.trialId);
  expect((await house.user.call(readParticipantCard, { query: { ...query, g_id: elsewhere } })).status).toBe(404);
  await house.user.call(api.setParticipantStatus, { body: { participant_id: participantId, isActive: 0 } });
  expect((await house.user.call(readParticipantCard, { query })).code).toBe('participant.not_active');
  await house.user.call(api.setParticipantStatus, { body: { participant_id: participantId, isActive: 1 } });
  await house.portal.rows('update care_group set has_card = false where care_group_id = $1', [house.trialId]);
  expect((await house.user.call(readParticipantCard, { query })).status).toBe(404);
});

test('PRV-03 PRV-08 a card that waits for a participant is not sent once they are deactivated, nor to an address or number that they have left', async () => {
  onItsOwn();
  const house = await atWork({ has_card: true, outreach_preference: true });
  await giveCard(house);
  let contact = { email: 'ada@mail.example', phone: '+16175550123' };
  const { participantId } = await added(house, contact);
  const send = async () => {
    for (const contactType of ['Email', 'Text']) {
      const body = { g_id: house.siteId, participant_id: participantId, contactType };
      expect((await house.user.call(sendCard, { body })).status).toBe(200);
    }
  };
  const change = async (more: Partial<typeof contact> & { fname?: string }) => {
    contact = { ...contact, ...more };
    const body = { ...house.ada, ...contact, participant_id: participantId, addressChanged: 0 };
    expect((await house.user.call(api.changeParticipant, { body })).status).toBe(200);
  };
  const out = async () => (await deliver(house.portal)).map(({ to }) => to);
  await send();
  await change({ fname: 'Augusta' });
  await change({ email: 'augusta@mail.example' });
  expect(await out()).toEqual(['+16175550123']);
  await send();
  await change({ phone: '+16175550124' });
  expect(await out()).toEqual(['augusta@mail.example']);
  await send();
  await house.user.call(api.setParticipantStatus, { body: { participant_id: participantId, isActive: 0 } });
  await house.user.call(api.setParticipantStatus, { body: { participant_id: participantId, isActive: 1 } });
  expect(await out()).toEqual([]);
});

test('PRV-08 PAR-12 PCO-03 a card that waits is not sent by the way that the participant has given up meanwhile; by the other it is, and so is what is sent later by either', async () => {
  onItsOwn();
  const house = await atWork({ has_card: true, outreach_preference: true });
  await giveCard(house);
  const contact = { email: 'ada@mail.example', phone: '+16175550123' };
  const { participantId } = await added(house, contact);
  const send = async () => {
    for (const contactType of ['Email', 'Text']) {
      const body = { g_id: house.siteId, participant_id: participantId, contactType };
      expect((await house.user.call(sendCard, { body })).status).toBe(200);
    }
  };
  const prefers = async (preferred_contact: number) => {
    const body = { ...house.ada, ...contact, preferred_contact, participant_id: participantId, addressChanged: 0 };
    expect((await house.user.call(api.changeParticipant, { body })).status).toBe(200);
  };
  const out = async () => (await deliver(house.portal)).map(({ to }) => to).toSorted();
  await send();
  await prefers(1);
  expect(await out()).toEqual(['+16175550123']);
  // Both mean the phone.
  await send();
  await prefers(2);
  expect(await out()).toEqual(['+16175550123', 'ada@mail.example']);
  await send();
  await prefers(0);
  expect(await out()).toEqual(['ada@mail.example']);
});

test('OPS-23 the list of one site among many is found by its index', async () => {
  const house = await atWork();
  await house.portal.rows(
    `insert into care_group (company_id, parent_id, kind, name, display_name, created_at)
     select $1, $2, 'site', 'Many ' || n, 'Many', now() from generate_series(1, 200) n`,
    [house.companyId, house.trialId],
  );
  await house.portal.rows(
    `insert into participant (company_id, trial_id, site_id, enrolled_site_id, first_name, last_name, born_on, gender, subject_number, preferred_contact, created_at)
     select $1, $2, site.care_group_id, site.care_group_id, 'A', 'B', '1980-01-01', 1, site.care_group_id || '-' || n, 1, now()
     from care_group site, generate_series(1, 50) n where site.kind = 'site'`,
    [house.companyId, house.trialId],
  );
  await house.portal.rows('analyze participant');
  const plan = await house.portal.app.database.inCompany(house.companyId, (tx) =>
    ofSite(tx, { careGroupIds: [house.siteId] }, house.siteId).explain('json'),
  );
  // Each of these begins with the site.
  expect(JSON.stringify(plan)).toMatch(/"Index Name":"participant_(site_id_idx|by_first_name|by_last_name)"/);
  expect(JSON.stringify(plan)).not.toMatch(/"Seq Scan"[^}]*"Relation Name":"participant"/);
});

test('OPS-23 APS-01 after one participant come those that follow by name; from one out of sight nothing does', async () => {
  const house = await atWork();
  const names = ['Adams Eve', 'Adams Eve', 'Adams Zoe', 'baker Ann', 'Baker Ann'];
  await house.portal.rows(
    `insert into participant (company_id, trial_id, site_id, enrolled_site_id, first_name, last_name, born_on, gender, subject_number, preferred_contact, created_at)
     select $1, $2, $3, $3, split_part(name, ' ', 2), split_part(name, ' ', 1), '1980-01-01', 1, '9-' || n, 1, now()
     from unnest($4::text[]) with ordinality as one (name, n)`,
    [house.companyId, house.trialId, house.siteId, names],
  );
  const ids = async (more = {}) =>
    (await house.user.call(api.listParticipants, { query: { g_id: house.siteId, ...more } })).reply.participants.map(
      ({ participantId }) => participantId,
    );
  const all = await ids();
  expect(all).toHaveLength(5);
  for (const [at, after] of all.entries()) expect(await ids({ after })).toEqual(all.slice(at + 1));
  const unknown = await house.user.call(api.listParticipants, { query: { g_id: house.siteId, after: 999_999 } });
  expect(unknown.status).toBe(404);
});

test('PAR-13 OPS-61 a number that is not digits and dashes is answered with the mask of the trial', async () => {
  onItsOwn();
  const masked = await atWork();
  const refused = await masked.user.call(api.addParticipant, { body: { ...masked.ada, subject_number: '12A' } });
  expect(refused).toMatchObject({
    status: 400,
    message: 'Please enter subject number in the format XXX-XXX',
    fields: { subject_number: 'Please enter subject number in the format XXX-XXX' },
  });
  const open = await atWork({ subject_number_mask: null });
  const { message } = await open.user.call(api.addParticipant, { body: { ...open.ada, subject_number: '12A' } });
  expect(message).toBe('Please enter subject number in the format XXX');
  const { participantId, version } = await added(masked);
  const body = { ...masked.ada, participant_id: participantId, addressChanged: 0, version, subject_number: 'x' };
  expect((await masked.user.call(api.changeParticipant, { body })).fields).toHaveProperty('subject_number');
  expect(await listed(masked)).toMatchObject([{ subjectNumber: '101-001', version }]);
});

test('PAR-19 SEC-27 nobody is born in the future, by the day of the server', async () => {
  onItsOwn();
  const house = await atWork();
  house.portal.app.clock.set(new Date('2026-03-05T12:00:00Z'));
  const born = (dob: string, subject_number: string) =>
    house.user.call(api.addParticipant, { body: { ...house.ada, dob, subject_number } });
  expect((await born('2026-03-06', '1')).fields).toEqual({ dob: 'must not be in the future' });
  expect((await born('2026-03-05', '1')).status).toBe(200);
});

test('PAR-14 PAR-15 SCN-03 CON-08 a first name of 15 and a last name of 20 characters fit, one more does not', async () => {
  onItsOwn();
  const house = await atWork();
  const [fits, tooLong] = [
    { fname: 'x'.repeat(15), lname: 'y'.repeat(20) },
    { fname: 'x'.repeat(16), lname: 'y'.repeat(21) },
  ];
  expect(await added(house, fits)).toMatchObject(fits);
  const refused = await house.user.call(api.addParticipant, {
    body: { ...house.ada, ...tooLong, subject_number: '2' },
  });
  expect(refused).toMatchObject({
    status: 400,
    fields: {
      fname: 'The length of first name must be 15 characters or fewer.',
      lname: 'The length of last name must be 20 characters or fewer.',
    },
  });
  expect(await listed(house)).toHaveLength(1);
});
