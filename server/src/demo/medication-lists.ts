/** What the nurses of the demo order again: medicines that are on the market, by their generic names. */
import type { Medication } from '@portal/contract/reorder-forms/endpoints.ts';
import { addMedicationList } from '#rooms/reorder-forms/door.ts';
import type { Actor } from '../platform/security/viewer.ts';
import type { ActAs } from './act-as.ts';

type Row = readonly [name: string, dosage: string, information: string];

const clinic: readonly Row[] = [
  ['Amlodipine', '5 mg tablet', 'Once daily'],
  ['Apixaban', '5 mg tablet', 'Twice daily; ask about bleeding'],
  ['Atorvastatin', '20 mg tablet', 'In the evening'],
  ['Bisoprolol', '2.5 mg tablet', 'In the morning; take the pulse first'],
  ['Clopidogrel', '75 mg tablet', 'Once daily'],
  ['Dapagliflozin', '10 mg tablet', 'Once daily; plenty to drink'],
  ['Furosemide', '40 mg tablet', 'In the morning; weigh daily'],
  ['Gliclazide', '30 mg modified-release tablet', 'With breakfast'],
  ['Insulin glargine', '100 units/ml, 3 ml pen', 'Keep in the refrigerator until first use'],
  ['Losartan', '50 mg tablet', 'Once daily; kidney values every three months'],
  ['Metformin', '500 mg tablet', 'With meals'],
  ['Metformin', '850 mg tablet', 'With meals'],
  ['Ramipril', '5 mg capsule', 'Once daily; kidney values every three months'],
  ['Spironolactone', '25 mg tablet', 'With food; potassium every three months'],
  ['Warfarin', '3 mg tablet', 'By the last INR'],
];
const nurses: readonly Row[] = [
  ['Enoxaparin', '40 mg/0.4 ml pre-filled syringe', 'Under the skin, once daily'],
  ['Ibuprofen', '400 mg tablet', 'After meals, at most three a day'],
  ['Lactulose', '10 g/15 ml oral solution', 'Twice daily'],
  ['Omeprazole', '20 mg gastro-resistant capsule', 'Before breakfast'],
  ['Paracetamol', '500 mg tablet', 'At most eight a day'],
  ['Salbutamol', '100 micrograms/dose inhaler', 'When needed; check the technique'],
  ['Sodium chloride', '0.9 % solution, 10 ml ampoule', 'For rinsing lines'],
  ['White soft paraffin', '50 % in liquid paraffin, 500 g', 'On dry skin; keep away from fire'],
];

/** Makes the lists of the clinic, by its administrator, and of the nurses, who have none. */
export async function addMedicationLists(
  actAs: ActAs,
  by: { clinic: Actor; nurses: Actor },
  inCompany: (companyId: number) => Promise<unknown>,
): Promise<void> {
  for (const [actor, rows] of [
    [by.clinic, clinic],
    [by.nurses, nurses],
  ] as const) {
    await inCompany(actor.companyId);
    const medications = rows.map(([name, dosage, information]): Medication => ({ name, dosage, information }));
    await addMedicationList(actAs(actor), medications);
  }
}
