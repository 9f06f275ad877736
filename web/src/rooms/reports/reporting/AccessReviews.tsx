import { Anchor, Group, Stack, Text } from '@mantine/core';
import { listAccessReviews } from '@portal/contract/reports/reporting-endpoints.ts';
import { isDue, reviewDays } from '@portal/contract/reports/reporting-rules.ts';
import { Link } from '@tanstack/react-router';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { Section } from '#kit/Section.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { asDay, asDayInFiles } from '#kit/today.ts';
import { wholly } from '#shared/report-rows.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { CsvButton } from './CsvButton.tsx';
import { type ReviewedSite, useAccessReviews } from './queries.ts';

/** Whose access is to be reviewed: sites by their last user management report, and recoveries that wait. */
export function AccessReviews({ onlyDue, onDue }: { onlyDue: boolean; onDue: (only: boolean) => void }) {
  const { data, isLoading, refetch } = useAccessReviews();
  return (
    <Section title="Access reviews" hint="user management reports of sites, and recoveries">
      {isLoading ? (
        <Loading label="Loading access reviews" />
      ) : data ? (
        <Reviews sites={data.sites} recoveries={data.recoveriesWaiting} onlyDue={onlyDue} onDue={onDue} />
      ) : (
        <Failed message={listAccessReviews.failure} onRetry={() => void refetch()} />
      )}
    </Section>
  );
}

function Reviews(props: {
  sites: readonly ReviewedSite[];
  recoveries: number;
  onlyDue: boolean;
  onDue: (only: boolean) => void;
}) {
  const { sites, recoveries, onlyDue, onDue } = props;
  const holds = ({ daysSince }: ReviewedSite) => !onlyDue || isDue(daysSince);
  return (
    <Stack gap="md" p="md">
      <Text size="sm">
        {recoveries === 0 ? (
          'No request for account recovery waits for you.'
        ) : (
          <Anchor component={Link} to="/account" inherit display="inline-block" py={4}>
            {recoveries === 1
              ? '1 request for account recovery waits for you'
              : `${recoveries.toLocaleString('en')} requests for account recovery wait for you`}
          </Anchor>
        )}
      </Text>
      <Group justify="space-between" gap="sm">
        <PressedButtons
          label="Show only"
          of={[
            {
              key: 'due',
              label: 'Due',
              count: sites.filter(({ daysSince }) => isDue(daysSince)).length,
              pressed: onlyDue,
              loud: true,
            },
          ]}
          onPress={() => onDue(!onlyDue)}
        />
        <CsvButton
          of="access reviews"
          file={onlyDue ? 'Access_Reviews_Due' : 'Access_Reviews'}
          disabled={sites.filter(holds).length === 0}
          rows={async () =>
            (await wholly(listAccessReviews, { query: { file: true } }, tooManySites)).sites
              .filter(holds)
              .map((site) => ({
                Trial: site.trialName,
                Site: site.siteName,
                'Last Report': asDayInFiles(site.lastReportOn, 'DD/MM/YYYY'),
                'Days Since': site.daysSince,
                Due: isDue(site.daysSince) ? 'Yes' : 'No',
              }))
          }
        />
      </Group>
      <AppTable
        label="Access reviews"
        storeKey="report-reviews"
        records={sites.filter(holds)}
        columns={columns}
        idAccessor="gId"
        empty={onlyDue ? 'No site is due.' : 'There are no configured sites that you can see.'}
        pageKey={String(onlyDue)}
      />
      <Text size="sm" c="gray.7">
        A site is due when its last user management report is {reviewDays} days old, or when it has none. Reports that
        were rejected do not count.
      </Text>
    </Stack>
  );
}

/** There is nothing to choose fewer of them by. */
const tooManySites = 'These are too many sites for one file.';

const columns: Column<ReviewedSite>[] = [
  {
    accessor: 'siteName',
    title: 'Site',
    card: 'head',
    sortable: true,
    render: ({ gId, siteName }) => (
      <Anchor component={Link} to="/document" search={{ group: gId } as never}>
        {siteName}
      </Anchor>
    ),
  },
  {
    accessor: 'due',
    title: 'Review',
    card: 'side',
    render: ({ daysSince }) => (isDue(daysSince) ? <WordBadge colour="red">Due</WordBadge> : 'Up to date'),
  },
  { accessor: 'trialName', title: 'Trial', sortable: true },
  {
    accessor: 'lastReportOn',
    title: 'Last report',
    sortable: true,
    noWrap: true,
    render: ({ lastReportOn }) => asDay(lastReportOn) || 'None',
  },
  {
    accessor: 'daysSince',
    title: 'Days since',
    sortable: true,
    textAlign: 'right',
    render: ({ daysSince }) => daysSince ?? '–',
  },
];
