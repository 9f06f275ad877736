import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useState } from 'react';
import type { Mode } from './request-draft.ts';
import { RequestCreated } from './RequestCreated.tsx';
import { RequestDialog } from './RequestDialog.tsx';
import type { Created } from '../sentences.ts';

/** Asks for a shipment, and says so once it was asked for (SHP-13). */
export function AskForShipment({ mode, site, onClose }: { mode: Mode; site: CareGroup; onClose: () => void }) {
  const [created, setCreated] = useState<Created | null>(null);
  if (created) return <RequestCreated created={created} gId={site.gId} onClose={onClose} />;
  return <RequestDialog opened mode={mode} site={site} onClose={onClose} onCreated={setCreated} />;
}
