import { shownBirthDate } from '@portal/contract/patients/rules.ts';

/** A patient told apart from another one of the same name; the name alone where the reader is not told the date of birth. */
export const nameAndBirth = ({ name, dob }: { name: string; dob?: string | undefined }): string =>
  dob ? `${name}, born ${shownBirthDate(dob)}` : name;
