import { Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PartnersScreen } from '#rooms/partners/PartnersScreen.tsx';

/** `/settings/ctrx-partner-management`: pharmacies and wholesalers of the company, and the sites they serve. */
export default function PartnerManagement() {
  const { type, site } = useSearch({ strict: false }) as { type?: unknown; site?: unknown };
  const navigate = useNavigate();
  const show = (more: { type?: string; site?: number }) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...more })) as never, replace: true });
  return (
    <>
      <Title order={2} mb="md">
        CTRx Partner Management
      </Title>
      <PartnersScreen
        kind={type === 'wholesaler' ? 'wholesaler' : 'pharmacy'}
        onKind={(kind) => show({ type: kind })}
        siteId={Number(site) || null}
        onSite={(gId) => show({ site: gId })}
      />
    </>
  );
}
