/** The list of a group's documents at a hundred times their number, and twenty people who press Submit at once. */
import * as documents from '../../contract/src/documents/endpoints.ts';
import type { Endpoint } from '../../contract/src/endpoint.ts';
import * as api from '../../contract/src/signing/endpoints.ts';
import { signingReasons } from '../../contract/src/signing/rules.ts';
import { type RunningPortal, startPortal } from '../../e2e/portal.ts';
import { createAccount } from '../../server/src/rooms/identity/door.ts';
import { aDrawing, aForm, filledByLibrary, names } from '../../server/test/forms.ts';
import { openPlainWorld } from './plain-defaults.ts';
import type { Row } from './row.ts';
import { inTurns } from './rounds.ts';
import type { World } from './world.ts';

const few = 100;
const many = 10_000;
const people = 20;
const password = 'Correct-Horse-7';

export async function measureSigningCalls(): Promise<Row[]> {
  const portal = await startPortal();
  const world = await openPlainWorld(portal);
  try {
    const companyId = await world.aCompany(['TrialCard', 'ClinicalManagement']);
    const trial = await world.aTrial(companyId);
    const sites = [await world.aSite(companyId, trial), await world.aSite(companyId, trial)] as const;
    const admin = await world.aPerson('Admin', { company_id: companyId });
    const token = await world.tokenFor(admin);
    await layDocuments(world, { companyId, admin, sites });
    const list = (site: number) => async () => {
      const { documents: rows } = await ask<{ documents: unknown[] }>(portal, token, documents.listGroupDocuments, {
        query: { g_id: site },
      });
      if (rows.length < few) throw new Error(`The list has ${rows.length} rows.`);
    };
    const lists = await inTurns({ few: [list(sites[0])], many: [list(sites[1])] }, { rounds: 7, ms: 1_500 });
    const took = await signAtOnce(portal, world, { companyId, token });
    return [
      {
        what: 'The documents of a group of 10,000 against those of a group of 100: p95',
        value: lists.many.p95 / lists.few.p95,
        unit: 'times',
        target: { atMost: 2 },
        from: { 'ms p95': lists.many.p95, 'ms p95 of 100': lists.few.p95 },
      },
      {
        what: 'Twenty people of one company sign a form of ten pages at once: the last one',
        value: Math.max(...took) / 1_000,
        unit: 's',
        target: null,
        from: { 'first s': Math.min(...took) / 1_000, 'mean s': took.reduce((a, b) => a + b) / people / 1_000 },
      },
    ];
  } finally {
    await world.close();
    await portal.stop();
  }
}

async function layDocuments(
  world: World,
  { companyId, admin, sites }: { companyId: number; admin: number; sites: readonly [number, number] },
): Promise<void> {
  for (const [site, count] of [
    [sites[0], few],
    [sites[1], many],
  ] as const) {
    await world.rows(
      `with file as (
         insert into stored_file (company_id, bytes, type, key, sha256, created_at)
         select $1::int, 1000, 'application/pdf', md5($2 || ' ' || n), repeat('0', 64), now() from generate_series(1, $3::int) n
         returning file_id),
       paper as (
         insert into document (company_id, file_id, filename, friendly_name, uploader_id, uploaded_at)
         select $1::int, file_id, 'a.pdf', 'Paper', $4::int, now() from file returning document_id),
       link as (
         insert into document_link (document_id, care_group_id, company_id, linked_at)
         select document_id, $2::int, $1::int, now() from paper returning document_id)
       insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
       select $1::int, document_id, 'general', gen_random_uuid(), 'open', now() from link where document_id % 4 = 0`,
      [companyId, site, count, admin],
    );
  }
  for (const table of ['stored_file', 'document', 'document_link', 'signing_request'])
    await world.asOwner(`vacuum analyze ${table}`);
}

/** Each has a form of their own, and everything but the last press is done. */
async function signAtOnce(
  portal: RunningPortal,
  world: World,
  { companyId, token }: { companyId: number; token: string },
): Promise<number[]> {
  const form = await aForm({ pages: 10 });
  const data = form.toString('base64');
  const filled = (await filledByLibrary(form)).toString('base64');
  const reason = signingReasons.general;
  const presses = await Promise.all(
    Array.from({ length: people }, async () => {
      const providerId = await world.aPerson('Admin', { company_id: companyId });
      const [row] = await world.rows<{ email: string }>('select email from provider where provider_id = $1', [
        providerId,
      ]);
      const { email } = row as { email: string };
      await world.database.asSystem((tx) => createAccount(tx, { email, password, state: 'confirmed', phone: null }));
      const own = await world.tokenFor(providerId);
      const pdf = { filename: 'a.pdf', friendlyName: 'Form', contentType: 'application/pdf', data };
      const { documentId } = await ask<{ documentId: number }>(portal, token, documents.saveDocument, { body: pdf });
      const signers = [1, 2].map((signerNum) => ({ cpId: providerId, name: 'Ada', email, signerNum }));
      const { srUuid } = await ask<{ srUuid: string }>(portal, token, api.requestSignatures, {
        body: { docId: documentId, requestRequired: 1, signers },
      });
      const { documents: rows } = await ask<{ documents: { signerUuid: string }[] }>(portal, own, api.listToSign, {
        query: { cp_id: providerId },
      });
      const fieldName = names.first;
      const { proof } = await ask<{ proof: string }>(portal, own, api.stepUp, {
        body: { email, password, srUuid, fieldName, reason },
      });
      const entry = { fieldName, reason, proof, image: aDrawing().toString('base64') };
      const body = {
        srUuid,
        signerUuid: rows[0]?.signerUuid,
        contentType: 'application/pdf',
        data: filled,
        auditTrailSignatures: [entry],
      };
      return async () => {
        const start = performance.now();
        await ask(portal, own, api.sign, { body });
        return performance.now() - start;
      };
    }),
  );
  return Promise.all(presses.map((press) => press()));
}

async function ask<T>(
  portal: RunningPortal,
  token: string,
  { method, path }: Endpoint,
  { query = {}, body }: { query?: Record<string, number>; body?: unknown },
): Promise<T> {
  const search = new URLSearchParams(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  );
  const answer = await fetch(`${portal.url}/api${path}?${search.toString()}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (answer.status !== 200) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
