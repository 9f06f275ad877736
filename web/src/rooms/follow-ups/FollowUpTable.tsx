import { Anchor } from '@mantine/core';
import type { FollowUp } from '@portal/contract/follow-ups/endpoints.ts';
import { shownPhone } from '@portal/contract/patients/rules.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { useFollowUps } from './queries.ts';

/** FUP-01, FUP-02, FUP-08; of one patient the date and the notes alone (OPC-42). */
export function FollowUpTable(props: {
  label: string;
  storeKey: string;
  rows: readonly FollowUp[];
  loading: boolean;
  pageKey?: string;
  ofPatient?: boolean;
  onPatient?: ((uId: number) => void) | undefined;
}) {
  const { label, storeKey, rows, loading, pageKey, ofPatient = false, onPatient } = props;
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
  return (
    <AppTable
      label={label}
      storeKey={storeKey}
      {...(pageKey && { pageKey })}
      records={rows}
      loading={loading}
      idAccessor="fId"
      order={{ accessor: 'followUpTime', down: false }}
      empty="No follow-up listed."
      columns={[
        ...(ofPatient ? [] : who),
        {
          accessor: 'followUpTime',
          title: 'Follow-Up Date',
          noWrap: true,
          sortable: true,
          ...(ofPatient && { card: 'head' as const }),
          sortValue: ({ followUpTime }) => followUpTime.getTime(),
          render: ({ followUpTime }) => asClinicTime(followUpTime),
        },
        {
          accessor: 'notes',
          title: 'Notes',
          render: ({ notes }) => (
            <span style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{notes || 'N/A'}</span>
          ),
        },
      ]}
    />
  );
}

/** FUP-06; what cannot be read is an empty list (PDT-09, CER-29). */
export function PatientFollowUps({ uId }: { uId: number }) {
  const { data, isLoading } = useFollowUps({ uId });
  return (
    <FollowUpTable ofPatient label="Follow-Ups" storeKey="patient:follow-ups" rows={data ?? []} loading={isLoading} />
  );
}
