import * as api from '@portal/contract/cards/endpoints.ts';
import { listCareGroups, listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { CallFailure } from '#api/failure.ts';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { fromBase64 } from '#kit/base64.ts';
import { pdfName, saveFile } from '#kit/save-file.ts';
import { toastFailure } from '#kit/toast.ts';

/** The card of a trial; its form must start from what is there now. */
export const useTemplate = (gId: number) =>
  useQuery({ ...read(api.readCard, { query: { g_id: gId } }), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });

const refresh = [api.readCard, api.readParticipantCard, listCareGroups, listTrials];
/** The dialog says itself what went wrong. */
export const useAddCard = () => useCall(api.addCard, { refresh, quiet: true, ofOneForm: true });
export const useChangeCard = () => useCall(api.changeCard, { refresh, quiet: true, ofOneForm: true });

/** Whether it may be sent, and where it goes, can change at any time: each opening asks anew, and so does each change. */
export function useCard(gId: number, participantId: number) {
  const client = useQueryClient();
  useLive(['participant.changed', 'care_group.changed'], ({ type, id }) => {
    if (type === 'care_group.changed' || id === participantId)
      void client.invalidateQueries({ queryKey: [api.readParticipantCard.path] });
  });
  const query = { g_id: gId, participant_id: participantId };
  return useQuery({ ...read(api.readParticipantCard, { query }), staleTime: 0 });
}

export const useSendCard = () => useCall(api.sendCard, { refresh: [api.readParticipantCard], quiet: true });

/** Hands the card over as a PDF (PCO-07). */
export function usePrint(gId: number, participantId: number) {
  const [isPending, setPending] = useState(false);
  const print = async () => {
    setPending(true);
    try {
      const file = await call(api.printCard, { query: { g_id: gId, participant_id: participantId } });
      saveFile(await fromBase64(file.data, file.contentType), pdfName(file.filename));
    } catch (failure) {
      if (!(failure instanceof CallFailure && failure.status === 401)) toastFailure(api.printCard.failure ?? '');
    } finally {
      setPending(false);
    }
  };
  return { print, isPending };
}
