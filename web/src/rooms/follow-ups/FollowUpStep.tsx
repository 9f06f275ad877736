import { Stack, Text, TextInput } from '@mantine/core';
import type { Wire } from '@portal/contract/endpoint.ts';
import { type FollowUp, type listFollowUps, longest } from '@portal/contract/follow-ups/endpoints.ts';
import { followUpTimeProblem } from '@portal/contract/follow-ups/rules.ts';
import { useState } from 'react';
import { serverNow } from '#api/clock.ts';
import type { CallFailure } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { DeactivatedNotice, IsDeactivated } from '#shared/DeactivatedNotice.tsx';
import { doneBy } from '#shared/done-by.ts';
import { asFieldTime, inAWeek, timeInWords } from '#shared/follow-up-time.ts';
import { isOfLostAnswer, refusedAs, sentenceAndWayOn } from '#shared/way-on.ts';
import { nameAndBirth } from '#shared/name-and-birth.ts';
import { useCompleteFollowUp, useMoveFollowUp, useScheduleFollowUp } from './queries.ts';

export type Step =
  | { act: 'complete' | 'move'; of: FollowUp }
  | { act: 'add'; of: { uId: number; name: string; dob?: string | undefined } };
const titles = { complete: 'Complete Follow-Up', move: 'Move Follow-Up', add: 'Schedule Follow-Up' } as const;
const doneWords = { complete: 'completed', move: 'moved', add: 'scheduled' } as const;
const buttons = { complete: 'Complete', move: 'Move', add: 'Schedule' } as const;

/** A follow-up is completed with what came of it, moved to another time, or made anew. */
export function FollowUpStep({ step, onClose }: { step: Step; onClose: () => void }) {
  const { act, of } = step;
  const { cpId, companyId } = useViewer();
  const calls = { complete: useCompleteFollowUp(), move: useMoveFollowUp(), add: useScheduleFollowUp() };
  const first = step.act === 'move' ? asFieldTime(step.of.followUpTime) : inAWeek();
  const [at, setAt] = useState(first);
  const [start] = useState(first);
  const [text, setText] = useState('');
  const [known, setKnown] = useState(step.act === 'add' ? null : step.of);
  const [refused, setRefused] = useState<Refused | null>(null);
  /** A colleague has completed it: nothing is left to be done here. */
  const [isOver, setIsOver] = useState(false);
  const busy = calls[act].isPending;
  const hasTime = !Number.isNaN(new Date(at).getTime());
  const missing = [
    ...(act !== 'complete' && !hasTime ? ['Date and time'] : []),
    ...(act === 'complete' && text.trim() === '' ? ['Outcome'] : []),
    ...(act === 'add' && text.trim() === '' ? ['Notes'] : []),
  ];
  const timeProblem = act !== 'complete' && hasTime ? followUpTimeProblem(new Date(at), serverNow()) : null;
  const label = act === 'complete' ? 'Outcome' : 'Notes';
  const most = act === 'complete' ? longest.outcome : longest.notes;
  const isTooLong = act !== 'move' && tooLong(text, most) !== undefined;
  const ready = missing.length === 0 && timeProblem === null && !isTooLong;
  const says = [
    missing.length > 0 ? `Still missing: ${missing.join(', ')}.` : null,
    timeProblem,
    isTooLong && `Please correct: ${label}.`,
  ];
  const on = {
    onSuccess: () => {
      toastSuccess(
        act === 'add'
          ? 'Successfully scheduled the follow-up!'
          : `The follow-up of ${of.name} is ${act === 'move' ? 'moved' : 'completed'}.`,
      );
      onClose();
    },
    onError: (failure: CallFailure) => {
      // Who has read what a colleague changed goes on from there.
      const { current } = failure.detail as { current?: Current };
      if (known && current)
        setKnown({ ...known, version: current.version, followUpTime: new Date(current.followUpTime) });
      const completed = current ? completedBy(current) : null;
      setIsOver(completed !== null || failure.code === 'follow_up.completed');
      if (failure.status === 401) return;
      setRefused(
        isOfLostAnswer(failure)
          ? refusedAs(failure, { of: 'The follow-up was', done: doneWords[act], press: buttons[act] })
          : { text: completed ?? sentenceAndWayOn(failure, buttons[act]) },
      );
    },
  };
  const send = () => {
    if (!ready || busy || isOver) return;
    setRefused(null);
    const followUpTime = new Date(at);
    if (step.act === 'add') {
      calls.add.mutate({ body: { companyId, cpId, uId: of.uId, followUpTime, notes: text.trim() } }, on);
      return;
    }
    if (!known) return;
    const { fId, version } = known;
    if (step.act === 'move') calls.move.mutate({ body: { fId, version, followUpTime } }, on);
    else calls.complete.mutate({ body: { fId, version, outcome: text.trim() } }, on);
  };
  return (
    <Dialog
      opened
      title={titles[act]}
      dirty={!isOver && (text !== '' || at !== start)}
      mayClose={!busy}
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
            {nameAndBirth(of)}
            {known && `, ${asClinicTime(known.followUpTime)}`}
          </Text>
          {act === 'add' && <DeactivatedNotice uId={of.uId} />}
          {known?.isPatientDeactivated && <IsDeactivated />}
          {act !== 'complete' && (
            <TextInput
              type="datetime-local"
              label="Date and time"
              description={timeInWords(at)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              required
              readOnly={isOver}
              value={at}
              onChange={({ currentTarget }) => setAt(currentTarget.value)}
            />
          )}
          {act !== 'move' && (
            <LimitedTextarea
              label={label}
              description={act === 'complete' ? 'What came of it. It stays in the record.' : undefined}
              required
              readOnly={isOver}
              rows={3}
              most={most}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              data-autofocus
            />
          )}
          <DialogFooter refused={refused} says={says.filter(Boolean).join(' ')}>
            <DialogCancel disabled={busy}>{isOver ? 'Close' : 'Cancel'}</DialogCancel>
            {!isOver && (
              <SubmitButton busy={busy} ready={ready}>
                {buttons[act]}
              </SubmitButton>
            )}
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

/** A follow-up as a refusal tells it, with times as the wire has them. */
type Current = Wire<typeof listFollowUps.reply>['followUp'][number];

/** "Ingrid Solberg completed it at 5:43 AM.", and what came of it; null where nobody has. */
function completedBy({ completedAt, completedBy: who, outcome }: Current): string | null {
  if (!completedAt) return null;
  const said = doneBy(who, 'completed', new Date(completedAt));
  return outcome ? `${said} Outcome: ${outcome}` : said;
}
