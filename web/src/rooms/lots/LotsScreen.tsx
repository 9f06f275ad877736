import { expiries, lastLotPage, soonDays } from '@portal/contract/lots/rules.ts';
import { Button, Group, Stack } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { addLot } from '@portal/contract/lots/endpoints.ts';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { closeFirst } from '#kit/close-first.ts';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { useRemembered } from '#kit/remember.ts';
import { SearchField } from '#kit/SearchField.tsx';
import { Failed } from '#kit/States.tsx';
import { useListSearch } from '#shared/list-search.ts';
import { ClearButton } from '#shared/ListToolbar.tsx';
import { RowHeightSwitch } from '#shared/RowHeightSwitch.tsx';
import { seesTrial } from '#shared/sees-trial.ts';
import { AddLot } from './AddLot.tsx';
import { LotTable } from './LotTable.tsx';
import { LotTrace } from './LotTrace.tsx';
import { useFreshness, useGroups, useLots } from './queries.ts';

/** What the address bar says beside what is searched for: the page, and the lot whose way is shown. */
export interface Look {
  page: number;
  lot: number | null;
}
interface Props {
  look: Look;
  onLook: (next: Look) => void;
}

const longest = 60;
/** What the list is narrowed to, one at a time. */
const filters = [...expiries, 'recalled'] as const;
const filterWords = {
  expired: 'Expired',
  soon: `Expires within ${soonDays} days`,
  recalled: 'Recalled',
} as const;

/** Lots on record, and where each of them went. */
export function LotsScreen({ look, onLook }: Props) {
  useFreshness();
  // The lot that was looked at last: its row has the keyboard again when the list is back, by whatever way.
  const [last, setLast] = useState(look.lot);
  const go = (next: Look) => {
    setLast(next.lot ?? look.lot);
    onLook(next);
  };
  if (look.lot === null) return <Lots look={look} onLook={go} cameFrom={last} />;
  return (
    <LotTrace
      key={look.lot}
      lotId={look.lot}
      onBack={() => go({ ...look, lot: null })}
      onTrace={(lot) => go({ ...look, lot })}
    />
  );
}

function Lots({ look, onLook, cameFrom }: Props & { cameFrom: number | null }) {
  const { page } = look;
  const [{ text, sought, statuses }, change] = useListSearch();
  const filter = filters.find((one) => statuses.includes(one));
  const [size, setSize] = useRemembered('lots:size', 25);
  const asked = {
    search: sought.slice(0, longest),
    expiry: expiries.find((one) => one === filter),
    recalled: filter === 'recalled' || undefined,
    page,
    pageSize: size,
  };
  const { data, error, isLoadingError, isFetching, refetch } = useLots(asked);
  const narrow = (next: Parameters<typeof change>[0]) => {
    if (page > 1) onLook({ ...look, page: 1 });
    change(next);
  };
  const clear = () => narrow({ text: '', statuses: [] });
  const isNarrowed = text.trim() !== '' || filter !== undefined;
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
      <Group align="flex-end" gap="sm">
        <SearchField
          label="Lot number"
          placeholder="What it begins with"
          value={text}
          maxLength={longest}
          onChange={(typed) => narrow({ text: typed })}
          w={280}
        />
        <Group gap="xs" mih={36}>
          <PressedButtons
            label="Show only"
            of={filters.map((key) => ({ key, label: filterWords[key], pressed: key === filter }))}
            onPress={(key) => narrow({ statuses: key === filter ? [] : [key] })}
          />
          {isNarrowed && lots.length > 0 && <ClearButton onClear={clear} />}
          <RowHeightSwitch />
        </Group>
        <RecordLot onAdded={(lot) => onLook({ ...look, lot })} />
      </Group>
      {isLoadingError ? (
        <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <LotTable
          lots={lots}
          loading={isFetching}
          narrowedTo={isNarrowed ? { number: text.trim(), filter: filter && filterWords[filter] } : null}
          onClear={clear}
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
            // How many pages there are is not known.
            onEmpty: () => onLook({ ...look, page: 1 }),
          }}
          onTrace={(lot) => onLook({ ...look, lot })}
        />
      )}
    </Stack>
  );
}

/** Offered to whoever administers a trial as a whole: it may be recalled for all of its sites then. */
function RecordLot({ onAdded }: { onAdded: (lotId: number) => void }) {
  const viewer = useViewer();
  const { data: groups = [] } = useGroups();
  const [isOpen, setIsOpen] = useState(false);
  const trials = groups.filter((one) => one.type === 'clinicalTrial' && seesTrial(viewer, one));
  if (!meets(addLot.access, viewer) || trials.length === 0) return null;
  return (
    <>
      <Button variant="default" ml="auto" onClick={() => setIsOpen(true)}>
        Record a lot
      </Button>
      {isOpen && (
        <AddLot
          trials={trials}
          onAdded={(lotId) => {
            closeFirst(() => setIsOpen(false));
            onAdded(lotId);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
