/** Who may make which call: all calls and all kinds of people against a table that was written by hand. */
import { moduleNames } from '@portal/contract/access.ts';
import { endpoints } from '@portal/contract/all.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { replaceFactor } from '@portal/contract/identity/account-endpoints.ts';
import { me } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { accessTable, asksOf, callOf, type Line, tabled } from './access-table.ts';
import { fieldOf, idFieldsOf, marked, named, printsOf } from './access-table-fields.ts';
import { everyType, refused } from './access-table-types.ts';
import { openTwoCompanies } from './access-table-world.ts';
import { aPersonWithApp, challengeFor, nextCode } from './factors.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword } from './people.ts';
import { type Asking, openPortal, type Portal } from './portal.ts';

test('SEC-01 SEC-24 every call has its line in the access table, with a good request that fills whatever can name a record', () => {
  expect(Object.keys(accessTable).sort()).toEqual(endpoints.map(({ endpoint }) => callOf(endpoint)).sort());
  for (const { call, endpoint, line } of tabled()) {
    const filled = new Set(named(line).map(({ spot }) => fieldOf(spot)));
    const fields = [...idFieldsOf(endpoint.query), ...idFieldsOf(endpoint.body)];
    // CGP-16: a contact that is sent is ignored, so it names nothing; a member of an insurance is no record; a draft is not looked at,
    // and the order form that somebody saw is compared with the present one, whosever it is.
    const namesNothing = ['memberId', 'draft.goalChanges.*.medId', 'replaces'];
    const left = fields.filter(
      (field) =>
        !filled.has(field) &&
        !namesNothing.includes(field) &&
        !(call === 'POST /care-groups' && field === 'primaryContact'),
    );
    expect({ call, left }).toEqual({ call, left: [] });
    expect({ call, takesNoId: filled.size === 0 }).toEqual({ call, takesNoId: line.takesNoId ?? false });
  }
});

/** A request that gets no further than to its first look at the fields. */
function withUnknownField({ method }: Endpoint, line: Line): Asking {
  const [{ headers = {}, query } = {}] = asksOf(line, marked);
  if (method === 'GET' || method === 'DELETE') return { headers, query: { x: 1 } };
  // A number of a record passes; it is not looked for before the body is read.
  const named = query && Object.fromEntries(Object.keys(query).map((name) => [name, 1]));
  return { headers, body: { x: 1 }, ...(named ? { query: named } : {}) };
}

/** Somebody of each type, with admin rights and without, in a company with these modules. */
async function everyKindOfPerson(portal: Portal, modules: readonly (typeof moduleNames)[number][]) {
  const companyId = await portal.aCompany(modules);
  const people = [];
  for (const type of [...everyType, ...refused])
    for (const adminRights of [true, false]) {
      const caller = await portal.signedIn(
        await portal.aPerson(type, { company_id: companyId, admin_rights: adminRights }),
      );
      people.push({ type, adminRights, modules, call: caller.call });
    }
  return people;
}
type AnyPerson = Awaited<ReturnType<typeof everyKindOfPerson>>[number];

/** 400: through the gate, and stopped by the field; 500 of a call that refuses everything so. */
function expectedStatus(endpoint: Endpoint, { who }: Line, { type, adminRights, modules }: AnyPerson): number {
  if (who === 'anybody') return 400;
  if (refused.includes(type)) return 401;
  const mayCall =
    who.types.includes(type) &&
    (!who.module || modules.includes(who.module)) &&
    (!who.anyModule || who.anyModule.some((name) => modules.includes(name))) &&
    (!who.withoutModule || !modules.includes(who.withoutModule)) &&
    (!who.adminRights || adminRights) &&
    // Nobody else of these people sees the whole company: they are in no group.
    (who.reach !== 'company' || type === 'Admin');
  if (!mayCall) return 403;
  return endpoint.refusesWith500 ? 500 : 400;
}

test('SEC-24 SEC-06 OPC-08 OPN-75 every call is open to the kinds of people in its line and to nobody else, by type, admin rights and module', {
  timeout: 300_000,
}, async () => {
  const portal = await openPortal();
  const every = moduleNames;
  const needed = [
    ...new Set(
      Object.values(accessTable).flatMap(({ who }) =>
        who === 'anybody' ? [] : [who.module ?? [], who.withoutModule ?? []].flat(),
      ),
    ),
  ];
  const always = [...(await everyKindOfPerson(portal, every)), ...(await everyKindOfPerson(portal, []))];
  const without = new Map<string, AnyPerson[]>();
  for (const module of needed)
    without.set(
      module,
      await everyKindOfPerson(
        portal,
        every.filter((name) => name !== module),
      ),
    );
  const before = await printsOf(portal);
  const differences: string[] = [];
  let made = 0;
  for (const { call, endpoint, line } of tabled()) {
    const right = line.who === 'anybody' ? undefined : line.who;
    const some = [right?.module, right?.withoutModule].flatMap((module) => without.get(module ?? '') ?? []);
    for (const person of [...always, ...some]) {
      const { status, fields } = await person.call(endpoint, withUnknownField(endpoint, line));
      const expected = expectedStatus(endpoint, line, person);
      const { type, adminRights, modules } = person;
      const who = `${type}, adminRights ${Number(adminRights)}, ${modules.length} modules`;
      if (status !== expected) differences.push(`${call} by ${who}: ${status}, not ${expected}`);
      else if (status === 400 && fields['x'] !== 'is not a field of this call')
        differences.push(`${call} by ${who}: the field is not named`);
      made += 1;
    }
  }
  expect({ first: differences.slice(0, 20), number: differences.length }).toEqual({ first: [], number: 0 });
  expect(made).toBeGreaterThan(4_000);
  expect(await printsOf(portal)).toEqual(before);
});

test('SEC-01 SEC-03 SEC-08 OPN-07 APG-01 without a session, with half of one or with its cookie alone, the best request to any call but the open ones is a 401, and nothing changes', {
  timeout: 300_000,
}, async () => {
  const { portal, ours, companyId } = await openTwoCompanies();
  const withApp = await aPersonWithApp(portal, 'Site User', { companyId });
  const replacing = await withApp.call(replaceFactor, {
    body: { password: goodPassword, code: nextCode(portal, withApp) },
  });
  expect(replacing.status).toBe(200);
  // After the password: before the code, before the set-up, and while the app is being replaced.
  const halfWay = [
    await challengeFor(portal, withApp.email),
    await challengeFor(portal, (await aPersonWithAccount(portal, 'Admin', { companyId })).email),
    replacing.reply.challenge,
  ];
  const whole = await aSignedInPerson(portal, 'Site User', { companyId });
  const [cookieName] = whole.cookie.split('=');
  const credentials: Record<string, string>[] = [
    {},
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${'x'.repeat(43)}` },
    { authorization: 'Basic YTpi' },
    { authorization: whole.token },
    { cookie: whole.cookie },
    ...halfWay.map((challenge) => ({ authorization: `Bearer ${challenge}`, cookie: `${cookieName}=${challenge}` })),
  ];
  const things = ours.thingsOf('admin');
  const before = await printsOf(portal);
  let refusals = 0;
  for (const { call, endpoint, line } of tabled()) {
    if (line.who === 'anybody') continue;
    for (const asking of asksOf(line, things))
      for (const headers of credentials) {
        const { status, body } = await portal.call(endpoint, { ...asking, headers });
        const refusal = { code: 'unauthenticated', message: 'Request Denied' };
        expect({ call, headers, status, body }).toEqual({ call, headers, status: 401, body: refusal });
        refusals += 1;
      }
  }
  expect(refusals).toBeGreaterThan(600);
  expect(await printsOf(portal)).toEqual(before);
  expect((await whole.call(me)).status).toBe(200);
});
