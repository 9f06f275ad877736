import { Stack, Title } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { listPendingInvitations } from '@portal/contract/partners/manage-endpoints.ts';
import { useSearch } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';
import { useListSearch } from '#shared/list-search.ts';
import { useChangeSearch } from '#shared/page-search.ts';
import { PendingInvitations } from '#rooms/partners/PendingInvitations.tsx';
import { PartnersScreen } from '#rooms/partners/PartnersScreen.tsx';

/** `/settings/ctrx-partner-management`: pharmacies and wholesalers of the company, and the sites they serve. */
export default function PartnerManagement() {
  const { type, site } = useSearch({ strict: false }) as { type?: unknown; site?: unknown };
  const changeSearch = useChangeSearch();
  const [{ statuses }, narrow] = useListSearch();
  const mayManage = meets(listPendingInvitations.access, useViewer());
  const show = (more: { type?: string; site?: number }) => changeSearch(more, { replace: true });
  const invited = statuses.includes('invited');
  return (
    <Stack gap="md">
      <Title order={2}>CTRx Partner Management</Title>
      {mayManage && (
        <PendingInvitations shown={invited} onShow={(shown) => narrow({ statuses: shown ? ['invited'] : [] })} />
      )}
      {!(mayManage && invited) && (
        <PartnersScreen
          kind={type === 'wholesaler' ? 'wholesaler' : 'pharmacy'}
          onKind={(kind) => show({ type: kind })}
          siteId={Number(site) || null}
          onSite={(gId) => show({ site: gId })}
        />
      )}
    </Stack>
  );
}
