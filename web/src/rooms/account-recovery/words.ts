import { shownPhone } from '@portal/contract/patients/rules.ts';
import type { RecoveryRequest } from './queries.ts';

type Contact = RecoveryRequest['mainContact'];

export const contactWords = ({ type, value }: Contact): string => (type === 'phone' ? shownPhone(value) : value);

/** What a request began with; whatever else was done with it is a decision. */
export const isAsking = ({ status }: RecoveryRequest['requestActions'][number]): boolean => status === 0;

/** Whether the patient's record says the same: who asked may have been told of another contact. */
export const isOnRecord = ({ type, value }: Contact, { phone, email }: RecoveryRequest['patientDetails']): boolean =>
  value === (type === 'phone' ? phone : email);
