import { Button, CloseButton, Group, Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import { beforeWords } from '@portal/contract/lots/rules.ts';
import { longest, messages, type Package, type PackageLabel, type Wanted } from '@portal/contract/shipments/rules.ts';
import { type MouseEvent, useState } from 'react';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { amount } from '#kit/amount.ts';
import { DateField } from '#kit/DateField.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { SuggestField } from '#kit/SuggestField.tsx';
import { asDay } from '#kit/today.ts';
import { inUpperCase } from '#kit/upper-case.ts';
import { AskedAndPacked, ShortTick } from './AskedAndPacked.tsx';
import classes from './Packing.module.css';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { useListedCouriers } from '../queries.ts';
import { useFocusAfter } from '../request/focus-after.ts';
import type { StepProps } from './ReplacementsStep.tsx';
import {
  type DraftItem,
  type DraftPackage,
  leftOf,
  newItem,
  newPackage,
  noLot,
  type Order,
  type Packed,
  packagesOf,
  packedLines,
  checkExpiry,
  type ShippedLot,
  suggestedDay,
  uncheckedItems,
  wantedOf,
} from './shipping-draft.ts';
import { labelOfPackage, problemsOfItem } from './shipping-problems.ts';
import { WholeNumberField } from '../request/WholeNumberField.tsx';

const colours: Record<PackageLabel, string> = {
  'Missing Details': 'orange',
  'Empty Package': 'orange',
  'Incomplete Items': 'orange',
  'Invalid Quantity': 'red',
  'Ready to Ship': 'green',
};

/** A day that nobody has touched is right only by chance (PKG-05). */
const checkDay = 'Please check the expiry: this day is only a suggestion.';
const shippedBefore = ({ shipped }: ShippedLot): string => `${shipped.map(amount).join(' and ')} shipped`;

/** Leaving a field says what is wrong with it, which would move the button away between press and release: the click would be lost. */
const stayInField = (event: MouseEvent) => event.preventDefault();

/** What is packed where (PKG-01 to PKG-10). */
export function PackagesStep({ draft, order, change }: StepProps) {
  const [toDelete, setToDelete] = useState<DraftPackage | null>(null);
  const lines = packedLines(draft, order);
  const wanted = wantedOf(draft, order);
  const packages = packagesOf(draft, order);
  const unchecked = uncheckedItems(draft, order);
  const couriers = useListedCouriers();
  const set = (list: DraftPackage[]) => change({ ...draft, packages: list });
  const { root, focusAfter } = useFocusAfter();
  const add = () => {
    // Most shipments go by one courier.
    const one = newPackage({ courier: draft.packages.at(-1)?.courier });
    set([...draft.packages, one]);
    // The courier may be there already: the keyboard goes to what is still empty.
    focusAfter(`[data-package="${one.key}"] input[value=""]`);
  };
  const remove = (gone: DraftPackage) => {
    const at = draft.packages.findIndex((one) => one.key === gone.key);
    const next = draft.packages[at + 1] ?? draft.packages[at - 1];
    set(draft.packages.filter((one) => one.key !== gone.key));
    focusAfter(next ? `[data-package="${next.key}"] [data-delete]` : '[data-add-package]');
  };
  return (
    <Stack ref={root}>
      {draft.packages.map((one, i) => (
        <PackageCard
          key={one.key}
          number={i + 1}
          one={one}
          label={labelOfPackage(one, draft, order)}
          isUnchecked={one.items.some((item) => unchecked.includes(item))}
          change={(changed) => set(draft.packages.map((other) => (other.key === one.key ? changed : other)))}
          onDelete={() => setToDelete(one)}
          {...{ lines, packages, wanted, order, couriers }}
        />
      ))}
      <Group>
        <Button variant="default" size="xs" onMouseDown={stayInField} onClick={add} data-add-package>
          Add package
        </Button>
      </Group>
      <AskedAndPacked lines={lines} packages={packages} />
      <ShortTick draft={draft} order={order} change={change} />
      <ConfirmDialog
        opened={toDelete !== null}
        title="Delete Package?"
        confirm="Delete package"
        danger
        onConfirm={() => {
          if (toDelete) remove(toDelete);
          setToDelete(null);
        }}
        onClose={() => setToDelete(null)}
      >
        The package and what was entered for its items are removed.
      </ConfirmDialog>
    </Stack>
  );
}

interface Contents {
  lines: Packed[];
  packages: readonly Package[];
  wanted: Wanted;
  order: Order;
}

function PackageCard(
  props: Contents & {
    number: number;
    one: DraftPackage;
    label: PackageLabel;
    couriers: readonly string[];
    /** Nobody has said of one of its days that it is right. */
    isUnchecked: boolean;
    change: (changed: DraftPackage) => void;
    onDelete: () => void;
  },
) {
  const { number, one, label, couriers, isUnchecked, change, onDelete, lines, packages, wanted, order } = props;
  const isReadyUnchecked = isUnchecked && label === 'Ready to Ship';
  const [left, setLeft] = useState({ courier: false, trackingNumber: false });
  const { root, focusAfter } = useFocusAfter<HTMLDivElement>();
  const setItem = (key: number, changes: Partial<DraftItem>) =>
    change({ ...one, items: one.items.map((item) => (item.key === key ? { ...item, ...changes } : item)) });
  const addItem = () => {
    const line = lines.find((candidate) => leftOf(candidate, packages) > 0) ?? lines[0];
    if (!line) return;
    const item = newItem(line.line.orderItemId, leftOf(line, packages) || null, order.today);
    change({ ...one, items: [...one.items, item] });
    focusAfter(`[data-item="${item.key}"] input`);
  };
  const removeItem = (at: number) => {
    change({ ...one, items: one.items.filter((_, i) => i !== at) });
    const next = one.items[at + 1] ?? one.items[at - 1];
    focusAfter(next ? `[data-item="${next.key}"] input` : '[data-add-item]');
  };
  const detail = (field: 'courier' | 'trackingNumber', label: string) => ({
    label,
    required: true,
    value: one[field],
    onBlur: () => setLeft({ ...left, [field]: true }),
    error: left[field] && !one[field].trim() ? messages[field] : undefined,
    most: longest[field],
  });
  return (
    <Paper
      withBorder
      p={{ base: 'sm', sm: 'md' }}
      component="section"
      aria-label={`Package ${number}`}
      data-package={one.key}
    >
      <Stack gap="sm" ref={root}>
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
          <Group gap="4px 12px">
            <Title order={3} size="h5">
              Package {number}
            </Title>
            <WordBadge colour={isReadyUnchecked ? 'yellow' : colours[label]}>{label}</WordBadge>
            {isReadyUnchecked && <WordBadge colour="yellow">{checkExpiry}</WordBadge>}
          </Group>
          <Button
            variant="default"
            c="red.9"
            size="compact-sm"
            flex="none"
            aria-label={`Delete package ${number}`}
            onClick={onDelete}
            data-delete
          >
            Delete package
          </Button>
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
          {/* PKG-03: both in upper case. */}
          <SuggestField
            {...detail('courier', 'Courier')}
            listLabel="Shipped with before"
            options={couriers}
            onType={(_, field) => change({ ...one, courier: inUpperCase(field) })}
            onPick={(courier) => change({ ...one, courier })}
          />
          <LimitedTextInput
            {...detail('trackingNumber', 'Tracking number')}
            onChange={(event) => change({ ...one, trackingNumber: inUpperCase(event.currentTarget) })}
            autoComplete="off"
          />
        </SimpleGrid>
        {one.items.map((item, i) => (
          <Item
            key={item.key}
            name={`Package ${number}, item ${i + 1}`}
            item={item}
            change={(changes) => setItem(item.key, changes)}
            remove={() => removeItem(i)}
            {...{ lines, packages, wanted, order }}
          />
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            aria-label={`Add item to package ${number}`}
            onMouseDown={stayInField}
            onClick={addItem}
            data-add-item
          >
            Add item
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function Item(
  props: Contents & {
    name: string;
    item: DraftItem;
    change: (changes: Partial<DraftItem>) => void;
    remove: () => void;
  },
) {
  const { name, item, change, remove, lines, packages, wanted, order } = props;
  const [leftLot, setLeftLot] = useState(false);
  const line = lines.find((one) => one.line.orderItemId === item.lineId);
  const problems = problemsOfItem(item, line, packages, wanted, order);
  const offered = order.lots.offered(line?.productId ?? 0, item.lotNumber);
  const setDay = (expirationDate: string | null) => change({ expirationDate, isDaySuggested: false });
  const { root, focusAfter } = useFocusAfter<HTMLDivElement>();
  /** The button that sets it goes with that, so the keyboard stays with the day. */
  const pressDay = (day: string | null) => {
    setDay(day);
    focusAfter('[data-day] input');
  };
  return (
    <Paper p="sm" bg="gray.0" role="group" aria-label={name} data-item={item.key} ref={root}>
      <Group align="flex-start" wrap="nowrap" gap="xs">
        <SimpleGrid flex={1} cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
          <Select
            label="Product"
            data={lines.map((one) => ({ value: String(one.line.orderItemId), label: productName(one) }))}
            value={String(item.lineId)}
            onChange={(value) => {
              if (value && Number(value) !== item.lineId) change({ lineId: Number(value), ...noLot(order.today) });
            }}
            allowDeselect={false}
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
          <SuggestField
            label="Lot number"
            listLabel="Lots shipped before"
            required
            value={item.lotNumber}
            options={offered.map((lot) => lot.lotNumber)}
            describe={(lotNumber) => {
              const lot = offered.find((one) => one.lotNumber === lotNumber);
              return lot && `Expires ${asDay(lot.expirationDate)} · ${shippedBefore(lot)}`;
            }}
            onType={(lotNumber) => change({ lotNumber })}
            // The day on record takes the place of whatever was typed.
            onPick={(lotNumber) => change({ lotNumber, ...suggestedDay(order.today) })}
            onBlur={() => setLeftLot(true)}
            error={leftLot || problems.isRecalled ? problems.lotNumber : null}
            most={longest.lotNumber}
          />
          <div data-day>
            <DateField
              label="Expiration date"
              required
              value={problems.day}
              onChange={setDay}
              error={problems.expirationDate}
            />
            {problems.otherDay && (
              <Button variant="default" size="compact-xs" mt={4} onClick={() => pressDay(problems.otherDay)}>
                Use {asDay(problems.otherDay)}
              </Button>
            )}
            {problems.dayOfLot && (
              <Text size="xs" mt={4} c="gray.7">
                As recorded for lot {problems.dayOfLot.lotNumber}.
              </Text>
            )}
            {problems.isEarly && (
              <Text size="xs" mt={4} fw={600} className={classes.check}>
                Expires {beforeWords(order, asDay)}.
              </Text>
            )}
            {problems.isDayUnchecked && !problems.expirationDate && (
              <>
                <Text size="xs" mt={4} className={classes.check}>
                  {checkDay}
                </Text>
                <Button variant="default" size="compact-xs" mt={4} onClick={() => pressDay(problems.day)}>
                  {asDay(problems.day)} is right
                </Button>
              </>
            )}
          </div>
          <WholeNumberField
            label={`Quantity (${line?.quantityUnit ?? ''})`}
            value={item.quantity}
            onChange={(quantity) => change({ quantity })}
            error={problems.quantity}
            description={problems.quantityHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        </SimpleGrid>
        <CloseButton mt={26} aria-label={`Remove ${name}`} onClick={remove} />
      </Group>
    </Paper>
  );
}
