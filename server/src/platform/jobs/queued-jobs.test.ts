import { day } from '@portal/contract/wire.ts';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { actOf } from '#platform/act/act.ts';
import type { Run } from '#platform/http/duties.ts';
import type { Room } from '#platform/http/calls.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { operate } from '#src/operator/operate.ts';
import { openPortal, type Portal } from '#test/portal.ts';
import { undoneOf } from './enqueue.ts';
import { job } from './job.ts';

const remind = job({
  name: 'remind',
  payload: z.object({ providerId: z.int(), on: day, note: z.string().optional() }),
  retry: { limit: 1, delaySeconds: 1 },
});
type Reminder = z.output<typeof remind.payload>;

/** A room whose only work is the reminder. */
const roomThat =
  (work: (payload: Reminder, run: Run) => Promise<void>): Room =>
  (house) =>
    house.work(remind, work);

const by = (companyId: number): Actor => ({
  companyId,
  providerId: null,
  firstName: 'System',
  lastName: '',
  type: 'System',
  host: 'local',
  requestId: 'the-act',
});
const enqueue = (portal: Portal, companyId: number, payload: Reminder, after = async () => {}) =>
  portal.app.database.inCompany(companyId, async (tx) => {
    await actOf(tx, portal.app.clock, by(companyId)).enqueue(remind, payload);
    await after();
  });
const operator = (portal: Portal, ...words: string[]) =>
  operate(words, async () => ({ ...portal.app, sendsMail: false, close: async () => {} }));
const statesOf = async (portal: Portal) =>
  (await portal.rows<{ state: string }>(`select state from pgboss.job where name = 'remind'`)).map(
    ({ state }) => state,
  );

async function asOwner(portal: Portal, statement: string, rows = 1): Promise<void> {
  const owner = new pg.Client(portal.owner);
  await owner.connect();
  const { rowCount } = await owner.query(statement);
  expect(rowCount).toBe(rows);
  await owner.end();
}

test('REL-14 a job runs once its act is committed, once for two processes, and never for an act that failed', async () => {
  const ran: Reminder[] = [];
  const rooms = [roomThat(async (payload) => void ran.push(payload))];
  const portal = await openPortal({}, { rooms });
  const second = await openPortal({}, { rooms, beside: portal });
  const companyId = await portal.aCompany();
  await Promise.all([portal.app.jobs.start(), second.app.jobs.start()]);
  await expect(
    enqueue(portal, companyId, { providerId: 1, on: '2031-01-01' }, async () => {
      throw new Error('the act failed');
    }),
  ).rejects.toThrow('the act failed');
  for (let providerId = 2; providerId < 8; providerId += 1)
    await enqueue(providerId % 2 ? portal : second, companyId, { providerId, on: '2031-01-01' });
  await expect.poll(() => statesOf(portal), { timeout: 15_000 }).toEqual(Array(6).fill('completed'));
  expect(ran.map(({ providerId }) => providerId).sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7]);
});

test('REL-05 the first acts of a process that queue anything need no connection of the pool beside their own', async () => {
  const portal = await openPortal({}, { rooms: [roomThat(async () => {})] });
  const companyId = await portal.aCompany();
  const most = portal.app.database.pool.options.max as number;
  const began = Promise.withResolvers<void>();
  let begun = 0;
  const act = (providerId: number) =>
    portal.app.database.inCompany(companyId, async (tx) => {
      begun += 1;
      if (begun === most) began.resolve();
      await began.promise;
      await actOf(tx, portal.app.clock, by(companyId)).enqueue(remind, { providerId, on: '2031-01-01' });
    });
  const { database } = portal.app;
  const { queryBeside } = database;
  const asked: string[] = [];
  database.queryBeside = (text, values) => {
    asked.push(text);
    return queryBeside(text, values);
  };
  await Promise.all(Array.from({ length: most }, (_, n) => act(n + 1)));
  expect(await statesOf(portal)).toEqual(Array(most).fill('created'));
  // Nor does each of them make the queue.
  expect(asked.filter((text) => text.includes('create_queue'))).toHaveLength(1);
});

test('a payload that does not fit its schema is refused where it is queued, with all that its act did', async () => {
  const portal = await openPortal({}, { rooms: [roomThat(async () => {})] });
  const companyId = await portal.aCompany();
  await expect(enqueue(portal, companyId, { providerId: 1, on: 'tomorrow' })).rejects.toThrow('YYYY-MM-DD');
  await expect(enqueue(portal, companyId, { providerId: 'x' as never, on: '2031-01-01' })).rejects.toThrow('number');
  await expect(enqueue(portal, 0, { providerId: 1, on: '2031-01-01' })).rejects.toThrow('companyId');
  expect(await statesOf(portal)).toEqual([]);
});

test('REL-14 what was queued while no process worked is done by the next one, which knows all that it was given', async () => {
  const portal = await openPortal({}, { rooms: [roomThat(async () => {})] });
  const companyId = await portal.aCompany();
  await enqueue(portal, companyId, { providerId: 7, on: '2031-02-03' });
  await portal.stop();
  const ran: Reminder[] = [];
  const next = await openPortal({}, { rooms: [roomThat(async (payload) => void ran.push(payload))], beside: portal });
  await next.app.jobs.start();
  await expect.poll(() => ran, { timeout: 15_000 }).toEqual([{ providerId: 7, on: '2031-02-03' }]);
});

test('REL-14 REL-01 what a killed process had begun is taken over within a minute, and done', async () => {
  const ran: Reminder[] = [];
  const portal = await openPortal({}, { rooms: [roomThat(async (payload) => void ran.push(payload))] });
  const companyId = await portal.aCompany();
  await enqueue(portal, companyId, { providerId: 7, on: '2031-02-03' });
  // Somebody had it, and has said nothing for half a minute.
  await asOwner(
    portal,
    `update pgboss.job set state = 'active', started_on = now() - interval '30 s', heartbeat_on = now() - interval '30 s'
     where name = 'remind'`,
  );
  await portal.app.jobs.start();
  await expect.poll(() => ran, { timeout: 40_000 }).toEqual([{ providerId: 7, on: '2031-02-03' }]);
});

test('SEC-22 work sees the company whose act queued it and no other, and is on record as the work of the portal', async () => {
  const seen: number[][] = [];
  const portal = await openPortal(
    {},
    {
      rooms: [
        roomThat((_, run) =>
          run.act(async ({ tx, record }) => {
            const people = await tx.selectFrom('provider').select('company_id').execute();
            await record({ action: 'provider.changed', record: { kind: 'provider', id: 1 }, changes: [] });
            seen.push(people.map(({ company_id }) => company_id));
          }),
        ),
      ],
    },
  );
  const [companyId, other] = [await portal.aCompany(), await portal.aCompany()];
  for (const company_id of [companyId, other]) await portal.aPerson('Admin', { company_id });
  await portal.app.jobs.start();
  await enqueue(portal, companyId, { providerId: 1, on: '2031-01-01' });
  await expect.poll(() => seen, { timeout: 15_000 }).toEqual([[companyId]]);
  await expect
    .poll(() => portal.rows('select company_id, actor_name, actor_id, request_id from audit_entry'), { timeout: 5_000 })
    .toEqual([{ company_id: companyId, actor_name: 'System', actor_id: null, request_id: 'the-act' }]);
});

test('P11-16 PRV-05 work that fails is tried again and then listed for operators without what it was given, and they try it once more', async () => {
  let isWell = false;
  let runs = 0;
  const portal = await openPortal(
    {},
    {
      rooms: [
        roomThat(async ({ note }) => {
          runs += 1;
          if (!isWell) throw new Error(`no mail box for ${note}\u001b[2J\nat 51 percent`);
        }),
      ],
    },
  );
  const companyId = await portal.aCompany();
  expect(await operator(portal, 'failed-jobs')).toEqual({ ok: true, said: 'No background job has failed.' });
  await portal.app.jobs.start();
  await enqueue(portal, companyId, { providerId: 5, on: '2031-01-01', note: 'Ada (Lovelace)' });
  await expect.poll(() => statesOf(portal), { timeout: 20_000 }).toEqual(['failed']);
  expect(runs).toBe(2);
  const { said } = await operator(portal, 'failed-jobs');
  expect(said).toMatch(
    /^[\da-f-]{36} {2}remind\n {3}failed: \d{4}-\S+Z, after 2 runs\n {3}Error: no mail box for … \[2J at 51 percent$/,
  );
  expect(portal.logged.join('')).toContain('job failed');
  expect(portal.logged.join('')).not.toContain('Lovelace');
  const [id = ''] = said.split(' ');
  isWell = true;
  expect((await operator(portal, 'retry-job', '--id', id)).said).toContain('will be tried once more');
  await expect.poll(() => statesOf(portal), { timeout: 15_000 }).toEqual(['completed']);
  expect(
    await portal.rows(`select company_id, actor_type, record_id from audit_entry where action = 'job.retried'`),
  ).toEqual([{ company_id: companyId, actor_type: 'Operator', record_id: id }]);
  expect(await operator(portal, 'retry-job', '--id', id)).toEqual({
    ok: false,
    said: `There is no failed job ${id}. "failed-jobs" lists the failed jobs.`,
  });
});

test('what failed for good and is given up is failed no more, on record with the reason, and is done after all where somebody tries it again', async () => {
  let isWell = false;
  const work = async () => {
    if (!isWell) throw new Error('damaged');
  };
  const portal = await openPortal({}, { rooms: [roomThat(work)] });
  const companyId = await portal.aCompany();
  await portal.app.jobs.start();
  await enqueue(portal, companyId, { providerId: 5, on: '2031-01-01' });
  await expect.poll(() => statesOf(portal), { timeout: 20_000 }).toEqual(['failed']);
  const [id = ''] = (await operator(portal, 'failed-jobs')).said.split(' ');
  const givesUp = () => operator(portal, 'give-up-job', '--id', id, '--reason', 'No copy of it is left.');
  expect(await givesUp()).toEqual({
    ok: true,
    said: `The job ${id} (remind) is given up. "retry-job" tries it once more, should there be a way after all.`,
  });
  expect(await operator(portal, 'failed-jobs')).toEqual({ ok: true, said: 'No background job has failed.' });
  expect(
    await portal.rows(
      `select company_id, actor_type, record_id, changes from audit_entry where action = 'job.given_up'`,
    ),
  ).toEqual([
    {
      company_id: companyId,
      actor_type: 'Operator',
      record_id: id,
      changes: [
        { field: 'name', new: 'remind' },
        { field: 'reason', new: 'No copy of it is left.' },
      ],
    },
  ]);
  // Nothing forgets it: whoever looks for work that is not done goes by it.
  expect(await portal.rows(`select deletion_seconds from pgboss.job where name = 'remind'`)).toEqual([
    { deletion_seconds: 0 },
  ]);
  expect(await givesUp()).toEqual({
    ok: false,
    said: `There is no failed job ${id}. "failed-jobs" lists the failed jobs.`,
  });
  isWell = true;
  // What may wait no longer is removed before its turn.
  await asOwner(portal, `update pgboss.job set keep_until = now() - interval '1 day' where name = 'remind'`);
  expect((await operator(portal, 'retry-job', '--id', id)).said).toContain('will be tried once more');
  const mayWait = `select keep_until > now() + interval '179 days' as long from pgboss.job where name = 'remind'`;
  expect(await portal.rows(mayWait)).toEqual([{ long: true }]);
  await expect.poll(() => statesOf(portal), { timeout: 15_000 }).toEqual(['completed']);
  expect(await portal.rows(`select deletion_seconds from pgboss.job where name = 'remind'`)).toEqual([
    { deletion_seconds: 90 * 24 * 3_600 },
  ]);
});

test.each(['give-up-job', 'retry-job'])(
  '%s does not say that it was done where somebody else was quicker',
  async (word) => {
    const portal = await openPortal({}, { rooms: [roomThat(async () => {})] });
    const companyId = await portal.aCompany();
    await enqueue(portal, companyId, { providerId: 5, on: '2031-01-01' });
    await asOwner(portal, `update pgboss.job set state = 'failed', completed_on = now() where name = 'remind'`);
    const [id = ''] = (await operator(portal, 'failed-jobs')).said.split(' ');
    const { database } = portal.app;
    const { queryBeside } = database;
    onTestFinished(() => void (database.queryBeside = queryBeside));
    database.queryBeside = async (text, values) => {
      await asOwner(portal, `update pgboss.job set state = 'completed' where name = 'remind'`);
      return queryBeside(text, values);
    };
    const words = word === 'give-up-job' ? ['--reason', 'No copy of it is left.'] : [];
    expect(await operator(portal, word, '--id', id, ...words)).toEqual({
      ok: false,
      said: `There is no failed job ${id}. "failed-jobs" lists the failed jobs.`,
    });
  },
);

test('REL-14 what a server cannot read, since one of another release has queued it, spends no try for a day', async () => {
  const ran: Reminder[] = [];
  const portal = await openPortal({}, { rooms: [roomThat(async (payload) => void ran.push(payload))] });
  const companyId = await portal.aCompany();
  await enqueue(portal, companyId, { providerId: 5, on: '2031-01-01' });
  const asks = (providerId: string) =>
    asOwner(
      portal,
      `update pgboss.job set data = jsonb_set(data, '{payload,providerId}', '${providerId}') where name = 'remind'`,
    );
  await asks('"somebody"');
  await portal.app.jobs.start();
  const runs = async () =>
    (await portal.rows<{ runs: number }>(`select retry_count as runs from pgboss.job where name = 'remind'`))[0]?.runs;
  await expect.poll(runs, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
  expect(await statesOf(portal)).not.toContain('failed');
  // However often it could not be read: whoever can comes to it soon.
  expect(await portal.rows(`select retry_delay_max from pgboss.job where name = 'remind'`)).toEqual([
    { retry_delay_max: 600 },
  ]);
  await asks('6');
  await expect.poll(() => ran, { timeout: 30_000 }).toEqual([{ providerId: 6, on: '2031-01-01' }]);
});

test('REL-14 what cannot be read hides nothing else that is not done', async () => {
  const portal = await openPortal({}, { rooms: [roomThat(async () => {})] });
  const companyId = await portal.aCompany();
  for (const providerId of [5, 6]) await enqueue(portal, companyId, { providerId, on: '2031-01-01' });
  await asOwner(
    portal,
    `update pgboss.job set data = jsonb_set(data, '{payload,providerId}', '"somebody"') where name = 'remind' and data -> 'payload' ->> 'providerId' = '5'`,
  );
  const undone = await undoneOf(portal.app.database, remind);
  expect(undone.map(({ payload, hasFailed }) => [payload, hasFailed])).toEqual([
    [{ providerId: 6, on: '2031-01-01' }, false],
  ]);
});

test('P11-16 what no server has been able to read for a day fails, and is listed for operators', async () => {
  const portal = await openPortal({}, { rooms: [roomThat(async () => {})] });
  const companyId = await portal.aCompany();
  await enqueue(portal, companyId, { providerId: 5, on: '2031-01-01' });
  await asOwner(
    portal,
    `update pgboss.job set data = jsonb_set(data, '{payload,providerId}', '"somebody"'), created_on = now() - interval '25 hours',
       retry_count = 11, retry_limit = 16
     where name = 'remind'`,
  );
  await portal.app.jobs.start();
  await expect.poll(() => statesOf(portal), { timeout: 20_000 }).toEqual(['failed']);
  expect((await operator(portal, 'failed-jobs')).said).toContain('after 12 runs');
});

test('P11-16 work by the clock that fails is listed, and whoever wants to try it again is told that it comes by itself', async () => {
  const portal = await openPortal(
    {},
    {
      rooms: [
        ({ work }) =>
          work(job({ name: 'stumble', at: '0 0 1 1 *' }), () => Promise.reject(new Error('stumbled over a stone'))),
      ],
    },
  );
  await portal.app.jobs.start();
  await expect
    .poll(async () => (await operator(portal, 'failed-jobs')).said, { timeout: 15_000 })
    .toContain('Error: stumbled over a stone');
  const [id = ''] = (await operator(portal, 'failed-jobs')).said.split(' ');
  expect(await operator(portal, 'retry-job', '--id', id)).toEqual({
    ok: false,
    said: `The job ${id} (stumble) runs by the clock. It is not tried again by hand: it comes again by itself.`,
  });
  expect(await operator(portal, 'give-up-job', '--id', id, '--reason', 'x')).toEqual({
    ok: false,
    said: `The job ${id} (stumble) runs by the clock. It is not given up by hand: it counts as failed until it has ended well.`,
  });
  expect(await portal.rows(`select from audit_entry where action like 'job.%'`)).toEqual([]);
});

test('P11-16 work by the clock that fails every minute is listed once, as it failed last, and hides no work of a company that failed before', async () => {
  const portal = await openPortal(
    {},
    {
      rooms: [
        roomThat(async () => {}),
        ({ work }) => work(job({ name: 'stumble', at: '* * * * *' }), async () => null),
      ],
    },
  );
  const companyId = await portal.aCompany();
  await enqueue(portal, companyId, { providerId: 5, on: '2031-01-01' });
  await asOwner(
    portal,
    `update pgboss.job set state = 'failed', completed_on = now() - interval '1 day' where name = 'remind'`,
  );
  await portal.app.jobs.start();
  await asOwner(
    portal,
    `insert into pgboss.job (name, data, state, completed_on, output)
     select 'stumble', '{}', 'failed', now() - n * interval '10 s', jsonb_build_object('message', 'try ' || n) from generate_series(1, 250) n`,
    250,
  );
  const { said } = await operator(portal, 'failed-jobs');
  expect(said.match(/^[\da-f-]{36} {2}\S+$|try \d+$/gm)?.map((line) => line.split(/ {2}/).at(-1))).toEqual([
    'stumble',
    'try 1',
    'remind',
  ]);
});

test('P11-10 SEC-22 the role of a call can put a job of its company into the queue, and neither read nor change what lies there', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const other = await portal.aCompany();
  const payload = { providerId: 1, on: '2031-01-01' };
  await enqueue(portal, companyId, payload);
  await expect(
    portal.app.database.inCompany(companyId, (tx) => actOf(tx, portal.app.clock, by(other)).enqueue(remind, payload)),
  ).rejects.toThrow('row-level security');
  expect(await portal.rows(`select data->'companyId' as company from pgboss.job where name = 'remind'`)).toEqual([
    { company: companyId },
  ]);
  for (const statement of [
    'select data from pgboss.job_common',
    'select data from pgboss.job',
    'delete from pgboss.job_common',
    `update pgboss.job_common set state = 'failed'`,
    'update pgboss.queue set retry_limit = 0',
  ])
    await expect(
      portal.app.database.inCompany(companyId, (tx) => tx.executeQuery(CompiledQuery.raw(statement))),
    ).rejects.toThrow('permission denied');
});

test('P11-10 the role of a call puts no job into the queues that run by the clock, nor one that is not due, not new or not by the rules of its queue', async () => {
  const portal = await openPortal({}, { rooms: [roomThat(async () => {})] });
  const companyId = await portal.aCompany();
  await portal.app.jobs.start();
  await portal.stop();
  const queued = JSON.stringify({ companyId, requestId: 'x', payload: { providerId: 1, on: '2031-01-01' } });
  const waiting = () => portal.rows('select name, state, data from pgboss.job order by id');
  const before = await waiting();
  // As pg-boss fills a row, and what somebody would have it say instead.
  const insert = (role: string, instead: Record<string, string>) => {
    const row = {
      name: `'remind'`,
      data: `'${queued}'`,
      policy: `'standard'`,
      keep_until: `now() + interval '1 day'`,
      expire_seconds: '600',
      heartbeat_seconds: '15',
      deletion_seconds: '7776000',
      retry_limit: '1',
      retry_delay: '1',
      retry_backoff: 'true',
      ...instead,
    };
    return portal.rows(
      `begin; set local role ${role}; set local app.company_id = ${companyId};
      insert into pgboss.job_common (${Object.keys(row).join()}) values (${Object.values(row).join()}); rollback`,
    );
  };
  const ofHousekeeping = {
    name: `'housekeeping'`,
    policy: `'short'`,
    heartbeat_seconds: 'null',
    deletion_seconds: '3600',
    retry_limit: '0',
    retry_delay: '0',
    retry_backoff: 'false',
  };
  const ofTheClock = {
    name: `'__pgboss__send-it'`,
    expire_seconds: '900',
    heartbeat_seconds: 'null',
    deletion_seconds: '604800',
    retry_limit: '2',
    retry_delay: '0',
    retry_backoff: 'false',
  };
  const refused: Record<string, string>[] = [
    { ...ofHousekeeping, singleton_key: `'now'`, start_after: `'2999-01-01'` },
    ofHousekeeping,
    ofTheClock,
    { policy: `'short'` },
    { state: `'completed'` },
    { state: `'active'`, started_on: 'now()' },
    { start_after: `now() + interval '1 minute'` },
    { keep_until: `'2999-01-01'` },
    { priority: '9' },
    { retry_limit: '1000000' },
    { retry_count: '-1' },
    { expire_seconds: '86400' },
    { heartbeat_seconds: '86400' },
    { dead_letter: `'housekeeping'` },
    { singleton_key: `'now'` },
    { blocked: 'true' },
    { group_id: `'x'` },
    { source_name: `'housekeeping'` },
  ];
  for (const role of ['portal_app', 'portal_system']) {
    await insert(role, {});
    for (const instead of refused)
      await expect(insert(role, instead), `${role} ${JSON.stringify(instead)}`).rejects.toThrow('row-level security');
  }
  expect(await waiting()).toEqual(before);
});
