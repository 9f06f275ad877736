import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { actionWords, namedKindOf, pointersIn, recordWords } from '@portal/contract/audit/words.ts';
import { expect, test } from 'vitest';

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

test('P11-14 an account goes by the name of its person, a card by that of its trial', () => {
  expect(['account', 'trial_card', 'participant', 'invitation'].map(namedKindOf)).toEqual([
    'provider',
    'care_group',
    'participant',
    undefined,
  ]);
});

test('P11-11 P11-14 a product beside whose number an entry has what it was called then is not looked up for what it is called now', () => {
  const line = { product_id: 5, participant_id: 7, quantity: 4 };
  const older = [
    { kind: 'product', id: 5 },
    { kind: 'participant', id: 7 },
  ];
  expect(pointersIn('products', [line])).toEqual(older);
  for (const called of [{ drug_name: 'Aurelix' }, { drugName: 'Aurelix' }])
    expect(pointersIn('products', [{ ...line, ...called }, { product_id: 6 }])).toEqual([
      { kind: 'participant', id: 7 },
      { kind: 'product', id: 6 },
    ]);
});
