/** A writing act against the same rows inserted in one bare transaction. */
import { randomUUID } from 'node:crypto';
import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import type pg from 'pg';
import { startPortal } from '../../e2e/portal.ts';
import { openPlainWorld } from './plain-defaults.ts';
import type { Row } from './row.ts';
import { barePool } from './bare.ts';
import { Connection, requestBytes } from './http.ts';
import { aCompanyOf, settle } from './rows.ts';
import { inTurns } from './rounds.ts';
import { startFloor } from './floor.ts';
import { auditText, eventText, participantText, valuesOf, type Written } from './written-rows.ts';

const callers = 16;

export async function measureWrites(): Promise<Row[]> {
  const portal = await startPortal();
  const world = await openPlainWorld(portal);
  const bare = barePool(world.connection);
  const floor = await startFloor(world.connection);
  const open = (url: string) => Promise.all(Array.from({ length: callers }, () => Connection.open(url)));
  const [ours, floors] = [await open(portal.url), await open(floor.url)];
  try {
    const company = await aCompanyOf(world, { sites: 80, callers });
    await settle(world);
    const sites = await world.rows<{ care_group_id: number; parent_id: number }>(
      `select care_group_id, parent_id from care_group where kind = 'site'`,
    );
    const trialOf = new Map(sites.map((site) => [site.care_group_id, site.parent_id]));
    let number = 1_000_000;
    const post = (connections: readonly Connection[], keyed: boolean) =>
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
      { act: post(ours, false), keyed: post(ours, true), floor: post(floors, false), transaction: plain },
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
        what: 'A writing act against the floor, a server by hand with the same promises',
        value: measured.act.perSecond / measured.floor.perSecond,
        unit: '',
        target: { atLeast: 0.8 },
        from: { acts: measured.act.perSecond, floor: measured.floor.perSecond, p95: measured.floor.p95 },
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
    for (const connection of [...ours, ...floors]) connection.close();
    await floor.stop();
    await bare.end();
    await world.close();
    await portal.stop();
  }
}

/** The same rows as plain `pg` would write them. */
async function insertRows(pool: pg.Pool, written: Written): Promise<void> {
  const values = valuesOf(written);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const added = await client.query<{ participant_id: number }>({
      name: 'participant',
      text: participantText,
      values: values.participant,
    });
    const id = added.rows[0]?.participant_id ?? 0;
    await client.query({ name: 'audit', text: auditText, values: values.audit(id) });
    await client.query({ name: 'event', text: eventText, values: values.event(id) });
    await client.query('commit');
  } finally {
    client.release();
  }
}
