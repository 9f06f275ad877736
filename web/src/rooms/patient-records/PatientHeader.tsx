import { Group, Text, Title } from '@mantine/core';
import type { Patient } from '@portal/contract/patients/endpoints.ts';
import { listAllergies } from '@portal/contract/patient-records/endpoints.ts';
import { shownBirthDate, shownEmail, shownPhone } from '@portal/contract/patients/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { isNotThere } from '#api/failure.ts';
import { read } from '#api/queries.ts';
import { pageHeader } from '#kit/page-edges.ts';
import { toastFailure } from '#kit/toast.ts';
import { DotAndWord } from '#shared/DotAndWord.tsx';
import { WordBadge } from '#shared/StatusBadge.tsx';
import classes from './patient.module.css';
import { usePatientGroups } from './queries.ts';
import { ageOn, statusColours, statusWords } from './words.ts';

/** Who this is. It stays in sight while the page is scrolled, so that nobody writes into another patient's record. */
export function PatientHeader({ patient, waits }: { patient: Patient; waits: ReactNode }) {
  const { u_ID: uId, dob, status } = patient;
  return (
    <section ref={pageHeader} className={classes.header} aria-label="Patient">
      <Group gap="sm" wrap="wrap">
        <Title order={2}>{patient.name}</Title>
        <Text size="sm" fw={500} component="div">
          <DotAndWord colour={statusColours[status]}>{statusWords[status]}</DotAndWord>
        </Text>
        {patient.hibernationStatus === 1 && <WordBadge colour="gray">Hibernated</WordBadge>}
        {waits}
      </Group>
      <dl className={classes.facts}>
        <Fact name="Date of Birth">
          {shownBirthDate(dob)} ({ageOn(dob)})
        </Fact>
        <Fact name="Allergies">
          <Allergies uId={uId} />
        </Fact>
        <Fact name="Phone">{shownPhone(patient.phone)}</Fact>
        <Fact name="Email">{shownEmail(patient.email)}</Fact>
        <Fact name="Care Groups">
          <Groups uId={uId} />
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** That a list could not be read must not look like a patient who tolerates everything. */
function Allergies({ uId }: { uId: number }) {
  const { data, isError } = useQuery(read(listAllergies, { query: { u_id: uId } }));
  if (isError && !data) return 'Could not be loaded';
  if (!data) return '…';
  const names = data.allergies.map(({ medicationName }) => medicationName);
  return names.length > 0 ? <strong className={classes.allergies}>{names.join(', ')}</strong> : 'None recorded';
}

/** PRF-16, CER-26. */
function Groups({ uId }: { uId: number }) {
  const { data, error } = usePatientGroups(uId);
  // Without sight of the patient the page itself says so.
  const failed = error && error.status !== 403 && !isNotThere(error) && error.status !== 401;
  useEffect(() => {
    if (failed) toastFailure('There was a problem retrieving care group info.');
  }, [failed]);
  if (!data) return error ? 'Could not be loaded' : '…';
  return data.map(({ displayName }) => displayName).join(', ') || 'None';
}
