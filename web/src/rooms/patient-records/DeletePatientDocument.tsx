import type { Ours } from '@portal/contract/endpoint.ts';
import { listPatientDocuments } from '@portal/contract/patient-records/history-endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { DeleteDocument, leavesEveryList } from '#shared/DeleteDocument.tsx';

type Row = Ours<typeof listPatientDocuments.reply>['documents'][number];

/** What was put into the wrong record is taken out of it (APD-03). */
export function DeletePatientDocument({ document, onClose }: { document: Row; onClose: () => void }) {
  const client = useQueryClient();
  const settled = () => void client.invalidateQueries({ queryKey: [listPatientDocuments.path] });
  return <DeleteDocument document={document} reach={reachOf(document)} settled={settled} onClose={onClose} />;
}

function reachOf({ isSignRequest, isCompletelySigned, isCurrentSigner }: Row): string[] {
  if (isSignRequest === 0) return [leavesEveryList];
  if (isCompletelySigned === 1) return [leavesEveryList, 'Its signatures are kept for the records.'];
  // The patient signs elsewhere, and no request of the portal says so.
  return isCurrentSigner === 1 ? [leavesEveryList] : [leavesEveryList, 'The open request for signatures is withdrawn.'];
}
