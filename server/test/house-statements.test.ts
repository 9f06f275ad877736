/** The database keeps each text of a statement that it is sent again: none may have as many forms as there are lengths of a list. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const home = path.join(import.meta.dirname, '../..');
const sources = globSync('{server,scripts}/**/*.ts', { cwd: home })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/node_modules|\.test\.ts$/.test(file));

/** Single rows and lists of a fixed length, by the names they have where they are used. */
const rowsOfOne = ['kept', 'first', 'session', 'values as never'];
const fixedLists = ['kindsOf', 'refusedTypes', 'given.purposes', 'activeStatuses.map', 'partnerKinds.map', 'links'];
/** What is joined or laid raw at so many places of a file has as many parts as the code names. */
const ofTheCode: Readonly<Record<string, number>> = {
  'server/src/demo/seed.ts': 1,
  'server/src/platform/database/insert-rows.ts': 1,
  'server/src/platform/files/sweep-files.ts': 2,
  'server/src/rooms/audit/copy/patient-queries.ts': 1,
  'server/src/rooms/audit/find-words.ts': 1,
  'server/src/rooms/audit/in-groups.ts': 1,
  'server/src/rooms/audit/security-queries.ts': 2,
  'server/src/rooms/conversations/page.ts': 2,
  'server/src/rooms/documents/sight.ts': 2,
  'server/src/rooms/identity/training-of.ts': 3,
  'server/src/rooms/needs/queries.ts': 1,
  'server/src/rooms/patient-records/values.ts': 2,
  'server/src/rooms/patients/timeline.ts': 1,
  'server/src/rooms/security-alerts/foreign-ids.ts': 1,
  'server/src/rooms/signing/queries.ts': 3,
  'server/test/unrecorded-changes.ts': 1,
};

/** What of a source would be a text of its own for each length of a list. */
function complaints(source: string, file = ''): string[] {
  const code = source.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  const found = (pattern: RegExp, isFixed: (given: string) => boolean = () => false) =>
    [...code.matchAll(pattern)].map((match) => match[1]!.trim()).filter((given) => !isFixed(given));
  // What is made for a viewer is a statement of its own, not a list.
  const laid = [...found(/\bin (\(\$\{)(?!\w+\(viewer\)\})/g), ...found(/\b(sql\.(?:join|raw))\(/g)];
  const known = ofTheCode[file] ?? 0;
  return [
    ...found(/\)\s*\.values\(\s*([^)\s][^,()]*)/g, (given) => given.startsWith('{') || rowsOfOne.includes(given)),
    ...found(
      /'(?:not )?in',\s*([^,()]+|\([^)]*\) =>)/g,
      (given) => /^\[(?!\.\.\.)|^\(\w+\) =>/.test(given) || fixedLists.includes(given),
    ),
    ...(laid.length === known ? [] : [`${laid.length} places, of which ${known} are known: ${laid.join(', ')}`]),
    ...found(/\b((?:eb|or|and)\.(?:or|and)\(\s*\w[\w.]*\.(?:map|flatMap))\(/g, (given) =>
      fixedLists.some((list) => given.endsWith(list)),
    ),
  ];
}

test('REL-16 no statement is written anew for each length of a list: rows go in by insertRows, lists by anyOf and anyText', () => {
  expect(sources.length).toBeGreaterThan(200);
  const found = sources.flatMap((file) =>
    complaints(readFileSync(path.join(home, file), 'utf8'), file).map((given) => `${file}: ${given}`),
  );
  expect(found).toEqual([]);
});

/** Which rows a unique index is of, where it is not of all, is written out: from its seventh run on a kept plan knows no value. */
const indexByValue = (source: string): string[] => [
  ...[...source.matchAll(/\b\w+\s*\.columns?\([^)]*\)\s*\.where\(\s*('[^']+',\s*'(?!is\b)[^']*',[^)]*)\)\s*\.do/g)].map(
    ([, found = '']) => found,
  ),
  ...[...source.matchAll(/on conflict \([^)]*\) where ([^`;]*?\$\{[^`;]*?) do /gi)].map(([, found = '']) => found),
];
test('REL-04 no statement finds a unique index of some rows by a value that it is given, which works six times on a connection', () => {
  const found = sources.flatMap((file) =>
    indexByValue(readFileSync(path.join(home, file), 'utf8')).map((given) => `${file}: ${given}`),
  );
  expect(found).toEqual([]);
  expect(indexByValue(`(conflict) => conflict.column('a').where('status', '=', 0).doNothing()`)).toHaveLength(1);
  expect(indexByValue(`conflict\n.columns(['a', 'b'])\n.where('state', '<>', done)\n.doUpdateSet({})`)).toHaveLength(1);
  expect(indexByValue('sql`insert into a on conflict (b) where c = ${d} do nothing`')).toHaveLength(1);
  expect(indexByValue(`conflict.column('a').where('removed_at', 'is', null).doNothing()`)).toEqual([]);
});

test('REL-04 a transaction is allowed longer statements by allowStatements, which tells its connection as well', () => {
  const told = sources.filter((file) =>
    /set (local )?statement_timeout/i.test(readFileSync(path.join(home, file), 'utf8')),
  );
  // A migration runs on a connection that waits for ever.
  expect(told).toEqual(['server/src/platform/database/db.ts', 'server/src/platform/database/migrate.ts']);
});

/** Whoever removes a row changes no key of it, so whoever holds it in this way neither waits for them nor sees what they did. */
test('REL-08 no row is held `for key share`, which a removal at the same time would pass by', () => {
  const held = sources.filter((file) => /forKeyShare|for key share/i.test(readFileSync(path.join(home, file), 'utf8')));
  expect(held).toEqual([]);
});

test.each([
  [`tx.insertInto('lot').values({ a: 1 })`, false],
  [`tx.insertInto('lot')\n  .values(lots.map((lot) => ({ lot })))`, true],
  [`tx.insertInto('lot').values(rows).execute()`, true],
  [`tx.insertInto('lot').values([...rows])`, true],
  [`[...new Map().values()]`, false],
  [`Object.values(rows)`, false],
  [`where('id', 'in', ids)`, true],
  [`where('id', 'not in', [...ids])`, true],
  [`where('kind', 'in', ['trial', 'site'])`, false],
  [`where('id', 'in', (eb) => eb.selectFrom('lot'))`, false],
  [`where('id', 'in', env.earlier.map(idOf))`, true],
  ['sql`id in (${sql.join(ids)})`', true],
  ['sql`id in (${peopleWithin(viewer)})`', false],
  ['eb.or(ids.map((id) => eb(1)))', true],
])('%s: refused is %s', (source, refused) => {
  expect(complaints(source).length > 0).toBe(refused);
});
