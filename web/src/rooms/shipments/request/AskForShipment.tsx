import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useCreated } from './after-creating.ts';
import type { Mode } from './request-draft.ts';
import { RequestCreated } from './RequestCreated.tsx';
import { RequestDialog } from './RequestDialog.tsx';

/** Asks for a shipment, and says so once it was asked for (SHP-13). A batch may be for another site than the one shown. */
export function AskForShipment(props: {
  mode: Mode;
  site: CareGroup;
  /** Shows the lists of another site. */
  onSite: (gId: number) => void;
  onClose: () => void;
}) {
  const { mode, site, onSite, onClose } = props;
  const [made, onCreated] = useCreated(onClose, (gId) => {
    // The dialog speaks of the lists behind it.
    if (gId !== site.gId) onSite(gId);
  });
  if (made) return <RequestCreated {...made} onClose={onClose} />;
  return <RequestDialog opened mode={mode} site={site} onClose={onClose} onCreated={onCreated} />;
}
