import { lastLotPage } from '@portal/contract/lots/rules.ts';
import { expiresSoonDays } from '@portal/contract/needs/rules.ts';
import { Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { useRemembered } from '#kit/remember.ts';
import { SearchField } from '#kit/SearchField.tsx';
import { Failed } from '#kit/States.tsx';
import { LotTable } from './LotTable.tsx';
import { LotTrace } from './LotTrace.tsx';
import { useFreshness, useLots } from './queries.ts';

/** What the address bar says: what the number begins with, the page, and the lot whose way is shown. */
export interface Look {
  search: string;
  page: number;
  lot: number | null;
  /** Only what expires within 60 days. */
  expiresSoon: boolean;
}
interface Props {
  look: Look;
  onLook: (next: Look) => void;
}

/** Lots that were packed, and where each of them went. */
export function LotsScreen({ look, onLook }: Props) {
  useFreshness();
  // The lot that was looked at last: its row has the keyboard again when the list is back, by whatever way.
  const [last, setLast] = useState(look.lot);
  const go = (next: Look) => {
    setLast(next.lot ?? look.lot);
    onLook(next);
  };
  if (look.lot === null) return <Lots look={look} onLook={go} cameFrom={last} />;
  return <LotTrace key={look.lot} lotId={look.lot} onBack={() => go({ ...look, lot: null })} />;
}

function Lots({ look, onLook, cameFrom }: Props & { cameFrom: number | null }) {
  const { search, page, expiresSoon } = look;
  const [size, setSize] = useRemembered('lots:size', 25);
  const { data, error, isError, isFetching, refetch } = useLots(search, expiresSoon, page, size);
  const { lots = [], more = false } = data ?? {};
  const list = useRef<HTMLDivElement>(null);
  const isBack = useRef(cameFrom === null);
  useEffect(() => {
    if (isBack.current || lots.length === 0) return;
    isBack.current = true;
    list.current?.querySelector<HTMLElement>(`[data-lot="${cameFrom}"]`)?.focus();
  }, [cameFrom, lots]);
  return (
    <Stack gap="md" ref={list}>
      <SearchField
        label="Lot number"
        placeholder="What it begins with"
        value={search}
        maxLength={60}
        onChange={(text) => onLook({ ...look, search: text, page: 1 })}
        maw={360}
      />
      <PressedButtons
        label="Show only"
        of={[{ key: 'expires', label: `Expires within ${expiresSoonDays} days`, pressed: expiresSoon }]}
        onPress={() => onLook({ ...look, expiresSoon: !expiresSoon, page: 1 })}
      />
      {isError ? (
        <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <LotTable
          lots={lots}
          loading={isFetching}
          isNarrowed={search.trim() !== '' || expiresSoon}
          remote={{
            page,
            size,
            // How many there are is not counted; that there is a next page is known.
            total: (page - 1) * size + lots.length + (more && page < lastLotPage ? 1 : 0),
            more,
            onPage: (next) => onLook({ ...look, page: next }),
            onSize: (next) => {
              setSize(next);
              onLook({ ...look, page: 1 });
            },
          }}
          onTrace={(lot) => onLook({ ...look, lot })}
        />
      )}
    </Stack>
  );
}
