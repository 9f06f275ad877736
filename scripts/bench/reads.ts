/** A read call against its own statement sent straight through `pg`, side by side; then the same at 100 times the rows. */
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import type pg from 'pg';
import { startPortal } from '../../e2e/portal.ts';
import type { Row } from './row.ts';
import { type Answer, Connection, requestBytes } from './http.ts';
import { aCompanyOf, participantsASite, settle } from './rows.ts';
import { inTurns } from './rounds.ts';
import { barePool } from './bare.ts';
import { openWorld } from './world.ts';
import { participantsStatement } from './statements.ts';

const callers = 16;
const sites = 40; // 1,000 rows, and 100,000

export async function measureReads(): Promise<Row[]> {
  const few = await aPortalWith(sites);
  const many = await aPortalWith(sites * 100).catch(async (error: unknown) => {
    await few.close();
    throw error;
  });
  try {
    const { call, statement, callAmongMany } = await inTurns(
      { call: few.calls, statement: few.statements, callAmongMany: many.calls },
      { rounds: 7, ms: 1_500 },
    );
    return [
      {
        what: 'A read call of 25 rows against the same SQL straight through pg',
        value: call.perSecond / statement.perSecond,
        unit: '',
        target: { atLeast: 0.5 },
        from: { calls: call.perSecond, statements: statement.perSecond, p95: call.p95 },
      },
      {
        what: 'The same at 100 times the rows: p95',
        value: callAmongMany.p95 / call.p95,
        unit: 'times',
        target: { atMost: 2 },
        from: { calls: callAmongMany.perSecond, p95: callAmongMany.p95 },
      },
    ];
  } finally {
    await few.close();
    await many.close();
  }
}

/** A portal with this many sites of 25 participants, and sixteen people who list them: by call, and by statement. */
async function aPortalWith(siteCount: number) {
  const portal = await startPortal();
  const world = await openWorld(portal);
  const bare = barePool(world.connection);
  const connections = await Promise.all(Array.from({ length: callers }, () => Connection.open(portal.url)));
  const close = async () => {
    for (const connection of connections) connection.close();
    await bare.end();
    await world.close();
    await portal.stop();
  };
  try {
    const company = await aCompanyOf(world, { sites: siteCount, callers });
    await settle(world);
    const calls = company.people.map(({ token, siteIds }, i) => {
      const asked = siteIds.map((site) =>
        requestBytes(portal.url, 'GET', `/api${listParticipants.path}?g_id=${site}`, {
          authorization: `Bearer ${token}`,
        }),
      );
      const connection = connections[i] as Connection;
      return async (turn: number) => {
        const answer = await connection.ask(asked[turn % asked.length] as Buffer);
        if (answer.status !== 200 || (turn === 0 && rowsIn(answer) !== participantsASite))
          throw new Error(`A read call was answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
      };
    });
    const statements = company.people.map(({ siteIds }) => {
      const own = siteIds.map((site) => participantsStatement(company.companyId, siteIds, site));
      return async (turn: number) => {
        const { rows } = await bare.query(own[turn % own.length] as pg.QueryConfig);
        if (rows.length !== participantsASite) throw new Error(`The statement gave ${rows.length} rows.`);
      };
    });
    return { calls, statements, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const rowsIn = (answer: Answer): number =>
  (JSON.parse(answer.body.toString()) as { participants: unknown[] }).participants.length;
