import { expect, test } from 'vitest';
import { fieldsOf, withValue } from './hostile-fields.ts';
import { printOf, openHostileHouse } from './hostile-house.ts';
import { asParameter, wrongValues } from './hostile-values.ts';

/** OPS-12: accepted and ignored. */
const takesAnything = [
  'shipments.invoiceForSite sId',
  'shipments.invoiceForPharmacy sId',
  'shipments.invoiceForWholesaler sId',
];

/** Says nothing, or says it in the words of a library. */
const saysNothing = (sentence: string): boolean =>
  /^(Invalid (input|option|string|value)|Too (big|small)|is not valid|does not have the form)|\b(?<word>\w+) or \k<word>\b/.test(
    sentence,
  );

test('SEC-27 a value of a wrong type, length, range or form in any field of any call is a 400 that names the field and says what would be right, and nothing is written', {
  timeout: 180_000,
}, async () => {
  const house = await openHostileHouse();
  const goods = new Map<string, Awaited<ReturnType<typeof house.good>>>();
  for (const { name, endpoint } of house.calls)
    for (const field of fieldsOf(endpoint))
      goods.set(`${name} ${field.path.join('.')}`, await house.good(name, endpoint, field));
  const before = await printOf(house);
  const wrong: string[] = [];
  const open: string[] = [];
  let tried = 0;
  for (const { name, endpoint } of house.calls) {
    for (const field of fieldsOf(endpoint)) {
      const path = field.path.join('.');
      const good = goods.get(`${name} ${path}`)!;
      if (field.kind === 'anything') open.push(`${name} ${path}`);
      for (const value of wrongValues(field)) {
        const { [path]: _, ...others } = good.query ?? {};
        const answer = await good.ask(
          field.part === 'query'
            ? { query: { ...others, ...asParameter(path, value) }, body: good.body }
            : { query: good.query, body: withValue(good.body, field.path, value) },
        );
        tried += 1;
        const named = Object.keys(answer.fields).some((one) => one === path || one.startsWith(`${path}.`));
        const unclear = Object.values(answer.fields).some(saysNothing);
        if (answer.status !== 400 || !['invalid', 'PASSWORD_POLICY'].includes(answer.code ?? '') || unclear || !named)
          wrong.push(
            `${name} ${path} ${String(JSON.stringify(value)).slice(0, 60)}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 200)}`,
          );
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(open.sort()).toEqual([...takesAnything].sort());
  expect(tried).toBeGreaterThan(5_000);
  expect(await printOf(house)).toEqual(before);
  expect(house.logged.filter((line) => line.includes('"event":"unexpected"'))).toEqual([]);
});
