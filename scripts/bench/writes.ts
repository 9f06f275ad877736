/** A writing act against the same rows inserted in one bare transaction. */
import { randomBytes, randomUUID } from 'node:crypto';
import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import type pg from 'pg';
import { startPortal } from '../../e2e/portal.ts';
import type { Row } from './row.ts';
import { barePool } from './bare.ts';
import { Connection, requestBytes } from './http.ts';
import { aCompanyOf, settle } from './rows.ts';
import { inTurns } from './rounds.ts';
import { openWorld } from './world.ts';

const callers = 16;

export async function measureWrites(): Promise<Row[]> {
  const portal = await startPortal();
  const world = await openWorld(portal);
  const bare = barePool(world.connection);
  const connections = await Promise.all(Array.from({ length: callers }, () => Connection.open(portal.url)));
  try {
    const company = await aCompanyOf(world, { sites: 80, callers });
    await settle(world);
    const sites = await world.rows<{ care_group_id: number; parent_id: number }>(
      `select care_group_id, parent_id from care_group where kind = 'site'`,
    );
    const trialOf = new Map(sites.map((site) => [site.care_group_id, site.parent_id]));
    let number = 1_000_000;
    const post = (keyed: boolean) =>
      company.people.map(({ token, siteIds }, i) => async (turn: number) => {
        const body = {
          fname: 'Ada',
          lname: 'Lovelace',
          g_id: siteIds[turn % siteIds.length],
          dob: '1980-03-05',
          subject_number: String(++number),
          gender: 1,
          phone: '+16175550123',
          preferred_contact: 1,
        };
        const headers = { authorization: `Bearer ${token}`, ...(keyed ? { 'idempotency-key': randomUUID() } : {}) };
        const answer = await (connections[i] as Connection).ask(
          requestBytes(portal.url, 'POST', `/api${addParticipant.path}`, headers, body),
        );
        if (answer.status !== 200)
          throw new Error(`A writing act was answered ${answer.status}: ${answer.body.toString()}`);
      });
    const plain = company.people.map(({ siteIds }) => (turn: number) => {
      const siteId = siteIds[turn % siteIds.length] as number;
      return insertRows(bare, {
        companyId: company.companyId,
        trialId: trialOf.get(siteId) as number,
        siteId,
        number: String(++number),
      });
    });
    const measured = await inTurns(
      { act: post(false), keyed: post(true), transaction: plain },
      { rounds: 7, ms: 2_000 },
    );
    return [
      {
        what: 'A writing act against the same rows in one bare transaction',
        value: measured.act.perSecond / measured.transaction.perSecond,
        unit: '',
        target: { atLeast: 0.5 },
        from: { acts: measured.act.perSecond, transactions: measured.transaction.perSecond, p95: measured.act.p95 },
      },
      {
        what: 'The same with an Idempotency-Key, which is two statements and a row more',
        value: measured.keyed.perSecond / measured.transaction.perSecond,
        unit: '',
        target: null,
        from: { acts: measured.keyed.perSecond, p95: measured.keyed.p95 },
      },
    ];
  } finally {
    for (const connection of connections) connection.close();
    await bare.end();
    await world.close();
    await portal.stop();
  }
}

/** The participant, its audit entry and its event, as plain `pg` would write them. */
async function insertRows(
  pool: pg.Pool,
  { companyId, trialId, siteId, number }: { companyId: number; trialId: number; siteId: number; number: string },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const added = await client.query<{ participant_id: number }>({
      name: 'participant',
      text: `insert into participant (company_id, trial_id, site_id, first_name, last_name, born_on, gender, email, phone, address_id,
          subject_number, preferred_contact, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning participant_id`,
      values: [
        companyId,
        trialId,
        siteId,
        'Ada',
        'Lovelace',
        '1980-03-05',
        1,
        null,
        '+16175550123',
        null,
        number,
        1,
        new Date(),
      ],
    });
    const id = added.rows[0]?.participant_id;
    const changes = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      bornOn: '1980-03-05',
      gender: 1,
      phone: '+16175550123',
      subjectNumber: number,
      siteId,
      preferredContact: 1,
    };
    await client.query({
      name: 'audit',
      text: `insert into audit_entry (company_id, at, actor_id, actor_name, actor_type, action, record_kind, record_id, changes, reason, host, request_id, proof)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      values: [
        companyId,
        new Date(),
        1,
        'First Last',
        'Site User',
        'participant.added',
        'participant',
        String(id),
        JSON.stringify(Object.entries(changes).map(([field, value]) => ({ field, new: value }))),
        null,
        '127.0.0.1',
        randomUUID().slice(0, 12),
        randomBytes(32),
      ],
    });
    await client.query({
      name: 'event',
      text: 'insert into event (company_id, type, payload, created_at) values ($1, $2, $3, $4)',
      values: [companyId, 'participant.changed', JSON.stringify({ id, careGroupId: siteId }), new Date()],
    });
    await client.query('commit');
  } finally {
    client.release();
  }
}
