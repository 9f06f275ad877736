import { Button, Group, Stack, Title } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { trialAdministrators } from '@portal/contract/care-groups/access.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Failed } from '#kit/States.tsx';
import { ListToolbar } from '#shared/ListToolbar.tsx';
import { useNarrowedList } from '#shared/narrowed-list.ts';
import { asSearch, everything, filtered, type GroupFilter, isNarrowed, ofTrials, withOffered } from './filter.ts';
import { filtersOf, isGroupFound } from './found.ts';
import { GroupFilters } from './GroupFilters.tsx';
import { GroupTable, type RowAct } from './GroupTable.tsx';
import { useGroups } from './queries.ts';
import { useUnsupplied } from './configuration/set-up-queries.ts';

// Loaded when they are opened: most visits only look at the table.
const CreateGroupDialog = lazyDialog(() => import('./tree/CreateGroupDialog.tsx'), 'CreateGroupDialog');
const EditGroupDialog = lazyDialog(() => import('./tree/EditGroupDialog.tsx'), 'EditGroupDialog');
const Configuration = lazyDialog(() => import('./configuration/Configuration.tsx'), 'Configuration');

const none: ReadonlyMap<number, never> = new Map<number, never>();

type Open = { act: 'create' } | { act: 'edit' | 'configure'; group: CareGroup };
/** What the dialogs of other rooms are opened with. */
export type Elsewhere = (group: CareGroup) => void;

/** The trials and sites of a company, and what is configured of them (CGP-01 to CGP-11). */
export function CareGroupsScreen(props: {
  filter: GroupFilter;
  onFilter: (filter: GroupFilter) => void;
  /** Absent while there is no such dialog. */
  onCard?: Elsewhere | undefined;
  onProducts?: Elsewhere | undefined;
  /** Leads to the page of a trial. */
  onTrial?: (trialId: number) => void;
}) {
  const { filter: asked, onFilter, onCard, onProducts, onTrial } = props;
  const viewer = useViewer();
  const groups = useGroups();
  const [open, setOpen] = useState<Open | null>(null);
  // OPS-32: asked on its own, since the modules may change while the page is open.
  const mayChange = meets(trialAdministrators, viewer);
  const unsupplied = useUnsupplied(mayChange);
  const all = ofTrials(groups.data ?? []);
  // CGP-17: without a parent that can be chosen nothing could be added.
  const mayAdd = mayChange && (viewer.seesWholeCompany || all.some(({ type }) => type === 'clinicalTrial'));
  const filter = withOffered(all, asked);
  const list = useNarrowedList(filtered(all, filter), isGroupFound, filtersOf(all, unsupplied.data ?? new Map()));
  const narrow = (part: Partial<GroupFilter>) => onFilter({ ...asked, ...part });
  const close = () => setOpen(null);
  const acts: RowAct[] = ['edit', ...(onCard ? ['card' as const] : []), ...(onProducts ? ['products' as const] : [])];
  const act = (what: RowAct, group: CareGroup) => {
    if (what === 'card') onCard?.(group);
    else if (what === 'products') onProducts?.(group);
    else setOpen({ act: what, group });
  };

  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2}>Care Groups</Title>
        {mayAdd && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen({ act: 'create' })}>
            Add New Care Group
          </Button>
        )}
      </Group>
      <ListToolbar
        list={list}
        things="care groups"
        placeholder="Name or sponsor"
        more={<GroupFilters groups={all} filter={filter} onFilter={narrow} />}
      />
      {groups.isError && groups.data === undefined ? (
        <Failed message="There was a problem loading care groups" onRetry={() => void groups.refetch()} />
      ) : (
        <GroupTable
          // Rows come with what they lack, or they would jump.
          groups={unsupplied.isLoading ? [] : list.found}
          all={all}
          loading={groups.isLoading || unsupplied.isLoading}
          unsupplied={unsupplied.data ?? none}
          onTrial={mayChange ? onTrial : undefined}
          down={filter.down}
          narrowed={all.length > 0 && (list.isNarrowed || isNarrowed(filter)) ? list.words : null}
          acts={mayChange ? [...acts, 'configure'] : []}
          pageKey={list.words + JSON.stringify(asSearch(filter))}
          onDown={(down) => narrow({ down })}
          onAct={act}
          onClear={() => {
            list.clear();
            onFilter({ ...everything, down: filter.down });
          }}
        />
      )}
      {open?.act === 'create' && <CreateGroupDialog groups={all} onClose={close} onTrial={onTrial} />}
      {open?.act === 'edit' && <EditGroupDialog group={open.group} onClose={close} />}
      {open?.act === 'configure' && <Configuration group={open.group} onClose={close} />}
    </Stack>
  );
}
