import * as api from '@portal/contract/needs/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read } from '#api/queries.ts';
import { today } from '#kit/today.ts';

/** What waits is counted anew when something changes, and now and then: a day begins without an event, and sponsors hear of none. */
export function useNeeds() {
  const client = useQueryClient();
  useLive(
    [
      'shipment.changed',
      'comment.added',
      'care_group.changed',
      'product.changed',
      'price.changed',
      'partner.changed',
      'lot.changed',
      'delegate.changed',
    ],
    () => void client.invalidateQueries({ queryKey: [api.listNeeds.path] }),
  );
  return useQuery({ ...read(api.listNeeds, { query: { today: today() } }), refetchInterval: 60_000 });
}

/** Of a trial or of one of its sites, for its sponsor. */
export const useLateShipments = (gId: number | null) =>
  useQuery({
    ...read(api.listLateShipments, { query: { g_id: gId ?? 0, today: today() } }),
    enabled: gId !== null,
    refetchInterval: 60_000,
  });
