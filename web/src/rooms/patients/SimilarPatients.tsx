import { List } from '@mantine/core';
import { shownPhone } from '@portal/contract/patients/rules.ts';
import { Notice } from '#kit/Notice.tsx';
import { nameAndBirth } from '#shared/name-and-birth.ts';
import type { likenessOf } from './new-patient.ts';
import { useSimilar } from './queries.ts';

/** Patients who may be the same person. They are shown; whether to go on is for who types to say. */
export function SimilarPatients({ to }: { to: NonNullable<ReturnType<typeof likenessOf>> }) {
  const { data: patients = [] } = useSimilar(to);
  if (patients.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={patients.length === 1 ? 'There is already a similar patient' : 'There are already similar patients'}
    >
      <List size="sm">
        {patients.map((one) => (
          <List.Item key={one.u_ID}>
            {nameAndBirth(one)}, phone {shownPhone(one.phone)}
          </List.Item>
        ))}
      </List>
      You can still add the patient.
    </Notice>
  );
}
