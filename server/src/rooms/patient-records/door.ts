/**
 * What later rooms may use of the records: an assessment is stored together with what it says of medications, allergies and goals; documents
 * come from elsewhere too.
 */
export { attachToPatients } from './attach-document.ts';
export { chooseTexts, ownTexts } from './choose-texts.ts';
export {
  addPart,
  changePart,
  type HeldKind,
  partAddedAs,
  type PartRow,
  partsOf,
  removePart,
  wasRemoved,
} from './parts.ts';
export { goalFields, medicationFields } from './given.ts';
export { noteTold, type Told } from './told-elsewhere.ts';
export { type Withdrawn, withdrawTold } from './withdraw-told.ts';
