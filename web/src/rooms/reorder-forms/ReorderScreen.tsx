import { Stack } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useRemembered } from '#kit/remember.ts';
import { SearchField } from '#kit/SearchField.tsx';
import { Failed } from '#kit/States.tsx';
import { MedicationTable } from './MedicationTable.tsx';
import { OrderPanel } from './OrderPanel.tsx';
import { choicesOf, isFound, linesOf, type Quantities, withQuantity } from './order.ts';
import { PrintedOrder } from './PrintedOrder.tsx';
import { useMedicationList } from './queries.ts';
import classes from './reorder-forms.module.css';

const nothing: Quantities = {};

/** The medications that the company orders, for choosing; the order is printed (OPN-39, OPC-96). */
export function ReorderScreen() {
  const { data, isLoading, error, refetch } = useMedicationList();
  const [search, setSearch] = useState('');
  // Chosen is chosen, also after a look at another page.
  const [quantities, setQuantities] = useRemembered<Quantities>('reorder:quantities', nothing);
  // Whoever has the list goes on with it while it cannot be read anew.
  if (error && !data) return <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />;

  const choices = choicesOf(data?.medList ?? []);
  const found = choices.filter((choice) => isFound(choice, search));
  const lines = linesOf(choices, quantities);
  const order = (key: string, typed: string | null) => setQuantities(withQuantity(quantities, key, typed));
  return (
    <div className={classes.screen}>
      <Stack gap="md">
        {choices.length > 0 && (
          <SearchField placeholder="Name, dosage or information" value={search} onChange={setSearch} maw={360} />
        )}
        <MedicationTable
          choices={found}
          quantities={quantities}
          loading={isLoading}
          empty={emptyText(data?.medListId ?? null, choices.length > 0 ? search : '')}
          search={search}
          onChoose={(key, isChosen) => order(key, isChosen ? '1' : null)}
          onClearSearch={choices.length > 0 ? () => setSearch('') : null}
        />
      </Stack>
      {choices.length > 0 && <OrderPanel lines={lines} onQuantity={order} onClear={() => setQuantities(nothing)} />}
      {lines.length > 0 && <PrintedOrder companyName={data?.companyName ?? ''} lines={lines} />}
    </div>
  );
}

function emptyText(medListId: number | null, search: string): string {
  if (search !== '') return `No medication matches “${search.trim()}”.`;
  return medListId === null
    ? 'Your company has no medication list yet.'
    : 'There are no medications in the list of your company.';
}
