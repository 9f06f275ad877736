/** The calls of the prices, as an administrator's screen makes them. */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/pricing/endpoints.ts';
import { expect, test } from 'vitest';
import type { StoredEvent } from '#platform/events/events.ts';
import { mayHear, type Sight } from '#platform/live/sight.ts';
import { type Caller, onItsOwn, openPortal } from '#test/portal.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { somebodyWaits } from '#test/waits.ts';

const given = {
  drugPrice: '12.50',
  currency: 'USD',
  shippingFee: '4',
  dispenseFee: '0',
  effectiveDate: '2031-01-10',
};

/** A trial with its partners, at noon of a known day, and each of the three kinds of prices with its calls. */
async function aMarket() {
  const portal = await openPortal();
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const ours = await portal.aTrialAtWork();
  const admin = await portal.signedIn(ours.admin);
  const forSponsor = { sponsorId: ours.sponsorId, productId: ours.tablet };
  const kinds = {
    pharmacy: {
      keys: { pharmacyId: ours.pharmacyId, productId: ours.tablet },
      read: api.readPharmacyPrice,
      history: api.pharmacyPriceHistory,
      set: api.setPharmacyPrice,
      invalidate: api.invalidatePharmacyPrice,
      list: 'pharmacyPrices',
    },
    wholesaler: {
      keys: { wholesalerId: ours.wholesalerId, productId: ours.pen },
      read: api.readWholesalerPrice,
      history: api.wholesalerPriceHistory,
      set: api.setWholesalerPrice,
      invalidate: api.invalidateWholesalerPrice,
      list: 'wholesalerPrices',
    },
    sponsor: {
      keys: { ...forSponsor, partnerType: 'pharmacy', partnerId: ours.pharmacyId, pharmacyId: ours.pharmacyId },
      read: api.readSponsorPrice,
      history: api.sponsorPriceHistory,
      set: api.setSponsorPrice,
      invalidate: api.invalidateSponsorPrice,
      list: 'sponsorPrices',
    },
    sponsorAtWholesaler: {
      keys: { ...forSponsor, productId: ours.pen, partnerType: 'wholesaler', partnerId: ours.wholesalerId },
      read: api.readSponsorPrice,
      history: api.sponsorPriceHistory,
      set: api.setSponsorPrice,
      invalidate: api.invalidateSponsorPrice,
      list: 'sponsorPrices',
    },
  } as const;
  return { portal, ours, admin, kinds };
}
type Market = Awaited<ReturnType<typeof aMarket>>;
type Kind = keyof Market['kinds'];
const allKinds = ['pharmacy', 'wholesaler', 'sponsor', 'sponsorAtWholesaler'] as const satisfies readonly Kind[];

/** The calls of one kind of price, with its keys. */
function callsOf({ kinds, admin }: Pick<Market, 'kinds' | 'admin'>, kind: Kind, caller: Caller = admin) {
  const { keys, read, history, set, invalidate, list } = kinds[kind];
  const of = (endpoint: Endpoint, asking: object) => caller.call(endpoint, asking);
  return {
    read: (over: object = {}) => of(read, { query: { ...keys, ...over } }),
    history: (over: object = {}) => of(history, { query: { ...keys, ...over } }),
    set: (over: object = {}) => of(set, { body: { ...given, ...keys, ...over } }),
    invalidate: (eventId: number, over: object = {}) => of(invalidate, { body: { eventId, ...keys, ...over } }),
    list,
  };
}
const idIn = (answer: { body: unknown }) => (answer.body as { eventId: number }).eventId;

test.each(allKinds)(
  'APP-01 APP-02 APP-03 APP-04 APP-05 APP-06 APP-07 APP-08 APP-09 PRC-05 PRC-08 PRC-14 PRC-15 OPS-21 OPS-43 %s: a price is set, is the current one, and stands in the history',
  async (kind) => {
    const market = await aMarket();
    const { set, read, history, list } = callsOf(market, kind);
    const none = { drugPrice: null, currency: null, quantityUnit: 'Bottle' };
    expect((await read()).body).toEqual(none);
    expect((await history()).body).toEqual({ [list]: [], ...none, ended: [], formerUnits: [] });
    const answer = await set({ dispenseFee: '1.25' });
    expect(answer.body).toEqual({ message: 'Price updated.', eventId: expect.any(Number) as number });
    const now = { drugPrice: '12.50', currency: 'USD', quantityUnit: 'Bottle' };
    expect((await read()).body).toEqual(now);
    expect((await history()).body).toEqual({
      [list]: [
        {
          eventId: idIn(answer),
          price: '12.50',
          currency: 'USD',
          quantityUnit: 'Bottle',
          shippingFee: '4.00',
          dispenseFee: '1.25',
          effectiveDate: '2031-01-10',
          invalid: 0,
        },
      ],
      ...now,
      ended: [],
      formerUnits: [],
    });
  },
);

test('PRC-04 OPS-43 a price of one kind is none of the others, each has its own history', async () => {
  const market = await aMarket();
  const all = allKinds.map((kind) => callsOf(market, kind));
  for (const [i, { set }] of all.entries()) expect((await set({ drugPrice: `${i + 1}` })).status).toBe(200);
  const prices = await Promise.all(
    all.map(async ({ history, list }) =>
      ((await history()).body as Record<string, { price: string }[]>)[list]?.map(({ price }) => price),
    ),
  );
  expect(prices).toEqual([['1.00'], ['2.00'], ['3.00'], ['4.00']]);
});

test.each(allKinds)(
  'OPS-41 %s: of past, today’s and future prices the latest that has begun is current',
  async (kind) => {
    const market = await aMarket();
    const { set, read } = callsOf(market, kind);
    const priceNow = async () => ((await read()).body as { drugPrice: string }).drugPrice;
    await set({ effectiveDate: '2031-03-06', drugPrice: '40' });
    expect(await priceNow()).toBeNull();
    await set({ effectiveDate: '2031-01-10', drugPrice: '10' });
    expect(await priceNow()).toBe('10.00');
    await set({ effectiveDate: '2031-03-05', drugPrice: '30' });
    expect(await priceNow()).toBe('30.00');
    await set({ effectiveDate: '2031-02-01', drugPrice: '20' });
    expect(await priceNow()).toBe('30.00');
  },
);

test.each(allKinds)(
  'APP-10 APP-11 APP-12 PRC-07 PRC-16 OPS-42 OPS-43 %s: an invalidated price leaves the history and is not current, and stays on record',
  async (kind) => {
    onItsOwn();
    const market = await aMarket();
    const { set, read, history, invalidate, list } = callsOf(market, kind);
    const old = idIn(await set({ effectiveDate: '2031-01-01', drugPrice: '10' }));
    const wrong = idIn(await set({ effectiveDate: '2031-02-01', drugPrice: '200' }));
    expect((await invalidate(wrong)).body).toEqual({ message: 'Price invalidated.' });
    expect(((await history()).body as Record<string, object[]>)[list]).toEqual([
      expect.objectContaining({ eventId: old, invalid: 0 }),
    ]);
    expect((await read()).body).toEqual({ drugPrice: '10.00', currency: 'USD', quantityUnit: 'Bottle' });
    expect(
      await market.portal.rows(
        'select drug_price, invalidated_at is not null as invalid from product_price order by 1',
      ),
    ).toEqual([
      { drug_price: '10.00', invalid: false },
      { drug_price: '200.00', invalid: true },
    ]);
  },
);

test.each(allKinds)(
  'APP-10 APP-11 APP-12 OPS-41 OPS-42 %s: a price that ends is not current any more and stands in the history as ended, until it is invalidated after all',
  async (kind) => {
    const market = await aMarket();
    const { set, read, history, invalidate, list } = callsOf(market, kind);
    const over = idIn(await set());
    for (const round of ['first', 'again'])
      expect([round, (await invalidate(over, { ends: 1 })).body]).toEqual([round, { message: 'Price ended.' }]);
    const none = { [list]: [], drugPrice: null, currency: null };
    const endedOn = market.portal.app.clock.today();
    const kept = { eventId: over, price: '12.50', quantityUnit: 'Bottle', effectiveDate: '2031-01-10', invalid: 0 };
    expect((await history()).body).toMatchObject({ ...none, ended: [{ ...kept, endedOn }] });
    expect((await read()).body).toMatchObject({ drugPrice: null, currency: null });
    expect(
      await market.portal.rows('select invalidated_at, ended_on from product_price where price_id = $1', [over]),
    ).toEqual([{ invalidated_at: null, ended_on: endedOn }]);
    expect((await invalidate(over)).body).toEqual({ message: 'Price invalidated.' });
    expect((await history()).body).toMatchObject({ ...none, ended: [] });
    const gone = await invalidate(over, { ends: 1 });
    expect([gone.status, gone.message]).toEqual([
      409,
      'Someone else has changed this in the meantime. Please look at it again.',
    ]);
    const ahead = idIn(await set({ effectiveDate: '2199-01-01' }));
    const refused = await invalidate(ahead, { ends: 1 });
    expect([refused.status, refused.message]).toEqual([
      409,
      'This price has not begun yet. Please invalidate it instead.',
    ]);
    expect((await invalidate(ahead, { ends: 0 })).body).toEqual({ message: 'Price invalidated.' });
    const [first] = [idIn(await set()), await set({ effectiveDate: '2031-02-01' })];
    const replaced = await invalidate(first, { ends: 1 });
    expect([replaced.status, replaced.message]).toEqual([
      409,
      'Another price took its place. Please end that one, or invalidate this one.',
    ]);
  },
);

test('PRC-05 PRC-14 a price begins between 1900 and 2199: any other year is a slip, and the field is named', async () => {
  const market = await aMarket();
  for (const kind of allKinds) {
    const { set } = callsOf(market, kind);
    for (const effectiveDate of ['0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31']) {
      const refused = await set({ effectiveDate });
      expect([kind, refused.status, refused.fields]).toEqual([
        kind,
        400,
        { effectiveDate: 'must lie between 01-Jan-1900 and 31-Dec-2199' },
      ]);
    }
    for (const effectiveDate of ['1900-01-01', '2199-12-31']) expect((await set({ effectiveDate })).status).toBe(200);
  }
});

test('SEC-22 SHP-14 a partner hears of its own prices over the socket; of what a sponsor pays it, no partner does', async () => {
  const market = await aMarket();
  const { portal, ours } = market;
  const heardBy = async (sight: Pick<Sight, 'type' | 'partnerId'>, since: number) =>
    (
      await portal.rows<{ type: string; payload: { id: number } }>(
        `select type, payload from event where event_id > $1 order by event_id`,
        [since],
      )
    )
      .map(({ type, payload }) => ({ ...payload, type, companyId: ours.companyId }))
      .filter((event) =>
        mayHear(
          {
            providerId: 0,
            companyId: ours.companyId,
            adminRights: sight.type === 'Admin',
            careGroupIds: null,
            seesWholeCompany: sight.type === 'Admin',
            ...sight,
          },
          event as StoredEvent,
        ),
      ).length;
  const sights = [
    { type: 'Admin', partnerId: null },
    { type: 'Pharmacy User', partnerId: ours.pharmacyId },
    { type: 'Wholesaler User', partnerId: ours.wholesalerId },
  ] as const;
  for (const [kind, heard] of [
    // Who sees the whole company hears of it twice: as of the trial, and as of the partner.
    ['pharmacy', [4, 2, 0]],
    ['wholesaler', [4, 0, 2]],
    ['sponsor', [2, 0, 0]],
    ['sponsorAtWholesaler', [2, 0, 0]],
  ] as const) {
    const [{ since }] = (await portal.rows<{ since: number }>(
      'select coalesce(max(event_id), 0)::int as since from event',
    )) as [{ since: number }];
    const { set, invalidate } = callsOf(market, kind);
    await invalidate(idIn(await set()));
    expect([kind, await Promise.all(sights.map((sight) => heardBy(sight, since)))]).toEqual([kind, heard]);
  }
});

test('OPS-43 the number alone says which sponsor price is invalidated, and a partner’s own price is not one', async () => {
  const market = await aMarket();
  const [own, sponsored] = [callsOf(market, 'pharmacy'), callsOf(market, 'sponsor')];
  const [ofPartner, ofSponsor] = [idIn(await own.set()), idIn(await sponsored.set())];
  const alone = (eventId: number) => market.admin.call(api.invalidateSponsorPrice, { body: { eventId } });
  expect((await alone(ofPartner)).status).toBe(404);
  expect((await own.invalidate(ofSponsor)).status).toBe(404);
  expect((await alone(ofSponsor)).status).toBe(200);
  expect((await sponsored.read()).body).toMatchObject({ drugPrice: null });
  expect((await own.read()).body).toMatchObject({ drugPrice: '12.50' });
});

test.each(allKinds)(
  'PRC-09 PRC-10 CON-07 %s: a price of nothing or less and a fee below nothing are refused in their words, the borders are taken',
  async (kind) => {
    onItsOwn();
    const market = await aMarket();
    const { set } = callsOf(market, kind);
    const more = 'needs to be more than 0.0';
    const atLeast = 'needs to be 0.0 or more';
    for (const [field, wrong, said] of [
      ['drugPrice', '0', more],
      ['drugPrice', 0, more],
      ['drugPrice', '-1', more],
      ['shippingFee', '-0.01', atLeast],
      ['dispenseFee', -0.01, atLeast],
    ] as const) {
      const { status, fields, message } = await set({ [field]: wrong });
      expect([status, fields, message]).toEqual([400, { [field]: said }, `${field} ${said}`]);
    }
    expect((await set({ drugPrice: '0.01', shippingFee: '0', dispenseFee: 0 })).status).toBe(200);
    expect(await market.portal.rows('select drug_price from product_price')).toEqual([{ drug_price: '0.01' }]);
  },
);

test('PRC-06 CON-06 a price is in dollars, pounds or euros', async () => {
  const market = await aMarket();
  const { set, history } = callsOf(market, 'pharmacy');
  for (const currency of ['usd', 'CHF', '', 1, null])
    expect((await set({ currency })).fields).toEqual({ currency: 'must be one of USD, GBP, EUR' });
  for (const [i, currency] of ['USD', 'GBP', 'EUR'].entries())
    expect((await set({ currency, effectiveDate: `2031-01-0${i + 1}` })).status).toBe(200);
  expect(
    ((await history()).body as { pharmacyPrices: { currency: string }[] }).pharmacyPrices.map(
      ({ currency }) => currency,
    ),
  ).toEqual(['EUR', 'GBP', 'USD']);
});

test('PRC-14 money that came as a number keeps every cent, and what is no amount or no day is refused by name', async () => {
  const market = await aMarket();
  const { set, read } = callsOf(market, 'pharmacy');
  expect((await set({ drugPrice: 9_999_999_999.99, shippingFee: 0.1, dispenseFee: 0.07 })).status).toBe(200);
  expect((await read()).body).toMatchObject({ drugPrice: '9999999999.99' });
  for (const drugPrice of ['', 'x', '1.005', '1e3', 1e21, '12345678901', null, true])
    expect(Object.keys((await set({ drugPrice, effectiveDate: '2031-02-02' })).fields)).toEqual(['drugPrice']);
  for (const effectiveDate of ['', '2031-02-30', '03/05/2031', 20_310_305])
    expect(Object.keys((await set({ effectiveDate })).fields)).toEqual(['effectiveDate']);
});

test('OPS-40 a second valid price of the same day is refused in its words until the first is invalidated; twenty at once leave one', async () => {
  const market = await aMarket();
  const { set, invalidate } = callsOf(market, 'pharmacy');
  const first = idIn(await set());
  const refused = await set({ drugPrice: '99' });
  expect([refused.status, refused.message]).toEqual([
    400,
    'Must invalidate pricing with the same effective date first.',
  ]);
  await invalidate(first);
  const tries = await Promise.all(Array.from({ length: 20 }, (_, i) => set({ drugPrice: `${i + 1}` })));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(tries.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
    new Set(['product_price.same_day']),
  );
});

test.each(allKinds)(
  'OPS-40 OPS-41 %s: a price counts for the unit that the product had; one of another unit is not current, stays in the history and does not stand in the way of one of the same day',
  async (kind) => {
    const market = await aMarket();
    const { set, read, history, list } = callsOf(market, kind);
    const changeUnit = (unit: string) =>
      market.portal.rows('update product set quantity_unit = $2 where product_id = $1', [
        market.kinds[kind].keys.productId,
        unit,
      ]);
    const prices = async () =>
      ((await history()).body as Record<string, { price: string; quantityUnit: string }[]>)[list]?.map((one) => [
        one.price,
        one.quantityUnit,
      ]);
    await set({ drugPrice: '90' });
    await changeUnit('Tablet');
    expect((await read()).body).toEqual({ drugPrice: null, currency: null, quantityUnit: 'Tablet' });
    expect((await history()).body).toMatchObject({ drugPrice: null, currency: null, quantityUnit: 'Tablet' });
    expect(await prices()).toEqual([['90.00', 'Bottle']]);
    expect((await set({ drugPrice: '3' })).status).toBe(200);
    expect((await set({ drugPrice: '4' })).message).toBe('Must invalidate pricing with the same effective date first.');
    expect((await read()).body).toEqual({ drugPrice: '3.00', currency: 'USD', quantityUnit: 'Tablet' });
    expect(await prices()).toEqual([
      ['3.00', 'Tablet'],
      ['90.00', 'Bottle'],
    ]);
    await changeUnit('Bottle');
    expect((await read()).body).toMatchObject({ drugPrice: '90.00', quantityUnit: 'Bottle' });
    expect((await set({ drugPrice: '91' })).code).toBe('product_price.same_day');
  },
);

test.each(allKinds)(
  'REL-07 %s: a price that says for which unit it was entered is refused once the product has another one, and nothing is kept',
  async (kind) => {
    onItsOwn();
    const market = await aMarket();
    const { set } = callsOf(market, kind);
    const kept = () => market.portal.rows('select drug_price, quantity_unit from product_price');
    const said =
      'The price was entered for the unit “Bottle”, and the unit of this product is “Tablet” now. Please enter it again.';
    await market.portal.rows(`update product set quantity_unit = 'Tablet'`);
    const refused = await set({ quantityUnit: 'Bottle' });
    expect([refused.status, refused.message, refused.fields]).toEqual([400, said, { quantityUnit: said }]);
    expect(await kept()).toEqual([]);
    expect((await set({ quantityUnit: 'Tablet' })).status).toBe(200);
    expect(await kept()).toEqual([{ drug_price: '12.50', quantity_unit: 'Tablet' }]);
  },
);

test('REL-08 a price that is set while the unit of its product is changed waits for that, and is refused', async () => {
  onItsOwn();
  const market = await aMarket();
  const { portal, ours } = market;
  const { set } = callsOf(market, 'pharmacy');
  let setting: ReturnType<typeof set> | undefined;
  await portal.app.database.inCompany(ours.companyId, async (tx) => {
    inPlaceOfAct(tx);
    await tx.updateTable('product').set({ quantity_unit: 'Tablet' }).where('product_id', '=', ours.tablet).execute();
    setting = set({ quantityUnit: 'Bottle' });
    await somebodyWaits(portal);
  });
  expect(Object.keys((await setting)?.fields ?? {})).toEqual(['quantityUnit']);
  expect(await portal.rows('select 1 from product_price')).toEqual([]);
});

test('OPS-43 SEC-22 SEC-23 OPS-15 a partner of the other kind, of another company or out of sight has no prices, and without admin rights none is set', async () => {
  onItsOwn();
  const market = await aMarket();
  const { portal, ours, admin, kinds } = market;
  const theirs = await portal.aTrialAtWork();
  const eventId = idIn(await callsOf(market, 'pharmacy').set());
  const wrongKind = callsOf(market, 'pharmacy');
  expect((await wrongKind.read({ pharmacyId: ours.wholesalerId })).status).toBe(404);
  expect((await wrongKind.set({ pharmacyId: ours.wholesalerId })).status).toBe(404);
  const sponsored = callsOf(market, 'sponsor');
  expect((await sponsored.set({ partnerType: 'wholesaler' })).status).toBe(404);
  expect((await sponsored.set({ pharmacyId: ours.wholesalerId })).fields).toEqual({
    pharmacyId: 'must be the same as partnerId',
  });
  expect((await sponsored.set({ sponsorId: theirs.sponsorId })).status).toBe(404);

  const elsewhere = await portal.aSite(ours.companyId, await portal.aTrial(ours.companyId));
  const strangers = [
    await portal.signedIn(theirs.admin),
    await portal.signedIn(
      await portal.aPerson('Site User', { company_id: ours.companyId, admin_rights: true }, [elsewhere]),
    ),
  ];
  for (const stranger of strangers) {
    const calls = callsOf({ kinds, admin }, 'pharmacy', stranger);
    const all = [
      calls.read(),
      calls.history(),
      calls.set({ effectiveDate: '2031-02-01' }),
      calls.invalidate(eventId),
      calls.invalidate(eventId, { ends: 1 }),
    ];
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  }
  const user = callsOf({ kinds, admin }, 'pharmacy', await portal.signedIn(ours.siteUser));
  expect((await user.read()).status).toBe(200);
  expect((await user.set({ effectiveDate: '2031-02-01' })).status).toBe(403);
  expect((await user.invalidate(eventId)).status).toBe(403);
  expect((await user.invalidate(eventId, { ends: 1 })).status).toBe(403);
  for (const person of [ours.sponsor, ours.pharmacist, ours.wholesaler])
    expect((await callsOf({ kinds, admin }, 'pharmacy', await portal.signedIn(person)).read()).status).toBe(403);
  expect(await portal.rows('select invalidated_at, ended_on from product_price')).toEqual([
    { invalidated_at: null, ended_on: null },
  ]);
});
