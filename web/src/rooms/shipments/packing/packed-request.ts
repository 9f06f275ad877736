import { canMove } from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import type { CallFailure } from '#api/failure.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { isUnanswered } from '#api/unanswered.ts';
import { useListed, useRequest } from '../queries.ts';
import { firstTryText, goneText, movedOnText, noLongerText, orderChangedText } from '../sentences.ts';
import type { Row, WholeRequest } from '../sides.ts';
import { currentOf, latestOf, type Standing } from '../standing.ts';

interface Shipping {
  isPending: boolean;
  failure: CallFailure | null;
  isRecorded: boolean;
}

/**
 * The request that is packed. It stays what it was when the dialog opened, also while it is read anew behind it, until a refusal
 * has said that it is another by now (REL-07).
 */
export function usePackedRequest(row: Row, { isPending, failure, isRecorded }: Shipping) {
  const request = useRequest(row);
  const listed = useListed(null, row.srId);
  const [packed, setPacked] = useState<WholeRequest | null>(null);
  const [isLooking, setLooking] = useState(false);
  const [changed, setChanged] = useState<string | null>(null);
  if (!packed && request.data && !request.isFetching) setPacked(request.data);

  const mayShip = ({ status }: Standing) => canMove({ status, toParticipant: row.toParticipant }, 'shipped', 'partner');
  const now = latestOf(packed, request.data, listed, currentOf(failure));
  const isGone = packed && now && !mayShip(now) && !isPending && !isUnanswered(failure);
  const gone: Refused | null = isRecorded
    ? { title: noLongerText.shipped, text: `${firstTryText} What you have changed since was not saved.` }
    : isGone
      ? { title: noLongerText.shipped, text: goneText(now.status) }
      : null;

  /** After a refusal: what is packed is the request as it is now, and what is said is what has changed of it. */
  const lookAgain = async (refusal: CallFailure, onOther: () => void) => {
    const current = currentOf(refusal);
    if (!packed || !current || !mayShip(current)) return;
    setLooking(true);
    // The refusal has it read anew already.
    const { data } = await request.refetch({ cancelRefetch: false });
    setLooking(false);
    if (!data || data.version < current.version || !mayShip(data)) return;
    const isOther = askedOf(data) !== askedOf(packed);
    setPacked(data);
    setChanged(isOther ? orderChangedText : movedOnText(data.status));
    if (isOther) onOther();
  };
  const told = packed && request.data ? withNews(packed, request.data) : packed;
  return { request, packed: told, gone, changed, isLooking, lookAgain, forgetChanged: () => setChanged(null) };
}

/**
 * What is no part of what was asked for, and is told as soon as it is known: whether its address is outdated, who is no longer active,
 * by the number and the name that they have now, and what a product is called now.
 */
function withNews(
  packed: WholeRequest,
  { isAddressOutdated, isForInactive, participants, products }: WholeRequest,
): WholeRequest {
  const calledNow = new Map(products.map((line) => [line.orderItemId, line.drugNameNow]));
  const now = new Map(participants?.map((one) => [one.subjectNumber, one]));
  return {
    ...packed,
    isAddressOutdated,
    isForInactive,
    products: packed.products.map((line) => ({ ...line, drugNameNow: calledNow.get(line.orderItemId) })),
    participants: packed.participants?.map((one) => {
      const { isInactive, numberNow, nameNow, isUncertain } = now.get(one.subjectNumber) ?? one;
      return { ...one, isInactive, numberNow, nameNow, isUncertain };
    }),
  };
}

/** What is packed by: what goes where, for whom and until when. */
const askedOf = ({ products, address, participants, toParticipant, dateRequired }: WholeRequest): string =>
  JSON.stringify({
    products: products.map((line) => ({ ...line, drugNameNow: undefined })),
    address,
    participants: participants?.map((one) => ({ ...one, isInactive: undefined })),
    toParticipant,
    dateRequired,
  });
