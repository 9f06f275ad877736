import { Button, Stack, Title } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { reviewerAccess } from '@portal/contract/audit/endpoints.ts';
import { saveUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog, lazyPart } from '#kit/lazy-part.tsx';
import { Loading } from '#kit/States.tsx';
import { useChangeSearch } from '#shared/page-search.ts';
import { PatientRecoveries } from '#rooms/account-recovery/PatientRecoveries.tsx';
import { PharmacyInformation } from '#rooms/companies/PharmacyInformation.tsx';
import { AccountRecoverySection } from '#rooms/identity/recovery/AccountRecoverySection.tsx';
import { UsersScreen } from '#rooms/providers/users/UsersScreen.tsx';
import { ReorderFormSection } from '#rooms/reorder-forms/ReorderFormSection.tsx';

const ReportDialog = lazyDialog(() => import('#rooms/user-reports/ReportDialog.tsx'), 'ReportDialog');
const waiting = <Loading />;
const ActsOf = lazyPart(() => import('#rooms/audit/ActsOf.tsx'), 'ActsOf', waiting);
const AccessOf = lazyPart(() => import('#rooms/audit/access/AccessOf.tsx'), 'AccessOf', waiting);
const UserAccess = lazyPart(() => import('./UserAccess.tsx'), 'UserAccess', <Loading label="Loading the report" />);

/** `/settings/user-management`: the people of a company, `?person=` one of them, `?tab=access` who had which access (SET-01, SET-02). */
export default function UserManagement() {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  const changeSearch = useChangeSearch();
  const isReviewer = meets(reviewerAccess, useViewer());
  if (tab === 'access' && isReviewer) return <UserAccess />;
  return (
    <Stack gap="xl">
      <Title order={2}>User Management</Title>
      <PharmacyInformation />
      <section aria-label="Users">
        <UsersScreen
          actions={
            <>
              {isReviewer && (
                <Button variant="default" onClick={() => changeSearch({ tab: 'access' }, { whole: true })}>
                  Reports on Users
                </Button>
              )}
              <GenerateReport />
            </>
          }
          actsOf={(user) => <ActsOf {...user} />}
          accessOf={(user) => <AccessOf {...user} />}
        />
      </section>
      <AccountRecoverySection patients={<PatientRecoveries />} />
      <ReorderFormSection />
    </Stack>
  );
}

/** URP-01. */
function GenerateReport() {
  const [opened, setOpened] = useState(false);
  if (!meets(saveUserReport.access, useViewer())) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Generate Report
      </Button>
      {opened && <ReportDialog groupId={null} onClose={() => setOpened(false)} />}
    </>
  );
}
