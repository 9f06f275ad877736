import { Anchor, Group, Text } from '@mantine/core';
import { configureFirst } from '@portal/contract/cards/rules.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { SupplyPart } from '@portal/contract/pricing/set-up-endpoints.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { ClearButton } from '#shared/ListToolbar.tsx';
import { distinctNames } from '#shared/site-names.ts';
import classes from './care-groups.module.css';
import { placesByTrial } from './found.ts';
import { GroupStatus } from './GroupStatus.tsx';
import { Unsupplied } from './configuration/Unsupplied.tsx';

export type RowAct = 'edit' | 'card' | 'products' | 'configure';

/** The trials and sites of a company, with what may be done with each (CGP-01 to CGP-03, CGP-09). */
export function GroupTable(props: {
  groups: readonly CareGroup[];
  /** Those that are not shown too. */
  all: readonly CareGroup[];
  loading: boolean;
  down: boolean;
  /** In words what they are narrowed to, if they are. */
  narrowed: string | null;
  /** Those that may be done here; none hides the menu (CGP-10). */
  acts: readonly RowAct[];
  /** What the sites lack that cannot be supplied yet. */
  unsupplied: ReadonlyMap<number, readonly SupplyPart[]>;
  /** Leads to the page of a trial; without it the name opens the configuration. */
  onTrial: ((trialId: number) => void) | undefined;
  pageKey: string;
  onDown: (down: boolean) => void;
  onAct: (act: RowAct, group: CareGroup) => void;
  onClear: () => void;
}) {
  const { groups, all, acts, down, narrowed, unsupplied, onTrial, onAct } = props;
  const nameOf = distinctNames(all, all, 'groupName');
  const open = (group: CareGroup) =>
    group.type === 'clinicalTrial' && onTrial ? onTrial(group.gId) : onAct('configure', group);
  const placeOf = placesByTrial(all, down);
  const columns: Column<CareGroup>[] = [
    {
      accessor: 'groupName',
      title: 'Name',
      sortable: true,
      card: 'head',
      // The table turns round what is sorted from the end.
      sortValue: (group) => (down ? -placeOf(group) : placeOf(group)),
      render: (group) => {
        const above = all.find(({ gId }) => gId === group.parentId);
        return (
          <div className={above ? classes.below : undefined}>
            {acts.includes('configure') ? (
              <Anchor component="button" type="button" fz="inherit" ta="left" onClick={() => open(group)}>
                {nameOf(group)}
              </Anchor>
            ) : (
              nameOf(group)
            )}
            <Text c="gray.7" fz="xs">
              {group.groupType}
              {above && ` of ${above.groupName}`}
            </Text>
          </div>
        );
      },
    },
    { accessor: 'displayName', title: 'Display Name' },
    { accessor: 'sponsorName', title: 'Sponsor', render: ({ sponsorName }) => sponsorName ?? '–' },
    {
      accessor: 'status',
      title: 'Status',
      render: (group) => (
        <Group gap="xs">
          <GroupStatus group={group} />
          <Unsupplied missing={unsupplied.get(group.gId)} />
        </Group>
      ),
    },
    {
      accessor: 'actions',
      title: 'Action',
      pinned: true,
      card: 'side',
      width: 56,
      textAlign: 'right',
      render: (group) => (
        <RowMenu
          label={`Actions for ${nameOf(group)}`}
          items={[
            { label: 'Edit care group', hidden: !acts.includes('edit'), onClick: () => onAct('edit', group) },
            {
              label: 'Add card',
              hidden: !acts.includes('card') || group.type !== 'clinicalTrial',
              hint: group.trialConfigured === 'configured' ? undefined : configureFirst,
              onClick: () => onAct('card', group),
            },
            {
              label: 'Product management',
              hidden: !acts.includes('products'),
              onClick: () => onAct('products', group),
            },
            {
              label: 'Group configuration',
              hidden: !acts.includes('configure'),
              onClick: () => onAct('configure', group),
            },
          ]}
        />
      ),
    },
  ];
  return (
    <AppTable
      label="Care Groups"
      storeKey="care-groups"
      records={groups}
      columns={columns}
      idAccessor="gId"
      loading={props.loading}
      pageSize={10}
      empty={
        narrowed === null
          ? 'There are no care groups yet.'
          : narrowed === ''
            ? 'No care group matches these filters.'
            : `No care group matches ${narrowed}.`
      }
      emptyAction={narrowed !== null && <ClearButton onClear={props.onClear} inList />}
      sorting={{ order: { accessor: 'groupName', down }, onOrder: (order) => props.onDown(order.down) }}
      pageKey={props.pageKey}
    />
  );
}
