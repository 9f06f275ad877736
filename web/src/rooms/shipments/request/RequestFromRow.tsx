import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { toastSuccess } from '#kit/toast.ts';
import { createdText } from '../sentences.ts';
import { useView } from '../view/use-view.ts';
import { RequestDialog } from './RequestDialog.tsx';

/** Asks for a shipment to one participant from another page, where a toast says so once it was asked for (OPS-69). */
export function RequestFromRow(props: { site: CareGroup; participant: Participant; onClose: () => void }) {
  const { site, participant, onClose } = props;
  const view = useView();
  return (
    <RequestDialog
      opened
      mode="create"
      site={site}
      participant={participant}
      onClose={onClose}
      onCreated={(created) => {
        onClose();
        const [srId] = created.srIds;
        const isOne = srId !== undefined && created.srIds.length === 1;
        toastSuccess(createdText(created), isOne ? view(srId, site.gId) : undefined);
      }}
    />
  );
}
