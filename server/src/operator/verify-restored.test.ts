import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { connected } from '#platform/database/one-connection.ts';
import { openFiles } from '#platform/files/files.ts';
import { filesOfAct } from '#platform/files/keep-file.ts';
import { openPortal } from '#test/portal.ts';
import { countRows } from './count-rows.ts';
import { verifyFiles, verifyRows } from './verify-restored.ts';

test('REL-13 PRV-07 a restored copy is as it was when every file opens with its secret and every table has its rows, and a sentence names what is not', async () => {
  const portal = await openPortal();
  const { database, clock, env, files } = portal.app;
  const companyId = await portal.aCompany();
  const keys: string[] = [];
  for (const content of ['a leaflet', 'a poster', 'a card'])
    await database.inCompany(companyId, (tx) =>
      filesOfAct(tx, clock, companyId, {
        ...files,
        put: async (given) => {
          const stored = await files.put(given);
          keys.push(stored.key);
          return stored;
        },
      }).keep(Buffer.from(content), 'text/plain'),
    );
  expect(await verifyFiles({ database, files })).toEqual({ files: 3, bytes: 23 });

  const [leaflet, poster, card] = keys as [string, string, string];
  const placeOf = (key: string) => path.join(env.dataDir, 'files', key.slice(0, 2), key);
  const other = openFiles({ ...env, secret: Buffer.from('k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa') });
  await expect(verifyFiles({ database, files: other })).rejects.toThrow(
    new RegExp(`^3 of 3 files cannot be opened: ${leaflet} does not open with PORTAL_SECRET, `),
  );
  await portal.rows('update stored_file set sha256 = $1 where key = $2', ['0'.repeat(64), card]);
  writeFileSync(placeOf(poster), 'something else');
  rmSync(placeOf(leaflet));
  const complaint = (await verifyFiles({ database, files }).catch((error: Error) => error.message)) as string;
  expect(complaint).toMatch(/^3 of 3 files cannot be opened: /);
  for (const part of [
    `${leaflet} is missing`,
    `${poster} does not open with PORTAL_SECRET`,
    `${card} is another file than its record says`,
  ])
    expect(complaint).toContain(part);

  const { host, port, user, database: name } = portal.owner;
  const at = `postgres://${user}@${encodeURIComponent(String(host))}:${port}/${name}`;
  const settings = { ...env, databaseUrl: at, migrationDatabaseUrl: at };
  const rows = await connected(portal.owner, 'portal operator', async (client) => {
    await client.query('begin; set local role portal_backup');
    return countRows(client);
  });
  expect([rows['public.company'], rows['public.stored_file']]).toEqual([1, 3]);
  expect(await verifyRows(settings, { rows })).toMatchObject({ tables: Object.keys(rows).length });
  expect(await verifyRows(settings, { rows: undefined })).toBeNull();
  await expect(verifyRows(settings, { rows: { ...rows, 'public.company': 2, 'public.lost': 7 } })).rejects.toThrow(
    'The rows are not those of the backup: public.company has 1 instead of 2, public.lost has none instead of 7.',
  );
});
