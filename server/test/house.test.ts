import { copyRecords } from '@portal/contract/audit/endpoints.ts';
import { endpoints } from '@portal/contract/all.ts';
import * as dev from '@portal/contract/dev/endpoints.ts';
import { type Endpoint, isConditional, takesKey } from '@portal/contract/endpoint.ts';
import { listParticipants, removeParticipant } from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
import { openApi } from '#platform/http/openapi.ts';
import { aBuiltWebApp } from './house.ts';
import { openPortal, type Portal } from './portal.ts';

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Beside the calls: what a machine asks. Who may make which call stands in `access-table.ts`. */
const openRoutes = ['/api/health/live', '/api/health/ready', '/api/openapi.json'];

/** Every route of the server, as the server itself lists them. */
function routesOf(portal: Portal): string[] {
  const routes: string[] = [];
  const above: string[] = [];
  for (const line of portal.app.http.printRoutes({ commonPrefix: false }).split('\n')) {
    const parts = /^([│ ]*)(?:├|└)── (.*?) \((.*)\)$/.exec(line);
    if (!parts) continue;
    const [, indent = '', text = '', methods = ''] = parts;
    above.length = indent.length / 4;
    above.push(text);
    for (const method of methods.split(', ')) routes.push(`${method} ${above.join('')}`);
  }
  return routes;
}

test('every endpoint of the contract is served once, has an access line and a sentence, and nothing else is served below /api', async () => {
  const portal = await openPortal();
  const served = portal.app.served.map(nameOf).sort();
  const ofDevelopment = [dev.outbox, dev.setClock].map(nameOf);
  expect(served).toEqual([...endpoints.map(({ endpoint }) => nameOf(endpoint)), ...ofDevelopment].sort());
  expect(new Set(served).size).toBe(served.length);
  for (const { name, endpoint } of endpoints) {
    expect({ name, access: endpoint.access === 'open' || typeof endpoint.access === 'object' }).toEqual({
      name,
      access: true,
    });
    expect(endpoint.summary).toMatch(/^[A-Z].{10,}[^.]$/);
  }
  const routes = routesOf(portal).filter((route) => route.includes(' /api/') && !route.startsWith('HEAD '));
  expect(routes.sort()).toEqual(
    [...served.map((name) => name.replace(' ', ' /api')), ...openRoutes.map((url) => `GET ${url}`)].sort(),
  );
});

test('SEC-01 a call that does not exist and a method that does not fit are 404 in JSON, for a page of the web app comes the page', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string) =>
    portal.app.http.inject({ method, url, headers: { host: 'localhost' } });
  for (const [method, url, code] of [
    ['GET', '/api/nothing', 'no_such_call'],
    ['POST', '/api/nothing?a=1', 'no_such_call'],
    ['GET', '/api/', 'no_such_call'],
    ['DELETE', '/api/brand', 'no_such_call'],
    ['PUT', '/api/auth/me', 'no_such_call'],
    ['GET', '/api', 'not_found'],
    ['POST', '/participants', 'not_found'],
    ['GET', '/assets/nothing.js', 'not_found'],
    ['GET', '/brands/nothing.svg', 'not_found'],
    ['GET', '/dev/nothing.js', 'not_found'],
    ['GET', '/a/b/c', 'not_found'],
    ['GET', '/apiary', 'not_found'],
  ] as const) {
    const answer = await ask(method, url);
    // A call that this server does not have is none of its records, which may well be an empty list (CLN-09).
    expect({ url, status: answer.statusCode, body: answer.json() as unknown }).toEqual({
      url,
      status: 404,
      body: { code, message: 'Not found.' },
    });
  }
  for (const url of ['/', '/sign-in', '/participants', '/participants?uId=1']) {
    const answer = await ask('GET', url);
    expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8']);
  }
  // Nothing outside the built app can be reached.
  for (const url of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/brands/..%2f..%2fbrands.json',
    '/brands/%2e%2e/brands.json',
  ]) {
    expect((await ask('GET', url)).body).not.toMatch(/"dependencies"|mfaIssuer/);
  }
});

test('SEC-20 no GET changes anything: reading is done where nothing can be written, and every reading call leaves every record as it was', async () => {
  const portal = await openPortal();
  const work = await portal.aTrialAtWork();
  await portal.aParticipant(work.companyId, work.trialId, work.siteId);
  const companyId = work.companyId;
  await expect(
    portal.app.database.readInCompany(companyId, (tx) =>
      tx.insertInto('sponsor').values({ company_id: companyId, name: 'x' }).execute(),
    ),
  ).rejects.toMatchObject({ code: '25006' });
  // The installation makes what it seals with once, for whatever needs it first: a copy of records, or a signed document.
  const admin = await portal.signedIn(work.admin);
  await admin.call(copyRecords, { query: { g_id: work.siteId } });
  expect(await portal.rows('select from sealing_identity')).toHaveLength(1);
  const before = await everything(portal);
  let answered = 0;
  for (const person of [work.admin, work.siteUser, work.sponsor, work.pharmacist, work.wholesaler]) {
    const caller = await portal.signedIn(person);
    const ids = {
      cp_id: person,
      company_id: companyId,
      g_id: work.siteId,
      gId: work.siteId,
      ppId: work.pharmacyId,
      wpId: work.wholesalerId,
      participant_id: 1,
      srId: 1,
      docId: 1,
      start_date: '2000-01-01',
      end_date: '2100-01-01',
    };
    for (const { endpoint } of endpoints) {
      if (endpoint.method !== 'GET') continue;
      const known = Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {});
      const answer = await caller.call(endpoint, {
        query: Object.fromEntries(Object.entries(ids).filter(([name]) => known.includes(name))),
      });
      expect([nameOf(endpoint), answer.status]).not.toEqual([nameOf(endpoint), 500]);
      if (answer.status === 200) answered += 1;
    }
  }
  expect(answered).toBeGreaterThan(30);
  expect(await everything(portal)).toEqual(before);
});

test('the document of all calls names each endpoint with its parameters, bodies and replies, and is whole', async () => {
  const portal = await openPortal();
  const answer = await portal.app.http.inject({ url: '/api/openapi.json', headers: { host: 'localhost' } });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  const document = answer.json<OpenApi>();
  expect(document.openapi).toBe('3.1.0');
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path.slice('/api'.length)}`).sort()).toEqual(
    endpoints.map(({ endpoint }) => nameOf(endpoint)).sort(),
  );
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(endpoints.length);
  for (const { name, endpoint } of endpoints) {
    const operation = document.paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()] as Operation;
    const parameters = (operation.parameters ?? []).map(
      (parameter) => ('$ref' in parameter ? at(document, parameter.$ref as string) : parameter) as Parameter,
    );
    const said = parameters.map(({ name: parameter, in: where }) => `${where} ${parameter}`);
    const keys = Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {});
    // OPS-19: proxies write down addresses.
    const isInBody = (key: string) => endpoint.method === 'DELETE' && key === 'reason';
    const asked = [
      ...keys.filter((key) => !isInBody(key)).map((key) => `query ${key}`),
      ...(endpoint.access === 'open' ? [] : ['header x-idle-ms']),
      ...(takesKey(endpoint) ? ['header Idempotency-Key', 'header Idempotency-Instead-Of'] : []),
    ];
    expect({ name, said }).toEqual({ name, said: asked });
    expect({ name, hasBody: operation.requestBody !== undefined }).toEqual({
      name,
      hasBody: endpoint.body !== undefined || keys.some(isInBody),
    });
    expect({ name, open: operation.security?.length === 0 }).toEqual({ name, open: endpoint.access === 'open' });
    expect(Object.keys(operation.responses)).toEqual([
      '200',
      ...(isConditional(endpoint) ? ['304'] : []),
      ...(endpoint.access === 'open' ? [] : ['401']),
      'default',
    ]);
    for (const parameter of parameters) expect(parameter.schema).toBeTypeOf('object');
  }
  for (const reference of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g))
    expect(at(document, reference[1] as string), reference[1]).toBeTypeOf('object');
  expect(document.security).toEqual([{ session: [] }]);
  expect(at(document, '#/components/securitySchemes/session')).toMatchObject({ type: 'http', scheme: 'bearer' });
  // As the wire speaks it: 1 and 0, and an instant as text.
  const list = (
    openApi([{ name: 'participants.listParticipants', endpoint: listParticipants }]).paths as OpenApi['paths']
  )['/api/care-groups/trial-participant']?.['get'];
  expect(JSON.stringify(list?.responses['200'])).toContain('"isActive":{"anyOf":[{"type":"number","enum":[0,1]}');
  const removal = (
    openApi([{ name: 'participants.removeParticipant', endpoint: removeParticipant }]).paths as OpenApi['paths']
  )[`/api${removeParticipant.path}`]?.['delete'];
  expect(removal?.requestBody).toMatchObject({
    required: false,
    content: { 'application/json': { schema: { properties: { reason: { type: 'string' } } } } },
  });
});

interface Parameter {
  name: string;
  in: string;
  schema: object;
}
interface Operation {
  operationId: string;
  security?: unknown[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: object;
  responses: Record<string, object>;
}
interface OpenApi {
  openapi: string;
  info: object;
  security: unknown[];
  paths: Record<string, Record<string, Operation>>;
}

const at = (document: unknown, reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>(
      (inner, key) => (inner as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    );

/** All rows of the portal but those that reading itself leaves behind. */
async function everything(portal: Portal): Promise<unknown> {
  const tables = await portal.rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name not in ('access_entry', 'security_event', 'session', 'access_token', 'limit_use') order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables)
    found[name] = (
      await portal.rows(`select coalesce(json_agg(t order by t::text), '[]') as rows from ${name} t`)
    )[0]?.['rows'];
  return found;
}
