import { endpoints } from '@portal/contract/all.ts';
import { expect, test } from 'vitest';
import { markup } from '../../contract/test/hostile-markup.ts';
import { openHostileHouse, printOf } from './hostile-house.ts';
import { sendInBodies, sendInQueries } from './hostile-send.ts';
import { hostileTexts } from './hostile-texts.ts';

/** Fields whose words are kept nowhere, and why; those of any other would be lost. */
const unkept: Readonly<Record<string, string>> = {
  'companies.addBrand portalUrl': 'the portal says where it is reached',
  'companies.addPublicImage contentType': 'the image says what it is',
  'companies.setLogo contentType': 'the image says what it is',
  'documents.attachToGroups reason': 'asked where an order form takes the place of another',
  'documents.attachToGroups userType': 'asked of training forms',
  'shipments.createRequest participants.0.fname': 'the record of the participant has the name',
  'shipments.createRequest participants.0.lname': 'the record of the participant has the name',
  'subscriptions.chooseEmails token': 'it says who asks',
};
/** A state by another name. */
const isProvince = (field: string) => field.endsWith(' address.province');

test('SEC-26 SEC-28 hostile texts and markup in any text field of any call are refused or kept letter for letter, quickly, touch nobody else, and come back as JSON that no browser shows', {
  timeout: 300_000,
}, async () => {
  expect(hostileTexts.length).toBeGreaterThanOrEqual(40);
  expect(markup.length).toBeGreaterThanOrEqual(30);
  const house = await openHostileHouse();
  const before = await printOf(house, house.bystander);
  const texts = [...hostileTexts, ...markup];
  const told = await sendInBodies(house, texts);
  expect(told.wrong).toEqual([]);
  // So that the words above say something: these many texts were taken, by these many fields.
  expect(told.fields.length).toBeGreaterThan(45);
  expect(told.found).toBeGreaterThan(500);
  expect(told.unkept.filter((field) => !isProvince(field)).sort()).toEqual(Object.keys(unkept).sort());
  expect(texts.filter((text) => (told.sent[text] ?? 0) < 20)).toEqual([]);
  for (const { name, endpoint } of endpoints) {
    if (endpoint.method !== 'GET') continue;
    const good = await house.good(name, endpoint);
    const { headers } = await good.ask({ query: good.query });
    expect([name, headers['content-type'], headers['x-content-type-options']]).toEqual([
      name,
      'application/json; charset=utf-8',
      'nosniff',
    ]);
  }
  expect(await printOf(house, house.bystander)).toEqual(before);
  expect(house.logged.filter((line) => line.includes('"event":"unexpected"'))).toEqual([]);
});

test('SEC-26 hostile texts in any parameter of any call are refused or find what nothing matches, quickly', {
  timeout: 300_000,
}, async () => {
  const house = await openHostileHouse();
  const before = await printOf(house, house.bystander);
  const { wrong, tried, sent } = await sendInQueries(house, hostileTexts);
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(4_000);
  expect(sent).toBeGreaterThan(1_000);
  expect(await printOf(house, house.bystander)).toEqual(before);
  expect(house.logged.filter((line) => line.includes('"event":"unexpected"'))).toEqual([]);
});
