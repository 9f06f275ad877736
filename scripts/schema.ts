/** Writes `server/src/platform/database/schema.ts` from a freshly migrated database. `npm run schema` after adding a migration. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wordsOf } from '../server/src/operator/read-options.ts';
import { prepareDatabase } from '../server/src/platform/database/prepare.ts';
import { startEmbedded } from '../server/src/platform/postgres/embedded.ts';

wordsOf({ options: {} });
const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-schema-'));
const postgres = await startEmbedded({ dataDir, fsync: false });
try {
  await prepareDatabase(postgres, 'test');
  const file = path.join(import.meta.dirname, '../server/src/platform/database/schema.ts');
  execFileSync(
    path.join(import.meta.dirname, '../node_modules/.bin/kysely-codegen'),
    [
      '--dialect',
      'postgres',
      '--url',
      `postgresql://portal_owner@localhost/portal?host=${encodeURIComponent(postgres.connection.host)}&port=${postgres.connection.port}`,
      '--exclude-pattern',
      '{pgboss,by_month}.*',
      '--date-parser',
      'string',
      '--out-file',
      file,
      '--log-level',
      'error',
    ],
    { stdio: 'inherit' },
  );
  const text = readFileSync(file, 'utf8')
    .replace(/^\/\*\*[\s\S]*?\*\//, '/** Made from the migrated database by `npm run schema`; not edited by hand. */')
    // int8 is parsed to a number in one place (db.ts).
    .replace(
      /export type Int8 = .*;/,
      'export type Int8 = ColumnType<number, bigint | number | string, bigint | number | string>;',
    );
  writeFileSync(file, text);
  execFileSync(path.join(import.meta.dirname, '../node_modules/.bin/biome'), ['format', '--write', file], {
    stdio: 'ignore',
  });
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
