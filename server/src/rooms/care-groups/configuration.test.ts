import * as api from '@portal/contract/care-groups/configuration-endpoints.ts';
import { newCard } from '@portal/contract/cards/rules.ts';
import { listCareGroups, readSite, readTrial } from '@portal/contract/care-groups/endpoints.ts';
import { maxImageBody } from '@portal/contract/images/rules.ts';
import { listSitePharmacies } from '@portal/contract/partners/endpoints.ts';
import * as shipments from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { raw } from '#test/house.ts';
import { openPortal, type Portal } from '#test/portal.ts';
import { anAddress } from '#test/things.ts';

/** An administrator, with a trial and a site that are not configured yet. */
async function aNewTrial(portal: Portal) {
  const companyId = await portal.aCompany();
  const bare = { is_configured: false, has_shipping: false, subject_number_mask: null };
  const trialId = await portal.aTrial(companyId, { ...bare, sponsor_id: null });
  const siteId = await portal.aSite(companyId, trialId, { is_configured: false, address_id: null });
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  return { companyId, trialId, siteId, admin, sponsorId: await portal.aSponsor(companyId) };
}
const trialBody = (g_id: number, sponsorId: number) => ({
  g_id,
  outreachPreference: 1,
  hasCard: 1,
  hasShippingRequest: 1,
  subjectNumberMask: 'XXX-XXX',
  status: 0,
  sponsorId,
  pdmiGroupNumber: 'PDMI-7',
});
const siteBody = (g_id: number) => ({
  g_id,
  address: anAddress,
  phone: '+16175550100',
  extension: '12',
  studyContact: 'Dana',
  studyContactEmail: 'Dana@Clinic.example ',
  notes: 'Ring twice',
});
type Admin = Awaited<ReturnType<typeof aNewTrial>>['admin'];
const groupOf = async (admin: Admin, gId: number) =>
  (await admin.call(listCareGroups)).reply.groups?.find((group) => group.gId === gId);
const trialInfo = async (admin: Admin, g_id: number) =>
  ((await admin.call(readTrial, { query: { g_id } })).body as { trialInfo: { version: number } }).trialInfo;

test('APG-02 APG-03 APG-04 TRC-14 CGP-14 CGP-15 TRC-03 OPS-24 a trial is configured, read, and configured anew', async () => {
  const portal = await openPortal();
  const { admin, trialId, sponsorId } = await aNewTrial(portal);
  expect(await groupOf(admin, trialId)).toMatchObject({ trialConfigured: 'not configured', groupConfigMode: 'Create' });
  expect(await trialInfo(admin, trialId)).toMatchObject({
    subjectNumberMask: null,
    subjectNumberLength: null,
    outreachPreference: 0,
  });
  const first = await admin.call(api.configureTrial, { body: { ...trialBody(trialId, sponsorId), version: 1 } });
  expect([first.status, first.body]).toEqual([
    200,
    { message: 'Care Group successfully configured.', gId: trialId, version: 2 },
  ]);
  const { g_id: _, ...stored } = trialBody(trialId, sponsorId);
  expect(await trialInfo(admin, trialId)).toMatchObject({
    ...stored,
    sponsorName: expect.any(String),
    subjectNumberLength: 6,
  });
  expect(await groupOf(admin, trialId)).toMatchObject({
    trialConfigured: 'configured',
    groupConfigMode: 'Edit',
    version: 2,
  });
  const { pdmiGroupNumber: __, ...without } = trialBody(trialId, sponsorId);
  const again = { ...without, subjectNumberMask: 'XX', outreachPreference: 0 };
  expect((await admin.call(api.reconfigureTrial, { body: { ...again, version: 2 } })).reply.version).toBe(3);
  // TRC-07: a number that is not sent is none.
  expect(await trialInfo(admin, trialId)).toMatchObject({
    subjectNumberMask: 'XX',
    outreachPreference: 0,
    pdmiGroupNumber: null,
  });
  // REL-07, OPS-18: refused with what stands now.
  const stale = await admin.call(api.reconfigureTrial, { body: { ...again, version: 2 } });
  expect(stale.status).toBe(400);
  expect(stale.body).toMatchObject({ code: 'stale', detail: { current: await trialInfo(admin, trialId) } });
  expect((await trialInfo(admin, trialId)).version).toBe(3);
});

test('OPS-19 TRC-02 APG-03 APG-04 the numbers of a trial are taken as text too: its group, sponsor and flags, and the status', async () => {
  const portal = await openPortal();
  const { admin, trialId, sponsorId } = await aNewTrial(portal);
  const asText = (body: object) =>
    Object.fromEntries(
      Object.entries(body).map(([field, value]) => [field, typeof value === 'number' ? String(value) : value]),
    );
  const body = asText(trialBody(trialId, sponsorId));
  expect(body).toMatchObject({ hasCard: '1', status: '0' });
  for (const endpoint of [api.configureTrial, api.reconfigureTrial])
    expect((await admin.call(endpoint, { body })).fields).toEqual({});
  expect(await trialInfo(admin, trialId)).toMatchObject({ hasCard: 1, hasShippingRequest: 1, sponsorId, status: 0 });
  expect((await admin.call(api.configureTrial, { body: { ...body, status: '1' } })).fields).toHaveProperty('status');
});

test.each([
  ['no mask', { subjectNumberMask: undefined }, 'subjectNumberMask'],
  ['an empty mask', { subjectNumberMask: '' }, 'subjectNumberMask'],
  ['a mask that begins with a hyphen', { subjectNumberMask: '-XX' }, 'subjectNumberMask'],
  ['a mask with two hyphens', { subjectNumberMask: 'XX--X' }, 'subjectNumberMask'],
  ['a mask that ends with a hyphen', { subjectNumberMask: 'XX-' }, 'subjectNumberMask'],
  ['a mask in small letters', { subjectNumberMask: 'xxx' }, 'subjectNumberMask'],
  ['digits for a mask', { subjectNumberMask: '123' }, 'subjectNumberMask'],
  ['no sponsor', { sponsorId: undefined }, 'sponsorId'],
  ['another status', { status: 1 }, 'status'],
  ['no say about the card', { hasCard: undefined }, 'hasCard'],
])(
  'TRC-04 TRC-05 TRC-11 ERR-31 APG-03 a trial with %s is refused with 400 and a message, created or updated',
  async (_case, wrong, field) => {
    const portal = await openPortal();
    const { admin, trialId, sponsorId } = await aNewTrial(portal);
    for (const endpoint of [api.configureTrial, api.reconfigureTrial]) {
      const answer = await admin.call(endpoint, { body: { ...trialBody(trialId, sponsorId), ...wrong } });
      expect([answer.status, Object.keys(answer.fields)]).toEqual([400, [field]]);
      expect(answer.message).toBeTruthy();
    }
    expect((await groupOf(admin, trialId))?.trialConfigured).toBe('not configured');
  },
);

test('TRC-11 STC-06 CRD-12 ERR-31 the first save of a trial, a site or a card whose body is too large, no JSON, or another one under a used key is a 400, and its code says why', async () => {
  const portal = await openPortal();
  const { admin, trialId, siteId, sponsorId } = await aNewTrial(portal);
  const words = newCard({ name: 'Trellis', email: 'help@trellis.example', phone: '+1 617 555 0100' });
  for (const [call, body, limit, tooLarge] of [
    ['clinical-trial', trialBody(trialId, sponsorId), 1_048_576, 'too_large'],
    ['trial-site', siteBody(siteId), 1_048_576, 'too_large'],
    ['clinical-trial/card', { ...words, g_id: trialId }, 2 * maxImageBody, 'card.too_large'],
  ] as const) {
    const headers = { 'idempotency-key': `save-${call.replace('/', '.')}` };
    const answerTo = async (payload: string, type?: string) => {
      const url = `/api/care-groups/${call}`;
      const answer = await raw(portal, { url, token: admin.token, payload, headers, ...(type && { type }) });
      return [call, answer.statusCode, (answer.json() as { code?: string }).code];
    };
    const good = JSON.stringify(body);
    expect(await answerTo(good.padEnd(limit + 1))).toEqual([call, 400, tooLarge]);
    expect(await answerTo(good, 'text/plain')).toEqual([call, 400, 'unsupported_media']);
    expect(await answerTo(good)).toEqual([call, 200, undefined]);
    expect(await answerTo(JSON.stringify({ ...body, version: 1 }))).toEqual([call, 400, 'key_reused']);
  }
});

test('TRC-04 whatever is no mask is told so in the words of the row, an empty one and none as well', async () => {
  const portal = await openPortal();
  const { admin, trialId, sponsorId } = await aNewTrial(portal);
  for (const subjectNumberMask of ['XX-X-', '-XX', 'XX--X', 'XX-', 'xxx', '123', '', ' ', '\u200b', null, undefined, 7])
    for (const endpoint of [api.configureTrial, api.reconfigureTrial]) {
      const { message } = await admin.call(endpoint, { body: { ...trialBody(trialId, sponsorId), subjectNumberMask } });
      expect([subjectNumberMask, message]).toEqual([subjectNumberMask, 'Invalid Subject Format']);
    }
});

test('TRC-05 SEC-22 a sponsor of another company, or one that was removed, cannot be chosen', async () => {
  const portal = await openPortal();
  const { admin, trialId, sponsorId } = await aNewTrial(portal);
  const abroad = await portal.aSponsor(await portal.aCompany());
  await portal.rows('update sponsor set removed_at = now() where sponsor_id = $1', [sponsorId]);
  for (const id of [abroad, sponsorId])
    expect((await admin.call(api.configureTrial, { body: trialBody(trialId, id) })).status).toBe(400);
});

test('TRC-12 OPS-33 shipping stays while a site has an active request, and can go once it has none', async () => {
  const portal = await openPortal();
  const world = await portal.aTrialAtWork();
  const admin = await portal.signedIn(world.admin);
  const created = await (await portal.signedIn(world.siteUser)).call(shipments.createRequest, { body: orderOf(world) });
  const srId = created.reply.srIds[0] as number;
  const body = { ...trialBody(world.trialId, world.sponsorId), hasShippingRequest: 0 };
  for (const status of ['preprocessing', 'processing', 'shipped']) {
    await portal.rows('update shipment_request set status = $2 where request_id = $1', [srId, status]);
    const { status: answered, message } = await admin.call(api.reconfigureTrial, { body });
    expect([status, answered, message]).toEqual([status, 400, 'This trial has active shipping requests.']);
  }
  expect(await trialInfo(admin, world.trialId)).toMatchObject({ hasShippingRequest: 1 });
  await portal.rows(`update shipment_request set status = 'received' where request_id = $1`, [srId]);
  expect((await admin.call(api.reconfigureTrial, { body })).status).toBe(200);
});

test('OPS-33 REL-08 of an order and the end of shipping, both at once, no order is left in a trial that does not ship', async () => {
  const portal = await openPortal();
  const world = await portal.aTrialAtWork();
  const [admin, siteUser] = [await portal.signedIn(world.admin), await portal.signedIn(world.siteUser)];
  const body = trialBody(world.trialId, world.sponsorId);
  for (let n = 0; n < 6; n += 1) {
    const [ended, ordered] = await Promise.all([
      admin.call(api.reconfigureTrial, { body: { ...body, hasShippingRequest: 0 } }),
      siteUser.call(shipments.createRequest, { body: orderOf(world) }),
    ]);
    expect([ended.status, ordered.status]).toEqual(ended.status === 200 ? [200, 400] : [400, 200]);
    await portal.rows(`update shipment_request set status = 'cancelled'`);
    expect((await admin.call(api.reconfigureTrial, { body })).status).toBe(200);
  }
});
const orderOf = (world: { siteId: number; tablet: number }) => ({
  gId: world.siteId,
  toParticipant: 0,
  participants: [{ participantId: null, subjectNumber: '123-456' }],
  dateRequired: '2099-01-01',
  nextOrderDate: '2099-02-01',
  address: anAddress,
  products: [{ productId: world.tablet, quantity: 4, daysOfSupply: 30, directions: 'Take one daily' }],
});

test('TRC-13 OPS-34 the card stays once a participant of a site has one', async () => {
  const portal = await openPortal();
  const { companyId, trialId, siteId, admin, sponsorId } = await aNewTrial(portal);
  const body = trialBody(trialId, sponsorId);
  await admin.call(api.configureTrial, { body });
  expect((await admin.call(api.reconfigureTrial, { body: { ...body, hasCard: 0 } })).status).toBe(200);
  await admin.call(api.reconfigureTrial, { body });
  await portal.aParticipant(companyId, trialId, siteId);
  const { status, message } = await admin.call(api.reconfigureTrial, { body: { ...body, hasCard: 0 } });
  expect([status, message]).toEqual([400, 'This trial has participants who hold a card.']);
  expect(await trialInfo(admin, trialId)).toMatchObject({ hasCard: 1 });
});

test('STC-02 OPS-36 a site that is saved without a country is in the USA, and keeps the six keys', async () => {
  const portal = await openPortal();
  const { siteId, admin } = await aNewTrial(portal);
  const { country: _, street2: __, ...address } = anAddress;
  for (const endpoint of [api.configureSite, api.reconfigureSite]) {
    expect((await admin.call(endpoint, { body: { ...siteBody(siteId), address } })).status).toBe(200);
    const { siteInfo } = (await admin.call(readSite, { query: { g_id: siteId } })).reply;
    expect(siteInfo?.address).toEqual({
      ...address,
      street2: '',
      country: 'USA',
    });
  }
});

test('APG-05 APG-06 APG-07 STC-07 OPS-35 OPS-36 a site is configured with its pharmacies, read, and configured anew', async () => {
  const portal = await openPortal();
  const { companyId, siteId, admin } = await aNewTrial(portal);
  const [north, south] = [await portal.aPartner(companyId, 'pharmacy'), await portal.aPartner(companyId, 'pharmacy')];
  expect(await groupOf(admin, siteId)).toMatchObject({ siteConfigured: 'not configured', groupConfigMode: 'Create' });
  const { state: province, ...place } = anAddress;
  const first = await admin.call(api.configureSite, {
    body: {
      ...siteBody(siteId),
      address: { ...place, province, country: 'US' },
      pharmacyPartners: [north, south],
      version: 1,
    },
  });
  const { version } = first.reply;
  expect([first.status, first.body]).toEqual([
    200,
    { message: 'Care Group successfully configured.', gId: siteId, version },
  ]);
  const { g_id: _, ...stored } = siteBody(siteId);
  expect((await admin.call(readSite, { query: { g_id: siteId } })).body).toEqual({
    siteInfo: {
      ...stored,
      studyContactEmail: 'dana@clinic.example',
      address: { ...anAddress, country: 'USA' },
      pharmacyPartners: [north, south],
      version,
    },
    version,
  });
  const connected = await admin.call(listSitePharmacies, { query: { g_id: siteId } });
  expect(new Set(connected.reply.pharmacyPartners.map(({ ppId }) => ppId))).toEqual(new Set([north, south]));
  expect(await groupOf(admin, siteId)).toMatchObject({ siteConfigured: 'configured', groupConfigMode: 'Edit' });
  const again = await admin.call(api.reconfigureSite, {
    body: { ...siteBody(siteId), phone: '', notes: null, pharmacyPartners: [north], version },
  });
  expect(again.reply.version).toBeGreaterThan(version);
  const { siteInfo } = (await admin.call(readSite, { query: { g_id: siteId } })).reply;
  expect(siteInfo).toMatchObject({ phone: null, notes: null, extension: '12', pharmacyPartners: [north] });
  const stale = await admin.call(api.reconfigureSite, { body: { ...siteBody(siteId), version } });
  expect(stale.status).toBe(400);
  expect(stale.body).toMatchObject({
    code: 'stale',
    detail: { current: { pharmacyPartners: [north], version: again.reply.version } },
  });
  expect(siteInfo?.version).toBe(again.reply.version);
});

test.each([
  ['no address', { address: undefined }, 'address'],
  ['a street that is missing', { address: { ...anAddress, street: '' } }, 'address.street'],
  ['a province that is none', { address: { ...anAddress, state: 'Bavaria' } }, 'address.state'],
  ['a phone that is none', { phone: '12' }, 'phone'],
  ['an extension in words', { extension: 'ask for Dana' }, 'extension'],
  ['an extension of 11 digits', { extension: '12345678901' }, 'extension'],
  ['an email that is none', { studyContactEmail: 'dana' }, 'studyContactEmail'],
])(
  'STC-06 ERR-31 APG-06 a site with %s is refused with 400 and a message, created or updated',
  async (_case, wrong, field) => {
    const portal = await openPortal();
    const { admin, siteId } = await aNewTrial(portal);
    for (const endpoint of [api.configureSite, api.reconfigureSite]) {
      const answer = await admin.call(endpoint, { body: { ...siteBody(siteId), ...wrong } });
      expect([answer.status, Object.keys(answer.fields)]).toEqual([400, [field]]);
      expect(answer.message).toBeTruthy();
    }
    expect((await groupOf(admin, siteId))?.siteConfigured).toBe('not configured');
  },
);

test('OPS-35 SEC-22 a wholesaler or a pharmacy of another company is not connected, and nothing of the site is saved', async () => {
  const portal = await openPortal();
  const { companyId, siteId, admin } = await aNewTrial(portal);
  const strangers = [
    await portal.aPartner(companyId, 'wholesaler'),
    await portal.aPartner(await portal.aCompany(), 'pharmacy'),
  ];
  for (const id of strangers) {
    const body = { ...siteBody(siteId), pharmacyPartners: [id] };
    expect((await admin.call(api.configureSite, { body })).status).toBe(400);
  }
  expect((await groupOf(admin, siteId))?.siteConfigured).toBe('not configured');
});
