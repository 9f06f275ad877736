import { countries } from '@portal/contract/addresses/countries.ts';
import * as api from '@portal/contract/addresses/endpoints.ts';
import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
import { givenParticipant } from '#test/house.ts';
import { openPortal } from '#test/portal.ts';

test('ADR-17 API-14 DAT-16 OPN-60 OPN-65 anybody lists the twenty-five countries, a bare list, without a session', async () => {
  const portal = await openPortal();
  const answer = await portal.call(api.listCountries);
  expect([answer.status, Array.isArray(answer.body), answer.reply.length]).toEqual([200, true, 25]);
  expect(answer.body).toContainEqual({ isoCode: 'US', countryName: 'United States' });
  const codes = (answer.body as { isoCode: string }[]).map(({ isoCode }) => isoCode).sort();
  expect(codes.join(' ')).toBe('AT AU BE BG CA CH CZ DE DK ES FI FR GB GR HU IE IT NL NO NZ PL PT RO SE US');
});

test('ADR-18 API-15 API-16 OPN-60 OPN-66 provinces and fields come by country, the fields as a bare list; the US and Canada differ', async () => {
  const portal = await openPortal();
  const nurse = await portal.signedIn(await portal.aPerson('Nurse', { company_id: await portal.aCompany() }));
  const fields = async (isoCode: string) => (await nurse.call(api.listFields, { query: { isoCode } })).body;
  expect(await fields('US')).toEqual([
    { name: 'street', label: 'Street', required: true, maxLength: 100 },
    { name: 'street2', label: 'Street line 2', required: false, maxLength: 100 },
    { name: 'city', label: 'City', required: true, maxLength: 60 },
    { name: 'province', label: 'State', required: true, maxLength: 60 },
    { name: 'zip', label: 'ZIP code', required: true, maxLength: 10, regex: String.raw`^(?:\d{5}(-\d{4})?)$` },
  ]);
  expect((await fields('CA')) as unknown[]).toEqual(
    expect.arrayContaining([
      { name: 'province', label: 'Province', required: true, maxLength: 60 },
      expect.objectContaining({ name: 'zip', label: 'Postal code', maxLength: 7 }),
    ]),
  );
  const { provinces } = (await nurse.call(api.listProvinces, { query: { isoCode: 'US' } })).reply;
  for (const state of [
    { isoCode: 'AL', provinceName: 'Alabama' },
    { isoCode: 'DC', provinceName: 'District of Columbia' },
    { isoCode: 'WY', provinceName: 'Wyoming' },
  ])
    expect(provinces).toContainEqual(state);
  // Norway's post needs none.
  expect((await nurse.call(api.listProvinces, { query: { isoCode: 'NO' } })).body).toEqual({ provinces: [] });
  for (const call of [api.listFields, api.listProvinces])
    expect((await portal.call(call, { query: { isoCode: 'US' } })).status).toBe(401);
});

test('ADR-09 OPN-66 OPN-77 "USA" is the US in any case; a country that is not served is 404, a missing one 400', async () => {
  const portal = await openPortal();
  const nurse = await portal.signedIn(await portal.aPerson('Nurse', { company_id: await portal.aCompany() }));
  for (const call of [api.listFields, api.listProvinces]) {
    const us = (await nurse.call(call, { query: { isoCode: 'US' } })).body;
    for (const isoCode of ['USA', 'us', 'usa', ' Us '])
      expect((await nurse.call(call, { query: { isoCode } })).body).toEqual(us);
    for (const isoCode of ['ZZ', 'Narnia', 'constructor', "US' or 1=1"])
      expect([isoCode, (await nurse.call(call, { query: { isoCode } })).code]).toEqual([isoCode, 'not_found']);
    for (const query of [{}, { isoCode: '' }, { isoCode: 'x'.repeat(1_000) }, { 'isoCode[]': 'US' }]) {
      const answer = await nurse.call(call, { query });
      expect([answer.status, Object.keys(answer.fields)]).toEqual([400, ['isoCode']]);
    }
  }
});

test('ADR-03 ADR-06 ADR-11 OPN-67 SEC-27 in every country the server takes an address that fits the fields and provinces it has told, and no other', async () => {
  const portal = await openPortal();
  const { siteUser, siteId } = await portal.aTrialAtWork();
  const person = await portal.signedIn(siteUser);
  let count = 100;
  const add = (address: object) =>
    person.call(addParticipant, {
      body: givenParticipant(siteId, { subject_number: `${(count += 1)}-001`, address }),
    });
  const zips: Record<string, string> = { CZ: '110 00', GR: '105 57', IE: 'd02 x285', PT: '1100-148', GB: 'sw1a 1aa' };
  for (const { isoCode, zipExample } of countries) {
    const fields = (await person.call(api.listFields, { query: { isoCode } })).reply;
    const { provinces } = (await person.call(api.listProvinces, { query: { isoCode } })).reply;
    const zip = zipExample ?? zips[isoCode] ?? '';
    const regex = new RegExp(fields.find(({ name }) => name === 'zip')?.regex ?? '$.');
    expect([isoCode, regex.test(zip.toUpperCase())]).toEqual([isoCode, true]);
    const address = {
      country: isoCode,
      street: '1 High Street',
      city: 'Town',
      zip,
      ...(provinces[0] ? { province: provinces[0].provinceName } : {}),
    };
    const taken = await add(address);
    expect([isoCode, taken.status, taken.message]).toEqual([isoCode, 200, undefined]);
    expect(Object.keys((await add({ ...address, zip: '!' })).fields)).toEqual(['address.zip']);
    expect([isoCode, fields.some(({ name }) => name === 'province')]).toEqual([isoCode, provinces.length > 0]);
    if (provinces.length === 0) continue;
    const label = fields.find(({ name }) => name === 'province')?.label;
    expect((await add({ ...address, province: 'Foo' })).fields).toEqual({
      'address.state': `Unsupported ${label} name: Foo. For best support, please select a ${label} from the list.`,
    });
  }
  expect(await portal.rows('select count(*)::int as n from participant')).toEqual([{ n: countries.length }]);
});
