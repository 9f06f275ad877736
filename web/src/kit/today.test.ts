import { describe, expect, test } from 'vitest';
import { ago } from './ago.ts';
import { plusDays } from './plus-days.ts';
import { asDay, dayOf } from './today.ts';
import { maskDay, readDay } from './typed-day.ts';

describe('days on the screen', () => {
  test.each([
    ['DD/MM/YYYY', '05/03/2026'],
    ['DD-MMM-YYYY', '05-Mar-2026'],
  ] as const)('SCN-05 CON-16 OPS-97 a day is shown as %s', (display, shown) => {
    expect(asDay('2026-03-05', display)).toBe(shown);
    expect(asDay(null, display)).toBe('');
  });

  test.each([
    ['05/03/1980', '1980-03-05'],
    ['5/3/1980', '1980-03-05'],
    ['05031980', '1980-03-05'],
    ['05-Mar-1980', '1980-03-05'],
    ['1980-03-05', '1980-03-05'],
    ['29/02/2024', '2024-02-29'],
    ['29/02/2023', null],
    ['31/04/2024', null],
    ['00/01/2024', null],
    ['05/13/2024', null],
    ['05/03/0000', null],
    ['05/03/19', null],
    ['soon', null],
    ['', null],
  ])('SCN-06 PAR-20 typed %j is the day %j on the wire', (typed, day) => {
    expect(readDay(typed)).toBe(day);
  });

  test.each([
    ['05032024', '05/03/2024'],
    ['0503', '05/03'],
    ['05/', '05'],
    ['5/', '05'],
    ['05/3/', '05/03'],
    ['5/3/2024', '05/03/2024'],
    ['05032024999', '05/03/2024'],
    ['ab', ''],
  ])('INP-08 typing %j shows %j', (typed, shown) => {
    expect(maskDay(typed)).toBe(shown);
  });

  test('a day is that of the clock on the wall, and counts over the end of a month', () => {
    expect(dayOf(new Date(2026, 2, 5, 23, 59))).toBe('2026-03-05');
    expect(plusDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(plusDays('2024-03-01', -1)).toBe('2024-02-29');
  });

  test('a moment says how long ago it was', () => {
    const now = new Date('2026-03-05T12:00:00Z');
    expect(ago(new Date('2026-03-05T11:59:50Z'), now)).toBe('just now');
    expect(ago(new Date('2026-03-05T09:00:00Z'), now)).toBe('3 hours ago');
    expect(ago(new Date('2026-03-04T10:00:00Z'), now)).toBe('yesterday');
  });
});
