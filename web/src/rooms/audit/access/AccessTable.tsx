import { Anchor, Stack, Text } from '@mantine/core';
import type { Account, AccountState } from '@portal/contract/audit/endpoints.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { ClearButton } from '#shared/ListToolbar.tsx';
import type { NarrowedList } from '#shared/narrowed-list.ts';
import { typeWord } from '#shared/type-word.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { accountName, groupsOf, lastSignIn, organisationOf, rightsOf, stateWords } from './access-row.ts';

const colours: Record<AccountState, string> = {
  invited: 'blue',
  active: 'green',
  deactivated: 'gray',
  unconfirmed: 'yellow',
  reset: 'yellow',
};
const orDash = (text: string) => (text === '' ? '–' : text);

/** The accounts of a day; a name leads to what was changed of it. */
export function AccessTable(props: {
  list: NarrowedList<Account>;
  loading: boolean;
  empty: string;
  pageKey: string;
  onShowChanges: (account: Account) => void;
}) {
  const { list, loading, empty, pageKey, onShowChanges } = props;
  const nothingFound = list.isNarrowed && list.of > 0;
  const columns: Column<Account>[] = [
    {
      accessor: 'name',
      title: 'Name',
      sortable: true,
      card: 'head',
      sortValue: accountName,
      render: (account) => (
        <Stack gap={0} align="flex-start">
          <Anchor
            component="button"
            type="button"
            fz="inherit"
            ta="left"
            aria-label={`${accountName(account)}: changes of this account`}
            onClick={() => onShowChanges(account)}
          >
            {accountName(account)}
          </Anchor>
          {accountName(account) !== account.email && (
            <Text size="xs" c="gray.7">
              {account.email}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      accessor: 'type',
      title: 'Type',
      sortable: true,
      noWrap: true,
      render: ({ type }) => typeWord(type),
    },
    {
      accessor: 'rights',
      title: 'Rights',
      sortable: true,
      sortValue: rightsOf,
      render: (one) => orDash(rightsOf(one)),
    },
    {
      accessor: 'groups',
      title: 'Groups',
      sortable: true,
      sortValue: groupsOf,
      render: (one) => orDash(groupsOf(one)),
    },
    {
      accessor: 'organisation',
      title: 'Partner or Sponsor',
      sortable: true,
      sortValue: organisationOf,
      render: (one) => orDash(organisationOf(one)),
    },
    {
      accessor: 'state',
      title: 'State',
      sortable: true,
      sortValue: ({ state }) => stateWords[state],
      render: ({ state, wasLocked }) => (
        <Stack gap={2} align="flex-start">
          <WordBadge colour={colours[state]}>{stateWords[state]}</WordBadge>
          {wasLocked && <WordBadge colour="orange">Locked that day</WordBadge>}
        </Stack>
      ),
    },
    {
      accessor: 'lastSignInAt',
      title: 'Last Sign-in',
      sortable: true,
      sortValue: ({ lastSignInAt }) => lastSignInAt?.getTime() ?? null,
      render: (account) => (
        <Stack gap={2} align="flex-start">
          <Text size="sm">{lastSignIn(account)}</Text>
          {account.notSignedInFor90Days && <WordBadge colour="orange">Not for 90 days</WordBadge>}
        </Stack>
      ),
    },
  ];
  return (
    <AppTable
      wide
      label="Access report"
      storeKey="access-report"
      records={list.found}
      columns={columns}
      idAccessor="cpId"
      loading={loading}
      empty={nothingFound ? `No account matches ${list.words}.` : empty}
      emptyAction={nothingFound && <ClearButton onClear={list.clear} inList />}
      pageKey={pageKey}
    />
  );
}
