import { Button, Group, Stack, Title } from '@mantine/core';
import { type User, listUsers } from '@portal/contract/providers/user-endpoints.ts';
import { meets } from '@portal/contract/access.ts';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isEmptyList, sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Empty, Failed } from '#kit/States.tsx';
import { FilterRows } from '#shared/FilterRows.tsx';
import { ListToolbar } from '#shared/ListToolbar.tsx';
import type { UserAct } from './actions.ts';
import { useAskedPerson } from './list/asked-person.ts';
import { useFoundUsers } from './list/found-users.ts';
import { UserFilters } from './list/UserFilters.tsx';
import { UserTable } from './list/UserTable.tsx';
import { useGroups, useIsAdministrator, useUsers } from './queries.ts';
import { nameOf } from './words.ts';

// Loaded when they are opened: most visits only look at the list.
const InviteDialog = lazyDialog(() => import('./invite/InviteDialog.tsx'), 'InviteDialog');
const InviteManyDialog = lazyDialog(() => import('./invite/InviteManyDialog.tsx'), 'InviteManyDialog');
const ActDialog = lazyDialog(() => import('./access/ActDialog.tsx'), 'ActDialog');
const TrainingForm = lazyDialog(() => import('./TrainingForm.tsx'), 'TrainingForm');
const PersonPanel = lazyDialog(() => import('./person/PersonPanel.tsx'), 'PersonPanel');

type Open =
  | { act: 'invite' | 'invite-many' }
  | { act: UserAct; user: User }
  | { act: 'training'; user: User; docId: number };

/** What other rooms tell of a user in the panel. */
export type About = (user: { cpId: number; name: string }) => ReactNode;

const noUsers: readonly User[] = [];

/** The people of a company (USR-01); who has no admin rights only looks (OPN-75). */
export function UsersScreen(props: {
  /** What else can be done, beside inviting. */
  actions?: ReactNode;
  /** What they did, from the audit trail. */
  actsOf: About;
  /** Which access they had on a day. */
  accessOf: About;
}) {
  const { actions, actsOf, accessOf } = props;
  const viewer = useViewer();
  if (!meets(listUsers.access, viewer)) return <Empty message="Your role does not see the users of the company." />;
  return <Users actions={actions} actsOf={actsOf} accessOf={accessOf} />;
}

function Users({ actions, actsOf, accessOf }: Parameters<typeof UsersScreen>[0]) {
  const hasTraining = useViewer().modules.includes('TrialCard');
  const isAdministrator = useIsAdministrator();
  const { data, isLoading, error, refetch } = useUsers();
  const users = data ?? noUsers;
  const groups = useGroups().data ?? noGroups;
  const list = useFoundUsers(users, groups, hasTraining);
  const [open, setOpen] = useState<Open | null>(null);
  const [asked, openPerson, leave] = useAskedPerson();
  const close = () => setOpen(null);
  const invite = () => setOpen({ act: 'invite' });
  // CLN-09: then there are none.
  const isFailed = error !== null && !isEmptyList(error) && data === undefined;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Title order={3}>Users</Title>
        <Group gap="sm">
          {actions}
          {isAdministrator && (
            <>
              <Button
                variant="default"
                leftSection={<IconFileImport size={18} aria-hidden />}
                onClick={() => setOpen({ act: 'invite-many' })}
              >
                Invite from CSV
              </Button>
              <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={invite}>
                Invite User
              </Button>
            </>
          )}
        </Group>
      </Group>
      <ListToolbar
        list={list}
        things="users"
        placeholder="Name or email"
        maxLength={100}
        more={<UserFilters list={list} users={users} groups={groups} />}
      />
      {list.rows.length > 0 && <FilterRows columns={list.columns} rows={list.rows} onChange={list.changeRows} />}
      {isFailed ? (
        <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <UserTable
          list={list}
          loading={isLoading}
          hasTraining={hasTraining}
          onOpen={({ cpID }) => openPerson(cpID)}
          onTraining={(docId, user) => setOpen({ act: 'training', user, docId })}
          onAct={isAdministrator ? (act, user) => setOpen({ act, user }) : undefined}
          onInvite={isAdministrator ? invite : undefined}
        />
      )}
      {asked !== null && isAdministrator && (
        <PersonPanel key={asked} cpId={asked} actsOf={actsOf} accessOf={accessOf} onClose={leave} />
      )}
      {open?.act === 'invite' && <InviteDialog onClose={close} />}
      {open?.act === 'invite-many' && <InviteManyDialog onClose={close} />}
      {open?.act === 'training' && (
        <TrainingForm docId={open.docId} title={`Training form of ${nameOf(open.user)}`} onClose={close} />
      )}
      {open && 'user' in open && open.act !== 'training' && (
        <ActDialog act={open.act} user={open.user} onClose={close} />
      )}
    </Stack>
  );
}

const noGroups: readonly never[] = [];
