import { Stack } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { type FollowUp, listFollowUps } from '@portal/contract/follow-ups/endpoints.ts';
import { serverNow } from '#api/clock.ts';
import { useViewer } from '#api/viewer.ts';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { Empty, Failed } from '#kit/States.tsx';
import { today } from '#kit/today.ts';
import { Elsewhere } from './Elsewhere.tsx';
import { FollowUpCalendar } from './FollowUpCalendar.tsx';
import { FollowUpFilter } from './FollowUpFilter.tsx';
import { FollowUpTable } from './FollowUpTable.tsx';
import { daysOf, type Look, pastDays, type View, whose } from './look.ts';
import { useFollowUps } from './queries.ts';

interface Props {
  look: Look;
  onLook: (look: Look) => void;
  view: View;
  onView: (view: View) => void;
  month: string;
  onMonth: (month: string) => void;
  /** Leads to the page of a patient; absent where there is none (OPC-15). */
  onPatient: ((uId: number) => void) | undefined;
}

/** Which patients are to be called again, and when: as a list and as a calendar (FUP-01 to FUP-10). */
export function FollowUpsScreen(props: Props) {
  const viewer = useViewer();
  if (!meets(listFollowUps.access, viewer)) return <Empty message="Your role does not see follow-ups." />;
  return <FollowUps {...props} />;
}

function FollowUps(props: Props) {
  const { look, onLook, view, onView } = props;
  return (
    <Stack gap="md">
      <PressedButtons
        label="View"
        isFixed
        of={[
          { key: 'list', label: 'List', pressed: view === 'list' },
          { key: 'overdue', label: 'Overdue', pressed: view === 'overdue' },
          { key: 'past', label: 'Past', pressed: view === 'past' },
          { key: 'calendar', label: 'Calendar', pressed: view === 'calendar' },
        ]}
        onPress={(key) => onView(key as View)}
      />
      <FollowUpFilter key={JSON.stringify(look)} look={look} withDays={view === 'list'} onFilter={onLook} />
      {view === 'calendar' ? <FollowUpCalendar {...props} /> : <FollowUpList key={view} {...props} view={view} />}
    </Stack>
  );
}

/** The server's days are those of UTC: yesterday may end there later than here. */
const over = (rows: readonly FollowUp[]) => rows.filter(({ followUpTime }) => followUpTime < serverNow());

/** What is asked for beside whose they are: the days that were chosen, what is overdue of all days, or the year before today. */
const asked = {
  list: (look: Look) => daysOf(look, today()),
  overdue: () => ({ state: 'overdue' as const }),
  past: () => pastDays(today()),
};

/** Of the past the latest first. */
function FollowUpList(props: Props & { view: Exclude<View, 'calendar'> }) {
  const { look, onLook, onView, onPatient, view } = props;
  const days = asked[view](look);
  const { data, error, isLoading, isPlaceholderData, refetch } = useFollowUps({ ...whose(look), ...days });
  if (error && !data && error.status !== 404)
    return <Failed message="There was a problem retrieving follow-ups." onRetry={() => void refetch()} />;
  return (
    <FollowUpTable
      label="Follow-Ups"
      storeKey={view === 'list' ? 'follow-ups' : `follow-ups:${view}`}
      down={view === 'past'}
      rows={view === 'past' ? over(data ?? []) : (data ?? [])}
      loading={isLoading || isPlaceholderData}
      pageKey={JSON.stringify(look)}
      onPatient={onPatient}
      elsewhere={
        !isPlaceholderData && <Elsewhere look={look} view={view} days={days} onLook={onLook} onView={onView} />
      }
    />
  );
}
