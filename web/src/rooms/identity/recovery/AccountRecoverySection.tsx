import { Stack, Title } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { recoveryDeciders } from '@portal/contract/identity/account-endpoints.ts';
import type { ReactNode } from 'react';
import { useViewer } from '#api/viewer.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { Section } from '#kit/Section.tsx';
import { Recoveries } from './Recoveries.tsx';

const access = { ...recoveryDeciders, module: 'MFA' } as const;

/** SET-02, ARQ-01: lost second factors in one place, of users and, where a page has them, of patients. */
export function AccountRecoverySection({ patients }: { patients?: ReactNode }) {
  if (!meets(access, useViewer())) return null;
  return (
    <Section title="Account Recovery">
      <Stack gap="lg" p="md">
        {patients}
        <section aria-label="Account recovery of users">
          <Title order={3} mb="sm">
            Users
          </Title>
          <Recoveries asTime={asClinicTime} />
        </section>
      </Stack>
    </Section>
  );
}
