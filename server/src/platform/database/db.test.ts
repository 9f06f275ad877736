import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { stat } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import * as api from '@portal/contract/participants/endpoints.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { outOfReach } from '#test/out-of-reach.ts';
import { onItsOwn, openPortal, type Portal } from '#test/portal.ts';
import { aSlowWire } from '#test/slow-wire.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { allowStatements, databaseIsAway, databaseOf, openDatabase, sendAlong, type Tx } from './db.ts';
import { insertRows } from './insert-rows.ts';
import { haveMonths } from './months.ts';
import { slackMs, WatchedClient } from './watched-client.ts';

/** A portal with two companies, and its database once more over one connection. */
async function onOneConnection() {
  const portal = await openPortal();
  const database = openDatabase({ ...portal.connection, max: 1 }, () => {});
  onTestFinished(() => database.close());
  const prepared = async () =>
    (await database.pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows;
  return { portal, database, prepared, ours: await portal.aCompany(), theirs: await portal.aCompany() };
}

test('SEC-22 a transaction that has ended does nothing more, also while another company works on its connection', async () => {
  const { portal, database, ours, theirs } = await onOneConnection();
  const kept: Tx[] = [];
  const keep = (tx: Tx) => void kept.push(tx);
  await database.inCompany(ours, async (tx) => keep(tx));
  await database.readInCompany(ours, async (tx) => keep(tx));
  await database.asSystem(async (tx) => keep(tx));
  await database
    .inCompany(ours, async (tx) => {
      keep(tx);
      throw new Error('undone');
    })
    .catch(() => {});
  expect(new Set(kept).size).toBe(4);
  await database.inCompany(theirs, async (tx) => {
    inPlaceOfAct(tx);
    const { rows } = await sql<{ id: string }>`select current_setting('app.company_id') as id`.execute(tx);
    expect(rows).toEqual([{ id: String(theirs) }]);
    for (const ended of kept) {
      expect(databaseOf(ended)).toBe(database);
      const uses = [
        () => ended.insertInto('sponsor').values({ company_id: theirs, name: 'theirs now' }).execute(),
        () => ended.selectFrom('company').selectAll().execute(),
        () => sql`select 1`.execute(ended),
        async () => sendAlong(ended, sql`select 1`),
      ];
      for (const use of uses) await expect(use()).rejects.toThrow('the transaction has ended');
    }
    await tx.insertInto('sponsor').values({ company_id: theirs, name: 'ours alone' }).execute();
  });
  expect(await portal.rows('select name from sponsor')).toEqual([{ name: 'ours alone' }]);
});

test('REL-02 a transaction in which a statement failed is never taken for kept, whoever kept that failure to themselves', async () => {
  const { portal, database, ours } = await onOneConnection();
  const work = database.inCompany(ours, async (tx) => {
    inPlaceOfAct(tx);
    await tx.insertInto('sponsor').values({ company_id: ours, name: 'kept?' }).execute();
    await sql`select 1 / 0`.execute(tx).catch(() => {});
    return 'done';
  });
  await expect(work).rejects.toThrow('nothing of the transaction was kept');
  expect(await portal.rows(`select name from sponsor where name = 'kept?'`)).toEqual([]);
  await expect(database.inCompany(ours, (tx) => sql`select 1`.execute(tx))).resolves.toBeDefined();
});

test('REL-02 what is sent along fails the transaction as what is waited for does, whether or not something comes after it', async () => {
  const { portal, database, ours } = await onOneConnection();
  const numbered = (name: string) => sql`insert into sponsor (company_id, name) values (${ours}, ${name})`;
  for (const comesAfter of [false, true]) {
    const work = database.inCompany(ours, async (tx) => {
      inPlaceOfAct(tx);
      await numbered('kept?').execute(tx);
      sendAlong(tx, sql`select 1 / 0`);
      if (comesAfter) await numbered('after').execute(tx);
      return 'done';
    });
    await expect(work).rejects.toMatchObject({ code: '22012', message: 'division by zero' });
  }
  expect(await portal.rows('select name from sponsor where company_id = $1', [ours])).toEqual([]);
  await database.inCompany(ours, async (tx) => {
    inPlaceOfAct(tx);
    sendAlong(tx, numbered('along'));
  });
  expect(await portal.rows('select name from sponsor where company_id = $1', [ours])).toEqual([{ name: 'along' }]);
});

test('REL-02 a transaction that only reads sends nothing along, since nobody waits for its end', async () => {
  const { database, ours } = await onOneConnection();
  const work = database.readInCompany(ours, async (tx) => sendAlong(tx, sql`select 1`));
  await expect(work).rejects.toThrow('a transaction that only reads sends nothing along');
});

test('what is sent along is not waited for, and the end of the transaction is', async () => {
  const { portal, database, ours } = await onOneConnection();
  const other = openDatabase({ ...portal.connection, max: 1 }, () => {});
  onTestFinished(() => other.close());
  const ended: string[] = [];
  let along = Promise.resolve();
  await database.inCompany(ours, async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx);
    await new Promise<void>((goOn) => {
      along = other
        .inCompany(ours, async (theirs) => {
          sendAlong(theirs, sql`select pg_advisory_xact_lock(1)`);
          ended.push('work');
          goOn();
        })
        .then(() => void ended.push('transaction'));
    });
    expect(ended).toEqual(['work']);
    await sql`select 1`.execute(tx);
    expect(ended).toEqual(['work']);
  });
  await along;
  expect(ended).toEqual(['work', 'transaction']);
});

test('REL-16 what a connection keeps prepared does not grow with the size of what is sent', async () => {
  const { database, prepared, ours } = await onOneConnection();
  const names = (many: number) =>
    Array.from({ length: many }, (_, n) => ({ company_id: ours, name: `Sponsor ${many}.${n}` }));
  for (let many = 1; many <= 40; many++)
    await database.inCompany(ours, async (tx) => {
      inPlaceOfAct(tx);
      await insertRows(tx, 'sponsor', names(many)).execute();
    });
  expect(await prepared()).toHaveLength(1);
  // Also where somebody has written a statement that grows with its input.
  for (let many = 41; many <= 80; many++)
    for (let time = 0; time < 2; time++)
      await database.readInCompany(ours, (tx) =>
        tx
          .selectFrom('sponsor')
          .select('sponsor_id')
          .where(
            'name',
            'in',
            names(many * 2).map(({ name }) => name),
          )
          .execute(),
      );
  expect(await prepared()).toHaveLength(1);
  const { n } = await database.readInCompany(ours, (tx) =>
    tx
      .selectFrom('sponsor')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  );
  expect(n).toBe((40 * 41) / 2);
});

test('REL-16 a statement is prepared when it is met again, and as many as a connection keeps are bounded', async () => {
  const { database, prepared } = await onOneConnection();
  const ask = (n: number) => database.query(`select ${n}::int as n, $1::int as given`, [n]);
  for (let n = 0; n < 10; n++) await ask(n);
  expect(await prepared()).toEqual([]);
  for (let n = 0; n < 10; n++) await ask(n);
  expect(await prepared()).toHaveLength(10);
  for (let n = 0; n < 1_200; n++) await ask(Math.floor(n / 2));
  expect((await prepared()).length).toBeLessThanOrEqual(500);
}, 30_000);

test('REL-05 a pool that the server gives no more connections goes on with those it has, and grows when there are more', async () => {
  const { portal, ours } = await onOneConnection();
  const login = `few_${randomBytes(4).toString('hex')}`;
  await portal.rows(`create role ${login} login connection limit 3`);
  await portal.rows(`grant portal_app to ${login}`);
  onTestFinished(async () => void (await portal.rows(`drop role ${login}`)));
  const told: string[] = [];
  const database = openDatabase(
    { ...portal.connection, user: login, max: 8 },
    ({ message }) => void told.push(message),
  );
  onTestFinished(() => database.close());
  const connections = async () =>
    (await portal.rows('select from pg_stat_activity where usename = $1', [login])).length;
  const slowly = () => database.readInCompany(ours, (tx) => sql`select pg_sleep(0.02)`.execute(tx));
  const done = await Promise.allSettled(Array.from({ length: 60 }, slowly));
  expect(done.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await connections()).toBe(3);
  await portal.rows(`alter role ${login} connection limit 6`);
  await expect
    .poll(async () => {
      await Promise.all(Array.from({ length: 12 }, slowly));
      return connections();
    })
    .toBe(6);
  expect(told[0]).toBe('the database had no more than 3 of 8 connections for this process');
  // With none at all there is nothing to wait for.
  const none = openDatabase({ ...portal.connection, user: login, max: 2 }, () => {});
  onTestFinished(() => none.close());
  const refused = await none.readInCompany(ours, async () => {}).catch((error: unknown) => error);
  expect([databaseIsAway(refused), (refused as Error).message]).toEqual([
    true,
    expect.stringContaining(`too many connections for role "${login}"`),
  ]);
});

test('REL-02 rows of any number are written by one statement as they are, ten thousand of them too', async () => {
  const { database, portal, ours } = await onOneConnection();
  const at = new Date('2026-03-04T05:06:07.089Z');
  const entry = {
    company_id: ours,
    at,
    provider_id: null,
    call: `"O'Brien" \\ {a,b} ${String.fromCharCode(9)}Łukasz`,
    record_kind: 'participant',
    record_ids: [3, 1],
    outcome: 'read',
    host: 'half \ud83d',
    address: '',
    request_id: 'null',
  };
  await haveMonths(database, 'access_entry', [at]);
  await database.asSystem((tx) => insertRows(tx, 'access_entry', [entry, { ...entry, record_ids: [] }]).execute());
  const { entry_id, ...read } = (await portal.rows('select * from access_entry order by entry_id'))[0]!;
  expect(entry_id).toBeDefined();
  expect(read).toEqual({ ...entry, in_emergency: false, host: 'half \ufffd' });
  const event = { company_id: ours, type: 'test.event', created_at: at };
  const payloads = Array.from({ length: 10_000 }, (_, id) => ({ id, list: [id, { text: 'null' }] }));
  await database.inCompany(ours, (tx) =>
    insertRows(
      tx,
      'event',
      payloads.map((payload) => ({ ...event, payload })),
    ).execute(),
  );
  const events = await portal.rows('select payload, created_at from event order by event_id');
  expect(events).toEqual(payloads.map((payload) => ({ payload, created_at: at })));
  await expect(
    database.asSystem(async (tx) =>
      insertRows(tx, 'sponsor', [
        { company_id: ours, name: 'a' },
        { company_id: ours, name: 'b', version: 2 },
      ]).execute(),
    ),
  ).rejects.toThrow('rows for sponsor that have different columns');
});

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])(
  'REL-04 a database to which the way ends with %s is away; what ends so elsewhere says nothing of it',
  async (code) => {
    const { inCompany, query } = outOfReach(code);
    for (const ask of [() => inCompany(1, async () => {}), () => query('select 1', [])]) {
      const error: unknown = await ask().catch((failure: unknown) => failure);
      expect(error).toMatchObject({ code });
      expect(databaseIsAway(error)).toBe(true);
    }
    expect(databaseIsAway(Object.assign(new Error(`connect ${code}`), { code }))).toBe(false);
  },
);

test('REL-04 a database that takes a connection and says nothing on it is away, within its pool and beside it', async () => {
  const { portal, ours } = await onOneConnection();
  const wire = await aSlowWire(portal.connection);
  const database = openDatabase({ ...wire.connection, max: 1, connectionTimeoutMillis: 300 }, () => {});
  onTestFinished(async () => {
    await database.close();
    wire.close();
  });
  wire.stall();
  const asked = [database.inCompany(ours, async () => {}), database.queryBeside('select 1', [])];
  const errors = (await Promise.allSettled(asked)).map((one) => (one as PromiseRejectedResult).reason as Error);
  expect(errors.map(databaseIsAway)).toEqual([true, true]);
  wire.goOn();
  expect((await database.queryBeside('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
});

test('REL-04 a connection that breaks while a transaction waits on it says that the database is away', async () => {
  const { database, ours } = await onOneConnection();
  const broken = Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH' });
  const work = database.inCompany(ours, async (tx) => {
    const asked = sql`select pg_sleep(60)`.execute(tx);
    const [client] = (database.pool as unknown as { _clients: { connection: { stream: Socket } }[] })._clients;
    client?.connection.stream.destroy(broken);
    await asked;
  });
  const error: unknown = await work.catch((failure: unknown) => failure);
  expect([error, databaseIsAway(error)]).toEqual([broken, true]);
});

test('REL-04 a transaction that could not begin says why, whatever its work made of the rows that it then could not see', async () => {
  const portal = await openPortal();
  const ours = await portal.aCompany();
  const login = `stranger_${randomBytes(4).toString('hex')}`;
  await portal.rows(`create role ${login} login`);
  onTestFinished(async () => void (await portal.rows(`drop role ${login}`)));
  const database = openDatabase({ ...portal.connection, user: login, max: 1 }, () => {});
  onTestFinished(() => database.close());
  const find = async (tx: Tx) => {
    const { rows } = await sql`select 1`.execute(tx).catch(() => ({ rows: [] }));
    if (rows.length === 0) throw new Error('there is no such record');
  };
  const refused = { code: '42501', message: expect.stringMatching('permission denied to set role') };
  await expect(database.asSystem(find)).rejects.toMatchObject(refused);
  await expect(database.inCompany(ours, find)).rejects.toMatchObject(refused);
  await expect(database.readInCompany(ours, (tx) => sql`select 1`.execute(tx))).rejects.toMatchObject(refused);
});

test('REL-04 whatever waits on a connection whose host vanished is told that the database is away, and the next one has its place', async () => {
  const { portal, ours } = await onOneConnection();
  const wire = await aSlowWire(portal.connection);
  const database = openDatabase({ ...wire.connection, max: 2, statement_timeout: 1_500 }, () => {});
  onTestFinished(async () => {
    await database.close();
    wire.close();
  });
  const { promise: isGone, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
  const inTransaction = database.inCompany(ours, async (tx) => {
    await sql`select 1`.execute(tx);
    begun();
    await isGone;
    await sql`select 1`.execute(tx);
  });
  await hasBegun;
  const asked = [
    inTransaction,
    database.query('select pg_sleep(1)', []),
    database.queryBeside('select pg_sleep(1)', []),
  ];
  const underWay = () =>
    portal.rows(
      `select from pg_stat_activity where datname = current_database() and query like 'select pg_sleep(1)' and state = 'active'`,
    );
  await expect.poll(async () => (await underWay()).length, { interval: 10 }).toBe(2);
  wire.vanish();
  goOn();
  const errors = (await Promise.allSettled(asked)).map((one) => (one as PromiseRejectedResult).reason as Error);
  expect(errors.map((error) => [error.message, databaseIsAway(error)])).toEqual(
    asked.map(() => ['no answer from the database in 3500 ms', true]),
  );
  expect(await database.inCompany(ours, async () => 'done')).toBe('done');
  expect((await database.queryBeside('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
  // What nobody waits for, as the end of what only reads.
  await database.readInCompany(ours, async (tx) => {
    await sql`select 1`.execute(tx);
    wire.vanish();
  });
  const next = await database.inCompany(ours, async () => {}).catch((error: unknown) => error);
  expect(databaseIsAway(next)).toBe(true);
  expect(await database.inCompany(ours, async () => 'done')).toBe('done');
}, 30_000);

test('REL-04 a transaction that is allowed longer statements has them, also without an end, and the next one on its connection has not', async () => {
  const { portal, ours } = await onOneConnection();
  const database = openDatabase({ ...portal.connection, max: 1, statement_timeout: 100 }, () => {});
  onTestFinished(() => database.close());
  const sleep = (tx: Tx, seconds: number) => sql`select pg_sleep(${seconds})`.execute(tx);
  for (const longestMs of [5_000, 0]) {
    const slept = database.inCompany(ours, async (tx) => {
      await allowStatements(tx, longestMs);
      await sleep(tx, 2.3);
      return 'slept';
    });
    expect(await slept).toBe('slept');
    await expect(database.inCompany(ours, (tx) => sleep(tx, 1))).rejects.toMatchObject({ code: '57014' });
  }
  // As with `statement_timeout` alone: longer than the connection is waited for.
  const broken = database.inCompany(ours, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sleep(tx, 10);
  });
  await expect(broken).rejects.toThrow('no answer from the database in 2100 ms');
}, 30_000);

test('REL-04 a commit that takes longer than the database allows a statement is waited for, and its connection goes on', async () => {
  onItsOwn();
  const { portal, ours } = await onOneConnection();
  await portal.rows(`create function wait_for_copy() returns trigger language plpgsql as
    $$ begin perform pg_sleep(3); return null; end $$`);
  await portal.rows(`create constraint trigger is_copied after insert on sponsor deferrable initially deferred
    for each row execute function wait_for_copy()`);
  const database = openDatabase({ ...portal.connection, max: 1, statement_timeout: 500 }, () => {});
  onTestFinished(() => database.close());
  const pid = async (tx: Tx) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows;
  const limit = () =>
    (database.pool as unknown as { _clients: { connection: { stream: Socket } }[] })._clients[0]?.connection.stream
      .timeout;
  const before = await database.inCompany(ours, pid);
  let limitOfCommit: number | undefined;
  const added = database.inCompany(ours, async (tx) => {
    inPlaceOfAct(tx);
    await tx.insertInto('sponsor').values({ company_id: ours, name: 'copied' }).execute();
    setTimeout(() => (limitOfCommit = limit()), 1_000);
    return 'added';
  });
  expect(await added).toBe('added');
  expect([limitOfCommit, limit()]).toEqual([62_000, 2_500]);
  expect(await database.inCompany(ours, pid)).toEqual(before);
  expect(await portal.rows('select name from sponsor where company_id = $1', [ours])).toEqual([{ name: 'copied' }]);
});

test('REL-04 an answer that came while the process stood still is taken, however long it stood', async () => {
  const { portal } = await onOneConnection();
  const database = openDatabase({ ...portal.connection, max: 1, statement_timeout: 100 }, () => {});
  onTestFinished(() => database.close());
  await database.query('select 1', []);
  const asked = database.query('select pg_sleep(0.05) is null as slept', []);
  // Within the polling for what has come: the timers are looked at before it goes on.
  await new Promise<void>((resolve) => {
    stat('.', () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, slackMs + 500);
      resolve();
    });
  });
  expect(await asked).toEqual([{ slept: false }]);
});

test('REL-04 a connection on which nothing is asked may be silent: idle, in the midst of a transaction, and while it listens', async () => {
  const { portal, ours } = await onOneConnection();
  const database = openDatabase({ ...portal.connection, max: 2, statement_timeout: 100 }, () => {});
  const listening = new WatchedClient({ ...(portal.connection as pg.ClientConfig), longestStatementMs: 100 });
  onTestFinished(async () => {
    await listening.end();
    await database.close();
  });
  listening.on('error', () => {});
  await listening.connect();
  await listening.query('listen of_silence');
  const idle = () => database.query<{ pid: number }>('select pg_backend_pid() as pid', []);
  await database.inCompany(ours, async (tx) => {
    const own = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows;
    const before = [await own(), await idle()];
    await wait(slackMs + 300);
    expect([await own(), await idle()]).toEqual(before);
  });
  const heard = once(listening, 'notification', { signal: AbortSignal.timeout(4_000) });
  await database.query('select pg_notify($1, $2)', ['of_silence', 'still there']);
  expect(await heard).toMatchObject([{ payload: 'still there' }]);
});

test('REL-04 after one connection was found to lead nowhere, no other one of its time is tried', async () => {
  const { portal, ours } = await onOneConnection();
  const wire = await aSlowWire(portal.connection);
  const database = openDatabase({ ...wire.connection, max: 4, statement_timeout: 500 }, () => {});
  onTestFinished(async () => {
    await database.close();
    wire.close();
  });
  const sleep = () => database.inCompany(ours, (tx) => sql`select pg_sleep(0.1)`.execute(tx));
  await Promise.all([sleep(), sleep(), sleep(), sleep()]);
  expect(database.pool.idleCount).toBe(4);
  wire.vanish();
  const error = await database.inCompany(ours, async () => {}).catch((failure: unknown) => failure);
  expect(databaseIsAway(error)).toBe(true);
  for (let n = 0; n < 3; n += 1) expect(await database.inCompany(ours, async () => 'done')).toBe('done');
  expect(database.pool.totalCount).toBe(1);
});

/** From now on no table, or this one alone, takes a row, as where the disk of the database is full. Gives what makes room again. */
async function aFullDisk({ rows }: Portal, table?: string) {
  await rows(`create function find_no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname = coalesce($1, relname)`,
    [table],
  );
  expect(tables.length).toBeGreaterThan(table ? 0 : 50);
  for (const { name } of tables)
    await rows(`create trigger is_full before insert or update on ${name} execute function find_no_room()`);
  return () => rows('drop function find_no_room() cascade');
}

test('REL-11 while the database finds no room, at the first row of a call or at its last, the call answers 503 in words and keeps nothing, reads go on, and with room again it is taken at once', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { siteId, siteUser } = await portal.aTrialAtWork();
  const user = await portal.signedIn(siteUser);
  const ada = { fname: 'Ada', lname: 'Lovelace', g_id: siteId, dob: '1980-03-05', gender: 1 };
  const add = (subject_number: string) => user.call(api.addParticipant, { body: { ...ada, subject_number } });
  const numbers = async () => {
    const { status, reply } = await user.call(api.listParticipants, { query: { g_id: siteId } });
    return [status, reply?.participants.map((one) => one.subjectNumber)];
  };
  const kept = () =>
    portal.rows(`select (select count(*)::int from participant) as participants, (select count(*)::int from audit_entry) as entries,
      (select count(*)::int from event) as events`);
  expect((await add('1')).status).toBe(200);
  for (const [subject, table] of [['2'], ['3', 'event']] as const) {
    const before = [await numbers(), await kept()];
    const makeRoom = await aFullDisk(portal, table);
    const { status, code, message, headers } = await add(subject);
    expect([status, code, message, Number(headers['retry-after'])]).toEqual([
      503,
      'unavailable',
      'The service is not available at the moment. Please try again.',
      2,
    ]);
    expect([await numbers(), await kept()]).toEqual(before);
    await makeRoom();
    expect((await add(subject)).status).toBe(200);
  }
  expect(await numbers()).toEqual([200, ['1', '2', '3']]);
  expect(portal.logged.filter((line) => line.includes('"event":"unexpected"'))).toEqual([]);
});
