import { Text } from '@mantine/core';
import { nameAndBirth } from './name-and-birth.ts';
import { useKnownPatient } from './patient.ts';

/** Whose record a dialog is about: on a phone it covers the page that says so, and two patients may be open in two tabs. */
export function OfPatient({ uId }: { uId: number }) {
  const { data: patient } = useKnownPatient(uId);
  return (
    patient && (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {nameAndBirth(patient)}
      </Text>
    )
  );
}
