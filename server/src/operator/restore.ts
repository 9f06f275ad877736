import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Env } from '#src/env.ts';
import { noteRestoredEnd } from '#platform/audit/restored-end.ts';
import { giveNote } from '#platform/audit/shared-note.ts';
import { admitBackup, admitLogin, backupRole } from '#platform/database/logins.ts';
import { openDatabase } from '#platform/database/db.ts';
import { keepPlace } from '#platform/database/migrate.ts';
import type { FileDriver } from '#platform/files/driver.ts';
import { openStore } from '#platform/files/files.ts';
import { markerIn } from '#platform/files/folder-driver.ts';
import { markPlaces, unfinished } from '#platform/files/installation.ts';
import { refuseForeignFolder } from '#src/refuse-foreign-folder.ts';
import { check, dumpName, readManifest } from './backup-manifest.ts';
import { connected } from '#platform/database/one-connection.ts';
import { pourDump, reachOwner, run } from './postgres-programs.ts';
import { secretId } from '#platform/security/secrets.ts';
import { Refusal } from './read-options.ts';
import { skipNumbers, skippedInWords } from './skip-numbers.ts';

/** Into an empty database and an empty place for files. What waits to be sent is held there. */
export async function restore(env: Env, from: string): Promise<string> {
  const folder = path.resolve(from);
  const told = await readManifest(folder);
  await check(folder, told);
  const given = [env.secret, ...env.earlierSecrets].map(secretId);
  if (told.secrets?.some((one) => !given.includes(one)))
    throw new Refusal(
      'The backup was made under another secret than PORTAL_SECRET: name that one, or add it to PORTAL_EARLIER_SECRETS. Nothing was restored.',
    );
  refuseForeignFolder(env.dataDir);
  const owner = await reachOwner(env);
  const inTheWay = existsSync(env.dataDir) ? readdirSync(env.dataDir).filter((name) => name !== 'secret') : [];
  const store = openStore(env);
  const cutOff = (await markerIn(env.dataDir)) === unfinished.restore ? anew : '';
  if (inTheWay.length > 0) throw new Refusal(`DATA_DIR (${env.dataDir}) is not empty: it has ${inTheWay[0]}.${cutOff}`);
  if (env.bucket && !(await isEmpty(store)))
    throw new Refusal(
      `The bucket of FILES_URL (${env.bucket.name}) is not empty: it has files, or the marker of a portal.${
        (await store.marker()) === unfinished.restore ? anew : ''
      }`,
    );
  const serving = decodeURIComponent(new URL(env.databaseUrl ?? '').username);
  // Of its own: the original's files do not fit the copy, nor the copy's the original.
  const marker = randomBytes(16).toString('hex');
  await connected(owner.config, 'portal operator', async (client) => {
    const {
      rows: [table],
    } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace limit 1`,
    );
    if (table)
      throw new Refusal(
        `The database is not empty: it has the table ${table.name}. Name one that "prepare-database" has just made.`,
      );
    // Whatever cuts this off, no portal starts on the half of it: the files have the mark of no database until all is done.
    await markPlaces(env.dataDir, store, unfinished.restore);
    for (const key of Object.keys(told.files)) await store.put(key, createReadStream(path.join(folder, 'files', key)));
    await client.query(roles);
    await keepPlace(client);
    const dump = path.join(folder, dumpName);
    // Rights in the schema itself are given by whoever prepared the database, and here.
    const contents = (await run('pg_restore', owner, ['--list', dump]))
      .split('\n')
      .filter((line) => !/ ACL - SCHEMA public /.test(line));
    const list = path.join(mkdtempSync(path.join(tmpdir(), 'portal-restore-')), 'contents');
    writeFileSync(list, contents.join('\n'));
    const {
      rows: [server],
    } = await client.query<{ version: number }>(`select current_setting('server_version_num')::int as version`);
    await pourDump(owner, ['--no-owner', `--use-list=${list}`, dump], server?.version ?? 0).finally(() =>
      rmSync(path.dirname(list), { recursive: true }),
    );
    await skipNumbers(client);
    await admitBackup(client);
    await admitLogin(client, serving);
    await client.query(
      // At no other time may anybody who serves change the marker. Transactions of the original have other numbers than those here.
      `begin; grant update (marker) on installation to portal_system; set local role portal_system;
       update installation set holds_outbound = true, marker = '${marker}';
       update event set written_by = '0';
       reset role; revoke update (marker) on installation from portal_system; commit; analyze`,
    );
  });
  const database = openDatabase({ ...owner.config, max: 1 }, () => {});
  try {
    await noteRestoredEnd(database, env);
    // Otherwise a new machine takes the one of before, which a bucket that counts as empty may still hold.
    await giveNote(env, store);
  } finally {
    await database.close();
  }
  const { missing, damaged = [] } = told;
  // The start takes a place without any file for a disk that is away, but for what says that they are lost.
  if (missing.length > 0 && !env.bucket)
    mkdirSync(path.join(env.dataDir, 'files', 'lost'), { recursive: true, mode: 0o700 });
  await markPlaces(env.dataDir, store, marker);
  const lacks =
    missing.length === 0
      ? ''
      : `\nThe backup was made without ${missing.length} of the files that records name, so they are missing here too; its manifest lists them.`;
  const harmed =
    damaged.length === 0
      ? ''
      : `\nIn the backup ${damaged.length} of the files do not open with the PORTAL_SECRET of its day, or are not what their records say, and neither do they here; its manifest lists them.`;
  return (
    `The database and ${Object.keys(told.files).length} files are as they were at ${told.at}. ${skippedInWords} ` +
    `Accounts and invitations that were ended since work again: see "Restore" in docs/operators.md before people reach it. ` +
    `Nothing is sent until "npm run operator -- release-outbound". "npm run verify-audit" says whether the trail is whole.${lacks}${harmed}`
  );
}

/** What is left of a restore is never taken for a part of the next one. */
const anew =
  ' An earlier restore was cut off here: empty DATA_DIR and the bucket, if there is one, drop the database, make it anew by "prepare-database", and restore once more.';

async function isEmpty(store: FileDriver): Promise<boolean> {
  if ((await store.marker()) !== null) return false;
  for await (const names of store.list()) if (names.length > 0) return false;
  return true;
}

/** What the dump names and the first migration would have made. */
const roles = `do $$
  declare
    name text;
  begin
    foreach name in array array['portal_app', 'portal_system', '${backupRole}'] loop
      if not exists (select from pg_roles where rolname = name) then
        execute format('create role %I nologin', name);
      end if;
      continue when pg_has_role(current_user, name, 'MEMBER');
      if current_setting('server_version_num')::int >= 160000 then
        execute format('grant %I to current_user with inherit false, set true', name);
      else
        execute format('grant %I to current_user', name);
      end if;
    end loop;
  end $$`;
