import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { completeFollowUp, type FollowUp } from '@portal/contract/follow-ups/endpoints.ts';
import { meets } from '@portal/contract/access.ts';
import { shownPhone } from '@portal/contract/patients/rules.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { RowActions } from '#kit/RowActions.tsx';
import { type ReactNode, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { useFollowUps } from './queries.ts';
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
  /** Where to look when there is none. */
  elsewhere?: ReactNode;
}) {
  const { label, storeKey, rows, loading, pageKey, ofPatient = false, onPatient, down = false, elsewhere } = props;
  const viewer = useViewer();
  const mayStep = meets(completeFollowUp.access, viewer);
  const [step, setStep] = useState<Step | null>(null);
  const who: Column<FollowUp>[] = [
    {
      accessor: 'name',
      title: 'Name',
      card: 'head',
      sortable: true,
      render: ({ uId, name }) =>
        onPatient ? (
          <Anchor
            component="button"
            type="button"
            fz="inherit"
            ta="left"
            style={{ overflowWrap: 'anywhere' }}
            onClick={() => onPatient(uId)}
          >
            {name}
          </Anchor>
        ) : (
          name
        ),
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
        of={`the follow-up of ${row.name}, ${asClinicTime(row.followUpTime)}`}
        items={[
          {
            label: 'Complete',
            isNextStep: true,
            hidden: !row.status,
            onClick: () => setStep({ act: 'complete', of: row }),
          },
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
        order={{ accessor: 'followUpTime', down }}
        empty="No follow-up listed."
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
            render: ({ notes, completedAt, completedBy, outcome }) => (
              <span style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                {notes || 'N/A'}
                {completedAt && (
                  <Text span display="block" size="xs" c="gray.7">
                    Completed by {completedBy}, {asClinicTime(completedAt)}: {outcome}
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

/** FUP-06; what cannot be read is an empty list (PDT-09, CER-29). */
export function PatientFollowUps({ uId }: { uId: number }) {
  const { data, isLoading } = useFollowUps({ uId });
  const mayStep = meets(completeFollowUp.access, useViewer());
  const [isAdding, setAdding] = useState(false);
  return (
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
        rows={data ?? []}
        loading={isLoading}
      />
      {isAdding && (
        <FollowUpStep
          step={{ act: 'add', of: { uId, name: data?.[0]?.name ?? 'This patient' } }}
          onClose={() => setAdding(false)}
        />
      )}
    </Stack>
  );
}
