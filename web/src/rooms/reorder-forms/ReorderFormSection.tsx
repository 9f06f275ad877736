import { readMedicationList } from '@portal/contract/reorder-forms/endpoints.ts';
import { meets } from '@portal/contract/access.ts';
import { useViewer } from '#api/viewer.ts';
import { Section } from '#kit/Section.tsx';
import { MedicationEditor } from './MedicationEditor.tsx';

/** SET-02, RML-01: the medication list of the company, for its administrators to keep. */
export function ReorderFormSection() {
  if (!meets(readMedicationList.access, useViewer())) return null;
  return (
    <Section title="Reorder Form">
      <MedicationEditor />
    </Section>
  );
}
