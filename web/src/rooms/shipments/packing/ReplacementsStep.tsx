import { Button, Paper, Select, Stack, Text } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';
import type { OrderLine } from '@portal/contract/shipments/endpoints.ts';
import { amount } from '#kit/amount.ts';
import { Notice } from '#kit/Notice.tsx';
import { namesOfProducts } from '#shared/product-name.ts';
import { Amounts } from '../request/ProductFields.tsx';
import { type DraftLine, renamedText } from '../request/request-draft.ts';
import {
  chosenFrom,
  type Order,
  replacementBy,
  type ShippingDraft,
  standInsFor,
  withReplacement,
} from './shipping-draft.ts';

/** What each step gets. */
export interface StepProps {
  draft: ShippingDraft;
  order: Order;
  change: (draft: ShippingDraft) => void;
}

/** SHF-06: per product what goes out instead of it, if anything. */
export function ReplacementsStep({ draft, order, change }: StepProps) {
  const options = order.lines.map((line) => standInsFor(line, draft, order));
  const nameOfLine = namesOfProducts(order.lines);
  const hasAny = options.some((list) => list.length > 0) || draft.replacements.size > 0;
  return (
    <Stack>
      {!hasAny && (
        <Text>There are no replacement products available for these products. Please continue to the next step.</Text>
      )}
      {order.lines.map((line, i) => (
        <Line
          key={line.orderItemId}
          line={line}
          name={nameOfLine(line)}
          options={options[i] ?? []}
          draft={draft}
          replace={(replacement) => change(withReplacement(draft, line, replacement, order.today))}
        />
      ))}
    </Stack>
  );
}

function Line({
  line,
  name,
  options,
  draft,
  replace,
}: {
  line: OrderLine;
  name: string;
  options: Product[];
  draft: ShippingDraft;
  replace: (replacement: DraftLine | null) => void;
}) {
  const replacement = draft.replacements.get(line.orderItemId);
  const product = replacement && chosenFrom(options, replacement);
  const renamed = options.find((one) => one.productId === replacement?.productId);
  return (
    <Paper withBorder p="sm" role="group" aria-label={name}>
      <Stack gap="sm">
        <div>
          <Text fw={600}>{productName(line)}</Text>
          <Text size="sm" c="gray.7">
            {amount(line)} for {line.daysOfSupply} days · {line.directions}
          </Text>
        </div>
        {replacement && !product && (
          <Notice
            tone="warning"
            title={
              (renamed && renamedText(replacement, renamed)) ?? `${replacement.name} cannot be a replacement any more.`
            }
          >
            <Stack gap="xs" align="flex-start">
              {renamed
                ? 'Choose it again or another replacement, or go on without one.'
                : 'Choose another replacement, or go on without one.'}
              <Button variant="default" size="compact-sm" onClick={() => replace(null)}>
                Go on without a replacement
              </Button>
            </Stack>
          </Notice>
        )}
        {options.length > 0 && (
          <Select
            label={`Replacement for ${name}`}
            placeholder="No replacement"
            clearable
            clearButtonProps={{ 'aria-label': 'No replacement' }}
            data={options.map((one) => ({ value: String(one.productId), label: nameOf(one, options) }))}
            value={product ? String(product.productId) : null}
            onChange={(value) => {
              const picked = options.find((one) => String(one.productId) === value);
              replace(picked ? replacementBy(picked, line) : null);
            }}
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
        )}
        {replacement && product && (
          <Amounts line={replacement} product={product} change={(changes) => replace({ ...replacement, ...changes })} />
        )}
      </Stack>
    </Paper>
  );
}

/** Name and form; two that share both are told apart by their unit and item. */
function nameOf(product: Product, options: readonly Product[]): string {
  const name = productName(product);
  if (options.filter((one) => productName(one) === name).length < 2) return name;
  return [name, product.quantityUnit, product.itemDescription || product.itemNumber].filter(Boolean).join(', ');
}
