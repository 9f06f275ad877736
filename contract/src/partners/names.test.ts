import { expect, test } from 'vitest';
import { nameApart, tellApart } from './names.ts';

const partner = (partnerId: number, name: string, city: string | null, street: string | null = '1 Main Street') => ({
  partnerId,
  name,
  city,
  street,
});

test('partners of one name are told apart by the city, else by the street there, else by the number; others need nothing', () => {
  const told = tellApart([
    partner(1, 'Northgate Pharmacy', 'Lyon'),
    partner(2, 'Northgate pharmacy', 'Boston'),
    partner(3, 'Northgate Pharmacy', 'Boston', '2 Harbour Street'),
    partner(4, 'Southgate Pharmacy', 'Lyon'),
    partner(5, 'Baltic', null, null),
    partner(6, 'Baltic', null, null),
    partner(7, 'Baltic', '', '3 Quay'),
  ]);
  expect([...told]).toEqual([
    [1, 'Lyon'],
    [2, 'Boston, 1 Main Street'],
    [3, 'Boston, 2 Harbour Street'],
    [5, 'no. 5'],
    [6, 'no. 6'],
    [7, '3 Quay'],
  ]);
  expect([nameApart('Northgate', 'Lyon'), nameApart('Southgate', undefined)]).toEqual([
    'Northgate (Lyon)',
    'Southgate',
  ]);
});

test('what cannot be seen tells nothing apart, in a name, a city or a street', () => {
  const told = tellApart([
    partner(1, 'Northgate Pharmacy', 'Springfield'),
    partner(2, 'Northgate\u200e Pharmacy', 'Spring\u200bfield'),
    partner(3, 'Northgate\u200d Pharmacy', 'Springfield', '1 Main Street\u200e'),
    partner(4, 'North\u034fgate\u00a0Pharmacy', 'Lyon\ufe0f'),
    partner(5, 'Northgate Pharmacy', '\u200e', null),
  ]);
  expect([...told]).toEqual([
    [1, 'no. 1'],
    [2, 'no. 2'],
    [3, 'no. 3'],
    [4, 'Lyon\ufe0f'],
    [5, 'no. 5'],
  ]);
});
