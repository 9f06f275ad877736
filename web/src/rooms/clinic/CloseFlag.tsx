import { Stack, Text } from '@mantine/core';
import type { FlaggedAnswer } from '@portal/contract/responses/flag-endpoints.ts';
import { longest } from '@portal/contract/responses/rules.ts';
import { useState } from 'react';
import { isUnanswered } from '#api/unanswered.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { closedInTheMeantime } from '#shared/closed-flag.ts';
import { IsDeactivated } from '#shared/DeactivatedNotice.tsx';
import { shownValues } from '#shared/questions/answer-text.ts';
import { refusedAs, sentenceAndWayOn } from '#shared/way-on.ts';
import { nameAndBirth } from '#shared/name-and-birth.ts';
import classes from './clinic.module.css';
import { useCloseFlag } from './queries.ts';

type Known = Pick<FlaggedAnswer, 'version' | 'question' | 'answer'>;

/** A flagged answer is closed by saying what was done about it. */
export function CloseFlag({ of, onClose }: { of: FlaggedAnswer; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [known, setKnown] = useState<Known>(of);
  const [refused, setRefused] = useState<Refused | null>(null);
  /** A colleague has closed it: nothing is left to be done here. */
  const [isOver, setIsOver] = useState(false);
  const close = useCloseFlag();
  const missing =
    note.trim() === '' ? 'A note is required.' : tooLong(note, longest.closingNote) && 'The note is too long.';
  const ready = !missing;
  const send = () => {
    if (!ready || close.isPending || isOver) return;
    setRefused(null);
    close.mutate(
      { body: { flaggedAnswerId: of.flaggedAnswerId, version: known.version, note: note.trim() } },
      {
        onSuccess: () => {
          toastSuccess(`The flagged answer of ${of.name} is closed.`);
          onClose();
        },
        onError: (failure) => {
          // Whoever has read what a colleague changed goes on from there.
          const { current } = failure.detail as { current?: Known };
          if (current) setKnown(current);
          const closed = closedInTheMeantime(failure);
          setIsOver(closed !== null || failure.code === 'flag.closed');
          if (failure.status === 401) return;
          const act = { of: 'The flagged answer was', done: 'closed', press: 'Close Answer' };
          const text = closed ?? sentenceAndWayOn(failure, act.press);
          setRefused(isUnanswered(failure) ? refusedAs(failure, act) : { text });
        },
      },
    );
  };
  return (
    <Dialog
      opened
      title="Close Flagged Answer"
      dirty={!isOver && note !== ''}
      mayClose={!close.isPending}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {nameAndBirth(of)}, {of.surveyName}: {known.question}
            <br />
            Answer: <strong className={classes.answer}>{shownValues(known.answer)}</strong>
          </Text>
          {of.isPatientDeactivated && <IsDeactivated />}
          <LimitedTextarea
            label="Note"
            description="What was done about it. It stays in the record."
            required
            readOnly={isOver}
            rows={4}
            most={longest.closingNote}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            data-autofocus
          />
          <DialogFooter refused={refused} says={missing ?? ''}>
            <DialogCancel disabled={close.isPending}>{isOver ? 'Close' : 'Cancel'}</DialogCancel>
            {!isOver && (
              <SubmitButton busy={close.isPending} ready={ready}>
                Close Answer
              </SubmitButton>
            )}
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
