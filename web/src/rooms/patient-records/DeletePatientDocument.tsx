import type { Ours } from '@portal/contract/endpoint.ts';
import { listPatientDocuments } from '@portal/contract/patient-records/history-endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { DeleteDocument, leavesEveryList, whatOfSigning } from '#shared/DeleteDocument.tsx';
import { OfPatient } from '#shared/OfPatient.tsx';

type Row = Ours<typeof listPatientDocuments.reply>['documents'][number];

/** What was put into the wrong record is taken out of it (APD-03). */
export function DeletePatientDocument(props: { uId: number; document: Row; onClose: () => void }) {
  const { uId, document, onClose } = props;
  const client = useQueryClient();
  const settled = () => void client.invalidateQueries({ queryKey: [listPatientDocuments.path] });
  const whose = <OfPatient uId={uId} />;
  return (
    <DeleteDocument document={document} whose={whose} reach={reachOf(document)} settled={settled} onClose={onClose} />
  );
}

function reachOf(document: Row): string[] {
  return [leavesEveryList, ...whatOfOthers(document.otherPatients ?? 0), ...whatOfSigning(signingOf(document))];
}

/** Nothing is said of a document that the patient signs elsewhere: no request of the portal waits for it. */
function signingOf({ isSignRequest, isCompletelySigned, isCurrentSigner }: Row): 'open' | 'completed' | undefined {
  if (isSignRequest === 0) return undefined;
  if (isCompletelySigned === 1) return 'completed';
  return isCurrentSigner === 1 ? undefined : 'open';
}

function whatOfOthers(patients: number): string[] {
  if (patients === 0) return [];
  return [`It leaves the records of ${patients === 1 ? '1 other patient' : `${patients} other patients`}, too.`];
}
