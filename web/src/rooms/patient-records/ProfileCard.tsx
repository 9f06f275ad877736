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
import { type ReactNode, useEffect, useState } from 'react';
import { isNotThere, sentenceOf } from '#api/failure.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { FactList } from '#kit/FactList.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import type { RowAction } from '#kit/row-action.ts';
import { toastFailure } from '#kit/toast.ts';
import { HistoryButton, type HistoryOf } from './HistoryButton.tsx';
import classes from './patient.module.css';
import { usePatientGroups, usePatientUser } from './queries.ts';
import { ageOn, statusWords } from './words.ts';

const ProfileForm = lazyDialog(() => import('./ProfileForm.tsx'), 'ProfileForm');

/** PRF-01 to PRF-05: who the patient is and how they are reached, and the form that changes it in the same place. */
export function ProfileCard({ patient, more = [] }: { patient: Patient; more?: readonly RowAction[] }) {
  const [editing, setEditing] = useState(false);
  const uId = patient.u_ID;
  const { data: user, error } = usePatientUser(uId);
  const { data: groups } = usePatientGroups(uId);
  /** A value with the way to those before it (P11-11). */
  const fact = (name: string, shown: string, of: HistoryOf, ...fields: string[]): readonly [string, ReactNode] => [
    name,
    <Group key={name} gap={4} justify="space-between" wrap="nowrap">
      <span>{shown || '–'}</span>
      <HistoryButton uId={uId} title={name} of={of} {...(fields.length > 0 && { fields })} />
    </Group>,
  ];
  const profile = (field: string): HistoryOf => ({ of: 'profile', field });
  const failed = error && !isNotThere(error) && error.status !== 401 ? sentenceOf(error) : null;
  useEffect(() => {
    if (failed) toastFailure(failed);
  }, [failed]);
  return (
    <section className={classes.card} aria-label="Profile">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Title order={3}>Profile</Title>
          {!editing && <RowMenu label="More" items={[{ label: 'Edit', onClick: () => setEditing(true) }, ...more]} />}
        </Group>
        {editing ? (
          <ProfileForm patient={patient} username={user?.username} onClose={() => setEditing(false)} />
        ) : (
          <FactList
            facts={[
              fact('Name', patient.name, { of: 'profile' }, 'first_name', 'last_name'),
              fact('Date of Birth', `${shownBirthDate(patient.dob)} (${ageOn(patient.dob)} years)`, profile('born_on')),
              fact('Gender', genders[patient.gender], profile('gender')),
              fact('Email', shownEmail(patient.email), profile('email')),
              fact('Phone', shownPhone(patient.phone), profile('phone')),
              fact('Status', statusWords[patient.status], { of: 'status' }),
              fact('Care Groups', groups?.map(({ displayName }) => displayName).join(', ') ?? '', { of: 'group' }),
              fact('Type', patientTypes[patient.patientType], profile('type')),
              fact(
                'Preferred Contact',
                user ? (preferredContacts[user.preferredContact] ?? '') : '',
                profile('preferred_contact'),
              ),
              ['Account Confirmed', user ? (user.userConfirmed ? 'Yes' : 'No') : ''],
              ['Last Sign-In', user ? (user.lastLogin ? asClinicTime(user.lastLogin) : 'Never') : ''],
            ]}
          />
        )}
      </Stack>
    </section>
  );
}
