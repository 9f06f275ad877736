import { meets } from '@portal/contract/access.ts';
import { conversationAccess } from '@portal/contract/conversations/rules.ts';
import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Change, useLive } from '#api/live.ts';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { useToday } from '#shared/now.ts';
import { useReadAnew, useTold } from '#shared/told.ts';

const changes: readonly Change['type'][] = [
  'shipment.changed',
  'comment.added',
  'participant.changed',
  'care_group.changed',
  'product.changed',
  'price.changed',
  'partner.changed',
  // Who was invited, and whoever came.
  'provider.changed',
  'lot.changed',
  'conversation.changed',
  'inbox.changed',
  'response.changed',
  'patient.changed',
  'follow_up.changed',
  'signing.changed',
];
const shown = [listNeeds];

/**
 * What waits is counted anew when something changes, and now and then: a day begins without an event, and sponsors hear of none.
 * Who does not want it yet has what others asked for; who shows it beside something else does not ask by the clock.
 */
export function useNeeds({ isWanted = true, byTheClock = true } = {}) {
  const client = useQueryClient();
  const viewer = useViewer();
  const today = useToday();
  useLive(isWanted ? changes : [], () => void client.invalidateQueries({ queryKey: [listNeeds.path] }));
  useTold(useReadAnew(shown), isWanted && byTheClock && meets(conversationAccess, viewer));
  return useQuery({
    ...read(listNeeds, { query: { today } }),
    // What was so yesterday stays until today's is known.
    placeholderData: keepPreviousData,
    enabled: isWanted,
    refetchInterval: byTheClock && 60_000,
  });
}
