import { Stack } from '@mantine/core';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { FactList } from '#kit/FactList.tsx';
import { NotArriving } from '#shared/NotArriving.tsx';
import { showPhone } from '#shared/phone.ts';
import { addressLine } from '#shared/address-form.ts';
import { kindWords, type Partner } from './kinds.ts';
import { PartnerUsers } from './PartnerUsers.tsx';

/** Everything that is known of a partner, for reading, and who works for it (PPW-03, PPW-09). */
export function PartnerInfo(props: { kind: PartnerKind; partner: Partner; onClose: () => void }) {
  const { kind, partner, onClose } = props;
  const facts: [string, string][] = [
    ['Name', partner.name],
    ['Phone', showPhone(partner.phoneNumber)],
    ['Fax', showPhone(partner.faxNumber)],
    ['Email', partner.email ?? ''],
    ['Shipment emails', partner.sendEmail ? 'Sent' : 'Not sent'],
    ['Address', addressLine(partner.address)],
  ];
  return (
    <Dialog opened onClose={onClose} size="lg" title={`${kindWords[kind]} Info`}>
      <Stack gap="lg">
        <FactList facts={facts} />
        {partner.areMailsUndelivered && <NotArriving way="Shipment emails" />}
        <PartnerUsers kind={kind} partner={partner} />
      </Stack>
    </Dialog>
  );
}
