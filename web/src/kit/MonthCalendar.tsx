import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './MonthCalendar.module.css';
import { firstDayOf, monthOf, plusMonths, weeksOf } from './month.ts';
import { Empty } from './States.tsx';
import { asDay, dateLocale, today } from './today.ts';

/** A month with what lies on its days; on a phone a list of the days that have something. */
export function MonthCalendar(props: {
  label: string;
  /** Of its heading: one below what it stands in. */
  level?: 2 | 3;
  /** `YYYY-MM` */
  month: string;
  onMonth: (month: string) => void;
  /** What lies on a day; null for nothing. */
  on: (day: string) => ReactNode;
  /** Said where the whole month has nothing. */
  empty: string;
  emptyAction?: ReactNode;
  loading?: boolean;
}) {
  const { label, level = 3, month, onMonth, on, empty, emptyAction, loading = false } = props;
  const isPhone = useMediaQuery('(max-width: 37.4375em)', false, { getInitialValueInEffect: false });
  const heading = useId();
  const weeks = weeksOf(month);
  const days = weeks.flat().flatMap((day) => {
    const content = day === null ? null : on(day);
    return day !== null && content !== null ? [{ day, content }] : [];
  });
  const now = monthOf(today());
  return (
    <section aria-labelledby={heading} aria-busy={loading}>
      <Group gap="xs" mb="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Previous month"
          onClick={() => onMonth(plusMonths(month, -1))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label="Next month" onClick={() => onMonth(plusMonths(month, 1))}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <Title order={level} id={heading} size="h4" aria-live="polite">
          {label}: {nameOf(month)}
        </Title>
        {/* It stays where it is shown, too, and keeps the focus of who has pressed it. */}
        <Button
          variant="subtle"
          size="compact-sm"
          aria-disabled={month === now}
          data-disabled={month === now || undefined}
          onClick={() => month !== now && onMonth(now)}
        >
          This month
        </Button>
      </Group>
      {!loading && days.length === 0 && <Empty message={empty} action={emptyAction} />}
      {isPhone ? (
        <ol className={classes.list}>
          {days.map(({ day, content }) => (
            <li key={day} data-day={day}>
              <Text size="sm" fw={600} c={day === today() ? 'brand' : undefined}>
                {weekdayOf(day)}, {asDay(day)}
              </Text>
              {content}
            </li>
          ))}
        </ol>
      ) : (
        <table className={classes.month} aria-labelledby={heading}>
          <thead>
            <tr>
              {weekdays().map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((day, at) => (
                  <td
                    key={day ?? `-${at}`}
                    data-day={day ?? undefined}
                    data-other={day === null || undefined}
                    aria-current={day === today() ? 'date' : undefined}
                  >
                    {day && <span className={classes.number}>{Number(day.slice(8))}</span>}
                    {day && on(day)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Things of a day, one below the other. */
export const DayItems = ({ children }: { children: ReactNode }) => <ul className={classes.items}>{children}</ul>;

const inUtc = (day: string, how: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(dateLocale(), { timeZone: 'UTC', ...how }).format(new Date(`${day}T00:00:00Z`));
const nameOf = (month: string): string => inUtc(firstDayOf(month), { month: 'long', year: 'numeric' });
const weekdayOf = (day: string): string => inUtc(day, { weekday: 'short' });
/** 2024 began on a Monday. */
const weekdays = (): string[] => [1, 2, 3, 4, 5, 6, 7].map((date) => weekdayOf(`2024-01-0${date}`));
