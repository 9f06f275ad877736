import { useState } from 'react';
import { DayItems, MonthCalendar } from '#kit/MonthCalendar.tsx';
import { firstDayOf, lastDayOf, monthOf } from '#kit/month.ts';
import { today } from '#kit/today.ts';
import { type Asked, useCalendar, useLiveAssessments } from './queries.ts';

/** What is to be asked, on the days on which it begins, as this clock has them (OPC-11). */
export function ComingAssessments({ of }: { of: Asked }) {
  const [month, setMonth] = useState(() => monthOf(today()));
  const { data = [], isLoading, isPlaceholderData } = useCalendar(of, firstDayOf(month), lastDayOf(month));
  return (
    <MonthCalendar
      label="Coming assessments"
      month={month}
      onMonth={setMonth}
      loading={isLoading || isPlaceholderData}
      empty="No assessment will come in this month."
      on={(day) => {
        const there = data.filter(({ date }) => date === day);
        if (there.length === 0) return null;
        return (
          <DayItems>
            {there.map(({ sId, surveyName, patients }) => (
              <li key={sId}>
                {surveyName}
                {'gId' in of && ` (${patients.toLocaleString('en')})`}
              </li>
            ))}
          </DayItems>
        );
      }}
    />
  );
}

/** What the patients of a group and those below it will be asked, and how many of them. */
export function ComingInGroup({ gId }: { gId: number }) {
  useLiveAssessments();
  return <ComingAssessments of={{ gId }} />;
}
