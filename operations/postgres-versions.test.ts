import { expect, test } from 'vitest';
import { startPostgres } from './debian.ts';
import { operate, serve, settingsOn } from './operator.ts';

const creation = ['create-company', '--name', 'Meridian Trials', '--modules', 'TrialCard', '--brand', 'default'].concat(
  ['--admin-email', 'ada@clinic.example', '--admin-type', 'Admin'],
);

test.each([15, 16, 17, 18] as const)(
  'REL-15 P11-10 on PostgreSQL %i the commands of the documents lead from an empty server to a portal that serves',
  async (version) => {
    const postgres = await startPostgres(version);
    expect(
      await postgres.ask('postgres', `select current_setting('server_version_num')::int / 10000 as version`),
    ).toEqual([{ version }]);
    const serving = settingsOn(postgres);
    const owning = { ...serving, MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', 'portal') };
    const asAdmin = { ...owning, ADMIN_DATABASE_URL: postgres.adminUrl };
    expect(operate(asAdmin, 'prepare-database')).toEqual({
      ok: true,
      said: 'The database "portal" is ready for "npm run operator -- migrate": "portal_owner" owns it, "portal" serves.',
    });
    expect(operate(owning, 'migrate')).toEqual({ ok: true, said: 'The database has the schema of this release.' });
    const keep =
      '\n"portal_owner" was there already and keeps the password that it had.\n"portal" was there already and keeps the password that it had.';
    expect(operate(asAdmin, 'prepare-database').said).toBe(`"portal_owner" may no longer create roles.${keep}`);
    expect(operate(owning, 'migrate').ok).toBe(true);
    expect(operate(serving, ...creation).said).toContain(
      'The company "Meridian Trials" has been added with the number 1.',
    );

    await expect(serve({ ...serving, DATABASE_POOL: '200' })).rejects.toThrow(
      'DATABASE_POOL is 200: with 6 more for events and jobs one process needs 206 connections, and there are 97 (max_connections 100, of which 3 reserved).',
    );
    const { url, stop, said } = await serve(serving);
    expect(said()).toContain('"problem":"TRUSTED_PROXIES is left out: in limits, locks and records');
    const ready = await fetch(`${url}/api/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', version: '0.1.0' }]);
    expect(await stop()).toBe(0);
    // Tables by month are made and removed as on later versions.
    await postgres.ask('portal', `select make_month('access_entry', '2018-03-01')`);
    expect(operate(serving, 'housekeeping').said).toBe('access_entry of 2018-03 archived and removed: 0');
    // Every table that has a company's data is behind its fence here, too.
    expect(
      await postgres.ask(
        'portal',
        `select relname from pg_class where relnamespace in ('public'::regnamespace, 'by_month'::regnamespace) and relkind in ('r', 'p') and relname <> 'migration' and not relforcerowsecurity`,
      ),
    ).toEqual([]);
    expect(
      await postgres.ask('portal', `select rolname from pg_roles where rolcreaterole and rolname like 'portal%'`),
    ).toEqual([]);
  },
);

test.each([15, 18] as const)(
  'REL-15 P11-10 on PostgreSQL %i an owner whose rights were taken back gets a second database, though it is prepared twice',
  async (version) => {
    const postgres = await startPostgres(version);
    // No superuser, as where somebody else runs the server.
    await postgres.ask('postgres', `create role chief login createrole createdb password 'x'`);
    const prepared = (database: string) => {
      const serving = settingsOn(postgres, database);
      const owning = { ...serving, MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', database) };
      return { owning, asAdmin: { ...owning, ADMIN_DATABASE_URL: postgres.url('chief', 'x', 'postgres') } };
    };
    const first = prepared('portal');
    for (const [env, command] of [
      [first.asAdmin, 'prepare-database'],
      [first.owning, 'migrate'],
      [first.asAdmin, 'prepare-database'],
    ] as const)
      expect(operate(env, command)).toMatchObject({ ok: true });
    const second = prepared('second');
    const isReady = expect.stringContaining('The database "second" is ready') as string;
    expect(operate(second.asAdmin, 'prepare-database')).toEqual({ ok: true, said: isReady });
    expect(operate(second.asAdmin, 'prepare-database')).toEqual({ ok: true, said: isReady });
    expect(operate(second.owning, 'migrate')).toEqual({
      ok: true,
      said: 'The database has the schema of this release.',
    });
    expect(operate(second.asAdmin, 'prepare-database').said).toContain('"portal_owner" may no longer create roles.');
  },
);
