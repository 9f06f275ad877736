/**
 * Begins a room: `node scripts/new-room.ts site-visits site_visit` writes its three folders with one table, one call and one page, and
 * says what it touched besides. `--try` does it in a copy of the tree, which is checked and thrown away.
 */
import { execFileSync } from 'node:child_process';
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

const home = path.join(import.meta.dirname, '..');
const camel = (words: string) => words.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (words: string) => camel(`-${words}`);
const spoken = (words: string) => words.replace(/[-_]/g, ' ');

/** Writes the room into the tree at `root`; `folder` is its plural name, `table` one of its things. What it returns lies outside the room's folders. */
export function newRoom(root: string, folder: string, table: string, at = new Date()): string[] {
  const outside: string[] = [];
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    if (!new RegExp(`^(contract/src|server/src/rooms|web/src/rooms)/${folder}/`).test(file)) outside.push(file);
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
  access: {},
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

/** The fence keeps to the company. */
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
  write(
    `server/migrations/${stamp}-${folder}.sql`,
    `-- brief lock on company: a new table refers to it
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
    access: {},
    menu: { label: '${title}', access: {} },
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
import { everybody } from './access-table-types.ts';

export const ${item}Calls: Lines = {
  'GET /${folder}': { who: everybody, takesNoId: true },
};
`,
  );
  // `scripts/schema.ts` writes it once the migration is as it should be.
  return [...outside, 'server/src/platform/database/schema.ts'].toSorted();
}

/** What a room that is not whole makes fail. */
const concerned = [
  'rooms',
  'arrows',
  'house.test',
  'house-declared',
  'house-keys',
  'house-access-served',
  'house-fence',
];

function tryOne(): void {
  const copy = mkdtempSync(path.join(tmpdir(), 'new-room-'));
  const run = (tool: string, ...args: string[]) =>
    execFileSync(path.join(copy, tool), args, { cwd: copy, stdio: 'inherit' });
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
  try {
    const outside = newRoom(copy, 'site-visits', 'site_visit');
    run('node_modules/node/bin/node', 'scripts/schema.ts');
    for (const part of ['.', 'web']) run('node_modules/.bin/tsc', '-p', part);
    run('node_modules/.bin/vitest', 'run', '--maxWorkers=1', '--project=contract', '--project=server', ...concerned);
    console.log(`${outside.length} files outside of the room's folders:\n  ${outside.join('\n  ')}`);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

if (import.meta.main) {
  const [folder = '', table = ''] = process.argv.slice(2);
  if (folder === '--try') tryOne();
  else if (/^[a-z][a-z-]+$/.test(folder) && /^[a-z][a-z_]+$/.test(table))
    console.log(
      `Outside of the room's folders, each to be looked through:\n  ${newRoom(home, folder, table).join('\n  ')}`,
    );
  else console.error('node scripts/new-room.ts <folder, such as site-visits> <table, such as site_visit>');
}
