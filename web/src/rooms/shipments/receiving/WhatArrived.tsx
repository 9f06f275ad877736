import { Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import type { ItemCondition } from '@portal/contract/shipments/rules.ts';
import { amount } from '#kit/amount.ts';
import { Loading } from '#kit/States.tsx';
import { asDay } from '#kit/today.ts';
import type { WholeRequest } from '../sides.ts';
import { RecalledLots } from '../view/RecalledLots.tsx';
import { Short } from '../view/Short.tsx';
import type { useReceipt } from './receipt.ts';
import classes from './Receiving.module.css';

const conditions: { value: ItemCondition; label: string }[] = [
  { value: 'received', label: 'Received' },
  { value: 'damaged', label: 'Damaged' },
  { value: 'missing', label: 'Missing' },
];

/** What was sent, to be compared with what is there; the site says of each item how it arrived. What cannot be read keeps nobody. */
export function WhatArrived({ receipt }: { receipt: ReturnType<typeof useReceipt> }) {
  const { request } = receipt;
  if (request.isPending)
    return (
      <div className={classes.arrived}>
        <Loading label="Loading what was sent" />
      </div>
    );
  if (!request.data)
    return (
      <Group gap="sm">
        <Text size="sm">What was sent could not be loaded.</Text>
        <Button variant="default" size="compact-sm" onClick={() => void request.refetch()}>
          Try again
        </Button>
      </Group>
    );
  return (
    <section aria-label="What was sent" className={classes.arrived}>
      <Title order={3} size="h5" mb="xs">
        What was sent
      </Title>
      {receipt.asksWhich && (
        <Text size="sm" mb="xs" role="status">
          {`Which items are ${receipt.asksWhich}? Choose it beside them; the others are then recorded as received.`}
        </Text>
      )}
      <Stack gap="sm">
        <RecalledLots row={request.data} whole={request.data} />
        <Short request={request.data} />
        {request.data.packages.map((one, i) => (
          <div key={i}>
            <Text size="sm" fw={600}>
              Package {i + 1} · {one.courier} {one.trackingNumber}
            </Text>
            {one.items.map((item) => (
              <Item key={item.itemId} item={item} request={request.data} receipt={receipt} />
            ))}
          </div>
        ))}
      </Stack>
    </section>
  );
}

function Item(props: {
  item: WholeRequest['packages'][number]['items'][number];
  request: WholeRequest;
  receipt: ReturnType<typeof useReceipt>;
}) {
  const { item, request, receipt } = props;
  const line = request.products.find(({ productId }) => productId === item.productId);
  const name = `${amount({ quantity: item.quantity, quantityUnit: line?.quantityUnit ?? '' })} of ${line ? productName(line) : 'a product'}`;
  return (
    <div className={classes.item}>
      <div className={classes.what}>
        <Text size="sm">{name}</Text>
        <Text size="sm" c="gray.7">
          Lot {item.lotNumber} · expires {asDay(item.lotExpirationDate ?? item.expirationDate)}
        </Text>
      </div>
      {receipt.mayAdd && (
        <Select
          aria-label={`Condition of ${name}, lot ${item.lotNumber}`}
          className={classes.condition}
          size="xs"
          data={conditions}
          placeholder="Not said"
          value={receipt.conditionOf(item.itemId)}
          onChange={(value) => value && receipt.setCondition(item.itemId, value as ItemCondition)}
          allowDeselect={false}
          disabled={receipt.isPending}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      )}
    </div>
  );
}
