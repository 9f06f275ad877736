/** A manufacturer calls a lot back: nobody ships it any more, and whoever has some of it is told. */
import * as api from '@portal/contract/lots/endpoints.ts';
import * as shipping from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { touched } from '#test/plans.ts';
import { openShipmentsInMarch } from '#test/shipments.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { somebodyWaits, whileUncommitted } from '#test/waits.ts';
import * as queries from './queries.ts';

const reason = 'The manufacturer calls it back.';

/** Lot A7 of the tablet, which one request was shipped with. */
async function aShippedLot() {
  const s = await openShipmentsInMarch();
  const { people } = s;
  const expirationDate = '2027-03-05';
  const ship = (srId: number, lotNumber = 'A7', more: readonly object[] = []) =>
    people.pharmacist.call(shipping.shipByPharmacy, {
      body: {
        srId,
        packages: [
          s.package_([
            s.item(s.tablet, { lotNumber, expirationDate, quantity: 4 - more.length }),
            ...more.map((item) => s.item(s.tablet, { expirationDate, quantity: 1, ...item })),
          ]),
        ],
      },
    });
  const srId = await s.aRequest();
  expect((await ship(srId)).message).toBe(undefined);
  const [{ lotId, drugName }] = (await people.admin.call(api.listLots)).reply.lots as [api.Lot];
  const recall = (over: object = {}, by = people.admin) =>
    by.call(api.recallLot, { body: { lotId, recalled: 1, reason, version: 1, ...over } });
  const trace = async (by = people.admin) => (await by.call(api.traceLot, { query: { lotId } })).reply;
  const sentence = `Lot A7 of ${drugName} was recalled on 05-Mar-2026 and cannot be shipped.`;
  return { ...s, ship, srId, lotId, drugName, recall, trace, sentence, expirationDate };
}

test('P11-09 P11-11 a lot is recalled with a reason and that is taken back with one; the trace and the trail have both', async () => {
  const s = await aShippedLot();
  expect([(await s.trace()).lot.recalledAt, (await s.trace()).recalls]).toEqual([null, []]);
  expect((await s.recall()).body).toEqual({ message: 'Lot recalled.', lotId: s.lotId, version: 2 });
  const name = (
    await s.rows<{ name: string }>(
      `select btrim(first_name || ' ' || last_name) as name from provider where provider_id = $1`,
      [s.people.admin.providerId],
    )
  )[0]?.name;
  const at = expect.any(Date) as Date;
  const first = { recalled: true, reason, recalledBy: name, recalledAt: at };
  const recalled = await s.trace();
  expect(recalled.lot).toMatchObject({ recalledAt: at, version: 2 });
  expect(recalled.recalls).toEqual([first]);
  expect((await s.people.admin.call(api.listLots)).reply.lots).toMatchObject([{ recalledAt: at }]);
  const back = await s.recall({ recalled: 0, reason: 'It was another lot.', version: 2 });
  expect(back.body).toEqual({ message: 'Recall taken back.', lotId: s.lotId, version: 3 });
  const traced = await s.trace();
  expect([traced.lot.recalledAt, traced.recalls]).toEqual([
    null,
    [first, { recalled: false, reason: 'It was another lot.', recalledBy: name, recalledAt: at }],
  ]);
  const entries = await s.rows(
    `select action, actor_id, record_kind, record_id, changes, reason from audit_entry
     where action in ('lot.recalled', 'lot.recall_withdrawn') order by seq`,
  );
  const when = expect.stringMatching(/^2026-03-05T12:/) as string;
  const entry = { actor_id: s.people.admin.providerId, record_kind: 'lot', record_id: String(s.lotId) };
  expect(entries).toEqual([
    { ...entry, action: 'lot.recalled', changes: [{ field: 'recalled_at', old: null, new: when }], reason },
    {
      ...entry,
      action: 'lot.recall_withdrawn',
      changes: [{ field: 'recalled_at', old: when, new: null }],
      reason: 'It was another lot.',
    },
  ]);
});

test('REL-07 REL-08 who goes by an older version neither recalls a lot nor takes a newer recall back, and is told what was said last', async () => {
  const s = await aShippedLot();
  await s.recall();
  await s.recall({ recalled: 0, reason: 'A mistake.', version: 2 });
  await s.recall({ reason: 'Called back again.', version: 3 });
  const before = await s.fingerprint();
  for (const recalled of [0, 1]) {
    const stale = await s.recall({ recalled, version: 2 });
    expect([stale.status, stale.code]).toEqual([409, 'stale']);
    expect(stale.body).toMatchObject({
      detail: {
        current: {
          expirationDate: s.expirationDate,
          recalledAt: expect.stringMatching(/^2026-03-05T12:/) as string,
          lastRecall: { recalled: true, reason: 'Called back again.', recalledBy: expect.any(String) as string },
          version: 4,
        },
      },
    });
  }
  // A correction goes by the same version.
  const correction = { lotId: s.lotId, expirationDate: '2027-01-01', reason: 'Mistyped.', version: 2 };
  expect((await s.people.admin.call(api.correctLotExpiry, { body: correction })).body).toMatchObject({
    detail: { current: { recalledAt: expect.any(String) as string, version: 4 } },
  });
  // The same state once more writes nothing.
  expect((await s.recall({ version: 4 })).reply.version).toBe(4);
  expect(await s.fingerprint()).toBe(before);
  const admin = async () => s.signedIn(await s.aPerson('Admin', { company_id: s.companyId }));
  const admins = await Promise.all([admin(), admin(), admin(), admin()]);
  const tries = await Promise.all(admins.map((one) => s.recall({ recalled: 0, version: 4 }, one)));
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  expect((await s.trace()).recalls).toHaveLength(4);
});

test('SEC-22 SEC-23 SEC-24 SEC-27 only who administers the whole trial recalls a lot, with a reason', async () => {
  const s = await aShippedLot();
  const clerk = await s.signedIn(
    await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, [s.siteId]),
  );
  const { providerId: abroad } = s.people.adminAbroad;
  const before = await s.fingerprint();
  for (const [over, field] of [
    [{ reason: ' ' }, 'reason'],
    [{ reason: undefined }, 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
    [{ recalled: undefined }, 'recalled'],
    [{ recalledAt: '2026-01-01' }, 'recalledAt'],
  ] as const) {
    const refused = await s.recall(over);
    expect([refused.status, Object.keys(refused.fields)]).toEqual([400, [field]]);
  }
  expect((await s.recall({}, clerk)).status).toBe(404);
  expect((await s.recall({}, await s.signedIn(abroad))).status).toBe(404);
  expect((await s.recall({ lotId: 99_999 })).status).toBe(404);
  for (const who of ['siteUser', 'pharmacist', 'wholesaler'] as const)
    expect([who, (await s.recall({}, s.people[who])).status]).toEqual([who, 403]);
  expect(await s.fingerprint()).toBe(before);
  await s.recall();
  expect((await s.trace(clerk)).recalls).toHaveLength(1);
});

test('a recalled lot is not shipped, however it is typed: the field, the lot, the product and the day are named; nothing is written', async () => {
  const s = await aShippedLot();
  await s.recall();
  const waiting = await s.aRequest();
  const before = await s.fingerprint();
  const refused = await s.ship(waiting, 'B8', [{ lotNumber: ' a7' }, { lotNumber: 'a\u200b7' }]);
  expect([refused.status, refused.code, refused.message, refused.fields]).toEqual([
    400,
    'lot.recalled',
    s.sentence,
    { 'packages.0.items.1.lotNumber': s.sentence, 'packages.0.items.2.lotNumber': s.sentence },
  ]);
  // Also where the day is another than the one on record, which is another question.
  const otherDay = await s.ship(waiting, 'B8', [{ lotNumber: 'A7', expirationDate: '2028-01-01' }]);
  expect(otherDay.code).toBe('lot.recalled');
  expect(await s.fingerprint()).toBe(before);
  // Office programs put other dashes in place of the one that was typed.
  await s.rows("update lot set lot_number = 'L-70', number_key = 'l-70' where lot_id = $1", [s.lotId]);
  for (const dash of [
    '\u2010',
    '\u2011',
    '\u2012',
    '\u2013',
    '\u2014',
    '\u2015',
    '\u2043',
    '\u2212',
    '\u02d7',
    '\ufe58',
    '\uff0d',
  ])
    expect([dash, (await s.ship(waiting, `L${dash}70`)).code]).toEqual([dash, 'lot.recalled']);
  await s.rows("update lot set lot_number = 'A7', number_key = 'a7' where lot_id = $1", [s.lotId]);
  expect((await s.ship(waiting, 'B8')).status).toBe(200);
  // Taken back, it is a lot like any other.
  await s.recall({ recalled: 0, version: 2 });
  expect((await s.ship(await s.aRequest())).status).toBe(200);
});

test('neither does a wholesaler ship a recalled lot, nor anybody as what stands in for another product', async () => {
  const s = await aShippedLot();
  const pens = await s.aRequest({ products: [s.line(s.pen)] });
  const shipPens = (srId: number) =>
    s.people.wholesaler.call(shipping.shipByWholesaler, {
      body: { srId, packages: [s.package_([s.item(s.pen, { lotNumber: 'P1', expirationDate: s.expirationDate })])] },
    });
  expect((await shipPens(pens)).message).toBe(undefined);
  await s.rows(`update lot set recalled_at = '2026-03-05T12:00:00Z' where lot_number in ('P1', 'A7')`);
  const refused = await shipPens(await s.aRequest({ products: [s.line(s.pen)] }));
  expect([refused.code, Object.keys(refused.fields)]).toEqual(['lot.recalled', ['packages.0.items.0.lotNumber']]);
  const other = await s.aProduct(s.companyId, s.trialId, { drug_name: s.drugName, dosage_form: '100 mg tablet' });
  await s.supply(s.companyId, s.siteId, s.pharmacyId, other);
  await s.rows(
    `insert into lot (company_id, product_id, lot_number, number_key, expires_on, recalled_at, created_at)
     values ($1, $2, 'S1', 's1', $3, '2026-03-05T12:00:00Z', now())`,
    [s.companyId, other, s.expirationDate],
  );
  const stoodIn = await s.people.pharmacist.call(shipping.shipByPharmacy, {
    body: {
      srId: await s.aRequest(),
      packages: [s.package_([s.item(other, { lotNumber: 'S1', expirationDate: s.expirationDate })])],
      replacements: [{ oldProductId: s.tablet, newProductId: other, quantity: 4, daysOfSupply: 30 }],
    },
  });
  expect([stoodIn.code, Object.keys(stoodIn.fields)]).toEqual(['lot.recalled', ['packages.0.items.0.lotNumber']]);
});

test('REL-08 who packs a lot while it is being recalled waits for that, and is refused', async () => {
  const s = await aShippedLot();
  const second = await s.aRequest();
  const shipped = await whileUncommitted(
    s,
    s.companyId,
    (tx) => tx.updateTable('lot').set({ recalled_at: s.app.clock.now() }).where('lot_id', '=', s.lotId).execute(),
    () => s.ship(second),
  );
  expect([shipped.code, shipped.message]).toEqual(['lot.recalled', s.sentence]);
  expect((await s.stateOf(second)).status).toBe('preprocessing');
});

test('REL-08 who recalls a lot while it is being packed waits for that', async () => {
  const s = await aShippedLot();
  let recalled: Promise<{ status: number }> | undefined;
  await s.app.database.inCompany(s.companyId, async (tx) => {
    inPlaceOfAct(tx);
    // As whoever packs holds it.
    await tx.selectFrom('lot').select('lot_id').where('lot_id', '=', s.lotId).forShare().execute();
    let isOver = false;
    recalled = s.recall().then((answer) => {
      isOver = true;
      return answer;
    });
    await somebodyWaits(s, 1, () => !isOver);
    expect(isOver).toBe(false);
  });
  expect((await recalled)?.status).toBe(200);
});

test('REL-08 of a recall and a shipment at once one comes first: what is shipped is in the trace, and what is not was refused', async () => {
  const s = await aShippedLot();
  let version = 1;
  for (const _ of [1, 2, 3, 4, 5]) {
    const srId = await s.aRequest();
    const [shipped, recalled] = await Promise.all([s.ship(srId), s.recall({ version })]);
    expect(recalled.status).toBe(200);
    expect([200, 'lot.recalled']).toContain(shipped.status === 200 ? 200 : shipped.code);
    const traced = (await s.trace()).shipments.some((one) => one.srId === srId);
    expect(traced).toBe(shipped.status === 200);
    await s.recall({ recalled: 0, version: version + 1 });
    version += 2;
  }
});

test('a recalled lot is not offered to whoever packs, and is told when its number is typed', async () => {
  const s = await aShippedLot();
  const query = { srId: await s.aRequest(), productId: s.tablet, lotNumber: 'a7' };
  const known = async () => (await s.people.pharmacist.call(shipping.lotsForPharmacy, { query })).reply;
  expect(await known()).toMatchObject({ lots: [{ lotNumber: 'A7' }], onRecord: { recalledAt: null } });
  await s.recall();
  expect(await known()).toEqual({
    lots: [],
    onRecord: { lotNumber: 'A7', expirationDate: s.expirationDate, recalledAt: expect.any(Date) as Date },
  });
});

test('site and partner are told which of their shipments hold a recalled lot, and it can still be received', async () => {
  const s = await aShippedLot();
  const pens = await s.aRequest({ products: [s.line(s.pen)] });
  const other = await s.aRequest();
  await s.ship(other, 'B8');
  const told = async () => {
    const { siteUser, pharmacist } = s.people;
    const lists = [
      (await siteUser.call(shipping.listForSite, { query: { gId: s.siteId } })).reply.requests,
      (await pharmacist.call(shipping.listForPharmacy, { query: { ppId: s.pharmacyId } })).reply.requests,
    ];
    const views = [
      (await siteUser.call(shipping.readForSite, { query: { srId: s.srId } })).reply.request,
      (await pharmacist.call(shipping.readForPharmacy, { query: { srId: s.srId } })).reply.request,
    ];
    return {
      lists: lists.map((rows) => rows.filter(({ holdsRecalledLot }) => holdsRecalledLot).map(({ srId }) => srId)),
      views: views.map(({ holdsRecalledLot, packages }) => [holdsRecalledLot, packages[0]?.items[0]?.recalledAt]),
    };
  };
  expect(await told()).toEqual({
    lists: [[], []],
    views: [
      [false, null],
      [false, null],
    ],
  });
  await s.recall();
  const at = expect.any(Date) as Date;
  const isTold = {
    lists: [[s.srId], [s.srId]],
    views: [
      [true, at],
      [true, at],
    ],
  };
  expect(await told()).toEqual(isTold);
  const received = await s.people.siteUser.call(shipping.moveBySite, {
    body: { srId: s.srId, gId: s.siteId, status: 'received' },
  });
  expect(received.status).toBe(200);
  expect(await told()).toEqual(isTold);
  // It is reordered from another list.
  const due = (await s.people.siteUser.call(shipping.listReminders, { query: { gId: s.siteId } })).reply.orderReminders;
  expect(due.filter(({ holdsRecalledLot }) => holdsRecalledLot).map(({ srId }) => srId)).toEqual([s.srId]);
  expect(due.length).toBeGreaterThan(1);
  // A wholesaler is told of its own in the same way.
  await s.people.wholesaler.call(shipping.shipByWholesaler, {
    body: {
      srId: pens,
      packages: [s.package_([s.item(s.pen, { lotNumber: 'P1', expirationDate: s.expirationDate })])],
    },
  });
  await s.rows(`update lot set recalled_at = now() where lot_number = 'P1'`);
  const { reply } = await s.people.wholesaler.call(shipping.listForWholesaler, { query: { wpId: s.wholesalerId } });
  expect(reply.requests.map(({ srId, holdsRecalledLot }) => [srId, holdsRecalledLot])).toEqual([[pens, true]]);
});

test('the trace names lots of the same number of other products, which stay as they are when one is recalled', async () => {
  const s = await aShippedLot();
  expect((await s.trace()).sameNumber).toEqual([]);
  const strong = await s.aProduct(s.companyId, s.trialId, { drug_name: s.drugName, dosage_form: '100 mg tablet' });
  const abroad = await s.aProduct(s.people.adminAbroad.companyId, await s.aTrial(s.people.adminAbroad.companyId));
  for (const [companyId, productId] of [
    [s.companyId, strong],
    [s.people.adminAbroad.companyId, abroad],
  ])
    await s.rows(
      `insert into lot (company_id, product_id, lot_number, number_key, expires_on, created_at) values ($1, $2, 'a7', 'a7', $3, now())`,
      [companyId, productId, s.expirationDate],
    );
  await s.recall();
  expect((await s.trace()).sameNumber).toMatchObject([
    { productId: strong, lotNumber: 'a7', dosageForm: '100 mg tablet', recalledAt: null },
  ]);
});

test('a recall is told to the people of the trial and of the sites it went to, and to the partners who ship the lot', async () => {
  const s = await aShippedLot();
  const last = async () =>
    (await s.rows<{ n: number }>(`select coalesce(max(event_id), 0)::int as n from event`))[0]?.n ?? 0;
  const before = await last();
  await s.recall();
  const { siteUser, other, nurse } = s.people;
  const people = [siteUser, other, nurse].map(({ providerId }) => providerId).sort((one, two) => one - two);
  expect(await s.rows('select type, payload from event where event_id > $1 order by event_id', [before])).toEqual([
    { type: 'lot.changed', payload: { id: s.lotId, careGroupId: s.trialId, people } },
    { type: 'lot.changed', payload: { id: s.lotId, partnerId: s.pharmacyId } },
  ]);
});

test('REL-05 lots are narrowed to those that are recalled, which are found by an index beside 8,000 others', async () => {
  const s = await aShippedLot();
  await s.rows(
    `insert into lot (company_id, product_id, lot_number, number_key, expires_on, recalled_at, created_at)
     select $1, $2, 'L' || n, name_key('L' || n), $3::date + n % 400, case n % 800 when 0 then now() end, now() from generate_series(1, 8000) n`,
    [s.companyId, s.tablet, addDays(s.today, 1)],
  );
  await s.rows('vacuum analyze lot');
  const found = async (query: Record<string, unknown>) =>
    (await s.people.admin.call(api.listLots, { query })).reply.lots.map(({ lotNumber }) => lotNumber);
  expect(await found({ recalled: 1, search: 'L16' })).toEqual(['L1600']);
  expect(await found({ recalled: 1 })).toHaveLength(10);
  expect(await found({ recalled: 0, search: 'L1600' })).toEqual([]);
  const page = { search: '', recalled: true, today: s.today, page: 1, size: 25 };
  const { ways, rows } = await touched(s, s.companyId, (tx) => queries.page(tx, { careGroupIds: null }, page), {
    of: ['lot'],
  });
  expect([ways.includes('Seq Scan'), rows <= 20]).toEqual([false, true]);
});
