import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { closeFirst } from '#kit/close-first.ts';
import { toastSuccess } from '#kit/toast.ts';
import { type Created, createdText } from '../sentences.ts';
import { toSign } from '../to-sign.ts';
import { useView } from '../view/use-view.ts';

/** Says in passing that a request was created, with the way to it where it is one (SHC-22, SHC-23, OPS-69). */
export function useSayCreated(): (created: Created, gId: number) => void {
  const view = useView();
  return (created, gId) => {
    const [srId] = created.srIds;
    const isOne = srId !== undefined && created.srIds.length === 1;
    toastSuccess(createdText(created), isOne ? view(srId, gId) : undefined);
  };
}

/** ODF-06, BAT-06: exactly one order form opens to be signed. Tells whether it did; then `onClose` has been called. */
export function useOpenOrderForm(onClose: () => void): (created: Created, gId: number) => boolean {
  const navigate = useNavigate();
  const say = useSayCreated();
  return (created, gId) => {
    const [form, another] = created.orderForms;
    if (!form || another) return false;
    closeFirst(onClose);
    say(created, gId);
    void navigate(toSign(form.docId));
    return true;
  };
}

/** What was created, and at which site. */
export interface Made {
  created: Created;
  gId: number;
}

/** What was created, where a dialog is to say so: not where its order form opened instead. `onSaid` hears at which site. */
export function useCreated(onClose: () => void, onSaid?: (gId: number) => void) {
  const [made, setMade] = useState<Made | null>(null);
  const opened = useOpenOrderForm(onClose);
  const onCreated = (created: Created, gId: number) => {
    if (opened(created, gId)) return;
    setMade({ created, gId });
    onSaid?.(gId);
  };
  return [made, onCreated] as const;
}
