import type { Lot, LotRecall } from '@portal/contract/lots/endpoints.ts';
import { type FormEvent, useState } from 'react';
import { CallFailure, isOwnChange } from '#api/failure.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { asDay } from '#kit/today.ts';
import { recallWords } from './words.ts';

/** What of a lot a change is measured against, with what was said of its recall last. */
interface Known extends Pick<Lot, 'expirationDate' | 'recalledAt' | 'version'> {
  lastRecall?: LotRecall | null | undefined;
}
interface OnTheWire extends Pick<Known, 'expirationDate' | 'version'> {
  recalledAt?: string | null;
  lastRecall?: (Omit<LotRecall, 'recalledAt'> & { recalledAt: string }) | null;
}
const knownOf = ({ recalledAt, lastRecall, ...current }: OnTheWire): Known => ({
  ...current,
  recalledAt: recalledAt ? new Date(recalledAt) : null,
  lastRecall: lastRecall && { ...lastRecall, recalledAt: new Date(lastRecall.recalledAt) },
});

/**
 * A change of a lot by the version that was read, sent from a dialog. What lies behind may be read anew meanwhile: what somebody else has
 * changed is told when this is sent, and sending it again goes by their version.
 */
export function useLotChange(
  { lot, recalls }: { lot: Lot; recalls: readonly LotRecall[] },
  write: (version: number) => Promise<void>,
) {
  const [opened] = useState<Known>({ ...lot, lastRecall: recalls.at(-1) });
  const [known, setKnown] = useState(opened);
  const [isOwn, setIsOwn] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const send = async (event: FormEvent, isReady: boolean) => {
    event.preventDefault();
    if (!isReady) return;
    setFailure(null);
    try {
      await write(known.version);
    } catch (refused) {
      if (!(refused instanceof CallFailure)) throw refused;
      if (refused.code === 'stale') {
        setKnown(knownOf(refused.detail['current'] as OnTheWire));
        setIsOwn(isOwnChange(refused));
      } else if (refused.status !== 401) setFailure(refused);
    }
  };
  return { opened, known, isOwn, failure, send };
}

/** What stands of the lot by now, where that is not what was read. */
export function LotChanged({
  change: { opened, known, isOwn },
  keepsDay = false,
}: {
  change: ReturnType<typeof useLotChange>;
  /** The dialog holds another day, which would take the place of theirs. */
  keepsDay?: boolean;
}) {
  if (known.version === opened.version) return null;
  const { lastRecall } = known;
  const isOtherDay = known.expirationDate !== opened.expirationDate;
  const isNewRecall = lastRecall?.recalledAt.getTime() !== opened.lastRecall?.recalledAt.getTime();
  return (
    <ChangedNotice
      what="lot"
      differences={
        isOtherDay ? [{ label: 'Expiration date', theirs: asDay(known.expirationDate), kept: keepsDay }] : []
      }
      others={
        isNewRecall && lastRecall
          ? [`${recallWords(lastRecall)} by ${lastRecall.recalledBy}: ${lastRecall.reason}`]
          : []
      }
      isOwn={isOwn}
    />
  );
}
