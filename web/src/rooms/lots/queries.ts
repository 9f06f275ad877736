import * as api from '@portal/contract/lots/endpoints.ts';
import { expiresSoonDays } from '@portal/contract/needs/rules.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read } from '#api/queries.ts';

/** A shipment that leaves or arrives elsewhere, or a lot that is corrected, shows up here. */
export function useFreshness() {
  const client = useQueryClient();
  useLive(['shipment.changed', 'lot.changed'], () => {
    for (const { path } of [api.listLots, api.traceLot]) void client.invalidateQueries({ queryKey: [path] });
  });
}

/** The lots of one page; those of the page before stay until they are here. */
export const useLots = (search: string, expiresSoon: boolean, page: number, pageSize: number) =>
  useQuery({
    ...read(api.listLots, {
      query: { search: search || undefined, expiresWithin: expiresSoon ? expiresSoonDays : undefined, page, pageSize },
    }),
    placeholderData: keepPreviousData,
  });

export const useTrace = (lotId: number) => useQuery(read(api.traceLot, { query: { lotId } }));
