import { Anchor, Button, Group, Stack, Title } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import {
  type ListedPatient,
  listPatients,
  type Patient,
  readPatient,
  setPatientStatus,
} from '@portal/contract/patients/endpoints.ts';
import {
  messages,
  type PatientStatus,
  type PatientStep,
  patientTypes,
  shownBirthDate,
  shownEmail,
  shownPhone,
  statusOfCode,
  stepsFrom,
} from '@portal/contract/patients/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { meets } from '@portal/contract/access.ts';
import { isEmptyList, isNotThere } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { FactList } from '#kit/FactList.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { toastFailure } from '#kit/toast.ts';
import { DotAndWord } from '#shared/DotAndWord.tsx';
import { usePatient } from '#shared/patient.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { PatientGroups } from './PatientGroups.tsx';
import { usePatientGroups } from './queries.ts';
import { StepDialog } from './StepDialog.tsx';
import { isEnding, stepWords } from './steps.ts';

/** A patient over the list: the way to their page, their care groups, and what can be done with their status (PCG-10). */
export function PatientDialog(props: {
  listed: ListedPatient;
  groups: readonly CareGroup[];
  /** Whether the patient has a page (OPC-15). */
  hasPage: boolean;
  onClose: () => void;
}) {
  const { listed, groups, hasPage, onClose } = props;
  const uId = listed.u_ID;
  const viewer = useViewer();
  const client = useQueryClient();
  const patient = usePatient(uId);
  const own = usePatientGroups(uId);
  const [step, setStep] = useState<PatientStep | null>(null);
  // PCG-15; a patient who is in no group of one's own is not found at all.
  const isOutOfReach = own.error?.status === 403 || (step === null && isNotThere(patient.error));
  useEffect(() => {
    if (!isOutOfReach) return;
    toastFailure(messages.outOfReach);
    void client.invalidateQueries({ queryKey: [listPatients.path] });
    onClose();
    // oxlint-disable-next-line react/exhaustive-deps -- said once
  }, [isOutOfReach]);
  const name = patient.data?.name ?? listed.name;
  const steps =
    patient.data && meets(setPatientStatus.access, viewer) ? stepsFrom(statusOfCode(patient.data.status)) : [];
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title="Patient"
      returnTo={() => document.querySelector<HTMLElement>(`[data-patient="${uId}"]`)}
    >
      <Stack gap="md">
        <Title order={3} style={{ overflowWrap: 'anywhere' }}>
          {hasPage ? (
            <Anchor inherit renderRoot={(root) => <Link {...root} to="/patient" state={{ uId } as never} />}>
              {name}
            </Anchor>
          ) : (
            name
          )}
        </Title>
        {patient.data ? (
          <Facts patient={patient.data} />
        ) : patient.error ? (
          <Failed message={readPatient.failure} onRetry={() => void patient.refetch()} />
        ) : (
          <Loading label="Loading the patient" />
        )}
        {own.data || isEmptyList(own.error) ? (
          <PatientGroups
            uId={uId}
            name={name}
            dob={patient.data?.dob}
            own={own.data ?? []}
            groups={groups}
            mayJoin={patient.data !== undefined && patient.data.status !== -1}
          />
        ) : own.error ? (
          <Failed message="Unable to retrieve patient's care groups." onRetry={() => void own.refetch()} />
        ) : (
          <Loading label="Loading the care groups" />
        )}
        {steps.length > 0 && (
          <Group gap="sm" role="group" aria-label="Status">
            {steps.map((one) => (
              <Button key={one} variant="default" c={isEnding(one) ? 'red.9' : undefined} onClick={() => setStep(one)}>
                {stepWords[one]}
              </Button>
            ))}
          </Group>
        )}
      </Stack>
      {step && (
        <StepDialog
          step={step}
          uId={uId}
          name={name}
          onDone={step === 'remove' ? onClose : undefined}
          onClose={() => setStep(null)}
        />
      )}
    </Dialog>
  );
}

const statusWords: Record<PatientStatus, readonly [string, string]> = {
  active: ['green', 'Active'],
  pending: ['yellow', 'Pending'],
  deactivated: ['gray', 'Deactivated'],
};

function Facts({ patient }: { patient: Patient }) {
  const [colour, word] = statusWords[statusOfCode(patient.status)];
  return (
    <FactList
      facts={[
        [
          'Status',
          <Group key="status" gap="sm">
            <DotAndWord colour={colour}>{word}</DotAndWord>
            {patient.hibernationStatus === 1 && <WordBadge colour="gray">Hibernated</WordBadge>}
          </Group>,
        ],
        ['Patient Type', patientTypes[patient.patientType]],
        ['Date of Birth', shownBirthDate(patient.dob)],
        ['Phone', shownPhone(patient.phone)],
        ['Email', shownEmail(patient.email)],
      ]}
    />
  );
}
