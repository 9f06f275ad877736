import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useCreated } from './after-creating.ts';
import type { Mode } from './request-draft.ts';
import { RequestCreated } from './RequestCreated.tsx';
import { RequestDialog } from './RequestDialog.tsx';

/** Asks for a shipment, and says so once it was asked for (SHP-13). */
export function AskForShipment({ mode, site, onClose }: { mode: Mode; site: CareGroup; onClose: () => void }) {
  const [created, onCreated] = useCreated(site.gId, onClose);
  if (created) return <RequestCreated created={created} gId={site.gId} onClose={onClose} />;
  return <RequestDialog opened mode={mode} site={site} onClose={onClose} onCreated={onCreated} />;
}
