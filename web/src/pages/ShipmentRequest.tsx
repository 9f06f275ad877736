import { isPartner } from '@portal/contract/access.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';
import { NeedsYou } from '#rooms/needs/NeedsYou.tsx';
import { ShipmentsScreen } from '#rooms/shipments/ShipmentsScreen.tsx';

/** `/shipment-request`: `?site=` leads straight to a site, `?request=` to one of its requests. */
export default function ShipmentRequest() {
  const { site } = useSearch({ strict: false }) as { site?: unknown };
  const { type } = useViewer();
  const navigate = useNavigate();
  const showSite = (gId: number) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, site: gId })) as never, replace: true });
  return (
    <>
      {isPartner(type) && <NeedsYou />}
      <ShipmentsScreen siteId={Number(site) || null} onSite={showSite} />
    </>
  );
}
