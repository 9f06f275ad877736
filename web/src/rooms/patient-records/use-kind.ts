import type { Asked, Endpoint, Ours } from '@portal/contract/endpoint.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read, useCall } from '#api/queries.ts';

/** The calls of a kind of entries: its list, and what changes it. Each form says itself what went wrong. */
export function useKind<
  List extends Endpoint,
  Add extends Endpoint,
  Change extends Endpoint,
  Remove extends Endpoint,
  Row,
>(calls: {
  list: List;
  add: Add;
  change: Change;
  remove: Remove;
  asked: Asked<List>;
  rowsOf: (reply: Ours<List['reply']>) => readonly Row[];
  /** Which entry a change is of. */
  changedIn: (asked: Asked<Change>) => number;
}) {
  const { list, asked, rowsOf } = calls;
  // Flags that only one entry may have, and versions, are told by the list, also after a refusal.
  const settings = { refresh: [list, readTimeline], quiet: true } as const;
  const { data, isLoading, refetch } = useQuery({ ...read(list, asked), select: rowsOf });
  const settled = () => void refetch();
  // Also over another opening of its dialog: whoever begins anew after a lost answer is told of the entry that there is.
  const add = useCall(calls.add, { ...settings, ofOneForm: true });
  const change = useCall(calls.change, { ...settings, ofOneForm: calls.changedIn });
  const remove = useCall(calls.remove, { ...settings, settled, takesBack: calls.add });
  return {
    rows: data,
    isLoading,
    add: add.mutateAsync,
    change: change.mutateAsync,
    remove: remove.mutateAsync,
    // The table shows them too.
    now: async () => (await refetch({ throwOnError: true })).data ?? [],
  };
}
