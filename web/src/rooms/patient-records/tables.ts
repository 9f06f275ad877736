/** The "Table" list of a patient's page, with the tabs of each (PDT-02, PDT-05 to PDT-08). */
import type { Viewer } from '#api/viewer.ts';

const tables = {
  address: { label: 'Address', tabs: ['Address'] },
  insurance: { label: 'Insurance', tabs: ['Insurance'] },
  medications: {
    label: 'Additional Medications & Allergies',
    tabs: ['Additional Medications', 'Drug Allergies'],
  },
  contacts: { label: 'Contacts', tabs: ['Contacts'] },
  prescriptions: { label: 'Prescriptions', tabs: ['Refill Status', 'Outreach (Last 30 Days)'] },
  assessments: {
    label: 'Assessments',
    tabs: ['Assessment Schedule', 'Assessment History', 'Outreach (Last 30 Days)', 'Follow-Ups'],
  },
  documents: { label: 'Documents', tabs: ['Documents'] },
  consent: { label: 'Consent History', tabs: ['Consent History'] },
  orders: { label: 'Order/Rx Status History', tabs: ['Order/Rx Status History'] },
  goals: { label: 'Goals', tabs: ['Goals'] },
} as const;
export type TableKey = keyof typeof tables;

export const tablesFor = ({ modules }: Pick<Viewer, 'modules'>): { value: TableKey; label: string }[] =>
  (Object.keys(tables) as TableKey[])
    .filter((key) => key !== 'insurance' || modules.includes('Insurance'))
    .map((value) => ({ value, label: tables[value].label }));

/** PDT-03. */
export const firstTable: TableKey = 'assessments';

/** PDT-05: follow-ups with their module. PDT-07, OPC-68: the outreach beside the documents is sample content. */
export function tabsOf(table: TableKey, isDemo: boolean, { modules }: Pick<Viewer, 'modules'>): readonly string[] {
  if (table === 'assessments' && !modules.includes('FollowUp')) return tables.assessments.tabs.slice(0, -1);
  return table === 'documents' && isDemo ? [...tables.documents.tabs, 'Outreach'] : tables[table].tabs;
}
