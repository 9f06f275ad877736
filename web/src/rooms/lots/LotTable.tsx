import { Anchor, Group } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import type { Lot } from '@portal/contract/lots/endpoints.ts';
import { isExpired } from '@portal/contract/lots/rules.ts';
import { serverNow } from '#api/clock.ts';
import { AppTable, type Column, type RemotePage } from '#kit/AppTable.tsx';
import { ClearButton } from '#shared/ListToolbar.tsx';
import { namesOfProducts } from '#shared/product-name.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { asDay, asMoment } from '#kit/today.ts';

/** The lots of one page; from a row to where the lot went. */
export function LotTable(props: {
  lots: readonly Lot[];
  loading: boolean;
  /** What they are narrowed to: what the number begins with, and the words of a filter. */
  narrowedTo: { number: string; filter: string | undefined } | null;
  onClear: () => void;
  remote: RemotePage;
  onTrace: (lotId: number) => void;
}) {
  const nameOf = namesOfProducts(props.lots);
  const columns: Column<Lot>[] = [
    {
      accessor: 'lotNumber',
      title: 'Lot',
      noWrap: true,
      card: 'head',
      render: (lot) => (
        <Group gap="xs" wrap="nowrap" component="span">
          <Anchor
            component="button"
            type="button"
            fz="inherit"
            ta="left"
            data-lot={lot.lotId}
            aria-label={`Where lot ${lot.lotNumber} of ${nameOf(lot)} went`}
            onClick={() => props.onTrace(lot.lotId)}
          >
            {lot.lotNumber}
          </Anchor>
          {lot.recalledAt && <WordBadge colour="red">Recalled</WordBadge>}
        </Group>
      ),
    },
    { accessor: 'drugName', title: 'Product', render: productName },
    { accessor: 'protocolNumber', title: 'Trial' },
    {
      accessor: 'expirationDate',
      title: 'Expiration date',
      noWrap: true,
      render: ({ expirationDate }) => <Expiry day={expirationDate} />,
    },
    {
      accessor: 'createdAt',
      title: 'On record since',
      noWrap: true,
      render: ({ createdAt }) => asMoment(createdAt),
    },
  ];
  return (
    <AppTable
      label="Lots"
      storeKey="lots"
      records={props.lots}
      columns={columns}
      idAccessor="lotId"
      loading={props.loading}
      remote={props.remote}
      empty={
        props.narrowedTo
          ? noneOf(props.narrowedTo)
          : 'No lots yet. A lot is recorded when it is first entered on a package, or beforehand by an administrator.'
      }
      emptyAction={props.narrowedTo && <ClearButton onClear={props.onClear} inList />}
    />
  );
}

const noneOf = ({ number, filter }: { number: string; filter: string | undefined }): string => {
  if (filter === undefined) return 'No lot number starts with this.';
  return number === '' ? `No lot matches “${filter}”.` : `No lot number starts with this and matches “${filter}”.`;
};

export function Expiry({ day }: { day: string }) {
  const today = serverNow().toISOString().slice(0, 10);
  return (
    <Group gap="xs" wrap="nowrap" component="span">
      {asDay(day)}
      {isExpired({ expiresOn: day }, today) && <WordBadge colour="red">Expired</WordBadge>}
    </Group>
  );
}
