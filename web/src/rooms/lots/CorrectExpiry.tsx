import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import * as api from '@portal/contract/lots/endpoints.ts';
import { longestReason } from '@portal/contract/lots/rules.ts';
import { type FormEvent, useState } from 'react';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { useCall } from '#api/queries.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { DateField } from '#kit/DateField.tsx';
import { Dialog, DialogCancel } from '#kit/Dialog.tsx';
import { Notice } from '#kit/Notice.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { asDay } from '#kit/today.ts';

/** What of a lot a correction is measured against. */
type Known = Pick<api.Lot, 'expirationDate' | 'version'>;

/** Another expiration date for a lot, with the reason why (P11-15). */
export function CorrectExpiry({ lot, onClose }: { lot: api.Lot; onClose: () => void }) {
  const correct = useCall(api.correctLotExpiry, { quiet: true, refresh: [api.listLots, api.traceLot] });
  const [known, setKnown] = useState<Known>(lot);
  const [day, setDay] = useState<string | null>(lot.expirationDate);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const isReady = day !== null && day !== known.expirationDate && reason.trim() !== '';
  const isStale = known.version !== lot.version;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || correct.isPending) return;
    setFailure(null);
    try {
      const body = { lotId: lot.lotId, expirationDate: day, reason: reason.trim(), version: known.version };
      await correct.mutateAsync({ body });
      toastSuccess(`Lot ${lot.lotNumber} now expires on ${asDay(day)}.`);
      onClose();
    } catch (problem) {
      if (!(problem instanceof CallFailure)) throw problem;
      if (problem.code === 'stale') setKnown(problem.detail['current'] as Known);
      else if (problem.status !== 401) setFailure(sentenceOf(problem));
    }
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      mayClose={!correct.isPending}
      dirty={day !== lot.expirationDate || reason !== ''}
      title={`Correct the expiration date of lot ${lot.lotNumber}`}
    >
      <form noValidate aria-label="Correct expiration date" onSubmit={(event) => void send(event)}>
        <Stack gap="md">
          {failure && (
            <Notice tone="error" title="The lot was not corrected">
              {failure}
            </Notice>
          )}
          {isStale && (
            <ChangedNotice
              what="lot"
              differences={[{ label: 'Expiration date', theirs: asDay(known.expirationDate), kept: true }]}
            />
          )}
          <Text size="sm">
            {lot.drugName}, {lot.dosageForm}. On record: {asDay(known.expirationDate)}. Packages that were sent keep the
            date that was typed on them; new ones need the corrected date.
          </Text>
          <DateField
            label="Expiration date"
            required
            value={day}
            onChange={setDay}
            disabled={correct.isPending}
            data-autofocus
          />
          <Textarea
            label="Reason"
            required
            rows={3}
            maxLength={longestReason}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            disabled={correct.isPending}
          />
          <Group justify="flex-end">
            <DialogCancel disabled={correct.isPending} />
            <Button type="submit" disabled={!isReady} loading={correct.isPending}>
              Correct expiration date
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
