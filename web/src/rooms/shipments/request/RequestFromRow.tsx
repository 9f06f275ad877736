import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { useOpenOrderForm, useSayCreated } from './after-creating.ts';
import { RequestDialog } from './RequestDialog.tsx';

/** Asks for a shipment to one participant from another page, where a toast says so once it was asked for (OPS-69). */
export function RequestFromRow(props: { site: CareGroup; participant: Participant; onClose: () => void }) {
  const { site, participant, onClose } = props;
  const opened = useOpenOrderForm(onClose);
  const say = useSayCreated();
  return (
    <RequestDialog
      opened
      mode="create"
      site={site}
      participant={participant}
      onClose={onClose}
      onCreated={(created, gId) => {
        if (opened(created, gId)) return;
        onClose();
        say(created, gId);
      }}
    />
  );
}
