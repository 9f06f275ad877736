import { NativeSelect, Stack, Text } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/lots/endpoints.ts';
import { implausibleDayProblem } from '@portal/contract/plausible-day.ts';
import { productName } from '@portal/contract/products/product-name.ts';
import { longest } from '@portal/contract/shipments/rules.ts';
import { type FormEvent, useRef, useState } from 'react';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { useCall } from '#api/queries.ts';
import { DateField } from '#kit/DateField.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { Failed } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { SitePicker } from '#shared/SitePicker.tsx';
import { refusedAs } from '#shared/way-on.ts';
import { useProducts } from './queries.ts';

const press = 'Record lot';

/** Puts a lot on record that nobody has packed yet, by one of these trials; it is recalled where it is looked at then. */
export function AddLot(props: {
  trials: readonly CareGroup[];
  /** Also closes it. */
  onAdded: (lotId: number) => void;
  onClose: () => void;
}) {
  const { trials, onAdded, onClose } = props;
  const add = useCall(api.addLot, { quiet: true, ofOneForm: true, refresh: [api.listLots, api.traceLot] });
  const [trialId, setTrialId] = useState(trials.length === 1 ? (trials[0]?.gId ?? null) : null);
  const [productId, setProductId] = useState<number | null>(null);
  const [typed, setTyped] = useState('');
  const [day, setDay] = useState<string | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const products = useProducts(trialId);
  const product = products.data?.find((one) => one.productId === productId);
  const number = useRef<HTMLInputElement>(null);

  const lotNumber = typed.trim();
  const dayProblem = day === null ? null : implausibleDayProblem(day, 'Expiration date');
  const missing = [
    trialId === null && 'trial',
    !product && 'product',
    lotNumber === '' && 'lot number',
    (day === null || dayProblem !== null) && 'expiration date',
  ].filter((one) => one !== false);
  const isReady = missing.length === 0 && !tooLong(typed, longest.lotNumber);
  const ofNumber = failure?.fields['lotNumber'];

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || !product || day === null) return;
    setFailure(null);
    try {
      const { lotId } = await add.mutateAsync({
        body: { productId: product.productId, lotNumber, expirationDate: day },
      });
      toastSuccess(`Lot ${lotNumber} is recorded.`);
      onAdded(lotId);
    } catch (refused) {
      if (!(refused instanceof CallFailure)) throw refused;
      if (refused.status !== 401) setFailure(refused);
      if (refused.fields['lotNumber']) number.current?.focus();
    }
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      mayClose={!add.isPending}
      dirty={productId !== null || typed !== '' || day !== null}
      title="Record a lot"
    >
      <form noValidate aria-label="Record a lot" onSubmit={(event) => void send(event)}>
        <Stack gap="md">
          <Text size="sm">For a lot that nobody has packed yet, such as one that is recalled.</Text>
          {trials.length > 1 && (
            <SitePicker
              label="Trial"
              placeholder="Choose trial"
              sites={trials}
              value={trialId}
              onChange={(gId) => {
                setTrialId(gId);
                setProductId(null);
                setFailure(null);
              }}
            />
          )}
          {products.isLoadingError ? (
            <Failed message={sentenceOf(products.error)} onRetry={() => void products.refetch()} />
          ) : (
            <NativeSelect
              label="Product"
              required
              description={products.data?.length === 0 && 'This trial has no products.'}
              data={[
                ...(product ? [] : [{ value: '', label: 'Choose product', disabled: true }]),
                ...(products.data ?? []).map((one) => ({ value: String(one.productId), label: productName(one) })),
              ]}
              value={product ? String(product.productId) : ''}
              onChange={(event) => {
                setProductId(Number(event.currentTarget.value));
                setFailure(null);
              }}
              disabled={!products.data || products.data.length === 0}
            />
          )}
          <LimitedTextInput
            ref={number}
            label="Lot number"
            required
            autoComplete="off"
            most={longest.lotNumber}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setFailure(null);
            }}
            error={ofNumber}
            data-autofocus
          />
          <DateField label="Expiration date" required value={day} onChange={setDay} error={dayProblem} />
          <DialogFooter
            says={missing.length > 0 && `Still missing: ${missing.join('; ')}.`}
            refused={
              failure && ofNumber === undefined && refusedAs(failure, { of: 'The lot was', done: 'recorded', press })
            }
          >
            <DialogCancel disabled={add.isPending} />
            <SubmitButton ready={isReady} busy={add.isPending}>
              {press}
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
