import { Button, Input, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import classes from './patient-page.module.css';
import { Step } from './Step.tsx';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The month by its name: 3/5 is two days, depending on the country. */
export function BirthDate(props: {
  title: string;
  /** What it is for. */
  children: ReactNode;
  /** What was wrong with the last one. */
  problem: string | null;
  busy: boolean;
  onDay: (birthDate: string) => void;
}) {
  const { title, children, problem, busy, onDay } = props;
  const [month, setMonth] = useState('');
  const [day, setDay] = useState('');
  const [year, setYear] = useState('');
  const [noDay, setNoDay] = useState(false);
  const id = useId();
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const birthDate = existing(year, month, day);
    setNoDay(birthDate === null);
    if (birthDate) onDay(birthDate);
  };
  const said = noDay ? 'Please enter your date of birth, such as March 5, 1950.' : problem;
  const field = {
    size: 'lg',
    inputMode: 'numeric',
    'aria-describedby': said ? `${id}said` : undefined,
  } as const;
  return (
    <Step title={title}>
      <p>{children}</p>
      <form noValidate onSubmit={send} className={classes.screen}>
        <fieldset className={classes.date} aria-label="Date of birth">
          <Input.Wrapper label="Month" size="lg" id={`${id}month`}>
            <Input
              component="select"
              id={`${id}month`}
              size="lg"
              autoComplete="bday-month"
              value={month}
              aria-describedby={field['aria-describedby']}
              onChange={(event) => setMonth(event.currentTarget.value)}
            >
              <option value="">–</option>
              {months.map((name, i) => (
                <option key={name} value={String(i + 1).padStart(2, '0')}>
                  {name}
                </option>
              ))}
            </Input>
          </Input.Wrapper>
          <TextInput
            {...field}
            label="Day"
            autoComplete="bday-day"
            value={day}
            onChange={(event) => setDay(digits(event.currentTarget.value, 2))}
          />
          <TextInput
            {...field}
            label="Year"
            autoComplete="bday-year"
            value={year}
            onChange={(event) => setYear(digits(event.currentTarget.value, 4))}
          />
        </fieldset>
        <p className={classes.problem} role="alert" id={`${id}said`}>
          {said}
        </p>
        <div className={classes.buttons}>
          <Button type="submit" size="lg" loading={busy}>
            Continue
          </Button>
        </div>
      </form>
    </Step>
  );
}

/** A limit of the field itself would cut " 12" to " 1" before its space is gone. */
const digits = (typed: string, most: number): string => typed.replace(/\D/g, '').slice(0, most);

/** The day, if there is such a one. The kit's own reading of days would bring all of the portal's first page along. */
function existing(year: string, month: string, day: string): string | null {
  if (!/^\d{4}$/.test(year) || month === '' || !/^\d{1,2}$/.test(day)) return null;
  const written = `${year}-${month}-${day.padStart(2, '0')}`;
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : null;
}
