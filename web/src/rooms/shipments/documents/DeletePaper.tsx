import { useQueryClient } from '@tanstack/react-query';
import { DeleteDocument, leavesEveryList, whatOfSigning } from '#shared/DeleteDocument.tsx';
import { useCalls } from '../sides.ts';
import type { ShipmentDocument } from './documents.ts';

/** What was added to the wrong request is taken away from it, on both sides (APD-03, SDC-06). */
export function DeletePaper(props: { document: ShipmentDocument; onDeleted: () => void; onClose: () => void }) {
  const client = useQueryClient();
  const { list } = useCalls().documents;
  const settled = () => void client.invalidateQueries({ queryKey: [list.path] });
  return (
    <DeleteDocument {...props} reach={[leavesEveryList, ...whatOfSigning(props.document.signing)]} settled={settled} />
  );
}
