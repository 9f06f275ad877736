import { canMove, type ShipmentStatus, sideOf } from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import type { CallFailure } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { useListed, useRequest } from './queries.ts';
import { noLongerText, nowText, type Step } from './sentences.ts';
import type { Row } from './sides.ts';

/** How far a request is, from whatever tells of it. */
export interface Standing {
  status: ShipmentStatus;
  version: number;
}

/** The later version counts. */
export const latestOf = (...told: readonly (Standing | null | undefined)[]): Standing | null =>
  told.reduce<Standing | null>((last, one) => (one && (!last || one.version > last.version) ? one : last), null);

/** What a refusal says that the request is by now. */
export const currentOf = (failure: CallFailure | null): Standing | undefined =>
  failure?.code === 'stale' ? (failure.detail['current'] as Standing | undefined) : undefined;

interface Writing {
  isPending: boolean;
  isSuccess: boolean;
}

/**
 * The request that a dialog moves on, as the list or the panel behind it knows it by now (REL-07): the version that the next press names,
 * whether somebody else has moved it meanwhile, and whether it can still go there. What the dialog does itself is nobody else's.
 */
export function useStanding(row: Row, to: Step, { isPending, isSuccess }: Writing, isOpen: boolean) {
  const viewer = useViewer();
  const listed = useListed(row.gId, row.srId);
  const { data: whole } = useRequest(row, false);
  const [known, setKnown] = useState<Standing>(row);
  const now = latestOf(known, listed, whole) ?? known;
  // What was sent and got no answer may be what has moved it: the next try gets the answer of the first (REL-06).
  const mayBeOwn = isPending || isSuccess || isOpen;
  if (now !== known && !mayBeOwn) setKnown(now);

  const mayMove = canMove({ status: known.status, toParticipant: row.toParticipant }, to, sideOf(viewer));
  const gone: Refused | null = mayMove ? null : { title: noLongerText[to], text: nowText(known.status) };
  return { version: known.version, movedTo: known.version > row.version ? known.status : null, gone };
}
