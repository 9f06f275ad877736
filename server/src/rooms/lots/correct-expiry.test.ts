/** Putting right on which day a lot expires. */
import * as api from '@portal/contract/lots/endpoints.ts';
import * as shipping from '@portal/contract/shipments/endpoints.ts';
import { invoiceForPharmacy, invoiceForSite } from '@portal/contract/shipments/invoice-endpoints.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { openShipments, type Shipments } from '#test/shipments.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { somebodyWaits } from '#test/waits.ts';

/** Lot A7 of the tablet, shipped with a day that was mistyped: a year too late. */
async function aMistypedLot() {
  const s = await openShipments();
  const [typed, right] = [addDays(s.today, 400), addDays(s.today, 35)];
  const srId = await s.aRequest();
  const ship = (request: number, expirationDate: string) =>
    s.people.pharmacist.call(shipping.shipByPharmacy, {
      body: {
        srId: request,
        packages: [s.package_([s.item(s.tablet, { lotNumber: 'A7', expirationDate })])],
      },
    });
  expect((await ship(srId, typed)).status).toBe(200);
  const [{ lotId }] = (await s.people.admin.call(api.listLots)).reply.lots as [api.Lot];
  const correct = (over: object = {}, by = s.people.admin) =>
    by.call(api.correctLotExpiry, {
      body: { lotId, expirationDate: right, reason: 'Read from the wrong label.', ...over },
    });
  const trace = async (by = s.people.admin) => (await by.call(api.traceLot, { query: { lotId } })).reply;
  return { ...s, typed, right, srId, ship, lotId, correct, trace };
}
const receive = (s: Shipments, srId: number) =>
  s.people.siteUser.call(shipping.moveBySite, { body: { srId, gId: s.siteId, status: 'received' } });

test('P11-09 P11-11 P11-15 PKG-05 a corrected lot shows both days, the reason, who and when; its packages keep what was typed', async () => {
  const s = await aMistypedLot();
  expect((await s.trace()).corrections).toEqual([]);
  const first = await s.correct({ expirationDate: '2077-01-01', version: 1 });
  expect(first.body).toEqual({ message: 'Expiration date corrected.', lotId: s.lotId, version: 2 });
  expect((await s.correct({ reason: 'And that was\nthe wrong year: 王.', version: 2 })).reply.version).toBe(3);
  const traced = await s.trace();
  expect(traced.lot).toMatchObject({ expirationDate: s.right, version: 3 });
  const by = { correctedBy: expect.any(String) as string, correctedAt: expect.any(Date) as Date };
  expect(traced.corrections).toEqual([
    { from: s.typed, to: '2077-01-01', reason: 'Read from the wrong label.', ...by },
    { from: '2077-01-01', to: s.right, reason: 'And that was\nthe wrong year: 王.', ...by },
  ]);
  expect(traced.shipments).toMatchObject([{ srId: s.srId, expirationDates: [s.typed] }]);
  // Who looks at the shipment sees both as well.
  const items = async () =>
    (await s.people.siteUser.call(shipping.readForSite, { query: { gId: s.siteId, srId: s.srId } })).reply.request
      .packages[0]?.items;
  expect(await items()).toMatchObject([{ expirationDate: s.typed, lotExpirationDate: s.right }]);
  const entries = await s.rows(
    `select actor_id, record_kind, record_id, changes, reason from audit_entry where action = 'lot.expiry_corrected' order by seq`,
  );
  expect(entries).toEqual([
    {
      actor_id: s.people.admin.providerId,
      record_kind: 'lot',
      record_id: String(s.lotId),
      changes: [{ field: 'expires_on', old: s.typed, new: '2077-01-01' }],
      reason: 'Read from the wrong label.',
    },
    expect.objectContaining({ changes: [{ field: 'expires_on', old: '2077-01-01', new: s.right }] }),
  ]);
  const { siteUser, other, nurse } = s.people;
  const people = [siteUser, other, nurse].map(({ providerId }) => providerId).sort((one, two) => one - two);
  expect(await s.rows(`select payload from event where type = 'lot.changed' order by event_id limit 2`)).toEqual([
    { payload: { id: s.lotId, careGroupId: s.trialId, people } },
    { payload: { id: s.lotId, partnerId: s.pharmacyId } },
  ]);
});

test('OPS-13 after a correction the invoice has the day that is on record, as the packing slip has it', async () => {
  const s = await aMistypedLot();
  const period = { start_date: '2000-01-01', end_date: '2100-01-01' };
  const told = async () => {
    const { pharmacist, siteUser } = s.people;
    const [ofPharmacy, ofSite] = [
      (await pharmacist.call(invoiceForPharmacy, { query: { ppId: s.pharmacyId, ...period } })).reply.invoice,
      (await siteUser.call(invoiceForSite, { query: { gId: s.siteId, ...period } })).reply.invoice,
    ];
    return [...ofPharmacy, ...ofSite].map(({ lotNumber, expirationDate }) => [lotNumber, expirationDate]);
  };
  expect(await told()).toEqual([
    ['A7', s.typed],
    ['A7', s.typed],
  ]);
  expect((await s.correct()).status).toBe(200);
  expect(await told()).toEqual([
    ['A7', s.right],
    ['A7', s.right],
  ]);
});

test('PKG-05 after a correction packages need the new day, and what arrives after it cannot be received', async () => {
  const s = await aMistypedLot();
  const second = await s.aRequest();
  const refused = await s.ship(second, s.right);
  expect([refused.status, refused.message]).toEqual([
    400,
    expect.stringMatching(/^Lot A7 .* If that date is wrong, an administrator of the trial can correct it\.$/),
  ]);
  await s.correct();
  expect((await s.ship(second, s.typed)).status).toBe(400);
  expect((await s.ship(second, s.right)).status).toBe(200);
  // It had expired a day before it came.
  await s.correct({ expirationDate: addDays(s.today, -1) });
  expect((await receive(s, s.srId)).code).toBe('shipment.expired');
  await s.correct();
  expect((await receive(s, s.srId)).status).toBe(200);
});

test('REL-07 REL-08 of twenty corrections of one state one counts, the others learn the day that stands; the same day again writes nothing', async () => {
  const s = await aMistypedLot();
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, i) => s.correct({ expirationDate: addDays(s.right, i), version: 1 })),
  );
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  const stale = tries.filter(({ status, code }) => status === 409 && code === 'stale');
  expect(stale).toHaveLength(19);
  const { lot } = await s.trace();
  expect(stale[0]?.body).toMatchObject({ detail: { current: { expirationDate: lot.expirationDate, version: 2 } } });
  const before = await s.fingerprint();
  expect((await s.correct({ expirationDate: lot.expirationDate })).reply.version).toBe(2);
  expect(await s.fingerprint()).toBe(before);
});

test('P11-15 SEC-27 a correction wants a reason and a day that there is, and nothing is written without', async () => {
  const s = await aMistypedLot();
  const before = await s.fingerprint();
  for (const [over, field] of [
    [{ reason: ' ' }, 'reason'],
    [{ reason: undefined }, 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
    [{ expirationDate: '2031-02-30' }, 'expirationDate'],
    [{ expirationDate: '' }, 'expirationDate'],
    [{ lotNumber: 'B8' }, 'lotNumber'],
  ] as const) {
    const refused = await s.correct(over);
    expect([refused.status, Object.keys(refused.fields)]).toEqual([400, [field]]);
  }
  expect(await s.fingerprint()).toBe(before);
});

test('SEC-22 SEC-23 SEC-24 OPS-15 only who administers the whole trial corrects a lot; who has one of its sites reads what was corrected', async () => {
  const s = await aMistypedLot();
  const clerk = await s.signedIn(
    await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, [s.siteId]),
  );
  expect((await s.trace()).mayCorrect).toBe(true);
  expect((await s.trace(clerk)).mayCorrect).toBe(false);
  const before = await s.fingerprint();
  expect((await s.correct({}, clerk)).status).toBe(404);
  expect((await s.correct({}, s.people.adminAbroad)).status).toBe(404);
  expect((await s.correct({ lotId: 99_999 })).status).toBe(404);
  for (const who of ['siteUser', 'nurse', 'sponsor', 'pharmacist', 'wholesaler'] as const)
    expect([who, (await s.correct({}, s.people[who])).status]).toEqual([who, 403]);
  expect(await s.fingerprint()).toBe(before);
  await s.correct();
  expect((await s.trace(clerk)).corrections).toHaveLength(1);
});

test('REL-08 who packs a lot while it is being corrected waits for that, and is told the new day', async () => {
  const s = await aMistypedLot();
  const second = await s.aRequest();
  let shipped: ReturnType<typeof s.ship> | undefined;
  await s.app.database.inCompany(s.companyId, async (tx) => {
    inPlaceOfAct(tx);
    // As the act holds the lot, and sets another day.
    await tx.selectFrom('lot').select('lot_id').where('lot_id', '=', s.lotId).forNoKeyUpdate().execute();
    shipped = s.ship(second, s.typed);
    await somebodyWaits(s);
    await tx.updateTable('lot').set({ expires_on: s.right }).where('lot_id', '=', s.lotId).execute();
  });
  expect((await shipped)?.code).toBe('lot.other_expiry');
  expect((await s.stateOf(second)).status).toBe('preprocessing');
});
