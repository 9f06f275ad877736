import {
  Button,
  CloseButton,
  Group,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import {
  labelOf,
  messages,
  type Package,
  type PackageLabel,
  packagesAreValid,
  packedOf,
  type Wanted,
} from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { DateField } from '#kit/DateField.tsx';
import { WordBadge } from '#kit/StatusBadge.tsx';
import type { StepProps } from './ReplacementsStep.tsx';
import {
  type DraftItem,
  type DraftPackage,
  leftOf,
  newItem,
  newPackage,
  type Packed,
  packagesOf,
  packedLines,
  problemsOfItem,
  wantedOf,
} from './shipping-draft.ts';

const colours: Record<PackageLabel, string> = {
  'Missing Details': 'orange',
  'Empty Package': 'orange',
  'Incomplete Items': 'orange',
  'Invalid Quantity': 'red',
  'Ready to Ship': 'green',
};

/** What is packed where (PKG-01 to PKG-10). */
export function PackagesStep({ draft, order, change }: StepProps) {
  const [toDelete, setToDelete] = useState<DraftPackage | null>(null);
  const lines = packedLines(draft, order);
  const wanted = wantedOf(draft, order);
  const packages = packagesOf(draft, order);
  const set = (list: DraftPackage[]) => change({ ...draft, packages: list });
  const unpacked = lines.filter((line) => packedOf(packages, line.productId) === 0);
  return (
    <Stack>
      {draft.packages.map((one, i) => (
        <PackageCard
          key={one.key}
          number={i + 1}
          one={one}
          label={labelOf(packages[i] as Package, packages, wanted, order.today)}
          change={(changed) => set(draft.packages.map((other) => (other.key === one.key ? changed : other)))}
          onDelete={() => setToDelete(one)}
          {...{ lines, packages, wanted, today: order.today }}
        />
      ))}
      <Group>
        <Button variant="default" size="xs" onClick={() => set([...draft.packages, newPackage()])}>
          Add package
        </Button>
      </Group>
      <Text size="sm" c="gray.7" role="status">
        {packagesAreValid(packages, wanted, order.today)
          ? 'All packages are ready to ship.'
          : unpacked.length > 0
            ? `Not packed yet: ${unpacked.map((line) => line.drugName).join(', ')}.`
            : draft.packages.length === 0
              ? 'Add a package.'
              : 'Complete every package to go on.'}
      </Text>
      <ConfirmDialog
        opened={toDelete !== null}
        title="Delete Package?"
        confirm="Delete package"
        danger
        onConfirm={() => {
          set(draft.packages.filter((one) => one.key !== toDelete?.key));
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
  today: string;
}

function PackageCard(
  props: Contents & {
    number: number;
    one: DraftPackage;
    label: PackageLabel;
    change: (changed: DraftPackage) => void;
    onDelete: () => void;
  },
) {
  const { number, one, label, change, onDelete, lines, packages, wanted, today } = props;
  const [left, setLeft] = useState({ courier: false, trackingNumber: false });
  const setItem = (key: number, changes: Partial<DraftItem>) =>
    change({ ...one, items: one.items.map((item) => (item.key === key ? { ...item, ...changes } : item)) });
  const addItem = () => {
    const line = lines.find((candidate) => leftOf(candidate, packages) > 0) ?? lines[0];
    if (line)
      change({ ...one, items: [...one.items, newItem(line.line.orderItemId, leftOf(line, packages) || null, today)] });
  };
  const detail = (field: 'courier' | 'trackingNumber', name: string) => (
    <TextInput
      label={name}
      required
      value={one[field]}
      // PKG-03.
      onChange={(event) => change({ ...one, [field]: event.currentTarget.value.toUpperCase() })}
      onBlur={() => setLeft({ ...left, [field]: true })}
      error={left[field] && !one[field].trim() ? messages[field] : undefined}
      maxLength={100}
      autoComplete="off"
    />
  );
  return (
    <Paper withBorder p="md" component="section" aria-label={`Package ${number}`}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="sm">
            <Title order={3} size="h5">
              Package {number}
            </Title>
            <WordBadge colour={colours[label]}>{label}</WordBadge>
          </Group>
          <Button
            variant="default"
            c="red.9"
            size="compact-sm"
            aria-label={`Delete package ${number}`}
            onClick={onDelete}
          >
            Delete package
          </Button>
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
          {detail('courier', 'Courier')}
          {detail('trackingNumber', 'Tracking number')}
        </SimpleGrid>
        {one.items.map((item, i) => (
          <Item
            key={item.key}
            name={`Package ${number}, item ${i + 1}`}
            item={item}
            change={(changes) => setItem(item.key, changes)}
            remove={() => change({ ...one, items: one.items.filter((other) => other.key !== item.key) })}
            {...{ lines, packages, wanted, today }}
          />
        ))}
        <Group>
          <Button variant="default" size="xs" aria-label={`Add item to package ${number}`} onClick={addItem}>
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
  const { name, item, change, remove, lines, packages, wanted, today } = props;
  const [leftLot, setLeftLot] = useState(false);
  const line = lines.find((one) => one.line.orderItemId === item.lineId);
  const problems = problemsOfItem(item, line?.productId ?? 0, packages, wanted, today);
  return (
    <Paper p="sm" bg="gray.0" role="group" aria-label={name}>
      <Group align="flex-start" wrap="nowrap" gap="xs">
        <SimpleGrid flex={1} cols={{ base: 1, sm: 2, md: 4 }} spacing="sm" verticalSpacing="sm">
          <Select
            label="Product"
            data={lines.map((one) => ({ value: String(one.line.orderItemId), label: one.drugName }))}
            value={String(item.lineId)}
            onChange={(value) => value && change({ lineId: Number(value) })}
            allowDeselect={false}
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
          <TextInput
            label="Lot number"
            required
            value={item.lotNumber}
            onChange={(event) => change({ lotNumber: event.currentTarget.value })}
            onBlur={() => setLeftLot(true)}
            error={leftLot ? problems.lotNumber : null}
            maxLength={60}
            autoComplete="off"
          />
          <DateField
            label="Expiration date"
            required
            value={item.expirationDate}
            onChange={(day) => change({ expirationDate: day })}
            error={problems.expirationDate}
          />
          <NumberInput
            label={`Quantity (${line?.quantityUnit ?? ''})`}
            required
            value={item.quantity ?? ''}
            onChange={(value) => change({ quantity: typeof value === 'number' ? value : null })}
            error={problems.quantity}
            description={problems.quantityHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            allowDecimal={false}
            clampBehavior="none"
          />
        </SimpleGrid>
        <CloseButton mt={26} aria-label={`Remove ${name}`} onClick={remove} />
      </Group>
    </Paper>
  );
}
