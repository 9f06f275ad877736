import { readInvitation, register } from '@portal/contract/providers/invitation-endpoints.ts';
import * as api from '@portal/contract/partners/manage-endpoints.ts';
import * as site from '@portal/contract/partners/endpoints.ts';
import { createRequest, moveBySite } from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { momentOf } from '#platform/act/act.ts';
import { joinByInvitation } from '#rooms/providers/door.ts';
import { deliver, isRefusedFor } from '#test/deliveries.ts';
import { brandNamed, registration } from '#test/invitations.ts';
import { mailsTo } from '#test/mails.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { anAddress } from '#test/things.ts';
import { somebodyWaits } from '#test/waits.ts';
import { undelivered } from './manage-queries.ts';

async function open() {
  const portal = await openPortal();
  const work = await portal.aTrialAtWork();
  const admin = await portal.signedIn(work.admin);
  const { companyId } = work;
  return { portal, ...work, admin, companyId };
}

const contact = (companyId: number) => ({
  phoneNumber: '+16175550123',
  faxNumber: '+16175550124',
  email: ' Orders@Eastgate.example ',
  sendEmail: 1,
  address: anAddress,
  companyId,
});
/** What a client reads of it. */
const shown = (companyId: number) => ({ ...contact(companyId), email: 'orders@eastgate.example' });

test('PPW-06 CAE-01 CAE-02 CAE-03 OPS-02 OPS-21 PSU-01 a pharmacy is added and changed, and the list of the company shows it', async () => {
  const { portal, companyId, pharmacyId, admin } = await open();
  const body = { pharmacyName: ' Eastgate ', ...contact(companyId) };
  const added = await admin.call(api.addPharmacy, { body });
  expect(added.body).toEqual({
    message: 'Partner successfully added.',
    version: 1,
    ppId: expect.any(Number) as number,
  });
  const { ppId } = added.reply;
  const list = async () =>
    ((await admin.call(api.listPharmacies, { query: { companyId } })).body as { pharmacyPartners: unknown[] })
      .pharmacyPartners;
  expect(await list()).toContainEqual({ ppId, pharmacyName: 'Eastgate', ...shown(companyId), version: 1 });
  const moved = { ...anAddress, street: '2 Harbour Street', state: '', zip: '0150', city: 'Oslo', country: 'NO' };
  const change = {
    ppId,
    pharmacyName: 'Westgate',
    ...contact(companyId),
    faxNumber: '',
    sendEmail: 0,
    address: moved,
    version: 1,
  };
  expect((await admin.call(api.changePharmacy, { body: change })).body).toEqual({
    message: 'Partner successfully updated.',
    ppId,
    version: 2,
  });
  const westgate = {
    ...shown(companyId),
    ppId,
    pharmacyName: 'Westgate',
    faxNumber: null,
    sendEmail: 0,
    address: moved,
    version: 2,
  };
  expect(await list()).toContainEqual(westgate);
  // The same once more changes nothing, and nothing is left out that was not meant.
  expect((await admin.call(api.changePharmacy, { body: { ...change, version: 2 } })).reply.version).toBe(2);
  expect(new Set((await list()).map((one) => (one as { ppId: number }).ppId))).toEqual(new Set([pharmacyId, ppId]));
  const entries = await portal.rows<{ action: string; fields: string[] }>(
    `select action, array(select c->>'field' from jsonb_array_elements(changes::jsonb) c order by 1) as fields
     from audit_entry where record_kind = 'partner' and record_id = $1 order by seq`,
    [String(ppId)],
  );
  expect(entries.map(({ action }) => action)).toEqual(['partner.added', 'partner.changed']);
  expect(entries[1]?.fields).toEqual(['address', 'fax', 'name', 'send_email']);
});

test('PPW-06 CAE-14 CAE-15 CAE-16 a wholesaler is added and changed, and the list of the company shows it', async () => {
  const { companyId, wholesalerId, admin } = await open();
  const body = { wholesalerName: 'Nordic', ...contact(companyId) };
  const { wpId } = (await admin.call(api.addWholesaler, { body })).reply;
  const changed = await admin.call(api.changeWholesaler, {
    body: { wpId, ...body, wholesalerName: 'Nordic Wholesale', version: 1 },
  });
  expect(changed.body).toEqual({ message: 'Partner successfully updated.', wpId, version: 2 });
  const { wholesalerPartners } = (await admin.call(api.listWholesalers, { query: { companyId } })).body as {
    wholesalerPartners: { wpId: number }[];
  };
  expect(wholesalerPartners).toContainEqual({
    wpId,
    wholesalerName: 'Nordic Wholesale',
    ...shown(companyId),
    version: 2,
  });
  expect(new Set(wholesalerPartners.map((one) => one.wpId))).toEqual(new Set([wholesalerId, wpId]));
  // Its number is no pharmacy's.
  const { wholesalerName: _, ...rest } = body;
  const confused = await admin.call(api.changePharmacy, { body: { ppId: wpId, pharmacyName: 'X', ...rest } });
  expect(confused.status).toBe(404);
});

test('REL-07 a stale change of a partner is refused and nothing of it is kept', async () => {
  const { companyId, admin } = await open();
  const body = { pharmacyName: 'Eastgate', ...contact(companyId) };
  const { ppId } = (await admin.call(api.addPharmacy, { body })).reply;
  const change = (pharmacyName: string, version: number) =>
    admin.call(api.changePharmacy, { body: { ppId, ...body, pharmacyName, version } });
  const both = await Promise.all([change('One', 1), change('Two', 1)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [stale] = both.filter(({ status }) => status === 409);
  expect(stale?.code).toBe('stale');
});

test('REL-07 P11-09 of two who give a partner another address at once the later one is told all of it, and what it changes after that is on record from address to address', async () => {
  const { portal, companyId, pharmacyId, admin } = await open();
  const at = (street: string) => ({ ...anAddress, street });
  const change = (street: string, version?: number) =>
    admin.call(api.changePharmacy, {
      body: { ppId: pharmacyId, pharmacyName: 'Eastgate', ...contact(companyId), address: at(street), version },
    });
  /** Of a first one, whom the others wait for before they know of what it does. */
  const after = async (street: string, waits: () => ReturnType<typeof change>) => {
    const { answer } = await portal.app.database.asSystem(async (tx) => {
      await tx.selectFrom('partner').select('name').where('partner_id', '=', pharmacyId).forUpdate().execute();
      const first = change(street);
      await somebodyWaits(portal);
      const begun = waits();
      await somebodyWaits(portal, 2);
      return { answer: Promise.all([first, begun]) };
    });
    const [first, later] = await answer;
    expect(first.status).toBe(200);
    return later;
  };
  expect((await change('1 Quay Street')).status).toBe(200);
  const [{ version }] = (await portal.rows('select version from partner where partner_id = $1', [pharmacyId])) as [
    { version: number },
  ];
  const stale = await after('2 Quay Street', () => change('3 Quay Street', version));
  expect([stale.status, stale.code]).toEqual([409, 'stale']);
  expect(stale.body).toMatchObject({ detail: { current: { address: at('2 Quay Street') } } });
  const changed = await after('4 Quay Street', () => change('5 Quay Street'));
  expect(changed.status).toBe(200);
  const [entry] = await portal.rows<{ changes: { field: string; old?: object; new?: object }[] }>(
    `select changes from audit_entry where action = 'partner.changed' and record_id = $1 order by seq desc limit 1`,
    [String(pharmacyId)],
  );
  expect(entry?.changes).toMatchObject([
    { field: 'address', old: { street: '4 Quay Street' }, new: { street: '5 Quay Street' } },
  ]);
});

test('REL-07 CAE-03 CAE-16 a stale change of a partner is answered with the whole of it, as the list has it', async () => {
  const { companyId, pharmacyId, wholesalerId, admin } = await open();
  const query = { companyId };
  const { pharmacyPartners } = (await admin.call(api.listPharmacies, { query })).body as {
    pharmacyPartners: unknown[];
  };
  const { wholesalerPartners } = (await admin.call(api.listWholesalers, { query })).body as {
    wholesalerPartners: unknown[];
  };
  const stale = { ...contact(companyId), version: 7 };
  for (const [refused, listed] of [
    [
      await admin.call(api.changePharmacy, { body: { ...stale, ppId: pharmacyId, pharmacyName: 'Late' } }),
      pharmacyPartners,
    ],
    [
      await admin.call(api.changeWholesaler, { body: { ...stale, wpId: wholesalerId, wholesalerName: 'Late' } }),
      wholesalerPartners,
    ],
  ] as const) {
    expect(refused.status).toBe(409);
    expect(listed).toHaveLength(1);
    expect((refused.body as { detail?: unknown }).detail).toEqual({ current: listed[0] });
  }
});

test('PPW-04 CCN-09 a partner needs a name, a phone, a valid email and a valid address', async () => {
  const { companyId, admin, portal } = await open();
  const before = await portal.rows('select count(*) from partner');
  const tries: [object, string][] = [
    [{ pharmacyName: ' ' }, 'pharmacyName'],
    [{ pharmacyName: undefined }, 'pharmacyName'],
    [{ phoneNumber: '' }, 'phoneNumber'],
    [{ phoneNumber: undefined }, 'phoneNumber'],
    [{ phoneNumber: '+1617' }, 'phoneNumber'],
    [{ phoneNumber: '+99961755501' }, 'phoneNumber'],
    [{ faxNumber: '+99961755501' }, 'faxNumber'],
    [{ email: '' }, 'email'],
    [{ email: undefined }, 'email'],
    [{ email: 'orders' }, 'email'],
    [{ email: `${'a'.repeat(141)}@b.example` }, 'email'],
    [{ address: undefined }, 'address'],
    [{ address: { ...anAddress, street: '' } }, 'address.street'],
    [{ address: { ...anAddress, zip: 'x' } }, 'address.zip'],
    [{ address: { ...anAddress, state: 'Narnia' } }, 'address.state'],
  ];
  for (const [wrong, field] of tries) {
    const answer = await admin.call(api.addPharmacy, {
      body: { pharmacyName: 'Eastgate', ...contact(companyId), ...wrong },
    });
    expect([wrong, answer.status, Object.keys(answer.fields)]).toEqual([wrong, 400, [field]]);
  }
  expect(await portal.rows('select count(*) from partner')).toEqual(before);
});

test('REL-06 the same submit of a new partner twice makes one', async () => {
  const { companyId, admin } = await open();
  const asked = {
    body: { pharmacyName: 'Eastgate', ...contact(companyId) },
    headers: { 'idempotency-key': 'a-key-of-this-test' },
  };
  const [first, second] = [await admin.call(api.addPharmacy, asked), await admin.call(api.addPharmacy, asked)];
  expect(second.body).toEqual(first.body);
  expect((await admin.call(api.listPharmacies, { query: { companyId } })).reply.pharmacyPartners).toHaveLength(2);
});

test('CAE-01 CAE-14 SEC-22 who names another company is refused, and another company’s partners are nowhere', async () => {
  const { portal, companyId, pharmacyId, siteId, wholesalerId } = await open();
  const theirs = await portal.aTrialAtWork();
  const stranger = await portal.signedIn(theirs.admin);
  for (const list of [api.listPharmacies, api.listWholesalers])
    expect((await stranger.call(list, { query: { companyId } })).status).toBe(403);
  const own = contact(theirs.companyId);
  const calls = [
    stranger.call(api.addPharmacy, { body: { pharmacyName: 'X', ...contact(companyId) } }),
    stranger.call(api.invitePharmacyUser, { body: invited(companyId, { ppId: theirs.pharmacyId }) }),
    stranger.call(api.changePharmacy, { body: { ppId: pharmacyId, pharmacyName: 'X', ...own } }),
    stranger.call(api.changeWholesaler, { body: { wpId: wholesalerId, wholesalerName: 'X', ...own } }),
    stranger.call(api.connectPharmacy, { body: { g_id: theirs.siteId, ppId: pharmacyId } }),
    stranger.call(api.disconnectPharmacy, { query: { g_id: siteId, ppId: pharmacyId } }),
    stranger.call(api.invitePharmacyUser, { body: invited(theirs.companyId, { ppId: pharmacyId }) }),
    stranger.call(api.listPharmacyUsers, { query: { ppId: pharmacyId } }),
    stranger.call(api.listWholesalerUsers, { query: { wpId: wholesalerId } }),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, ...Array(7).fill(404)]);
});

test('SEC-23 PSU-03 a site user knows the partners of their sites only, also with admin rights; who sees the whole company knows them all', async () => {
  const { portal, companyId, siteUser, siteId, admin } = await open();
  await portal.aPartner(companyId, 'pharmacy', { name: 'Idle' });
  const countFor = async (providerId: number) => {
    const caller = await portal.signedIn(providerId);
    return (await caller.call(api.listPharmacies, { query: { companyId } })).reply.pharmacyPartners.length;
  };
  expect(await countFor(siteUser)).toBe(1);
  const administrator = await portal.aPerson('Other', { company_id: companyId, admin_rights: true }, [siteId]);
  expect(await countFor(administrator)).toBe(1);
  expect(await countFor(admin.providerId)).toBe(2);
});

test('APP-13 APP-14 CAE-05 CAE-06 CAE-18 CAE-19 PSU-03 OPS-02 partners of the company are connected to a site and disconnected again', async () => {
  onItsOwn();
  const { portal, companyId, siteId, admin } = await open();
  const ppId = await portal.aPartner(companyId, 'pharmacy', { name: 'Eastgate' });
  const wpId = await portal.aPartner(companyId, 'wholesaler', { name: 'Nordic' });
  const query = { g_id: siteId };
  const pharmacies = async () =>
    (await admin.call(site.listSitePharmacies, { query })).reply.pharmacyPartners.map((one) => one.ppId);
  const wholesalers = async () =>
    (await admin.call(site.listSiteWholesalers, { query })).reply.wholesalerPartners.map((one) => one.wpId);
  expect(await pharmacies()).not.toContain(ppId);
  expect(await wholesalers()).not.toContain(wpId);
  for (const round of [1, 2]) {
    expect([round, (await admin.call(api.connectPharmacy, { body: { ...query, ppId } })).body]).toEqual([
      round,
      { message: 'Partner connected.' },
    ]);
    await admin.call(api.connectWholesaler, { body: { ...query, wpId } });
    expect(await pharmacies()).toContain(ppId);
    expect(await wholesalers()).toContain(wpId);
    expect((await admin.call(api.disconnectPharmacy, { query: { ...query, ppId } })).body).toEqual({
      message: 'Partner disconnected.',
    });
    await admin.call(api.disconnectWholesaler, { query: { ...query, wpId } });
    expect(await pharmacies()).not.toContain(ppId);
    expect(await wholesalers()).not.toContain(wpId);
  }
  // What is not connected cannot be disconnected; a number of the other kind is nobody's.
  expect((await admin.call(api.disconnectPharmacy, { query: { ...query, ppId } })).status).toBe(404);
  expect((await admin.call(api.connectPharmacy, { body: { ...query, ppId: wpId } })).status).toBe(404);
  expect(
    (await portal.rows<{ action: string }>('select action from audit_entry order by seq')).map(({ action }) => action),
  ).toEqual(
    [1, 2].flatMap(() => [
      'site.partner_connected',
      'site.partner_connected',
      'site.partner_disconnected',
      'site.partner_disconnected',
    ]),
  );
  // Ended, not erased.
  expect(await portal.rows('select 1 from site_partner where partner_id = any($1)', [[ppId, wpId]])).toHaveLength(4);
});

test('OPS-40 a partner with a valid price for what it supplies at the site is not disconnected until the price is invalidated', async () => {
  const { portal, companyId, siteId, pharmacyId, tablet, admin } = await open();
  await portal.rows(
    `insert into product_price (company_id, product_id, partner_id, drug_price, shipping_fee, dispense_fee, currency, quantity_unit, effective_on, created_at, creator_id)
     values ($1, $2, $3, 10, 0, 0, 'USD', 'Bottle', '2026-01-01', now(), $4)`,
    [companyId, tablet, pharmacyId, admin.providerId],
  );
  const query = { g_id: siteId, ppId: pharmacyId };
  const refused = await admin.call(api.disconnectPharmacy, { query });
  expect([refused.status, refused.message]).toEqual([400, 'Must invalidate pricing before removing this supplier.']);
  expect((await admin.call(site.listPharmacySupply, { query: { ...query, productId: tablet } })).body).toMatchObject([
    { isSupplier: 1 },
  ]);
  await portal.rows('update product_price set invalidated_at = now(), invalidator_id = creator_id');
  expect((await admin.call(api.disconnectPharmacy, { query })).status).toBe(200);
  // Connected again, it supplies nothing until it is told to.
  await admin.call(api.connectPharmacy, { body: query });
  expect((await admin.call(site.listPharmacySupply, { query: { ...query, productId: tablet } })).body).toMatchObject([
    { isSupplier: 0 },
  ]);
});

test('OPS-40 a partner with an active request of the site is not disconnected until that is finished', async () => {
  const { portal, siteId, pharmacyId, tablet, siteUser, admin } = await open();
  const user = await portal.signedIn(siteUser);
  const made = await user.call(createRequest, {
    body: {
      gId: siteId,
      toParticipant: 0,
      participants: [{ participantId: null, subjectNumber: '900-001' }],
      dateRequired: '2099-01-01',
      nextOrderDate: '2099-02-01',
      address: anAddress,
      products: [{ productId: tablet, quantity: 4, daysOfSupply: 30, directions: 'Take one daily' }],
    },
  });
  const [srId] = made.reply.srIds;
  const query = { g_id: siteId, ppId: pharmacyId };
  const refused = await admin.call(api.disconnectPharmacy, { query });
  expect([refused.status, refused.code, refused.message]).toEqual([
    400,
    'partner.has_requests',
    'This partner has active shipment requests of this trial site.',
  ]);
  await user.call(moveBySite, { body: { srId, gId: siteId, status: 'cancelled' } });
  expect((await admin.call(api.disconnectPharmacy, { query })).status).toBe(200);
});

test('REL-08 of ten who disconnect a partner at once one does it', async () => {
  onItsOwn();
  const { portal, companyId, siteId, admin } = await open();
  const ppId = await portal.aPartner(companyId, 'pharmacy');
  await portal.connect(companyId, siteId, ppId);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => admin.call(api.disconnectPharmacy, { query: { g_id: siteId, ppId } })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(404)]);
  expect(await portal.rows(`select 1 from audit_entry where action = 'site.partner_disconnected'`)).toHaveLength(1);
});

const invited = (companyId: number, more: object) => ({
  companyId,
  email: 'Ada@Clinic.example',
  providerType: 'Pharmacy User',
  adminRights: 0,
  defaultListing: 0,
  ...more,
});

test('PPW-08 PPW-09 PPW-10 CAE-07 CAE-08 OPC-94 who is invited to a pharmacy is listed, and has access once they have registered there', async () => {
  const { portal, companyId, pharmacyId, wholesalerId, wholesaler, pharmacist, admin } = await open();
  const body = invited(companyId, { ppId: pharmacyId });
  expect((await admin.call(api.invitePharmacyUser, { body })).body).toEqual({ message: 'Invite sent.' });
  const toWholesaler = { wpId: wholesalerId, email: 'sam@depot.example', providerType: 'Wholesaler User' };
  const inviting = { body: invited(companyId, toWholesaler) };
  expect((await admin.call(api.inviteWholesalerUser, inviting)).status).toBe(200);
  const users = async () =>
    ((await admin.call(api.listPharmacyUsers, { query: { ppId: pharmacyId } })).body as { users: { email: string }[] })
      .users;
  const [mine] = (await users()).filter(({ email }) => email === 'ada@clinic.example');
  expect(mine).toEqual({ fname: null, lname: null, email: 'ada@clinic.example', status: 0 });
  expect(await users()).toHaveLength(2);
  // Those of another partner of the company are listed there alone.
  const others = (await admin.call(api.listWholesalerUsers, { query: { wpId: wholesalerId } })).reply.users;
  const emailOf = 'select email from provider where provider_id = $1';
  const [working] = await portal.rows<{ email: string }>(emailOf, [wholesaler]);
  expect(others.map(({ email }) => email).toSorted()).toEqual(['sam@depot.example', working?.email ?? ''].toSorted());
  // Invited once more, they are still one.
  await admin.call(api.invitePharmacyUser, { body });
  expect(await users()).toHaveLength(2);

  const [mail] = await mailsTo(portal, 'ada@clinic.example');
  const code = /register\?id=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await portal.call(readInvitation, { query: { id: code } })).status).toBe(200);
  expect((await portal.call(register, { body: registration(code) })).status).toBe(200);
  expect((await users()).find(({ email }) => email === 'ada@clinic.example')).toEqual({
    fname: 'Grace',
    lname: 'Hopper',
    email: 'ada@clinic.example',
    status: 1,
  });
  expect(
    await portal.rows(`select type, admin_rights, partner_id from provider where email = 'ada@clinic.example'`),
  ).toEqual([{ type: 'Pharmacy User', admin_rights: false, partner_id: pharmacyId }]);
  const again = await admin.call(api.invitePharmacyUser, { body });
  expect([again.status, again.message]).toEqual([400, 'A user with this email already exists.']);
  // Who has no access any more is not shown as if they had, and whoever invites them anew is told where they are.
  await portal.rows('update provider set is_active = false where provider_id = $1', [pharmacist]);
  expect(await users()).toHaveLength(1);
  await portal.rows(`update provider set is_active = false where email = 'ada@clinic.example'`);
  const revoked = await admin.call(api.invitePharmacyUser, { body });
  expect([revoked.status, revoked.code, revoked.message]).toEqual([
    400,
    'provider.email_taken',
    'A user with this email already exists. Their access was revoked. Allow it in User Management.',
  ]);
  const toOther = { body: invited(companyId, { ...toWholesaler, email: 'ada@clinic.example' }) };
  expect((await admin.call(api.inviteWholesalerUser, toOther)).message).toBe(revoked.message);
});

test('P11-17 REL-08 whoever is invited once more while they register is one person, and gets no mail that leads nowhere', async () => {
  const { portal, companyId, pharmacyId, admin } = await open();
  const email = 'bo@clinic.example';
  const invite = () => admin.call(api.invitePharmacyUser, { body: invited(companyId, { ppId: pharmacyId, email }) });
  expect((await invite()).status).toBe(200);
  const [mail] = await mailsTo(portal, email);
  const code = /register\?id=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  const from = { brand: brandNamed(portal, 'default'), host: 'localhost', requestId: 'test' };
  const fields = { firstName: 'Bo', lastName: 'Yu', email, phone: '+16175550123', preferredContact: 0 as const, code };
  const { again } = await portal.app.database.asSystem(async (tx) => {
    await joinByInvitation(momentOf(tx, portal.app.clock), from, fields);
    const begun = invite();
    await somebodyWaits(portal);
    return { again: begun };
  });
  const { status, code: said } = await again;
  expect([status, said]).toEqual([400, 'provider.email_taken']);
  expect(await portal.rows('select used_at is not null as used from invitation where email = $1', [email])).toEqual([
    { used: true },
  ]);
  expect(await portal.rows('select is_active from provider where email = $1', [email])).toEqual([{ is_active: true }]);
  expect(await mailsTo(portal, email)).toHaveLength(1);
});

test('PPW-08 SEC-16 who was invited is read whole: for which partner, when, and until when', async () => {
  const { portal, companyId, admin } = await open();
  const ppId = await portal.aPartner(companyId, 'pharmacy', { name: 'Eastgate' });
  const wpId = await portal.aPartner(companyId, 'wholesaler', { name: 'Nordic' });
  await admin.call(api.invitePharmacyUser, { body: invited(companyId, { ppId, email: 'pia@eastgate.example' }) });
  await admin.call(api.inviteWholesalerUser, {
    body: invited(companyId, { wpId, email: 'nils@nordic.example', providerType: 'Wholesaler User' }),
  });
  const read = async () => (await admin.call(api.listPendingInvitations)).reply.invitations;
  // SEC-16: they can come for fourteen days.
  for (const { invitedAt, expiresAt } of await read())
    expect(expiresAt.getTime() - invitedAt.getTime()).toBe(14 * 24 * 3_600_000);
  await portal.rows(
    `update invitation set created_at = '2026-03-01T08:00:00Z', expires_at = '2026-03-15T08:00:00Z' where partner_id = $1`,
    [ppId],
  );
  await portal.rows(
    `update invitation set created_at = '2026-03-02T09:30:00Z', expires_at = '2026-03-16T09:30:00Z' where partner_id = $1`,
    [wpId],
  );
  expect(await read()).toEqual([
    {
      invitationId: expect.any(Number) as number,
      email: 'pia@eastgate.example',
      type: 'Pharmacy User',
      partnerName: 'Eastgate',
      invitedAt: new Date('2026-03-01T08:00:00Z'),
      expiresAt: new Date('2026-03-15T08:00:00Z'),
    },
    {
      invitationId: expect.any(Number) as number,
      email: 'nils@nordic.example',
      type: 'Wholesaler User',
      partnerName: 'Nordic',
      invitedAt: new Date('2026-03-02T09:30:00Z'),
      expiresAt: new Date('2026-03-16T09:30:00Z'),
    },
  ]);
});

test('PPW-08 CAE-20 CAE-21 who is invited to a wholesaler becomes a user of it', async () => {
  onItsOwn();
  const { portal, companyId, wholesalerId, admin } = await open();
  const body = invited(companyId, { wpId: wholesalerId, providerType: 'Wholesaler User' });
  expect((await admin.call(api.inviteWholesalerUser, { body })).status).toBe(200);
  const { users } = (await admin.call(api.listWholesalerUsers, { query: { wpId: wholesalerId } })).reply;
  expect(users).toContainEqual({ fname: null, lname: null, email: 'ada@clinic.example', status: 0 });
  expect(await portal.rows('select type, admin_rights, partner_id from invitation')).toEqual([
    { type: 'Wholesaler User', admin_rights: false, partner_id: wholesalerId },
  ]);
});

test('PPW-07 PPW-08 SEC-25 an invite with rights, a list, another type or an email over 50 characters is refused and sends nothing', async () => {
  onItsOwn();
  const { portal, companyId, pharmacyId, wholesalerId, admin } = await open();
  const long = `${'a'.repeat(40)}@b.example`;
  const tries: [object, string][] = [
    [{ adminRights: 1 }, 'adminRights'],
    [{ defaultListing: 1 }, 'defaultListing'],
    [{ providerType: 'Wholesaler User' }, 'providerType'],
    [{ providerType: 'Admin' }, 'providerType'],
    [{ email: `a${long}` }, 'email'],
    [{ email: 'ada' }, 'email'],
    [{ email: '' }, 'email'],
  ];
  for (const [wrong, field] of tries) {
    const answer = await admin.call(api.invitePharmacyUser, {
      body: invited(companyId, { ppId: pharmacyId, ...wrong }),
    });
    expect([wrong, answer.status, Object.keys(answer.fields)]).toEqual([wrong, 400, [field]]);
  }
  const foreign = await admin.call(api.invitePharmacyUser, { body: invited(companyId, { ppId: wholesalerId }) });
  expect(foreign.status).toBe(404);
  expect(await portal.rows('select 1 from message')).toEqual([]);
  expect(long).toHaveLength(50);
  const taken = await admin.call(api.invitePharmacyUser, {
    body: invited(companyId, { ppId: pharmacyId, email: long }),
  });
  expect(taken.status).toBe(200);
});

test('of a partner it is told that its mails do not arrive once one to the address it has now has been refused for an hour, until one goes out or the address is another', async () => {
  onItsOwn();
  const { portal, companyId, admin, pharmacyId } = await open();
  const desk = 'orders@eastgate.example';
  const body = { pharmacyName: 'Eastgate', ...contact(companyId) };
  const { ppId } = (await admin.call(api.addPharmacy, { body })).reply;
  const writes = () =>
    portal.app.database.asSystem((tx) =>
      momentOf(tx, portal.app.clock).sendMail({
        to: desk,
        subject: 'News',
        text: 'News',
        topic: 'to partners',
        partnerId: ppId,
      }),
    );
  const told = async () =>
    (await admin.call(api.listPharmacies, { query: { companyId } })).reply.pharmacyPartners
      .filter((one) => one.areMailsUndelivered)
      .map((one) => one.ppId);
  await writes();
  await isRefusedFor(portal, desk, 59);
  expect(await told()).toEqual([]);
  await isRefusedFor(portal, desk, 61);
  expect(await told()).toEqual([ppId]);
  // What is written meanwhile says nothing else, and what another partner gets at the same address says nothing of this one.
  await writes();
  await portal.rows(`insert into message (channel, recipient, subject, body, partner_id, created_at, sent_at)
    values ('email', '${desk}', 'News', '', ${pharmacyId}, now(), now())`);
  expect(await told()).toEqual([ppId]);
  // Nobody is told of partners of another company, whatever they ask.
  const ask = (company: number) =>
    portal.app.database.inCompany(company, (tx) => undelivered(tx, [ppId], portal.app.clock.now()));
  expect([await ask(companyId), await ask(await portal.aCompany())]).toEqual([new Set([ppId]), new Set()]);
  await deliver(portal);
  expect(await told()).toEqual([]);
  await writes();
  await isRefusedFor(portal, desk, 61);
  expect(await told()).toEqual([ppId]);
  const change = { ppId, ...body, email: 'desk@eastgate.example' };
  expect((await admin.call(api.changePharmacy, { body: change })).status).toBe(200);
  expect(await told()).toEqual([]);
  // Nor is it said of one that is to get none.
  await isRefusedFor(portal, 'desk@eastgate.example', 61);
  expect(await told()).toEqual([ppId]);
  expect((await admin.call(api.changePharmacy, { body: { ...change, sendEmail: 0 } })).status).toBe(200);
  expect(await told()).toEqual([]);
});
