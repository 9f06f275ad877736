import { expect, test } from 'vitest';
import { bodyLimitOf } from '#platform/http/large-bodies.ts';
import { fieldsOf, withValue } from './hostile-fields.ts';
import { printOf, openHostileHouse } from './hostile-house.ts';
import { dealing, isRefusal, refusalOf } from './hostile-shares.ts';
import { asParameter, wrongValues } from './hostile-values.ts';

/** OPS-12: accepted and ignored. */
const takesAnything = [
  'shipments.invoiceForSite sId',
  'shipments.invoiceForPharmacy sId',
  'shipments.invoiceForWholesaler sId',
];

/** One of something, or a list of them. */
const takesLists = [
  'clinic.listInterventions g_id',
  'documents.attachToGroups g_id',
  'followUps.listFollowUps cpId',
  'followUps.countOtherFollowUps cpId',
  'documents.attachToGroups userType',
  'patientRecords.attachToPatients u_id',
  'patients.listPatients g_id',
  'providers.removeGroupsOfUser g_id',
  'userReports.listPeopleOfGroups g_id',
];

/** Says nothing, or says it in the words of a library. */
const saysNothing = (sentence: string): boolean =>
  /^(Invalid (input|option|string|value)|Too (big|small)|is not valid|does not have the form)|\b(?<word>\w+) or \k<word>\b/.test(
    sentence,
  );

test('SEC-27 a value of a wrong type, length, range or form in any field of any call is a 400 that names the field and says what would be right, and nothing is written', {
  timeout: 600_000,
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
  const dealt = dealing(2);
  let served = 0;
  for (const { name, endpoint } of house.calls) {
    for (const field of fieldsOf(endpoint)) {
      const path = field.path.join('.');
      const good = goods.get(`${name} ${path}`)!;
      if (field.kind === 'anything') open.push(`${name} ${path}`);
      const values = wrongValues(field).filter(
        (value) => !(takesLists.includes(`${name} ${path}`) && (Array.isArray(value) || value === 1)),
      );
      const refused = endpoint.refusesWith500 ? 500 : 400;
      const throughTheServer = new Set(dealt(field, values));
      const problemOf = ({
        code,
        fields = {},
      }: {
        code?: string | undefined;
        fields?: Record<string, string> | undefined;
      }) => {
        const isNamed = Object.keys(fields).some((one) => one === path || one.startsWith(`${path}.`));
        return isRefusal(endpoint, code ?? '') && isNamed && !Object.values(fields).some(saysNothing)
          ? null
          : JSON.stringify({ code, fields }).slice(0, 200);
      };
      for (const value of values) {
        const { [path]: _, ...others } = good.query ?? {};
        const asked =
          field.part === 'query'
            ? { query: { ...others, ...asParameter(path, value) }, body: good.body }
            : { query: good.query, body: withValue(good.body, field.path, value) };
        tried += 1;
        const said = `${name} ${path} ${String(JSON.stringify(value)).slice(0, 60)}`;
        const refusal = refusalOf(endpoint, asked);
        const unclear = refusal && problemOf(refusal);
        if (unclear) wrong.push(`${said}: ${unclear}`);
        if (refusal && !throughTheServer.has(value)) continue;
        // What the schema lets through, the act has to refuse.
        const answer = await good.ask(asked);
        served += 1;
        // SEC-27: what is longer than strangers may send is refused unread.
        if (Buffer.byteLength(JSON.stringify(asked.body ?? null)) > bodyLimitOf(endpoint)) {
          const tooLarge = endpoint.refusesWith400 ? 400 : 413;
          if (answer.status !== tooLarge) wrong.push(`${said}: ${answer.status} and not ${tooLarge}`);
          continue;
        }
        const problem = answer.status === refused ? problemOf(answer) : JSON.stringify(answer.body);
        if (problem) wrong.push(`${said}: ${answer.status} ${problem}`);
        else if (refusal && JSON.stringify(answer.fields) !== JSON.stringify(refusal.fields))
          wrong.push(`${said}: the server names ${JSON.stringify(answer.fields)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(open.sort()).toEqual([...takesAnything].sort());
  expect(tried).toBeGreaterThan(15_000);
  expect(served).toBeGreaterThan(1_500);
  expect(await printOf(house)).toEqual(before);
  expect(house.logged.filter((line) => line.includes('"event":"unexpected"'))).toEqual([]);
});
