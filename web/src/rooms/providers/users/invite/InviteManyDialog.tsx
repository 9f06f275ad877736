import { Anchor, Group, Stack, Text } from '@mantine/core';
import { mostInvitations } from '@portal/contract/providers/user-rules.ts';
import { useRef, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { FilePicker } from '#kit/FilePicker.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { readInvitations, saveTemplate } from './file.ts';
import { InvitationRows } from './InvitationRows.tsx';
import classes from './invite.module.css';
import { inviteWords, peopleWords, useInvitations } from './use-invitations.ts';

/** Invites the people of a file: it is checked first, and nothing is sent while anything is wrong with it. */
export function InviteManyDialog({ onClose }: { onClose: () => void }) {
  const { modules } = useViewer();
  const [problem, setProblem] = useState<string | null>(null);
  const reading = useRef(0);
  const all = useInvitations((count) => {
    toastSuccess(count === 1 ? 'Invitation sent.' : `${count.toLocaleString('en')} invitations sent.`);
    onClose();
  });
  const { rows, problems, isBusy, isPassed } = all;
  const pick = async (file: File | undefined) => {
    if (!file) return;
    reading.current += 1;
    const mine = reading.current;
    const read = await readInvitations(file).catch(() => ({ problem: 'The file cannot be read.' }));
    // Another one may have been chosen meanwhile.
    if (mine !== reading.current) return;
    setProblem('problem' in read ? read.problem : null);
    all.begin('problem' in read ? [] : read.rows);
  };
  const wrong = rows.filter(({ line }) => (problems.get(line) ?? []).length > 0).length;
  return (
    <Dialog
      opened
      title="Invite from CSV"
      size={rows.length > 0 ? '72rem' : 'lg'}
      dirty={rows.length > 0}
      discard={{ title: 'Discard this file?', text: 'No one in this file has been invited yet.' }}
      mayClose={!isBusy}
      onClose={onClose}
    >
      <form
        noValidate
        aria-label="Invite from CSV"
        onSubmit={(event) => {
          event.preventDefault();
          if (isBusy || rows.length === 0) return;
          if (isPassed) all.send();
          else all.check();
        }}
      >
        <Stack gap="md">
          <Text>
            Up to {mostInvitations} people, each in a row. The file is checked first: nobody is invited before every row
            is in order.
          </Text>
          <Group align="flex-end" gap="md">
            <FilePicker
              label="File"
              description="CSV with a line of headings"
              required
              accept=".csv,text/csv"
              error={problem}
              disabled={isBusy}
              data-autofocus
              onChange={(event) => void pick(event.currentTarget.files?.[0])}
            />
            <Anchor
              component="button"
              type="button"
              size="sm"
              mb={8}
              data-looking
              onClick={() =>
                void saveTemplate(modules.includes('TrialCard')).catch(() =>
                  toastFailure('The template could not be made. Please try again.'),
                )
              }
            >
              Download template
            </Anchor>
          </Group>
          {rows.length > 0 && (
            <InvitationRows
              rows={rows}
              problems={problems}
              disabled={isBusy}
              onCorrect={all.correct}
              onLeaveOut={all.leaveOut}
            />
          )}
          {isBusy && (
            <progress
              className={classes.progress}
              aria-label={isPassed ? `Inviting ${peopleWords(rows.length)}` : 'Checking the file'}
            />
          )}
          <DialogFooter refused={all.refused} says={saysOf({ count: rows.length, wrong, isBusy, isPassed })}>
            <DialogCancel disabled={isBusy} />
            {isPassed || rows.length === 0 ? (
              <SubmitButton busy={isBusy} ready={isPassed && rows.length > 0}>
                {rows.length === 0 ? 'Invite' : inviteWords(rows.length)}
              </SubmitButton>
            ) : (
              <SubmitButton busy={isBusy}>Check again</SubmitButton>
            )}
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

function saysOf(of: { count: number; wrong: number; isBusy: boolean; isPassed: boolean }): string {
  const { count, wrong, isBusy, isPassed } = of;
  if (count === 0) return 'Choose a file first.';
  if (isBusy) return isPassed ? `Inviting ${peopleWords(count)}…` : 'Checking the file…';
  if (isPassed) return `${count === 1 ? 'The row is' : `All ${count} rows are`} in order. Nobody has been invited yet.`;
  if (wrong > 0)
    return `${wrong === 1 ? '1 row has' : `${wrong} rows have`} a problem. Correct or leave them out, then check again.`;
  return 'Changed since it was checked.';
}
