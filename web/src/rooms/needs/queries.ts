import { listNeeds } from '@portal/contract/needs/endpoints.ts';
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
    ],
    () => void client.invalidateQueries({ queryKey: [listNeeds.path] }),
  );
  return useQuery({ ...read(listNeeds, { query: { today: today() } }), refetchInterval: 60_000 });
}
