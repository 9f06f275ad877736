import { Stack } from '@mantine/core';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { FactList } from '#kit/FactList.tsx';
import { showPhone } from '#shared/phone.ts';
import { asDay } from '#kit/today.ts';
import { addressLine } from '#shared/address-form.ts';
import { CompleteCopy } from '#shared/CompleteCopy.tsx';
import { genderWord } from './words.ts';

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
      <Stack gap="md" align="flex-start">
        <FactList facts={facts} />
        <CompleteCopy
          of={{ participantId: participant.participantId, displayName: `subject ${participant.subjectNumber}` }}
        />
      </Stack>
    </Dialog>
  );
}
