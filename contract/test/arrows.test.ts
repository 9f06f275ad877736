import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, targetOf } from './import-statements.ts';

const home = path.join(import.meta.dirname, '../..');

/** Whom each floor may import besides itself; "room" stands for any room, whose own rules are in `complaint`. */
const arrows: Record<string, readonly string[]> = {
  contract: [],
  'server/platform': ['contract'],
  'server/room': ['contract', 'server/platform'],
  'server/app': ['contract', 'server/platform', 'server/room'],
  'web/kit': ['contract'],
  'web/api': ['contract', 'web/kit'],
  'web/shared': ['contract', 'web/kit', 'web/api'],
  'web/room': ['contract', 'web/kit', 'web/api', 'web/shared'],
  'web/pages': ['contract', 'web/kit', 'web/api', 'web/shared', 'web/room'],
  'web/app': ['contract', 'web/kit', 'web/api', 'web/shared', 'web/room', 'web/pages'],
};

/** The folders of the platform, level by level, as ARCHITECTURE.md tells them: each may import those of the levels before its own. */
const [, told = ''] =
  /a folder for each concern, level by level:([^]*?)\n {2}src\/rooms\//.exec(
    readFileSync(path.join(home, 'ARCHITECTURE.md'), 'utf8'),
  ) ?? [];
const platformLevels = told.split(';').map((level) => level.split(',').map((folder) => folder.trim()));
const levelOf = (folder: string): number => platformLevels.findIndex((level) => level.includes(folder));

type Place = { floor: string; room?: string; folder?: string; file: string };

/** Which floor of the house a file stands on. */
function placeOf(file: string): Place {
  const [side = '', , part = '', name = ''] = file.split('/');
  if (side === 'contract') return { floor: 'contract', file };
  if (part === 'rooms') return { floor: `${side}/room`, room: name.replace(/\.tsx?$/, ''), file };
  // Settings are read once and handed down; platform code may name their type.
  if (file === 'server/src/env.ts') return { floor: 'server/platform', file };
  if (side === 'server' && part === 'platform') return { floor: 'server/platform', folder: name, file };
  return { floor: arrows[`${side}/${part}`] ? `${side}/${part}` : `${side}/app`, file };
}

/** What is wrong with one import, or nothing. */
function complaint(from: string, to: string, order: readonly string[]): string | undefined {
  const [a, b] = [placeOf(from), placeOf(to)];
  if (a.floor !== b.floor)
    return arrows[a.floor]?.includes(b.floor) ? undefined : `${a.floor} may not import ${b.floor}`;
  if (
    a.folder !== undefined &&
    b.folder !== undefined &&
    a.folder !== b.folder &&
    levelOf(b.folder) >= levelOf(a.folder)
  )
    return `platform/${b.folder} is not on a level below platform/${a.folder}`;
  if (a.room === undefined || a.room === b.room) return undefined;
  if (a.floor === 'web/room') return 'web rooms do not import each other';
  if (path.basename(to) !== 'door.ts') return `another room is entered by its door.ts`;
  if (order.indexOf(b.room!) >= order.indexOf(a.room)) return `${b.room} does not come before ${a.room} in rooms.ts`;
  return undefined;
}

/** The order of rooms: the names in the list of rooms.ts, each taken back to the folder it was imported from. */
function orderOf(roomsFile: string): string[] {
  const folders = new Map<string, string>();
  for (const [, names, folder] of roomsFile.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"](?:\.\/|#)rooms\/([\w-]+)\//g))
    for (const name of names!.split(','))
      folders.set(
        name
          .trim()
          .split(/\s+as\s+/)
          .at(-1)!,
        folder!,
      );
  const list = roomsFile.replace(/\/\/.*$/gm, '').match(/=\s*\[([^\]]*)\]/)?.[1] ?? '';
  return [...new Set((list.match(/\w+/g) ?? []).flatMap((name) => folders.get(name) ?? []))];
}

const roomsFile = path.join(home, 'server/src/rooms.ts');
const order = existsSync(roomsFile) ? orderOf(readFileSync(roomsFile, 'utf8')) : [];
const sources = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: home })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$/.test(file));

test('every import of the house follows the arrows of ARCHITECTURE.md', () => {
  const wrong = sources.flatMap((file) =>
    importsOf(readFileSync(path.join(home, file), 'utf8')).flatMap((name) => {
      const target = targetOf(file, name);
      const problem = target === undefined ? undefined : complaint(file, target, order);
      return problem ? [`${file} imports ${name}: ${problem}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
  for (const side of ['contract', 'server', 'web'])
    expect(sources.some((file) => file.startsWith(`${side}/`))).toBe(true);
});

/** What an act leaves behind, by the file of the platform that writes it. */
const leftByActs: Readonly<Record<string, readonly string[]>> = {
  'server/src/platform/audit/record.ts': ['record'],
  'server/src/platform/events/announce.ts': ['announce'],
  'server/src/platform/jobs/outbox.ts': ['sendMail', 'sendText'],
};

/** The functions of `leftByActs` that a file imports; a whole file under one name counts too. */
const leftBy = (file: string, source: string): string[] =>
  [...source.matchAll(/^import (?!type\b)([^;]*?) from '([^']+)';/gm)].flatMap(([, names = '', name = '']) => {
    const writers = leftByActs[targetOf(file, name) ?? ''];
    if (!writers) return [];
    const taken = names.split(/[{},]/).map((one) => one.trim().split(' as ')[0]);
    return [...writers, '*'].filter((writer) => taken.includes(writer));
  });

test('audit entries, events and messages are written through an act alone, which holds them to one transaction', () => {
  const writing = sources.flatMap((file) =>
    leftBy(file, readFileSync(path.join(home, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(writing.sort()).toEqual(
    Object.values(leftByActs)
      .flat()
      .map((name) => `server/src/platform/act/act.ts: ${name}`)
      .sort(),
  );
});

test.each([
  [`import { created, record } from '#platform/audit/record.ts';`, ['record']],
  [`import { type Mail, sendMail as send } from '#platform/jobs/outbox.ts';`, ['sendMail']],
  [`import {\n  announce,\n} from '../../platform/events/announce.ts';`, ['announce']],
  [`import { type Recorded, created } from '#platform/audit/record.ts';`, []],
  [`import type { Mail } from '#platform/jobs/outbox.ts';`, []],
  [`import * as outbox from '#platform/jobs/outbox.ts';`, ['*']],
  [`import * as queries from './queries.ts';`, []],
])('%s takes %o', (source, taken) => {
  expect(leftBy('server/src/rooms/lots/routes.ts', source)).toEqual(taken);
});

test('every folder of the platform has its level', () => {
  const folders = sources.map(placeOf).flatMap(({ folder }) => folder ?? []);
  expect(new Set(folders)).toEqual(new Set(platformLevels.flat()));
});

test('what puts the house together names no room: each gives what it has through the floor plan', () => {
  const names = importsOf(readFileSync(path.join(home, 'server/src/app.ts'), 'utf8'));
  expect(names).toContain('./rooms.ts');
  expect(names.filter((name) => placeOf(targetOf('server/src/app.ts', name) ?? '').floor === 'server/room')).toEqual(
    [],
  );
});

/** The tables that the platform keeps; every other one is a room's. */
const platformTables = [
  'access_entry',
  'audit_entry',
  'audit_link',
  'event',
  'idempotency_key',
  'installation',
  'limit_use',
  'message',
  'migration',
  'month_archive',
  'portal_secret',
  'replaced_file',
  'security_event',
  'spent_puzzle',
  'stored_file',
];
/** Where the platform names a table or a function of a room all the same. */
const namedAllTheSame: Record<string, string> = {
  'server/src/platform/security/activity.ts session':
    'the last input of every call is written in batches, for calls of all rooms',
  'server/src/platform/security/viewer-of.ts session':
    'the gate of every call finds that a session ran out, and it must not come back when the clock is set back',
  'server/src/platform/security/viewer-of.ts viewer_at':
    'who calls is one statement of the migrations, read before any room is asked',
  'server/src/platform/live/live.ts viewer_at': 'the same for sockets',
  'server/src/platform/database/logins.ts viewer_at': 'the login that serves is given the right to call it',
};

/** The tables, and the one function, that the statements of a source name. */
function namedIn(source: string, names: readonly string[]): string[] {
  const code = source.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  const called = names.join('|');
  const places = [
    new RegExp(`(?:From|Into|Table|Join)\\(\\s*'(${called})\\b`, 'g'),
    new RegExp(`insertRows\\(\\s*\\w+,\\s*'(${called})'`, 'g'),
    new RegExp(`\\b(?:from|join|into|update|table)\\s+(${called})\\b(?!\\.)`, 'g'),
    /\b(viewer_at)\(/g,
  ];
  return [...new Set(places.flatMap((place) => [...code.matchAll(place)].map((match) => match[1]!)))];
}

test('statements of the platform name tables of the platform, and few others for a reason', () => {
  const schema = readFileSync(path.join(home, 'server/src/platform/database/schema.ts'), 'utf8');
  const tables = [...schema.slice(schema.indexOf('export interface DB ')).matchAll(/^ {2}(\w+): /gm)].map(
    ([, name]) => name!,
  );
  expect(tables).toEqual(expect.arrayContaining(platformTables));
  const named = sources
    .filter((file) => placeOf(file).floor === 'server/platform' && !file.endsWith('/schema.ts'))
    .flatMap((file) => namedIn(readFileSync(path.join(home, file), 'utf8'), tables).map((name) => `${file} ${name}`));
  const own = named.filter((one) => platformTables.some((table) => one.endsWith(` ${table}`)));
  expect(new Set(own.map((one) => one.split(' ')[1]))).toEqual(new Set(platformTables));
  expect(named.filter((one) => !own.includes(one)).sort()).toEqual(Object.keys(namedAllTheSame).sort());
});

test('tables are found in statements of every form', () => {
  const source = [
    "tx.selectFrom('a as b').innerJoin('c', 'c.x', 'b.x');",
    "await insertRows(tx, 'd', rows);",
    'sql`select x from e join f using (x)`;',
    '// moved from g to update g',
    "const h = 'where h.x = 1';",
  ].join('\n');
  expect(namedIn(source, ['a', 'c', 'd', 'e', 'f', 'g', 'h']).sort()).toEqual(['a', 'c', 'd', 'e', 'f']);
});

test('every room of the server has its place in rooms.ts', () => {
  const rooms = sources
    .map(placeOf)
    .filter((place) => place.floor === 'server/room')
    .map((place) => place.room!);
  expect(rooms.length).toBeGreaterThan(0);
  expect([...new Set(rooms)].filter((room) => !order.includes(room))).toEqual([]);
});

test.each([
  ['contract/src/a/rules.ts', '@portal/server/app.ts', true],
  ['server/src/platform/database/db.ts', '@portal/contract/wire.ts', false],
  ['server/src/platform/database/db.ts', '#src/env.ts', false],
  ['server/src/platform/database/db.ts', '#src/app.ts', true],
  ['server/src/platform/database/db.ts', '#rooms/identity/door.ts', true],
  ['server/src/platform/database/db.ts', '#platform/audit/record.ts', true],
  ['server/src/platform/audit/record.ts', '#platform/files/files.ts', true],
  ['server/src/platform/audit/record.ts', '#platform/database/db.ts', false],
  ['server/src/rooms/shipments/routes.ts', './queries.ts', false],
  ['server/src/rooms/shipments/routes.ts', '../identity/door.ts', false],
  ['server/src/rooms/shipments/routes.ts', '#rooms/identity/queries.ts', true],
  ['server/src/rooms/identity/routes.ts', '#rooms/shipments/door.ts', true],
  ['server/src/rooms/identity/routes.ts', '#src/app.ts', true],
  ['server/src/app.ts', './rooms.ts', false],
  ['server/src/rooms.ts', './rooms/identity/routes.ts', false],
  ['server/src/rooms/identity/routes.ts', '../../../../web/src/kit/a.ts', true],
  ['web/src/kit/Table.tsx', '#rooms/shipments/queries.ts', true],
  ['web/src/api/call.ts', '#pages/SignIn.tsx', true],
  ['web/src/kit/Table.tsx', '#api/call.ts', true],
  ['web/src/shared/SitePicker.tsx', '#api/call.ts', false],
  ['web/src/shared/SitePicker.tsx', '#rooms/shipments/queries.ts', true],
  ['web/src/rooms/shipments/A.tsx', '#kit/Table.tsx', false],
  ['web/src/rooms/shipments/A.tsx', '#rooms/participants/queries.ts', true],
  ['web/src/rooms/shipments/A.tsx', '#pages/Shipments.tsx', true],
  ['web/src/pages/Shipments.tsx', '#rooms/shipments/A.tsx', false],
  ['web/src/pages/Shipments.tsx', '#app/router.tsx', true],
  ['web/src/app/router.tsx', '#pages/Shipments.tsx', false],
  ['web/src/main.tsx', './app/App.tsx', false],
  ['web/src/kit/Table.tsx', 'react', false],
])('%s imports %s: refused is %s', (from, name, refused) => {
  const target = targetOf(from, name);
  expect(target !== undefined && complaint(from, target, ['identity', 'shipments']) !== undefined).toBe(refused);
});

test('import statements of every form are read', () => {
  const source = `import a, { type B } from './a.ts';\nimport './b.css';\nexport * from "./c.ts";\nimport {\n  d,\n} from '#d.ts';\nconst e = lazy(() => import('./e.tsx'));\n// import './f.ts';`;
  expect(importsOf(source)).toEqual(['./a.ts', './b.css', './c.ts', '#d.ts', './e.tsx']);
  const rooms = `import { shipments } from '#rooms/shipments/routes.ts';\nimport { careGroups as groups } from './rooms/care-groups/routes.ts';\nexport const rooms: readonly Room[] = [\n  groups, // first\n  shipments,\n];`;
  expect(orderOf(rooms)).toEqual(['care-groups', 'shipments']);
});
