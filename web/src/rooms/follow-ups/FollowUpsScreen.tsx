import { Stack } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { type FollowUp, listFollowUps } from '@portal/contract/follow-ups/endpoints.ts';
import { shownBirthDate, shownPhone } from '@portal/contract/patients/rules.ts';
import { useRef } from 'react';
import { isEmptyList } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { Empty, Failed } from '#kit/States.tsx';
import { dayOf } from '#kit/today.ts';
import { isFound } from '#shared/list-search.ts';
import { ClearButton, ListToolbar } from '#shared/ListToolbar.tsx';
import { useNarrowedList } from '#shared/narrowed-list.ts';
import { Elsewhere, OfInactive } from './Elsewhere.tsx';
import { FollowUpCalendar } from './FollowUpCalendar.tsx';
import { FollowUpFilter } from './FollowUpFilter.tsx';
import { FollowUpTable } from './FollowUpTable.tsx';
import {
  type Days,
  daysOf,
  type Look,
  lookProblem,
  type OnLook,
  pastDays,
  utcDaysOf,
  type View,
  whose,
} from './look.ts';
import { useFollowUps } from './queries.ts';

interface Props {
  /** The day of this clock. */
  today: string;
  look: Look;
  /** What the address says of it; while that stays, so does what somebody has chosen and not yet filtered by. */
  said: string;
  onLook: OnLook;
  view: View;
  onView: (view: View) => void;
  /** Of the calendar, where the address names one. */
  month: string | null;
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
  const { look, said, onLook, view, onView } = props;
  const withDays = view === 'list';
  const list = useRef<HTMLDivElement>(null);
  // A way that is taken goes away with the list that had it; the keyboard goes on at the one that it leads to.
  const ways = {
    onLook: (...to: Parameters<OnLook>) => {
      list.current?.focus({ preventScroll: true });
      onLook(...to);
    },
    onView: (to: View) => {
      list.current?.focus({ preventScroll: true });
      onView(to);
    },
  };
  // What an address asks for may be wrong, too.
  const problem = lookProblem(look, withDays);
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
      <FollowUpFilter key={JSON.stringify([said, problem])} look={look} withDays={withDays} onFilter={onLook} />
      {!problem && (
        <Stack gap="md" ref={list} tabIndex={-1} role="group" aria-label="Follow-Ups" style={{ outline: 'none' }}>
          {view === 'calendar' ? (
            <FollowUpCalendar {...props} {...ways} />
          ) : (
            <FollowUpList key={view} {...props} {...ways} view={view} />
          )}
        </Stack>
      )}
    </Stack>
  );
}

/** Which days are shown; what is overdue is of any day. */
const shownDays = {
  list: (look: Look, today: string) => daysOf(look, today),
  overdue: () => null,
  past: (_look: Look, today: string) => pastDays(today),
};
/** What is asked for beside whose they are: one day alone by a name of its own (OPC-39), a range, or what is overdue. */
const asked = (days: Days | null, isToday: boolean) =>
  days === null ? { state: 'overdue' as const } : isToday && days.sDate === days.eDate ? { date: days.sDate } : days;

const isFollowUpFound = ({ name, dob, phone, notes, outcome }: FollowUp, text: string): boolean =>
  isFound(text, [name, dob && shownBirthDate(dob), phone, shownPhone(phone || null), notes, outcome]);

/** Of the past the latest first. */
function FollowUpList(props: Props & { view: Exclude<View, 'calendar'> }) {
  const { today, look, onLook, onView, onPatient, view } = props;
  const days = shownDays[view](look, today);
  const isToday = look.isToday && view === 'list';
  const { data, error, isLoading, isPlaceholderData, refetch } = useFollowUps({
    ...whose(look),
    ...asked(days && utcDaysOf(days), isToday),
  });
  // The days of UTC may begin before those here, and end after them.
  const isShown = (day: string) => days === null || (days.sDate <= day && day <= days.eDate);
  const rows = (data ?? []).filter(({ followUpTime }) => isShown(dayOf(followUpTime)));
  const list = useNarrowedList(rows, isFollowUpFound);
  if (error && !data && !isEmptyList(error))
    return <Failed message="There was a problem retrieving follow-ups." onRetry={() => void refetch()} />;
  const others = { look, view, days: asked(days, isToday), onLook };
  const isNarrowed = rows.length > 0 && list.isNarrowed;
  return (
    <>
      {(rows.length > 0 || isLoading) && (
        <ListToolbar list={list} things="follow-ups" placeholder="Name, birth date, phone or notes" />
      )}
      {list.found.length > 0 && !isPlaceholderData && <OfInactive {...others} />}
      <FollowUpTable
        label="Follow-Ups"
        storeKey={view === 'list' ? 'follow-ups' : `follow-ups:${view}`}
        down={view === 'past'}
        rows={list.found}
        loading={isLoading || isPlaceholderData}
        pageKey={`${JSON.stringify(look)} ${list.words}`}
        onPatient={onPatient}
        {...(isNarrowed && { empty: `No follow-up matches ${list.words}.` })}
        elsewhere={
          <>
            {isNarrowed && <ClearButton onClear={list.clear} inList />}
            {!isPlaceholderData && <Elsewhere {...others} onView={onView} />}
          </>
        }
      />
    </>
  );
}
