import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { refusedAs } from '#shared/way-on.ts';
import { useShipmentDay } from '../day.ts';
import type { MoveProps } from '../tasks.ts';
import { PackagesStep } from './PackagesStep.tsx';
import { ReplacementsStep } from './ReplacementsStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { useStandIns } from '../queries.ts';
import { inactiveOf, loadFailure } from '../sentences.ts';
import { useKnownLots } from './known-lots.ts';
import { OrderFacts } from './OrderFacts.tsx';
import classes from './Packing.module.css';
import { usePackedRequest } from './packed-request.ts';
import { isAboutReplacements, type Question, questionOf, questions, refusedShipmentText } from './refused.ts';
import {
  type Answered,
  askedBeforeSending,
  checkExpiry,
  newShipment,
  type Ordered,
  replacementsAreValid,
  shippingBody,
  type ShippingDraft,
  shortWords,
  uncheckedItems,
} from './shipping-draft.ts';
import { type NotReady, notReadyOfPackages, notReadyOfReplacements, notReadyToSend } from './shipping-problems.ts';
import { InactiveParticipants } from '../view/InactiveParticipants.tsx';
import { OutdatedAddress } from '../view/OutdatedAddress.tsx';
import { UnsignedForm } from '../view/UnsignedForm.tsx';
import type { WholeRequest } from '../sides.ts';
import { useShip } from '../writes.ts';

const steps = [
  { title: 'Confirm Shipment Products', next: 'To Packages' },
  { title: 'Confirm Shipment Packages', next: 'Review' },
  { title: 'Review Shipment', next: 'Submit' },
] as const;

/** SHF: a partner says what really goes out, in three steps. */
export function ConfirmShipment({ row, onClose, onMoved }: MoveProps) {
  const shipping = useShip();
  const held = usePackedRequest(row, shipping);
  const { request, packed } = held;
  const standIns = useStandIns(row.srId);
  const today = useShipmentDay();
  const [step, setStep] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [isDirty, setDirty] = useState(false);

  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${steps[step]?.title} · request ${row.srId}`}
      size="64rem"
      mayClose={!isBusy}
      // Nothing is left to be lost once it cannot be sent.
      dirty={!held.gone && (isDirty || step > 0)}
      discard={{ title: 'Discard this shipment?', text: 'Changes you made may not be saved' }}
    >
      {!packed && request.isError && <Failed message={loadFailure} onRetry={() => void request.refetch()} />}
      {(!packed || standIns.isPending) && !request.isError && <Loading label="Loading the request" />}
      {packed && !standIns.isPending && (
        <Steps
          request={packed}
          ordered={{
            lines: packed.products.filter((line) => line.isReplacedBy === null),
            products: standIns.data ?? [],
            today,
            neededOn: packed.dateRequired,
          }}
          shipping={shipping}
          held={held}
          onProducts={() => void standIns.refetch()}
          step={step}
          onStep={setStep}
          onBusy={setBusy}
          onDirty={setDirty}
          onShipped={() => {
            onMoved('shipped');
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

interface StepsProps {
  request: WholeRequest;
  ordered: Ordered;
  shipping: ReturnType<typeof useShip>;
  held: ReturnType<typeof usePackedRequest>;
  /** What can stand in is to be read anew. */
  onProducts: () => void;
  step: number;
  onStep: (step: number) => void;
  onBusy: (busy: boolean) => void;
  onDirty: (dirty: boolean) => void;
  onShipped: () => void;
}

/** The draft lives above the steps, so that going back loses nothing (SHF-05). */
function Steps({ request, ordered, shipping, held, onProducts, step, onStep, onBusy, onDirty, onShipped }: StepsProps) {
  const [first] = useState(() => newShipment(ordered));
  const [draft, setDraft] = useState(first);
  const lots = useKnownLots(request.srId, draft, ordered);
  const order = { ...ordered, lots };
  useEffect(() => onDirty(draft !== first), [draft, first, onDirty]);
  const heading = useFocusOnChange(step);
  const { ship, failure } = shipping;
  const { gone, changed } = held;
  const isPending = shipping.isPending || held.isLooking;
  const check = [notReadyOfReplacements, notReadyOfPackages, notReadyToSend][step] ?? notReadyToSend;
  // A replacement can be deleted after its step.
  const notReady = replacementsAreValid(draft, order) ? check(draft, order) : notReadyOfReplacements(draft, order);
  const isReady = notReady.missing.length === 0 && notReady.wrong.length === 0;
  const [sent, setSent] = useState<ShippingDraft | null>(null);
  const isOfReplacements = failure && (isAboutReplacements(failure) || questionOf(failure)?.of === 'isDouble');
  const isTold = isOfReplacements ? sent?.replacements === draft.replacements : step === 2;
  const [isAsking, setAsking] = useState(false);
  const asked = askedBeforeSending(draft, order);
  /** What the server asks; and what was answered: of another shipment for these replacements, of who left for those who were named. */
  const [question, setQuestion] = useState<Question | null>(null);
  const [doubled, setDoubled] = useState<ShippingDraft['replacements'] | null>(null);
  const [isOutdatedKnown, setOutdatedKnown] = useState(false);
  const [inactiveKnown, setInactiveKnown] = useState<string | null>(null);
  const answered: Answered = {
    isDouble: doubled === draft.replacements,
    isAddressOutdated: isOutdatedKnown,
    ...(request.isForInactive !== undefined && {
      isForInactive: inactiveKnown?.startsWith(inactiveOf(request)) ?? false,
    }),
  };
  /** Who was deactivated while it was asked has not been asked about: the server does so. The same words a second time are its own. */
  const isOfWhoIsInactive =
    !request.isForInactive ||
    question?.text === inactiveKnown ||
    (question?.text.startsWith(inactiveOf(request)) ?? false);
  const goOn = () => {
    if (step < 2) return onStep(step + 1);
    if (asked.length > 0) return setAsking(true);
    send();
  };
  const send = (answers = answered) => {
    setAsking(false);
    setQuestion(null);
    onBusy(true);
    held.forgetChanged();
    setSent(draft);
    ship(shippingBody(request.srId, request.version, draft, order, answers), {
      onDone: onShipped,
      onFailure: (refusal) => {
        onBusy(false);
        setQuestion(questionOf(refusal));
        if (isAboutReplacements(refusal)) {
          onProducts();
          onStep(0);
        }
        void held.lookAgain(refusal, () => onStep(0));
      },
    });
  };
  return (
    <Stack gap="lg">
      <Text size="sm" c="gray.7" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        <VisuallyHidden>{steps[step]?.title}, </VisuallyHidden>
        {`Step ${step + 1} of 3`}
      </Text>
      <UnsignedForm request={request} />
      <InactiveParticipants request={request} />
      <OutdatedAddress request={request} />
      {step === 2 ? (
        <ReviewStep draft={draft} order={order} request={request} change={setDraft} />
      ) : (
        <div className={classes.beside}>
          {step === 0 && <ReplacementsStep draft={draft} order={order} change={setDraft} />}
          {step === 1 && <PackagesStep draft={draft} order={order} change={setDraft} />}
          <OrderFacts request={request} />
        </div>
      )}
      <DialogFooter
        says={
          !isReady
            ? wordsOf(notReady)
            : step === 1
              ? `All packages are ready to ship.${shortWords(draft, order) && ' The shipment is short.'}${uncheckedItems(draft, order).length > 0 ? ` ${checkExpiry}.` : ''}`
              : ''
        }
        refused={
          gone ??
          (failure &&
            !isPending &&
            (isTold || changed !== null) &&
            refusedAs(failure, {
              of: 'The shipment was',
              done: 'confirmed',
              press: 'Submit',
              text: changed ?? refusedShipmentText(sent, order, failure),
            }))
        }
      >
        <DialogCancel disabled={isPending}>{gone ? 'Close' : 'Cancel'}</DialogCancel>
        {step > 0 && (
          <Button variant="default" onClick={() => onStep(step - 1)} disabled={isPending}>
            Back
          </Button>
        )}
        {!gone && (
          <SubmitButton ready={isReady} busy={isPending} onPress={goOn}>
            {steps[step]?.next}
          </SubmitButton>
        )}
      </DialogFooter>
      <ConfirmDialog
        opened={isAsking && !gone}
        title="Ship it with these expiration dates?"
        confirm="Ship anyway"
        cancel="Go back"
        danger
        onConfirm={() => send()}
        onClose={() => setAsking(false)}
      >
        {asked.map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
        ))}
      </ConfirmDialog>
      {questions.map(({ of, title }) => (
        <ConfirmDialog
          key={of}
          opened={question?.of === of && !gone}
          title={title}
          confirm="Ship anyway"
          cancel="Go back"
          danger
          onConfirm={() => {
            if (of === 'isDouble') setDoubled(draft.replacements);
            else if (of === 'isAddressOutdated') setOutdatedKnown(true);
            else if (question) setInactiveKnown(question.text);
            send({ ...answered, [of]: of !== 'isForInactive' || isOfWhoIsInactive });
          }}
          onClose={() => setQuestion(null)}
        >
          {question?.of === of && question.text}
        </ConfirmDialog>
      ))}
    </Stack>
  );
}

const wordsOf = ({ wrong, missing }: NotReady): string =>
  [
    wrong.length > 0 && `${firstOf(wrong).join('; ')}.`,
    missing.length > 0 && `Still missing: ${firstOf(missing).join('; ')}.`,
  ]
    .filter(Boolean)
    .join(' ');

/** The first two things, and how many more there are: the words stand beside the buttons. */
const firstOf = (all: readonly string[]): readonly string[] =>
  all.length > 3 ? [...all.slice(0, 2), `and ${all.length - 2} more`] : all;

/** The button that was pressed is about another step now, so the keyboard and the reader go to the new one's name. */
function useFocusOnChange(step: number) {
  const heading = useRef<HTMLParagraphElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current !== step) heading.current?.focus();
    last.current = step;
  }, [step]);
  return heading;
}
