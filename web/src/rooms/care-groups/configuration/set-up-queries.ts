import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { listUnsupplied, readSetUp } from '@portal/contract/pricing/set-up-endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read } from '#api/queries.ts';

const shown = [readSetUp, listUnsupplied];
const changes = ['care_group.changed', 'product.changed', 'partner.changed', 'price.changed'] as const;

/** How far a trial is set up, kept up to date; `refresh` reads it after something was done about it here. */
export function useSetUp(trialId: number) {
  const client = useQueryClient();
  useLive(changes, () => {
    for (const { path } of shown) void client.invalidateQueries({ queryKey: [path] });
  });
  const setUp = useQuery(read(readSetUp, { query: { g_id: trialId } }));
  return {
    ...setUp,
    refresh: async () => {
      await Promise.all([...shown, listCareGroups].map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    },
  };
}

/** What the sites lack that cannot be supplied yet, by their numbers. */
export function useUnsupplied(mayRead: boolean) {
  const client = useQueryClient();
  useLive(changes, () => void client.invalidateQueries({ queryKey: [listUnsupplied.path] }));
  return useQuery({
    ...read(listUnsupplied, {}),
    enabled: mayRead,
    select: ({ sites }) => new Map(sites.map(({ gId, missing }) => [gId, missing])),
  });
}
