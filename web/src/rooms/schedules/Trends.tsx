import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { AppTable } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { Section } from '#kit/Section.tsx';
import { Loading } from '#kit/States.tsx';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { useTrends } from './queries.ts';

const TrendChart = lazyPart(() => import('./TrendChart.tsx'), 'TrendChart', <Loading label="Loading chart" />);

/** How the numbers of a patient have gone: each numeric question, and the sum of each assessment, as a chart with its table. */
export function Trends({ uId }: { uId: number }) {
  const { data } = useTrends(uId);
  const [chosen, setChosen] = useState('');
  const trends = (data ?? []).filter(({ points }) => points.length > 0);
  const trend = trends.find((one) => keyOf(one) === chosen) ?? trends[0];
  // Most assessments have no numbers.
  if (!trend) return null;
  const title = titleOf(trend);
  const newestFirst = [...trend.points].sort((a, b) => b.at.getTime() - a.at.getTime());
  return (
    <Section title="Trends" hint="numbers of this patient’s answers over time">
      <Stack gap="sm" p="md">
        <NativeSelect
          label="Question or assessment"
          maw="32rem"
          data={trends.map((one) => ({ value: keyOf(one), label: titleOf(one) }))}
          value={keyOf(trend)}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
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
              render: ({ value }) => value.toLocaleString('en'),
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
  questionNum: number | null;
  question: string;
}
const keyOf = ({ sId, questionNum }: Trend): string => `${sId}-${questionNum ?? 'sum'}`;
const nameOf = ({ surveyName, questionNum, question }: Trend): string =>
  questionNum === null ? `Sum of ${surveyName}` : question;
const titleOf = ({ surveyName, questionNum, question }: Trend): string =>
  questionNum === null ? `${surveyName}: sum` : `${surveyName}: ${question}`;
