import { Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { useKept } from '#kit/remember.ts';
import { SearchField } from '#kit/SearchField.tsx';
import { Failed } from '#kit/States.tsx';
import { MedicationTable } from './MedicationTable.tsx';
import { OrderPanel } from './OrderPanel.tsx';
import { choicesOf, followed, isFound, linesOf, noOrder, type Order, revived, withQuantity } from './order.ts';
import { PrintedOrder } from './PrintedOrder.tsx';
import { useMedicationList } from './queries.ts';
import classes from './reorder-forms.module.css';

/** The medications that the company orders, for choosing; the order is printed (OPN-39, OPC-96). */
export function ReorderScreen() {
  const { data, isLoading, error, refetch } = useMedicationList();
  const [search, setSearch] = useState('');
  const { cpId } = useViewer();
  // Chosen is chosen, also after a look at another page, and once the page is loaded anew.
  const [kept, setOrder] = useKept<Order>(`reorder:${cpId}:order`, noOrder, revived);
  // A company keeps the list that it once has: one that is not there says nothing of what was chosen.
  const order = data && data.medListId !== null ? followed(kept, data.medList) : kept;
  useEffect(() => {
    if (order !== kept && kept !== noOrder) setOrder(order);
  }, [order, kept, setOrder]);
  // Whoever has the list goes on with it while it cannot be read anew.
  if (error && !data) return <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />;

  const choices = choicesOf(data?.medList ?? []);
  const found = choices.filter((choice) => isFound(choice, search));
  const { quantities, told } = order;
  const lines = linesOf(choices, quantities);
  const choose = (key: string, typed: string | null) =>
    setOrder({ ...order, quantities: withQuantity(quantities, key, typed) });
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
          onChoose={(key, isChosen) => choose(key, isChosen ? '1' : null)}
          onClearSearch={choices.length > 0 ? () => setSearch('') : null}
        />
      </Stack>
      {(choices.length > 0 || told.length > 0) && (
        <OrderPanel
          lines={lines}
          told={told}
          onRead={() => setOrder({ ...order, told: [] })}
          onQuantity={choose}
          onClear={() => setOrder({ ...order, quantities: {} })}
        />
      )}
      {/* Nothing is an order on paper before it is known what has changed of it. */}
      {lines.length > 0 && told.length === 0 && <PrintedOrder companyName={data?.companyName ?? ''} lines={lines} />}
    </div>
  );
}

function emptyText(medListId: number | null, search: string): string {
  if (search !== '') return `No medication matches “${search.trim()}”.`;
  return medListId === null
    ? 'Your company has no medication list yet.'
    : 'There are no medications in the list of your company.';
}
