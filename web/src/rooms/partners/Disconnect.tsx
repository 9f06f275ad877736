import { Text } from '@mantine/core';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { useState } from 'react';
import { CallFailure } from '#api/failure.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { saidAs } from '#shared/way-on.ts';
import type { Partner } from './kinds.ts';
import { useConnections } from './queries.ts';

/** What is asked of a trial site here. */
export interface Site {
  gId: number;
  displayName: string;
}

/** Asks first; why it cannot be done stays in the dialog (OPS-40). */
export function Disconnect(props: { kind: PartnerKind; partner: Partner; site: Site; onClose: () => void }) {
  const { kind, partner, site, onClose } = props;
  const { disconnect, isPending } = useConnections(kind);
  const [refusal, setRefusal] = useState<CallFailure | null>(null);
  const confirm = () =>
    disconnect(site.gId, partner.partnerId).then(
      () => {
        toastSuccess(`${partner.shownName} is disconnected from ${site.displayName}.`);
        onClose();
      },
      (failure: unknown) => {
        if (!(failure instanceof CallFailure)) throw failure;
        if (failure.status !== 401) setRefusal(failure);
      },
    );
  return (
    <ConfirmDialog
      opened
      title="Disconnect partner"
      confirm="Disconnect"
      danger
      busy={isPending}
      disabled={refusal !== null && !isUnanswered(refusal)}
      refused={
        refusal &&
        saidAs(refusal, { of: 'The partner was', done: 'disconnected', press: 'Disconnect', isKeyless: true })
      }
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Text>
        {partner.shownName} will no longer supply {site.displayName}. You can connect it again at any time.
      </Text>
      <Text size="sm" mt="xs">
        It has to stay while a product that it supplies there has a valid price with it, or a request there is not
        finished.
      </Text>
    </ConfirmDialog>
  );
}
