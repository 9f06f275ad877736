/** SEC-27: generated wrong values for every field of every call of care groups, partners, products and participants. */
import * as careGroups from '@portal/contract/care-groups/endpoints.ts';
import { readParticipantCard } from '@portal/contract/cards/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import * as partners from '@portal/contract/partners/endpoints.ts';
import * as products from '@portal/contract/products/endpoints.ts';
import { expect, test } from 'vitest';
import { onItsOwn, openPortal } from '#test/portal.ts';

const never = [
  true,
  false,
  [],
  [1],
  {},
  { a: 1 },
  ['a', 'b'],
  1.5,
  -1,
  1e300,
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x'.repeat(10_000),
  '🙂'.repeat(300),
];
const numbers = [
  ...never,
  0,
  2_147_483_648,
  '0',
  '-1',
  '1.5',
  '1e3',
  ' 1',
  '1 ',
  '0x1',
  '٣',
  'NaN',
  '99999999999999999999',
  "1' or '1'='1",
  '',
];
const texts = [...never, 0, 5];
const days = [
  ...texts,
  '',
  '1980-3-5',
  '1980-02-30',
  '05/03/1980',
  '1980-03-05T00:00:00Z',
  '19800305',
  '-1980-03-05',
  '+001980-03-05',
  '0000-01-01',
  '1980-03-05 ',
];
const flags = [...never, 2, '2', 'true', 'yes', '', 'no'];
/** What is wrong for a field; null as well unless it may be left out. */
const wrong: Record<string, readonly unknown[]> = {
  g_id: [...numbers, null],
  participant_id: [...numbers, null],
  ppId: numbers,
  wpId: numbers,
  productId: numbers,
  addrId: numbers,
  version: [...numbers.filter((value) => !['0', '-1', 0, -1].includes(value as never)), null],
  preferred_contact: numbers.filter((value) => !['0', '-1', 0, -1].includes(value as never)),
  isActive: [...flags, null],
  addressChanged: [...flags, null],
  gender: [...flags, null],
  fname: [...texts, null, '', '  ', 'x'.repeat(16)],
  lname: [...texts, null, '', '\t', 'x'.repeat(21)],
  subject_number: [...texts, null, '', '12A', '-1', '1--2', '१२', '1'.repeat(31)],
  dob: [...days, null],
  email: [
    ...texts,
    'nobody',
    'a@b',
    'a b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    `${'x'.repeat(140)}@example.org`,
  ],
  phone: [...texts, '123', '+1', '6175550100', '+1 617 555 0100', '+1617555010x', `+1${'6'.repeat(30)}`],
  address: [...texts, { street: '1 Main Street' }, 'Boston'],
  'address.street': [...texts, null, '', 'x'.repeat(101)],
  'address.street2': [...texts, 'x'.repeat(101)],
  'address.city': [...texts, null, ''],
  'address.state': [...texts, ''],
  'address.province': texts,
  'address.zip': [...texts, null, '', '1', 'ABCDE'],
  'address.country': [...texts, null, '', 'Atlantis'],
  status: [...texts, '', 'configured', 'FULLY_CONFIGURED'],
  prescriber: [...texts.filter((value) => typeof value !== 'boolean'), '', '1', 'TRUE'],
};

const home = {
  street: '1 Main Street',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02110',
  country: 'USA',
};

test('SEC-27 wrong types, lengths, ranges and formats of each field of each call are a 400 that names the field; nothing is written', async () => {
  const portal = await openPortal();
  const { companyId, trialId, siteId, admin: adminId } = await portal.aTrialAtWork();
  const admin = await portal.signedIn(adminId);
  const participantId = await portal.aParticipant(companyId, trialId, siteId);
  const ada = {
    fname: 'Ada',
    lname: 'Lovelace',
    g_id: siteId,
    dob: '1980-03-05',
    subject_number: '1',
    gender: 1,
    address: home,
    phone: '+16175550100',
    email: 'ada@example.org',
    preferred_contact: 0,
  };
  const site = { g_id: siteId };
  const calls: [Endpoint, 'query' | 'body', Record<string, unknown>, readonly string[]][] = [
    [careGroups.listTrials, 'query', {}, ['status']],
    [careGroups.readTrial, 'query', { g_id: trialId }, ['g_id']],
    [careGroups.readSite, 'query', site, ['g_id']],
    [careGroups.listSiteUsers, 'query', site, ['g_id', 'prescriber']],
    [partners.listSitePharmacies, 'query', site, ['g_id']],
    [partners.listSiteWholesalers, 'query', site, ['g_id']],
    [partners.listPharmacySupply, 'query', site, ['g_id', 'ppId', 'productId']],
    [partners.listWholesalerSupply, 'query', site, ['g_id', 'wpId', 'productId']],
    [products.listProducts, 'query', site, ['g_id']],
    [participants.listParticipants, 'query', site, ['g_id']],
    [readParticipantCard, 'query', { ...site, participant_id: participantId }, ['g_id', 'participant_id']],
    [
      participants.addParticipant,
      'body',
      ada,
      [...Object.keys(ada), ...Object.keys(home).map((field) => `address.${field}`), 'address.province'],
    ],
    [
      participants.changeParticipant,
      'body',
      { ...ada, participant_id: participantId, addressChanged: 1, version: 1 },
      [...Object.keys(ada), 'participant_id', 'addressChanged', 'addrId', 'version'],
    ],
    [
      participants.setParticipantStatus,
      'body',
      { participant_id: participantId, isActive: 0, version: 1 },
      ['participant_id', 'isActive', 'version'],
    ],
  ];
  const rows = () =>
    portal.rows(
      'select (select count(*) from participant), (select count(*) from address), (select count(*) from audit_entry), (select count(*) from event), (select max(version) from participant)',
    );
  const before = await rows();
  let tried = 0;
  for (const [endpoint, part, good, fields] of calls) {
    for (const field of fields) {
      for (const value of wrong[field] ?? []) {
        // In a query everything is text; what differs there is lists and objects.
        const asking =
          part === 'query' ? { query: { ...good, ...asQuery(field, value) } } : { body: withField(good, field, value) };
        const answer = await admin.call(endpoint, asking);
        const said = `${endpoint.method} ${endpoint.path} with ${field} ${JSON.stringify(value)?.slice(0, 60)}: ${JSON.stringify(answer.body)}`;
        expect(answer.status, said).toBe(400);
        expect(answer.code, said).toBe('invalid');
        expect(
          Object.keys(answer.fields).some((name) => name === field || name.startsWith(`${field}.`)),
          said,
        ).toBe(true);
        tried++;
      }
    }
    const extra = await admin.call(endpoint, { [part]: { ...good, surprise: 1 } });
    expect([extra.status, extra.fields], endpoint.path).toEqual([400, { surprise: 'is not a field of this call' }]);
  }
  expect(tried).toBeGreaterThan(500);
  expect(await rows()).toEqual(before);
  expect(portal.logged.filter((line) => line.includes('"event":"unexpected"'))).toEqual([]);
});

test('SEC-25 SEC-27 fields that are not the client’s to set, and bodies that are no object, are refused', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { siteId, admin: adminId } = await portal.aTrialAtWork();
  const admin = await portal.signedIn(adminId);
  const ada = { fname: 'Ada', lname: 'Lovelace', g_id: siteId, dob: '1980-03-05', subject_number: '1', gender: 1 };
  for (const field of [
    'ctrxId',
    'isActive',
    'version',
    'participantId',
    'participant_id',
    'trial',
    'trialId',
    'company_id',
    'companyId',
    'created_at',
    'addrId',
    '__proto__x',
  ]) {
    expect((await admin.call(participants.addParticipant, { body: { ...ada, [field]: 1 } })).fields).toEqual({
      [field]: 'is not a field of this call',
    });
  }
  for (const body of [[], [ada], 'ada', 5, true, null]) {
    expect((await admin.call(participants.addParticipant, { body })).status, JSON.stringify(body)).toBe(400);
  }
  const deep = JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`) as unknown;
  expect((await admin.call(participants.addParticipant, { body: { ...ada, address: deep } })).status).toBe(400);
  expect(
    (await admin.call(participants.addParticipant, { body: { ...ada, fname: 'x'.repeat(1_100_000) } })).status,
  ).toBe(413);
  expect(await portal.rows('select 1 from participant')).toEqual([]);
});

function withField(good: Record<string, unknown>, field: string, value: unknown): Record<string, unknown> {
  const [first, second] = field.split('.') as [string, string?];
  return second ? { ...good, [first]: { ...(good[first] as object), [second]: value } } : { ...good, [first]: value };
}

/** A list becomes `g_id[]=…`, an object `g_id[a]=…`, anything else its text. */
function asQuery(field: string, value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return { [field]: undefined, [`${field}[]`]: value[0] ?? '' };
  if (typeof value === 'object' && value !== null) return { [field]: undefined, [`${field}[a]`]: 1 };
  return { [field]: String(value).toWellFormed() };
}
