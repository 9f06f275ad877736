import { expect, test } from 'vitest';
import { labelsOf } from './choices.ts';

test.each([
  ['different names stand as they are', [{ id: 1, name: 'Leaflet', apart: 'old' }], ['Leaflet']],
  [
    'documents of one name have their numbers',
    [
      { id: 61, name: 'Leaflet' },
      { id: 62, name: 'Leaflet' },
      { id: 63, name: 'Consent' },
    ],
    ['Leaflet, number 61', 'Leaflet, number 62', 'Consent'],
  ],
  [
    'what is to know stands last',
    [
      { id: 1, name: 'Sleep', apart: 'old', note: 'not finished' },
      { id: 2, name: 'Sleep', apart: 'new' },
    ],
    ['Sleep, old (not finished)', 'Sleep, new'],
  ],
])('CGW-06 of what can be added to a workflow, %s', (_, choices, labels) => {
  expect(labelsOf(choices)).toEqual(labels);
});
