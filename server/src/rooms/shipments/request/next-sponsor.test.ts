/** Invoices of a trial that gets another sponsor. */
import { reconfigureTrial } from '@portal/contract/care-groups/configuration-endpoints.ts';
import { setPharmacyPrice, setSponsorPrice } from '@portal/contract/pricing/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { invoiceForPharmacy, invoiceForSite } from '@portal/contract/shipments/invoice-endpoints.ts';
import { expect, test } from 'vitest';
import { openShipments } from '#test/shipments.ts';

/** A trial whose sponsor pays 7 for what the pharmacy sells at 10; the next sponsor agreed on 8. */
async function aTrialToTakeOver() {
  const s = await openShipments();
  const { admin, pharmacist } = s.people;
  const nextId = await s.aSponsor(s.companyId);
  await s.rows(`update sponsor set name = 'Next Therapeutics' where sponsor_id = $1`, [nextId]);
  const amounts = { shippingFee: '1', dispenseFee: '0', currency: 'USD', effectiveDate: '2020-01-01' };
  const own = { ...amounts, pharmacyId: s.pharmacyId, productId: s.tablet };
  const ofSponsor = { ...own, partnerType: 'pharmacy', partnerId: s.pharmacyId };
  for (const answer of [
    await admin.call(setPharmacyPrice, { body: { ...own, drugPrice: '10' } }),
    await admin.call(setSponsorPrice, { body: { ...ofSponsor, sponsorId: s.sponsorId, drugPrice: '7' } }),
    await admin.call(setSponsorPrice, { body: { ...ofSponsor, sponsorId: nextId, drugPrice: '8' } }),
  ])
    expect([answer.status, answer.message]).toEqual([200, undefined]);
  const takeOver = async (sponsorId: number) => {
    const body = {
      g_id: s.trialId,
      outreachPreference: 0,
      hasCard: 0,
      hasShippingRequest: 1,
      subjectNumberMask: 'XXX-XXX',
      sponsorId,
    };
    const answer = await admin.call(reconfigureTrial, { body });
    expect([answer.status, answer.message]).toEqual([200, undefined]);
  };
  const ship = async (srId: number) => {
    const packages = [s.package_([s.item(s.tablet)])];
    const answer = await pharmacist.call(api.shipByPharmacy, { body: { srId, packages } });
    expect([answer.status, answer.message]).toEqual([200, undefined]);
  };
  const period = { start_date: '2000-01-01', end_date: '2100-01-01' };
  const invoices = async () => ({
    pharmacy: (await pharmacist.call(invoiceForPharmacy, { query: { ppId: s.pharmacyId, ...period } })).reply.invoice,
    site: (await s.people.siteUser.call(invoiceForSite, { query: { gId: s.siteId, ...period } })).reply.invoice,
  });
  const ofSponsorUser = async (who: Awaited<ReturnType<typeof s.signedIn>>) =>
    (await who.call(invoiceForSite, { query: { gId: s.trialId, ...period } })).reply.invoice;
  return { ...s, nextId, takeOver, ship, invoices, ofSponsorUser };
}

test('P11-11 OPS-13 an invoice stays byte for byte what it was when the trial gets another sponsor after the shipment', async () => {
  const s = await aTrialToTakeOver();
  await s.ship(await s.aRequest());
  const before = await s.invoices();
  expect(before.pharmacy).toMatchObject([{ drugPrice: '7.00' }]);
  await s.takeOver(s.nextId);
  expect(JSON.stringify(await s.invoices())).toBe(JSON.stringify(before));
  const entries = await s.rows(`select changes from audit_entry where action = 'shipment.shipped'`);
  expect(entries).toEqual([
    { changes: expect.arrayContaining([{ field: 'sponsor_id', old: null, new: s.sponsorId }]) as unknown },
  ]);
});

test('OPS-13 a request that was made before the trial changed its sponsor and shipped after it is paid by the new one', async () => {
  const s = await aTrialToTakeOver();
  const srId = await s.aRequest();
  await s.takeOver(s.nextId);
  await s.ship(srId);
  const { pharmacy, site } = await s.invoices();
  for (const rows of [pharmacy, site])
    expect(rows).toMatchObject([{ srId, sponsor: 'Next Therapeutics', drugPrice: '8.00' }]);
});

test('SEC-23 OPS-66 a sponsor that takes over a trial sees its earlier shipments without what the one before it paid', async () => {
  const s = await aTrialToTakeOver();
  const first = await s.aRequest();
  await s.ship(first);
  expect(await s.ofSponsorUser(s.people.sponsor)).toMatchObject([{ srId: first, drugPrice: '7.00' }]);
  await s.takeOver(s.nextId);
  const second = await s.aRequest();
  await s.ship(second);
  const next = await s.signedIn(
    await s.aPerson('Sponsor', { company_id: s.companyId, sponsor_id: s.nextId }, [s.trialId, s.siteId]),
  );
  expect(await s.ofSponsorUser(next)).toMatchObject([
    { srId: first, drugPrice: null, shippingFee: null, dispenseFee: null, currency: null },
    { srId: second, drugPrice: '8.00', shippingFee: '1.00', dispenseFee: '0.00', currency: 'USD' },
  ]);
});

test('P11-11 OPS-13 a request names the sponsor that it was shipped under wherever it is shown, as its invoice does, and until then the one that the trial has', async () => {
  const s = await aTrialToTakeOver();
  const { siteUser, pharmacist } = s.people;
  const [shipped, waiting] = [await s.aRequest(), await s.aRequest()];
  await s.ship(shipped);
  const named = async (srId: number) => {
    const lists = [
      (await siteUser.call(api.listForSite, { query: { gId: s.siteId } })).reply.requests,
      (await pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } })).reply.requests,
    ];
    return [
      ...lists.map((rows) => rows.find((one) => one.srId === srId)?.sponsorName),
      (await siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } })).reply.request.sponsorName,
      (await pharmacist.call(api.trialForPharmacy, { query: { srId } })).reply.request.sponsorName,
    ];
  };
  const sponsor = (await s.invoices()).site[0]?.sponsor;
  expect(sponsor).toEqual(expect.any(String));
  expect([await named(shipped), await named(waiting)]).toEqual([Array(4).fill(sponsor), Array(4).fill(sponsor)]);
  await s.takeOver(s.nextId);
  expect((await s.invoices()).site).toMatchObject([{ srId: shipped, sponsor }]);
  expect(await named(shipped)).toEqual(Array(4).fill(sponsor));
  expect(await named(waiting)).toEqual(Array(4).fill('Next Therapeutics'));
});

test('P11-11 OPS-13 what was shipped while the trial had no sponsor names none, on its invoice and everywhere else, once the trial has one', async () => {
  const s = await aTrialToTakeOver();
  const { siteUser, pharmacist } = s.people;
  await s.rows('update care_group set sponsor_id = null where care_group_id = $1', [s.trialId]);
  const srId = await s.aRequest();
  await s.ship(srId);
  await s.takeOver(s.nextId);
  const { pharmacy, site } = await s.invoices();
  const lists = [
    (await siteUser.call(api.listForSite, { query: { gId: s.siteId } })).reply.requests,
    (await pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } })).reply.requests,
  ];
  expect([
    ...[...pharmacy, ...site].map(({ sponsor }) => sponsor),
    ...lists.map(([listed]) => listed?.sponsorName),
    (await siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } })).reply.request.sponsorName,
    (await pharmacist.call(api.trialForPharmacy, { query: { srId } })).reply.request.sponsorName,
  ]).toEqual(Array(6).fill(null));
});
