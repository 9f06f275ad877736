import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { AppTable } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { Section } from '#kit/Section.tsx';
import { Loading } from '#kit/States.tsx';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { useTrends } from './queries.ts';
import { shownNumber } from './words.ts';

const TrendChart = lazyPart(() => import('./TrendChart.tsx'), 'TrendChart', <Loading label="Loading chart" />);

/** How the numbers of a patient have gone: each numeric question, and the sum of each assessment, as a chart with its table. */
export function Trends({ uId }: { uId: number }) {
  const { data } = useTrends(uId);
  const [chosen, setChosen] = useState('');
  const trends = (data ?? []).filter(({ points }) => points.length > 0);
  const trend = trends.find((one) => keyOf(one) === chosen) ?? trends[0];
  // Most assessments have no numbers.
  if (!trend) return null;
  const titles = titlesOf(trends);
  const title = titles.get(trend) ?? '';
  const others = othersOf(trend, trends);
  const newestFirst = [...trend.points].sort((a, b) => b.at.getTime() - a.at.getTime());
  return (
    <Section title="Trends" hint="numbers of this patient’s answers over time">
      <Stack gap="sm" p="md">
        <NativeSelect
          label="Question or assessment"
          maw="32rem"
          data={trends.map((one) => ({ value: keyOf(one), label: titles.get(one) ?? '' }))}
          value={keyOf(trend)}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        {/* A phone has no room for all of it in the field. */}
        <Title order={3} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {trend.questionNum === null ? `Sum of ${summedIn(trend, trends)}` : trend.question}
        </Title>
        {others && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {others}
          </Text>
        )}
        <TrendChart label={`Chart of ${title}`} name={nameOf(trend)} points={newestFirst.toReversed()} />
        <AppTable
          label={title}
          storeKey="patient:trend"
          pageKey={`${uId} ${keyOf(trend)}`}
          records={newestFirst}
          idAccessor="surveyEventId"
          empty=""
          columns={[
            { accessor: 'at', title: 'Completed', card: 'head', noWrap: true, render: ({ at }) => asClinicTime(at) },
            {
              accessor: 'value',
              title: trend.questionNum === null ? 'Sum' : 'Answer',
              textAlign: 'right',
              render: ({ value }) => shownNumber(value),
            },
            {
              accessor: 'isFlagged',
              title: 'Flagged',
              render: ({ isFlagged }) =>
                isFlagged ? <WordBadge colour="red">Flagged</WordBadge> : <span data-nothing />,
            },
          ]}
        />
      </Stack>
    </Section>
  );
}

interface Trend {
  sId: number;
  surveyName: string;
  questionId: string | null;
  questionNum: number | null;
  question: string;
  points: readonly { at: Date; surveyEventId: number }[];
}
/** A question is asked once in an event, and an event has one sum. */
const keyOf = ({ sId, questionId, points }: Trend): string =>
  [sId, points[0]?.surveyEventId, questionId === null ? 'sum' : `question ${questionId}`].join(' ');
const nameOf = ({ surveyName, questionNum, question }: Trend): string =>
  questionNum === null ? `Sum of ${surveyName}` : question;

/** The questions that a sum is of: those that were answered in its first response. */
const summedIn = ({ sId, points }: Trend, trends: readonly Trend[]): string =>
  trends
    .filter((one) => one.sId === sId && one.questionNum !== null && isIn(one, points[0]?.surveyEventId))
    .map(({ question }) => `“${question}”`)
    .join(', ');
const isIn = ({ points }: Trend, surveyEventId: number | undefined): boolean =>
  points.some((point) => point.surveyEventId === surveyEventId);

/** Sums are told apart by their questions, and two of one title by the number of their question and the days they are of. */
function titlesOf(trends: readonly Trend[]): ReadonlyMap<Trend, string> {
  const titleOf = (one: Trend): string => {
    if (one.questionNum !== null) return `${one.surveyName}: ${one.question}`;
    const isOnly = trends.filter(({ sId, questionNum }) => sId === one.sId && questionNum === null).length === 1;
    return `${one.surveyName}: sum${isOnly ? '' : ` of ${summedIn(one, trends)}`}`;
  };
  const byTitle = Map.groupBy(trends, titleOf);
  return new Map(
    trends.map((one) => {
      const title = titleOf(one);
      if (byTitle.get(title)?.length === 1) return [one, title];
      const number = one.questionNum === null ? '' : `question ${one.questionNum}, `;
      return [one, `${title} (${number}${daysOf(one)})`];
    }),
  );
}

function daysOf({ points }: Trend): string {
  const days = [points[0], points.at(-1)].map((point) => (point ? asClinicTime(point.at).split(',')[0] : ''));
  return [...new Set(days)].join(' to ');
}

/** Answers that are not in a line though a reader may look for them there. */
function othersOf(trend: Trend, trends: readonly Trend[]): string | null {
  const others = trends.filter((one) => one !== trend && one.sId === trend.sId && one.questionId === trend.questionId);
  if (others.length === 0) return null;
  if (trend.questionId === null)
    return 'In other responses other questions with numbers were answered. Their sums are shown apart.';
  const words = others.map(({ question }) => `“${question}”`).join(', ');
  return `This question was also worded: ${words}. The answers to that are shown apart.`;
}
