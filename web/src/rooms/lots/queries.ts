import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/lots/endpoints.ts';
import type { Expiry } from '@portal/contract/lots/rules.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read } from '#api/queries.ts';

/** A shipment that leaves or arrives elsewhere, or a lot that is corrected or recalled, shows up here. */
export function useFreshness() {
  const client = useQueryClient();
  useLive(['shipment.changed', 'lot.changed'], () => {
    for (const { path } of [api.listLots, api.traceLot]) void client.invalidateQueries({ queryKey: [path] });
  });
}

/** The lots of one page; those of the page before stay until they are here. */
export const useLots = (asked: {
  search: string;
  expiry: Expiry | undefined;
  recalled: true | undefined;
  page: number;
  pageSize: number;
}) =>
  useQuery({
    ...read(api.listLots, { query: { ...asked, search: asked.search || undefined } }),
    placeholderData: keepPreviousData,
  });

export const useTrace = (lotId: number) => useQuery(read(api.traceLot, { query: { lotId } }));

/** Every trial that may be seen, with its sites. */
export const useGroups = () =>
  useQuery({ ...read(listTrials, { query: {} }, { groups: [] }), select: ({ groups }) => groups });

export const useProducts = (trialId: number | null) =>
  useQuery({ ...read(listProducts, { query: { g_id: trialId ?? 0 } }, []), enabled: trialId !== null });
