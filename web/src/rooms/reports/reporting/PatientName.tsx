import { Anchor } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { readPatient } from '@portal/contract/patients/endpoints.ts';
import { Link } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';

/** Leads to the patient, where the company has that page (RTE-10). */
export function PatientName({ uId, name }: { uId: number; name: string }) {
  const viewer = useViewer();
  if (viewer.modules.includes('TrialCard') || !meets(readPatient.access, viewer)) return name;
  return (
    <Anchor inherit renderRoot={(root) => <Link {...root} to="/patient" state={{ uId } as never} />}>
      {name}
    </Anchor>
  );
}
