import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import type { Failed } from '#platform/core/fail.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { endPrice } from './end-price.ts';
import { invalidatePrice } from './invalidate-price.ts';
import { historyOf, priceOn } from './queries.ts';
import { type NewPrice, setPrice } from './set-price.ts';

/** A trial with its partners, somebody who sets prices there, and the same of another company. */
async function aMarket() {
  const portal = await openPortal();
  const [ours, theirs] = [await portal.aTrialAtWork(), await portal.aTrialAtWork()];
  const { clock, database } = portal.app;
  const actorOf = ({ companyId, admin }: typeof ours) => ({
    companyId,
    providerId: admin,
    firstName: 'Ann',
    lastName: 'Admin',
    type: 'Admin',
    host: 'localhost',
    requestId: 'r1',
  });
  const own = { productId: ours.tablet, partnerId: ours.pharmacyId, sponsorId: null };
  const sponsored = { ...own, sponsorId: ours.sponsorId };
  const price = (over: Partial<NewPrice> = {}): NewPrice => ({
    ...own,
    drugPrice: '12.50',
    shippingFee: '4',
    dispenseFee: '0',
    currency: 'USD',
    effectiveOn: '2026-01-10',
    ...over,
  });
  const set = (over: Partial<NewPrice> = {}) =>
    database.inCompany(ours.companyId, (tx) => setPrice(actOf(tx, clock, actorOf(ours)), price(over)));
  const invalidate = (id: number, by = ours) =>
    database.inCompany(by.companyId, (tx) => invalidatePrice(actOf(tx, clock, actorOf(by)), id));
  const end = (id: number, between: Parameters<typeof priceOn>[1] = own, by = ours) =>
    database.inCompany(by.companyId, (tx) => endPrice(actOf(tx, clock, actorOf(by)), id, between));
  const on = (day: string, between: Parameters<typeof priceOn>[1] = own) =>
    database.inCompany(ours.companyId, async (tx) => (await priceOn(tx, between, 'Bottle', day))?.drug_price);
  const history = (between: Parameters<typeof historyOf>[1] = own) =>
    database.inCompany(ours.companyId, async (tx) =>
      (await historyOf(tx, between).execute()).map((row) => [
        row.effective_on,
        row.drug_price,
        ...(row.ended_on === null ? [] : [row.ended_on]),
      ]),
    );
  const everything = () =>
    portal.rows(
      `select (select json_agg(p order by p.price_id) from product_price p) as prices,
        (select count(*)::int from audit_entry) as entries, (select count(*)::int from event) as events`,
    );
  return { portal, ours, theirs, own, sponsored, set, invalidate, end, on, history, everything };
}
/** How a try ended: "done", or the code it was refused with and the fields it named. */
const ended = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, fields }: Failed) => (fields ? Object.keys(fields).join(' ') : code),
  );

test('P11-09 P11-15 a price is set and invalidated with an entry each, the second with its reason, and the partner is told', async () => {
  const { portal, ours, set, invalidate } = await aMarket();
  const id = await set({ drugPrice: '12.5' });
  await invalidate(id);
  const entries = await portal.rows('select * from audit_entry order by seq');
  expect(entries).toMatchObject([
    {
      action: 'product_price.set',
      record_kind: 'product_price',
      record_id: String(id),
      actor_id: ours.admin,
      reason: null,
      changes: [
        { field: 'product_id', new: ours.tablet },
        { field: 'partner_id', new: ours.pharmacyId },
        { field: 'drug_price', new: '12.50' },
        { field: 'shipping_fee', new: '4.00' },
        { field: 'dispense_fee', new: '0.00' },
        { field: 'currency', new: 'USD' },
        { field: 'quantity_unit', new: 'Bottle' },
        { field: 'effective_on', new: '2026-01-10' },
      ],
    },
    {
      action: 'product_price.invalidated',
      record_id: String(id),
      reason: 'Invalidate price',
      changes: [{ field: 'invalidated_at', old: null, new: expect.any(String) as string }],
    },
  ]);
  // The partner is not told of which trial.
  const told = [
    { type: 'price.changed', payload: { id, careGroupId: ours.trialId, people: [ours.siteUser] } },
    { type: 'price.changed', payload: { id, partnerId: ours.pharmacyId } },
  ];
  expect(await portal.rows('select type, payload from event order by event_id')).toEqual([...told, ...told]);
  // The price itself stays on record.
  expect(await portal.rows('select drug_price, invalidator_id from product_price')).toEqual([
    { drug_price: '12.50', invalidator_id: ours.admin },
  ]);
});

test('a price holds from its day until the next one begins; what is invalidated never held; a price ahead waits', async () => {
  const { set, invalidate, on, history } = await aMarket();
  await set({ effectiveOn: '2026-01-10', drugPrice: '10' });
  const wrong = await set({ effectiveOn: '2026-02-10', drugPrice: '200' });
  await set({ effectiveOn: '2026-03-10', drugPrice: '30' });
  await set({ effectiveOn: '2027-01-01', drugPrice: '40' });
  await invalidate(wrong);
  await set({ effectiveOn: '2026-02-10', drugPrice: '20' });
  const days = ['2026-01-09', '2026-01-10', '2026-02-09', '2026-02-10', '2026-03-09', '2026-03-10', '2026-12-31'];
  expect(await Promise.all(days.map((day) => on(day)))).toEqual([
    undefined,
    '10.00',
    '10.00',
    '20.00',
    '20.00',
    '30.00',
    '30.00',
  ]);
  expect(await history()).toEqual([
    ['2027-01-01', '40.00'],
    ['2026-03-10', '30.00'],
    ['2026-02-10', '20.00'],
    ['2026-01-10', '10.00'],
  ]);
});

test('P11-09 P11-15 what was agreed ends with the day, with an entry and word of it for each price: the one that holds, and those that it took the place of', async () => {
  const { portal, ours, sponsored, set, end, on, history } = await aMarket();
  portal.app.clock.set(new Date('2026-06-15T12:00:00Z'));
  const first = await set({ effectiveOn: '2026-01-10', drugPrice: '10' });
  const second = await set({ effectiveOn: '2026-03-10', drugPrice: '30' });
  const ahead = await set({ effectiveOn: '2027-01-01', drugPrice: '40' });
  await set({ ...sponsored, drugPrice: '7' });
  const before = await portal.rows('select 1 from event');
  await end(second);
  expect(
    await portal.rows('select price_id, ended_on from product_price where ended_on is not null order by 1'),
  ).toEqual([first, second].map((price_id) => ({ price_id, ended_on: '2026-06-15' })));
  const changes = [{ field: 'ended_on', old: null, new: '2026-06-15' }];
  expect(
    await portal.rows(
      `select record_id::int as id, actor_id, reason, changes from audit_entry where action = 'product_price.ended' order by seq`,
    ),
  ).toEqual([first, second].map((id) => ({ id, actor_id: ours.admin, reason: 'End price', changes })));
  expect((await portal.rows('select payload from event order by event_id')).slice(before.length)).toEqual(
    [first, second].flatMap((id) => [
      { payload: { id, careGroupId: ours.trialId, people: [ours.siteUser] } },
      { payload: { id, partnerId: ours.pharmacyId } },
    ]),
  );
  // From now on none of them is the price; the one that begins later, and the sponsor's, are as they were.
  expect([await on('2026-06-15'), await on('2027-01-01'), await on('2026-06-15', sponsored)]).toEqual([
    undefined,
    '40.00',
    '7.00',
  ]);
  expect(await history()).toEqual([
    ['2027-01-01', '40.00'],
    ['2026-03-10', '30.00', '2026-06-15'],
    ['2026-01-10', '10.00', '2026-06-15'],
  ]);
  // Another one may be agreed from the day of one that has ended, and ending twice is harmless.
  expect(await ended(set({ effectiveOn: '2026-03-10', drugPrice: '31' }))).toBe('done');
  expect(await ended(end(second))).toBe('done');
  expect(await on('2026-06-15')).toBe('31.00');
  expect(await ended(end(ahead))).toBe('product_price.not_begun');
  expect(await ended(end(second, sponsored))).toBe('not_found');
});

test('a price in whose place another of its unit has begun is not ended; one that begins later, or counts for another unit, is not in the way', async () => {
  const { portal, ours, set, end, everything } = await aMarket();
  portal.app.clock.set(new Date('2026-06-15T12:00:00Z'));
  const first = await set({ effectiveOn: '2026-01-10' });
  const second = await set({ effectiveOn: '2026-03-10' });
  await set({ effectiveOn: '2027-01-01' });
  await portal.rows(`update product set quantity_unit = 'Tablet' where product_id = $1`, [ours.tablet]);
  await set({ effectiveOn: '2026-04-10' });
  const before = await everything();
  expect(await ended(end(first))).toBe('product_price.replaced');
  expect(await everything()).toEqual(before);
  expect(await ended(end(second))).toBe('done');
  const over = 'select price_id from product_price where ended_on is not null and product_id = $1 order by price_id';
  expect(await portal.rows(over, [ours.tablet])).toEqual([{ price_id: first }, { price_id: second }]);
});

test('REL-07 a price that was invalidated meanwhile is not ended, and who tries is told so; one that has ended can still be invalidated', async () => {
  const { set, invalidate, end, everything } = await aMarket();
  const id = await set();
  await invalidate(id);
  const before = await everything();
  expect(await ended(end(id))).toBe('stale');
  expect(await everything()).toEqual(before);
  const right = await set();
  expect([await ended(end(right)), await ended(invalidate(right)), await ended(end(right))]).toEqual([
    'done',
    'done',
    'stale',
  ]);
});

test('REL-08 of ten ends at once each price has one entry', async () => {
  onItsOwn();
  const { portal, set, end } = await aMarket();
  const ids = [await set({ effectiveOn: '2026-01-10' }), await set({ effectiveOn: '2026-02-10' })] as const;
  const ends = Array.from({ length: 10 }, () => ended(end(ids[1])));
  expect(new Set(await Promise.all(ends))).toEqual(new Set(['done']));
  expect(
    await portal.rows(
      `select record_id::int as id, count(*)::int from audit_entry where action = 'product_price.ended' group by 1 order by 1`,
    ),
  ).toEqual(ids.map((id) => ({ id, count: 1 })));
});

test('a partner and each sponsor of it have prices of their own, each with its own history', async () => {
  const { portal, ours, own, sponsored, set, on, history } = await aMarket();
  const otherSponsor = { ...own, sponsorId: await portal.aSponsor(ours.companyId) };
  const wholesaler = { ...own, partnerId: ours.wholesalerId };
  await set({ ...own, drugPrice: '1' });
  await set({ ...sponsored, drugPrice: '2' });
  await set({ ...otherSponsor, drugPrice: '3' });
  await set({ ...wholesaler, drugPrice: '4' });
  const all = [own, sponsored, otherSponsor, wholesaler];
  const expected = ['1.00', '2.00', '3.00', '4.00'];
  expect(await Promise.all(all.map((between) => on('2026-06-01', between)))).toEqual(expected);
  expect(await Promise.all(all.map((between) => history(between)))).toEqual(
    expected.map((money) => [['2026-01-10', money]]),
  );
});

test('a second valid price from the same day is refused until the first is invalidated', async () => {
  onItsOwn();
  const { portal, set, invalidate, sponsored, history } = await aMarket();
  const first = await set();
  expect(await ended(set({ drugPrice: '99' }))).toBe('product_price.same_day');
  expect(await ended(set(sponsored))).toBe('done');
  await invalidate(first);
  expect(await ended(set({ drugPrice: '99' }))).toBe('done');
  expect(await history()).toEqual([['2026-01-10', '99.00']]);
  expect(await portal.rows('select 1 from audit_entry')).toHaveLength(4);
});

test('REL-08 of ten prices set at once from one day one is kept, and ten invalidations at once leave one entry', async () => {
  onItsOwn();
  const { portal, set, invalidate } = await aMarket();
  const tries = await Promise.all(Array.from({ length: 10 }, () => ended(set())));
  expect(tries.filter((one) => one === 'done')).toHaveLength(1);
  expect(tries.filter((one) => one === 'product_price.same_day')).toHaveLength(9);
  const [{ id } = { id: 0 }] = await portal.rows<{ id: number }>('select price_id as id from product_price');
  expect(new Set(await Promise.all(Array.from({ length: 10 }, () => ended(invalidate(id)))))).toEqual(
    new Set(['done']),
  );
  expect(
    (await portal.rows<{ action: string }>('select action from audit_entry order by seq')).map(({ action }) => action),
  ).toEqual(['product_price.set', 'product_price.invalidated']);
});

test('amounts and currencies that cannot be are refused by field, and nothing is kept', async () => {
  onItsOwn();
  const { portal, set, everything } = await aMarket();
  const before = await everything();
  expect(
    await Promise.all(
      [
        { drugPrice: '0' },
        { drugPrice: '-1' },
        { shippingFee: '-0.01' },
        { dispenseFee: '1.005' },
        { drugPrice: '0.00', shippingFee: 'x', dispenseFee: '-1' },
        { currency: 'CHF' as 'USD' },
      ].map((over) => ended(set(over))),
    ),
  ).toEqual(['drugPrice', 'drugPrice', 'shippingFee', 'dispenseFee', 'drugPrice shippingFee dispenseFee', 'currency']);
  expect(await everything()).toEqual(before);
  expect(await ended(set({ drugPrice: '0.01', shippingFee: '0', dispenseFee: '0.00' }))).toBe('done');
  expect(await portal.rows('select drug_price, shipping_fee, dispense_fee from product_price')).toEqual([
    { drug_price: '0.01', shipping_fee: '0.00', dispense_fee: '0.00' },
  ]);
});

test('SEC-22 a product, a partner, a sponsor or a price of another company is like one that does not exist', async () => {
  const { portal, ours, theirs, own, set, invalidate, end, everything } = await aMarket();
  const id = await set();
  await portal.rows('update product set removed_at = now() where product_id = $1', [ours.pen]);
  const before = await everything();
  const strange: Partial<NewPrice>[] = [
    { productId: theirs.tablet },
    { productId: 99_999 },
    { productId: ours.pen },
    { partnerId: theirs.pharmacyId },
    { partnerId: 99_999 },
    { sponsorId: theirs.sponsorId },
    { sponsorId: 99_999 },
  ];
  expect(new Set(await Promise.all(strange.map((over) => ended(set({ ...over, effectiveOn: '2026-05-01' })))))).toEqual(
    new Set(['not_found']),
  );
  expect(await ended(invalidate(id, theirs))).toBe('not_found');
  expect(await ended(invalidate(99_999))).toBe('not_found');
  expect(await ended(end(id, own, theirs))).toBe('not_found');
  expect(await ended(end(99_999))).toBe('not_found');
  expect(await everything()).toEqual(before);
});
