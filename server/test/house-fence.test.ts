import { expect, test } from 'vitest';
import { seedDemo } from '#src/demo/seed.ts';
import { type Portal, onItsOwn, openPortal } from './portal.ts';
import { inPlaceOfAct } from './unrecorded-changes.ts';

/** Tables with a company that the work of a call may not even see. */
const forSystemAlone = ['session', 'access_token'];

interface Table {
  name: string;
  hasCompany: boolean;
}
const tablesOf = (portal: Portal) =>
  portal.rows<Table>(`
    select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as "hasCompany"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migration' order by 1`);

test('SEC-22 every table is fenced by the database itself, and a company is the only gate in the fence', async () => {
  const portal = await openPortal();
  const tables = await tablesOf(portal);
  expect(tables.length).toBeGreaterThan(25);
  const security = await portal.rows<{ name: string; forced: boolean }>(
    `select relname as name, relrowsecurity and relforcerowsecurity as forced from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  expect(tables.filter(({ name }) => !security.find((one) => one.name === name)?.forced)).toEqual([]);

  const policies = await portal.rows<{
    name: string;
    roles: string;
    command: string;
    using: string | null;
    check: string | null;
  }>(
    `select tablename as name, array_to_string(roles, ',') as roles, cmd as command, qual as using, with_check as check from pg_policies where schemaname = 'public'`,
  );
  const mine = `(company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::integer)`;
  for (const { name, hasCompany } of tables) {
    const ofApp = policies
      .filter((policy) => policy.name === name && policy.roles !== 'portal_system')
      .map(({ roles, command, using, check }) => [roles, command, using, check])
      .sort(([one = ''], [other = '']) => (one ?? '').localeCompare(other ?? ''));
    const expected =
      hasCompany && !forSystemAlone.includes(name)
        ? [['portal_app', 'ALL', mine, mine]]
        : name === 'message'
          ? [['portal_app', 'INSERT', null, 'true']]
          : [];
    // Backups read every row, and change none.
    expect({ name, ofApp }).toEqual({ name, ofApp: [...expected, ['portal_backup', 'SELECT', 'true', null]] });
  }
  const rights = await portal.rows<{ name: string; right: string }>(
    `select table_name as name, privilege_type as right from information_schema.role_table_grants where grantee = 'portal_app' and table_schema = 'public'`,
  );
  for (const name of forSystemAlone) expect(rights.filter((one) => one.name === name)).toEqual([]);
  for (const name of ['audit_entry', 'access_entry', 'security_event', 'event'])
    expect(rights.filter((one) => one.name === name && !['SELECT', 'INSERT'].includes(one.right))).toEqual([]);
  expect(
    await portal.rows(
      `select rolname from pg_roles where rolname in ('portal', 'portal_app', 'portal_system') and (rolsuper or rolbypassrls)`,
    ),
  ).toEqual([]);
  // The role of a call owns nothing, so it cannot open the fence.
  expect(
    await portal.rows(
      `select relname from pg_class where relowner in (select oid from pg_roles where rolname = 'portal_app')`,
    ),
  ).toEqual([]);
});

test('SEC-22 outside the fence nothing is seen, and inside it nothing of another company is seen, changed, removed, added or given away', async () => {
  const portal = await openPortal();
  await seedDemo(portal.app);
  // What the demo leaves empty.
  const works = [await portal.aTrialAtWork(), await portal.aTrialAtWork()] as const;
  for (const { companyId, trialId, siteId, admin } of works) {
    await portal.aParticipant(companyId, trialId, siteId);
    await portal.signedIn(admin);
  }
  const { database } = portal.app;
  const tables = (await tablesOf(portal)).filter(({ hasCompany }) => hasCompany);
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  let tried = 0;
  for (const { name } of tables) {
    const companies = (
      await portal.rows<{ company_id: number }>(
        `select distinct company_id from ${name} where company_id is not null order by 1`,
      )
    ).map(({ company_id }) => company_id);
    const [theirs] = companies;
    if (theirs === undefined) continue;
    const ours = companies.find((id) => id !== theirs) ?? works[1].companyId;
    tried += 1;
    const before = await portal.rows(`select md5(string_agg(t::text, ',' order by t::text)) as print from ${name} t`);
    const outside = database.query(`select 1 from ${name} limit 1`, []);
    expect([name, await outside.catch((error: { code?: string }) => error.code)]).toEqual([name, '42501']);

    const inOurs = (text: string, values: unknown[]) => refused(withRole(portal, ours, text, values));
    const seen = await withRole(portal, ours, `select distinct company_id from ${name}`).catch(() => []);
    expect([name, seen.filter((row) => row['company_id'] !== ours)]).toEqual([name, []]);
    const column = await aColumnOf(portal, name);
    for (const text of [
      `update ${name} set ${column} = ${column} where company_id = $1 returning 1`,
      `delete from ${name} where company_id = $1 returning 1`,
    ]) {
      const rows = await withRole(portal, ours, text, [theirs]).catch((error: { code?: string }) => error.code);
      expect({ text, rows: rows === '42501' ? [] : rows }).toEqual({ text, rows: [] });
    }
    // One of their rows, laid down once more; one of ours, handed over.
    expect({
      name,
      added: await inOurs(
        `insert into ${name} overriding system value select (json_populate_record(null::${name}, $1)).*`,
        [await aRowOf(portal, name, theirs)],
      ),
    }).toEqual({ name, added: '42501' });
    // The number of a company itself cannot be set by anybody.
    expect({
      name,
      given: companies.length > 1 ? await inOurs(`update ${name} set company_id = $1`, [theirs]) : '42501',
    }).toEqual({ name, given: name === 'company' ? '428C9' : '42501' });
    expect(await portal.rows(`select md5(string_agg(t::text, ',' order by t::text)) as print from ${name} t`)).toEqual(
      before,
    );
  }
  expect(tried).toBeGreaterThan(20);
});

/** One that a call may change, if there is one. */
const aColumnOf = async (portal: Portal, table: string) =>
  (
    await portal.rows<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attname <> 'company_id'
       order by has_column_privilege('portal_app', attrelid, attnum, 'update') desc, attnum limit 1`,
      [table],
    )
  )[0]?.name;

const aRowOf = async (portal: Portal, table: string, companyId: number): Promise<string> =>
  JSON.stringify(
    (
      await portal.rows<{ row: unknown }>(
        `select row_to_json(t) as row from ${table} t where company_id = $1 limit 1`,
        [companyId],
      )
    )[0]?.row,
  );

/** A statement as the work of a call in a company would send it, undone afterwards. */
async function withRole(
  portal: Portal,
  companyId: number,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = await portal.app.database.pool.connect();
  try {
    await client.query(`begin; set local role portal_app; set local app.company_id = ${companyId}`);
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('SEC-22 the database writes through the same fence for a call: a row of another company is refused and nothing is left', async () => {
  onItsOwn();
  const portal = await openPortal();
  const [ours, theirs] = [await portal.aCompany(), await portal.aCompany()];
  const { database } = portal.app;
  await expect(
    database.inCompany(ours, (tx) => tx.insertInto('sponsor').values({ company_id: theirs, name: 'x' }).execute()),
  ).rejects.toMatchObject({ code: '42501' });
  await expect(database.inCompany(ours, (tx) => tx.selectFrom('session').selectAll().execute())).rejects.toMatchObject({
    code: '42501',
  });
  // One transaction leaves nothing of its company to the next on the same connection.
  await database.inCompany(ours, async (tx) => {
    inPlaceOfAct(tx);
    await tx.insertInto('sponsor').values({ company_id: ours, name: 'kept' }).execute();
  });
  const after = Array.from({ length: 8 }, () => database.query('select * from sponsor', []));
  expect(await Promise.allSettled(after)).toEqual(
    Array.from({ length: 8 }, () => ({ status: 'rejected', reason: expect.objectContaining({ code: '42501' }) })),
  );
  expect(await portal.rows('select name from sponsor')).toEqual([{ name: 'kept' }]);
});
