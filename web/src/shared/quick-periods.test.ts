import { expect, test } from 'vitest';
import { quickPeriods } from './quick-periods.ts';

test.each([
  ['2026-03-05', '2026-03-01', '2026-02-01 2026-02-28', '2026-01-01', '2026-01-01'],
  ['2028-03-31', '2028-03-01', '2028-02-01 2028-02-29', '2028-01-01', '2028-01-01'],
  ['2027-01-01', '2027-01-01', '2026-12-01 2026-12-31', '2027-01-01', '2027-01-01'],
  ['2026-12-31', '2026-12-01', '2026-11-01 2026-11-30', '2026-10-01', '2026-01-01'],
])(
  'RPT-02 on %s a report is offered of this month, last month, this quarter and this year',
  (today, month, last, quarter, year) => {
    expect(quickPeriods(today, today).map(({ label, period }) => [label, period.start_date, period.end_date])).toEqual([
      ['This month', month, today],
      ['Last month', ...last.split(' ')],
      ['This quarter', quarter, today],
      ['This year', year, today],
    ]);
  },
);

test('where the UTC day is tomorrow already, what is not over yet ends with it', () => {
  expect(quickPeriods('2026-11-30', '2026-12-01').map(({ period }) => [period.start_date, period.end_date])).toEqual([
    ['2026-11-01', '2026-12-01'],
    ['2026-10-01', '2026-10-31'],
    ['2026-10-01', '2026-12-01'],
    ['2026-01-01', '2026-12-01'],
  ]);
  const east = quickPeriods('2026-12-01', '2026-11-30').map(({ period }) => [period.start_date, period.end_date]);
  expect(east[0]).toEqual(['2026-12-01', '2026-12-01']);
});
