import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { periodProblem } from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import { CallFailure, isEmptyList } from '#api/failure.ts';
import { useWork } from '#api/use-work.ts';
import { DateField } from '#kit/DateField.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { saysOf } from '#kit/dialog-form.ts';
import { Notice } from '#kit/Notice.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { quickPeriodsNow } from '#shared/quick-periods.ts';
import { isTooLong } from '#shared/report-rows.ts';
import { saveResponses } from './export-responses.ts';
import { useGroups } from './queries.ts';
import { branchesOf, type Branch } from './tree.ts';

const labels = { gId: 'Care Group', start: 'Start Date', end: 'End Date' } as const;
const missing = 'is required';

/** Asks whose responses of which days become a file (ASL-02, OPC-70, OPN-86, EXP-06, EXP-07). */
export function ExportResponses({ of, onClose }: { of: { sId: number; surveyName: string }; onClose: () => void }) {
  const groups = useGroups();
  const [gId, setGroup] = useState<number | null>(null);
  const [start, setStart] = useState<string | null>(null);
  const [end, setEnd] = useState<string | null>(null);
  const report = useWork(saveResponses, {
    onSuccess: (fileName) => {
      if (fileName === null) return;
      toastSuccess(`${fileName} is downloaded.`);
      onClose();
    },
  });
  const problem = start && end ? periodProblem(start, end) : null;
  const problems = {
    gId: gId === null && missing,
    start: start === null ? missing : problem,
    end: end === null && missing,
  };
  const wanted = gId !== null && start && end && !problem ? { ...of, gId, start, end } : null;
  /** What was said of another choice no longer holds. */
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      report.reset();
      set(value);
    };
  const busy = report.isPending;
  return (
    <Dialog opened title="Export Responses" onClose={onClose} mayClose={!busy} held={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted && !busy) report.mutate(wanted);
        }}
      >
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {of.surveyName}
          </Text>
          <NativeSelect
            label={labels.gId}
            description="The file has the answers of patients who are in this group or below it today, whichever group they were in when they answered."
            required
            disabled={busy}
            data={[
              ...(gId === null ? [{ value: '', label: 'Choose care group', disabled: true }] : []),
              ...branchesOf(groups.data ?? []).flatMap(linesOf),
            ]}
            error={
              groups.isError &&
              !groups.data &&
              !isEmptyList(groups.error) &&
              'There was a problem retrieving care groups.'
            }
            value={gId === null ? '' : String(gId)}
            onChange={({ currentTarget }) => change(setGroup)(Number(currentTarget.value))}
            data-autofocus
          />
          <Group gap={6} role="group" aria-label="Period">
            {quickPeriodsNow().map(({ label, period }) => (
              <Button
                key={label}
                variant="default"
                size="compact-sm"
                disabled={busy}
                onClick={() => {
                  change(setStart)(period.start_date);
                  setEnd(period.end_date);
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
          <DateField
            label={labels.start}
            required
            display="DD/MM/YYYY"
            value={start}
            onChange={change(setStart)}
            error={problem}
            disabled={busy}
          />
          <DateField
            label={labels.end}
            required
            display="DD/MM/YYYY"
            value={end}
            onChange={change(setEnd)}
            min={start ?? undefined}
            disabled={busy}
          />
          {report.data === null && <Notice tone="warning">No responses to export.</Notice>}
          <DialogFooter
            says={saysOf(labels, problems)}
            refused={
              report.isError &&
              !(report.error instanceof CallFailure && report.error.status === 401) && {
                title: 'There was a problem exporting the responses.',
                text: isTooLong(report.error) && report.error.message,
              }
            }
          >
            <DialogCancel disabled={busy} />
            <SubmitButton busy={busy} ready={wanted !== null}>
              Export CSV
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

/** A group stands below the one it belongs to. The space is one that a browser keeps. */
const linesOf = ({ group, below, level }: Branch): { value: string; label: string }[] => [
  { value: String(group.gId), label: `${'\u2003'.repeat(level - 1)}${group.displayName}` },
  ...below.flatMap(linesOf),
];
