import { isPartner } from '@portal/contract/access.ts';
import { useSearch } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';
import { useChangeSearch } from '#shared/page-search.ts';
import { NeedsYou } from '#rooms/needs/NeedsYou.tsx';
import { ShipmentsScreen } from '#rooms/shipments/ShipmentsScreen.tsx';

/** `/shipment-request`: `?site=` leads straight to a site, `?request=` to one of its requests. */
export default function ShipmentRequest() {
  const { site } = useSearch({ strict: false }) as { site?: unknown };
  const { type } = useViewer();
  const changeSearch = useChangeSearch();
  const showSite = (gId: number) => changeSearch({ site: gId }, { replace: true });
  return (
    <>
      {isPartner(type) && <NeedsYou />}
      <ShipmentsScreen siteId={Number(site) || null} onSite={showSite} />
    </>
  );
}
