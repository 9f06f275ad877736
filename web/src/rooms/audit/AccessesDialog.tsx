import { Stack, Text } from '@mantine/core';
import { copyAccount } from '@portal/contract/audit/endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { serverNow } from '#api/clock.ts';
import { sentenceOf } from '#api/failure.ts';
import { fromBase64 } from '#kit/base64.ts';
import { DateField } from '#kit/DateField.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { saveFile } from '#kit/save-file.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { plusDays } from '#kit/today.ts';
import { documentWaitMs } from '#shared/document-file.ts';

/** Whom and what somebody saw and changed in a period, as a file (PRV-02). */
export function AccessesDialog({ cpId, name, onClose }: { cpId: number; name: string; onClose: () => void }) {
  const last = serverNow().toISOString().slice(0, 10);
  const [first, setFirst] = useState<string | null>(null);
  const [end, setEnd] = useState<string | null>(null);
  const report = useMutation({
    mutationFn: async (period: { from: Date; until: Date }) => {
      const made = await call(copyAccount, { query: { cp_id: cpId, ...period } }, { waitMs: documentWaitMs });
      saveFile(await fromBase64(made.data, made.contentType), made.filename);
      toastSuccess(`${made.filename} is downloaded.`);
      onClose();
    },
    // Without a network it says so at once instead of waiting for one.
    networkMode: 'always',
  });
  const problem = first && end && end < first ? 'must not be before the first day' : undefined;
  const period =
    first && end && !problem
      ? { from: new Date(`${first}T00:00:00Z`), until: new Date(`${plusDays(end, 1)}T00:00:00Z`) }
      : null;
  /** What was said of another period no longer holds. */
  const change = (set: (day: string | null) => void) => (day: string | null) => {
    report.reset();
    set(day);
  };
  return (
    <Dialog opened title="Report of accesses" mayClose={!report.isPending} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (period && !report.isPending) report.mutate(period);
        }}
      >
        <Stack gap="sm">
          <Text size="sm">
            All that {name} read and changed in one file, as pages to read and with a program that checks that nothing
            is missing or changed. Taking this report is recorded.
          </Text>
          <DateField
            label="First day (UTC)"
            required
            value={first}
            max={last}
            onChange={change(setFirst)}
            disabled={report.isPending}
            data-autofocus
          />
          <DateField
            label="Last day (UTC)"
            required
            value={end}
            max={last}
            error={problem}
            onChange={change(setEnd)}
            disabled={report.isPending}
          />
          <DialogFooter refused={report.isError && { text: sentenceOf(report.error) }}>
            <DialogCancel disabled={report.isPending} />
            <SubmitButton busy={report.isPending} ready={period !== null}>
              Make report
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
