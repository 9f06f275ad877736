import { Button, Group, Stack, Text } from '@mantine/core';
import { completeFollowUp, type FollowUp } from '@portal/contract/follow-ups/endpoints.ts';
import { meets } from '@portal/contract/access.ts';
import { shownPhone } from '@portal/contract/patients/rules.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { stayNearby } from '#kit/return-focus.ts';
import { RowActions } from '#kit/RowActions.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { type ReactNode, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { nameAndBirth } from '#shared/name-and-birth.ts';
import { PagePart } from '#shared/PagePart.tsx';
import { followUpsPart } from '#shared/parts.ts';
import { useKnownPatient } from '#shared/patient.ts';
import { PatientCell } from '#shared/PatientCell.tsx';
import { useFollowUps, useTakeFollowUp } from './queries.ts';
import type { Step } from './FollowUpStep.tsx';
import { OverdueMark } from './OverdueMark.tsx';

const FollowUpStep = lazyDialog(() => import('./FollowUpStep.tsx'), 'FollowUpStep');

/** FUP-01, FUP-02, FUP-08; of one patient the date and the notes alone (OPC-42). */
export function FollowUpTable(props: {
  label: string;
  storeKey: string;
  rows: readonly FollowUp[];
  loading: boolean;
  pageKey?: string;
  ofPatient?: boolean;
  onPatient?: ((uId: number) => void) | undefined;
  /** The latest at the top. */
  down?: boolean;
  /** What is said when there is none. */
  empty?: string;
  /** Where to look then. */
  elsewhere?: ReactNode;
}) {
  const { label, storeKey, rows, loading, pageKey, ofPatient = false, onPatient, down = false, elsewhere } = props;
  const { empty = 'No follow-up listed.' } = props;
  const viewer = useViewer();
  const mayStep = meets(completeFollowUp.access, viewer);
  const [step, setStep] = useState<Step | null>(null);
  const taking = useTakeFollowUp();
  const take = ({ fId, version, followUpTime, name }: FollowUp) => {
    stayNearby();
    taking.mutate(
      { body: { fId, version, followUpTime, cpId: viewer.cpId } },
      { onSuccess: () => toastSuccess(`You have the follow-up of ${name}.`) },
    );
  };
  const who: Column<FollowUp>[] = [
    {
      accessor: 'name',
      title: 'Name',
      card: 'head',
      sortable: true,
      render: (row) => <PatientCell of={row} onPatient={onPatient} />,
    },
    { accessor: 'phone', title: 'Phone', noWrap: true, render: ({ phone }) => shownPhone(phone || null) },
  ];
  const actions: Column<FollowUp> = {
    accessor: 'actions',
    title: 'Actions',
    titleHidden: true,
    textAlign: 'right',
    card: 'side',
    screenOnly: true,
    render: (row) => (
      <RowActions
        of={`the follow-up of ${nameAndBirth(row)}, ${asClinicTime(row.followUpTime)}`}
        items={[
          {
            label: 'Complete',
            isNextStep: true,
            hidden: !row.status,
            onClick: () => setStep({ act: 'complete', of: row }),
          },
          { label: 'Take', hidden: !isLeft(row), disabled: taking.isPending, onClick: () => take(row) },
          { label: 'Move', hidden: !row.status, onClick: () => setStep({ act: 'move', of: row }) },
          { label: 'Schedule Another', onClick: () => setStep({ act: 'add', of: row }) },
        ]}
      />
    ),
  };
  return (
    <>
      <AppTable
        label={label}
        storeKey={storeKey}
        {...(pageKey && { pageKey })}
        records={rows}
        loading={loading}
        idAccessor="fId"
        {...(!ofPatient && { order: { accessor: 'followUpTime' as const, down } })}
        empty={empty}
        emptyAction={elsewhere}
        columns={[
          ...(ofPatient ? [] : who),
          {
            accessor: 'followUpTime',
            title: 'Follow-Up Date',
            noWrap: true,
            sortable: true,
            ...(ofPatient && { card: 'head' as const }),
            sortValue: ({ followUpTime }) => followUpTime.getTime(),
            render: (row) => (
              <span style={{ display: 'grid' }}>
                {asClinicTime(row.followUpTime)}
                <span>
                  <OverdueMark of={row} />
                </span>
              </span>
            ),
          },
          {
            accessor: 'notes',
            title: 'Notes',
            render: (row) => (
              <span style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                {row.notes || 'N/A'}
                {isLeft(row) && (
                  <Text span display="block" size="xs" c="gray.7">
                    Its care provider is no longer active or no longer sees this patient.
                  </Text>
                )}
                {row.completedAt && (
                  <Text span display="block" size="xs" c="gray.7">
                    Completed by {row.completedBy}, {asClinicTime(row.completedAt)}: {row.outcome}
                  </Text>
                )}
              </span>
            ),
          },
          ...(mayStep ? [actions] : []),
        ]}
      />
      {step && <FollowUpStep step={step} onClose={() => setStep(null)} />}
    </>
  );
}

/**
 * It waits, and the one whose it is has no access, or does not see the patient, any more. Nobody need take the one of somebody who was
 * deactivated, whom nobody sees by a group.
 */
const isLeft = ({ status, isCpActive, isPatientDeactivated }: FollowUp): boolean =>
  status && isCpActive === false && !isPatientDeactivated;

/** What is still to be done by its time, then what was done, the newest first: a number beside the patient's name leads to the former. */
const waitingFirst = (rows: readonly FollowUp[]): FollowUp[] => {
  const waiting = rows.filter(({ status }) => status);
  const done = rows.filter(({ status }) => !status);
  return [
    ...waiting.toSorted((one, two) => one.followUpTime.getTime() - two.followUpTime.getTime()),
    ...done.toSorted((one, two) => two.followUpTime.getTime() - one.followUpTime.getTime()),
  ];
};

/** FUP-06; what cannot be read is an empty list (PDT-09, CER-29). */
export function PatientFollowUps({ uId }: { uId: number }) {
  const { data, isLoading } = useFollowUps({ uId });
  const { data: patient } = useKnownPatient(uId);
  const mayStep = meets(completeFollowUp.access, useViewer());
  const [isAdding, setAdding] = useState(false);
  return (
    <PagePart id={followUpsPart}>
      <Stack gap="sm">
        {mayStep && (
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAdding(true)}>
              Schedule Follow-Up
            </Button>
          </Group>
        )}
        <FollowUpTable
          ofPatient
          label="Follow-Ups"
          storeKey="patient:follow-ups"
          pageKey={String(uId)}
          rows={waitingFirst(data ?? [])}
          loading={isLoading}
        />
        {isAdding && patient && (
          <FollowUpStep
            step={{ act: 'add', of: { uId, name: patient.name, dob: patient.dob } }}
            onClose={() => setAdding(false)}
          />
        )}
      </Stack>
    </PagePart>
  );
}
