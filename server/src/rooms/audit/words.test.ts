import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { actionWords, fieldWords, namedKindOf, pointersIn, recordWords } from '@portal/contract/audit/words.ts';
import { expect, test } from 'vitest';
import { seedDemo } from '#src/demo/seed.ts';
import { openPortal } from '#test/portal.ts';

const source = path.join(import.meta.dirname, '../..');

/** What the acts of the server say of themselves, as it stands in their files. */
async function recordedInSource() {
  const [actions, kinds] = [new Set<string>(), new Set<string>()];
  for await (const file of glob('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] })) {
    const text = readFileSync(path.join(source, file), 'utf8');
    for (const [, said] of text.matchAll(/\baction: ([^,;}\n]+)/g))
      for (const [, action] of (said ?? '').matchAll(/'(\w+\.\w+)'/g)) actions.add(action ?? '');
    for (const [, kind] of text.matchAll(/\brecord: \{ kind: '(\w+)'/g)) kinds.add(kind ?? '');
  }
  return { actions, kinds };
}

/** Every field that a change names, however deep it lies. */
const namesIn = ({ field, ...values }: { field: string }): string[] => [
  field,
  ...Object.values(values).flatMap(keysIn),
];
const keysIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...keysIn(inner)]);
};

test('P11-14 every kind of change that an act records, and every kind of record, has its words', async () => {
  const { actions, kinds } = await recordedInSource();
  expect(actions.size).toBeGreaterThan(40);
  expect(kinds.size).toBeGreaterThan(15);
  expect([...actions].filter((action) => actionWords[action] === undefined)).toEqual([]);
  expect([...kinds].filter((kind) => recordWords[kind] === undefined)).toEqual([]);
  for (const words of [...Object.values(actionWords), ...Object.values(recordWords)])
    expect(words).toMatch(/^[A-Z][\w -]+$/);
  expect(new Set(Object.values(actionWords)).size).toBe(Object.keys(actionWords).length);
});

test('P11-14 the whole trail of the demo names each field in one spelling, reads in plain words, and its numbers lead to names', async () => {
  const portal = await openPortal();
  await seedDemo(portal.app);
  const entries = await portal.rows<{
    action: string;
    record_kind: string;
    changes: { field: string; new: unknown }[];
  }>('select distinct action, record_kind, changes from audit_entry');
  expect(entries.filter(({ action }) => actionWords[action] === undefined)).toEqual([]);
  expect(entries.filter(({ record_kind }) => recordWords[record_kind] === undefined)).toEqual([]);
  const fields = new Set(entries.flatMap(({ changes }) => changes.map(({ field }) => field)));
  for (const field of fields) expect(fieldWords(field)).toMatch(/^[A-Z][\w ]+$/);
  const names = new Set(entries.flatMap(({ changes }) => changes.flatMap(namesIn)));
  expect([...names].filter((name) => !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name))).toEqual([]);
  expect([...names]).toEqual(expect.arrayContaining(['required_on', 'product_id', 'friendly_name', 'zip']));
  const pointed = entries.flatMap(({ changes }) =>
    changes.flatMap(({ field, new: value }) => pointersIn(field, value)),
  );
  expect(new Set(pointed.map(({ kind }) => kind))).toEqual(
    new Set([
      'provider',
      'care_group',
      'partner',
      'sponsor',
      'product',
      'participant',
      'patient',
      'survey',
      'document',
    ]),
  );
});

test.each([
  ['lot_number', 'Lot number'],
  ['trackingNumber', 'Tracking number'],
  ['requiredOn', 'Need by date'],
  ['required_on', 'Need by date'],
  ['partner_id', 'Partner'],
  ['provider_id', 'Person'],
  ['is_active', 'Active'],
  ['id', 'Id'],
  ['constructor', 'Constructor'],
])('P11-14 the field %s is called %s', (field, words) => {
  expect(fieldWords(field)).toBe(words);
  expect(pointersIn('constructor', 1)).toEqual([]);
});

test('P11-14 an account goes by the name of its person, a card by that of its trial', () => {
  expect(['account', 'trial_card', 'participant', 'invitation'].map(namedKindOf)).toEqual([
    'provider',
    'care_group',
    'participant',
    undefined,
  ]);
});
