import { Button, Group, Stack, Text } from '@mantine/core';
import { periodProblem } from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import { CallFailure } from '#api/failure.ts';
import { useWork } from '#api/use-work.ts';
import { DateField } from '../kit/DateField.tsx';
import { Dialog, DialogCancel, DialogFooter } from '../kit/Dialog.tsx';
import { Notice } from '../kit/Notice.tsx';
import { SubmitButton } from '../kit/SubmitButton.tsx';
import { toastSuccess } from '../kit/toast.ts';
import type { DayDisplay } from '../kit/today.ts';
import { type Period, quickPeriodsNow } from './quick-periods.ts';

/** Asks for the first and the last day of a report, and makes a file of it (EXP-06, EXP-07, OPN-55). */
export function ExportDialog(props: {
  /** What the report will hold. */
  text: string;
  title?: string;
  /** On its button. */
  submit?: string;
  /** What is said of a report that could not be made; without it the words for responses. */
  refusalOf?: (error: Error) => { title?: string; text?: string };
  /** How the two days are shown (OPN-86). */
  display?: DayDisplay;
  /** Hands a file to the browser and gives its name; null when there is nothing to export. */
  onExport: (period: Period) => Promise<string | null>;
  onClose: () => void;
}) {
  const {
    text,
    title = 'Export Report',
    submit = 'Export CSV',
    refusalOf = ofResponses,
    display,
    onExport,
    onClose,
  } = props;
  const [start, setStart] = useState<string | null>(null);
  const [end, setEnd] = useState<string | null>(null);
  const report = useWork(onExport, {
    onSuccess: (fileName) => {
      if (fileName === null) return;
      toastSuccess(`${fileName} is downloaded.`);
      onClose();
    },
  });
  const problem = start && end ? periodProblem(start, end) : null;
  const period = start && end && !problem ? { start_date: start, end_date: end } : null;
  /** What was said of another period no longer holds. */
  const change = (set: (day: string | null) => void) => (day: string | null) => {
    report.reset();
    set(day);
  };
  return (
    <Dialog opened title={title} onClose={onClose} mayClose={!report.isPending} held={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (period && !report.isPending) report.mutate(period);
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{text}</Text>
          <Group gap={6} role="group" aria-label="Period">
            {quickPeriodsNow().map(({ label, period: one }) => (
              <Button
                key={label}
                variant="default"
                size="compact-sm"
                disabled={report.isPending}
                onClick={() => {
                  change(setStart)(one.start_date);
                  setEnd(one.end_date);
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
          <DateField
            label="Start Date"
            required
            display={display}
            value={start}
            onChange={change(setStart)}
            error={problem}
            disabled={report.isPending}
            data-autofocus
          />
          <DateField
            label="End Date"
            required
            display={display}
            value={end}
            onChange={change(setEnd)}
            min={start ?? undefined}
            disabled={report.isPending}
          />
          {report.data === null && <Notice tone="warning">No responses to export.</Notice>}
          <DialogFooter refused={report.isError && refusalOf(report.error)}>
            <DialogCancel disabled={report.isPending} />
            <SubmitButton busy={report.isPending} ready={period !== null}>
              {submit}
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

function ofResponses(error: Error) {
  const isTooLong = error instanceof CallFailure && error.code === 'shipment.too_many_rows';
  return { title: 'There was a problem exporting the responses.', ...(isTooLong && { text: error.message }) };
}
