import { readTrends } from '@portal/contract/responses/endpoints.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '#test/portal.tsx';
import { Trends } from './Trends.tsx';

// What it draws takes its size from the page, which has none here.
vi.mock('@mantine/charts', () => ({
  LineChart: ({ series }: { series: { label: string }[] }) => <p>Drawn: {series.map(({ label }) => label).join()}</p>,
}));

test('what a chart draws is called by its question, or by the assessment it is the sum of', async () => {
  const points = [{ at: new Date(2026, 0, 3), value: 81, surveyEventId: 1, isFlagged: false }];
  const of = { sId: 5, surveyName: 'Weekly check', points };
  const { user } = renderPage(<Trends uId={7} />, {
    replies: [
      [
        readTrends,
        {
          trends: [
            { ...of, questionNum: 1, question: 'What do you weigh?' },
            { ...of, questionNum: null, question: 'Sum' },
          ],
        },
      ],
    ],
  });
  await screen.findByText('Drawn: What do you weigh?');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Question or assessment' }), 'Weekly check: sum');
  await screen.findByText('Drawn: Sum of Weekly check');
  expect(screen.queryByText(/Score/)).toBeNull();
});

test('CLN-23 the numbers under a chart stand on pages of 10', async () => {
  const points = Array.from({ length: 11 }, (_, n) => ({
    at: new Date(2026, 0, n + 1),
    value: 80 + n,
    surveyEventId: n + 1,
    isFlagged: false,
  }));
  renderPage(<Trends uId={7} />, {
    replies: [
      [
        readTrends,
        { trends: [{ sId: 5, surveyName: 'Weekly check', questionNum: 1, question: 'What do you weigh?', points }] },
      ],
    ],
  });
  expect(await screen.findByText('1–10 of 11')).toBeDefined();
});
