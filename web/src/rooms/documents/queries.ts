import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import { listToSign } from '@portal/contract/signing/endpoints.ts';
import { listTrainingForms } from '@portal/contract/signing/training-endpoints.ts';
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { loadNext, read, readOn, rowsOf } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { distinctNames } from '#shared/site-names.ts';

export type Document = api.ListedDocument;

const lists = [api.listGroupDocuments, api.listLibrary, listToSign, listTrainingForms];

/** Every list of documents shows what is there now. */
export const refreshDocuments = (client: QueryClient): Promise<unknown> =>
  Promise.all(lists.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));

/** What others do with documents is seen without a reload. */
export function useLiveDocuments(): void {
  const client = useQueryClient();
  useLive(['document.changed', 'signing.changed'], () => void refreshDocuments(client));
}

/** DOC-02, DOC-19: the trials in sight, each before its sites, by names that tell them apart. */
export const useTrialsAndSites = () =>
  useQuery({
    ...read(listTrials, { query: {} }),
    select: ({ groups }) => {
      const known = groups.filter(({ type }) => type !== 'careGroup');
      const nameOf = distinctNames(known, groups, 'displayName');
      const trialOf = new Map(known.map(({ gId, displayName }) => [gId, displayName]));
      const placeOf = ({ gId, parentId, type, displayName }: (typeof known)[number]) =>
        type === 'clinicalTrial'
          ? [displayName, gId, 0, '']
          : [trialOf.get(parentId ?? 0) ?? '', parentId, 1, displayName];
      return known
        .toSorted((one, other) => compare(placeOf(one), placeOf(other)))
        .map((group) => ({ ...group, displayName: nameOf(group) }));
    },
  });

/** By the first place in which they differ. */
function compare(one: readonly unknown[], other: readonly unknown[]): number {
  for (const [at, value] of one.entries()) {
    const order = String(value).localeCompare(String(other[at]), 'en', { numeric: true });
    if (order !== 0) return order;
  }
  return 0;
}

interface Portions {
  pages: readonly { reply: { documents: Document[] } }[];
}
const inOneList = ({ pages }: Portions) => ({
  documents: rowsOf(
    pages.map(({ reply }) => reply.documents),
    ({ docId }) => docId,
  ),
  portions: pages.length,
});
const none: readonly Document[] = [];

/** The documents of a trial or a site. A failed load is an empty list without a word (DOC-22, ERR-30). */
export function useGroupDocuments(gId: number | null) {
  const { data, isLoading, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...readOn(api.listGroupDocuments, { onScreen: gId }, (after) => ({ query: { g_id: gId ?? 0, after } })),
    select: inOneList,
    enabled: gId !== null,
  });
  const load = () => loadNext(data?.portions ?? 0, fetchNextPage);
  const others = { more: hasNextPage, isLoading: isFetchingNextPage, load };
  return { documents: data?.documents ?? none, others, isLoading, isLoaded: data !== undefined };
}

/** The document library of the company (LIB-02), kept up to date. */
export function useLibrary() {
  const { companyId } = useViewer();
  const client = useQueryClient();
  useLive(['library.changed'], () => void client.invalidateQueries({ queryKey: [api.listLibrary.path] }));
  const { data, isLoading, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...readOn(api.listLibrary, { onScreen: companyId }, (after) => ({ query: { companyId, after } })),
    select: inOneList,
  });
  const load = () => loadNext(data?.portions ?? 0, fetchNextPage);
  const others = { more: hasNextPage, isLoading: isFetchingNextPage, load };
  return { documents: data?.documents ?? none, others, isLoading };
}

/** What this person was ever asked to sign, whichever group it is of; what waits for them comes first, whatever its age (ODF-05). */
export function useToSign() {
  const { cpId } = useViewer();
  const { data, isLoading, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...readOn(listToSign, { onScreen: cpId }, (after) => ({ query: { cp_id: cpId, after } })),
    select: inOneList,
  });
  const load = () => loadNext(data?.portions ?? 0, fetchNextPage);
  const others = { more: hasNextPage, isLoading: isFetchingNextPage, load };
  return { documents: data?.documents ?? none, others, isLoading };
}

/** ACK-10: the training forms of a group. */
export function useTrainingForms(gId: number | null) {
  const { data, isLoading } = useQuery({
    ...read(listTrainingForms, { query: { g_id: gId ?? 0 } }),
    enabled: gId !== null,
  });
  return { forms: data?.acknowledgementTemplates ?? [], isLoading };
}
