import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { migrationFiles, readMigration } from '#platform/database/migration-files.ts';
import { openPool } from './open-pool.ts';
import { openPortal } from './portal.ts';
import { fill, weigh } from './weigh-migration.ts';

/** What the first release begins with, on an empty database: up to here a migration may do what it likes. */
const baseline = '20261130T0532-forgetting.sql';

const folder = path.join(import.meta.dirname, '../migrations');
const [begun, later] = [(name: string) => name <= baseline, (name: string) => name > baseline].map((is) =>
  migrationFiles().filter(is),
) as [string[], string[]];

async function connectedAs(where: pg.PoolConfig) {
  const client = new pg.Client(where as pg.ClientConfig);
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A folder for migrations, which ends with the test. */
function aFolder(): string {
  const from = mkdtempSync(path.join(tmpdir(), 'portal-migrations-'));
  onTestFinished(() => rmSync(from, { recursive: true, force: true }));
  return from;
}

/** Stands for the migrations that will come: while there is none, what they are tried by is tried with it. */
const sample = '29990101T0000-sample.sql';
const sampleText = [
  `-- serves from ${baseline}`,
  '-- brief lock on participant: a column without a default',
  'alter table participant add column sample text;',
  '-- data',
  `update participant set sample = 'x' where participant_id = 1;`,
  '-- end of data',
].join('\n');

test('REL-15 a migration after the baseline keeps nobody from work on a database with rows, and serves servers that there are', async () => {
  expect(begun.at(-1)).toBe(baseline);
  const portal = await openPortal();
  await portal.stop();
  const superuser = await connectedAs({ ...portal.owner, user: 'postgres' });
  const owner = await connectedAs(portal.owner);
  const pool = openPool({ ...portal.owner, max: 2 });
  await owner.query(
    'drop schema public, by_month, pgboss cascade; create schema public; grant usage on schema public to public',
  );
  const from = aFolder();
  const add = (name: string) =>
    name === sample
      ? writeFileSync(path.join(from, name), sampleText)
      : cpSync(path.join(folder, name), path.join(from, name));
  begun.forEach(add);
  await migrate(pool, { from });
  expect(await fill(superuser)).toBeGreaterThan(40);
  for (const name of [...later, sample]) {
    add(name);
    const migration = readMigration(name, from);
    expect.soft(migrationFiles(), `${name} serves`).toContain(migration.servesFrom);
    expect.soft(await weigh(owner, migration), name).toEqual([]);
    expect(await migrate(pool, { from })).toEqual([name]);
  }
});

const samples: [why: string, problems: string[], ...lines: string[]][] = [
  [
    'an index that keeps writers out',
    ['participant is locked (ShareLock)', 'participant is read from end to end under a lock'],
    'create index participant__x on participant (last_name);',
  ],
  [
    'a column, without a word about the lock',
    ['participant is locked (AccessExclusiveLock)'],
    'alter table participant add column nickname text;',
  ],
  [
    'a column, with a reason',
    [],
    '-- brief lock on participant: a column without a default',
    'alter table participant add column nickname text;',
  ],
  [
    'a word without a reason',
    ['participant is locked (AccessExclusiveLock)'],
    '-- brief lock on participant:',
    'alter table participant add column nickname text;',
  ],
  [
    'a column that is worked out for each row',
    ['participant is written anew', 'participant is read from end to end under a lock'],
    '-- brief lock on participant: a column',
    'alter table participant add column dice float8 not null default random();',
  ],
  [
    'another type',
    ['participant is written anew', 'participant is read from end to end under a lock'],
    '-- brief lock on participant: another type',
    'alter table participant alter column version type bigint;',
  ],
  [
    'a rule that is tried on each row',
    ['participant is read from end to end under a lock'],
    '-- brief lock on participant: a rule',
    `alter table participant add check (last_name <> '-');`,
  ],
  [
    'a rule for what comes',
    [],
    '-- brief lock on participant: a rule',
    `alter table participant add constraint x check (last_name <> '-') not valid;`,
  ],
  [
    'a value that must be there',
    ['where there are rows, column "email" of relation "participant" contains null values'],
    '-- brief lock on participant: a value',
    'alter table participant alter column email set not null;',
  ],
  [
    'a new value in each row',
    ['participant is changed from end to end'],
    '-- data',
    `update participant set last_name = last_name || '';`,
    '-- end of data',
  ],
  [
    'a new value in some rows',
    [],
    '-- data',
    'update participant set last_name = last_name where participant_id = 1;',
    '-- end of data',
  ],
  [
    'a table that goes, and those that it referred to',
    [
      'care_group is locked (AccessExclusiveLock)',
      'company is locked (AccessExclusiveLock)',
      'trial_card is locked (AccessExclusiveLock)',
    ],
    'drop table trial_card;',
  ],
  [
    'a new table',
    [],
    'create table note (note_id int primary key, at timestamptz not null);',
    'create index note__at on note (at);',
  ],
  [
    'a new table that refers to others',
    ['care_group is locked (ShareRowExclusiveLock)', 'company is locked (ShareRowExclusiveLock)'],
    'create table note (company_id int not null references company, care_group_id int not null references care_group);',
  ],
  [
    'a new table that refers to others, with a reason',
    [],
    '-- brief lock on company, care_group: a new table refers to them',
    'create table note (company_id int not null references company, care_group_id int not null references care_group);',
  ],
  [
    'whatever there is, where there is little of it',
    [],
    '-- small table company: some hundreds at most',
    'alter table company add column dice float8 not null default random();',
  ],
];

test('REL-15 a migration that would keep others from work is found by what it does: by its locks, its rewriting and its reading', async () => {
  const portal = await openPortal();
  await fill(await connectedAs({ ...portal.owner, user: 'postgres' }));
  const owner = await connectedAs(portal.owner);
  const from = aFolder();
  for (const [why, problems, ...lines] of samples) {
    writeFileSync(path.join(from, 'sample.sql'), lines.join('\n'));
    expect.soft((await weigh(owner, readMigration('sample.sql', from))).sort(), why).toEqual(problems.sort());
  }
});
