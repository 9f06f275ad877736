import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { haveMonths, makeMonthsAhead } from './months.ts';

const columns = 'company_id, at, provider_id, call, record_kind, record_ids, outcome, host, address, request_id';
const entry = (at: string) => `1, '${at}', 1, 'GET /x', 'participant', '{1}', 'read', 'localhost', '::1', 'r'`;
const monthsIn = async (portal: Portal, table = 'access_entry') =>
  (
    await portal.rows<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
      [table],
    )
  ).map(({ name }) => name);
const asRole = (portal: Portal, role: 'portal_system' | 'portal_app', statement: string) =>
  role === 'portal_system'
    ? portal.app.database.asSystem((tx) => sql.raw(statement).execute(tx))
    : portal.app.database.inCompany(1, (tx) => sql.raw(statement).execute(tx));

test('PRV-01 whenever an entry is written there is a month for it, be two processes at it at once, the clock far off, or the entry within another transaction', async () => {
  const portal = await openPortal();
  const beside = await openPortal({}, { beside: portal });
  const at = new Date('2031-07-31T23:59:59.999Z');
  await Promise.all([portal, beside, portal].map(({ app }) => haveMonths(app.database, 'access_entry', [at])));
  expect(await monthsIn(portal)).toContain('by_month.access_entry_2031_07');
  // Of the month at hand and the next two none is missing, by whichever clock.
  expect(await makeMonthsAhead(portal.app.database, new Date('2031-06-30T12:00:00Z'))).toBe(5);
  expect(await makeMonthsAhead(portal.app.database, new Date('2031-06-30T12:00:00Z'))).toBe(0);
  expect((await monthsIn(portal, 'security_event')).slice(-3)).toEqual(
    ['2031_06', '2031_07', '2031_08'].map((month) => `by_month.security_event_${month}`),
  );
  await portal.rows(`insert into access_entry (${columns}) values (${entry(at.toISOString())})`);
  expect(await portal.rows('select at from by_month.access_entry_2031_07')).toEqual([{ at }]);
});

test('P11-10 SEC-22 the roles of the server see no month but through its table, change none, and remove none that the law wants kept or that is not archived', async () => {
  onItsOwn();
  const portal = await openPortal();
  for (const month of ['2018-03', '2025-12'])
    for (const table of ['access_entry', 'security_event'])
      await asRole(portal, 'portal_system', `select make_month('${table}', '${month}-17')`);
  await portal.rows(`insert into access_entry (${columns}) values (${entry('2018-03-31T23:59:59Z')})`);
  for (const role of ['portal_system', 'portal_app'] as const)
    for (const statement of [
      'select * from by_month.access_entry_2018_03',
      'drop table by_month.access_entry_2018_03',
      'alter table access_entry detach partition by_month.access_entry_2018_03',
      'create table by_month.another ()',
      `select setval('access_entry_entry_id_seq', 1)`,
      ...(role === 'portal_app'
        ? [`select make_month('access_entry', '2019-01-01')`, `select remove_month('access_entry', '2018-03-01')`]
        : []),
    ])
      await expect(asRole(portal, role, statement), `${statement} as ${role}`).rejects.toThrow(
        /permission denied|must be owner/,
      );
  // The triggers hold for its owner and a superuser, too.
  for (const statement of ['update', 'delete from', 'truncate'])
    await expect(
      portal.rows(`${statement} by_month.access_entry_2018_03 ${statement === 'update' ? 'set host = host' : ''}`),
      statement,
    ).rejects.toThrow('entries of access_entry_2018_03 can only be added');
  const remove = (table: string, month: string) =>
    asRole(portal, 'portal_system', `select remove_month('${table}', '${month}')`);
  await expect(remove('access_entry', '2025-12-01')).rejects.toThrow('entries of access_entry are kept for 72 months');
  await expect(remove('access_entry', '2018-03-01')).rejects.toThrow(
    'the month 2018-03 of access_entry has 1 entries, and 0 are archived',
  );
  await expect(remove('security_event', '2018-03-01')).rejects.toThrow('and 0 are archived');
  for (const [table, month] of [
    ['access_entry', '2018-03-02'],
    ['access_entry', '2017-01-01'],
    ['audit_entry', '2018-03-01'],
    ['provider', '2018-03-01'],
  ] as const)
    await expect(remove(table, month), table).rejects.toThrow(/there is no month/);
  await expect(
    asRole(portal, 'portal_system', `select make_month('access_entry; drop table provider', '2018-03-01')`),
  ).rejects.toThrow('there is no month');
  await expect(asRole(portal, 'portal_system', `select make_month('access_entry', '2999-01-01')`)).rejects.toThrow(
    'there is no month',
  );
  expect(await portal.rows('select count(*)::int as n from access_entry')).toEqual([{ n: 1 }]);
  // Nothing else runs with the rights of whoever owns it.
  expect(
    await portal.rows(
      `select oid::regprocedure::text as name, proconfig from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
    ),
  ).toEqual(
    ['make_month(text,date)', 'remove_month(text,date)'].map((name) => ({
      name,
      proconfig: ['search_path=public, pg_temp', 'lock_timeout=2s'],
    })),
  );
});

test('P11-10 a month that is made is as fenced as its table, and holds up nobody who reads or writes meanwhile', async () => {
  const portal = await openPortal();
  const client = new pg.Client(portal.owner as pg.ClientConfig);
  await client.connect();
  onTestFinished(() => client.end());
  // Somebody reads and writes in a transaction that does not end.
  await client.query(`begin; set local role portal_system; select count(*) from access_entry`);
  await client.query(
    `insert into access_entry (${columns}) values (${entry(new Date().toISOString()).replace(/^1/, 'null')})`,
  );
  await asRole(portal, 'portal_system', `select make_month('access_entry', '2018-03-01')`);
  await client.query('rollback');
  expect(
    await portal.rows(
      `select relrowsecurity and relforcerowsecurity as fenced, pg_get_userbyid(relowner) as owner,
        array(select tgname || ' ' || tgenabled::text from pg_trigger where tgrelid = pg_class.oid order by 1) as triggers,
        array(select polname::text from pg_policy where polrelid = pg_class.oid) as policies,
        array(select privilege_type from aclexplode(relacl) where grantee <> relowner order by 1) as given,
        has_table_privilege(relowner, oid, 'update, delete, truncate') as owner_may_change
       from pg_class where oid = 'by_month.access_entry_2018_03'::regclass`,
    ),
  ).toEqual([
    {
      fenced: true,
      owner: 'portal_owner',
      triggers: ['append_only A', 'append_only_truncate A'],
      policies: ['backup'],
      given: ['SELECT'],
      owner_may_change: false,
    },
  ]);
});
