import { expect, test } from 'vitest';
import { fillOrderForms } from './fill-order-forms.ts';

test('SEC-27 OPS-71 a template of 51 MB is not held in memory once for each of many forms', async () => {
  const template = new Uint8Array(51 * 1_048_576);
  expect(await fillOrderForms(template, [{}, {}])).toEqual({ problem: 'It is too large for so many products.' });
});

test('OPS-71 what is no PDF is told in words', async () => {
  expect(await fillOrderForms(new Uint8Array(100), [{}])).toEqual({ problem: 'The file cannot be read.' });
});
