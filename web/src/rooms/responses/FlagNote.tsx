import { Button, Group, Stack, Text } from '@mantine/core';
import type { FlaggedAnswer } from '@portal/contract/responses/flag-endpoints.ts';
import { longest } from '@portal/contract/responses/rules.ts';
import { useCallback, useRef, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { Held } from '#kit/Held.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { Notice } from '#kit/Notice.tsx';
import { StayQuestion } from '#kit/StayQuestion.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { closedInTheMeantime } from '#shared/closed-flag.ts';
import { holderOf, leftBy } from '#shared/flag-holder.ts';
import { lineAs } from '#shared/way-on.ts';
import { useCloseFlag, useTakeFlag } from './queries.ts';

interface Props {
  flag: FlaggedAnswer;
  /** The answer in the screen. One that was read before or after it is not what the flag is about: nobody acts on it unseen (REL-07). */
  sent: string | null;
  /** An answer as people read it. */
  asText: (answer: string) => string;
  onReadAgain: () => void;
}

/** A flagged answer stays open until somebody closes it with a note. */
export function FlagNote({ flag, sent, asText, onReadAgain }: Props) {
  const { cpId } = useViewer();
  const close = useCloseFlag();
  const take = useTakeFlag();
  const [note, setNote] = useState('');
  /** The answer that the note was begun about. */
  const [about, setAbout] = useState(sent);
  const isOfAnother = flag.answer !== sent;
  const { flaggedAnswerId, version } = flag;
  /** The form went away, and the focus with it. */
  const hadFocus = useRef(false);
  const untilItGoes = useCallback(
    (form: HTMLFormElement | null) => () => {
      hadFocus.current = form?.contains(document.activeElement) ?? false;
    },
    [],
  );
  const closed = flag.closedAt && (
    <Text
      size="sm"
      tabIndex={-1}
      ref={(line) => {
        if (hadFocus.current) line?.focus();
        hadFocus.current = false;
      }}
    >
      Flag {isOfAnother && `on “${asText(flag.answer)}” `}closed by {flag.closedBy}, {asClinicTime(flag.closedAt)}:{' '}
      {flag.closingNote}
    </Text>
  );
  /** A colleague closed it while somebody was writing; one's own note may stand there although its answer was lost. */
  const isUnsent = closed !== null && !['', flag.closingNote].includes(note.trim()) && !close.isPending;
  if (closed && !isUnsent) return closed;
  const holder = holderOf(flag);
  const isOwn = holder?.cpId === cpId;
  return (
    <form
      ref={untilItGoes}
      noValidate
      aria-label="Flagged answer"
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() === '' || close.isPending || isUnsent || isOfAnother) return;
        close.mutate(
          { body: { flaggedAnswerId, version, note } },
          {
            onSuccess: () => {
              setNote('');
              toastSuccess('The flagged answer was closed.');
            },
          },
        );
      }}
    >
      <Held isSending={close.isPending}>
        <StayQuestion dirty={note.trim() !== '' && !isUnsent} away="step" />
        <Stack gap="xs">
          {closed || (
            <Group gap="xs" justify="space-between">
              <Text size="sm">
                Open since {asClinicTime(flag.openedAt)}
                {flag.isOverdue && (
                  <Text span c="red.9" fw={500}>
                    {' '}
                    (overdue)
                  </Text>
                )}
                . {isOwn ? 'You have it.' : holder ? `${holder.name} has it.` : (leftBy(flag) ?? 'Nobody has it yet.')}
              </Text>
              {(holder === null || isOwn) && !isOfAnother && (
                <SubmitButton
                  variant="default"
                  size="compact-sm"
                  busy={take.isPending}
                  onPress={() => take.mutate({ body: { flaggedAnswerId, version, take: !isOwn } })}
                >
                  {isOwn ? 'Give it back' : 'Take it'}
                </SubmitButton>
              )}
            </Group>
          )}
          <LimitedTextarea
            label="Closing note"
            size="xs"
            rows={2}
            most={longest.closingNote}
            readOnly={isUnsent}
            value={note}
            onChange={(event) => {
              if (note.trim() === '') setAbout(sent);
              setNote(event.currentTarget.value);
            }}
          />
          {isOfAnother && !closed && (
            <Notice tone="warning">
              The flag is about another answer than the one that was read here. Please read the answers again before you
              close it.
              <Button mt="xs" variant="default" size="compact-sm" display="block" onClick={onReadAgain}>
                Read again
              </Button>
            </Notice>
          )}
          {!isOfAnother && !closed && note.trim() !== '' && about !== sent && (
            <Notice tone="warning">
              You began this note when the answer was “{asText(about ?? '')}”. It is now “{asText(sent ?? '')}”.
            </Notice>
          )}
          {isUnsent ? (
            <Notice tone="warning">Your note was not saved. Copy what is still needed of it.</Notice>
          ) : (
            close.error &&
            close.error.status !== 401 && (
              <Notice tone="error">
                {closedInTheMeantime(close.error) ??
                  lineAs(close.error, { of: 'The flag was', done: 'closed', press: 'Close flag' })}
              </Notice>
            )
          )}
          <Group justify="flex-end">
            {isUnsent ? (
              <Button variant="default" size="compact-sm" onClick={() => setNote('')}>
                Discard my note
              </Button>
            ) : (
              <SubmitButton
                busy={close.isPending}
                ready={note.trim() !== '' && !tooLong(note, longest.closingNote) && !isOfAnother}
              >
                Close flag
              </SubmitButton>
            )}
          </Group>
        </Stack>
      </Held>
    </form>
  );
}
