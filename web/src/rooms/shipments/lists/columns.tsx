import { ActionIcon, Anchor, Box, Button, Group, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { formsToTellOf, numberThenAndNow } from '@portal/contract/shipments/rules.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { amount } from '#kit/amount.ts';
import type { Column } from '#kit/AppTable.tsx';
import { StatusBadge, WordBadge } from '#shared/StatusBadge.tsx';
import { asDay } from '#kit/today.ts';
import { lateWords } from '#shared/late-words.ts';
import type { NameOfProduct } from '#shared/product-name.ts';
import { RequestLink } from './RequestLink.tsx';
import { fullName, nameThenAndNow, shipmentTypeWords, shipToWords } from '../sentences.ts';
import classes from './Shipments.module.css';
import type { Desk, Row } from '../sides.ts';
import { toSign } from '../to-sign.ts';

/** What the tables share: enough of a request to name it, whole or from the reminders. */
type Listed = Pick<
  Row,
  'srId' | 'participants' | 'products' | 'toParticipant' | 'isBatchShipment' | 'shipmentType' | 'siteName'
> &
  Partial<
    Pick<
      Row,
      | 'shortCount'
      | 'damagedCount'
      | 'missingCount'
      | 'status'
      | 'unsignedFormCount'
      | 'deletedFormCount'
      | 'formToSign'
      | 'isForInactive'
      | 'holdsRecalledLot'
    >
  >;

/** The request's number, which is a link to it. */
export const numberColumn = <T extends Listed>(): Column<T> => ({
  accessor: 'srId',
  title: 'Request',
  sortable: true,
  card: 'head',
  render: (row) => (
    <Group gap={4}>
      <RequestLink srId={row.srId} />
      {row.isBatchShipment && <WordBadge colour="gray">Batch</WordBadge>}
      {row.holdsRecalledLot && <WordBadge colour="red">Recalled lot</WordBadge>}
      {row.isForInactive && <WordBadge colour="yellow">Participant not active</WordBadge>}
      <OrderForm row={row} />
    </Group>
  ),
});

/** What still can be signed goes before what nobody can sign any more. */
function OrderForm({
  row: { srId, status, unsignedFormCount = 0, deletedFormCount, formToSign = null },
}: {
  row: Listed;
}) {
  const { unsigned, deleted } = status
    ? formsToTellOf({ status, unsignedFormCount, deletedFormCount })
    : { unsigned: 0, deleted: 0 };
  if (unsigned > 0) return <FormNotSigned srId={srId} formToSign={formToSign} />;
  return deleted > 0 && <WordBadge colour="yellow">Form deleted</WordBadge>;
}

/** Whose turn it is to sign is led to the form. */
function FormNotSigned({ srId, formToSign }: Pick<Row, 'srId' | 'formToSign'>) {
  const words = 'Form not signed';
  if (formToSign === null) return <WordBadge colour="yellow">{words}</WordBadge>;
  return (
    <Anchor
      className={classes.toSign}
      aria-label={`${words}: sign the form of request ${srId}`}
      renderRoot={(props) => <Link {...props} {...toSign(formToSign)} />}
    >
      <WordBadge colour="yellow">{words}</WordBadge>
    </Anchor>
  );
}

/** ROL-29, SHP-10: not for wholesalers. */
export const participantColumns = <T extends Listed>(desk: Desk): Column<T>[] =>
  desk === 'wholesaler'
    ? []
    : [
        {
          accessor: 'subjectNumber',
          title: 'Subject Number',
          card: 'first',
          sortable: true,
          width: 72,
          sortValue: (row) => row.participants?.[0]?.subjectNumber,
          render: (row) => <Some of={row.participants?.map(numberThenAndNow) ?? []} />,
        },
        {
          accessor: 'name',
          title: 'Name',
          card: 'second',
          sortable: true,
          sortValue: (row) => row.participants?.[0] && fullName(row.participants[0]),
          render: (row) => <Some of={row.participants?.map(nameThenAndNow) ?? []} />,
        },
      ];

/** The first two, and how many more there are. */
function Some({ of: all }: { of: string[] }) {
  if (all.length === 0) return '–';
  const shown = all.length > 3 ? all.slice(0, 2) : all;
  return (
    <>
      {shown.map((one, i) => (
        <div key={i} className={classes.one}>
          {one}
        </div>
      ))}
      {all.length > shown.length && (
        <Text size="sm" c="gray.7">
          and {all.length - shown.length} more
        </Text>
      )}
    </>
  );
}

export const productsColumn = <T extends Listed>(nameOf: NameOfProduct): Column<T> => ({
  accessor: 'products',
  title: 'Products',
  card: 'plain',
  render: (row) => (
    <Box miw={112} className={classes.long}>
      {row.products.map((line) => (
        <div key={line.productId}>
          {nameOf(line)}, {amount(line)}
        </div>
      ))}
      <NotWhole count={row.shortCount} word="short" />
      <NotWhole count={row.damagedCount} word="damaged" />
      <NotWhole count={row.missingCount} word="missing" />
    </Box>
  ),
});

/** What was not sent, or did not arrive in good order. */
function NotWhole({ count = 0, word }: { count: number | undefined; word: 'short' | 'damaged' | 'missing' }) {
  if (count === 0) return null;
  return (
    <Text size="xs" fw={600} c="var(--portal-amber)">
      {count} {word}
    </Text>
  );
}

const shipTo = 'Ship To';

/** Which kind of partner ships, and whom it goes to. */
export const shipmentTypeColumn = <T extends Listed>(): Column<T> => ({
  accessor: 'shipmentType',
  title: 'Shipment Type',
  sortable: true,
  card: 'plain',
  width: 96,
  render: (row) => (
    <Pair
      className={classes.inLine}
      second={
        <>
          <span className={classes.onCard}>{shipTo}: </span>
          {shipToWords(row)}
        </>
      }
    >
      {shipmentTypeWords[row.shipmentType]}
    </Pair>
  ),
});

/** Two things that belong together, in one cell. */
function Pair({
  children,
  second,
  className = '',
}: {
  children: ReactNode;
  second: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div className={`${classes.long} ${className}`}>
      {children}
      <Text c="gray.7" fz="inherit" lh="inherit">
        {second}
      </Text>
    </div>
  );
}

const shipToColumn: Column<Row> = {
  accessor: 'toParticipant',
  title: shipTo,
  noWrap: true,
  render: shipToWords,
};

/** SHP-09: a site sees which kind of partner ships, a partner sees which trial and site it is for. */
export const partyColumns = (desk: Desk): Column<Row>[] =>
  desk === 'site'
    ? [shipmentTypeColumn()]
    : [
        {
          accessor: 'protocolNumber',
          title: 'Protocol Number',
          sortable: true,
          width: 128,
          render: (row) => <Pair second={row.siteName}>{row.protocolNumber}</Pair>,
        },
        shipToColumn,
      ];

export const statusColumn = <T extends Pick<Row, 'status'>>(): Column<T> => ({
  accessor: 'status',
  title: 'Status',
  sortable: true,
  card: 'side',
  render: (row) => <StatusBadge status={row.status} />,
});

export const dayColumn = <T,>(accessor: keyof T & string, title: string): Column<T> => ({
  accessor,
  title,
  sortable: true,
  noWrap: true,
  width: 96,
  render: (row) => asDay(row[accessor] as string | null) || '–',
});

/** A day by which something is to be done: how late it is stands with it. */
export const dueColumn = <T,>(
  accessor: keyof T & string,
  title: string,
  daysLateOf: (row: T) => number | null,
): Column<T> => ({
  ...dayColumn<T>(accessor, title),
  render: (row) => (
    <>
      {asDay(row[accessor] as string | null) || '–'}
      <DaysLate days={daysLateOf(row)} />
    </>
  ),
});

function DaysLate({ days }: { days: number | null }) {
  if (days === null) return null;
  return (
    <Text size="xs" fw={600} c={days > 0 ? 'red.9' : 'var(--portal-amber)'}>
      {lateWords(days)}
    </Text>
  );
}

/** When it was sent, and how it is found on its way. */
export const shippedColumn: Column<Row> = {
  ...dayColumn<Row>('dateShipped', 'Shipped On'),
  width: 120,
  render: ({ dateShipped, parcels: [parcel, ...others] }) => {
    const sent =
      parcel && `${parcel.courier} ${parcel.trackingNumber}${others.length > 0 ? ` and ${others.length} more` : ''}`;
    return (
      <Pair
        second={
          sent && (
            <span className={classes.sent} title={sent}>
              {sent}
            </span>
          )
        }
      >
        {asDay(dateShipped) || '–'}
      </Pair>
    );
  },
};

/** SHP-19: how many comments there are, loud when some are unread; and whether there are documents. */
export const commentsColumn = (open: (kind: 'comments' | 'documents', row: Row) => void): Column<Row> => ({
  accessor: 'totalCommentCount',
  title: 'Comments',
  sortable: true,
  noWrap: true,
  width: 88,
  sortValue: (row) => row.totalCommentCount - row.readCommentCount,
  render: (row) => {
    const unread = row.totalCommentCount - row.readCommentCount;
    return (
      <Group gap={2} wrap="nowrap" data-nothing={row.totalCommentCount + row.documentCount === 0 || undefined}>
        <Button
          variant={unread > 0 ? 'light' : 'subtle'}
          color={unread > 0 ? undefined : 'gray.8'}
          c={unread > 0 ? 'bright' : undefined}
          fw={unread > 0 ? 600 : 400}
          size="compact-xs"
          h={24}
          miw={28}
          aria-label={`Comments on request ${row.srId}: ${unread > 0 ? `${unread} unread` : row.totalCommentCount}`}
          onClick={() => open('comments', row)}
        >
          {unread > 0 ? `${unread} unread` : row.totalCommentCount}
        </Button>
        {row.documentCount > 0 && (
          <ActionIcon
            variant="subtle"
            color="gray.7"
            size={24}
            aria-label={`Documents of request ${row.srId}: ${row.documentCount}`}
            title={row.documentCount === 1 ? '1 document' : `${row.documentCount} documents`}
            onClick={() => open('documents', row)}
          >
            <IconPaperclip size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    );
  },
});
