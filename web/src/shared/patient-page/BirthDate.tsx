import { Input, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { alsoDescribedBy } from '#kit/Described.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import classes from './patient-page.module.css';
import { Problem } from './Problem.tsx';
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
  /** What became of the last one, or why it is asked for again. */
  problem: string | null;
  /** The last one is not the one on record: its fields are marked. */
  isWrong: boolean;
  busy: boolean;
  onDay: (birthDate: string) => void;
}) {
  const { title, children, problem, isWrong, busy, onDay } = props;
  const [month, setMonth] = useState('');
  const [day, setDay] = useState('');
  const [year, setYear] = useState('');
  const [noDay, setNoDay] = useState(false);
  const id = useId();
  const fields = useRef<HTMLFieldSetElement>(null);
  const goTo = (field: number) => fields.current?.querySelectorAll<HTMLElement>('select, input')[field]?.focus();
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const birthDate = existing(year, month, day);
    setNoDay(birthDate === null);
    if (birthDate) onDay(birthDate);
    else goTo(month === '' ? 0 : day !== '' && !isYear(year) ? 2 : 1);
  };
  // One that was sent may be wrong anywhere; what could not be looked at is sent again as it is. What is said when the screen comes is
  // read out after its title.
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy && problem) {
      if (isWrong) goTo(0);
      else fields.current?.form?.querySelector('button')?.focus();
    }
    wasBusy.current = busy;
  }, [busy, problem, isWrong]);
  const said = noDay ? 'Please enter your date of birth, such as March 5, 1950.' : problem;
  const field = {
    size: 'lg',
    error: noDay || isWrong,
    inputContainer: alsoDescribedBy(said === null ? undefined : `${id}said`),
  } as const;
  return (
    <Step title={title}>
      <p>{children}</p>
      <form noValidate onSubmit={send} className={classes.screen}>
        <fieldset ref={fields} className={classes.date} aria-label="Date of birth">
          <Input.Wrapper {...field} label="Month" id={`${id}month`}>
            <Input
              component="select"
              id={`${id}month`}
              size="lg"
              autoComplete="bday-month"
              value={month}
              error={field.error}
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
            inputMode="numeric"
            autoComplete="bday-day"
            value={day}
            onChange={(event) => setDay(digits(event.currentTarget.value, 2))}
          />
          <TextInput
            {...field}
            label="Year"
            inputMode="numeric"
            autoComplete="bday-year"
            value={year}
            onChange={(event) => setYear(digits(event.currentTarget.value, 4))}
          />
        </fieldset>
        <Problem id={`${id}said`} text={said} />
        <div className={classes.buttons}>
          <SubmitButton size="lg" busy={busy}>
            Continue
          </SubmitButton>
        </div>
      </form>
    </Step>
  );
}

/** A limit of the field itself would cut " 12" to " 1" before its space is gone. */
const digits = (typed: string, most: number): string => typed.replace(/\D/g, '').slice(0, most);

const isYear = (typed: string): boolean => /^\d{4}$/.test(typed);

/** The day, if there is such a one. The kit's own reading of days would bring all of the portal's first page along. */
function existing(year: string, month: string, day: string): string | null {
  if (!isYear(year) || month === '' || !/^\d{1,2}$/.test(day)) return null;
  const written = `${year}-${month}-${day.padStart(2, '0')}`;
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : null;
}
