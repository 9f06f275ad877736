import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { packagesAreValid } from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import { Dialog } from '#kit/Dialog.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { shipmentDay } from './day.ts';
import type { TaskProps } from './tasks.ts';
import { PackagesStep } from './PackagesStep.tsx';
import { ReplacementsStep } from './ReplacementsStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { useRequest, useStandIns } from './queries.ts';
import { loadFailure, movedText } from './sentences.ts';
import { newShipment, type Order, packagesOf, replacementsAreValid, shippingBody, wantedOf } from './shipping-draft.ts';
import type { WholeRequest } from './sides.ts';
import { useShip } from './writes.ts';

const steps = [
  { title: 'Confirm Shipment Products', next: 'To Packages' },
  { title: 'Confirm Shipment Packages', next: 'Review' },
  { title: 'Review Shipment', next: 'Submit' },
] as const;

/** SHF: a partner says what really goes out, in three steps. */
export function ConfirmShipment({ row, onClose }: TaskProps) {
  const request = useRequest(row);
  const standIns = useStandIns(row.srId);
  const [today] = useState(shipmentDay);
  const [step, setStep] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  // What is packed stays what it was when the dialog opened, also while the request is read anew behind it.
  const [opened, setOpened] = useState<WholeRequest | null>(null);
  if (!opened && request.data && !request.isFetching) setOpened(request.data);
  const close = () => (step > 0 ? setLeaving(true) : onClose());

  return (
    <>
      <Dialog opened onClose={close} title={`${steps[step]?.title} · request ${row.srId}`} size="xl" mayClose={!isBusy}>
        {!opened && request.isError && <Failed message={loadFailure} onRetry={() => void request.refetch()} />}
        {(!opened || standIns.isPending) && !request.isError && <Loading label="Loading the request" />}
        {opened && !standIns.isPending && (
          <Steps
            request={opened}
            order={{
              lines: opened.products.filter((line) => line.isReplacedBy === null),
              products: standIns.data ?? [],
              today,
            }}
            step={step}
            onStep={setStep}
            onBusy={setBusy}
            onCancel={close}
            onShipped={onClose}
          />
        )}
      </Dialog>
      <ConfirmDialog
        opened={isLeaving}
        title="Discard this shipment?"
        confirm="Discard"
        cancel="Keep editing"
        danger
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        Changes you made may not be saved
      </ConfirmDialog>
    </>
  );
}

interface StepsProps {
  request: WholeRequest;
  order: Order;
  step: number;
  onStep: (step: number) => void;
  onBusy: (busy: boolean) => void;
  onCancel: () => void;
  onShipped: () => void;
}

/** The draft lives above the steps, so that going back loses nothing (SHF-05). */
function Steps({ request, order, step, onStep, onBusy, onCancel, onShipped }: StepsProps) {
  const [draft, setDraft] = useState(() => newShipment(order));
  const { ship, isPending, failure } = useShip();
  const isValid = [
    replacementsAreValid(draft, order),
    packagesAreValid(packagesOf(draft, order), wantedOf(draft, order), order.today),
    true,
  ];
  const goOn = () => {
    if (step < 2) return onStep(step + 1);
    onBusy(true);
    ship(shippingBody(request.srId, request.version, draft, order), {
      onDone: () => {
        toastSuccess(movedText(request.srId, 'shipped'));
        onShipped();
      },
      onFailure: () => onBusy(false),
    });
  };
  return (
    <Stack gap="lg">
      <Text size="sm" c="gray.7">
        Step {step + 1} of 3
      </Text>
      {step === 0 && <ReplacementsStep draft={draft} order={order} change={setDraft} />}
      {step === 1 && <PackagesStep draft={draft} order={order} change={setDraft} />}
      {step === 2 && <ReviewStep draft={draft} order={order} request={request} />}
      {failure && !isPending && step === 2 && (
        <Alert color="red.9" role="alert" title="The shipment was not confirmed">
          {failure.message}
        </Alert>
      )}
      <Group justify="space-between">
        <Button variant="default" onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
        <Group>
          {step > 0 && (
            <Button variant="default" onClick={() => onStep(step - 1)} disabled={isPending}>
              Back
            </Button>
          )}
          <Button onClick={goOn} disabled={!isValid[step]} loading={isPending}>
            {steps[step]?.next}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
