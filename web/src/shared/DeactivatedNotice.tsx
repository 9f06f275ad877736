import { Notice } from '#kit/Notice.tsx';
import { usePatient } from './patient.ts';

/** Said where something is added for a patient, and never in the way: it may still have to be put on record. */
export function DeactivatedNotice({ uId }: { uId: number }) {
  const { data: patient } = usePatient(uId);
  return patient?.status === -1 && <IsDeactivated />;
}

/** The same where it is known. */
export const IsDeactivated = () => <Notice tone="warning">This patient is deactivated.</Notice>;
