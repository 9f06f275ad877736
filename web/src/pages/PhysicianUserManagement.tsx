import { Title } from '@mantine/core';
import { PhysiciansScreen } from '#rooms/delegates/PhysiciansScreen.tsx';

/** `/settings/physician-user-management`: who may act for physicians. */
export default function PhysicianUserManagement() {
  return (
    <>
      <Title order={2} mb="md">
        Physician User Management
      </Title>
      <PhysiciansScreen />
    </>
  );
}
