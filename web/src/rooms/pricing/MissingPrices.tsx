import { Anchor, Stack } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import { listMissingPrices, type MissingPrice } from '@portal/contract/pricing/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { read } from '#api/queries.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { Section } from '#kit/Section.tsx';
import { Failed } from '#kit/States.tsx';
import { type NameOfProduct, namesOfProducts } from '#shared/product-name.ts';
import { useFreshness, useGroups, withNameApart } from './queries.ts';
import { kindWord } from './words.ts';

const PricesDialog = lazyDialog(() => import('./PricesDialog.tsx'), 'PricesDialog');

/**
 * What partners supply, or have shipped, without a price. It takes the place of the picks while it is shown; each row leads to its own. The
 * panels there have suppliers alone, so the prices of who is none open here.
 */
export function MissingPrices(props: {
  shown: boolean;
  onShow: (shown: boolean) => void;
  onPick: (missing: MissingPrice) => void;
}) {
  const { shown, onShow, onPick } = props;
  useFreshness();
  const { data, isLoading, isError, refetch } = useQuery(read(listMissingPrices));
  const missing = (data?.missing ?? []).map(withNameApart);
  const groups = useGroups();
  const [open, setOpen] = useState<MissingPrice | null>(null);
  const trial = groups.data?.find(({ gId }) => gId === open?.gId);
  const pick = (row: MissingPrice) => (row.isSupplier === false ? setOpen(row) : onPick(row));
  return (
    <Stack gap="md">
      <PressedButtons
        label="Show only"
        of={[{ key: 'missing', label: 'Missing prices', count: data && missing.length, pressed: shown }]}
        onPress={() => {
          setOpen(null);
          onShow(!shown);
        }}
      />
      {shown && (
        <Section
          title="Missing Prices"
          hint="supplied without a price that is valid today, or shipped without one by a partner that does not supply it"
          count={data && missing.length}
        >
          {isError && !data ? (
            <Failed message={listMissingPrices.failure} onRetry={() => void refetch()} />
          ) : (
            <AppTable
              label="Missing Prices"
              storeKey="missing-prices"
              records={missing}
              columns={columns(namesOfProducts(missing), pick)}
              idAccessor={({ productId, partnerId }) => `${productId} ${partnerId}`}
              loading={isLoading}
              empty="Everything that is supplied has a price, and nothing else was shipped without one."
            />
          )}
        </Section>
      )}
      {open && !trial && groups.isError && (
        <Failed message={sentenceOf(groups.error)} onRetry={() => void groups.refetch()} />
      )}
      {open && trial && (
        <PricesDialog
          group={trial}
          kind={open.partnerType}
          partner={{ partnerId: open.partnerId, name: open.partnerName }}
          product={open}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}

const columns = (nameOf: NameOfProduct, onPick: (missing: MissingPrice) => void): Column<MissingPrice>[] => [
  {
    accessor: 'drugName',
    title: 'Product',
    sortable: true,
    render: (row) => (
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        ta="left"
        aria-label={`Prices of ${nameOf(row)} at ${row.partnerName}`}
        onClick={() => onPick(row)}
      >
        {productName(row)}
      </Anchor>
    ),
  },
  { accessor: 'trialName', title: 'Trial', sortable: true },
  { accessor: 'partnerName', title: 'Partner', sortable: true },
  { accessor: 'partnerType', title: 'Partner type', sortable: true, render: (row) => kindWord[row.partnerType] },
  {
    accessor: 'isSupplier',
    title: 'Why',
    sortable: true,
    sortValue: (row) => whyOf(row),
    render: (row) => whyOf(row),
  },
];

const whyOf = ({ isSupplier }: MissingPrice): string => (isSupplier === false ? 'Was shipped' : 'Is supplied');
