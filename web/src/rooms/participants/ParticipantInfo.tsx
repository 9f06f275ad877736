import { Box, Text } from '@mantine/core';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { showPhone } from '#kit/phone.ts';
import { asDay } from '#kit/today.ts';
import { addressLine } from './form.ts';
import { genderWord } from './words.ts';
import classes from './participants.module.css';

/** Everything that is known of a participant, for reading (PAR-05). */
export function ParticipantInfo({ participant, onClose }: { participant: Participant; onClose: () => void }) {
  const facts: [string, string][] = [
    ['Subject Number', participant.subjectNumber],
    ['CTRx ID', participant.ctrxId],
    ['Name', `${participant.fname} ${participant.lname}`],
    ['Date of Birth', asDay(participant.dob, 'DD/MM/YYYY')],
    ['Gender', genderWord(participant.gender)],
    ['Email', participant.email ?? ''],
    ['Phone', showPhone(participant.phone)],
    ['Preferred Contact', participant.preferred_contact === 0 ? 'Email' : 'Phone'],
    ['Address', addressLine(participant.address)],
    ['Trial', participant.trial],
    ['Status', participant.isActive ? 'Active' : 'Deactivated'],
  ];
  return (
    <Dialog opened onClose={onClose} title="Participant Info">
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
    </Dialog>
  );
}
