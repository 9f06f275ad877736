/** What later rooms and the demo data may use of the reorder forms. */
export { addMedicationList } from './add-medication-list.ts';
