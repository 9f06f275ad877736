import { useNavigate, useSearch } from '@tanstack/react-router';
import { ShipmentsScreen } from '#rooms/shipments/ShipmentsScreen.tsx';

/** `/shipment-request`: `?site=` leads straight to a site, `?request=` to one of its requests. */
export default function ShipmentRequest() {
  const { site, request } = useSearch({ strict: false }) as { site?: unknown; request?: unknown };
  const navigate = useNavigate();
  const showSite = (gId: number) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, site: gId })) as never, replace: true });
  const leaveRequest = () => void navigate({ to: '.', search: withoutRequest as never, replace: true });
  return (
    <ShipmentsScreen
      siteId={Number(site) || null}
      onSite={showSite}
      named={Number(request) || null}
      onLeave={leaveRequest}
    />
  );
}

function withoutRequest(before: { request?: unknown }): object {
  const { request: _, ...rest } = before;
  return rest;
}
