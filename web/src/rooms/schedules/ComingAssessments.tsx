import { useState } from 'react';
import { DayItems, MonthCalendar } from '#kit/MonthCalendar.tsx';
import { firstDayOf, lastDayOf, monthOf } from '#kit/month.ts';
import { today } from '#kit/today.ts';
import { useCalendar } from './queries.ts';

/** What a patient will be asked, on the days (UTC) on which it begins. */
export function ComingAssessments({ uId }: { uId: number }) {
  const [month, setMonth] = useState(() => monthOf(today()));
  const { data = [], isLoading, isPlaceholderData } = useCalendar(uId, firstDayOf(month), lastDayOf(month));
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
            {there.map(({ sId, surveyName }) => (
              <li key={sId}>{surveyName}</li>
            ))}
          </DayItems>
        );
      }}
    />
  );
}
