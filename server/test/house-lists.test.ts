/** No list is without a bound, and none ends in silence: what an endpoint declares, what its query does, what its answer says. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { moduleNames, type UserType } from '@portal/contract/access.ts';
import { endpoints } from '@portal/contract/all.ts';
import { endpoint, type Schema } from '@portal/contract/endpoint.ts';
import { addPatient, addToGroup } from '@portal/contract/patients/endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Room } from '#platform/http/calls.ts';
import { openApi } from '../src/platform/http/openapi.ts';
import { goodAsksOf, tabled } from './access-table.ts';
import { callersOf } from './access-table-fields.ts';
import { atNoon, type Place, type Things } from './access-table-world.ts';
import { aPatientBody } from './patients.ts';
import { openPortal } from './portal.ts';

/** Calls that answer with a list and declare no bound, and what keeps it short. */
const bounded: Record<string, readonly string[]> = {
  'a person has few of their own': ['identity.me', 'identity.listSessions', 'providers.listNotifications'],
  'the code names all there are': [
    'addresses.listCountries',
    'addresses.listFields',
    'addresses.listProvinces',
    'cards.readParticipantCard',
    'companies.companyModules',
  ],
  'what saves it says how many there may be': [
    'companies.brandOfHost',
    'companies.listBrandAlerts',
    'documents.fetchDocument',
    'providers.listGroupsOfUser',
    'reorderForms.readMedicationList',
    'signing.readToSign',
    'signing.verifyDocument',
  ],
  'it is one row for each of the last twelve months, or eight quarters': [
    'reports.countAssessments',
    'reports.countOutreach',
    'reports.countPatientOutreach',
    'reports.countShipments',
  ],
  'it shows the first few of what was found': ['goTo.findPlaces'],
  'it has pages or portions of its own, and says how many there are': [
    'audit.exportAudit',
    'audit.exportSecurityEvents',
    'audit.readAudit',
    'audit.readSecurityEvents',
    'conversations.listMessages',
    'lots.listLots',
    'patients.listPatients',
  ],
  'a report that would be too long is refused instead of cut short': [
    'audit.accessReport',
    'reports.inviteStatusReport',
    'reports.participantReport',
    'reports.trainingReport',
    'shipments.invoiceForPharmacy',
    'shipments.invoiceForSite',
    'shipments.invoiceForWholesaler',
  ],
};

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  anyOf?: Shape[];
}
const isList = ({ type, anyOf = [] }: Shape): boolean => type === 'array' || anyOf.some(isList);
/** A list itself, or with one beside other fields; what stands further in belongs to the record around it. */
function hasList(reply: Schema): boolean {
  const shape = z.toJSONSchema(reply as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Shape;
  return isList(shape) || Object.values(shape.properties ?? {}).some(isList);
}

test('OPS-23 a call that answers with a list declares how many rows it has at most, or there is a reason why it is short', () => {
  const without = endpoints
    .filter(({ endpoint: { method, reply, atMost } }) => method === 'GET' && hasList(reply) && atMost === undefined)
    .map(({ name }) => name);
  expect(without.sort()).toEqual(Object.values(bounded).flat().sort());
});

test('OPS-23 the published document says of each bounded list how its answer tells that there are more', () => {
  const published = openApi(endpoints)['paths'] as Record<
    string,
    { get?: { responses: Record<200, { headers?: object }> } }
  >;
  const headersOf = (at: string) => published[at]?.get?.responses[200].headers;
  expect(headersOf('/api/company/sponsor')).toEqual({
    'x-more': {
      description: '`true` where more than 5000 rows would have come; the first 5000 have.',
      schema: { type: 'boolean' },
    },
  });
  expect(headersOf('/api/pharmacy-partner/shipping-requests')).toEqual({
    'x-more': {
      description: 'Only where more than 5000 rows would have come: what to give as `after` for the next ones.',
      schema: { type: 'integer' },
    },
  });
  expect(headersOf('/api/auth/me')).toBeUndefined();
});

const home = path.join(import.meta.dirname, '../..');
/** Limits of the rooms that are no list's: a single row aside, each with its reason. */
const limits: Record<string, readonly string[]> = {
  'how many of one kind are in a list is for its act to say': [
    'shipments/packing/known-lots.ts: most',
    'shipments/queries.ts: most',
    'signing/queries.ts: most',
  ],
  'pages and portions, which say how many there are': [
    'audit/queries.ts: at.size',
    'audit/queries.ts: at.size',
    'audit/queries.ts: countedEntries + 1',
    'conversations/queries.ts: limit',
    'conversations/patient/talk.ts: limit + 1',
    'conversations/recipients.ts: most.patients + 1',
    'conversations/recipients.ts: mostLeftOut',
    'lots/queries.ts: size + 1',
    'lots/queries.ts: mostTraced + 1',
  ],
  'the first few of what was found, and more digits find the others': [
    'go-to/queries.ts: mostFound + 1',
    'go-to/queries.ts: mostFound + 1',
  ],
  'no more than these are sent at once, and the next reminder carries the others': ['outreach/tell-anew.ts: mostAnew'],
  'one more than the report may have, which is then refused': [
    'audit/access-report.ts: mostAccounts + 1',
    'audit/access-report.ts: mostAccounts + 1',
    'audit/copy/copy-account.ts: most.changes + 1',
    'reports/queries.ts: mostRows + 1',
    'reports/queries.ts: mostRows + 1',
    'reports/queries.ts: mostRows + 1',
    'shipments/papers/invoice.ts: mostRows + 1',
  ],
  'work that goes on with the next portion, or counts no further': [
    'conversations/patient/tell-patients.ts: portion',
    'conversations/post-broadcast.ts: portion',
    'documents/queries.ts: portion',
    'identity/passwords/reset-codes.ts: resetsPerEmail',
    'outreach/tell-patients.ts: portion',
    'providers/give-switches.ts: portion',
    'providers/inviting/queries.ts: to.most',
    'schedules/materialise.ts: portion',
    'shipments/queries.ts: newestEnded',
    'shipments/tell-of-steps.ts: portion',
    'signing/seal-document.ts: mostAtOnce',
  ],
};

test('OPS-23 no query of a room ends a list by a limit of its own', () => {
  const found = globSync('server/src/rooms/**/*.ts', { cwd: home })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(path.join(home, file), 'utf8').matchAll(/\.limit\(([^)]*)\)/g)]
        .filter(([, most]) => most !== '1')
        .map(([, most]) => `${path.relative('server/src/rooms', file).replaceAll('\\', '/')}: ${most}`),
    );
  expect(found.sort()).toEqual(Object.values(limits).flat().sort());
});

const numbers = (atMost?: number) =>
  endpoint({
    method: 'GET',
    path: '/numbers',
    summary: 'A person lists numbers',
    access: {},
    query: z.strictObject({ upTo: z.string(), way: z.enum(['list', 'all']) }),
    reply: z.object({ numbers: z.array(z.number()) }),
    ...(atMost === undefined ? {} : { atMost }),
  });
const portalWith = async (atMost?: number) => {
  const call = numbers(atMost);
  const room: Room = ({ route }) =>
    route(call, async ({ query, tx, list }) => {
      const some = tx
        .selectFrom(sql<{ n: number }>`(select generate_series(1, ${Number(query.upTo)}::int) as n)`.as('number'))
        .select('n')
        .orderBy('n');
      const rows = query.way === 'list' ? await list(some, ({ n }) => 100 + n) : await some.execute();
      return { numbers: rows.map(({ n }) => n) };
    });
  const portal = await openPortal({}, { rooms: [room] });
  const caller = await portal.signedIn(await portal.aPerson('Nurse', { company_id: await portal.aCompany() }));
  return async (upTo: number, way: 'list' | 'all') => {
    const { status, reply, headers } = await caller.call(call, { query: { upTo: String(upTo), way } });
    return { status, numbers: (reply as { numbers: number[] } | undefined)?.numbers, more: headers['x-more'] };
  };
};

test('OPS-23 a list that leaves rows out says so and where it goes on; one that comes whole says nothing', async () => {
  const ask = await portalWith(3);
  expect(await ask(3, 'list')).toEqual({ status: 200, numbers: [1, 2, 3], more: undefined });
  expect(await ask(4, 'list')).toEqual({ status: 200, numbers: [1, 2, 3], more: '103' });
});

test('OPS-23 a list without the bound that its call declares fails, and so does a bound that is not declared', async () => {
  const declared = await portalWith(3);
  expect((await declared(2, 'all')).status).toBe(500);
  const undeclared = await portalWith();
  expect((await undeclared(2, 'list')).status).toBe(500);
  expect(await undeclared(2, 'all')).toEqual({ status: 200, numbers: [1, 2], more: undefined });
});

/** Lists that hold something as soon as they can be asked for, and what. */
const neverEmpty: Record<string, readonly string[]> = {
  'whoever asks is one of them': [
    'GET /care-groups/care-providers',
    'GET /care-groups/care-providers/report',
    'GET /records/people',
  ],
  'what is asked for names one of them': [
    'GET /care-groups/clinical-trial/set-up',
    'GET /trial-site/pharmacy-partners',
    'GET /trial-site/wholesaler-partners',
    'GET /pharmacy-partners/users',
    'GET /wholesaler-partners/users',
    'GET /patient/care-groups',
    'GET /patients/timeline',
  ],
  'they are of no company': ['GET /drugs/search'],
};

/** A company with an administrator and nothing else; and one with what other lists are asked by, and nothing in these. */
async function openFreshCompanies(): Promise<Place[]> {
  const portal = await openPortal();
  // The requests of the access table are of this time.
  portal.app.clock.set(new Date(atNoon));
  const modules = moduleNames.filter((name) => name !== 'ReadOnlyPatientDetails');
  const aPerson = async (type: UserType, company: number, fields = {}, groups: number[] = []) =>
    portal.signedIn(await portal.aPerson(type, { company_id: company, ...fields }, groups));
  const nothing = await portal.aCompany(modules);
  const alone = await aPerson('Admin', nothing);

  const company = await portal.aCompany(modules);
  const sponsor = await portal.aSponsor(company);
  const trial = await portal.aTrial(company, { sponsor_id: sponsor });
  const site = await portal.aSite(company, trial);
  const [pharmacy, wholesaler] = [
    await portal.aPartner(company, 'pharmacy'),
    await portal.aPartner(company, 'wholesaler'),
  ];
  for (const partner of [pharmacy, wholesaler]) await portal.connect(company, site, partner);
  const people = {
    admin: await aPerson('Admin', company),
    siteUser: await aPerson('Site User', company, {}, [site]),
    other: await aPerson('Other', company, {}, [site]),
    nurse: await aPerson('Nurse', company, {}, [site]),
    sponsor: await aPerson('Sponsor', company, { sponsor_id: sponsor }),
    pharmacist: await aPerson('Pharmacy User', company, { partner_id: pharmacy }),
    wholesaler: await aPerson('Wholesaler User', company, { partner_id: wholesaler }),
  };
  const { u_id: patient } = (await people.admin.call(addPatient, { body: aPatientBody() })).reply;
  await people.admin.call(addToGroup, { body: { u_id: patient, g_id: site } });
  const ofTrial = { sponsorOfTrial: sponsor, trial, emptyTrial: trial, site, bareSite: site, servedSite: site };
  const ofPartners = { pharmacy, wholesaler, myPharmacy: pharmacy, myWholesaler: wholesaler };
  const colleague = people.siteUser.providerId;
  const things = { company, patient, colleague, ...ofTrial, ...ofPartners };
  // What is not here is named by nothing that is asked.
  return [
    { people: { admin: alone }, thingsOf: () => ({ company: nothing, me: alone.providerId }) as Things },
    { people, thingsOf: (role) => ({ ...things, me: people[role].providerId }) as Things },
  ];
}

test('OPS-22 a list of a company that has nothing yet is answered with 200 and is empty, whoever asks', async () => {
  const companies = await openFreshCompanies();
  const held = new Set<string>();
  let asked = 0;
  for (const { call, endpoint, line } of tabled()) {
    if (endpoint.atMost === undefined) continue;
    const asksIn = (place: Place) =>
      callersOf(line, place).flatMap(([role, caller]) =>
        goodAsksOf(line, place.thingsOf(role))
          .map(({ query = {} }) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)))
          .filter((query) => !endpoint.query || (endpoint.query as z.ZodType).safeParse(query).success)
          .map((query) => ({ role, caller, query })),
      );
    const asks = companies.map(asksIn).find((some) => some.length > 0) ?? [];
    for (const { role, caller, query } of asks) {
      const { status, body } = await caller.call(endpoint, { query });
      expect({ call, role, query, status }).toEqual({ call, role, query, status: 200 });
      const lists = [body, ...Object.values(body as object)].filter(Array.isArray);
      if (lists.some(({ length }) => length > 0)) held.add(call);
    }
    if (asks.length > 0) asked += 1;
  }
  expect([...held].sort()).toEqual(Object.values(neverEmpty).flat().sort());
  expect(asked).toBeGreaterThan(60);
});
