import { Box, Text } from '@mantine/core';
import { Dialog } from '#kit/Dialog.tsx';
import { showPhone } from '#kit/phone.ts';
import { addressLine } from './form.ts';
import { kindWords, type Partner, type PartnerKind } from './kinds.ts';
import { PartnerUsers } from './PartnerUsers.tsx';
import classes from './partners.module.css';

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
      <Box component="dl" className={classes.facts}>
        {facts.map(([label, value]) => (
          <Box key={label} className={classes.fact}>
            <Text component="dt" size="sm" c="gray.7">
              {label}
            </Text>
            <Text component="dd" m={0} className={classes.value}>
              {value || '–'}
            </Text>
          </Box>
        ))}
      </Box>
      <PartnerUsers kind={kind} partner={partner} />
    </Dialog>
  );
}
