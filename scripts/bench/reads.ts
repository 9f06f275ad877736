/** A read call against its own statement sent straight through `pg`, side by side; then the same at 100 times the rows. */
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import pg from 'pg';
import { startPortal } from '../../e2e/portal.ts';
import type { Row } from '../bench.ts';
import { Connection, requestBytes } from './http.ts';
import { addSites, aCompanyOf, participantsASite, settle } from './rows.ts';
import { inTurns } from './rounds.ts';
import { barePool } from './bare.ts';
import { openWorld } from './world.ts';
import { participantsStatement } from './statements.ts';

const callers = 16;
const sites = 200;

export async function measureReads(): Promise<Row[]> {
  const portal = await startPortal();
  const world = await openWorld(portal);
  const bare = barePool(world.connection);
  const connections = await Promise.all(Array.from({ length: callers }, () => Connection.open(portal.url)));
  try {
    const company = await aCompanyOf(world, { sites, callers });
    await settle(world);

    const overHttp = company.people.map(({ token, siteIds }, i) => {
      const asked = siteIds.map((site) => requestBytes(portal.url, 'GET', `/api${listParticipants.path}?g_id=${site}`, { authorization: `Bearer ${token}` }));
      const connection = connections[i] as Connection;
      return async (turn: number) => {
        const answer = await connection.ask(asked[turn % asked.length] as Buffer);
        if (answer.status !== 200) throw new Error(`A read call was answered ${answer.status}: ${answer.body.toString()}`);
      };
    });
    const statements = company.people.map(({ siteIds }) => siteIds.map((site) => participantsStatement(company.companyId, siteIds, site)));
    const straight = statements.map((own) => async (turn: number) => {
      const { rows } = await bare.query(own[turn % own.length] as pg.QueryConfig);
      if (rows.length !== participantsASite) throw new Error(`The statement gave ${rows.length} rows.`);
    });
    await sameRows(connections[0] as Connection, requestBytes(portal.url, 'GET', `/api${listParticipants.path}?g_id=${company.people[0]?.siteIds[0]}`, { authorization: `Bearer ${company.people[0]?.token}` }));

    const few = await inTurns({ call: overHttp, statement: straight }, { rounds: 7, ms: 2_000 });
    await addSites(world, company.companyId, sites * 99);
    await settle(world);
    const many = await inTurns({ call: overHttp, statement: straight }, { rounds: 5, ms: 2_000 });
    const scale = (one: typeof few) => ({ calls: one.call.perSecond, statements: one.statement.perSecond });
    return [
      {
        what: 'A read call of 25 rows against the same SQL straight through pg',
        value: few.call.perSecond / few.statement.perSecond,
        unit: '',
        target: { atLeast: 0.5 },
        from: { ...scale(few), p95: few.call.p95 },
      },
      {
        what: 'The same at 100 times the rows: p95',
        value: many.call.p95 / few.call.p95,
        unit: 'times',
        target: { atMost: 2 },
        from: { ...scale(many), p95: many.call.p95 },
      },
    ];
  } finally {
    for (const connection of connections) connection.close();
    await bare.end();
    await world.close();
    await portal.stop();
  }
}

/** What is compared is comparable only when both give the same rows. */
async function sameRows(connection: Connection, asked: Buffer): Promise<void> {
  const answer = await connection.ask(asked);
  const { participants } = JSON.parse(answer.body.toString()) as { participants?: unknown[] };
  if (participants?.length !== participantsASite) throw new Error(`A read call was answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
}
