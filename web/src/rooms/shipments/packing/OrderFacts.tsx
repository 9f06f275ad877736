import { Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { productName } from '@portal/contract/products/product-name.ts';
import { amount } from '#kit/amount.ts';
import { DocumentsToOpen } from '../documents/DocumentsToOpen.tsx';
import { fullName } from '../sentences.ts';
import type { WholeRequest } from '../sides.ts';
import { Facts } from '../view/Facts.tsx';
import { factsOf } from '../view/request-facts.tsx';
import { Waiting } from '../view/Waiting.tsx';
import classes from './Packing.module.css';

/** What was asked for, in sight while it is packed: for whom and where to, until when, what and how much, and how it is taken; and its documents, the order form among them. */
export function OrderFacts({ request }: { request: WholeRequest }) {
  const requester = fullName({ fname: request.requesterFname, lname: request.requesterLname });
  // Beside the packages it scrolls by itself, and what scrolls must be reachable by keyboard; below them it is no stop.
  const isBeside = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <aside aria-label="Order" className={classes.order} tabIndex={isBeside ? 0 : undefined}>
      <Title order={3} size="h5" mb="sm">
        Order
      </Title>
      <Stack gap="sm">
        <Facts facts={[...factsOf('order', request), ...(requester ? [['Requested by', requester] as const] : [])]} />
        {request.products
          .filter((line) => line.isReplacedBy === null)
          .map((line) => (
            <div key={line.orderItemId}>
              <Text fw={600}>
                {amount(line)} of {productName(line)}
              </Text>
              <Text size="sm">
                {line.daysOfSupply} days · {line.directions}
              </Text>
              {line.label && <Text size="sm">Label: {line.label}</Text>}
            </div>
          ))}
        <DocumentsToOpen srId={request.srId} waiting={<Waiting />} />
      </Stack>
    </aside>
  );
}
