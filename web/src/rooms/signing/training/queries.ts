import { trainingAcknowledgement } from '@portal/contract/providers/endpoints.ts';
import { listToSign, requestSignatures } from '@portal/contract/signing/endpoints.ts';
import { acknowledgeTraining } from '@portal/contract/signing/training-endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';

/** Where the person stands (DAT-04). */
export function useOwnTraining() {
  const { cpId } = useViewer();
  return useQuery({
    ...read(trainingAcknowledgement, { query: { cp_id: cpId } }),
    select: ({ acknowledgementForm }) => acknowledgementForm,
    staleTime: 0,
  });
}

/** The own copy of a training form, with the ids that open it. */
export function useOwnCopy(docId: number | null) {
  const { cpId } = useViewer();
  return useQuery({
    ...read(listToSign, { query: { cp_id: cpId } }),
    enabled: docId !== null,
    select: ({ documents }) => documents.find((one) => one.docId === docId) ?? null,
    staleTime: 0,
  });
}

/** Asks for the own copy of a form (AKF-03); asked for twice, it is the same one (AKF-04). */
export function useAskForCopy() {
  const { cpId, fName, lName, email } = useViewer();
  const { mutate, ...asking } = useCall(requestSignatures, { refresh: [trainingAcknowledgement], quiet: true });
  const signer = { cpId, name: `${fName} ${lName}`.trim() || email, email, signerNum: 1 };
  const ask = (templateId: number) =>
    mutate({ body: { docId: templateId, uploaderOwned: false, requestRequired: true, signers: [signer] } });
  return { ...asking, ask };
}

/** Has the signed copy recorded (AKF-05). */
export function useAcknowledge() {
  const { cpId } = useViewer();
  const { mutate, ...acknowledging } = useCall(acknowledgeTraining, {
    refresh: [trainingAcknowledgement, listToSign],
    quiet: true,
  });
  const acknowledge = (trainingDocId: number, onDone: () => void) =>
    mutate({ body: { cp_id: cpId, trainingDocId } }, { onSuccess: onDone });
  return { ...acknowledging, acknowledge };
}
