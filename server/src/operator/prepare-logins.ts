/** The two logins and the database they share, made by an administrator of the database server (P11-10). */
import pg from 'pg';
import { ConfigurationError, type Env } from '#src/env.ts';
import { connected } from '#platform/database/one-connection.ts';
import { oneLogin } from '#platform/database/one-database.ts';
import { reachDatabase } from '#platform/database/reach.ts';
import { Refusal } from './read-options.ts';
import { scramVerifier } from './scram-verifier.ts';

interface Login {
  name: string;
  password: string;
}
interface Wanted {
  owner: Login;
  serving: Login;
  database: string;
}
/** What is there already. */
interface Found {
  owner: boolean;
  serving: boolean;
  database: boolean;
  /** The first migration is done in this database, which made the roles: nobody makes roles any more. */
  isMigrated: boolean;
  /** Of another portal on the same server. */
  hasRoles: boolean;
  /** The owner has them already. */
  hasRights: boolean;
  /** Of the administrator. */
  isSuperuser: boolean;
  version: number;
}
const nothing: Found = {
  owner: false,
  serving: false,
  database: false,
  isMigrated: false,
  hasRoles: false,
  hasRights: false,
  isSuperuser: true,
  version: 160_000,
};

export async function prepareLogins(env: Env, { print }: { print: boolean }): Promise<string> {
  const wanted = wantedBy(env);
  const { adminDatabaseUrl: admin } = env;
  if (!admin && !print)
    throw new ConfigurationError(
      'ADMIN_DATABASE_URL is needed: a login that may create roles and databases. With --print the SQL is shown instead.',
    );
  if (admin) await reachDatabase({ connectionString: admin }, 'ADMIN_DATABASE_URL', { waitMs: 0 });
  const found = admin ? await lookFor(admin, wanted, env) : nothing;
  if (print) return printed(wanted, found);
  await connected({ connectionString: admin }, 'portal operator', async (client) => {
    for (const statement of statementsFor(wanted, found))
      await client.query(statement).catch((error: Error & { code?: string }) => {
        if (error.code !== '42501') throw error;
        throw new Refusal(
          `ADMIN_DATABASE_URL signs in as "${client.user}", which may not do this (${error.message}). It must be a login that may create roles and databases.`,
        );
      });
  });
  const known = [wanted.owner, wanted.serving].filter((_, at) => [found.owner, found.serving][at]);
  const kept = known.map(({ name }) => `\n"${name}" was there already and keeps the password that it had.`).join('');
  return found.isMigrated
    ? `"${wanted.owner.name}" may no longer create roles.${kept}`
    : `The database "${wanted.database}" is ready for "npm run operator -- migrate": "${wanted.owner.name}" owns it, "${wanted.serving.name}" serves.${kept}`;
}

function wantedBy({ databaseUrl, migrationDatabaseUrl }: Env): Wanted {
  if (!databaseUrl || !migrationDatabaseUrl)
    throw new ConfigurationError(
      'DATABASE_URL and MIGRATION_DATABASE_URL are needed: they name the logins to be made.',
    );
  const [serving, owner] = [new URL(databaseUrl), new URL(migrationDatabaseUrl)];
  const nameOf = ({ pathname }: URL) => decodeURIComponent(pathname.slice(1));
  const loginOf = ({ username, password }: URL) => ({
    name: decodeURIComponent(username),
    password: decodeURIComponent(password),
  });
  const wanted = { owner: loginOf(owner), serving: loginOf(serving), database: nameOf(serving) };
  if (nameOf(owner) !== wanted.database)
    throw new Refusal('DATABASE_URL and MIGRATION_DATABASE_URL must name the same database.');
  if (wanted.owner.name === wanted.serving.name) throw new Refusal(oneLogin);
  if (!wanted.owner.name || !wanted.serving.name || !wanted.database)
    throw new Refusal('DATABASE_URL and MIGRATION_DATABASE_URL must name login and database.');
  return wanted;
}

async function lookFor(admin: string, wanted: Wanted, env: Env): Promise<Found> {
  const { owner, serving, database } = wanted;
  const found = await connected({ connectionString: admin }, 'portal operator', async (client) => {
    const { rows } = await client.query<Omit<Found, 'isMigrated'>>(
      `select exists (select from pg_roles where rolname = $1) as owner,
        exists (select from pg_roles where rolname = $2) as serving,
        exists (select from pg_database where datname = $3) as database,
        (select count(*) = 2 from pg_roles where rolname in ('portal_app', 'portal_system')) as "hasRoles",
        current_setting('server_version_num')::int as version,
        (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
        (select count(*) = 2 from pg_roles role join pg_roles owner on owner.rolname = $1
          where role.rolname in ('portal_app', 'portal_system') and pg_has_role(owner.oid, role.oid, 'MEMBER')) as "hasRights"`,
      [owner.name, serving.name, database],
    );
    return rows[0];
  });
  if (!found) return nothing;
  // The rights may be from another database of the same server.
  const isMigrated = found.database && found.hasRights && (await hasFirstMigration(admin, wanted, env));
  return { ...found, isMigrated };
}

/** Asked in the database itself: by the administrator, or by its owner where that one is not let in. */
async function hasFirstMigration(admin: string, { owner, database }: Wanted, env: Env): Promise<boolean> {
  const there = new URL(admin);
  there.pathname = `/${encodeURIComponent(database)}`;
  const ask = (connectionString: string | undefined) =>
    connected({ connectionString }, 'portal operator', async (client) => {
      const { rowCount } = await client.query(
        `select from pg_class where relname = 'company' and relnamespace = 'public'::regnamespace`,
      );
      return rowCount === 1;
    });
  try {
    return await ask(there.href);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
  }
  return ask(env.migrationDatabaseUrl).catch((error: Error & { code?: string }) => {
    throw error.code === '28P01'
      ? new Refusal(
          `"${owner.name}" is there already and has another password than the one in MIGRATION_DATABASE_URL, so its database cannot be looked at.`,
        )
      : error;
  });
}

/** For the server as a whole, connected to any of its databases. */
function statementsFor(wanted: Wanted, found: Found): string[] {
  const { isMigrated, hasRoles, hasRights, isSuperuser } = found;
  const [owner, serving, database] = [wanted.owner.name, wanted.serving.name, wanted.database].map(pg.escapeIdentifier);
  const mayGive = found.version >= 160_000 ? 'admin true, inherit false, set true' : 'admin option';
  const rights = isMigrated ? 'nocreaterole' : 'createrole';
  return [
    found.owner ? `alter role ${owner} ${rights}` : `create role ${owner} login ${rights}${passwordOf(wanted.owner)}`,
    ...(found.serving ? [] : [`create role ${serving} login${passwordOf(wanted.serving)}`]),
    ...(hasRoles && !hasRights ? [`grant portal_app, portal_system to ${owner} with ${mayGive}`] : []),
    // Who gives a database to somebody has to be able to become them; a superuser can.
    ...(isSuperuser ? [] : [`grant ${owner} to current_user`]),
    ...(found.database ? [] : [`create database ${database} owner ${owner} encoding 'UTF8' template template0`]),
    `set role ${owner}`,
    `revoke all on database ${database} from public`,
    `grant connect on database ${database} to ${serving}`,
    'reset role',
    ...(isSuperuser ? [] : [`revoke ${owner} from current_user`]),
  ];
}

/** Not the password itself; a login that signs in by other means has none. */
const passwordOf = ({ password }: Login): string =>
  password === '' ? '' : ` password ${pg.escapeLiteral(scramVerifier(password))}`;

const printed = (wanted: Wanted, found: Found): string =>
  [
    '-- The passwords are those of MIGRATION_DATABASE_URL and DATABASE_URL, as the server keeps them.',
    ...statementsFor(wanted, found).map((statement) => `${statement};`),
  ].join('\n');
