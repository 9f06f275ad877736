/** The list of somebody who takes part in 10,000 conversations, on a PostgreSQL with plain defaults. */
import { listConversations } from '@portal/contract/conversations/endpoints.ts';
import { most } from '@portal/contract/conversations/rules.ts';
import type pg from 'pg';
import { type RunningPortal, startPortal } from '../../e2e/portal.ts';
import type { Tx } from '../../server/src/platform/database/db.ts';
import { listed } from '../../server/src/rooms/conversations/queries.ts';
import { Connection, requestBytes } from './http.ts';
import { openPlainWorld } from './plain-defaults.ts';
import { inTurns } from './rounds.ts';
import type { Row } from './row.ts';
import { settle } from './rows.ts';
import { addConversations, addMessages, aGroupOf, type TalkingPerson } from './socket-rows.ts';
import { writer } from './statements.ts';
import type { World } from './world.ts';

const [few, many] = [100, 10_000];

export async function measureConversationLists(): Promise<Row[]> {
  const portal = await startPortal();
  const world = await openPlainWorld(portal);
  try {
    const companyId = await world.aCompany(['Messaging']);
    const { groupId, people } = await aGroupOf(world, companyId, 3);
    const [one, other, third] = people as [TalkingPerson, TalkingPerson, TalkingPerson];
    const ids = await addConversations(world, { companyId, groupId }, [
      { memberIds: [one.providerId, third.providerId], count: few },
      { memberIds: [other.providerId, third.providerId], count: many },
    ]);
    await addMessages(world, ids, 5);
    await settle(world);
    const lists = await inTurns(
      { few: [await listOf(portal, one)], many: [await listOf(portal, other)] },
      { rounds: 7, ms: 1_500 },
    );
    const looked = {
      few: await rowsLookedAt(world, companyId, one),
      many: await rowsLookedAt(world, companyId, other),
    };
    return [
      {
        what: 'A list of 10,000 conversations against one of 100, on plain defaults: p95',
        value: lists.many.p95 / lists.few.p95,
        unit: 'times',
        target: { atMost: 2 },
        from: { 'ms p95': lists.many.p95, 'ms p95 of 100': lists.few.p95 },
      },
      {
        what: 'Rows that a step of its plan looks at, in a list of 10,000 and in one of 100 beside them: the most',
        value: Math.max(looked.few, looked.many),
        unit: 'rows',
        target: { atMost: 10 * most.conversations },
        from: { 'of 10,000': looked.many, 'of 100': looked.few },
      },
    ];
  } finally {
    await world.close();
    await portal.stop();
  }
}

async function listOf(portal: RunningPortal, { providerId, token }: TalkingPerson) {
  const bytes = requestBytes(portal.url, 'GET', `/api${listConversations.path}?cp_id=${providerId}`, {
    authorization: `Bearer ${token}`,
  });
  let connection: Promise<Connection> | undefined;
  const ask = async () => (await (connection ??= Connection.open(portal.url))).ask(bytes);
  return async () => {
    const { status, body } = await ask();
    if (status !== 200) throw new Error(`The list was answered ${status}: ${body.toString().slice(0, 300)}`);
  };
}

interface Step {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Step[];
}

/** The most rows that any step of the plan went through, as the viewer's own statement in the company's fence. */
async function rowsLookedAt(world: World, companyId: number, { providerId }: TalkingPerson): Promise<number> {
  const viewer = { companyId, providerId, careGroupIds: [], seesWholeCompany: false } as never;
  const narrowed = {
    scope: 'member',
    state: undefined,
    patientId: undefined,
    search: null,
    after: undefined,
    now: new Date(),
  } as const;
  const { sql, parameters } = listed(writer as Tx, viewer, narrowed)
    .limit(most.conversations + 1)
    .compile();
  const client = (await world.database.pool.connect()) as pg.PoolClient;
  try {
    await client.query(`begin; set local role portal_app; set local app.company_id = ${companyId}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(`explain (analyze, format json) ${sql}`, [
      ...parameters,
    ]);
    await client.query('rollback');
    const steps = ({ Plans = [], ...step }: Step): Omit<Step, 'Plans'>[] => [step, ...Plans.flatMap(steps)];
    return Math.max(
      ...steps(rows[0]?.['QUERY PLAN'][0].Plan as Step).map(
        (step) => (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'],
      ),
    );
  } finally {
    client.release();
  }
}
