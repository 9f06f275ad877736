import { Anchor, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useChangeSearch } from '#shared/page-search.ts';
import Records from '#rooms/audit/Records.tsx';

/** `?tab=access` of the users: who had which access on a day, and who has not signed in for 90 days (P11-16). */
export function UserAccess() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const changeSearch = useChangeSearch();
  return (
    <Stack gap="md">
      <Anchor component={Link} to="/settings/user-management" size="sm">
        <IconArrowLeft size={16} aria-hidden style={{ verticalAlign: '-3px' }} /> All users
      </Anchor>
      <Records
        tab="access-report"
        search={search}
        onShow={(tab, rest, how = { replace: false }) => {
          const { status } = search;
          if (tab === 'access-report') changeSearch({ tab: 'access', status, ...rest }, { whole: true, ...how });
          else void navigate({ to: '/account', search: { tab, ...rest } as never, ...how });
        }}
      />
    </Stack>
  );
}
