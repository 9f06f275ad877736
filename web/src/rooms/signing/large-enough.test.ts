import { expect, test } from 'vitest';
import { isTooSmall, zoomToFill } from './large-enough.ts';
import type { FormToSign, OwnField } from './own-fields.ts';

const field = (
  type: OwnField['type'],
  ...spots: readonly (readonly [x: number, y: number, width: number, height: number])[]
) =>
  ({
    type,
    spots: spots.map(([x, y, width, height]) => ({ x, y, width, height, page: 0, option: '', optionWords: '' })),
  }) as unknown as OwnField;
const formOf = (...fields: OwnField[]): FormToSign => ({ pages: [{ width: 612, height: 792 }], fields });

test.each([
  ['a usual signature on a phone', formOf(field('Signature', [72, 600, 80, 35])), 0.53, false],
  ['a usual text on a phone', formOf(field('TextInput', [72, 600, 130, 35])), 0.53, false],
  ['a low text on a phone', formOf(field('TextInput', [72, 600, 130, 20])), 0.53, true],
  ['a low text as on paper', formOf(field('TextInput', [72, 600, 130, 20])), 1, false],
  ['a box alone', formOf(field('Checkbox', [72, 600, 12, 12])), 0.5, false],
  ['boxes side by side', formOf(field('RadioButton', [72, 600, 12, 12], [90, 600, 12, 12])), 1, true],
  ['boxes side by side, enlarged', formOf(field('RadioButton', [72, 600, 12, 12], [90, 600, 12, 12])), 1.5, false],
  [
    'a box beside a large field',
    formOf(field('Checkbox', [72, 600, 12, 12]), field('Signature', [85, 600, 200, 60])),
    1,
    true,
  ],
])('%s', (_, form, zoom, expected) => {
  expect(isTooSmall(form, zoom)).toBe(expected);
});

test('pages are enlarged as far as needed, and not for fields that lie upon each other', () => {
  expect(zoomToFill(formOf(field('TextInput', [72, 600, 130, 20])))).toBe(1);
  expect(zoomToFill(formOf(field('RadioButton', [72, 600, 12, 12], [90, 600, 12, 12])))).toBe(1.5);
  expect(zoomToFill(formOf(field('Checkbox', [72, 600, 3, 3], [72, 600, 3, 3])))).toBe(1);
});
