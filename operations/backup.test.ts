import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeClock } from '../server/src/platform/core/clock.ts';
import { openDatabase } from '../server/src/platform/database/db.ts';
import { filesOn, openStore } from '../server/src/platform/files/files.ts';
import { filesOfAct } from '../server/src/platform/files/keep-file.ts';
import { startPostgres15, type Postgres } from './debian.ts';
import { operate, serve, settingsOn, type Variables } from './operator.ts';

function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'today');
}

/** An empty database with its logins, and the settings of a portal on it with a folder of its own. */
function prepared(postgres: Postgres, database: string) {
  const serving = settingsOn(postgres, database);
  const owning: Variables = {
    ...serving,
    MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', database),
    ADMIN_DATABASE_URL: postgres.adminUrl,
  };
  expect(operate(owning, 'prepare-database').ok).toBe(true);
  return { serving, owning };
}

/** Content of a file that a company keeps, as a handler of the portal would have kept it. */
async function keepFile({ DATABASE_URL, DATA_DIR, PORTAL_SECRET }: Variables, content: string): Promise<string> {
  const database = openDatabase({ connectionString: DATABASE_URL, max: 1 }, () => {});
  const files = filesOn(openStore({ dataDir: DATA_DIR ?? '', bucket: undefined }), Buffer.from(PORTAL_SECRET ?? ''));
  try {
    const { fileId } = await database.inCompany(1, (tx) =>
      filesOfAct(tx, makeClock(), 1, files).keep(Buffer.from(content), 'text/plain'),
    );
    const { key } = await database.asSystem((tx) =>
      tx.selectFrom('stored_file').select('key').where('file_id', '=', fileId).executeTakeFirstOrThrow(),
    );
    return key;
  } finally {
    await database.close();
  }
}

const creation = ['create-company', '--name', 'Meridian Trials', '--modules', 'TrialCard', '--brand', 'default'].concat(
  ['--admin-email', 'ada@clinic.example', '--admin-type', 'Admin'],
);
const policies = `select count(*)::int as n from pg_policy`;

test('REL-13 P11-10 a backup made while the portal runs, by the owner of the database, brings rows, rights and files back into an empty place, where everything outbound is held', async () => {
  const postgres = await startPostgres15();
  const original = prepared(postgres, 'portal');
  expect(operate(original.owning, 'migrate').ok).toBe(true);
  expect(operate(original.serving, ...creation).ok).toBe(true);
  const { stop } = await serve(original.serving);
  const key = await keepFile(original.serving, 'a leaflet');
  const backup = aFolder();
  const made = operate(original.owning, 'backup', '--to', backup);
  expect(made.said).toContain(`${backup} has the database (`);
  expect([made.ok, existsSync(`${backup}.part`), readdirSync(backup).sort()]).toEqual([
    true,
    false,
    ['database.dump', 'files', 'manifest.json'],
  ]);
  expect(operate(original.owning, 'backup', '--to', backup)).toEqual({
    ok: false,
    said: `${backup} is there already: a backup makes a folder of its own.`,
  });
  await keepFile(original.serving, 'after the backup');

  // A damaged one restores nothing.
  const copy = prepared(postgres, 'copy');
  const damaged = `${backup}-damaged`;
  cpSync(backup, damaged, { recursive: true });
  writeFileSync(path.join(damaged, 'files', key), 'something else');
  expect(operate(copy.owning, 'restore', '--from', damaged)).toEqual({
    ok: false,
    said: `The backup is damaged: files/${key} is not what was written. Nothing was restored.`,
  });
  expect(operate(original.owning, 'restore', '--from', backup).said).toMatch(
    /^DATA_DIR \(.+\) is not empty: it has [\w-]+\.$/,
  );

  const restored = operate(copy.owning, 'restore', '--from', backup);
  expect([restored.ok, restored.said]).toEqual([
    true,
    expect.stringMatching(/^The database and 1 files are as they were at/),
  ]);
  expect(readFileSync(path.join(copy.serving['DATA_DIR'] ?? '', 'files', key.slice(0, 2), key))).toEqual(
    readFileSync(path.join(backup, 'files', key)),
  );
  expect(await postgres.ask('copy', policies)).toEqual(await postgres.ask('portal', policies));
  for (const of of ['company', 'audit_entry', 'access_entry', 'security_event', 'invitation', 'message', 'migration'])
    expect([of, await postgres.ask('copy', `select to_jsonb(t) as row from ${of} t order by 1`)]).toEqual([
      of,
      await postgres.ask('portal', `select to_jsonb(t) as row from ${of} t order by 1`),
    ]);
  expect(operate(copy.serving, 'housekeeping')).toEqual({ ok: true, said: 'There was nothing to do.' });
  expect(operate(copy.serving, 'list-companies').said).toContain('1  Meridian Trials');
  await (await serve(copy.serving)).stop();
  expect(await postgres.ask('copy', 'select holds_outbound from installation')).toEqual([{ holds_outbound: true }]);
  expect(operate(copy.serving, 'release-outbound').said).toBe(
    'The portal sends again, beginning with what was waiting.',
  );
  expect(operate(copy.serving, 'release-outbound').said).toBe('Nothing is held: the portal sends what it has.');
  await stop();
});
