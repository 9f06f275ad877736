/** The two logins: one owns the database and migrates it, the other serves and owns nothing (P11-10). */
import type pg from 'pg';
import { monthsSchema } from './months.ts';
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
  const { rows: columns } = await client.query<{ own: string }>(
    `select string_agg(quote_ident(attname), ', ') as own from pg_attribute
     where attrelid = '${queueSchema}.version'::regclass and attnum > 0 and not attisdropped and attname <> 'version'`,
  );
  await client.query(`
    begin;
    ${member ? '' : `grant portal_app, portal_system ${roles}; ${inherits}`}
    grant select on migration to ${name};
    grant execute on function viewer_at(bytea, timestamptz) to ${name};
    grant usage on schema ${queueSchema} to ${name};
    grant select, insert, update, delete on all tables in schema ${queueSchema} to ${name};
    grant usage on all sequences in schema ${queueSchema} to ${name};
    -- By its number the owner decides what to migrate; beside it pg-boss notes when it did what.
    revoke insert, update, delete on ${queueSchema}.version from ${name};
    grant update (${columns[0]?.own}) on ${queueSchema}.version to ${name};
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
      for one in select nspname as name from pg_namespace where nspname in ('public', '${monthsSchema}', '${queueSchema}') loop
        execute format('grant usage on schema %I to ${backupRole}', one.name);
        execute format('grant select on all tables in schema %I to ${backupRole}', one.name);
        execute format('grant select on all sequences in schema %I to ${backupRole}', one.name);
      end loop;
      for one in select oid::regclass as name from pg_class
        where relnamespace in ('public'::regnamespace, to_regnamespace('${monthsSchema}')) and relkind in ('r', 'p') and relrowsecurity
          and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'backup') loop
        execute format('create policy backup on %s for select to ${backupRole} using (true)', one.name);
      end loop;
    end $$`);
}

export interface Strength {
  login: string;
  because: string;
  /** What to do about it. */
  remedy: string;
}

/**
 * What a login could do beyond serving, itself or as a role that it belongs to; null when it is as weak as it should be. Before the
 * migrations it is asked only what they do not mend.
 */
export async function strengthOf(
  client: pg.ClientBase | pg.Pool,
  { isMigrated = true } = {},
): Promise<Strength | null> {
  const { rows } = await client.query<{ login: string; whose: string; because: string; remedy: string | null }>(
    strength,
    [isMigrated],
  );
  const [found] = rows;
  if (!found) return null;
  const { login, whose, because, remedy } = found;
  const byAnother = login !== whose;
  return {
    login,
    because: byAnother ? `belongs to "${whose}", which ${because}` : because,
    remedy:
      remedy === null || (byAnother && !serving.includes(whose))
        ? 'Give it a login that owns nothing, and name the owner in MIGRATION_DATABASE_URL, as docs/operators.md shows under "The database".'
        : `Take that back, as a superuser or as the owner: ${remedy};`,
  };
}

/** The roles that a login is meant to belong to, and that own nothing. */
const serving = ['portal_app', 'portal_system'];
const recorded = ['audit_entry', 'audit_link', 'access_entry', 'security_event'];
/** What PostgreSQL has for watching it, and what everybody has. Whatever else it has is for those who run it. */
const harmless = ['pg_monitor', 'pg_read_all_settings', 'pg_read_all_stats', 'pg_stat_scan_tables'];
const listed = (names: readonly string[]) => `array[${names.map((name) => `'${name}'`).join(', ')}]`;

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
    union all
    select 'the type ' || oid::regtype, typowner from pg_type where typtype in ('e', 'd')
  ),
  whole as (select name, to_regclass(name) as id from unnest(${listed(recorded)}) as name where to_regclass(name) is not null),
  -- With the tables of their months.
  recorded as (select name, id from whole union all
    select inhrelid::regclass::text, inhrelid from pg_inherits join whole on inhparent = id)
  select session_user as login, whose, because, remedy from (
    select 1 as rank, rolname as whose, 'is a superuser' as because, null as remedy from role where rolsuper
    union all select 2, rolname, 'bypasses row security', format('alter role %I nobypassrls', rolname) from role where rolbypassrls
    union all select 3, rolname, 'may create roles', format('alter role %I nocreaterole', rolname) from role where rolcreaterole
    union all select 4, rolname, 'owns ' || what, null from owned join role on role.oid = owner
    union all select 5, session_user::text, 'belongs to ' || rolname, format('revoke %I from %I', rolname, session_user)
      from role where rolname ~ '^pg_' and rolname <> all (${listed(harmless)})
    union all select 6, rolname, 'may change what is in ' || name, format('revoke update, delete, truncate, trigger on %s from public, %I', name, rolname)
      from role, recorded
      where has_table_privilege(role.oid, id, 'DELETE, TRUNCATE, TRIGGER') or has_any_column_privilege(role.oid, id, 'UPDATE')
    union all select 7, rolname, 'may choose ' || attname || ' of what is in ' || name,
        format('revoke insert (%I) on %s from public, %I', attname, name, rolname)
      from role, recorded join pg_attribute on attrelid = id
      where (attidentity <> '' or attname in ('recorded_at', 'entry_id', 'event_id')) and has_column_privilege(role.oid, id, attnum, 'INSERT')
    union all select 8, rolname, 'may create databases', format('alter role %I nocreatedb', rolname) from role where rolcreatedb
    union all select 9, rolname, 'may copy the whole database by replication', format('alter role %I noreplication', rolname)
      from role where rolreplication
    union all select 10, rolname, 'may create schemas in the database',
        format('revoke create on database %I from public, %I', current_database(), rolname)
      from role where has_database_privilege(role.oid, current_database(), 'CREATE')
    union all select 11, rolname, 'may create things in the schema ' || nspname,
        format('revoke create on schema %I from public, %I', nspname, rolname)
      from role, pg_namespace where nspname !~ '^pg_(toast|temp)' and has_schema_privilege(role.oid, pg_namespace.oid, 'CREATE')
    union all select 12, rolname, 'may set the parameter ' || parname,
        format('revoke all on parameter %s from public, %I', parname, rolname)
      from role, pg_parameter_acl where has_parameter_privilege(role.oid, parname, 'SET, ALTER SYSTEM')
    union all select 13, rolname, 'may change the version of the queues',
        format('revoke insert, update, delete, truncate on ${queueSchema}.version from public, %I; then migrate, which grants what is needed', rolname)
      from role, (select pg_class.oid as id from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname = '${queueSchema}' and relname = 'version') as version
      where (has_table_privilege(role.oid, id, 'INSERT, DELETE, TRUNCATE')
        or has_column_privilege(role.oid, id, 'version', 'UPDATE'))
  ) as found
  where $1 or rank <= 4 and whose <> all (${listed(serving)})
  order by rank, whose = session_user desc, because like 'owns the table audit%' desc, because limit 1`;

/** What keeps the records from being changed, and is switched off in this database; null when all of it is there. */
export async function switchedOff(client: pg.ClientBase | pg.Pool): Promise<{ what: string; remedy: string } | null> {
  const { rows } = await client.query<{ what: string; remedy: string }>(`
    with whole as (select to_regclass(name) as id, name from unnest(${listed(recorded)}) as name),
    -- With the tables of their months.
    recorded as (select id, name from whole union all
      select inhrelid, inhrelid::regclass::text from pg_inherits join whole on inhparent = id)
    select * from (
      select format('the trigger %s of the table %s', wanted, name) as what,
        format('alter table %s enable always trigger %s', name, wanted) as remedy
      from (select id, name, wanted, 'refuse_change' as by from recorded, unnest(array['append_only', 'append_only_truncate']) as wanted
        union all select id, name, 'in_order', 'refuse_gap' from whole where name = 'audit_link') as guarded
      where not exists (select from pg_trigger
        where tgrelid = guarded.id and tgname = wanted and tgenabled = 'A' and tgfoid = to_regproc(by))
      union all
      select 'the row security of the table ' || oid::regclass,
        format('alter table %s enable row level security, force row level security', oid::regclass)
      from pg_class
      where relnamespace in (current_schema()::regnamespace, to_regnamespace('${monthsSchema}')) and relkind in ('r', 'p')
        and relname <> 'migration'
        and not (relrowsecurity and relforcerowsecurity)
    ) as found order by what limit 1`);
  return rows[0] ?? null;
}
