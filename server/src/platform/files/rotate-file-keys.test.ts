import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { openFiles } from './files.ts';
import { filesOfAct } from './keep-file.ts';
import { encryptedFiles } from './rotate-file-keys.ts';

const secret = Buffer.from('the next secret, as long as it has to be');
const inTime = () => false;

/** So many files of before, and the work that encrypts them anew, with what it asks of the store. */
async function filesOfBefore(count: number) {
  const portal = await openPortal();
  const { database, clock, env, files } = portal.app;
  const companyId = await portal.aCompany();
  for (let n = 0; n < count; n += 1)
    await database.inCompany(companyId, (tx) =>
      filesOfAct(tx, clock, companyId, files).keep(Buffer.from(`file ${n}`), 'text/plain'),
    );
  const asked: string[] = [];
  const fails = { next: false };
  const rotatingTo = (next: Buffer, ...earlierSecrets: Buffer[]) => {
    const store = openFiles({ ...env, secret: next, earlierSecrets });
    const watched: typeof store = {
      ...store,
      lockOf: (key) => {
        asked.push(key);
        if (fails.next) {
          fails.next = false;
          return Promise.reject(new Error('this file cannot be read'));
        }
        return store.lockOf(key);
      },
    };
    const log = { error: () => undefined };
    return encryptedFiles({ database, clock, env: { secret: next, earlierSecrets }, files: watched, log });
  };
  return { portal, before: env.secret, rotatingTo, asked, fails };
}

test('PRV-07 REL-13 with another secret a row whose file was exchanged keeps its name and hash, a damaged file stays where it is, and both are told', async () => {
  const portal = await openPortal();
  const { database, clock, env, files } = portal.app;
  const companyId = await portal.aCompany();
  for (const content of ['a leaflet', 'a poster', 'a card', 'a letter'])
    await database.inCompany(companyId, (tx) =>
      filesOfAct(tx, clock, companyId, files).keep(Buffer.from(content), 'text/plain'),
    );
  const rows = () =>
    portal.rows<{ key: string; sha256: string | null }>(
      'select key, sha256 from stored_file where company_id = $1 order by file_id',
      [companyId],
    );
  const [leaflet, poster, card, letter] = (await rows()) as [Row, Row, Row, Row];
  // The leaflet's row names the file of the poster; of a row from before there were hashes nothing is known.
  const exchanged = await files.put(Buffer.from('another leaflet'));
  await portal.rows('update stored_file set key = $1 where key = $2', [exchanged.key, leaflet.key]);
  writeFileSync(path.join(env.dataDir, 'files', card.key.slice(0, 2), card.key), 'damage', { flag: 'a' });
  await portal.rows('update stored_file set sha256 = null where key = $1', [letter.key]);

  const told: unknown[] = [];
  const log = { error: (event: string, { key }: { key?: unknown } = {}) => void told.push([event, key]) };
  const withNext = openFiles({ ...env, secret, earlierSecrets: [env.secret] });
  const before = await countFiles(withNext);
  const nextEnv = { secret, earlierSecrets: [env.secret] };
  const { left } = await encryptedFiles({ database, clock, env: nextEnv, files: withNext, log }).reencrypt(inTime);
  expect(told).toEqual([
    ['file is not what its record says', exchanged.key],
    ['file damaged', card.key],
  ]);
  expect(left).toBe(1);
  const after = await rows();
  expect(after).toEqual([
    { key: exchanged.key, sha256: leaflet.sha256 },
    { key: expect.not.stringMatching(poster.key) as string, sha256: poster.sha256 },
    { key: card.key, sha256: card.sha256 },
    { key: expect.not.stringMatching(letter.key) as string, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  ]);
  // Nothing is left of what was encrypted for the row that was not changed.
  expect(await countFiles(withNext)).toBe(before + 2);
});

interface Row {
  key: string;
  sha256: string | null;
}
async function countFiles(files: ReturnType<typeof openFiles>): Promise<number> {
  let count = 0;
  for await (const names of files.list()) count += names.length;
  return count;
}

test('PRV-07 of files that are encrypted anew already a later round asks the store nothing, and neither does a start that lacks a secret', async () => {
  onItsOwn();
  const { before, rotatingTo, asked } = await filesOfBefore(3);
  const rotation = rotatingTo(secret, before);
  expect(await rotation.reencrypt(inTime)).toEqual({ done: 3, left: 0, isCutOff: false });
  expect(asked).toHaveLength(3);
  expect(await rotation.reencrypt(inTime)).toEqual({ done: 0, left: 0, isCutOff: false });
  expect(await rotatingTo(secret).isLocked()).toBe(false);
  expect(asked).toHaveLength(3);
  // Under the next one they are as they are noted, and asked again.
  expect(await rotatingTo(before, secret).reencrypt(inTime)).toEqual({ done: 3, left: 0, isCutOff: false });
  expect(asked).toHaveLength(6);
  expect(await rotatingTo(secret).isLocked()).toBe(true);
});

test('PRV-07 a file that was kept under the secret of now is asked for once', async () => {
  onItsOwn();
  const { before, rotatingTo, asked } = await filesOfBefore(2);
  const rotation = rotatingTo(before, secret);
  for (let round = 0; round < 2; round += 1)
    expect(await rotation.reencrypt(inTime)).toEqual({ done: 0, left: 0, isCutOff: false });
  expect(asked).toHaveLength(2);
});

test('PRV-07 a round whose time is up says so, and the next one goes on from there', async () => {
  onItsOwn();
  const { before, rotatingTo, asked } = await filesOfBefore(3);
  const rotation = rotatingTo(secret, before);
  expect(await rotation.reencrypt(() => asked.length === 2)).toEqual({ done: 2, left: 0, isCutOff: true });
  // Of the whole pass: only one that finds nothing to do from its beginning says that nothing is left.
  expect(await rotation.reencrypt(inTime)).toEqual({ done: 3, left: 0, isCutOff: false });
  expect(new Set(asked).size).toBe(3);
  expect(asked).toHaveLength(3);
});

test('PRV-07 a file that could not be read is not passed over: the pass that went on behind it is not the last', async () => {
  onItsOwn();
  const { before, rotatingTo, asked, fails } = await filesOfBefore(2);
  const rotation = rotatingTo(secret, before);
  expect(await rotation.reencrypt(() => asked.length === 1)).toEqual({ done: 1, left: 0, isCutOff: true });
  fails.next = true;
  await expect(rotation.reencrypt(inTime)).rejects.toThrow('this file cannot be read');
  // The one that failed is left, and the next pass does it.
  expect(await rotation.reencrypt(inTime)).toEqual({ done: 1, left: 1, isCutOff: false });
  expect(await rotation.reencrypt(inTime)).toEqual({ done: 1, left: 0, isCutOff: false });
});

test('PRV-07 what no given secret opens keeps no later file from its turn, and none of it is forgotten', async () => {
  onItsOwn();
  const { portal, before, rotatingTo, asked } = await filesOfBefore(0);
  const companyId = await portal.aCompany();
  const { database, clock, env, files } = portal.app;
  const strange = openFiles({ ...env, secret: Buffer.from('a secret that nobody has, as long as it has to be') });
  for (const store of [strange, strange, strange, files])
    await database.inCompany(companyId, (tx) =>
      filesOfAct(tx, clock, companyId, store).keep(Buffer.from('a file'), 'text/plain'),
    );
  const rotation = rotatingTo(secret, before);
  const twoFiles = () => {
    const most = asked.length + 2;
    return () => asked.length === most;
  };
  expect(await rotation.reencrypt(twoFiles())).toEqual({ done: 0, left: 2, isCutOff: true });
  expect(await rotation.reencrypt(twoFiles())).toEqual({ done: 1, left: 3, isCutOff: false });
  // And then from the first one on.
  expect(await rotation.reencrypt(inTime)).toEqual({ done: 0, left: 3, isCutOff: false });
});
