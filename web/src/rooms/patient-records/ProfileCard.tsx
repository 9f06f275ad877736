import { Group, Stack, Title } from '@mantine/core';
import type { Patient } from '@portal/contract/patients/endpoints.ts';
import {
  genders,
  patientTypes,
  preferredContacts,
  shownBirthDate,
  shownEmail,
  shownPhone,
} from '@portal/contract/patients/rules.ts';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { FactList } from '#kit/FactList.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { toastFailure } from '#kit/toast.ts';
import classes from './patient.module.css';
import { usePatientUser } from './queries.ts';
import { ageOn, statusWords } from './words.ts';

const ProfileForm = lazyDialog(() => import('./ProfileForm.tsx'), 'ProfileForm');

/** PRF-01 to PRF-05: who the patient is and how they are reached, and the form that changes it in the same place. */
export function ProfileCard({ patient }: { patient: Patient }) {
  const [editing, setEditing] = useState(false);
  const { data: user, error } = usePatientUser(patient.u_ID);
  const failed = error && error.status !== 404 && error.status !== 401 ? sentenceOf(error) : null;
  useEffect(() => {
    if (failed) toastFailure(failed);
  }, [failed]);
  return (
    <section className={classes.card} aria-label="Profile">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Title order={3}>Profile</Title>
          {!editing && <RowMenu label="More" items={[{ label: 'Edit', onClick: () => setEditing(true) }]} />}
        </Group>
        {editing ? (
          <ProfileForm patient={patient} username={user?.username} onClose={() => setEditing(false)} />
        ) : (
          <FactList
            facts={[
              ['Name', patient.name],
              ['Date of Birth', `${shownBirthDate(patient.dob)} (${ageOn(patient.dob)} years)`],
              ['Gender', genders[patient.gender]],
              ['Email', shownEmail(patient.email)],
              ['Phone', shownPhone(patient.phone)],
              ['Status', statusWords[patient.status]],
              ['Type', patientTypes[patient.patientType]],
              ['Preferred Contact', user ? preferredContacts[user.preferredContact] : ''],
              ['Account Confirmed', user ? (user.userConfirmed ? 'Yes' : 'No') : ''],
              ['Last Sign-In', user ? (user.lastLogin ? asClinicTime(user.lastLogin) : 'Never') : ''],
            ]}
          />
        )}
      </Stack>
    </section>
  );
}
