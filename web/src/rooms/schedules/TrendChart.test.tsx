import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { giveChartsRoom } from '#test/charts.ts';
import { renderPage } from '#test/portal.tsx';
import { TrendChart } from './TrendChart.tsx';

giveChartsRoom();

const open = (...points: [at: Date, value: number][]) =>
  renderPage(<TrendChart label="Chart" name="Weight" points={points.map(([at, value]) => ({ at, value }))} />, {})
    .container;
/** How far from the left each point is drawn. */
const drawn = async (container: HTMLElement, count: number) => {
  const dots = () => [...container.querySelectorAll('.recharts-line-dot')].map((dot) => Number(dot.getAttribute('cx')));
  await waitFor(() => expect(dots()).toHaveLength(count));
  return dots();
};
const ticks = (container: HTMLElement) =>
  [...container.querySelectorAll('.recharts-xAxis-tick-labels text')].map(({ textContent }) => textContent);

test('answers are drawn as far from each other as the days lie on which they were given', async () => {
  const container = open([new Date(2026, 0, 1, 9), 80], [new Date(2026, 0, 2, 9), 81], [new Date(2026, 0, 11, 9), 82]);
  const [first = 0, second = 0, third = 0] = await drawn(container, 3);
  expect(first).toBeGreaterThan(0);
  expect((third - first) / (second - first)).toBeCloseTo(10);
  expect(ticks(container)).toContain('1 Jan 26');
  expect(ticks(container)).toContain('11 Jan 26');
});

test('a single answer is drawn with its day', async () => {
  const container = open([new Date(2026, 0, 3, 9), 80]);
  const [only = 0] = await drawn(container, 1);
  expect([only > 0, ticks(container)]).toEqual([true, ['3 Jan 26']]);
});
