import { expect, test } from 'vitest';
import { namesOfProducts } from './product-name.ts';

const tablet = { drugName: 'Aurelix', dosageForm: 'Tablet' };
const capsule = { drugName: 'Aurelix', dosageForm: 'Capsule' };
const pen = { drugName: 'Aurelix Pen', dosageForm: 'Injection' };

test.each([
  ['once', [tablet, pen], ['Aurelix', 'Aurelix Pen']],
  [
    'in two forms',
    [tablet, capsule, tablet, pen],
    ['Aurelix, Tablet', 'Aurelix, Capsule', 'Aurelix, Tablet', 'Aurelix Pen'],
  ],
  ['twice in one form', [tablet, { ...tablet }], ['Aurelix', 'Aurelix']],
])('PKG-12 a list that has a drug %s names its products so', (_, listed, names) => {
  expect(listed.map(namesOfProducts(listed))).toEqual(names);
});
