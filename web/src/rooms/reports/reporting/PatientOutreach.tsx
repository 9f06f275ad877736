import { Box } from '@mantine/core';
import { countPatientOutreach } from '@portal/contract/reports/clinic-endpoints.ts';
import { Section } from '#kit/Section.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { OutreachNumbers } from './Outreach.tsx';
import { PatientOutreachRows } from './PatientOutreachRows.tsx';
import { usePatientOutreachNumbers } from './queries.ts';
import type { ShownRows } from './shown-rows.ts';

/** OPC-98: mails and texts that said to patients that an assessment waits. */
export function PatientOutreach({ shown, onHide }: { shown: ShownRows | null; onHide: () => void }) {
  const { data, isLoading, refetch } = usePatientOutreachNumbers();
  return (
    <Section title="Outreach to Patients" hint="messages about assessments, by channel and month (UTC)">
      <Box p="md">
        {isLoading ? (
          <Loading label="Loading outreach to patients" />
        ) : data ? (
          <OutreachNumbers
            months={data.months}
            rows="patient-outreach"
            of="outreach to patients"
            file="Outreach_To_Patients_By_Month"
            empty="Nothing was sent to patients in the last twelve months."
          />
        ) : (
          <Failed message={countPatientOutreach.failure} onRetry={() => void refetch()} />
        )}
        {shown?.rows === 'patient-outreach' && (
          <PatientOutreachRows month={shown.month} channel={shown.channel} onHide={onHide} />
        )}
      </Box>
    </Section>
  );
}
