import * as api from '@portal/contract/companies/brand-endpoints.ts';
import { usualHours } from '@portal/contract/companies/brand-rules.ts';
import { expect, test } from 'vitest';
import { readBrands } from '#platform/core/brands.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { aBrand, aBrandedCompany, keptTerms } from '#test/brands.ts';

test('API-06 API-08 DAT-06 OPN-92 OPN-76 BST-05 BST-06 a brand is added with all its fields and read back, alone or in a list', async () => {
  const portal = await openPortal();
  const { admin, companyId, add, read } = await aBrandedCompany(portal);
  expect((await admin.call(api.listBrands, { query: { company_id: companyId } })).body).toEqual({
    brand: [],
    portals: [],
  });
  const full = await aBrand(portal, companyId);
  const answer = await add(full);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      brandId: expect.any(Number) as number,
      portalUrl: expect.stringMatching(/^http/) as string,
      message: 'Brand added.',
    },
  });
  const { brandId } = answer.reply;
  const expected = {
    ...full,
    brandId,
    country: 'USA',
    street2: '',
    logo: null,
    favicon: null,
    signInImage: null,
    primaryColour: null,
    addrId: expect.any(Number) as number,
    portalUrl: expect.stringMatching(/^http/) as string,
    alerts: [{ ...full.alerts[0], alertId: expect.any(Number) as number, from: null, until: null }],
    version: 1,
  };
  expect(await read()).toEqual([expected]);
  const { brandId: bareId } = (await add({ companyName: 'Bare' })).reply;
  expect((await read()).map(({ brandId: id }) => id)).toEqual([brandId, bareId]);
  expect(await read(brandId)).toEqual([expected]);
  expect(await read(bareId)).toEqual([
    expect.objectContaining({
      companyName: 'Bare',
      brandKey: expect.stringMatching(/^bare-[0-9a-f]{8}$/) as string,
      hours: usualHours,
      street: '',
      addrId: null,
      alerts: [],
    }),
  ]);
  // Everybody of the company may read it (OPN-75).
  const nurse = await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId }));
  expect((await nurse.call(api.listBrands, { query: { company_id: companyId } })).reply.brand).toHaveLength(2);
});

test('BST-04 SEC-27 a brand is added with its terms alone: without a document it is refused by name, and nothing is written', async () => {
  const portal = await openPortal();
  const { admin, companyId, change, read } = await aBrandedCompany(portal);
  const full = await aBrand(portal, companyId);
  const { termDocId, ...bare } = full;
  for (const given of [{}, { termsURL: 'https://meridian.example/terms' }, { termDocId: null }]) {
    const answer = await admin.call(api.addBrand, { body: { ...bare, ...given } as never });
    expect([answer.status, answer.message]).toEqual([400, 'termDocId must be the number of a record']);
  }
  expect(await read()).toEqual([]);
  const { brandId } = (await admin.call(api.addBrand, { body: full })).reply;
  // A change need not name them again.
  expect((await change({ brandId, shortName: 'Other' })).status).toBe(200);
  expect(await read(brandId)).toMatchObject([{ shortName: 'Other', termDocId }]);
});

test('hours that another release has kept keep nobody from the brands, and stay as they are until others are given', async () => {
  const portal = await openPortal();
  const { add, companyId, change, read } = await aBrandedCompany(portal);
  const { brandId } = (await add(await aBrand(portal, companyId))).reply;
  const theirs = {
    ...usualHours,
    monday: ['08:00-12:00'],
    friday: 'By appointment',
    timezone: 'AKT',
    holidays: 'Closed',
  };
  await portal.rows('update company_brand set hours = $1 where brand_id = $2', [JSON.stringify(theirs), brandId]);
  const shown = { ...usualHours, monday: '', friday: 'By appointment', timezone: 'AKT' };
  expect(await read(brandId)).toMatchObject([{ hours: shown }]);
  expect((await change({ brandId, shortName: 'Other' })).status).toBe(200);
  expect(await read(brandId)).toMatchObject([{ shortName: 'Other', hours: shown }]);
  expect(await portal.rows('select hours from company_brand where brand_id = $1', [brandId])).toEqual([
    { hours: theirs },
  ]);
  expect((await change({ brandId, hours: usualHours })).status).toBe(200);
  expect(await read(brandId)).toMatchObject([{ hours: usualHours }]);
});

test('API-07 P11-09 a change is read back and recorded with old and new values; what is left out stays, and what is sent back as it was read changes nothing', async () => {
  const portal = await openPortal();
  const { admin, companyId, add, change, read } = await aBrandedCompany(portal);
  const { brandId } = (await add(await aBrand(portal, companyId))).reply;
  const [before] = await read(brandId);
  expect((await change({ ...before })).body).toEqual({ message: 'Brand updated.', version: 1 });
  expect(await read(brandId)).toEqual([before]);

  const changed = await change({
    brandId,
    companyName: 'Renamed',
    supportNumber: '',
    hours: { ...before?.hours, friday: 'Closed' },
  });
  expect(changed.body).toEqual({ message: 'Brand updated.', version: 2 });
  expect(await read(brandId)).toEqual([
    {
      ...before,
      companyName: 'Renamed',
      supportNumber: null,
      hours: { ...before?.hours, friday: 'Closed' },
      version: 2,
    },
  ]);
  expect(
    (await change({ brandId, street: '2 New Street', city: 'Oslo', zip: '0150', country: 'norway', state: '' })).status,
  ).toBe(200);
  expect(await read(brandId)).toMatchObject([{ street: '2 New Street', state: '', country: 'NO', version: 3 }]);
  expect((await change({ brandId, street: '', street2: '', city: '', state: '', zip: '', country: '' })).status).toBe(
    200,
  );
  expect(await read(brandId)).toMatchObject([{ street: '', country: '', addrId: null, version: 4 }]);

  const entries = await portal.rows<{ action: string; changes: { field: string; old?: unknown; new?: unknown }[] }>(
    `select action, changes from audit_entry where record_kind = 'company_brand' and record_id = $1 and actor_id = $2 order by seq`,
    [String(brandId), admin.providerId],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'brand.added',
    'brand.changed',
    'brand.changed',
    'brand.changed',
  ]);
  expect(entries[0]?.changes).toContainEqual({ field: 'company_name', new: before?.companyName });
  expect(entries[1]?.changes).toEqual([
    { field: 'company_name', old: before?.companyName, new: 'Renamed' },
    { field: 'support_number', old: before?.supportNumber, new: null },
    expect.objectContaining({ field: 'hours' }),
  ]);
  expect(entries[3]?.changes).toEqual([
    { field: 'address', old: expect.objectContaining({ street: '2 New Street' }) as object, new: null },
  ]);
});

test('API-07 API-10 DAT-06 BST-05 the logo of a brand is kept with it, when it is added and when it is changed, and can be taken away', async () => {
  const portal = await openPortal();
  const { companyId, add, change, read } = await aBrandedCompany(portal);
  const { brandHeaderUrl: image, ...given } = await aBrand(portal, companyId);
  const { brandId } = (await add({ ...given, logo: image })).reply;
  const logo = async () => (await read(brandId))[0]?.logo;
  expect(await logo()).toBe(image);
  expect((await change({ brandId, logo: '' })).reply.version).toBe(2);
  expect(await logo()).toBeNull();
  expect((await change({ brandId, logo: image })).reply.version).toBe(3);
  expect((await change({ brandId, companyName: 'Other' })).reply.version).toBe(4);
  expect(await logo()).toBe(image);
  expect(
    await portal.rows(`select c from audit_entry, jsonb_array_elements(changes) c
      where action = 'brand.changed' and c->>'field' = 'logo_image_id' order by seq`),
  ).toHaveLength(2);
});

test('API-07 a country alone is no address: it is refused, and the address stays', async () => {
  const portal = await openPortal();
  const { companyId, add, change, read } = await aBrandedCompany(portal);
  const { brandId } = (await add(await aBrand(portal, companyId))).reply;
  const before = await read(brandId);
  for (const country of ['NO', '', null])
    expect((await change({ brandId, companyName: 'Other', country })).fields).toEqual({
      country: 'must come with the rest of the address',
    });
  const empty = { street: '', street2: '', city: '', state: '', zip: '' };
  expect(Object.keys((await change({ brandId, ...empty, country: 'USA' })).fields)).toEqual([
    'street',
    'city',
    'state',
    'zip',
  ]);
  expect(await read(brandId)).toEqual(before);
  expect((await add({ companyName: 'Abroad', country: 'NO' })).status).toBe(400);
});

test('BRN-13 BRN-14 SCN-14 OPN-31 BST-11 CCN-26 the portal address of a new brand comes from environment and company, whatever the client says', {
  timeout: 300_000,
}, async () => {
  const urls = { DEFAULT_PORTAL_URL: 'https://na.trialcard.test', SPECIAL_PORTAL_URL: 'https://eu.trialcard.test' };
  const found: Record<string, string[]> = {};
  for (const mode of ['production', 'staging', 'development', 'test']) {
    const portal = await openPortal({
      ...urls,
      PORTAL_MODE: mode,
      ...(mode === 'production' ? { DATABASE_URL: 'postgres://db/x?sslmode=verify-full', TLS_AT_EDGE: 'yes' } : {}),
    });
    found[mode] = [];
    for (let n = 1; n <= 9; n += 1) {
      const companyId = await portal.aCompany(['BrandManagement']);
      expect(companyId).toBe(n);
      const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: n }), 'na.trialcard.test');
      const termDocId = await keptTerms(portal, n, admin.providerId);
      const body = { company_id: n, companyName: 'Brand', portalUrl: 'https://elsewhere.example', termDocId };
      const { brandId, portalUrl } = (await admin.call(api.addBrand, { body })).reply;
      const changed = await admin.call(api.changeBrand, { body: { ...body, brandId, companyName: 'Other' } });
      expect(changed.message).toBe('portalUrl is set by the portal and cannot be changed');
      const [brand] = (await admin.call(api.listBrands, { query: { company_id: n } })).reply.brand;
      expect(brand).toMatchObject({ portalUrl, companyName: 'Brand' });
      found[mode].push(brand?.portalUrl ?? '');
    }
    await portal.close();
  }
  const special = (companyId: number) =>
    Array.from({ length: 9 }, (_, at) => (at + 1 === companyId ? urls.SPECIAL_PORTAL_URL : urls.DEFAULT_PORTAL_URL));
  expect(found).toEqual({ production: special(6), staging: special(2), development: special(8), test: special(8) });
});

test('BRN-13 OPN-31 without configuration the portal addresses are those of the table of brands', async () => {
  onItsOwn();
  const portal = await openPortal();
  const [usual, other] = readBrands(portal.app.env).all.map(({ portalUrl }) => portalUrl);
  const found = [];
  for (let n = 1; n <= 8; n += 1) {
    const { add, read } = await aBrandedCompany(portal);
    await add({ companyName: 'Brand' });
    found.push((await read())[0]?.portalUrl);
  }
  expect(found).toEqual([...Array.from({ length: 7 }, () => usual), other]);
});

test('API-05 BRN-15 alerts are told by brand and type of user, and one that was ended is told no more', async () => {
  const portal = await openPortal();
  const { admin, companyId, add, change, read } = await aBrandedCompany(portal);
  const alerts = [
    { message: 'For everybody', severity: 'info' },
    { message: 'For nurses', severity: 'warning', types: ['Nurse'] },
    { message: 'For nurses and doctors', severity: 'error', types: ['Nurse', 'Doctor'] },
  ];
  const { brandId } = (await add({ companyName: 'One', alerts })).reply;
  const other = (await add({ companyName: 'Other' })).reply.brandId;
  const told = async (type: string, brand_id = brandId) =>
    (await admin.call(api.listBrandAlerts, { query: { company_id: companyId, brand_id, type } })).reply.brandAlerts;
  expect(await told('Nurse')).toEqual(
    alerts.map(({ message, severity }) => ({ alertId: expect.any(Number) as number, message, severity })),
  );
  expect((await told('Doctor')).map(({ message }) => message)).toEqual(['For everybody', 'For nurses and doctors']);
  expect((await told('Site User')).map(({ message }) => message)).toEqual(['For everybody']);
  expect(await told('Nurse', other)).toEqual([]);

  const [first, second, third] = (await read(brandId))[0]?.alerts ?? [];
  const kept = [{ ...second, message: 'For nurses, again' }, first, { message: 'New', severity: 'info' }];
  expect((await change({ brandId, alerts: kept })).reply).toMatchObject({ version: 2 });
  expect((await told('Nurse')).map(({ message }) => message)).toEqual(['For everybody', 'For nurses, again', 'New']);
  // What is left out of a change stays; an ended one does not come back.
  expect((await change({ brandId, companyName: 'Two' })).status).toBe(200);
  expect(await told('Nurse')).toHaveLength(3);
  for (const [wrong, status] of [
    [[third], 404],
    [[first, first], 400],
    [[{ ...first, severity: 'loud' }], 400],
    [[{ ...first, message: ' ' }], 400],
    [[{ ...first, types: ['Everybody'] }], 400],
  ] as const)
    expect([wrong, (await change({ brandId, alerts: wrong })).status]).toEqual([wrong, status]);
  expect((await change({ brandId: other, alerts: [first] })).status).toBe(404);
  expect(await told('Nurse')).toHaveLength(3);
  expect(
    await portal.rows(`select message from brand_alert where ended_at is not null and brand_id = $1`, [brandId]),
  ).toEqual([{ message: 'For nurses and doctors' }]);
});

test('REL-07 of fifty changes of one version one is made; every other is told what stands there now', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { add, change, read } = await aBrandedCompany(portal);
  const { brandId } = (await add({ companyName: 'Name 0' })).reply;
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => change({ brandId, version: 1, companyName: `Name ${n + 1}` })),
  );
  expect(answers.map(({ status }) => String(status)).sort()).toEqual([
    '200',
    ...Array.from({ length: 49 }, () => '409'),
  ]);
  const [now] = await read(brandId);
  const won = answers.findIndex(({ status }) => status === 200);
  expect(now).toMatchObject({ companyName: `Name ${won + 1}`, version: 2 });
  const stale = answers.find(({ status }) => status === 409);
  expect(stale?.body).toMatchObject({
    code: 'stale',
    detail: { current: { brandId, version: 2, companyName: now?.companyName } },
  });
  expect(await portal.rows(`select count(*)::int as n from audit_entry where action = 'brand.changed'`)).toEqual([
    { n: 1 },
  ]);
});

test('REL-06 a repeated submit adds one brand', async () => {
  const portal = await openPortal();
  const { admin, companyId, read } = await aBrandedCompany(portal);
  const termDocId = await keptTerms(portal, companyId, admin.providerId);
  const body = { company_id: companyId, companyName: 'Once', termDocId };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      admin.call(api.addBrand, { body, headers: { 'idempotency-key': 'one-brand-0001' } }),
    ),
  );
  expect(new Set(answers.map(({ status, reply }) => `${status} ${reply?.brandId}`)).size).toBe(1);
  expect(await read()).toHaveLength(1);
});

test('API-08 a key that another brand of the company has is refused, also when both come at once; another company may have it', async () => {
  const portal = await openPortal();
  const { add, change, read } = await aBrandedCompany(portal);
  const stranger = await aBrandedCompany(portal);
  const answers = await Promise.all(Array.from({ length: 5 }, () => add({ companyName: 'Same', brandKey: 'same' })));
  expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '400', '400', '400', '400']);
  expect(answers.find(({ status }) => status === 400)).toMatchObject({
    code: 'company_brand.key_taken',
    message: 'Another brand of the company has this key.',
  });
  expect(await read()).toHaveLength(1);
  const other = (await add({ companyName: 'Other' })).reply.brandId;
  expect((await change({ brandId: other, brandKey: 'same' })).code).toBe('company_brand.key_taken');
  expect((await stranger.add({ companyName: 'Same', brandKey: 'same' })).status).toBe(200);
});

test('CAG-33 API-11 API-12 OPN-77 the e-mails and phones of the company are listed, none as an empty list', async () => {
  const portal = await openPortal();
  const { admin, companyId } = await aBrandedCompany(portal);
  const empty = await aBrandedCompany(portal);
  await aBrand(portal, companyId);
  expect((await admin.call(api.listCompanyEmails, { query: { companyId } })).body).toEqual({
    emails: [
      { email_ID: expect.any(Number) as number, email: expect.stringMatching(/^support@/) as string, verified: 1 },
      { email_ID: expect.any(Number) as number, email: expect.stringMatching(/^news@/) as string, verified: 0 },
    ],
  });
  expect((await admin.call(api.listCompanyPhones, { query: { companyId } })).body).toEqual({
    phones: [{ sender_ID: expect.any(Number) as number, phoneNumber: '+16175550100' }],
  });
  const none = { query: { companyId: empty.companyId } };
  expect((await empty.admin.call(api.listCompanyEmails, none)).body).toEqual({ emails: [] });
  expect((await empty.admin.call(api.listCompanyPhones, none)).body).toEqual({ phones: [] });
});
