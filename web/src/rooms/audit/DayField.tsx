import { useState } from 'react';
import { DateField } from '#kit/DateField.tsx';

/** The report stays on its day while another one is being typed. */
export function DayField({ day, last, onDay }: { day: string; last: string; onDay: (day: string) => void }) {
  const [typed, setTyped] = useState<{ day: string; value: string | null }>({ day, value: day });
  return (
    <DateField
      label="Day (UTC)"
      value={typed.day === day ? typed.value : day}
      max={last}
      error={day > last ? 'This day is in the future.' : undefined}
      onChange={(value) => {
        setTyped({ day: value ?? day, value });
        if (value !== null) onDay(value);
      }}
    />
  );
}
