/** Costly calls, nearly all of people who are signed in: so many in a while, and no more (SEC-36). */
import { randomUUID } from 'node:crypto';
import type { ModuleName } from '@portal/contract/access.ts';
import { endpoints } from '@portal/contract/all.ts';
import { accessReport, exportAudit } from '@portal/contract/audit/endpoints.ts';
import { exportSecurityEvents } from '@portal/contract/audit/security-endpoints.ts';
import { listAccessReviews } from '@portal/contract/reports/reporting-endpoints.ts';
import { readToSign } from '@portal/contract/signing/endpoints.ts';
import { expect, test } from 'vitest';
import { callOf } from './access-table.ts';
import { clockStandsAt } from './clock-that-stands.ts';
import { openPortal } from './portal.ts';

const minute = 60_000;
const noon = '2031-03-05T12:00:00Z';

async function twoReviewers(variables: Record<string, string> = {}, modules?: readonly ModuleName[]) {
  const portal = await openPortal(variables);
  portal.app.clock.set(new Date(noon));
  const companyId = await portal.aCompany(modules);
  const reviewer = async () => portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  return { portal, one: await reviewer(), other: await reviewer() };
}

test('SEC-36 reports, complete copies, invoices, documents, what is signed and verified, printed cards and packing slips, requests for shipments, receipts, reminders, invitations, uploads, imports of patients, copies of groups and new conversations are the calls with such a limit', () => {
  const costly = endpoints.filter(({ endpoint }) => 'isCostly' in endpoint).map(({ endpoint }) => callOf(endpoint));
  expect(costly.sort()).toEqual([
    'GET /care-groups/clinical-trial/shipping-request/packing-slip',
    'GET /care-groups/clinical-trial/shipping-requests/invoice',
    'GET /care-groups/trial-participant/report',
    'GET /care-provider/invite-status/report',
    'GET /care-provider/training-acknowledgement/report',
    'GET /document',
    'GET /documents/sign',
    'GET /documents/verify',
    'GET /groups/trial-participant/card/print',
    'GET /pharmacy-partner/shipping-request/packing-slip',
    'GET /pharmacy-partner/shipping-requests/invoice',
    'GET /records/access-report',
    'GET /records/account',
    'GET /records/copy',
    'GET /records/participant',
    'GET /records/patient',
    'GET /survey-response-exports',
    'GET /wholesaler-partner/shipping-request/packing-slip',
    'GET /wholesaler-partner/shipping-requests/invoice',
    'POST /care-groups/clinical-trial/shipping-request',
    'POST /care-groups/clinical-trial/shipping-request/documents',
    'POST /care-groups/clinical-trial/shipping-request/receipt',
    'POST /care-groups/clinical-trial/shipping-request/reminder',
    'POST /care-groups/copy',
    'POST /care-provider/delegate/invite',
    'POST /care-provider/delegate/re-invite',
    'POST /care-providers',
    'POST /care-providers/invitations',
    'POST /care-providers/re-invite',
    'POST /company/brand-info/terms',
    'POST /company/brand/public-images',
    'POST /conversations',
    'POST /document',
    'POST /documents/library',
    'POST /documents/sign',
    'POST /outreach/patients',
    'POST /patients/import',
    'POST /pharmacy-partner/shipping-request/evidence',
    'POST /pharmacy-partners/users',
    'POST /wholesaler-partner/shipping-request/evidence',
    'POST /wholesaler-partners/users',
    'PUT /company/logo',
  ]);
});

test('SEC-36 one person gets a costly answer so often in a quarter of an hour, also by many at once, others theirs all the same, and the wait is told', async () => {
  const { portal, one, other } = await twoReviewers({ COSTLY_CALLS_PER_PERSON: '20' });
  const runsOn = clockStandsAt(portal, noon);
  const answers = await Promise.all(Array.from({ length: 25 }, () => one.call(accessReport)));
  expect(Object.groupBy(answers, ({ status }) => status)).toMatchObject({ 200: { length: 20 }, 429: { length: 5 } });
  const refused = await one.call(accessReport);
  expect([refused.status, refused.code, refused.message, refused.headers['retry-after']]).toEqual([
    429,
    'too_many',
    'Too many requests. Please wait and try again.',
    '900',
  ]);
  expect((await other.call(accessReport)).status).toBe(200);
  runsOn();
  portal.app.clock.set(new Date('2031-03-05T12:14:00Z'));
  expect((await one.call(accessReport)).status).toBe(429);
  portal.app.clock.set(new Date(Date.parse(noon) + 15 * minute + 1_000));
  expect((await one.call(accessReport)).status).toBe(200);
});

test('SEC-36 an export counts as one in however many portions it comes, and so does a list that is read for a file; looking at it does not', async () => {
  const { portal, one, other } = await twoReviewers({ COSTLY_CALLS_PER_PERSON: '2' }, ['TrialCard', 'Reporting']);
  await portal.rows('update provider set admin_rights = true where provider_id = $1', [one.providerId]);
  const statuses = async (ask: () => Promise<{ status: number }>, times: number) => {
    const found: number[] = [];
    for (let n = 0; n < times; n += 1) found.push((await ask()).status);
    return found;
  };
  expect(await statuses(() => one.call(exportAudit), 3)).toEqual([200, 200, 429]);
  expect(await statuses(() => one.call(exportSecurityEvents), 3)).toEqual([200, 200, 429]);
  const portions = await statuses(() => one.call(exportAudit, { query: { before: 5 } }), 41);
  expect([new Set(portions.slice(0, 40)), portions[40]]).toEqual([new Set([200]), 429]);
  const reviews = (query: { file?: 1 }) => () => one.call(listAccessReviews, { query });
  expect(await statuses(reviews({}), 4)).toEqual([200, 200, 200, 200]);
  expect(await statuses(reviews({ file: 1 }), 3)).toEqual([200, 200, 429]);
  expect((await reviews({})()).status).toBe(200);
  expect((await other.call(exportAudit)).status).toBe(200);
});

test('SEC-10 SEC-36 the people behind one network address share ten times the limit of open calls, whatever they are forwarded for', async () => {
  const { one, other } = await twoReviewers({ OPEN_CALLS_PER_ADDRESS: '1' });
  const statuses = [];
  for (let n = 0; n < 11; n += 1) {
    const headers = { 'x-forwarded-for': `10.0.0.${n}` };
    statuses.push((await (n % 2 ? one : other).call(accessReport, { headers })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

test('SEC-34 SEC-36 links to sign are limited as well: for whoever is signed in, and for one network address without a session', async () => {
  const { portal, one, other } = await twoReviewers({ COSTLY_CALLS_PER_PERSON: '2', OPEN_CALLS_PER_ADDRESS: '1' });
  clockStandsAt(portal, noon);
  const query = { srUuid: randomUUID(), signerUuid: randomUUID() };
  const opens = async (by: { call: typeof one.call }, times: number) => {
    const statuses = [];
    for (let n = 0; n < times; n += 1) statuses.push((await by.call(readToSign, { query })).status);
    return statuses;
  };
  expect(await opens(one, 3)).toEqual([404, 404, 429]);
  expect(await opens(other, 1)).toEqual([404]);
  expect(await opens(portal, 8)).toEqual([...Array.from({ length: 7 }, () => 404), 429]);
  const refused = await portal.call(readToSign, { query });
  expect([refused.code, refused.headers['retry-after']]).toEqual(['too_many', '900']);
});
