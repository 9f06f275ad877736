import { Stack, Text } from '@mantine/core';
import * as api from '@portal/contract/lots/endpoints.ts';
import { longestReason } from '@portal/contract/lots/rules.ts';
import { productName } from '@portal/contract/products/product-name.ts';
import { useState } from 'react';
import { useCall } from '#api/queries.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { refusedAs } from '#shared/way-on.ts';
import { LotChanged, useLotChange } from './lot-change.tsx';
import { nameInTrial } from './words.ts';

const ways = {
  recall: {
    title: (lotNumber: string) => `Recall lot ${lotNumber}`,
    text: 'Nobody can ship it any more. Sites and partners see on its shipments that it was recalled; nobody is sent a message.',
    press: 'Recall lot',
    done: 'recalled',
    told: (lotNumber: string) => `Lot ${lotNumber} is recalled.`,
    isSo: 'It is recalled already.',
  },
  takeBack: {
    title: (lotNumber: string) => `Take back the recall of lot ${lotNumber}`,
    text: 'It can be shipped again, and its shipments no longer say that it was recalled. Here both stay on record.',
    press: 'Take back recall',
    done: 'changed',
    told: (lotNumber: string) => `The recall of lot ${lotNumber} is taken back.`,
    isSo: 'Its recall is taken back already.',
  },
} as const;
export type RecallWay = keyof typeof ways;

/** A lot is recalled, or its recall is taken back, each with the reason why (P11-15). */
export function RecallLot(props: {
  lot: api.Lot;
  recalls: readonly api.LotRecall[];
  /** Others of its number, which are recalled each by itself. */
  sameNumber: readonly api.Lot[];
  way: RecallWay;
  onClose: () => void;
}) {
  const { lot, sameNumber, way, onClose } = props;
  const { title, text, press, done, told, isSo } = ways[way];
  const recalled = way === 'recall';
  const recall = useCall(api.recallLot, { quiet: true, ofOneForm: true, refresh: [api.listLots, api.traceLot] });
  const [reason, setReason] = useState('');
  const change = useLotChange(props, async (version) => {
    await recall.mutateAsync({ body: { lotId: lot.lotId, recalled, reason: reason.trim(), version } });
    toastSuccess(told(lot.lotNumber));
    onClose();
  });
  const { known, failure } = change;
  const isAlready = Boolean(known.recalledAt) === recalled;
  const isMissing = reason.trim() === '';
  const isReady = !isAlready && !isMissing && !tooLong(reason, longestReason);
  return (
    <Dialog
      opened
      onClose={onClose}
      mayClose={!recall.isPending}
      dirty={reason !== '' && !isAlready}
      title={title(lot.lotNumber)}
    >
      <form noValidate aria-label={press} onSubmit={(event) => void change.send(event, isReady)}>
        <Stack gap="md">
          <LotChanged change={change} />
          <Text size="sm">
            {productName(lot)}. {text}
          </Text>
          {sameNumber.length > 0 && (
            <Text size="sm">
              The same number is also on record for {sameNumber.map(nameInTrial).join('; ')}. That is not changed here.
            </Text>
          )}
          <LimitedTextarea
            label="Reason"
            required
            rows={3}
            most={longestReason}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            disabled={recall.isPending}
            data-autofocus
          />
          <DialogFooter
            says={isAlready ? isSo : isMissing && 'Still missing: reason.'}
            refused={failure && refusedAs(failure, { of: 'The lot was', done, press })}
          >
            <DialogCancel disabled={recall.isPending}>{isAlready ? 'Close' : 'Cancel'}</DialogCancel>
            <SubmitButton color={recalled ? 'red' : undefined} ready={isReady} busy={recall.isPending}>
              {press}
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
