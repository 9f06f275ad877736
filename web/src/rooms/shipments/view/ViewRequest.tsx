import { Group, Stack, Table, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { productName } from '@portal/contract/products/product-name.ts';
import { amount } from '#kit/amount.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { ShownPhone } from '#shared/ShownPhone.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { StatusBadge, statusWords, WordBadge } from '#shared/StatusBadge.tsx';
import { asDay, asMoment } from '#kit/today.ts';
import { CommentList } from '../comments/CommentList.tsx';
import { UnreadComments } from '../comments/UnreadComments.tsx';
import { AddressLines, Facts } from './Facts.tsx';
import { namedPackages } from './named-packages.ts';
import { InactiveParticipants } from './InactiveParticipants.tsx';
import { OutdatedAddress } from './OutdatedAddress.tsx';
import { PackageList } from './PackageList.tsx';
import { Part } from './Part.tsx';
import { RecalledLots } from './RecalledLots.tsx';
import { factsOf } from './request-facts.tsx';
import { type Comment, useComments, useRequest } from '../queries.ts';
import { UnsignedForm } from './UnsignedForm.tsx';
import { fullName, loadFailure, shipmentTypeWords } from '../sentences.ts';
import type { Row, WholeRequest } from '../sides.ts';
import { SidewaysTable } from './SidewaysTable.tsx';

const noComments: readonly Comment[] = [];

/** One request, read only (SHV-01). Comments count as read here too once they have been on the screen for 2 s (CMT-05). */
export function ViewRequest({ row, onClose }: { row: Pick<Row, 'srId' | 'gId'>; onClose: () => void }) {
  const { data: request, isError, refetch } = useRequest(row);
  // SHV-02, SHV-03: the spinner stays for 2 s, the comments are asked for after 0.2 s.
  const isReady = useAfter(2000);
  const asksForComments = useAfter(200);
  const { data: comments = noComments } = useComments(row.srId, asksForComments);
  const isShown = isReady && request !== undefined;
  return (
    <Dialog opened onClose={onClose} title={`Shipment request ${row.srId}`} size="xl">
      {!isShown && !isError && <Loading label="Loading the request" />}
      {!isShown && isError && <Failed message={loadFailure} onRetry={() => void refetch()} />}
      {isShown && (
        <Stack gap="lg">
          <About request={request} comments={comments} />
          <Part title="Products">
            <Products request={request} />
          </Part>
          <Part title="Packages">
            <PackageList packages={namedPackages(request)} />
          </Part>
          <Contacts request={request} />
          <Part title="History">
            {request.history.map((entry) => (
              <Text key={`${entry.status}${entry.at.toISOString()}`} size="sm">
                {statusWords[entry.status]} on {asDay(entry.date)} by {entry.by} (entered {asMoment(entry.at)})
              </Text>
            ))}
          </Part>
          <Part title="Comments">
            <CommentList srId={row.srId} comments={comments} />
          </Part>
        </Stack>
      )}
    </Dialog>
  );
}

function useAfter(ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
}

function About({ request, comments }: { request: WholeRequest; comments: readonly Comment[] }) {
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <StatusBadge status={request.status} />
        <Text size="sm" c="gray.7">
          since {asDay(request.dateOfStatusChange)}
        </Text>
        {request.isBatchShipment && <WordBadge colour="gray">Batch</WordBadge>}
      </Group>
      <UnsignedForm request={request} />
      <RecalledLots row={request} whole={request} />
      <InactiveParticipants request={request} />
      <OutdatedAddress request={request} />
      <UnreadComments comments={comments} />
      <Facts facts={factsOf('view', request)} />
    </Stack>
  );
}

function Products({ request }: { request: WholeRequest }) {
  const nameOf = (productId: number | null) => {
    const line = request.products.find((one) => one.productId === productId);
    return line ? productName(line) : 'another product';
  };
  return (
    <SidewaysTable label="Products">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Product</Table.Th>
          <Table.Th scope="col">Directions</Table.Th>
          <Table.Th scope="col" ta="right">
            Days of supply
          </Table.Th>
          <Table.Th scope="col" ta="right">
            Quantity
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {request.products.map((line) => (
          <Table.Tr key={line.orderItemId}>
            <Table.Td>
              {productName(line)}
              {line.isReplacedBy !== null && <Note>Replaced by {nameOf(line.isReplacedBy)}</Note>}
              {line.replacementProduct !== null && <Note>Instead of {nameOf(line.replacementProduct)}</Note>}
            </Table.Td>
            <Table.Td>{line.directions}</Table.Td>
            <Table.Td ta="right">{line.daysOfSupply}</Table.Td>
            <Table.Td ta="right">{amount(line)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </SidewaysTable>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="gray.7">
    {children}
  </Text>
);

/** SHV-05, SHV-06: who ships, and who asked. */
function Contacts({ request }: { request: WholeRequest }) {
  const { address, phone, email } = {
    pharmacy: { address: request.ppAddress, phone: request.ppPhone, email: request.ppEmail },
    wholesaler: { address: request.wpAddress, phone: request.wpPhone, email: request.wpEmail },
  }[request.shipmentType];
  const requester = fullName({ fname: request.requesterFname, lname: request.requesterLname });
  const hasRequester = Boolean(requester || request.requesterEmail || request.requesterPhone);
  return (
    <>
      <Part title={shipmentTypeWords[request.shipmentType]}>
        <Facts
          facts={[
            ['Name', request.partnerName],
            ['Address', <AddressLines key="address" address={address} />],
            ['Phone', phone ? <ShownPhone key="phone" number={phone} /> : 'No Phone'],
            ['Email', email || 'No Email'],
          ]}
        />
      </Part>
      <Part title="Site user">
        {hasRequester ? (
          <Facts
            facts={[
              ['Name', requester || '–'],
              [
                'Phone',
                request.requesterPhone ? <ShownPhone key="phone" number={request.requesterPhone} /> : 'No Phone',
              ],
              ['Email', request.requesterEmail || 'No Email'],
            ]}
          />
        ) : (
          <Text c="gray.7">No site user information available.</Text>
        )}
      </Part>
    </>
  );
}
