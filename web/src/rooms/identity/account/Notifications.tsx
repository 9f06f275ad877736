import { listNotifications, setNotification } from '@portal/contract/providers/endpoints.ts';
import { alwaysSent } from '@portal/contract/providers/rules.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isEmptyList } from '#api/failure.ts';
import { read, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { Failed } from '#kit/States.tsx';
import { toastFailure } from '#kit/toast.ts';

const problem = 'There was a problem fetching notification preferences.';
const own = (cpId: number) => read(listNotifications, { query: { cp_id: cpId } });
type Preference = Ours<typeof listNotifications.reply>['notificationPreferences'][number];

/** The notification preferences of the person, each with its switch (ACC-02 to ACC-07). */
export function Notifications() {
  const { cpId } = useViewer();
  const list = useQuery(own(cpId));
  const hasNone = isEmptyList(list.error);
  const preferences = hasNone ? [] : list.data?.notificationPreferences;
  const failed = list.isError && !hasNone && <Failed message={problem} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Skeleton height={72} />;
  if (!preferences) return failed;
  if (preferences.length === 0 && !failed) return <Text c="dimmed">No notifications to manage</Text>;
  return (
    <Stack gap="md">
      {failed}
      {preferences.map((preference) => (
        <Preference key={preference.notifId} preference={preference} />
      ))}
      <Text size="sm" c="dimmed">
        {alwaysSent}
      </Text>
    </Stack>
  );
}

/** OPN-45: moves at once, cannot be moved again until the answer, and moves back on failure. Otherwise it shows what is stored (ACC-03). */
function Preference({ preference }: { preference: Preference }) {
  const { cpId } = useViewer();
  const client = useQueryClient();
  const set = useCall(setNotification, { refresh: [listNotifications], quiet: true });
  const { notifId, notifName, notifDescription, notifEnabled } = preference;
  const chosen = set.isPending ? set.variables.body.notificationEnabled : notifEnabled;
  const toggle = (enabled: boolean) => {
    if (set.isPending) return;
    const body = { cp_id: cpId, notificationId: notifId, notificationEnabled: enabled };
    set.mutate(
      { body },
      {
        onError: () => toastFailure(problem),
        // What is stored now, until it has been read again.
        onSuccess: () =>
          client.setQueryData(
            own(cpId).queryKey,
            (before) =>
              before && {
                notificationPreferences: before.notificationPreferences.map((one) =>
                  one.notifId === notifId ? { ...one, notifEnabled: enabled } : one,
                ),
              },
          ),
      },
    );
  };
  return (
    <Switch
      // The label element holds the description too, which would become part of the name.
      aria-label={notifName}
      label={notifName}
      description={notifDescription}
      checked={chosen}
      // Disabled it would lose the focus.
      aria-disabled={set.isPending || undefined}
      onChange={(event) => toggle(event.currentTarget.checked)}
    />
  );
}
