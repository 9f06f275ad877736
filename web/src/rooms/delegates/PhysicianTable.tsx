import { Anchor } from '@mantine/core';
import type { Physician } from '@portal/contract/delegates/endpoints.ts';
import { mayEditAccess, mayReinvite } from '@portal/contract/delegates/rules.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { ClearButton } from '#shared/ListToolbar.tsx';
import type { NarrowedList } from '#shared/narrowed-list.ts';
import { ShownPhone } from '#shared/ShownPhone.tsx';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { nameOf, roleWord, statusWord } from './words.ts';

export type RowAct = 'edit' | 'reinvite';
const colours = ['yellow', 'green', 'gray'] as const;

/** The delegates that were found, with what may be done with each (PHY-01, PHY-07). */
export function PhysicianTable(props: {
  list: NarrowedList<Physician>;
  loading: boolean;
  onAct: (act: RowAct, physician: Physician) => void;
  /** Leads to what user management has of them, by their number there. */
  onOpen: (userCpId: number) => void;
}) {
  const { list, loading, onAct, onOpen } = props;
  const nothingFound = list.isNarrowed && list.of > 0;
  const link = ({ userCpId }: Physician, words: string) =>
    userCpId === null ? (
      words
    ) : (
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        ta="left"
        style={{ overflowWrap: 'anywhere' }}
        data-person={userCpId}
        onClick={() => onOpen(userCpId)}
      >
        {words}
      </Anchor>
    );
  const columns: Column<Physician>[] = [
    {
      accessor: 'name',
      title: 'Name',
      sortable: true,
      card: 'head',
      sortValue: nameOf,
      render: (one) => (nameOf(one) ? link(one, nameOf(one)) : '–'),
    },
    {
      accessor: 'email',
      title: 'Email',
      sortable: true,
      render: (one) => (nameOf(one) ? one.email : link(one, one.email)),
    },
    {
      accessor: 'phone',
      title: 'Phone',
      noWrap: true,
      render: ({ phone }) => (phone ? <ShownPhone number={phone} /> : '–'),
    },
    { accessor: 'role', title: 'Role', card: 'hidden', render: () => roleWord },
    {
      accessor: 'status',
      title: 'Status',
      sortable: true,
      sortValue: statusWord,
      render: (one) => <WordBadge colour={colours[one.status]}>{statusWord(one)}</WordBadge>,
    },
    {
      accessor: 'actions',
      title: 'Actions',
      titleHidden: true,
      textAlign: 'right',
      width: 60,
      render: (one) => (
        <RowMenu
          label={`Actions for ${one.email}`}
          items={[
            { label: 'Edit Access', hidden: !mayEditAccess(one.status), onClick: () => onAct('edit', one) },
            { label: 'Re-invite', hidden: !mayReinvite(one.status), onClick: () => onAct('reinvite', one) },
          ]}
        />
      ),
    },
  ];
  return (
    <AppTable
      label="Physician delegates"
      storeKey="physicians"
      records={list.found}
      columns={columns}
      idAccessor="delegateId"
      loading={loading}
      empty={nothingFound ? `No delegate matches ${list.words}.` : 'No physician delegate has been invited yet.'}
      emptyAction={nothingFound && <ClearButton onClear={list.clear} inList />}
      pageKey={list.words}
    />
  );
}
