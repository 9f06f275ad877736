import { listSiteUsers, listTrials, readSite } from '@portal/contract/care-groups/endpoints.ts';
import type { Asked } from '@portal/contract/endpoint.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type CallFailure, isNotThere, sentenceOf } from '#api/failure.ts';
import { useCall } from '#api/queries.ts';
import { toBase64 } from '#kit/base64.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { toastFailure, toastNote } from '#kit/toast.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { shipmentDay } from './day.ts';
import { useMoveInList, useRefresh } from './queries.ts';
import { type Created, dateNames, firstTryText, refusedOf, type Step } from './sentences.ts';
import { type Row, useCalls, usePartnerCalls } from './sides.ts';
import { useStanding } from './standing.ts';

/** One write at a time: a second press, even in the same moment, does nothing until `again` is called (SHC-16, REL-06). */
export function useOneAtATime() {
  const running = useRef(false);
  return (send: (again: () => void) => void) => {
    if (running.current) return;
    running.current = true;
    send(() => {
      running.current = false;
    });
  };
}

export interface Then {
  onDone: () => void;
  onFailure?: (failure: CallFailure) => void;
}

/** Somebody else was faster: the list shows what it is now, and the task is over. */
const isLost = (failure: CallFailure): boolean =>
  // What has expired may have come on an earlier day.
  (failure.status === 409 && failure.code !== 'shipment.expired') || isNotThere(failure);

interface Moved {
  onMoved: (to: ShipmentStatus) => void;
  onClose: () => void;
  /** Takes the place of closing, once it is there. */
  onDone?: (status: ShipmentStatus) => void;
}

type MovedRow = Pick<Row, 'srId' | 'status' | 'version'>;

interface Told {
  /** What an earlier try did, where that is why this one is refused. */
  mine: MovedRow | null;
  /** Why this one was not done, or why nothing is known as yet. */
  failure: CallFailure;
}

/**
 * The tries of a dialog that got no answer. Where another one with other content finds the request moved, it may be one of these that has
 * moved it: sent again as it was it gets its answer, and is refused in all other cases, since the version that it names has passed (REL-06).
 */
export function useLostTries() {
  /** By what they said, the newest last. */
  const tries = useRef(new Map<string, () => Promise<MovedRow>>());
  const [isOpen, setOpen] = useState(false);

  async function askAgain(failure: CallFailure): Promise<Told> {
    for (const [said, sameAgain] of [...tries.current].reverse()) {
      try {
        return { mine: await sameAgain(), failure };
      } catch (refused) {
        if (isUnanswered(refused)) return { mine: null, failure: refused as CallFailure };
        tries.current.delete(said);
      }
    }
    return { mine: null, failure };
  }

  return {
    /** The last try got no answer either: what moves the request now may be one's own doing. */
    isOpen,
    /** For every try that failed. */
    recorded: async (refused: CallFailure, sent: unknown, sameAgain: () => Promise<MovedRow>): Promise<Told> => {
      const said = JSON.stringify(sent);
      tries.current.delete(said);
      if (isUnanswered(refused)) tries.current.set(said, sameAgain);
      const told = refused.code === 'stale' ? await askAgain(refused) : { mine: null, failure: refused };
      setOpen(isUnanswered(told.failure));
      return told;
    },
  };
}

/** What follows a step that was taken or refused. */
function after(
  status: ShipmentStatus,
  then: Moved,
  again: () => void,
  inList: (moved: MovedRow) => void,
  recorded: (failure: CallFailure) => Promise<Told>,
) {
  const isThere = (moved: MovedRow, to: ShipmentStatus) => {
    inList(moved);
    then.onMoved(to);
    if (then.onDone) then.onDone(to);
    else then.onClose();
  };
  return {
    onSuccess: (moved: MovedRow) => isThere(moved, status),
    // Only a failure may be tried again: what has been done once is over, even if the press was a double one.
    onError: async (refused: CallFailure) => {
      const { mine, failure } = await recorded(refused);
      again();
      if (mine) {
        toastNote(firstTryText);
        return isThere(mine, mine.status);
      }
      if (!isLost(failure)) return;
      toastFailure(sentenceOf(failure));
      then.onClose();
    },
  };
}

/** Takes a request to another status by the call of the viewer's side (SST-04, SST-11, SST-12). */
export function useMove(row: Row, status: Step, then: Moved, lostTries: ReturnType<typeof useLostTries>) {
  const { endpoint, asked } = useCalls().move;
  const refresh = useRefresh();
  const oneAtATime = useOneAtATime();
  const moveInList = useMoveInList();
  const moving = useCall(endpoint, { quiet: true, settled: refresh });
  const standing = useStanding(row, status, moving, lostTries.isOpen);

  const move = (dateOfStatusChange?: string, items?: Receipt['items']) =>
    oneAtATime((again) => {
      const { srId } = row;
      const { version } = standing;
      const dated = dateOfStatusChange ? { dateOfStatusChange } : {};
      const sent = asked({ srId, status, ...dated, ...(items && { items }), version }, row);
      const inList = (moved: MovedRow) => moveInList(moved, dateOfStatusChange ?? shipmentDay());
      const recorded = (failure: CallFailure) => lostTries.recorded(failure, sent, () => moving.mutateAsync(sent));
      moving.mutate(sent, after(status, then, again, inList, recorded));
    });
  return { ...standing, move, isPending: moving.isPending, refused: refusalOf(moving.error) };
}

type Receipt = Omit<Asked<typeof api.receiveBySite>['body'], 'srId' | 'gId' | 'version' | 'files'>;

/** Says how a delivery ended with all that goes with it, in one call: how its items arrived, a note, photos and PDFs. */
export function useReceive(
  row: Row,
  status: Receipt['status'] & Step,
  then: Moved,
  lostTries: ReturnType<typeof useLostTries>,
) {
  const refresh = useRefresh();
  const oneAtATime = useOneAtATime();
  const [isReading, setReading] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const moveInList = useMoveInList();
  const receiving = useCall(api.receiveBySite, { quiet: true, settled: refresh, waitMs: 10 * 60_000 });
  const { version, gone } = useStanding(row, status, receiving, lostTries.isOpen);

  const post = async (said: Omit<Receipt, 'status'>, picked: readonly File[], again: () => void) => {
    const { srId, gId } = row;
    setReading(true);
    const files = await Promise.all(picked.map(sentFile)).catch(() => null);
    setReading(false);
    setUnreadable(files === null);
    if (files === null) return again();
    const inList = (moved: MovedRow) => moveInList(moved, said.dateOfStatusChange ?? shipmentDay());
    const sent = { body: { ...said, status, srId, gId, version, files } };
    const recorded = (failure: CallFailure) => lostTries.recorded(failure, sent, () => receiving.mutateAsync(sent));
    receiving.mutate(sent, after(status, then, again, inList, recorded));
  };
  return {
    gone,
    receive: (said: Omit<Receipt, 'status'>, files: readonly File[]) =>
      oneAtATime((again) => void post(said, files, again)),
    isPending: isReading || receiving.isPending,
    /** What was refused is not going to be sent again. */
    forget: () => {
      receiving.reset();
      setUnreadable(false);
    },
    refused: isUnreadable ? { text: 'A file could not be read. Please choose it again.' } : refusalOf(receiving.error),
  };
}

type SentFile = NonNullable<Asked<typeof api.receiveBySite>['body']['files']>[number];
const sentFile = async (file: File): Promise<SentFile> => ({
  filename: file.name,
  contentType: file.type as SentFile['contentType'],
  data: await toBase64(file),
});

/** What a question says of a failure. One that ends the session is told by the sign-in page. */
const refusalOf = (failure: CallFailure | null): Refused | null =>
  failure && failure.status !== 401 ? { text: sentenceOf(failure) } : null;

/** Ships a request in packages (SHF-07). The dialog says itself what went wrong, since what was typed stays. */
export function useShip() {
  const refresh = useRefresh();
  const oneAtATime = useOneAtATime();
  const moveInList = useMoveInList();
  const shipping = useCall(usePartnerCalls().ship, { quiet: true, settled: refresh });
  const lostTries = useLostTries();
  const [isRecorded, setRecorded] = useState(false);

  const ship = (body: Asked<typeof api.shipByPharmacy>['body'], { onDone, onFailure }: Then) =>
    oneAtATime((again) => {
      const sent = { body };
      shipping.mutate(sent, {
        onSuccess: (moved) => {
          moveInList(moved, shipmentDay());
          onDone();
        },
        onError: (refused) =>
          void lostTries
            .recorded(refused, sent, () => shipping.mutateAsync(sent))
            .then(({ mine, failure }) => {
              again();
              if (mine) {
                setRecorded(true);
                moveInList(mine, shipmentDay());
              }
              onFailure?.(failure);
            }),
      });
    });
  return {
    ship,
    isPending: shipping.isPending,
    failure: shipping.error,
    /** It is shipped by a first try without an answer, and not as it is entered now. */
    isRecorded,
  };
}

/** What a request is made by: a refusal says that something of it is not any more what it was. */
const orderedBy = [listTrials, readSite, listSiteUsers, listProducts, listParticipants];

/** Asks for a shipment (SHC-21). After a refusal it is read anew what it was made by. */
export function useCreate() {
  const client = useQueryClient();
  const refresh = useRefresh();
  const oneAtATime = useOneAtATime();
  const create = useCall(api.createRequest, { quiet: true, ofOneForm: true, settled: refresh });
  const send = (body: Asked<typeof api.createRequest>['body'], onCreated: (created: Created) => void) =>
    oneAtATime((again) =>
      create.mutate(
        { body },
        {
          onSuccess: onCreated,
          onError: ({ status }) => {
            again();
            const isRefused = status >= 400 && status < 500;
            for (const { path } of isRefused ? orderedBy : []) void client.invalidateQueries({ queryKey: [path] });
          },
        },
      ),
    );
  return { send, isPending: create.isPending, failure: create.error };
}

/** Adds a comment, and marks comments as read, by the calls of the viewer's side (CMT-04, CMT-05). */
export function useCommenting() {
  const { add, markRead } = useCalls().comments;
  const refresh = useRefresh();
  const oneAtATime = useOneAtATime();
  const adding = useCall(add, { quiet: true, ofOneForm: true, settled: refresh });
  const marking = useCall(markRead, { quiet: true, settled: refresh });
  return {
    isPending: adding.isPending,
    failure: adding.error,
    add: (srId: number, text: string, onDone: () => void) =>
      oneAtATime((again) =>
        adding.mutate(
          { body: { srId, text } },
          {
            onSuccess: onDone,
            onSettled: again,
          },
        ),
      ),
    markRead: (srId: number, commentIds: number[]) => marking.mutate({ body: { srId, commentIds, isRead: 1 } }),
  };
}

interface Reminder {
  srId: number;
  /** The day on which it stands; null where there is none any more. */
  nextOrderDate: string | null;
}

/** A refusal of a day names the field that it stands in. */
function dayRefused(failure: CallFailure | null): Refused | null {
  const said = failure?.fields['nextOrderDate'];
  return said ? { text: refusedOf(dateNames.nextOrderDate, said) } : null;
}

/** Moves or ends the reminder of a request (REM-02, REM-03), from where it stood when it was read (REL-07). */
export function useReminder(read: Reminder) {
  const [known, setKnown] = useState(read);
  const refresh = useRefresh();
  const oneAtATime = useOneAtATime();
  const setting = useCall(api.setReminder, { quiet: true, settled: refresh });
  const dismissing = useCall(api.dismissReminder, { quiet: true, settled: refresh });
  const { srId, nextOrderDate: nextOrderDateBefore } = known;
  const failure = setting.error ?? dismissing.error;
  const ends = (onDone: () => void, again: () => void) => ({
    onSuccess: onDone,
    onError: ({ code, detail }: CallFailure) => {
      if (code === 'stale') setKnown(detail['current'] as Reminder);
    },
    onSettled: again,
  });
  return {
    isPending: setting.isPending || dismissing.isPending,
    known,
    isStale: known !== read,
    refused: failure?.code === 'stale' ? null : (dayRefused(failure) ?? refusalOf(failure)),
    set: (nextOrderDate: string, onDone: () => void) =>
      oneAtATime((again) =>
        setting.mutate({ body: { srId, nextOrderDate, nextOrderDateBefore } }, ends(onDone, again)),
      ),
    dismiss: (onDone: () => void) =>
      oneAtATime((again) => dismissing.mutate({ query: { srId, nextOrderDateBefore } }, ends(onDone, again))),
  };
}
