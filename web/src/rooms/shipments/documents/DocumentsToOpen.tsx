import { type ReactNode, useState } from 'react';
import { DocumentList } from './DocumentList.tsx';
import { DocumentPreview } from './DocumentPreview.tsx';
import { type ShipmentDocument, useDocuments } from './documents.ts';

const none: readonly ShipmentDocument[] = [];

/** The documents of a request, each to be opened over whatever they stand in. None when they cannot be read (SDC-07). */
export function DocumentsToOpen({ srId, waiting }: { srId: number; waiting: ReactNode }) {
  const { data = none, isPending } = useDocuments(srId);
  const [shown, setShown] = useState<ShipmentDocument | null>(null);
  return (
    <>
      {isPending ? waiting : <DocumentList documents={data} onOpen={setShown} />}
      {shown && <DocumentPreview document={shown} onClose={() => setShown(null)} />}
    </>
  );
}
