import { Table, Text, VisuallyHidden } from '@mantine/core';

import { sentenceOf } from '#api/failure.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { Section } from '#kit/Section.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { type EnrollmentMonth, monthsOf } from './months.ts';
import { useEnrollments } from './queries.ts';

const EnrollmentChart = lazyPart(
  () => import('./EnrollmentChart.tsx'),
  'EnrollmentChart',
  <Loading label="Loading chart" />,
);

/** How many participants were enrolled month by month (DSH-08 to DSH-10). */
export function Enrollment({ gId }: { gId: number | null }) {
  return (
    <Section title="Enrollment" hint="participants by month (UTC)">
      {gId === null ? (
        <Text p="md" size="sm" c="gray.7">
          Nothing to show until a trial is chosen.
        </Text>
      ) : (
        <Months gId={gId} />
      )}
    </Section>
  );
}

function Months({ gId }: { gId: number }) {
  const { data, error, isLoading, refetch } = useEnrollments(gId);
  if (isLoading) return <Loading label="Loading enrollment" />;
  if (!data) return <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />;
  const months = monthsOf(data.enrollments);
  if (months.length === 0) return <Empty message="No participants are enrolled yet." />;
  return (
    <>
      <EnrollmentChart months={months} />
      <VisuallyHidden>
        <MonthTable months={months} />
      </VisuallyHidden>
    </>
  );
}

const MonthTable = ({ months }: { months: readonly EnrollmentMonth[] }) => (
  <Table>
    <caption>Enrollment by month</caption>
    <thead>
      <tr>
        <th scope="col">Month</th>
        <th scope="col">Enrollments</th>
      </tr>
    </thead>
    <tbody>
      {months.map(({ label, enrollments }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{enrollments}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);
