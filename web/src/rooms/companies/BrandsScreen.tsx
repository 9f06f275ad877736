import { Anchor, Button, Group, Title, Stack } from '@mantine/core';
import type { BrandInfo } from '@portal/contract/companies/brand-wire.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { isEmptyList, sentenceOf } from '#api/failure.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { Failed } from '#kit/States.tsx';
import { ShownPhone } from '#shared/ShownPhone.tsx';
import { useBrands } from './queries.ts';
import { ownTerms } from './terms.ts';

// Loaded when they are opened: the fields of addresses and phones are heavy.
const BrandDialog = lazyDialog(() => import('./BrandDialog.tsx'), 'BrandDialog');
const AlertsDialog = lazyDialog(() => import('./AlertsDialog.tsx'), 'AlertsDialog');
const TryDialog = lazyDialog(() => import('./TryDialog.tsx'), 'TryDialog');
const TermsDialog = lazyDialog(() => import('./TermsDialog.tsx'), 'TermsDialog');

type Open = { act: 'add' } | { act: 'pharmacy' | 'brand' | 'terms' | 'alerts' | 'try'; brand: BrandInfo };

/** The brands of the company (BST-01, BST-02). */
export function BrandsScreen() {
  const brands = useBrands();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const add = () => setOpen({ act: 'add' });
  const columns: Column<BrandInfo & { portal: string }>[] = [
    {
      accessor: 'companyName',
      title: 'Name',
      sortable: true,
      card: 'head',
      render: (brand) => (
        <Anchor
          component="button"
          type="button"
          fz="inherit"
          ta="left"
          onClick={() => setOpen({ act: 'brand', brand })}
        >
          {brand.companyName}
        </Anchor>
      ),
    },
    { accessor: 'email', title: 'Support email', render: ({ email }) => email ?? '–' },
    {
      accessor: 'supportNumber',
      title: 'Support number',
      noWrap: true,
      render: ({ supportNumber }) => (supportNumber ? <ShownPhone number={supportNumber} /> : '–'),
    },
    { accessor: 'portal', title: 'Portal', render: ({ portal }) => portal },
    { accessor: 'termDocId', title: 'Terms', render: ownTerms },
    {
      accessor: 'action',
      title: 'Action',
      pinned: true,
      card: 'side',
      textAlign: 'right',
      width: 90,
      render: (brand) => (
        <RowMenu
          label={`Actions for ${brand.companyName}`}
          items={[
            { label: 'Update Pharmacy Info', onClick: () => setOpen({ act: 'pharmacy', brand }) },
            { label: 'Update Brand Info', onClick: () => setOpen({ act: 'brand', brand }) },
            { label: 'Update Terms', onClick: () => setOpen({ act: 'terms', brand }) },
            { label: 'Try It', onClick: () => setOpen({ act: 'try', brand }) },
            { label: 'Alerts', onClick: () => setOpen({ act: 'alerts', brand }) },
          ]}
        />
      ),
    },
  ];
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="md">
        <Title order={2} size="h3">
          Brands
        </Title>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          Add New Brand
        </Button>
      </Group>
      {brands.isLoadingError && !isEmptyList(brands.error) ? (
        <Failed message={sentenceOf(brands.error)} onRetry={() => void brands.refetch()} />
      ) : (
        <AppTable
          label="Brands"
          storeKey="brands"
          records={brands.data ?? []}
          columns={columns}
          idAccessor="brandId"
          loading={brands.isLoading}
          empty="There are no brands yet."
        />
      )}
      {open?.act === 'add' && <BrandDialog onClose={close} />}
      {open?.act === 'pharmacy' && <BrandDialog brand={open.brand} pharmacyOnly onClose={close} />}
      {open?.act === 'brand' && <BrandDialog brand={open.brand} onClose={close} />}
      {open?.act === 'alerts' && <AlertsDialog brand={open.brand} onClose={close} />}
      {open?.act === 'try' && <TryDialog brand={open.brand} onClose={close} />}
      {open?.act === 'terms' && <TermsDialog brand={open.brand} onClose={close} />}
    </Stack>
  );
}
