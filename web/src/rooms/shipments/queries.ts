import { listSiteUsers, listTrials, readSite } from '@portal/contract/care-groups/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { activeStatuses } from '@portal/contract/shipments/rules.ts';
import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { call } from '#api/call.ts';
import { type CallFailure, isEmptyList } from '#api/failure.ts';
import { useLive } from '#api/live.ts';
import { inTime, loadNext, read, readOn, rowsOf } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { sitesByName } from '#shared/site-names.ts';
import { deskOf, type Named, type Row, useCalls, useDesk, usePartnerCalls, type WholeRequest } from './sides.ts';

/** The sites a person may order for: fully configured ones (SHP-01, OPS-27), kept up to date with their trials. Null while they load. */
export function useSites() {
  const desk = useDesk();
  const client = useQueryClient();
  useLive(desk === 'site' ? ['care_group.changed'] : [], () => {
    void client.invalidateQueries({ queryKey: [listTrials.path] });
  });
  return useQuery({
    ...read(listTrials, { query: { status: 'fully_configured' } }),
    enabled: desk === 'site',
    select: ({ groups }) => sitesByName(groups),
  });
}

/** Whose requests are listed: the chosen site's, or those of the viewer's own partner. */
function useOwner(gId: number | null): number | null {
  const viewer = useViewer();
  return { site: gId, pharmacy: viewer.ppId, wholesaler: viewer.wpId }[deskOf(viewer)];
}

/** The requests of this screen: polled every 20 s (SHP-14), and read anew at once when the server says that one changed. */
export function useShipments(gId: number | null) {
  const { list } = useCalls();
  const owner = useOwner(gId);
  const refresh = useRefresh();
  // A site hears of an order form that was signed as a document of its group; for whom is deactivated nothing comes due. Packages show
  // until when their lots are good.
  useLive(['shipment.changed', 'comment.added', 'document.changed', 'participant.changed', 'lot.changed'], refresh);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, ...query } = useInfiniteQuery({
    ...readOn(list.endpoint, owner, (after) => list.asked(owner ?? 0, after)),
    select: inOneList,
    enabled: owner !== null,
    refetchInterval: 20_000,
    // The screen says so itself (SHP-15).
    meta: { saysItsAge: true },
  });
  const load = () => loadNext(data?.portions ?? 0, fetchNextPage);
  const older = { more: hasNextPage, isLoading: isFetchingNextPage, load };
  // CLN-09: what is not there is an empty list.
  const isNone = isEmptyList(query.error) && !isFetchNextPageError;
  const isError = query.isError && !isFetchNextPageError && !isNone;
  return { ...query, isError, rows: isNone ? none : data?.rows, older };
}

/** What a site has asked for and not got yet; nothing while it is read, or when it cannot be. */
export function useActiveRequests(gId: number): readonly Row[] {
  const { data } = useInfiniteQuery({
    ...readOn(api.listForSite, gId, (after) => ({ query: { gId, after } })),
    select: inOneList,
  });
  return (data?.rows ?? none).filter(({ status }) => (activeStatuses as readonly string[]).includes(status));
}
const none: readonly Row[] = [];

/** What the list of this screen has now; it is not read for it. */
function useListedRows(gId: number | null): readonly Row[] {
  const { list } = useCalls();
  const owner = useOwner(gId);
  const { data } = useInfiniteQuery({
    ...readOn(list.endpoint, owner, (after) => list.asked(owner ?? 0, after)),
    select: inOneList,
    enabled: false,
  });
  return data?.rows ?? none;
}
export const useListed = (gId: number | null, srId: number): Row | undefined =>
  useListedRows(gId).find((row) => row.srId === srId);

/** The couriers that the viewer's partner has shipped by, each once. */
export function useListedCouriers(): readonly string[] {
  const rows = useListedRows(null);
  return useMemo(
    () => [...new Set(rows.flatMap(({ parcels }) => parcels.map(({ courier }) => courier)))].toSorted(),
    [rows],
  );
}

const inOneList = ({ pages }: { pages: readonly { reply: { requests: Row[] } }[] }) => ({
  rows: rowsOf(
    pages.map(({ reply }) => reply.requests),
    (row) => row.srId,
  ),
  portions: pages.length,
});

/** Reads anew whatever shows requests. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  const { list, read: one, comments, documents } = useCalls();
  return useCallback(() => {
    const shown = [list.endpoint, one.endpoint, comments.list, documents.list, api.listReminders, api.cardForPharmacy];
    for (const { path } of shown) {
      void client.invalidateQueries({ queryKey: [path] });
    }
  }, [client, list, one, comments, documents]);
}

type Portions = { pages: readonly { reply: { requests: readonly Row[] } }[] };
/** A row goes where its request has gone at once: what is said of the step is not to be ahead of the list that is read anew. */
export function useMoveInList() {
  const client = useQueryClient();
  const { list } = useCalls();
  return (moved: Pick<Row, 'srId' | 'status' | 'version'>, on: string) =>
    client.setQueriesData<Portions>({ queryKey: [list.endpoint.path] }, (lists) => {
      const now = (row: Row): Row =>
        row.srId !== moved.srId || row.version >= moved.version
          ? row
          : {
              ...row,
              status: moved.status,
              version: moved.version,
              dateOfStatusChange: on,
              dateShipped: moved.status === 'shipped' ? on : row.dateShipped,
            };
      return (
        lists && {
          ...lists,
          pages: lists.pages.map((page) => ({
            ...page,
            reply: { ...page.reply, requests: page.reply.requests.map(now) },
          })),
        }
      );
    });
}

/** One request whole; `isRead` false takes what is there, as whatever else shows it has read it. */
export function useRequest(named: Named, isRead = true) {
  const { read: one } = useCalls();
  return useQuery(
    queryOptions<WholeRequest, CallFailure>({
      queryKey: [one.endpoint.path, named.srId],
      queryFn: async (context) => (await call(one.endpoint, one.asked(named), inTime(context))).request,
      enabled: isRead,
    }),
  );
}

/** The same from the site alone, with its participants: what a reorder starts from. */
export const siteRequest = ({ srId, gId }: Pick<Row, 'srId' | 'gId'>) =>
  read(api.readForSite, { query: { gId, srId } });

/** The trial's products that could stand in on a request (PKG-12); none when they cannot be read (SHP-24). */
export function useStandIns(srId: number) {
  const { standIns } = usePartnerCalls();
  return useQuery({ ...read(standIns, { query: { srId } }), select: ({ products }) => products });
}

export type Comment = Ours<typeof api.siteComments.list.reply>['comments'][number];

/** CMT-08: the comments on a request. `enabled` false holds the call back (SHV-03). */
export function useComments(srId: number, enabled = true) {
  const { list } = useCalls().comments;
  return useQuery({
    ...read(list, { query: { srId } }),
    select: ({ comments }): Comment[] => comments,
    enabled,
    staleTime: 0,
  });
}

/** The card of the participant of a request (SHV-07), kept up to date with that of the trial. */
export function useCard(srId: number) {
  const client = useQueryClient();
  useLive(['care_group.changed'], () => void client.invalidateQueries({ queryKey: [api.cardForPharmacy.path] }));
  return useQuery(read(api.cardForPharmacy, { query: { srId } }));
}

/** What comes due for re-ordering at a site (REM-01). */
export const useReminders = (gId: number | null) =>
  useQuery({ ...read(api.listReminders, { query: { gId: gId ?? 0 } }), enabled: gId !== null });

/** SHP-23: what the forms need of a site. */
const siteReads = (gId: number) =>
  ({
    site: read(readSite, { query: { g_id: gId } }),
    users: read(listSiteUsers, { query: { g_id: gId, prescriber: 'true' } }),
    products: read(listProducts, { query: { g_id: gId } }),
    participants: read(listParticipants, { query: { g_id: gId } }),
  }) as const;

/** Where somebody lives, where the site is and what can be ordered may change while a form is open, or between its reads and its opening. */
function useFormsKeptUp(): void {
  const client = useQueryClient();
  useLive(['participant.changed', 'product.changed', 'care_group.changed'], ({ type }) => {
    const reads = {
      'participant.changed': [listParticipants],
      'product.changed': [listProducts],
      'care_group.changed': [readSite, listSiteUsers],
    }[type as 'participant.changed' | 'product.changed' | 'care_group.changed'];
    for (const { path } of reads) void client.invalidateQueries({ queryKey: [path] });
  });
}

/** SHP-23: choosing a site loads what the forms need of it, so that they open filled. A read that fails is asked again by the form. */
export function useSiteLoaded(gId: number | null): void {
  const client = useQueryClient();
  useFormsKeptUp();
  useEffect(() => {
    if (gId === null) return;
    const { site, users, products, participants } = siteReads(gId);
    for (const one of [site, users, products, participants]) void client.prefetchQuery(one as typeof site);
  }, [client, gId]);
}

/** Products and participants that cannot be read are none, silently (SHP-24, ERR-30). What was read once stays when it cannot be read again. */
export function useSiteForOrdering(gId: number) {
  useFormsKeptUp();
  const reads = siteReads(gId);
  const site = useQuery(reads.site);
  const users = useQuery(reads.users);
  const products = useQuery(reads.products);
  const participants = useQuery(reads.participants);
  return {
    isPending: site.isPending || users.isPending || products.isPending || participants.isPending,
    failed: site.isLoadingError,
    retry: () => void site.refetch(),
    address: site.data?.siteInfo?.address ?? null,
    /** SHC-04: a prescriber without a first name is not offered. */
    prescribers: (users.data?.users ?? []).filter((user) => user.prescriber && user.fName.trim() !== ''),
    products: products.data ?? [],
    /** Nothing is known of the products, which is not the same as that there are none. */
    productsFailed: products.isLoadingError,
    reloadProducts: () => void products.refetch(),
    participants: participants.data?.participants ?? [],
  };
}
