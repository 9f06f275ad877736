import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ruleOf } from '../assessments/recurrence.ts';
import { keptRecurrence, occurrence, occurrenceAfter } from './occurrences.ts';

test.each([
  ['1d', '2031-02-27T23:30:00Z', ['2031-02-27T23:30', '2031-02-28T23:30', '2031-03-01T23:30']],
  ['2w', '2031-03-05T12:00:00Z', ['2031-03-05T12:00', '2031-03-19T12:00', '2031-04-02T12:00']],
  ['1M', '2031-01-28T07:05:00Z', ['2031-01-28T07:05', '2031-02-28T07:05', '2031-03-28T07:05']],
  ['1M', '2031-01-29T07:05:00Z', ['2031-01-31T07:05', '2031-02-28T07:05', '2031-03-31T07:05']],
  ['1M', '2032-01-31T00:00:00Z', ['2032-01-31T00:00', '2032-02-29T00:00', '2032-03-31T00:00']],
  ['6M', '2031-08-30T12:00:00Z', ['2031-08-31T12:00', '2032-02-29T12:00', '2032-08-31T12:00']],
])('SCH-10 OPC-20 OPC-62 %s from %s comes on these days, at the same UTC time', (text, start, days) => {
  const at = [0, 1, 2].map((n) => occurrence(keptRecurrence(text), new Date(start), n).toISOString().slice(0, 16));
  expect(at).toEqual(days);
});

test('SCH-10 OPC-62 every occurrence is on a day that its rule names, none lies before the start, and the one after a moment is the first', () => {
  const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  const recurrences = fc.record({ every: fc.integer({ min: 1, max: 500 }), unit: fc.constantFrom('d', 'w', 'M') });
  fc.assert(
    fc.property(recurrences, instant, instant, fc.integer({ min: 0, max: 40 }), (recurrence, start, moment, n) => {
      const [at, later] = [n, n + 1].map((k) => occurrence(recurrence as never, start, k)) as [Date, Date];
      expect(later > at && at >= start).toBe(true);
      expect(at.getTime() % 86_400_000).toBe(start.getTime() % 86_400_000);
      const rule = ruleOf(recurrence as never, start);
      const isNamed = rule.endsWith('=-1')
        ? new Date(at.getTime() + 86_400_000).getUTCDate() === 1
        : ruleOf(recurrence as never, at) === rule;
      expect(isNamed).toBe(true);
      const first = occurrenceAfter(recurrence as never, start, moment);
      expect(occurrence(recurrence as never, start, first) > moment).toBe(true);
      expect(first === 0 || occurrence(recurrence as never, start, first - 1) <= moment).toBe(true);
    }),
    { numRuns: 500 },
  );
});
