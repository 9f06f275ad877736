import { Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PhysiciansScreen } from '#rooms/delegates/PhysiciansScreen.tsx';

/** `/settings/physician-user-management`: who may act for physicians. */
export default function PhysicianUserManagement() {
  const { search } = useSearch({ strict: false }) as { search?: unknown };
  const navigate = useNavigate();
  const narrow = (text: string) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, search: text || undefined })) as never,
      replace: true,
    });
  return (
    <>
      <Title order={2} mb="md">
        Physician User Management
      </Title>
      <PhysiciansScreen
        search={typeof search === 'string' || typeof search === 'number' ? String(search) : ''}
        onSearch={narrow}
      />
    </>
  );
}
