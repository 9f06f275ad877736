import { NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { implausibleDayProblem } from '@portal/contract/plausible-day.ts';
import {
  type Amounts,
  centsOf,
  type Currency,
  currency as currencies,
  moneyOf,
  priceProblems,
} from '@portal/contract/pricing/rules.ts';
import { type FormEvent, useState } from 'react';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { DateField } from '#kit/DateField.tsx';
import { serverDay } from '#api/clock.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { StrictField } from '#kit/StrictField.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { asDay } from '#kit/today.ts';
import type { NewPrice } from './calls.ts';
import { amountNames, type Present, type PriceDraft } from './draft.ts';
import { asMoney, money } from './money.ts';
import { isAskedAbout, LargeChange, PriceChange } from './PriceChange.tsx';

/** A new price is typed in, and confirmed before it is sent (PRC-09 to PRC-13). */
export function PriceDialog(props: {
  opened: boolean;
  /** Of whom and of what, such as "Northgate Pharmacy, Aurelix 50 mg, Tablet". */
  about: string;
  start: PriceDraft;
  /** The price that holds today. */
  present?: Present | null;
  /** From when the others count that were set between the two. */
  others?: readonly { effectiveDate: string }[] | undefined;
  /** The sponsor that agrees it with the partner; none where it is the partner's own. */
  sponsor?: string | null;
  /** Why it was not set; what was typed stays. */
  refused?: string | null;
  busy: boolean;
  onClose: () => void;
  /** Once it is confirmed. The draft comes along, so that it may be opened again where it could not be sent. */
  onSend: (price: NewPrice, draft: PriceDraft) => Promise<void>;
}) {
  const { opened, about, start, present = null, others = [], sponsor = null, refused = null, busy } = props;
  const { onClose, onSend } = props;
  const [draft, setDraft] = useState(start);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [confirming, setConfirming] = useState(false);
  const problems = priceProblems(draft);
  const { effectiveDate, ...amounts } = draft;
  const dayProblem = effectiveDate === null ? 'is required' : implausibleDayProblem(effectiveDate, 'Effective date');
  const valid = dayProblem === null && Object.values(problems).every((problem) => problem === undefined);
  const dirty = (Object.keys(draft) as (keyof PriceDraft)[]).some((field) => draft[field] !== start[field]);
  const type = (part: Partial<PriceDraft>) => setDraft((now) => ({ ...now, ...part }));
  const touch = (field: string) => setTouched((now) => new Set([...now, field]));
  /** With its cents, as it will be kept. */
  const inFull = (amount: string) => asMoney(moneyOf(centsOf(amount) ?? 0), draft.currency);
  const amountField = (field: keyof Amounts) => ({
    label: amountNames[field],
    value: draft[field],
    required: true,
    inputMode: 'decimal' as const,
    error: touched.has(field) ? problems[field] : undefined,
    // PRC-12: a fee is in the currency of the price.
    ...(field === 'drugPrice' ? {} : { rightSection: <Text size="sm">{draft.currency}</Text>, rightSectionWidth: 52 }),
    onBlur: () => draft[field] !== '' && touch(field),
    allowed: money,
    onChange: (kept: string) => type({ [field]: kept }),
  });
  const next = (event: FormEvent) => {
    event.preventDefault();
    if (valid) setConfirming(true);
  };
  const send = async () => {
    if (effectiveDate === null) return;
    await onSend({ ...amounts, effectiveDate }, draft);
    setConfirming(false);
  };

  return (
    <>
      <Dialog opened={opened} onClose={onClose} mayClose={!busy} dirty={dirty} title="Update price">
        <form noValidate aria-label="Update price" onSubmit={next}>
          <Stack gap="md">
            <Text c="gray.7">{about}</Text>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <StrictField data-autofocus {...amountField('drugPrice')} />
              <NativeSelect
                label="Currency"
                data={currencies.options}
                value={draft.currency}
                onChange={(event) => type({ currency: event.currentTarget.value as Currency })}
              />
              <StrictField {...amountField('shippingFee')} />
              <StrictField {...amountField('dispenseFee')} />
            </SimpleGrid>
            <PriceChange present={present} next={amounts} />
            <DateField
              label="Effective date"
              required
              value={effectiveDate}
              onChange={(day) => type({ effectiveDate: day })}
              onBlur={() => touch('effectiveDate')}
              error={touched.has('effectiveDate') ? dayProblem : undefined}
            />
            <DialogFooter refused={refused !== null && !confirming && { text: refused }}>
              <DialogCancel disabled={busy} />
              <SubmitButton ready={valid}>Update</SubmitButton>
            </DialogFooter>
          </Stack>
        </form>
      </Dialog>
      <ConfirmDialog
        opened={opened && confirming}
        title="Set this price?"
        confirm="Confirm"
        busy={busy}
        danger={isAskedAbout(present, amounts)}
        onConfirm={() => void send()}
        onClose={() => setConfirming(false)}
      >
        <Stack gap="sm">
          {present && isAskedAbout(present, amounts) && <LargeChange present={present} next={amounts} />}
          <Text>
            {about}: {inFull(draft.drugPrice)} from {asDay(effectiveDate)}, with a shipping fee of{' '}
            {inFull(draft.shippingFee)} and a dispense fee of {inFull(draft.dispenseFee)}.
          </Text>
          {effectiveDate !== null && effectiveDate <= serverDay() && (
            <Text>{sinceText(effectiveDate, others, sponsor)}</Text>
          )}
        </Stack>
      </ConfirmDialog>
    </>
  );
}

/** What a price changes that counts already: until the next one counts, and where no price is agreed that goes before it (OPS-41). */
function sinceText(from: string, others: readonly { effectiveDate: string }[], sponsor: string | null): string {
  const next = others
    .map(({ effectiveDate }) => effectiveDate)
    .filter((day) => day > from)
    .toSorted()[0];
  const sent = next
    ? `Shipments sent since ${asDay(from)} and before ${asDay(next)}`
    : `Shipments sent since ${asDay(from)}`;
  return [
    `${sent} are invoiced at this price too.`,
    ...(next ? [`From ${asDay(next)} another price counts.`] : []),
    sponsor === null
      ? 'Where a price is agreed with the sponsor of the trial, that one counts instead.'
      : `It counts for what was sent while the trial was ${sponsor}’s.`,
  ].join(' ');
}
