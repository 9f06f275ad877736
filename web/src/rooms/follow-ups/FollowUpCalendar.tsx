import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { isEmptyList } from '#api/failure.ts';
import { DayItems, MonthCalendar } from '#kit/MonthCalendar.tsx';
import { firstDayOf, lastDayOf, monthOf } from '#kit/month.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { Failed } from '#kit/States.tsx';
import { plusDays } from '#kit/plus-days.ts';
import { dayOf } from '#kit/today.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { Elsewhere, OfInactive } from './Elsewhere.tsx';
import { type Look, type OnLook, type View, whose } from './look.ts';
import { OverdueMark } from './OverdueMark.tsx';
import { useFollowUps } from './queries.ts';

/** The follow-ups of a month on their days, as this clock has them. */
export function FollowUpCalendar(props: {
  /** The day of this clock. */
  today: string;
  look: Look;
  month: string | null;
  onMonth: (month: string) => void;
  onPatient: ((uId: number) => void) | undefined;
  onLook: OnLook;
  onView: (view: View) => void;
}) {
  const { today, look, onMonth, onPatient, onLook, onView } = props;
  // Of the day it was opened on: over midnight it does not jump away from whoever looks at it.
  const [opened] = useState(() => monthOf(today));
  const month = props.month ?? opened;
  // The server's days are those of UTC: what belongs to the first or last day here may lie beside it there.
  const { data, error, isLoading, isPlaceholderData, refetch } = useFollowUps({
    ...whose(look),
    sDate: plusDays(firstDayOf(month), -1),
    eDate: plusDays(lastDayOf(month), 1),
  });
  if (error && !data && !isEmptyList(error))
    return <Failed message="There was a problem retrieving follow-ups." onRetry={() => void refetch()} />;
  const rows = [...(data ?? [])].sort((a, b) => a.followUpTime.getTime() - b.followUpTime.getTime());
  const others = {
    look,
    view: 'calendar',
    days: { sDate: firstDayOf(month), eDate: lastDayOf(month) },
    onLook,
  } as const;
  return (
    <>
      {rows.length > 0 && !isPlaceholderData && <OfInactive {...others} />}
      <MonthCalendar
        label="Follow-Ups"
        level={2}
        month={month}
        onMonth={onMonth}
        loading={isLoading || isPlaceholderData}
        empty="No follow-up listed."
        emptyAction={<Elsewhere {...others} onView={onView} />}
        on={(day) => {
          const there = rows.filter(({ followUpTime }) => dayOf(followUpTime) === day);
          if (there.length === 0) return null;
          return (
            <DayItems>
              {there.map(({ fId, uId, name, followUpTime, notes, status, isPatientDeactivated }) => (
                <li key={fId} title={notes || undefined}>
                  {timeOf(followUpTime)}{' '}
                  {onPatient ? (
                    <Anchor component="button" type="button" fz="inherit" ta="left" onClick={() => onPatient(uId)}>
                      {name}
                    </Anchor>
                  ) : (
                    name
                  )}
                  <OverdueMark of={{ status, followUpTime }} />
                  {!status && <Mark>Completed</Mark>}
                  {isPatientDeactivated && <Mark>Deactivated</Mark>}
                </li>
              ))}
            </DayItems>
          );
        }}
      />
    </>
  );
}

const timeOf = (at: Date): string => asClinicTime(at).split(', ')[1] ?? '';

const Mark = ({ children }: { children: string }) => (
  <>
    {' '}
    <WordBadge colour="gray">{children}</WordBadge>
  </>
);
