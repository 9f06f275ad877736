/** What later rooms may use of the records: an assessment is stored together with what it says of medications, allergies and goals. */
export { addPart, changePart, partsOf, removePart } from './parts.ts';
export { goalFields, medicationFields } from './given.ts';
