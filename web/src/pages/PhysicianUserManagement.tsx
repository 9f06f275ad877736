import { Title } from '@mantine/core';
import { lazyDialog, lazyPart } from '#kit/lazy-part.tsx';
import { Loading } from '#kit/States.tsx';
import { PhysiciansScreen } from '#rooms/delegates/PhysiciansScreen.tsx';

const PersonPanel = lazyDialog(() => import('#rooms/providers/users/person/PersonPanel.tsx'), 'PersonPanel');
const waiting = <Loading />;
const ActsOf = lazyPart(() => import('#rooms/audit/ActsOf.tsx'), 'ActsOf', waiting);
const AccessOf = lazyPart(() => import('#rooms/audit/access/AccessOf.tsx'), 'AccessOf', waiting);

/** `/settings/physician-user-management`: who may act for physicians. */
export default function PhysicianUserManagement() {
  return (
    <>
      <Title order={2} mb="md">
        Physician User Management
      </Title>
      <PhysiciansScreen
        person={(cpId, onClose) => (
          <PersonPanel
            key={cpId}
            cpId={cpId}
            actsOf={(user) => <ActsOf {...user} />}
            accessOf={(user) => <AccessOf {...user} />}
            onClose={onClose}
          />
        )}
      />
    </>
  );
}
