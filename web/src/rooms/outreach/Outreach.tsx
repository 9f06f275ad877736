import { Stack } from '@mantine/core';
import { AppTable } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { useOutreach } from './queries.ts';
import { Undelivered } from './Undelivered.tsx';

/** How a patient was reminded within 30 days (PDT-10, ACT-15, ACT-16, OPC-26, OPC-42). What cannot be read is an empty list (PDT-09). */
export function Outreach({ uId }: { uId: number }) {
  const { data, isLoading } = useOutreach(uId);
  return (
    <Stack gap="sm">
      <Undelivered uId={uId} />
      <AppTable
        label="Outreach (Last 30 Days)"
        storeKey="patient:outreach"
        pageKey={String(uId)}
        records={data ?? []}
        loading={isLoading}
        idAccessor="rowNumber"
        empty="No outreach for assessments in the last 30 days"
        columns={[
          { accessor: 'rowNumber', title: '#' },
          { accessor: 'reason', title: 'Reason', card: 'head' },
          { accessor: 'timeSent', title: 'Time Sent', noWrap: true, render: (one) => asClinicTime(one.timeSent) },
          { accessor: 'contactMethod', title: 'Contact Method' },
          { accessor: 'contactedBy', title: 'Contacted By' },
          {
            accessor: 'responded',
            title: 'Responded',
            render: ({ responded, ended }) =>
              responded ? asClinicTime(responded) : ended ? 'Ended without an answer' : 'Awaiting response',
          },
        ]}
      />
    </Stack>
  );
}
