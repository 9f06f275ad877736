import { isPartner } from '@portal/contract/access.ts';
import { useNavigate } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';
import type { ToastAction } from '#kit/toast.ts';

/** On the list, with no request open, Back leads to the list. */
const overListIfThere = ((before: object) => {
  const { pathname, search } = window.location;
  return pathname === '/shipment-request' && !new URLSearchParams(search).has('request')
    ? { ...before, isOverList: true }
    : before;
}) as never;

/** The way from a message to the request that it is about, from whichever page. */
export function useView(): (srId: number, gId: number) => ToastAction {
  const navigate = useNavigate();
  const { type } = useViewer();
  return (srId, gId) => ({
    label: 'View',
    onPress: () =>
      void navigate({
        to: '/shipment-request',
        search: ((before: object) => ({
          // What the list is narrowed to stays.
          ...(window.location.pathname === '/shipment-request' && before),
          ...(!isPartner(type) && { site: gId }),
          request: srId,
        })) as never,
        state: overListIfThere,
      }),
  });
}
