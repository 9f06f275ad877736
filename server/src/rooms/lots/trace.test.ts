import * as api from '@portal/contract/lots/endpoints.ts';
import { addParticipant, changeParticipant } from '@portal/contract/participants/endpoints.ts';
import { changeProduct } from '@portal/contract/products/endpoints.ts';
import * as shipping from '@portal/contract/shipments/endpoints.ts';
import type { Compilable } from 'kysely';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { touched } from '#test/plans.ts';
import { openShipments, type Shipments } from '#test/shipments.ts';
import * as queries from './queries.ts';
import { onItsOwn } from '#test/portal.ts';

const expires = (s: Shipments) => addDays(s.today, 90);

/** Two requests of the site, one of them for a participant with a record, and one of the other site; lot A7 went to all. */
async function threeShipments() {
  const s = await openShipments();
  const adaSubject = s.subject('717-919', s.ada);
  const [toAda, toSomebody] = [await s.aRequest({ participants: [adaSubject] }), await s.aRequest()];
  const made = await s.people.admin.call(shipping.createRequest, {
    body: s.order({ gId: s.otherSiteId, participants: [s.subject('900-001')] }),
  });
  const elsewhere = made.reply.srIds[0] as number;
  const of = (lotNumber: string, quantity: number) =>
    s.item(s.tablet, { lotNumber, quantity, expirationDate: expires(s) });
  const ship = async (who: 'pharmacist' | 'pharmacistElsewhere', srId: number, packages: unknown[]) =>
    expect((await s.people[who].call(shipping.shipByPharmacy, { body: { srId, packages } })).message).toBe(undefined);
  await ship('pharmacist', toAda, [
    s.package_([of('A7', 1), of('B1', 1)], { courier: 'swift', trackingNumber: 'ada-1' }),
    s.package_([of('a7', 2)], { courier: 'swift', trackingNumber: 'ada-2' }),
  ]);
  await ship('pharmacist', toSomebody, [s.package_([of('B1', 4)])]);
  await ship('pharmacistElsewhere', elsewhere, [s.package_([of('A7', 4)])]);
  await s.people.siteUser.call(shipping.moveBySite, { body: { srId: toAda, gId: s.siteId, status: 'damaged' } });
  const clerk = await s.signedIn(
    await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, [s.otherSiteId]),
  );
  const { reply } = await s.people.admin.call(api.listLots);
  const lotOf = (number: string) => reply.lots.find(({ lotNumber }) => lotNumber === number)?.lotId as number;
  return { ...s, toAda, toSomebody, elsewhere, clerk, lotOf, lots: reply.lots };
}

test('lots are narrowed to those that have expired, or that are good for no more than 60 days from today', async () => {
  const s = await openShipments();
  const lot = (lotNumber: string, days: number) =>
    s.item(s.tablet, { lotNumber, quantity: 1, expirationDate: addDays(s.today, days) });
  const items = [lot('TODAY', 1), lot('SOON', 60), lot('LATER', 61)];
  const sent = await s.people.pharmacist.call(shipping.shipByPharmacy, {
    body: { srId: await s.aRequest({ products: [s.line(s.tablet, { quantity: 3 })] }), packages: [s.package_(items)] },
  });
  expect([sent.status, sent.message]).toEqual([200, undefined]);
  const found = async (expiry?: 'expired' | 'soon') =>
    (await s.people.admin.call(api.listLots, { query: { expiry } })).reply.lots.map(({ lotNumber }) => lotNumber);
  expect([await found(), await found('soon'), await found('expired')]).toEqual([
    ['LATER', 'SOON', 'TODAY'],
    ['SOON', 'TODAY'],
    [],
  ]);
  await s.rows(
    `update lot set expires_on = $1::date - case lot_number when 'TODAY' then 1 else 0 end
    where lot_number <> 'LATER'`,
    [s.today],
  );
  expect([await found('soon'), await found('expired')]).toEqual([['SOON'], ['TODAY']]);
});

test('PRV-01 where a lot went is one question: its shipments with status, site, participants, quantities, courier, tracking and days', async () => {
  const s = await threeShipments();
  const { status, reply } = await s.people.admin.call(api.traceLot, { query: { lotId: s.lotOf('A7') } });
  expect(status).toBe(200);
  expect(reply.lot).toMatchObject({ lotNumber: 'A7', productId: s.tablet, expirationDate: expires(s) });
  expect(reply.more).toBe(false);
  expect(reply.shipments).toEqual([
    expect.objectContaining({
      srId: s.elsewhere,
      gId: s.otherSiteId,
      status: 'shipped',
      quantity: 4,
      participants: [{ participantId: null, subjectNumber: '900-001' }],
      packages: [{ courier: 'SWIFT', trackingNumber: 'AB-1' }],
      dateShipped: s.today,
    }),
    expect.objectContaining({
      srId: s.toAda,
      gId: s.siteId,
      status: 'damaged',
      quantity: 3,
      participants: [{ participantId: s.ada, subjectNumber: '717-919' }],
      packages: [
        { courier: 'SWIFT', trackingNumber: 'ADA-1' },
        { courier: 'SWIFT', trackingNumber: 'ADA-2' },
      ],
      dateShipped: s.today,
      dateOfStatusChange: s.today,
    }),
  ]);
  // Numbers alone: nobody's name leaves with them.
  expect(JSON.stringify(reply)).not.toContain('Planted');
  await s.app.accessLog.flush();
  const seen = await s.rows(
    "select provider_id, record_ids from access_entry where call = 'GET /lots/trace' and record_kind = 'participant'",
  );
  expect(seen).toEqual([{ provider_id: s.people.admin.providerId, record_ids: [s.ada] }]);
});

test('SST-12 PRV-01 a trace says how a lot itself arrived, whatever the whole delivery is called, and nothing where nobody has said it', async () => {
  const s = await openShipments();
  const lot = (lotNumber: string, quantity: number) => s.item(s.tablet, { lotNumber, quantity });
  /** A delivery in which each of these lots has an item for each quantity. */
  const delivery = async (packed: [lotNumber: string, quantity: number][]) => {
    const srId = await s.aRequest({ products: [s.line(s.tablet, { quantity: 10 })] });
    const packages = [s.package_(packed.map(([lotNumber, quantity]) => lot(lotNumber, quantity)))];
    const sent = await s.people.pharmacist.call(shipping.shipByPharmacy, { body: { srId, packages } });
    expect([sent.status, sent.message]).toEqual([200, undefined]);
    return srId;
  };
  const arrived = async (srId: number, status: string, conditions?: string[]) => {
    const { request } = (await s.people.siteUser.call(shipping.readForSite, { query: { srId } })).reply;
    const ids = request.packages.flatMap((one) => one.items.map(({ itemId }) => itemId));
    const items = conditions && ids.map((itemId, i) => ({ itemId, condition: conditions[i] }));
    const body = { srId, gId: s.siteId, status, ...(items && { items }) };
    expect((await s.people.siteUser.call(shipping.moveBySite, { body })).status).toBe(200);
  };
  const onItsWay = await delivery([['A1', 4]]);
  const unsaid = await delivery([['A1', 3]]);
  const damaged = await delivery([
    ['A1', 4],
    ['B1', 2],
  ]);
  const received = await delivery([
    ['B1', 4],
    ['A1', 3],
    ['A1', 2],
    ['A1', 1],
  ]);
  await arrived(unsaid, 'received');
  await arrived(damaged, 'damaged', ['received', 'damaged']);
  await arrived(received, 'received', ['received', 'missing', 'damaged', 'received']);
  const { lots } = (await s.people.admin.call(api.listLots)).reply;
  const traced = async (number: string) => {
    const lotId = lots.find(({ lotNumber }) => lotNumber === number)?.lotId;
    const { reply } = await s.people.admin.call(api.traceLot, { query: { lotId } });
    return reply.shipments.map((one) => [one.srId, one.status, one.quantity, one.arrived]);
  };
  const nothing = { received: 0, damaged: 0, missing: 0 };
  expect(await traced('A1')).toEqual([
    [received, 'received', 6, { received: 1, damaged: 2, missing: 3 }],
    [damaged, 'damaged', 4, { ...nothing, received: 4 }],
    [unsaid, 'received', 3, nothing],
    [onItsWay, 'shipped', 4, nothing],
  ]);
  expect(await traced('B1')).toEqual([
    [received, 'received', 4, { ...nothing, received: 4 }],
    [damaged, 'damaged', 2, { ...nothing, damaged: 2 }],
  ]);
});

test('PRV-01 where a lot went is told by what its product was called and counted in then, and by the number that somebody has by now', async () => {
  const s = await threeShipments();
  const [{ drugName, dosageForm } = { drugName: '', dosageForm: '' }] = await s.rows<
    Record<'drugName' | 'dosageForm', string>
  >('select drug_name as "drugName", dosage_form as "dosageForm" from product where product_id = $1', [s.tablet]);
  const trace = async () =>
    (await s.people.admin.call(api.traceLot, { query: { lotId: s.lotOf('A7') } })).reply.shipments.map((one) => [
      one.srId,
      one.drugName,
      one.dosageForm,
      one.quantity,
      one.quantityUnit,
      one.participants,
    ]);
  const person = (fname: string, g_id: number, subject_number: string) => ({
    fname,
    lname: 'Planted',
    g_id,
    dob: '1980-03-05',
    gender: 1,
    subject_number,
  });
  const renumber = (participant_id: number, given: object) =>
    s.people.admin.call(changeParticipant, { body: { ...given, participant_id, addressChanged: 0 } });
  const eve = (await s.people.admin.call(addParticipant, { body: person('Eve', s.otherSiteId, '900-001') })).reply;
  expect((await renumber(eve.participantId, person('Eve', s.otherSiteId, '900-002'))).status).toBe(200);
  expect((await renumber(s.ada, person('Adelheid', s.siteId, '717-920'))).status).toBe(200);
  expect((await s.people.admin.call(addParticipant, { body: person('Bob', s.siteId, '717-919') })).status).toBe(200);
  const renamed = await s.people.admin.call(changeProduct, {
    body: {
      productId: s.tablet,
      g_id: s.trialId,
      drugName: 'Aurelix',
      dosageForm: '100 mg tablet',
      quantityUnit: 'Tablet',
      directions: 'N/A',
      quantityDefault: 1,
      batchQuantityDefault: 1,
      maxShipmentQuantity: 12,
      daysOfSupplyDefault: 30,
      pharmacySupplied: 1,
      wholesalerSupplied: 0,
    },
  });
  expect([renamed.status, renamed.message]).toEqual([200, undefined]);

  expect(await trace()).toEqual([
    [
      s.elsewhere,
      drugName,
      dosageForm,
      4,
      'Bottle',
      [{ participantId: null, isUncertain: true, subjectNumber: '900-001' }],
    ],
    [
      s.toAda,
      drugName,
      dosageForm,
      3,
      'Bottle',
      [{ participantId: s.ada, subjectNumber: '717-919', numberNow: '717-920' }],
    ],
  ]);
});

test('SEC-23 the site where a participant is by now, and their number there, are told in a trace to whoever has that site, and to the site that ordered only that the number is another one', async () => {
  const s = await threeShipments();
  const ofSite = await s.signedIn(
    await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, [s.siteId]),
  );
  const move = async (g_id: number, subject_number: string) => {
    const { status, message } = await s.people.admin.call(changeParticipant, {
      body: {
        participant_id: s.ada,
        g_id,
        fname: 'Adelheid',
        lname: 'Planted',
        dob: '1980-03-05',
        gender: 1,
        subject_number,
        addressChanged: 0,
      },
    });
    expect([status, message]).toEqual([200, undefined]);
  };
  const told = async (who: Shipments['people']['admin']) => {
    const { reply } = await who.call(api.traceLot, { query: { lotId: s.lotOf('A7') } });
    return reply.shipments.find(({ srId }) => srId === s.toAda)?.participants;
  };
  const [{ name: siteNow } = { name: '' }] = await s.rows<{ name: string }>(
    'select display_name as name from care_group where care_group_id = $1',
    [s.otherSiteId],
  );
  const ada = { participantId: s.ada, subjectNumber: '717-919' };
  await move(s.otherSiteId, '717-920');
  expect(await told(s.people.admin)).toEqual([{ ...ada, numberNow: '717-920', siteNow }]);
  expect(await told(ofSite)).toEqual([{ ...ada, isUncertain: true }]);
  await move(s.otherSiteId, '717-919');
  expect(await told(s.people.admin)).toEqual([{ ...ada, siteNow }]);
  expect(await told(ofSite)).toEqual([ada]);
  await move(s.siteId, '717-919');
  expect(await told(s.people.admin)).toEqual([ada]);
});

test('OPS-15 SEC-24 lots are for administrators of trials: whoever has only sites sees what went there, another company and everybody else nothing', async () => {
  const s = await threeShipments();
  const numbers = async (who: Shipments['people']['admin']) => {
    const { status, reply } = await who.call(api.listLots);
    return [status, reply.lots?.map(({ lotNumber }) => lotNumber)];
  };
  expect(await numbers(s.people.admin)).toEqual([200, ['A7', 'B1']]);
  expect(await numbers(s.clerk)).toEqual([200, ['A7']]);
  expect(await numbers(s.people.adminAbroad)).toEqual([200, []]);
  const part = await s.clerk.call(api.traceLot, { query: { lotId: s.lotOf('A7') } });
  expect(part.reply.shipments.map(({ srId }) => srId)).toEqual([s.elsewhere]);
  for (const [who, lotId] of [
    [s.clerk, s.lotOf('B1')],
    [s.people.adminAbroad, s.lotOf('A7')],
    [s.people.admin, 99_999],
  ] as const)
    expect((await who.call(api.traceLot, { query: { lotId } })).status).toBe(404);
  for (const who of ['siteUser', 'nurse', 'sponsor', 'pharmacist', 'wholesaler'] as const) {
    expect((await s.people[who].call(api.listLots)).status).toBe(403);
    expect((await s.people[who].call(api.traceLot, { query: { lotId: s.lotOf('A7') } })).status).toBe(403);
  }
});

test('CON-01 lots are searched by what their number begins with, in either case and literally, and come by the page', async () => {
  const s = await openShipments();
  const add = (from: number, to: number, number: string) =>
    s.rows(
      `insert into lot (company_id, product_id, lot_number, number_key, expires_on, created_at)
       select $1, $2, $3 || lpad(n::text, 3, '0'), lower($3) || lpad(n::text, 3, '0'), '2077-01-01', now() from generate_series($4::int, $5::int) n`,
      [s.companyId, s.tablet, number, from, to],
    );
  await add(1, 51, 'Lx-');
  await add(1, 1, '50%_');
  await add(1, 1, '500_');
  const list = async (query: Record<string, unknown>) => {
    const { status, reply } = await s.people.admin.call(api.listLots, { query });
    expect(status).toBe(200);
    return [reply.lots.length, reply.lots[0]?.lotNumber, reply.lots.at(-1)?.lotNumber, reply.more];
  };
  expect(await list({ search: 'LX-' })).toEqual([25, 'Lx-001', 'Lx-025', true]);
  expect(await list({ search: 'lx-', page: 2 })).toEqual([25, 'Lx-026', 'Lx-050', true]);
  expect(await list({ search: 'lx-', page: 3 })).toEqual([1, 'Lx-051', 'Lx-051', false]);
  expect(await list({ search: 'lx-01', pageSize: 5, page: 2 })).toEqual([5, 'Lx-015', 'Lx-019', false]);
  expect(await list({ search: ' 50% ' })).toEqual([1, '50%_001', '50%_001', false]);
  expect(await list({ search: 'x-0' })).toEqual([0, undefined, undefined, false]);
  expect(await list({})).toEqual([25, '50%_001', 'Lx-023', true]);
  for (const [query, field] of [
    [{ page: 0 }, 'page'],
    [{ page: 401 }, 'page'],
    [{ pageSize: 26 }, 'pageSize'],
    [{ search: 'x'.repeat(61) }, 'search'],
  ] as const) {
    const refused = await s.people.admin.call(api.listLots, { query });
    expect([refused.status, Object.keys(refused.fields)]).toEqual([400, [field]]);
  }
});

test('of 6,000 lots on 18,000 packages a page and a trace touch few rows', { timeout: 120_000 }, async () => {
  onItsOwn();
  const s = await openShipments();
  const srId = await s.aRequest();
  await s.rows(
    `insert into lot (company_id, product_id, lot_number, number_key, expires_on, created_at)
     select $1, $2, 'L' || lpad(n::text, 5, '0'), 'l' || lpad(n::text, 5, '0'), '2077-01-01', now() from generate_series(1, 6000) n`,
    [s.companyId, s.tablet],
  );
  await s.rows(
    `with copied as (
       insert into shipment_request (company_id, trial_id, site_id, partner_id, requester_id, status, shipment_type, required_on,
         to_participant, is_batch, address_id, status_changed_on, shipped_on, submission, created_at)
       select company_id, trial_id, site_id, partner_id, requester_id, 'shipped', shipment_type, required_on, to_participant, is_batch, address_id,
         status_changed_on, status_changed_on, submission, created_at from shipment_request, generate_series(1, 18000) where request_id = $1
       returning request_id, company_id),
     boxes as (
       insert into shipment_package (company_id, request_id, courier, tracking_number)
       select company_id, request_id, 'SWIFT', 'T' || request_id from copied returning package_id, company_id)
     insert into package_item (company_id, package_id, line_id, quantity, lot_id, lot_number, expires_on)
     select boxes.company_id, package_id, (select min(line_id) from shipment_line), 1,
       (select min(lot_id) from lot) + row_number() over () % 6000, 'L', '2077-01-01' from boxes`,
    [srId],
  );
  await s.rows(
    `insert into lot_correction (company_id, lot_id, expired_on, expires_on, reason, corrector_id, corrected_at)
     select company_id, lot_id, '2078-01-01', expires_on, 'Typed wrongly.', $1, now() from lot`,
    [s.people.admin.providerId],
  );
  for (const table of ['lot', 'lot_correction', 'shipment_request', 'shipment_package', 'package_item'])
    await s.rows(`analyze ${table}`);
  const everything = { careGroupIds: null };
  const ofSite = { careGroupIds: [s.siteId] };
  const [{ lotId }] = (await s.rows<{ lotId: number }>(
    `select lot_id as "lotId" from lot where lot_number = 'L01234'`,
  )) as [{ lotId: number }];
  const looks: [string, (tx: Tx) => Compilable, number][] = [
    ['a page', (tx) => queries.page(tx, everything, { search: '', today: '2026-03-05', page: 1, size: 25 }), 200],
    [
      'a search',
      (tx) => queries.page(tx, everything, { search: 'l0123', today: '2026-03-05', page: 1, size: 25 }),
      200,
    ],
    [
      'a search for a site',
      (tx) => queries.page(tx, ofSite, { search: 'L0123', today: '2026-03-05', page: 1, size: 25 }),
      500,
    ],
    [
      'a search in vain',
      (tx) => queries.page(tx, everything, { search: 'nothing', today: '2026-03-05', page: 1, size: 25 }),
      10,
    ],
    // Three shipments of each lot.
    ['a trace', (tx) => queries.trace(tx, everything, lotId), 100],
    ['what was corrected in one', (tx) => queries.correctionsOf(tx, lotId), 5],
    ['a trace for a site', (tx) => queries.trace(tx, ofSite, lotId), 100],
  ];
  for (const [said, build, most] of looks) {
    const { rows } = await touched(s, s.companyId, build);
    expect({ said, rows, few: rows <= most }).toEqual({ said, rows, few: true });
  }
  const { reply } = await s.people.admin.call(api.traceLot, { query: { lotId } });
  expect(reply.shipments).toHaveLength(3);
});
