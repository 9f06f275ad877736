import * as api from '@portal/contract/care-groups/configuration-endpoints.ts';
import { readSite } from '@portal/contract/care-groups/endpoints.ts';
import { connectPharmacy, connectWholesaler, disconnectPharmacy } from '@portal/contract/partners/manage-endpoints.ts';
import { listPharmacySupply } from '@portal/contract/partners/endpoints.ts';
import { addPharmacySupplier } from '@portal/contract/partners/supply-endpoints.ts';
import { setPharmacyPrice } from '@portal/contract/pricing/endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openApp } from '#src/app.ts';
import { makeLog } from '#platform/core/log.ts';
import { openPortal } from '#test/portal.ts';
import { aSlowWire } from '#test/slow-wire.ts';
import { anAddress } from '#test/things.ts';

/** A configured site that the pharmacy North serves; South and a depot are there too. */
async function aSiteWithPharmacy() {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId);
  const siteId = await portal.aSite(companyId, trialId);
  const [north, south] = [await portal.aPartner(companyId, 'pharmacy'), await portal.aPartner(companyId, 'pharmacy')];
  const depot = await portal.aPartner(companyId, 'wholesaler');
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const read = async () => (await admin.call(readSite, { query: { g_id: siteId } })).reply;
  const save = (pharmacyPartners: number[], version?: number) =>
    admin.call(api.reconfigureSite, { body: { g_id: siteId, address: anAddress, pharmacyPartners, version } });
  await save([north]);
  return { portal, companyId, trialId, admin, siteId, north, south, depot, read, save };
}

test('REL-07 OPS-35 who has read a site before its pharmacies changed, by whichever call, does not undo that by saving it', async () => {
  const { admin, siteId, north, south, depot, read, save } = await aSiteWithPharmacy();
  const changes = [
    () => admin.call(connectPharmacy, { body: { g_id: siteId, ppId: south } }),
    () => admin.call(disconnectPharmacy, { query: { g_id: siteId, ppId: north } }),
    async () => save([north], (await read()).version),
  ];
  for (const change of changes) {
    const before = await read();
    expect((await change()).status).toBe(200);
    const { version, siteInfo } = await read();
    const stale = await save(before.siteInfo?.pharmacyPartners ?? [], before.version);
    expect([stale.status, stale.code]).toEqual([400, 'stale']);
    expect(stale.body).toMatchObject({
      detail: { current: { pharmacyPartners: siteInfo?.pharmacyPartners, version } },
    });
    expect(await read()).toEqual({ version, siteInfo });
  }
  // A wholesaler is no part of what is saved there, and no reason to ask again.
  const { version } = await read();
  await admin.call(connectWholesaler, { body: { g_id: siteId, wpId: depot } });
  expect((await save([north, south], version)).status).toBe(200);
});

test('OPS-35 REL-08 saves of a site beside calls that connect, disconnect and make a supplier wait for each other, and none breaks', async () => {
  const { portal, companyId, trialId, admin, siteId, north, south, read, save } = await aSiteWithPharmacy();
  const products = await Promise.all(Array.from({ length: 8 }, () => portal.aProduct(companyId, trialId)));
  for (const productId of products) {
    const answers = await Promise.all([
      save([south]),
      admin.call(addPharmacySupplier, { body: { g_id: siteId, ppId: north, productId } }),
      admin.call(disconnectPharmacy, { query: { g_id: siteId, ppId: north } }),
      admin.call(connectPharmacy, { body: { g_id: siteId, ppId: north } }),
      save([north, south]),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 400, 404].includes(status))).toEqual([]);
    expect([answers[0].status, answers[4].status].every((status) => [200, 400].includes(status))).toBe(true);
    await save([north]);
    expect((await read()).siteInfo?.pharmacyPartners).toEqual([north]);
  }
  expect(portal.logged.filter((line) => line.includes('"event":"unexpected"'))).toEqual([]);
});

test('OPS-35 REL-05 as many pharmacies as a call can name are connected to a site and disconnected again, also where each answer of the database takes its time', async () => {
  const { portal, admin, siteId, north, read } = await aSiteWithPharmacy();
  const others = await portal.rows<{ id: number }>(
    `insert into partner (company_id, kind, name, phone, email, fax, address_id, country)
     select company_id, kind, name || ' ' || n, phone, email, fax, address_id, country
     from partner, generate_series(2, 200) n where partner_id = $1 returning partner_id as id`,
    [north],
  );
  const wire = await aSlowWire(portal.connection);
  const app = await openApp(portal.app.env, wire.connection, { log: makeLog('silent') });
  onTestFinished(async () => {
    wire.goOn();
    await app.close();
    wire.close();
  });
  const save = async (pharmacyPartners: number[]) => {
    const headers = { host: 'localhost', authorization: `Bearer ${admin.token}` };
    const { method, path } = api.reconfigureSite;
    const payload = { g_id: siteId, address: anAddress, pharmacyPartners };
    return (await app.http.inject({ method, url: `/api${path}`, headers, payload })).statusCode;
  };
  wire.delay(20);
  const all = [north, ...others.map(({ id }) => id)];
  expect(await save(all)).toBe(200);
  expect((await read()).siteInfo?.pharmacyPartners).toHaveLength(200);
  expect(await save([north])).toBe(200);
  expect((await read()).siteInfo?.pharmacyPartners).toEqual([north]);
});

test('OPS-35 PSU-03 STC-03 the first configuration connects the pharmacies it names and disconnects none, however it is sent; then it is the whole list', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId);
  const productId = await portal.aProduct(companyId, trialId);
  const [north, south] = [await portal.aPartner(companyId, 'pharmacy'), await portal.aPartner(companyId, 'pharmacy')];
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const price = {
    drugPrice: '12.50',
    currency: 'USD',
    shippingFee: '0',
    dispenseFee: '0',
    effectiveDate: '2099-01-01',
  };
  for (const [endpoint, named, then] of [
    [api.configureSite, [], [north]],
    [api.configureSite, [south], [north, south]],
    [api.reconfigureSite, [], [north]],
    [api.reconfigureSite, [south], [north, south]],
  ] as const) {
    const siteId = await portal.aSite(companyId, trialId, { is_configured: false, address_id: null });
    await admin.call(connectPharmacy, { body: { g_id: siteId, ppId: north } });
    await admin.call(addPharmacySupplier, { body: { g_id: siteId, ppId: north, productId } });
    await admin.call(setPharmacyPrice, { body: { productId, pharmacyId: north, ...price } });
    const { version } = (await admin.call(readSite, { query: { g_id: siteId } })).reply;
    const body = { g_id: siteId, address: anAddress, pharmacyPartners: [...named], version };
    const saved = await admin.call(endpoint, { body });
    expect([saved.status, saved.code]).toEqual([200, undefined]);
    const { siteInfo } = (await admin.call(readSite, { query: { g_id: siteId } })).reply;
    expect(new Set(siteInfo?.pharmacyPartners)).toEqual(new Set(then));
    const supply = await admin.call(listPharmacySupply, { query: { g_id: siteId, ppId: north } });
    expect(supply.reply.map(({ isSupplier }) => isSupplier)).toEqual([true]);
    // Of a site that is configured a second POST disconnects nobody either; a PUT gives the whole list.
    const again = { g_id: siteId, address: anAddress, pharmacyPartners: [north] };
    for (const [next, left] of [
      [api.configureSite, then],
      [api.reconfigureSite, [north]],
    ] as const) {
      expect((await admin.call(next, { body: again })).status).toBe(200);
      const read = (await admin.call(readSite, { query: { g_id: siteId } })).reply;
      expect(new Set(read.siteInfo?.pharmacyPartners)).toEqual(new Set(left));
    }
  }
});
