/** What strangers are told about brands, and what is wrong in what was sent. */
import * as api from '@portal/contract/companies/brand-endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { expect, test } from 'vitest';
import { aBrand, aBrandedCompany, keptTerms } from '#test/brands.ts';
import { aPng } from '#test/image-corpus.ts';
import { aPdf } from '#test/pdfs.ts';
import { type Answer, type Asking, openPortal, type Portal } from '#test/portal.ts';

const image = { filename: 'logo.png', contentType: 'image/png', data: aPng(8, 8).toString('base64') };
const terms = { filename: 'terms.pdf', contentType: 'application/pdf', data: aPdf('Terms').toString('base64') };
const address = { street: '1 Main Street', city: 'Boston', state: 'Massachusetts', zip: '02110', country: 'US' };
type Ids = { companyId: number; brandId: number };
/** Every call with a good request about a brand. */
const calls: [Endpoint, (ids: Ids) => Asking][] = [
  [api.listBrands, ({ companyId, brandId }) => ({ query: { company_id: companyId, brand_id: brandId } })],
  [
    api.listBrandAlerts,
    ({ companyId, brandId }) => ({ query: { company_id: companyId, brand_id: brandId, type: 'Nurse' } }),
  ],
  [api.readBrandTrial, ({ companyId, brandId }) => ({ query: { company_id: companyId, brand_id: brandId } })],
  [api.readLogo, ({ companyId, brandId }) => ({ query: { company_id: companyId, brand_id: brandId } })],
  [api.changeBrand, ({ companyId, brandId }) => ({ body: { company_id: companyId, brandId, shortName: 'x' } })],
  [api.addPublicImage, ({ companyId, brandId }) => ({ body: { company_id: companyId, brand_id: brandId, ...image } })],
  [api.setLogo, ({ companyId, brandId }) => ({ body: { company_id: companyId, brand_id: brandId, ...image } })],
];
/** Those that name no brand. */
const bare: [Endpoint, (companyId: number) => Asking][] = [
  [api.listBrands, (company_id) => ({ query: { company_id } })],
  [api.addAddress, (company_id) => ({ body: { company_id, ...address } })],
  [api.addTerms, (company_id) => ({ body: { company_id, ...terms } })],
  [api.addBrand, (company_id) => ({ body: { company_id, companyName: 'Another', termDocId: 1 } })],
  [api.addPublicImage, (company_id) => ({ body: { company_id, ...image } })],
  [api.setLogo, (company_id) => ({ body: { company_id, ...image } })],
  [api.listCompanyEmails, (companyId) => ({ query: { companyId } })],
  [api.listCompanyPhones, (companyId) => ({ query: { companyId } })],
];
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Every row of the tables that these calls write. */
const everything = async (portal: Portal) =>
  Promise.all(
    [
      'company_brand',
      'brand_alert',
      'public_image',
      'company_email',
      'company_phone',
      'company_address',
      'host_brand',
      'document',
      'address',
      'audit_entry',
      'event',
    ].map((table) => portal.rows(`select coalesce(json_agg(t order by t::text), '[]') as rows from ${table} t`)),
  );

async function twoCompanies() {
  const portal = await openPortal();
  const [ours, theirs] = [await aBrandedCompany(portal), await aBrandedCompany(portal)];
  const [ourBrand, theirBrand] = [await aBrand(portal, ours.companyId), await aBrand(portal, theirs.companyId)];
  const brandId = (await ours.add(ourBrand)).reply.brandId;
  const theirBrandId = (await theirs.add(theirBrand)).reply.brandId;
  return {
    portal,
    ours: { ...ours, brandId, brand: ourBrand },
    theirs: { ...theirs, brandId: theirBrandId, brand: theirBrand },
  };
}

test('SEC-22 SEC-23 OPN-75 who says to be of another company is refused, a brand of another company is answered like none, and nothing changes', async () => {
  const { portal, ours, theirs } = await twoCompanies();
  const before = await everything(portal);
  for (const company of [theirs.companyId, 999_999]) {
    for (const [endpoint, ask] of bare) {
      const answer = await ours.admin.call(endpoint, ask(company));
      expect([nameOf(endpoint), answer.status, answer.code]).toEqual([nameOf(endpoint), 403, 'forbidden']);
    }
    for (const [endpoint, ask] of calls) {
      const answer = await ours.admin.call(endpoint, ask({ companyId: company, brandId: theirs.brandId }));
      expect([nameOf(endpoint), answer.status]).toEqual([nameOf(endpoint), 403]);
    }
  }
  for (const [endpoint, ask] of calls) {
    const none = await ours.admin.call(endpoint, ask({ companyId: ours.companyId, brandId: 999_999 }));
    const hidden = await ours.admin.call(endpoint, ask({ companyId: ours.companyId, brandId: theirs.brandId }));
    expect([nameOf(endpoint), none.status, none.code]).toEqual([nameOf(endpoint), 404, 'not_found']);
    expect([hidden.status, hidden.body]).toEqual([none.status, none.body]);
  }
  for (const [endpoint, ask] of [
    ...bare,
    ...calls.map(([one, asks]) => [one, (companyId: number) => asks({ companyId, brandId: ours.brandId })] as const),
  ])
    expect([nameOf(endpoint), (await portal.call(endpoint, ask(ours.companyId))).status]).toEqual([
      nameOf(endpoint),
      401,
    ]);
  expect(await everything(portal)).toEqual(before);
});

test('SEC-22 a brand refers to nothing of another company: images, e-mails, phones, documents, addresses and alerts of a stranger are answered like none', async () => {
  const { portal, ours, theirs } = await twoCompanies();
  const [brand] = await theirs.read(theirs.brandId);
  const before = await everything(portal);
  const foreign: Record<string, [unknown, unknown]> = {
    brandHeaderUrl: [theirs.brand.brandHeaderUrl, `/images/${'0'.repeat(32)}`],
    logo: [theirs.brand.brandHeaderUrl, `/images/${'0'.repeat(32)}`],
    senderEmailId: [theirs.brand.senderEmailId, 999_999],
    contactEmailId: [theirs.brand.contactEmailId, 999_999],
    senderPhoneId: [theirs.brand.senderPhoneId, 999_999],
    termDocId: [theirs.brand.termDocId, 999_999],
    addrId: [brand?.addrId, 999_999],
    alerts: [brand?.alerts, [{ ...brand?.alerts[0], alertId: 999_999 }]],
  };
  for (const [field, [hidden, unknown]] of Object.entries(foreign)) {
    for (const send of [
      (value: unknown) => ours.change({ brandId: ours.brandId, [field]: value }),
      (value: unknown) => ours.add({ companyName: 'Another', [field]: value }),
    ]) {
      const [one, other] = [await send(hidden), await send(unknown)];
      expect([field, one.status, one.code]).toEqual([field, 404, 'not_found']);
      expect([field, other.status, other.body]).toEqual([field, one.status, one.body]);
    }
  }
  const logo = (imageUrl: unknown) =>
    ours.admin.call(api.setLogo, { body: { company_id: ours.companyId, brand_id: ours.brandId, imageUrl } });
  expect((await logo(theirs.brand.brandHeaderUrl)).status).toBe(404);
  expect(await everything(portal)).toEqual(before);
  // Addresses of the company itself are somebody's too, and everybody of the company reads that of a brand (PRV-04).
  const home = await portal.addressOf(ours.companyId);
  expect((await ours.change({ brandId: ours.brandId, addrId: home })).status).toBe(404);
});

test('BST-12 SEC-23 the terms of a brand are a document that was kept as terms and is nothing else: any other is answered like none, and a brand keeps the terms that it has', async () => {
  const { portal, ours } = await twoCompanies();
  const { companyId } = ours;
  const by = ours.admin.providerId;
  const siteId = await portal.aSite(companyId, await portal.aTrial(companyId));
  const partnerId = await portal.aPartner(companyId, 'pharmacy');
  const [patient] = await portal.rows<{ id: number }>(
    `insert into patient (company_id, first_name, last_name, born_on, gender, email, type, preferred_contact, username, created_at)
     values ($1, 'Ada', 'Terms', '1950-01-01', 1, 'ada@mail.example', 1, 0, 'ada-terms', now()) returning patient_id as id`,
    [companyId],
  );
  const link = `insert into document_link (document_id, care_group_id, company_id, linked_at) values ($1, ${siteId}, ${companyId}, now())`;
  const became: Record<string, string> = {
    'the document of a site': `update document set care_group_id = ${siteId} where document_id = $1`,
    'the document of a partner': `update document set partner_id = ${partnerId} where document_id = $1`,
    'a deleted document': 'update document set removed_at = now() where document_id = $1',
    'a document of the library': 'update document set is_library = true where document_id = $1',
    'a template': 'update document set is_template = true where document_id = $1',
    'a copy of a form': `update document set template_id = ${await keptTerms(portal, companyId, by)} where document_id = $1`,
    'a document of a patient': `insert into patient_document (document_id, patient_id, company_id, added_at) values ($1, ${patient?.id}, ${companyId}, now())`,
    'a document that hangs in a group': link,
    'a report': `insert into user_report (document_id, company_id, care_group_id, changes_since, created_at) values ($1, ${companyId}, ${siteId}, now(), now())`,
    'a document that is to be signed': `insert into signing_request (company_id, document_id, kind, state, sr_uuid, requester_id, created_at)
      values (${companyId}, $1, 'general', 'open', gen_random_uuid(), ${by}, now())`,
  };
  const send = async (termDocId: number) => [
    await ours.add({ companyName: 'Another', termDocId }),
    await ours.change({ brandId: ours.brandId, termDocId }),
  ];
  const none = (await send(999_999)).map(({ status, body }) => [status, body]);
  expect(none.map(([status]) => status)).toEqual([404, 404]);
  for (const [what, sql] of Object.entries(became)) {
    const id = await keptTerms(portal, companyId, by);
    await portal.rows(sql, [id]);
    const before = await everything(portal);
    expect([what, (await send(id)).map(({ status, body }) => [status, body])]).toEqual([what, none]);
    expect(await everything(portal)).toEqual(before);
  }
  const fresh = await keptTerms(portal, companyId, by);
  expect((await send(fresh)).map(({ status }) => status)).toEqual([200, 200]);
  // What they became later is no reason to refuse another change.
  await portal.rows(link, [fresh]);
  const [kept] = await ours.read(ours.brandId);
  expect(kept).toMatchObject({ termDocId: fresh });
  expect((await ours.change({ ...kept, shortName: 'Later' })).status).toBe(200);
  expect(await ours.read(ours.brandId)).toMatchObject([{ termDocId: fresh, shortName: 'Later' }]);
});

const never = [true, [], {}, [1], 1.5, '\u0000', '\ud800', 'x'.repeat(10_000)];
const ids = [...never, 0, -1, '0', 'x', '1.5', 2_147_483_648, ''];
const texts = [...never.filter((value) => typeof value !== 'string' || value.length > 1), 5];
const wrong: Record<string, readonly unknown[]> = {
  company_id: [...ids, null],
  brandId: [...ids, null],
  companyName: [...texts, '', '  ', 'x'.repeat(101)],
  brandKey: [...texts, ' '],
  shortName: [...texts, 'x'.repeat(51)],
  street: [...texts, '', null],
  city: [...texts, '', 'x'.repeat(61)],
  state: [...texts, '', 'Foo'],
  zip: [...texts, '', '1', '021101'],
  country: [...texts, '', 'Narnia'],
  supportNumber: [...texts, '123', '+1', '+12', '6175550100', '+1617555010x'],
  contactFax: [...texts, '+999123456789'],
  email: [...texts, 'nobody', 'a@b', 'a@example.org\r\nBcc: b@example.org'],
  hours: [...texts, {}, { monday: 'Closed' }],
  'hours.monday': [...texts, '', '9:00-17:00', '24:00-25:00', '17:00-09:00', '09:00-09:00', 'closed'],
  'hours.timezone': [...texts, 'CET', ''],
  brandHeaderUrl: [...texts, 'https://elsewhere.example/x.png', 'javascript:alert(1)', '/images/1'],
  logo: [...texts, 'https://elsewhere.example/x.png', 'javascript:alert(1)', '/images/1'],
  senderEmailId: ids,
  contactEmailId: ids,
  senderPhoneId: ids,
  termDocId: ids,
  addrId: ids,
  senderEmailName: [...texts, 'Trellis\r\nBcc: b@example.org'],
  termsURL: [...texts, 'javascript:alert(1)', 'data:text/html,x', 'terms.html'],
  alerts: [
    ...texts.filter((value) => !(Array.isArray(value) && value.length === 0)),
    Array.from({ length: 21 }, () => ({ message: 'x', severity: 'info' })),
  ],
  version: ids.filter((value) => ![0, -1, '0'].includes(value as never)),
};

test('SEC-27 SEC-26 every wrong value of every field of a brand is a 400 that names the field, and nothing is written', {
  timeout: 300_000,
}, async () => {
  const { portal, ours } = await twoCompanies();
  const before = await everything(portal);
  let tried = 0;
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const [outer = '', inner] = field.split('.');
      const body = {
        ...ours.brand,
        brandKey: 'another',
        brandId: ours.brandId,
        [outer]: inner ? { ...ours.brand.hours, [inner]: value } : value,
      };
      const { brandId: _, ...added } = body;
      const answers: Pick<Answer<Endpoint>, 'status' | 'code' | 'fields' | 'body'>[] = [await ours.change(body)];
      if (!['brandId', 'version'].includes(field)) answers.push(await ours.add(added));
      for (const answer of answers) {
        const said = `${field} ${JSON.stringify(value)?.slice(0, 60)}: ${JSON.stringify(answer.body)}`;
        expect([answer.status, answer.code], said).toEqual([400, 'invalid']);
        expect(
          Object.keys(answer.fields).some((name) => name.startsWith(outer)),
          said,
        ).toBe(true);
        tried += 1;
      }
    }
  }
  expect(tried).toBeGreaterThan(400);
  // Only one of the verified can be chosen (OPC-97).
  const [unverified] = await portal.rows<{ id: number }>(
    'select email_id as id from company_email where company_id = $1 and not verified',
    [ours.companyId],
  );
  for (const field of ['senderEmailId', 'contactEmailId'])
    expect((await ours.change({ brandId: ours.brandId, [field]: unverified?.id })).fields).toEqual({
      [field]: 'must be a verified email',
    });
  expect(await everything(portal)).toEqual(before);
  expect(portal.logged.filter((line) => line.includes('"event":"unexpected"'))).toEqual([]);
});

test('SEC-25 BRN-13 no client sets what is the server’s: the portal address of a brand is refused unless it is as it was read, and so is everything else', async () => {
  const { ours } = await twoCompanies();
  const [before] = await ours.read(ours.brandId);
  for (const portalUrl of ['https://evil.example', '', null]) {
    const { status, message } = await ours.change({ brandId: ours.brandId, companyName: 'Another', portalUrl });
    expect([status, message]).toEqual([400, 'portalUrl is set by the portal and cannot be changed']);
  }
  expect((await ours.change({ brandId: ours.brandId, portalUrl: before?.portalUrl })).reply.version).toBe(1);
  expect(await ours.read(ours.brandId)).toEqual([before]);
  for (const field of ['brand_id', 'created_at', 'companyId', 'address_id', 'portal_url', 'isAdmin']) {
    expect((await ours.change({ brandId: ours.brandId, [field]: 1 })).fields).toEqual({
      [field]: 'is not a field of this call',
    });
  }
  for (const field of ['brandId', 'version'])
    expect((await ours.add({ companyName: 'Another', [field]: 7 })).fields).toEqual({
      [field]: 'is not a field of this call',
    });
});
