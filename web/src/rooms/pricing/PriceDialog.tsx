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
import { plusDays } from '#kit/plus-days.ts';
import { asDay } from '#kit/today.ts';
import type { NewPrice } from './calls.ts';
import { amountNames, type Present, type PriceDraft } from './draft.ts';
import { asMoney, money, perUnit } from './money.ts';
import { isAskedAbout, LargeChange, PriceChange } from './PriceChange.tsx';

/** A new price is typed in, and confirmed before it is sent (PRC-09 to PRC-13). */
export function PriceDialog(props: {
  opened: boolean;
  /** Of whom and of what, such as "Northgate Pharmacy, Aurelix 50 mg, Tablet". */
  about: string;
  start: PriceDraft;
  /** The price that holds today. */
  present?: Present | null;
  /** The unit that the product has now: the price is that of one. */
  unit: string;
  /** From when the others count that were set between the two, until when where they have ended, and for which unit. */
  others?: readonly Other[] | undefined;
  /** The sponsor that agrees it with the partner; none where it is the partner's own. */
  sponsor?: string | null;
  /** Why it was not set; what was typed stays. */
  refused?: string | null;
  busy: boolean;
  onClose: () => void;
  /** Once it is confirmed. The draft comes along, so that it may be opened again where it could not be sent. */
  onSend: (price: NewPrice, draft: PriceDraft) => Promise<void>;
}) {
  const { opened, about, start, present = null, unit, others = [], sponsor = null, refused = null, busy } = props;
  const { onClose, onSend } = props;
  const [typed, setDraft] = useState(start);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  /** The unit that it is confirmed for. */
  const [confirming, setConfirming] = useState<string | null>(null);
  // Another unit ends the question for good: nobody is asked again by the unit of before coming back.
  if (confirming !== null && confirming !== unit) setConfirming(null);
  const isConfirming = confirming === unit;
  // The price of one of another unit says nothing of one of this.
  const isOtherUnit = isOther(typed.quantityUnit, unit);
  const draft = isOtherUnit ? { ...typed, drugPrice: '' } : typed;
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
    ...(field === 'drugPrice'
      ? {
          description: perUnit(unit, others),
          inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
          ...(isOtherUnit && { error: otherUnitText(typed.quantityUnit, unit) }),
        }
      : // PRC-12: a fee is in the currency of the price.
        { rightSection: <Text size="sm">{draft.currency}</Text>, rightSectionWidth: 52 }),
    onBlur: () => draft[field] !== '' && touch(field),
    allowed: money,
    onChange: (kept: string) => type({ [field]: kept, ...(field === 'drugPrice' && { quantityUnit: unit }) }),
  });
  const next = (event: FormEvent) => {
    event.preventDefault();
    if (valid) setConfirming(unit);
  };
  const send = async () => {
    if (effectiveDate === null) return;
    await onSend({ ...amounts, effectiveDate }, draft);
    setConfirming(null);
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
            <DialogFooter refused={refused !== null && !isConfirming && { text: refused }}>
              <DialogCancel disabled={busy} />
              <SubmitButton ready={valid}>Update</SubmitButton>
            </DialogFooter>
          </Stack>
        </form>
      </Dialog>
      <ConfirmDialog
        opened={opened && isConfirming}
        title="Set this price?"
        confirm="Confirm"
        busy={busy}
        danger={isAskedAbout(present, amounts)}
        onConfirm={() => void send()}
        onClose={() => setConfirming(null)}
      >
        <Stack gap="sm">
          {present && isAskedAbout(present, amounts) && <LargeChange present={present} next={amounts} />}
          <Text>
            {about}: {inFull(draft.drugPrice)} {perUnit(unit, others)} from {asDay(effectiveDate)}, with a shipping fee
            of {inFull(draft.shippingFee)} and a dispense fee of {inFull(draft.dispenseFee)}.
          </Text>
          {effectiveDate !== null && effectiveDate <= serverDay() && (
            <Text>
              {sinceText(
                { effectiveDate, quantityUnit: unit },
                others.filter(({ quantityUnit }) => quantityUnit === unit),
                sponsor,
              )}
            </Text>
          )}
          {others.some(({ quantityUnit }) => quantityUnit !== unit) && (
            <Text>What was asked for in another unit is invoiced at the prices of that unit.</Text>
          )}
        </Stack>
      </ConfirmDialog>
    </>
  );
}

interface Other {
  effectiveDate: string;
  endedOn?: string;
  quantityUnit: string;
}

/** None is the one that the product has, whichever that is. */
const isOther = (before: string, now: string): boolean => before !== '' && now !== '' && before !== now;

const otherUnitText = (before: string, now: string): string =>
  `The unit of this product was “${before}” and is “${now}” now, so its price has to be entered again.`;

/**
 * What a price changes that counts already: what was asked for in its unit, until the next one counts, but for the days on which one from
 * a later day held that has ended since, and where no price is agreed that goes before it (OPS-41).
 */
function sinceText(price: Other, others: readonly Other[], sponsor: string | null): string {
  const { effectiveDate: from, quantityUnit } = price;
  const later = others
    .filter(({ effectiveDate }) => effectiveDate > from)
    .toSorted((one, other) => one.effectiveDate.localeCompare(other.effectiveDate));
  const next = later.find(({ endedOn }) => endedOn === undefined)?.effectiveDate;
  const until = next ? ` and before ${asDay(next)}` : '';
  return [
    `What was ${quantityUnit && `asked for in the unit “${quantityUnit}” and `}sent since ${asDay(from)}${until} is invoiced at this price too.`,
    ...daysKept(later, next).map(
      ([first, last]) => `From ${asDay(first)} to ${asDay(last)} a price that has ended counts instead.`,
    ),
    ...(next ? [`From ${asDay(next)} another price counts.`] : []),
    sponsor === null
      ? 'Where a price is agreed with the sponsor of the trial, that one counts instead.'
      : `It counts for what was sent while the trial was ${sponsor}’s.`,
  ].join(' ');
}

/** The days of prices that have ended, by their first ones, before another price counts: from when to when. */
function daysKept(others: readonly Other[], next: string | undefined): [first: string, last: string][] {
  const kept: [string, string][] = [];
  for (const { effectiveDate: first, endedOn } of others) {
    if (endedOn === undefined || (next !== undefined && first >= next)) continue;
    const last = next !== undefined && endedOn >= next ? plusDays(next, -1) : endedOn;
    const before = kept.at(-1);
    if (!before || before[1] < first) kept.push([first, last]);
    else if (before[1] < last) before[1] = last;
  }
  return kept;
}
