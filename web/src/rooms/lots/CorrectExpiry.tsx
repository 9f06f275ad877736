import { Stack, Text } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import * as api from '@portal/contract/lots/endpoints.ts';
import { implausibleDayProblem } from '@portal/contract/plausible-day.ts';
import { longestReason } from '@portal/contract/lots/rules.ts';
import { useState } from 'react';
import { serverDay } from '#api/clock.ts';
import { useCall } from '#api/queries.ts';
import { DateField } from '#kit/DateField.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { plusDays } from '#kit/plus-days.ts';
import { asDay } from '#kit/today.ts';
import { tooLong } from '#kit/too-long.ts';
import { refusedAs } from '#shared/way-on.ts';
import { LotChanged, useLotChange } from './lot-change.tsx';

/** A day that may well be right, and more often is a slip of the keyboard; by the server's day, as a lot expires (REL-10). */
function doubtOf(day: string): string | null {
  const now = serverDay();
  if (day < now) return 'This day is in the past: the lot counts as expired from the moment this is saved.';
  return day > plusDays(now, 3_653) ? 'This day is more than 10 years ahead. Please check the year.' : null;
}

/** Another expiration date for a lot, with the reason why (P11-15). */
export function CorrectExpiry(props: { lot: api.Lot; recalls: readonly api.LotRecall[]; onClose: () => void }) {
  const { lot, onClose } = props;
  const correct = useCall(api.correctLotExpiry, {
    quiet: true,
    ofOneForm: true,
    refresh: [api.listLots, api.traceLot],
  });
  const [day, setDay] = useState<string | null>(lot.expirationDate);
  const [reason, setReason] = useState('');
  const problem = day === null ? null : implausibleDayProblem(day, 'Expiration date');
  const change = useLotChange(props, async (version) => {
    if (day === null) return;
    await correct.mutateAsync({ body: { lotId: lot.lotId, expirationDate: day, reason: reason.trim(), version } });
    toastSuccess(`Lot ${lot.lotNumber} now expires on ${asDay(day)}.`);
    onClose();
  });
  const { opened, known, failure } = change;
  const missing = [
    (day === null || problem !== null) && 'expiration date',
    day === known.expirationDate && 'another day than the one on record',
    reason.trim() === '' && 'reason',
  ].filter((one) => one !== false);
  const isReady = missing.length === 0 && !tooLong(reason, longestReason);
  const doubt = day !== null && problem === null && day !== known.expirationDate ? doubtOf(day) : null;

  return (
    <Dialog
      opened
      onClose={onClose}
      mayClose={!correct.isPending}
      dirty={day !== opened.expirationDate || reason !== ''}
      title={`Correct the expiration date of lot ${lot.lotNumber}`}
    >
      <form noValidate aria-label="Correct expiration date" onSubmit={(event) => void change.send(event, isReady)}>
        <Stack gap="md">
          <LotChanged change={change} keepsDay />
          <Text size="sm">
            {productName(lot)}. On record: {asDay(known.expirationDate)}. Packages that were sent keep the date that was
            typed on them; new ones need the corrected date.
          </Text>
          <DateField
            label="Expiration date"
            required
            value={day}
            onChange={setDay}
            description={
              doubt && (
                <Text span size="sm" c="orange.9" role="status">
                  {doubt}
                </Text>
              )
            }
            error={problem}
            disabled={correct.isPending}
            data-autofocus
          />
          <LimitedTextarea
            label="Reason"
            required
            rows={3}
            most={longestReason}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            disabled={correct.isPending}
          />
          <DialogFooter
            says={missing.length > 0 && `Still missing: ${missing.join('; ')}.`}
            refused={
              failure && refusedAs(failure, { of: 'The lot was', done: 'corrected', press: 'Correct expiration date' })
            }
          >
            <DialogCancel disabled={correct.isPending} />
            <SubmitButton ready={isReady} busy={correct.isPending}>
              Correct expiration date
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
