/** The two logins: one owns the database and migrates it, the other serves and owns nothing (P11-10). */
import type pg from 'pg';
import { queueSchema } from './queue-tables.ts';

/** Gives a login what it needs to serve on a migrated database, as the owner of it all; again at each start. */
export async function admitLogin(client: pg.ClientBase, login: string): Promise<void> {
  const { rows } = await client.query<{ owner: string; version: number; member: boolean }>(
    `select current_user as owner, current_setting('server_version_num')::int as version,
      pg_has_role($1, 'portal_app', 'MEMBER') and pg_has_role($1, 'portal_system', 'MEMBER') as member`,
    [login],
  );
  const { owner, version, member } = rows[0] as { owner: string; version: number; member: boolean };
  if (owner === login) return;
  const name = `"${login.replaceAll('"', '""')}"`;
  // Once it may, the owner's right to give roles can be taken back.
  const roles = version >= 160_000 ? `to ${name} with inherit false, set true` : `to ${name}`;
  const inherits = version >= 160_000 ? '' : `alter role ${name} noinherit;`;
  await client.query(`
    begin;
    ${member ? '' : `grant portal_app, portal_system ${roles}; ${inherits}`}
    grant select on migration to ${name};
    set local role portal_system;
    grant execute on function viewer_of(bytea) to ${name};
    reset role;
    grant usage on schema ${queueSchema} to ${name};
    grant select, insert, update, delete on all tables in schema ${queueSchema} to ${name};
    grant usage on all sequences in schema ${queueSchema} to ${name};
    commit`);
}

/** Who dumps the database: it reads every row and writes none. The owner becomes it; nobody signs in as it. */
export const backupRole = 'portal_backup';

/** Lets the role of backups read everything there is; again after each migration, as the owner. Its role may not be there yet. */
export async function admitBackup(client: pg.ClientBase): Promise<void> {
  await client.query(`
    do $$
    declare
      one record;
    begin
      if not exists (select from pg_roles where rolname = '${backupRole}') then
        if not (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) then
          return;
        end if;
        create role ${backupRole} nologin;
        if current_setting('server_version_num')::int >= 160000 then
          execute format('grant ${backupRole} to %I with inherit false, set true', current_user);
        else
          execute format('grant ${backupRole} to %I', current_user);
        end if;
      end if;
      execute 'grant usage on schema public, ${queueSchema} to ${backupRole}';
      execute 'grant select on all tables in schema public, ${queueSchema} to ${backupRole}';
      execute 'grant select on all sequences in schema public, ${queueSchema} to ${backupRole}';
      for one in select oid::regclass as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity
          and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'backup') loop
        execute format('create policy backup on %s for select to ${backupRole} using (true)', one.name);
      end loop;
    end $$`);
}

/** What a login could do beyond serving, itself or as a role that it may become; null when it is as weak as it should be. */
export async function strengthOf(client: pg.ClientBase | pg.Pool): Promise<{ login: string; because: string } | null> {
  const { rows } = await client.query<{ login: string; because: string }>(strength);
  return rows[0] ?? null;
}

/** portal_system owns the functions that look up what no fence shows; it cannot change them, because it may create nothing. */
const strength = `
  with role as (select * from pg_roles where pg_has_role(session_user, oid, 'MEMBER')),
  owned (what, owner) as (
    select 'the database', datdba from pg_database where datname = current_database()
    union all
    select 'the schema ' || nspname, nspowner from pg_namespace where nspname !~ '^pg_(toast|temp)'
    union all
    select case relkind when 'S' then 'the sequence ' when 'v' then 'the view ' else 'the table ' end || oid::regclass, relowner
      from pg_class where relkind in ('r', 'p', 'S', 'v', 'm', 'f') and relpersistence <> 't'
    union all
    select 'the function ' || oid::regprocedure, proowner from pg_proc
      where proowner <> coalesce((select oid from pg_roles where rolname = 'portal_system'), 0)
    union all
    select 'the type ' || oid::regtype, typowner from pg_type where typtype in ('e', 'd')
  )
  select session_user as login, because from (
    select 1 as rank, 'is a superuser' as because from role where rolsuper
    union all select 2, 'bypasses row security' from role where rolbypassrls
    union all select 3, 'may create roles' from role where rolcreaterole
    union all select 4, 'owns ' || what from owned where owner in (select oid from role)
    union all select 5, 'may change what is in ' || name from role, unnest(array['audit_entry', 'audit_link', 'access_entry', 'security_event']) as name
      where to_regclass(name) is not null and has_table_privilege(role.oid, to_regclass(name), 'UPDATE, DELETE, TRUNCATE, TRIGGER')
    union all select 6, 'may write the files of the database' from role
      where rolname in ('pg_write_server_files', 'pg_execute_server_program')
  ) as found order by rank, because like 'owns the table audit%' desc, because limit 1`;
