import { Stack, Text, TextInput } from '@mantine/core';
import { longest } from '@portal/contract/follow-ups/endpoints.ts';
import { followUpTimeProblem } from '@portal/contract/follow-ups/rules.ts';
import { isVisible } from '@portal/contract/visible.ts';
import { useEffect, useState } from 'react';
import { serverNow } from '#api/clock.ts';
import { useViewer } from '#api/viewer.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { youAreOffline } from '#kit/offline.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastNote, toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { inAWeek, timeInWords } from '#shared/follow-up-time.ts';
import { saidAs } from '#shared/way-on.ts';
import { useScheduleFollowUp } from './queries.ts';

const press = 'Schedule';

/** When the patient is to be called again (ANS-24 to ANS-29). Both ways out lead back (OPC-38), unless somebody leads elsewhere. */
export function FollowUpDialog({ uId, name, onLeave }: { uId: number; name: string; onLeave: () => void }) {
  const { cpId, companyId } = useViewer();
  const schedule = useScheduleFollowUp();
  const [first] = useState(inAWeek);
  const [at, setAt] = useState(first);
  const [notes, setNotes] = useState('');
  const [timeProblem, setTimeProblem] = useState<string | null>(null);
  const [end, setEnd] = useState<'back' | 'elsewhere' | null>(null);
  const isDone = end !== null;
  // Once the dialog holds nobody up any more.
  useEffect(() => {
    if (end === 'back') onLeave();
    // oxlint-disable-next-line react/exhaustive-deps -- leaves once, whatever is drawn anew meanwhile
  }, [end]);
  const { error } = schedule;
  // ANS-28.
  const isEmpty = error?.message === 'notes is required.';
  // ANS-29.
  const text = error?.message === youAreOffline ? youAreOffline : 'Unable to schedule the follow-up.';
  const refused =
    error &&
    error.status !== 401 &&
    !isEmpty &&
    saidAs(error, { of: 'The follow-up was', done: 'scheduled', press, text });
  /** Whoever leaves after a lost answer must not believe that there is none. */
  const leave = (leadsOn = false) => {
    if (isUnanswered(error)) toastNote('The follow-up may have been scheduled anyway. Please check Follow-Ups.');
    setEnd(leadsOn ? 'elsewhere' : 'back');
  };
  const send = () => {
    const followUpTime = new Date(at);
    const problem = Number.isNaN(followUpTime.getTime())
      ? 'Please choose a date and a time.'
      : followUpTimeProblem(followUpTime, serverNow());
    setTimeProblem(problem);
    if (problem !== null || schedule.isPending) return;
    schedule.mutate(
      { body: { companyId, cpId, uId, followUpTime, notes } },
      {
        onSuccess: () => {
          toastSuccess('Successfully scheduled the follow-up!');
          setEnd('back');
        },
      },
    );
  };
  return (
    <Dialog
      opened={!isDone}
      onClose={leave}
      mayClose={!schedule.isPending}
      dirty={(notes !== '' || at !== first) && !isDone}
      title="Follow-up"
    >
      <form
        noValidate
        aria-label="Follow-up"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="md">
          <Text size="sm">The assessment is saved. When should {name || 'the patient'} be called again?</Text>
          <TextInput
            type="datetime-local"
            label="Date and time"
            description={timeInWords(at)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            value={at}
            error={timeProblem}
            onChange={(event) => {
              setAt(event.currentTarget.value);
              setTimeProblem(null);
            }}
          />
          <LimitedTextarea
            label="Notes"
            required
            rows={3}
            most={longest.notes}
            data-autofocus
            value={notes}
            error={isEmpty && !isVisible(notes) && 'Please add a note.'}
            onChange={(event) => setNotes(event.currentTarget.value)}
          />
          <DialogFooter refused={refused}>
            <DialogCancel disabled={schedule.isPending}>Skip</DialogCancel>
            <SubmitButton ready={!tooLong(notes, longest.notes)} busy={schedule.isPending}>
              {press}
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
