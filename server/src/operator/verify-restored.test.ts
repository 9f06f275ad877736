import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { connected } from '#platform/database/one-connection.ts';
import { openFiles } from '#platform/files/files.ts';
import { filesOfAct } from '#platform/files/keep-file.ts';
import { forms } from '#rooms/signing/door.ts';
import { openPortal } from '#test/portal.ts';
import { openSigning } from '#test/signing.ts';
import { countRows } from './count-rows.ts';
import { verifyFiles, verifyRows, verifySignatures } from './verify-restored.ts';

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

test('REL-13 every signature of a restored copy is verified against files, audit trail and seal, and the first five that do not hold are named', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const { database, files } = s.app;
  await s.app.jobs.start();
  const verified = () => verifySignatures({ database, files, forms, portion: 2 });
  expect(await verified()).toEqual({ signatures: 0, documents: 0 });
  const signed: number[] = [];
  for (const signers of [[atBoston, admin], [atBoston, admin], [atBoston]]) {
    const { docId } = await s.asks();
    signed.push(docId);
    for (const person of signers) expect((await s.signs(person, docId)).status).toBe(200);
  }
  await s.asks();
  const unsealed = `select 1 from signing_request where state = 'completed' and sealed_at is null`;
  await expect.poll(() => s.rows(unsealed)).toEqual([]);
  expect(await verified()).toEqual({ signatures: 5, documents: 3 });

  const altered = (change: string) =>
    s.rows(`set session_replication_role = replica; ${change}; set session_replication_role = origin`);
  const [first, second, third] = signed as [number, number, number];
  const of = (documentId: number) =>
    `signing_request_id = (select signing_request_id from signing_request where document_id = ${documentId})`;
  const was = 'was changed: the reason.';
  const [one, other] = ['Signature4_1_Required', 'Signature6_2_Required'].map(
    (field) => `The record of the signature in ${field} ${was}`,
  );
  await altered(`update signature set reason = 'I only read it.' where ${of(third)}`);
  await expect(verified()).rejects.toThrow(
    new Error(`Documents whose signatures do not verify: 1. Document ${third}: ${one}`),
  );
  await altered(`update signature set reason = 'I only read it.'`);
  await expect(verified()).rejects.toThrow(
    new Error(
      `Documents whose signatures do not verify: 3. Document ${first}: ${one} Document ${first}: ${other} Document ${second}: ${one} Document ${second}: ${other} Document ${third}: ${one}`,
    ),
  );
  // Sealed with a key that is not known, on top of that.
  await s.rows('delete from sealing_identity');
  await expect(verified()).rejects.toThrow(/^Documents whose signatures do not verify: 3\. .* …$/);
});
