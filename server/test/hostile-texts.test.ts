import { expect, test } from 'vitest';
import { openHostileHouse, printOf } from './hostile-house.ts';
import { sendInBodies, sendInQueries } from './hostile-send.ts';
import { hostileTexts } from './hostile-texts.ts';

test('SEC-26 hostile texts in any text field of any call are refused or kept letter for letter, quickly, and touch nobody else', {
  timeout: 300_000,
}, async () => {
  expect(hostileTexts.length).toBeGreaterThanOrEqual(40);
  const house = await openHostileHouse();
  const before = await printOf(house, house.bystander);
  const told = await sendInBodies(house, hostileTexts);
  expect(told.wrong).toEqual([]);
  // So that the words above say something: these many texts were taken, by these many fields.
  expect(told.fields.length).toBeGreaterThan(45);
  expect(told.found).toBeGreaterThan(300);
  expect(hostileTexts.filter((text) => (told.sent[text] ?? 0) < 20)).toEqual([]);
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
