/**
 * A read call against its own statement sent straight through `pg` and against the floor, side by side; then the same at more
 * than 100 times the rows, among 5,000 care groups on a PostgreSQL with plain defaults.
 */
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { listUsers } from '@portal/contract/providers/user-endpoints.ts';
import type pg from 'pg';
import { startPortal } from '../../e2e/portal.ts';
import type { Row } from './row.ts';
import { type Answer, Connection, requestBytes } from './http.ts';
import { aCompanyOf, participantsASite, settle } from './rows.ts';
import { startFloor } from './floor.ts';
import { setPlainDefaults } from './plain-defaults.ts';
import { inTurns } from './rounds.ts';
import { barePool } from './bare.ts';
import { openWorld } from './world.ts';
import { aCompanyOfPeople, manyUsers } from './people-rows.ts';
import { participantsStatement, usersStatement } from './statements.ts';

const callers = 16;
/** Of administrators there are few. */
const usersAtOnce = 4;
const sites = 40; // 1,000 rows
const manySites = 4_800; // 120,000 rows, and 5,000 groups with their trials

export async function measureReads(): Promise<Row[]> {
  const few = await aPortalWith(sites);
  const many = await aPortalWith(manySites, { plain: true }).catch(async (error: unknown) => {
    await few.close();
    throw error;
  });
  try {
    const { call, statement, floor, callAmongMany, floorAmongMany, users, usersAsStatement } = await inTurns(
      {
        call: few.calls,
        statement: few.statements,
        floor: few.floors,
        callAmongMany: many.calls,
        floorAmongMany: many.floors,
        users: few.users.calls,
        usersAsStatement: few.users.statements,
      },
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
        what: 'A read call against the floor, a server by hand with the same promises',
        value: call.perSecond / floor.perSecond,
        unit: '',
        target: { atLeast: 0.8 },
        from: { calls: call.perSecond, floor: floor.perSecond, p95: floor.p95 },
      },
      {
        what: 'The same among 5,000 care groups on plain defaults',
        value: callAmongMany.perSecond / floorAmongMany.perSecond,
        unit: '',
        target: { atLeast: 0.8 },
        from: { calls: callAmongMany.perSecond, floor: floorAmongMany.perSecond, p95: floorAmongMany.p95 },
      },
      {
        what: 'A read call at 100 times the rows, among 5,000 care groups on plain defaults: p95',
        value: callAmongMany.p95 / call.p95,
        unit: 'times',
        target: { atMost: 2 },
        from: { calls: callAmongMany.perSecond, p95: callAmongMany.p95 },
      },
      {
        what: `The list of ${manyUsers.toLocaleString('en')} users against the same SQL straight through pg`,
        value: users.perSecond / usersAsStatement.perSecond,
        unit: '',
        target: { atLeast: 0.5 },
        from: { calls: users.perSecond, statements: usersAsStatement.perSecond, p50: users.p50, p95: users.p95 },
      },
    ];
  } finally {
    await few.close();
    await many.close();
  }
}

/** A portal with this many sites of 25 participants, and sixteen people who list them: by call, by the floor, and by statement. */
async function aPortalWith(siteCount: number, { plain = false } = {}) {
  const portal = await startPortal();
  const world = await openWorld(portal);
  if (plain) await setPlainDefaults(world);
  const bare = barePool(world.connection);
  const floor = await startFloor(world.connection);
  const opened: Promise<Connection>[] = [];
  const close = async () => {
    for (const connection of opened) (await connection).close();
    await floor.stop();
    await bare.end();
    await world.close();
    await portal.stop();
  };
  try {
    const company = await aCompanyOf(world, { sites: siteCount, callers });
    const { companyId, adminId } = await aCompanyOfPeople(world);
    await settle(world);
    const callsTo = (url: string) =>
      company.people.map(({ token, siteIds }) => {
        const asked = siteIds.map((site) =>
          requestBytes(portal.url, 'GET', `/api${listParticipants.path}?g_id=${site}`, {
            authorization: `Bearer ${token}`,
          }),
        );
        // Opened by the first call: a server closes one on which nothing is asked while rows are laid.
        let connection: Promise<Connection> | undefined;
        return async (turn: number) => {
          if (!connection) opened.push((connection = Connection.open(url)));
          const answer = await (await connection).ask(asked[turn % asked.length] as Buffer);
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
    const token = await world.tokenFor(adminId);
    const asked = requestBytes(portal.url, 'GET', `/api${listUsers.path}?companyId=${companyId}&status=all`, {
      authorization: `Bearer ${token}`,
    });
    const users = {
      calls: Array.from({ length: usersAtOnce }, () => {
        let connection: Promise<Connection> | undefined;
        return async (turn: number) => {
          if (!connection) opened.push((connection = Connection.open(portal.url)));
          const answer = await (await connection).ask(asked);
          const body = answer.body.toString();
          if (answer.status !== 200 || (turn === 0 && usersIn(body) !== manyUsers))
            throw new Error(`The list of users was answered ${answer.status}: ${body.slice(0, 300)}`);
        };
      }),
      statements: Array.from({ length: usersAtOnce }, () => async () => {
        const { rows } = await bare.query(usersStatement(companyId, adminId));
        if (rows.length !== manyUsers) throw new Error(`The statement gave ${rows.length} users.`);
      }),
    };
    return { calls: callsTo(portal.url), floors: callsTo(floor.url), statements, users, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const usersIn = (body: string): number => (JSON.parse(body) as { careProviders: unknown[] }).careProviders.length;
const rowsIn = (answer: Answer): number =>
  (JSON.parse(answer.body.toString()) as { participants: unknown[] }).participants.length;
