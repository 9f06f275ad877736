// Only with the calendar; after the styles of the components that it is made of.
import '@mantine/dates/styles.layer.css';
import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { asDay, dateLocale, type DayDisplay, today } from './today.ts';
import { maskDay, readDay } from './typed-day.ts';

export interface DateFieldProps {
  /** `YYYY-MM-DD`; null while nothing, or no existing day, is typed. */
  value: string | null;
  onChange: (day: string | null) => void;
  onBlur?: () => void;
  display?: DayDisplay;
  /** What the calendar offers. A day beyond may still be typed: what to say about it is the form's affair. */
  min?: string;
  max?: string;
  label: string;
  /** An accessible name that says more than the label, such as in a list of fields that are labelled alike. */
  'aria-label'?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** The field that a dialog puts the keyboard on. */
  'data-autofocus'?: boolean;
}

const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** A day, typed or picked from a calendar (INP-08, CON-16). The form gets and gives `YYYY-MM-DD`. */
export function DateField(props: DateFieldProps) {
  const {
    value,
    onChange,
    onBlur,
    display = 'DD-MMM-YYYY',
    min,
    max,
    label,
    description,
    error,
    required,
    disabled,
  } = props;
  const [typed, setTyped] = useState<{ text: string; value: string | null } | null>(null);
  const [left, setLeft] = useState(false);
  const [opened, setOpened] = useState(false);
  const mine = typed !== null && typed.value === value;
  const text = mine ? typed.text : asDay(value, display);
  const unreadable = text !== '' && readDay(text) === null && (left || Boolean(error));

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const next = tidy(event.currentTarget, display);
    const day = readDay(next);
    setTyped({ text: next, value: day });
    setLeft(false);
    if (day !== value) onChange(day);
  };
  const leave = () => {
    setLeft(true);
    if (readDay(text) !== null) setTyped(null);
    onBlur?.();
  };
  const pick = (day: string | null) => {
    setTyped(null);
    setOpened(false);
    onChange(day);
  };

  /** Mantine marks what is chosen in its looks alone: the day itself, and the month and the year that it lies in. */
  const chosenBy = (letters: number) => (date: string) => ({
    'aria-pressed': value?.slice(0, letters) === date.slice(0, letters) || undefined,
  });

  return (
    <TextInput
      label={label}
      aria-label={props['aria-label']}
      description={description}
      placeholder={display}
      value={text}
      onChange={type}
      onBlur={leave}
      error={unreadable ? unreadableMessage(text, display) : error}
      required={required}
      disabled={disabled}
      autoComplete="off"
      data-autofocus={props['data-autofocus']}
      rightSection={
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          trapFocus
          returnFocus
          withinPortal
          shadow="md"
          transitionProps={{ duration: 0 }}
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray.7"
              disabled={disabled}
              aria-label={`${props['aria-label'] ?? label}: open calendar`}
              onClick={() => setOpened(!opened)}
              data-mantine-stop-propagation={opened || undefined}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          {/* Without this mark Escape would close the dialog around the field as well. */}
          <Popover.Dropdown data-mantine-stop-propagation aria-label={`${label}: calendar`}>
            <DatePicker
              value={value}
              onChange={pick}
              defaultDate={value ?? max ?? min}
              minDate={min}
              maxDate={max}
              weekendDays={[]}
              hideOutsideDates
              locale={dateLocale()}
              ariaLabels={calendarLabels}
              getDayProps={(day) => ({ ...chosenBy(10)(day), 'aria-current': day === today() ? 'date' : undefined })}
              getMonthControlProps={chosenBy(7)}
              getYearControlProps={chosenBy(4)}
              __stopPropagation
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}

/** Said instead of what the form thinks of a missing day: something stands in the field. */
const unreadableMessage = (text: string, display: DayDisplay): string => {
  const typed = text.trim();
  // With the first of its month it is a day, so only the day itself is wrong.
  const onFirst = typed.replace(/^\d{1,2}(?=[-/. ]|\d{6}$)|(?<=^\d{4}-\d{2}-)\d{2}$/, '01');
  if (readDay(onFirst) !== null) return `There is no such day: ${typed}. Please check the date.`;
  return /^\d{1,2}[-/. ](?:\d{1,2}|\p{L}{3,}\.?)[-/. ]\d{1,3}$/u.test(typed)
    ? `Please enter the year with four digits, as in ${display}`
    : `Please enter a date as ${display}`;
};

/** Typing at the end of the field is masked; a correction in the middle is left alone, or the caret would jump. */
function tidy(input: HTMLInputElement, display: DayDisplay): string {
  const text = input.value;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return asDay(readDay(text), display) || text;
  const atEnd = input.selectionStart === null || input.selectionStart === text.length;
  return display === 'DD/MM/YYYY' && atEnd && /^[\d/.\- ]*$/.test(text) ? maskDay(text) : text;
}
