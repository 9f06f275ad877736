import { Text } from '@mantine/core';
import type { Address } from '@portal/contract/addresses/rules.ts';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { Notice } from '#kit/Notice.tsx';
import { addressLine, sameAddress } from '#shared/address-form.ts';
import { fullName } from '../sentences.ts';
import type { SectionProps } from './FormSection.tsx';
import { nowOf, participantOf } from './request-draft.ts';

interface Known extends Pick<SectionProps, 'draft' | 'around'> {
  /** The participants as the form knew them when it was opened. */
  atFirst: readonly Participant[];
}

/** Says where the address on record is another one than whoever orders may have in mind: both of them, and which one counts (SHC-02). */
export function AddressNews({ draft, around, atFirst }: Known) {
  const person = participantOf(draft.subjectNumbers[0] ?? '', around);
  const other = person && (changedMeanwhile(person, atFirst) ?? changedSince(person, around));
  if (!person || !other) return null;
  const goesTo = draft.otherAddress
    ? 'This request goes to the address that is entered below.'
    : person.address && 'This request goes to the address on record.';
  return (
    <Notice key={addressLine(person.address)} tone="warning" title={other.title}>
      <Text size="sm">{`${other.name}: ${addressLine(other.address) || 'none'}`}</Text>
      <Text size="sm">{`On record now: ${addressLine(person.address) || 'none'}`}</Text>
      {goesTo && <Text size="sm">{goesTo}</Text>}
    </Notice>
  );
}

/** The same of a trial site whose address changes while the form is open. */
export function SiteAddressNews({ before, now }: { before: Address | null; now: Address | null }) {
  if (isSame(before, now)) return null;
  return (
    <Notice key={addressLine(now)} tone="warning" title="The address of the trial site has changed in the meantime.">
      <Text size="sm">{`Before: ${addressLine(before) || 'none'}`}</Text>
      <Text size="sm">{`On record now: ${addressLine(now) || 'none'}`}</Text>
    </Notice>
  );
}

const isSame = (one: Address | null, other: Address | null): boolean =>
  one && other ? sameAddress(one, other) : one === other;

function changedMeanwhile(person: Participant, atFirst: Known['atFirst']) {
  const before = atFirst.find(({ participantId }) => participantId === person.participantId);
  if (!before || isSame(before.address, person.address)) return null;
  return {
    title: `The address of ${fullName(person)} has changed in the meantime.`,
    name: 'Before',
    address: before.address,
  };
}

function changedSince(person: Participant, around: Known['around']) {
  const { earlier } = around;
  const [subject] = earlier?.participants ?? [];
  if (!earlier?.toParticipant || !subject || nowOf(subject, around) !== person) return null;
  if (isSame(earlier.address, person.address)) return null;
  return {
    title: `The earlier request went to another address than ${fullName(person)} has on record now.`,
    name: 'Earlier request',
    address: earlier.address,
  };
}
