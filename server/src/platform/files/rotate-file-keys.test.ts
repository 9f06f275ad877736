import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { openFiles } from './files.ts';
import { filesOfAct } from './keep-file.ts';
import { encryptedFiles } from './rotate-file-keys.ts';

const secret = Buffer.from('the next secret, as long as it has to be');

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
  const { left } = await encryptedFiles({ database, clock, files: withNext, log }).reencrypt();
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
