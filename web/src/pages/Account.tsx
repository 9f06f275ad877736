import { Group, Stack, Text, Title } from '@mantine/core';
import { useViewer } from '#api/viewer.ts';
import { Notifications } from '#rooms/identity/Notifications.tsx';
import classes from './Account.module.css';

/** ACC-01, ACC-02. */
export default function Account() {
  const { fName, lName, type, email } = useViewer();
  const facts = [
    ['First name', fName],
    ['Last name', lName],
    ['Type', type],
    ['Email', email],
  ] as const;
  return (
    <Stack gap="lg" maw={720}>
      <section className={classes.card} aria-labelledby="account-person">
        <Title order={2} id="account-person" mb="sm">
          Your details
        </Title>
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <Group key={name} gap="md" wrap="nowrap" align="baseline">
              <Text component="dt" size="sm" c="dimmed" w={120}>
                {name}
              </Text>
              <Text component="dd" size="sm" m={0}>
                {value}
              </Text>
            </Group>
          ))}
        </dl>
      </section>
      <section className={classes.card} aria-labelledby="account-notifications">
        <Title order={2} id="account-notifications" mb="sm">
          Notification Management
        </Title>
        <Notifications />
      </section>
    </Stack>
  );
}
