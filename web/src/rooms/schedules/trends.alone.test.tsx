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
            { ...of, questionId: 'w', questionNum: 1, question: 'What do you weigh?' },
            { ...of, questionId: null, questionNum: null, question: 'Sum' },
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
        {
          trends: [
            {
              sId: 5,
              surveyName: 'Weekly check',
              questionId: 'w',
              questionNum: 1,
              question: 'What do you weigh?',
              points,
            },
          ],
        },
      ],
    ],
  });
  expect(await screen.findByText('1–10 of 11')).toBeDefined();
});

test('lines of one title are told apart by their days, and each says where the other answers are', async () => {
  const point = (day: number, value: number) => ({
    at: new Date(2026, 0, day),
    value,
    surveyEventId: day,
    isFlagged: false,
  });
  const of = { sId: 5, surveyName: 'Weekly check' };
  const { user } = renderPage(<Trends uId={7} />, {
    replies: [
      [
        readTrends,
        {
          trends: [
            { ...of, questionId: 'w', questionNum: 1, question: 'Weight', points: [point(9, 84)] },
            { ...of, questionId: 'w', questionNum: 1, question: 'Wait', points: [point(3, 82), point(5, 83)] },
            { ...of, questionId: null, questionNum: null, question: 'Sum', points: [point(9, 98)] },
            { ...of, questionId: null, questionNum: null, question: 'Sum', points: [point(3, 94), point(5, 95)] },
          ],
        },
      ],
    ],
  });
  const list = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Question or assessment' });
  expect([...list.options].map(({ textContent }) => textContent)).toEqual([
    'Weekly check: Weight',
    'Weekly check: Wait',
    'Weekly check: sum of “Weight”',
    'Weekly check: sum of “Wait”',
  ]);
  expect(screen.getByText('This question was also worded: “Wait”. The answers to that are shown apart.')).toBeDefined();
  await user.selectOptions(list, 'Weekly check: sum of “Wait”');
  expect(await screen.findByText('3 Jan 26, 12:00 AM')).toBeDefined();
  expect(screen.queryByText('9 Jan 26, 12:00 AM')).toBeNull();
  expect(
    screen.getByText('In other responses other questions with numbers were answered. Their sums are shown apart.'),
  ).toBeDefined();
});

test('the chosen line is called in full above its chart, a sum by the questions it is of', async () => {
  const point = (day: number, value: number) => ({
    at: new Date(2026, 0, day),
    value,
    surveyEventId: day,
    isFlagged: false,
  });
  const of = { sId: 5, surveyName: 'Weekly check' };
  const pain = 'How strong was the pain in your left knee this week, from 0 to 10?';
  const { user } = renderPage(<Trends uId={7} />, {
    replies: [
      [
        readTrends,
        {
          trends: [
            { ...of, questionId: 'p', questionNum: 1, question: pain, points: [point(3, 7), point(5, 8)] },
            { ...of, questionId: 'w', questionNum: 2, question: 'Weight', points: [point(3, 82), point(5, 83)] },
            { ...of, questionId: 's', questionNum: 3, question: 'Steps', points: [point(3, 5)] },
            { ...of, questionId: null, questionNum: null, question: 'Sum', points: [point(5, 91)] },
            { ...of, questionId: null, questionNum: null, question: 'Sum', points: [point(3, 94)] },
          ],
        },
      ],
    ],
  });
  expect(await screen.findByRole('heading', { name: pain })).toBeDefined();
  const list = screen.getByRole('combobox', { name: 'Question or assessment' });
  await user.selectOptions(list, `Weekly check: sum of “${pain}”, “Weight”`);
  expect(screen.getByRole('heading', { name: `Sum of “${pain}”, “Weight”` })).toBeDefined();
  await user.selectOptions(list, `Weekly check: sum of “${pain}”, “Weight”, “Steps”`);
  expect(screen.getByRole('heading', { name: `Sum of “${pain}”, “Weight”, “Steps”` })).toBeDefined();
});
