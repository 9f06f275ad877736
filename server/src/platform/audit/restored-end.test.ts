import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asOwner, onlyHere } from '#test/audit-trail.ts';
import { headFileIn, readHead } from './head-file.ts';
import { linkEntries } from './link-entries.ts';
import { noteRestoredEnd } from './restored-end.ts';
import { verifyAudit } from './verify.ts';

const later = Buffer.from('Zt5-pQx8_Lm21RvNdYs9Kb4WhCgUeJaF');

/** A trail of three links whose database came back without its note, and is not held any more. */
async function restored() {
  const { portal, database, write, link } = await onlyHere();
  for (let n = 1; n <= 3; n++) await write();
  await link();
  await write();
  const { env } = portal.app;
  const file = headFileIn(env.dataDir);
  rmSync(file);
  return {
    portal,
    database,
    env,
    noted: () => JSON.parse(readFileSync(file, 'utf8')) as unknown,
    withLater: { ...env, secret: later, earlierSecrets: [env.secret] },
  };
}

test('P11-10 a database that came from a backup has its end noted under the secret of now before it is started, so that nothing counts as cut and what waited is linked', async () => {
  const { database, withLater } = await restored();
  await noteRestoredEnd(database, withLater);
  expect(await readHead(withLater)).toMatchObject({ position: 3, settled: 0, isCurrent: true });
  expect(await verifyAudit(database, withLater)).toMatchObject({ ok: true, links: 3, isNoted: true });
  expect(await linkEntries(database, withLater)).toMatchObject({ cut: null, wrong: null, head: { position: 4 } });
});

test('P11-10 of a chain that was altered in the backup as much is noted as the portal has made, and the rest is told of', async () => {
  const { portal, database, env, noted } = await restored();
  await asOwner(portal, `update audit_entry set changes = '[1]' where seq = 3`);
  await noteRestoredEnd(database, env);
  expect(noted()).toMatchObject({ position: 2 });
  expect(await linkEntries(database, env)).toMatchObject({ cut: null, wrong: 3, head: null });
  await asOwner(portal, `update audit_entry set changes = '[1]' where seq = 1`);
  await noteRestoredEnd(database, env);
  expect(await linkEntries(database, env)).toMatchObject({ cut: null, wrong: 1, head: null });
});

test('P11-10 where a secret of long ago is not given, the trail goes on from its last link, and verification says what is missing', async () => {
  const { database, env, noted } = await restored();
  const without = { ...env, secret: later };
  await noteRestoredEnd(database, without);
  expect(noted()).toMatchObject({ position: 3 });
  expect(await linkEntries(database, without)).toMatchObject({ cut: null, wrong: null });
  expect(await verifyAudit(database, without)).toMatchObject({ ok: false, lacksSecret: true });
});
