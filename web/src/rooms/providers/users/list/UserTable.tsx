import { Anchor, Button, Text } from '@mantine/core';
import type { User } from '@portal/contract/providers/user-endpoints.ts';
import { serverNow } from '#api/clock.ts';
import { useViewer } from '#api/viewer.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { RowActions } from '#kit/RowActions.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { ClearButton } from '#shared/ListToolbar.tsx';
import { DotAndWord } from '#shared/DotAndWord.tsx';
import { actionsFor, type UserAct } from '../actions.ts';
import { isExpired, nameOf, statusColours, trainedWord, unconfirmedWords } from '../words.ts';
import type { FoundUsers } from './found-users.ts';

/** The users that were found, with what may be done with each (USR-01 to USR-11, OPC-84). */
export function UserTable(props: {
  list: FoundUsers;
  loading: boolean;
  hasTraining: boolean;
  onOpen: (user: User) => void;
  onTraining: (docId: number, user: User) => void;
  /** Left out for who only looks. */
  onAct: ((act: UserAct, user: User) => void) | undefined;
  onInvite: (() => void) | undefined;
}) {
  const { list, loading, hasTraining, onOpen, onTraining, onAct, onInvite } = props;
  const viewer = useViewer();
  const nothingFound = list.isNarrowed && list.of > 0;
  const link = (user: User, words: string) =>
    onAct && (user.mayManage || user.cpID === viewer.cpId) ? (
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        ta="left"
        style={{ overflowWrap: 'anywhere' }}
        data-person={user.cpID}
        onClick={() => onOpen(user)}
      >
        {words}
      </Anchor>
    ) : (
      words
    );
  const columns: Column<User>[] = [
    {
      accessor: 'name',
      title: 'Name',
      sortable: true,
      card: 'head',
      render: (user) =>
        user.name ? (
          link(user, user.name)
        ) : (
          <Text c="gray.7" fz="inherit">
            Not registered yet
          </Text>
        ),
    },
    {
      accessor: 'email',
      title: 'Email',
      sortable: true,
      render: (user) => (user.name ? user.email : link(user, user.email)),
    },
    { accessor: 'type', title: 'Role', sortable: true, noWrap: true },
    { accessor: 'status', title: 'Status', sortable: true, render: (user) => <Status user={user} /> },
    ...(hasTraining ? [trainingColumn(onTraining)] : []),
    ...(onAct
      ? [
          {
            accessor: 'action',
            title: 'Action',
            pinned: true,
            screenOnly: true,
            card: 'side' as const,
            width: '10rem',
            textAlign: 'right' as const,
            render: (user: User) => (
              <RowActions of={nameOf(user)} items={actionsFor(user, viewer, (act) => onAct(act, user))} />
            ),
          },
        ]
      : []),
  ];
  return (
    <AppTable
      label="Users"
      storeKey="users"
      records={list.found}
      columns={columns}
      idAccessor="cpID"
      loading={loading}
      empty={emptyWords(list, nothingFound)}
      emptyAction={
        nothingFound ? (
          <ClearButton onClear={list.clear} inList />
        ) : (
          onInvite && (
            <Button variant="default" onClick={onInvite}>
              Invite User
            </Button>
          )
        )
      }
      pageKey={list.key}
    />
  );
}

function emptyWords(list: FoundUsers, nothingFound: boolean): string {
  if (!nothingFound) return 'There are no users yet.';
  return list.words ? `No user matches ${list.words}.` : 'No user matches these filters.';
}

/** USR-04, and that an invitation has to be sent again, or that the access cannot be used yet. */
function Status({ user }: { user: User }) {
  const { status, invitationExpiresAt, isUnconfirmed } = user;
  return (
    <div>
      <DotAndWord colour={statusColours[status]}>{status}</DotAndWord>
      {invitationExpiresAt && isExpired(user, serverNow()) && (
        <Text fz="xs" c="var(--portal-amber)">
          Invitation expired on {asClinicTime(invitationExpiresAt)}
        </Text>
      )}
      {isUnconfirmed && (
        <Text fz="xs" c="var(--portal-amber)">
          {unconfirmedWords}
        </Text>
      )}
    </div>
  );
}

/** USR-11: whoever has signed shows the signed form. */
const trainingColumn = (onTraining: (docId: number, user: User) => void): Column<User> => ({
  accessor: 'trainingComplete',
  title: 'Training Completed',
  sortable: true,
  noWrap: true,
  sortValue: trainedWord,
  render: (user) => {
    const { trainingComplete, trainingDocId } = user;
    if (!trainingComplete || trainingDocId === null) return trainedWord(user);
    return (
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        aria-label={`Yes: training form of ${nameOf(user)}`}
        onClick={() => onTraining(trainingDocId, user)}
      >
        Yes
      </Anchor>
    );
  },
});
