/**
 * The least that keeps the promises of two calls, written by hand on Fastify and `pg`: whose token it is, the company's
 * fence, the same list and the same rows, JSON. What our server costs beyond it is our own layers
 * (docs/decisions/2026-11-25-floor.md). Started by `floor.ts`.
 */
import { createHash } from 'node:crypto';
import { addParticipant, listParticipants } from '@portal/contract/participants/endpoints.ts';
import fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { participantsStatement } from './statements.ts';
import { auditText, eventText, holdText, participantText, valuesOf } from './written-rows.ts';

const pool = new pg.Pool({
  ...(JSON.parse(process.env['FLOOR_DATABASE'] ?? '{}') as pg.PoolConfig),
  pipeline: true,
} as pg.PoolConfig);
pool.on('error', () => {});
const server = fastify();

interface Viewer {
  provider_id: number;
  company_id: number;
  care_group_ids: number[];
  first_name: string;
  last_name: string;
  type: string;
  token_expires_at: Date;
}
async function viewerOf({ headers }: FastifyRequest): Promise<Viewer> {
  const token = createHash('sha256')
    .update(headers.authorization?.slice('Bearer '.length) ?? '')
    .digest();
  const { rows } = await pool.query<Viewer>({
    name: 'viewer',
    text: 'select * from viewer_at($1, now())',
    values: [token],
  });
  if (!rows[0] || rows[0].token_expires_at.getTime() < Date.now()) throw new Error('nobody');
  return rows[0];
}

/** Sent together: the beginning with its fence, the work, and, where nothing is written, the end. */
async function within<T>(
  { company_id }: Viewer,
  mode: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    void client.query(`begin; set local role portal_app; set local app.company_id = ${company_id}${mode}`);
    const result = await work(client);
    const committed = client.query('commit');
    if (mode === '') await committed;
    return result;
  } finally {
    client.release();
  }
}

const listed = participantsStatement(0, [], 0);
server.get(`/api${listParticipants.path}`, async (request) => {
  const viewer = await viewerOf(request);
  const site = Number((request.query as { g_id: string }).g_id);
  const values = listed.values?.map((value) =>
    Array.isArray(value) ? viewer.care_group_ids : value === 0 ? site : (value as unknown),
  );
  const { rows } = await within(viewer, '; set transaction read only', (client) =>
    client.query({ name: 'participants', text: listed.text, values: values ?? [] }),
  );
  return { participants: rows };
});

server.post(`/api${addParticipant.path}`, async (request) => {
  const viewer = await viewerOf(request);
  const body = request.body as Record<string, string> & { g_id: number };
  return within(viewer, '', async (client) => {
    const { rows: held } = await client.query<{ parent_id: number }>({
      name: 'held',
      text: holdText,
      values: [body.g_id, viewer.care_group_ids],
    });
    const rows = valuesOf({
      companyId: viewer.company_id,
      trialId: held[0]?.parent_id ?? 0,
      siteId: body.g_id,
      number: body['subject_number'] ?? '',
    });
    const { rows: added } = await client.query<{ participant_id: number }>({
      name: 'participant',
      text: participantText,
      values: rows.participant,
    });
    const participantId = added[0]?.participant_id ?? 0;
    await Promise.all([
      client.query({ name: 'audit', text: auditText, values: rows.audit(participantId) }),
      client.query({ name: 'event', text: eventText, values: rows.event(participantId) }),
    ]);
    return { participantId, message: 'Participant successfully added.' };
  });
});

process.stdout.write(`${await server.listen({ port: 0, host: '127.0.0.1' })}\n`);
