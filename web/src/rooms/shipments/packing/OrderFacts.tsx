import { Stack, Text, Title } from '@mantine/core';
import { amount } from '#kit/amount.ts';
import { asDay } from '#kit/today.ts';
import { fullName, productName, shipToWords } from '../sentences.ts';
import type { WholeRequest } from '../sides.ts';
import { AddressLines, Facts, PeopleLines } from '../view/Facts.tsx';
import classes from './Packing.module.css';

/** What was asked for, in sight while it is packed: for whom, what and how much, until when, where to, and how it is taken. */
export function OrderFacts({ request }: { request: WholeRequest }) {
  const { participants = [] } = request;
  const requester = fullName({ fname: request.requesterFname, lname: request.requesterLname });
  return (
    <aside aria-label="Order" className={classes.order}>
      <Title order={3} size="h5" mb="sm">
        Order
      </Title>
      <Stack gap="sm">
        <Facts
          facts={[
            ['Need by', asDay(request.dateRequired)],
            ['Ship to', shipToWords(request)],
            ...(participants.length > 0
              ? [
                  [
                    participants.length > 1 ? 'Participants' : 'Participant',
                    <PeopleLines key="for" people={participants} />,
                  ] as const,
                ]
              : []),
            ['Trial site', request.siteName],
            ['Address', <AddressLines key="address" address={request.address} />],
            ...(requester ? [['Requested by', requester] as const] : []),
          ]}
        />
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
      </Stack>
    </aside>
  );
}
