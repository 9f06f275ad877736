import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { contrast } from './colours.ts';
import { dark } from './theme.ts';

const served = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../server/brands/brands.json'), 'utf8'),
) as { key: string; colours: { primary: string; onPrimary: string } }[];
/** Colours that the server takes and that are hard to see in the dark. */
const hard = [
  { key: 'navy', colours: { primary: '#0b1f3a', onPrimary: '#ffffff' } },
  { key: 'black', colours: { primary: '#000000', onPrimary: '#ffffff' } },
  { key: 'yellow', colours: { primary: '#ffd400', onPrimary: '#000000' } },
  { key: 'white', colours: { primary: '#ffffff', onPrimary: '#333333' } },
  { key: 'red', colours: { primary: '#c1121f', onPrimary: '#ffffff' } },
];
const page = '#1d2127';
const hovered = '#272c34';

test.each([...served, ...hard])('in the dark the colours of the brand $key are still read', ({ colours }) => {
  const value = dark(colours);
  const of = (name: string) => value[`--mantine-color-${name}`] ?? '';
  const onButton = value['--portal-on-primary'] ?? '';
  expect(contrast(of('brand-filled'), page)).toBeGreaterThanOrEqual(3);
  expect(contrast(of('brand-filled'), onButton)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(of('brand-filled-hover'), onButton)).toBeGreaterThanOrEqual(4.5);
  for (const behind of [page, hovered, of('brand-0'), of('brand-1')])
    expect(contrast(of('anchor'), behind)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(of('brand-9'), of('brand-0'))).toBeGreaterThanOrEqual(4.5);
});

test('in the dark quiet words, warnings and the borders of fields are seen on every ground', () => {
  const value = dark({ primary: '#0f6b6b', onPrimary: '#ffffff' });
  const of = (name: string) => value[`--mantine-color-${name}`] ?? '';
  for (const ground of [page, of('gray-0'), of('gray-1')]) {
    for (const words of ['gray-7', 'gray-8', 'red-9', 'orange-9', 'dimmed', 'placeholder'])
      expect([words, ground, contrast(of(words), ground) >= 4.5]).toEqual([words, ground, true]);
    expect(contrast(of('gray-6'), ground)).toBeGreaterThanOrEqual(3);
  }
  for (const tone of ['red', 'yellow', 'green', 'blue', 'violet', 'orange'])
    expect(contrast('#e4e7eb', of(`${tone}-1`))).toBeGreaterThanOrEqual(4.5);
});
