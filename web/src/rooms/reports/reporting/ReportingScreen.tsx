import { Stack } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { countAssessments, countPatientOutreach } from '@portal/contract/reports/clinic-endpoints.ts';
import { countOutreach, countShipments, listAccessReviews } from '@portal/contract/reports/reporting-endpoints.ts';
import { useViewer } from '#api/viewer.ts';
import { Empty } from '#kit/States.tsx';
import { AccessReviews } from './AccessReviews.tsx';
import { Assessments } from './Assessments.tsx';
import { Outreach } from './Outreach.tsx';
import { PatientOutreach } from './PatientOutreach.tsx';
import { useFreshReport } from './queries.ts';
import { SampleCharts } from './SampleCharts.tsx';
import { Shipments } from './Shipments.tsx';
import { useReportSearch } from './shown-rows.ts';

/** The numbers of the company that this person may know of, and samples below them (RPG-01, RPG-02, OPC-98). */
export function ReportingScreen() {
  const viewer = useViewer();
  const { shown, hide, onlyDue, showDue } = useReportSearch();
  useFreshReport();
  const [shipments, outreach, assessments, patients, reviews] = [
    countShipments,
    countOutreach,
    countAssessments,
    countPatientOutreach,
    listAccessReviews,
  ].map(({ access }) => meets(access, viewer));
  const isEmpty = ![shipments, outreach, assessments, patients, reviews].some(Boolean);
  return (
    <Stack gap="md">
      {shipments && <Shipments shown={shown} onHide={hide} />}
      {outreach && <Outreach shown={shown} onHide={hide} />}
      {assessments && <Assessments shown={shown} onHide={hide} />}
      {patients && <PatientOutreach shown={shown} onHide={hide} />}
      {reviews && <AccessReviews onlyDue={onlyDue} onDue={showDue} />}
      {isEmpty && <Empty message="There is nothing to report yet." />}
      <SampleCharts />
    </Stack>
  );
}
