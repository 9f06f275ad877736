import '#kit/later-styles.ts';
import { Skeleton, Stack, Tabs, Title } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { reviewerAccess } from '@portal/contract/audit/endpoints.ts';
import { recoveryDeciders } from '@portal/contract/identity/account-endpoints.ts';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useViewer } from '#api/viewer.ts';
import { useChangeSearch } from '#shared/page-search.ts';
import { Keys } from '#rooms/identity/account/Keys.tsx';
import { Notifications } from '#rooms/identity/account/Notifications.tsx';
import { OwnDetails } from '#rooms/identity/account/OwnDetails.tsx';
import { Recoveries } from '#rooms/identity/recovery/Recoveries.tsx';
import { Security } from '#rooms/identity/account/Security.tsx';
import { Sessions } from '#rooms/identity/account/Sessions.tsx';
import { lazyPart } from '#kit/lazy-part.tsx';
import classes from './Account.module.css';

// Few people review the records, and they do not do it at every visit.
const Records = lazyPart(() => import('#rooms/audit/Records.tsx'), 'default', <Skeleton height={240} />);

/** `/account`: for reviewers with the records beside it, `?tab=audit-trail`, `?tab=access-report` and `?tab=security-events`. */
export default function Account() {
  const viewer = useViewer();
  return meets(reviewerAccess, viewer) ? <WithRecords /> : <OwnAccount />;
}

const tabs = {
  own: 'Your Account',
  'audit-trail': 'Audit Trail',
  'access-report': 'Access Report',
  'security-events': 'Security Events',
} as const;
type Tab = keyof typeof tabs;

function WithRecords() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const changeSearch = useChangeSearch();
  const tab = tabOf(search['tab']);
  /** What a tab shows stands in the address, so that it is there again after going back or loading the page anew. */
  const show = (next: Tab, rest: object = {}, how: { replace?: boolean } = {}) => {
    const { status } = next === tab ? search : {};
    changeSearch(next === 'own' ? {} : { tab: next, status, ...rest }, { whole: true, ...how });
  };
  return (
    <Tabs value={tab} onChange={(next) => show(tabOf(next))} keepMounted={false}>
      <Tabs.List aria-label="Account" mb="lg">
        {Object.entries(tabs).map(([value, label]) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>
        {tab === 'own' ? <OwnAccount /> : <Records tab={tab} search={search} onShow={show} />}
      </Tabs.Panel>
    </Tabs>
  );
}

const tabOf = (named: unknown): Tab =>
  typeof named === 'string' && Object.hasOwn(tabs, named) ? (named as Tab) : 'own';

/** ACC-01, ACC-02, and what a person decides about their own account and, as an administrator, about lost factors. */
function OwnAccount() {
  const viewer = useViewer();
  return (
    <Stack gap="lg" maw={720}>
      <Card id="person" title="Your details">
        <OwnDetails />
      </Card>
      <Card id="notifications" title="Notification Management">
        <Notifications />
      </Card>
      <Card id="keys" title="Keyboard">
        <Keys />
      </Card>
      <Card id="security" title="Sign-in and security">
        <Security />
      </Card>
      <Card id="sessions" title="Where you are signed in">
        <Sessions />
      </Card>
      {meets(recoveryDeciders, viewer) && (
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
