import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import {
  asText,
  inWords,
  mostOfRecurrence,
  recurrenceOf,
  ruleOf,
  type Unit,
} from '@portal/contract/assessments/recurrence.ts';
import { changeSchedule, type ScheduleItem } from '@portal/contract/schedules/endpoints.ts';
import { useEffect, useState } from 'react';
import { isOwnChange } from '#api/failure.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { type Allowed, StrictField } from '#kit/StrictField.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { OfPatient } from '#shared/OfPatient.tsx';
import { saidAs } from '#shared/way-on.ts';
import { useChangeSchedule } from './queries.ts';
import { wordsOf } from './words.ts';

const units: { value: Unit; label: string }[] = [
  { value: 'd', label: 'day(s)' },
  { value: 'w', label: 'week(s)' },
  { value: 'M', label: 'month(s)' },
];
const label = 'Repeat every';
/** SCH-08: neither "." nor "e" gets into the field. */
const digits: Allowed = {
  keep: (typed) => typed.replace(/\D/g, '').slice(0, 3),
  refused: /\D/g,
  only: 'Digits only',
};
/** SCH-11, CCN-13. */
const closesAfterMs = 500;

const differencesOf = (of: ScheduleItem, { recurrence }: Pick<ScheduleItem, 'recurrence'>) =>
  recurrence === of.recurrence ? [] : [{ label: 'Recurrence', theirs: wordsOf(recurrence), kept: true }];

/** How often a patient gets an assessment (SCH-04 to SCH-12). */
export function RecurrenceDialog({ uId, of, onClose }: { uId: number; of: ScheduleItem; onClose: () => void }) {
  const [every, setEvery] = useState(() => of.recurrence.replace(/\D/g, ''));
  const [unit, setUnit] = useState<Unit>(() => units.find(({ value }) => of.recurrence.endsWith(value))?.value ?? 'd');
  const [refused, setRefused] = useState<Refused | null>(null);
  /** As it stands now, where it was changed while the dialog was open (REL-07). */
  const [theirs, setTheirs] = useState<(Pick<ScheduleItem, 'recurrence' | 'version'> & { isOwn: boolean }) | null>(
    null,
  );
  const { recurrence, version } = theirs ?? of;
  const change = useChangeSchedule();
  const next = recurrenceOf(`${every}${unit}`);
  // A workflow may ask less often than a person may set.
  const isSame = (next ? asText(next) : `${every}${unit}`) === recurrence;
  const isDone = change.isSuccess;
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(onClose, closesAfterMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- once, after the answer
  }, [isDone]);
  const send = () => {
    if (!next || isSame || change.isPending || isDone) return;
    setRefused(null);
    const body = {
      schedId: of.schedId,
      sId: of.sId,
      RRule: ruleOf(next, of.dStart),
      recurrence: asText(next),
      version,
    };
    change.mutate(
      { query: { u_id: uId }, body },
      {
        onError: (failure) => {
          const { current } = failure.detail as { current?: Pick<ScheduleItem, 'recurrence' | 'version'> };
          if (failure.code === 'stale' && current) setTheirs({ ...current, isOwn: isOwnChange(failure) });
          else if (failure.status !== 401)
            setRefused(
              saidAs(failure, {
                of: 'The schedule was',
                done: 'updated',
                press: 'Update Schedule',
                text: changeSchedule.failure,
              }),
            );
        },
      },
    );
  };
  return (
    <Dialog opened title="Recurrence" dirty={!isDone && !isSame} mayClose={!change.isPending} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="sm">
          <OfPatient uId={uId} />
          {theirs && <ChangedNotice what="schedule" differences={differencesOf(of, theirs)} isOwn={theirs.isOwn} />}
          <Text size="sm">{of.surveyName}</Text>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <StrictField
              label={label}
              inputMode="numeric"
              allowed={digits}
              value={every}
              onChange={setEvery}
              error={next === null && !isSame && every !== '' && `Enter a whole number from 1 to ${mostOfRecurrence}.`}
              flex={1}
              miw={0}
              data-autofocus
            />
            <NativeSelect
              label="Unit"
              data={units}
              value={unit}
              onChange={({ currentTarget }) => setUnit(currentTarget.value as Unit)}
              w="9rem"
            />
          </Group>
          <DialogFooter
            refused={refused}
            says={
              isDone
                ? 'The schedule is updated.'
                : isSame
                  ? `${wordsOf(recurrence)}, as it is now.`
                  : next
                    ? `${inWords(next)}, counted from the start of the schedule.`
                    : `${every === '' ? 'Still missing' : 'Please correct'}: ${label}.`
            }
          >
            <DialogCancel disabled={change.isPending} />
            <SubmitButton busy={change.isPending} ready={next !== null && !isSame && !isDone}>
              Update Schedule
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
