import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useViewer } from '#api/viewer.ts';
import { Notifications } from '#rooms/identity/Notifications.tsx';
import { Recoveries } from '#rooms/identity/Recoveries.tsx';
import { Security } from '#rooms/identity/Security.tsx';
import { Sessions } from '#rooms/identity/Sessions.tsx';
import classes from './Account.module.css';

/** ACC-01, ACC-02, and what a person decides about their own account and, as an administrator, about lost factors. */
export default function Account() {
  const { fName, lName, type, email, adminRights } = useViewer();
  const facts = [
    ['First name', fName],
    ['Last name', lName],
    ['Type', type],
    ['Email', email],
  ] as const;
  return (
    <Stack gap="lg" maw={720}>
      <Card id="person" title="Your details">
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <Group key={name} gap="md" wrap="nowrap" align="baseline">
              <Text component="dt" size="sm" c="dimmed" w={120}>
                {name}
              </Text>
              <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
                {value}
              </Text>
            </Group>
          ))}
        </dl>
      </Card>
      <Card id="notifications" title="Notification Management">
        <Notifications />
      </Card>
      <Card id="security" title="Sign-in and security">
        <Security />
      </Card>
      <Card id="sessions" title="Where you are signed in">
        <Sessions />
      </Card>
      {adminRights && (
        <Card id="recoveries" title="Account recovery requests">
          <Recoveries />
        </Card>
      )}
    </Stack>
  );
}

function Card({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={classes.card} aria-labelledby={`account-${id}`}>
      <Title order={2} id={`account-${id}`} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}
