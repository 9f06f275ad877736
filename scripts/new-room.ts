/**
 * Begins a room: `npm run new-room site-visits site_visit` writes its three folders with one table, one call and one page, which are open to
 * administrators of the whole company and stand in nobody's menu yet, and says what it touched besides. `npm run new-room -- --try` does it
 * in a copy of the tree, which is checked and thrown away.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wordsOf } from '../server/src/operator/read-options.ts';
import { migrationFiles, readMigration } from '../server/src/platform/database/migration-files.ts';

const home = path.join(import.meta.dirname, '..');
const camel = (words: string) => words.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (words: string) => camel(`-${words}`);
const spoken = (words: string) => words.replace(/[-_]/g, ' ');

/** The files of a new room: those in its own three folders, and what it touches besides. */
interface Written {
  inside: string[];
  outside: string[];
}

/**
 * Who may call and open it until its own people are decided on. To let more in is to say what they see of it: the list begins with all rows
 * of the company, and no test of strangers looks into a list that is asked for without an id.
 */
const access = `{ adminRights: true, reach: 'company' }`;

/** Writes the room into the tree at `root`; `folder` is its plural name, `table` one of its things. */
export function newRoom(root: string, folder: string, table: string, at = new Date()): Written {
  const own = ['contract/src', 'server/src/rooms', 'web/src/rooms'].map((above) => `${above}/${folder}`);
  for (const one of own) if (existsSync(path.join(root, one))) throw new Error(`${one} is there already`);
  const inside: string[] = [];
  const outside: string[] = [];
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    (own.includes(path.dirname(file)) ? inside : outside).push(file);
  };
  const change = (file: string, ...places: (readonly [before: RegExp, text: string])[]) => {
    let text = readFileSync(path.join(root, file), 'utf8');
    for (const [before, added] of places) {
      if (!before.test(text)) throw new Error(`${file} has no place for ${folder}`);
      text = text.replace(before, (found) => `${added}${found}`);
    }
    write(file, text);
  };
  const [room, list, item, number] = [camel(folder), `list${pascal(folder)}`, camel(table), `${camel(table)}Id`];
  const title = pascal(spoken(folder)).replace(/^./, (first) => first.toUpperCase());
  const stamp = at.toISOString().replace(/[-:]/g, '').slice(0, 13);

  write(
    `contract/src/${folder}/room.ts`,
    `import { room } from '../room.ts';

export const ${room} = room({
  pages: ['/${folder}'],
  records: {
    ${table}: { words: '${title}', key: '${table}_id' },
  },
});
`,
  );
  write(
    `contract/src/${folder}/endpoints.ts`,
    `import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const ${list} = endpoint({
  method: 'GET',
  path: '/${folder}',
  summary: 'Lists ${spoken(folder)}',
  access: ${access},
  reply: z.object({ ${room}: z.array(z.object({ ${number}: z.number(), name: z.string() })) }),
  failure: 'Unable to retrieve ${spoken(folder)}.',
  atMost: 500,
});
`,
  );
  write(
    `server/src/rooms/${folder}/routes.ts`,
    `import * as api from '@portal/contract/${folder}/endpoints.ts';
import type { Room } from '#platform/http/calls.ts';
import { allOf } from './queries.ts';

export const ${room}: Room = ({ lies, route }) => {
  lies({ ${table}: 'company' });

  route(api.${list}, async ({ tx, list }) => ({ ${room}: await list(allOf(tx)) }));
};
`,
  );
  write(
    `server/src/rooms/${folder}/queries.ts`,
    `import type { Tx } from '#platform/database/db.ts';

/** All of the company's, which is for those who see the whole company. For others it begins with what is in their sight. */
export const allOf = (tx: Tx) =>
  tx.selectFrom('${table}').select(['${table}_id as ${number}', 'name']).orderBy('name').orderBy('${table}_id');
`,
  );
  write(
    `web/src/rooms/${folder}/${pascal(folder)}Screen.tsx`,
    `import { ${list} } from '@portal/contract/${folder}/endpoints.ts';
import { Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { Empty } from '#kit/States.tsx';

export function ${pascal(folder)}Screen() {
  const { data } = useQuery(read(${list}, {}));
  if (data?.${room}.length === 0) return <Empty message="There are no ${spoken(folder)}." />;
  return (
    <Paper withBorder>
      {data?.${room}.map((${item}) => (
        <p key={${item}.${number}}>{${item}.name}</p>
      ))}
    </Paper>
  );
}
`,
  );

  const stands = (extension: string): (readonly [RegExp, string])[] => [
    [/^import .*\n(?=\n)/m, `import { ${room} } from './${extension}';\n`],
    [/^\] as const;/m, `  ${room},\n`],
  ];
  change('contract/src/rooms.ts', ...stands(`${folder}/room.ts`));
  change('server/src/rooms.ts', ...stands(`rooms/${folder}/routes.ts`));
  // A new table wants no more of a server than the newest migration does already, which may be of this release too.
  const migrations = path.join(root, 'server/migrations');
  const { servesFrom } = readMigration(migrationFiles(migrations).at(-1) ?? '', migrations);
  write(
    `server/migrations/${stamp}-${folder}.sql`,
    `-- serves from ${servesFrom}
-- brief lock on company: a new table refers to it
create table ${table} (
  ${table}_id int generated always as identity primary key,
  company_id int not null references company,
  name text not null
);
select fence_table('${table}');
grant select, insert, update on ${table} to portal_app;
grant select, insert, update, delete on ${table} to portal_system;
`,
  );
  write(
    `web/src/pages/${pascal(folder)}.tsx`,
    `import { ${pascal(folder)}Screen } from '#rooms/${folder}/${pascal(folder)}Screen.tsx';

export default function ${pascal(folder)}() {
  return <${pascal(folder)}Screen />;
}
`,
  );
  change('web/src/app/routes.ts', [
    /^\];\n\nexport const routes/m,
    `  {
    path: '/${folder}',
    title: '${title}',
    access: ${access},
    page: () => import('#pages/${pascal(folder)}.tsx'),
  },
`,
  ]);
  change('docs/glossary.md', [
    /^\n## Getting in and keeping record/m,
    `| ${title} | ${spoken(table)} | \`${number}\` | |\n`,
  ]);
  write(
    `server/test/access-table-${folder}.ts`,
    `/** The access table: ${spoken(folder)}. */
import type { Lines } from './access-table.ts';
import { everyType } from './access-table-types.ts';

export const ${item}Calls: Lines = {
  'GET /${folder}': { who: { types: everyType, adminRights: true, reach: 'company' }, takesNoId: true },
};
`,
  );
  // Written by programs once migration and call are as they should be: `npm run schema`, and the test that names the page of fields.
  outside.push('server/src/platform/database/schema.ts', 'docs/fields.md');
  return { inside: inside.toSorted(), outside: outside.toSorted() };
}

/** What a room that is not whole makes fail: the tests that go through all rooms, calls, tables or pages. */
const concerned = [
  ...['arrows', 'cycles', 'exports', 'own-words', 'record-ids', 'rooms'].map((name) => `contract/test/${name}.test.ts`),
  'server/test/house.test.ts',
  'server/test/house-access',
  ...['declared', 'fence', 'keys', 'lists', 'migrations', 'names', 'proofs', 'stale', 'statements'].map(
    (name) => `server/test/house-${name}.test.ts`,
  ),
  'web/src/app/',
];

function tryOne(): void {
  const began = Date.now();
  const copy = mkdtempSync(path.join(tmpdir(), 'new-room-'));
  const failed: string[] = [];
  const run = (tool: string, ...args: string[]) => {
    const { status } = spawnSync(path.join(copy, 'node_modules', tool), args, { cwd: copy, stdio: 'inherit' });
    if (status !== 0) failed.push([tool, ...args].join(' '));
  };
  try {
    const without = ['node_modules', 'dist', '.git'];
    cpSync(home, copy, { recursive: true, filter: (file) => !without.includes(path.basename(file)) });
    mkdirSync(path.join(copy, 'node_modules/@portal'), { recursive: true });
    for (const name of readdirSync(path.join(home, 'node_modules')))
      if (name !== '@portal' && name !== '.cache')
        symlinkSync(path.join(home, 'node_modules', name), path.join(copy, 'node_modules', name));
    for (const part of ['contract', 'server', 'web']) {
      symlinkSync(path.join(copy, part), path.join(copy, 'node_modules/@portal', part));
      const own = path.join(home, part, 'node_modules');
      if (existsSync(own)) symlinkSync(own, path.join(copy, part, 'node_modules'));
    }
    const { inside, outside } = newRoom(copy, 'tried-rooms', 'tried_room');
    console.log(`${outside.length} files outside of the room's folders:\n  ${outside.join('\n  ')}`);
    const code = [...inside, ...outside].filter((file) => /\.tsx?$/.test(file));
    run('node/bin/node', 'scripts/schema.ts');
    for (const part of ['.', 'web']) run('.bin/tsc', '-p', part);
    run('.bin/oxlint', '--type-aware', '--type-check', '--deny-warnings', ...code);
    run('.bin/biome', 'format', ...code);
    const projects = ['contract', 'server', 'web'].map((name) => `--project=${name}`);
    run('.bin/vitest', 'run', '--project=server', 'server/test/house-access-answers.test.ts', '-u');
    run('.bin/vitest', 'run', '--maxWorkers=1', ...projects, ...concerned);
  } finally {
    rmSync(copy, { recursive: true });
  }
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  console.log(failed.length === 0 ? `All is well, after ${minutes} minutes.` : `Failed:\n  ${failed.join('\n  ')}`);
  if (failed.length > 0) process.exitCode = 1;
}

if (import.meta.main) {
  const { values, positionals } = wordsOf({ options: { try: { type: 'boolean' } }, allowPositionals: true });
  const [folder = '', table = ''] = positionals;
  if (values.try) tryOne();
  else if (/^[a-z][a-z-]+$/.test(folder) && /^[a-z][a-z_]+$/.test(table))
    console.log(
      `Outside of the room's folders, each to be looked through:\n  ${newRoom(home, folder, table).outside.join('\n  ')}`,
    );
  else console.error('npm run new-room <folder, such as site-visits> <table, such as site_visit>');
}
