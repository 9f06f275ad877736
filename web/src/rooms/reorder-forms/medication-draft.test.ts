import { expect, test } from 'vitest';
import {
  changesIn,
  type Draft,
  draftOf,
  listIn,
  rebase,
  stateOf,
  withoutRow,
  withRow,
  withRowBack,
} from './medication-draft.ts';

const metformin = { name: 'Metformin', dosage: '500 mg', information: 'With meals' };
const furosemide = { name: 'Furosemide', dosage: '40 mg', information: 'In the morning' };
const aspirin = { name: 'Aspirin', dosage: '100 mg', information: 'Daily' };
const stronger = { ...metformin, dosage: '850 mg' };
const start = () => draftOf([metformin, furosemide]);
/** The key of the row at a place, from 0. */
const keyAt = (draft: Draft, place: number): string => draft.rows[place]?.key ?? '';
const states = (draft: Draft) => draft.rows.map((row) => [row.now.name, stateOf(row)]);

test('OPC-96 rows are added, edited and deleted, and a deleted one can be brought back', () => {
  let draft = withRow(start(), aspirin, null);
  draft = withRow(draft, stronger, keyAt(draft, 0));
  draft = withoutRow(draft, keyAt(draft, 1));
  expect(states(draft)).toEqual([
    ['Metformin', 'changed'],
    ['Furosemide', 'deleted'],
    ['Aspirin', 'new'],
  ]);
  expect([changesIn(draft), listIn(draft)]).toEqual([3, [stronger, aspirin]]);
  draft = withRowBack(draft, keyAt(draft, 1));
  expect(listIn(draft)).toEqual([stronger, furosemide, aspirin]);
  // As it was: no change any more. What was never stored is gone at once.
  draft = withoutRow(withRow(draft, metformin, keyAt(draft, 0)), keyAt(draft, 2));
  expect([changesIn(draft), listIn(draft)]).toEqual([0, [metformin, furosemide]]);
});

test.each([
  [
    'nothing was done here',
    (draft: Draft) => draft,
    [stronger, aspirin],
    [stronger, aspirin],
    [
      'Metformin, 500 mg is now “850 mg”, “With meals”.',
      'Aspirin, 100 mg was added.',
      'Furosemide, 40 mg was deleted.',
    ],
  ],
  [
    'a row was added here',
    (draft: Draft) => withRow(draft, aspirin, null),
    [metformin],
    [metformin, aspirin],
    ['Furosemide, 40 mg was deleted.'],
  ],
  [
    'the same row was edited here',
    (draft: Draft) => withRow(draft, { ...metformin, information: 'Before meals' }, keyAt(draft, 0)),
    [stronger, furosemide],
    [{ ...metformin, information: 'Before meals' }, furosemide],
    ['Metformin, 500 mg is now “850 mg”, “With meals”. Your edit is kept. Saving replaces theirs.'],
  ],
  [
    'a row that is gone there was edited here',
    (draft: Draft) => withRow(draft, { ...furosemide, dosage: '20 mg' }, keyAt(draft, 1)),
    [metformin],
    [metformin, { ...furosemide, dosage: '20 mg' }],
    ['Furosemide, 40 mg was deleted. What you typed is kept; saving adds it again.'],
  ],
  [
    'a row was deleted on both sides',
    (draft: Draft) => withoutRow(draft, keyAt(draft, 1)),
    [metformin],
    [metformin],
    ['Furosemide, 40 mg was deleted.'],
  ],
  ['only the order changed there', (draft: Draft) => draft, [furosemide, metformin], [furosemide, metformin], []],
])('REL-07 when %s, what somebody else saved is told and what was done stays', (_what, edit, theirs, list, told) => {
  const rebased = rebase(edit(start()), theirs);
  expect([listIn(rebased.draft), rebased.told]).toEqual([list, told]);
  expect(new Set(rebased.draft.rows.map(({ key }) => key)).size).toBe(rebased.draft.rows.length);
});

test('REL-07 two rows of one name keep their own edits', () => {
  const two = draftOf([metformin, stronger]);
  const edited = withRow(two, { ...stronger, information: 'At night' }, keyAt(two, 1));
  const { draft, told } = rebase(edited, [metformin, stronger, aspirin]);
  expect(listIn(draft)).toEqual([metformin, { ...stronger, information: 'At night' }, aspirin]);
  expect(told).toEqual(['Aspirin, 100 mg was added.']);
});

test.each([
  [
    'edited',
    (draft: Draft) => withRow(draft, { ...metformin, information: 'Before meals' }, keyAt(draft, 0)),
    [
      { ...stronger, information: 'At night' },
      { ...metformin, information: 'Before meals' },
    ],
    [
      'Metformin, 850 mg is now “850 mg”, “At night”.',
      'Metformin, 500 mg was deleted. What you typed is kept; saving adds it again.',
    ],
  ],
  [
    'deleted',
    (draft: Draft) => withoutRow(draft, keyAt(draft, 0)),
    [{ ...stronger, information: 'At night' }],
    ['Metformin, 850 mg is now “850 mg”, “At night”.', 'Metformin, 500 mg was deleted.'],
  ],
])(
  'REL-07 of two strengths the one that was %s here and deleted there does not take the place of the other',
  (_what, edit, list, told) => {
    const rebased = rebase(edit(draftOf([metformin, stronger])), [{ ...stronger, information: 'At night' }]);
    expect([listIn(rebased.draft), rebased.told]).toEqual([list, told]);
  },
);

test('REL-07 where two strengths were changed at once there, what was edited here is told as deleted and kept, not mixed with either', () => {
  const [weakest, strongest] = [
    { ...metformin, dosage: '250 mg' },
    { ...metformin, dosage: '1000 mg' },
  ];
  const two = draftOf([metformin, stronger]);
  const edited = withRow(two, { ...metformin, information: 'Before meals' }, keyAt(two, 0));
  const { draft, told } = rebase(edited, [weakest, strongest]);
  expect(listIn(draft)).toEqual([weakest, strongest, { ...metformin, information: 'Before meals' }]);
  expect(told).toEqual([
    'Metformin, 250 mg was added.',
    'Metformin, 1000 mg was added.',
    'Metformin, 500 mg was deleted. What you typed is kept; saving adds it again.',
    'Metformin, 850 mg was deleted.',
  ]);
});
