import { canMove, sideOf } from '@portal/contract/shipments/rules.ts';
import type { UserType } from '@portal/contract/access.ts';
import { useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { type CallFailure, sentenceOf } from '#api/failure.ts';
import { newKey } from '#api/new-key.ts';
import { useViewer } from '#api/viewer.ts';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { shipmentDay } from '../day.ts';
import { useRefresh } from '../queries.ts';
import { type Row, useCalls } from '../sides.ts';
import { asksForProof } from '../tasks.ts';

/** The steps that need nothing typed, so that one press can take many requests there. */
export const bulkSteps = ['processing', 'received'] as const;
export type BulkStep = (typeof bulkSteps)[number];

/** Where this request may go together with others, if anywhere. A delivery that its proof belongs to is confirmed alone (SST-17). */
export const bulkStepOf = (row: Row, viewer: { type: UserType }): BulkStep | null =>
  bulkSteps.find((to) => canMove(row, to, sideOf(viewer)) && !(to === 'received' && asksForProof(row, viewer))) ?? null;

const counted = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);
export const bulkLabel: Record<BulkStep, (count: number) => string> = {
  processing: (count) => `Mark ${count} as processing`,
  received: (count) => `Confirm ${counted(count, '1 delivery', 'deliveries')}`,
};
const doneText: Record<BulkStep, (count: number) => string> = {
  processing: (count) => (count === 1 ? '1 request is processing.' : `${count} requests are processing.`),
  received: (count) => (count === 1 ? '1 delivery is confirmed.' : `${count} deliveries are confirmed.`),
};

const unknownText: Record<BulkStep, string> = {
  processing: 'it is processing',
  received: 'its delivery is confirmed',
};

/**
 * Takes requests to their next status, one call after the other: each is an act of its own, and what somebody else has moved
 * meanwhile is named by its number while the rest goes through. Without an answer from the server it stops.
 */
export function useBulkMove() {
  const { endpoint, asked } = useCalls().move;
  const refresh = useRefresh();
  const running = useRef(false);
  /** REL-06: what got no answer is sent again by its own key. */
  const keys = useRef(new Map<string, string>());
  const [done, setDone] = useState<{ of: number; count: number } | null>(null);
  const move = async (rows: readonly Row[], status: BulkStep) => {
    if (running.current) return;
    running.current = true;
    const refused: string[] = [];
    let moved = 0;
    setDone({ of: rows.length, count: 0 });
    for (const row of rows) {
      try {
        const { srId, version } = row;
        const day = status === 'received' ? { dateOfStatusChange: shipmentDay() } : {};
        const one = asked({ srId, status, version, ...day }, row);
        const key = keys.current.get(JSON.stringify(one)) ?? newKey();
        keys.current.set(JSON.stringify(one), key);
        await call(endpoint, one, { key });
        moved += 1;
      } catch (error) {
        const failure = error as CallFailure;
        if (failure.status === 401) break;
        const reason = `${sentenceOf(failure).replace(/\.$/, '')}.`;
        refused.push(
          `Request ${row.srId}: ${isUnanswered(failure) ? `It is not known whether ${unknownText[status]}. ` : ''}${reason}`,
        );
        if (failure.status === 0 || failure.status >= 500 || isUnanswered(failure)) break;
      }
      setDone({ of: rows.length, count: moved + refused.length });
    }
    running.current = false;
    setDone(null);
    refresh();
    if (moved > 0) toastSuccess(doneText[status](moved));
    const left = rows.length - moved - refused.length;
    if (refused.length > 0)
      toastFailure(
        [...refused, ...(left > 0 ? [left === 1 ? '1 more was not tried.' : `${left} more were not tried.`] : [])].join(
          ' ',
        ),
      );
  };
  return { move, done };
}

/** Which rows of a section are ticked. A row that has gone elsewhere meanwhile is not any more. */
export function useTicked(rows: readonly Row[]) {
  const viewer = useViewer();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const possible = rows.filter((row) => bulkStepOf(row, viewer) !== null);
  const ticked = possible.filter(({ srId }) => ids.has(srId));
  return {
    possible,
    ticked,
    isTicked: ({ srId }: Row) => ids.has(srId),
    tick: ({ srId }: Row) => {
      const next = new Set(ids);
      if (!next.delete(srId)) next.add(srId);
      setIds(next);
    },
    tickAll: () => setIds(new Set(ticked.length === possible.length ? [] : possible.map(({ srId }) => srId))),
    clear: () => setIds(new Set()),
  };
}
