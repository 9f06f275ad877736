import type { Actor } from '#platform/security/viewer.ts';

/** A patient on a page of their own, as an audit entry prints them. */
export const patientActor = (
  { host, requestId }: Pick<Actor, 'host' | 'requestId'>,
  companyId: number,
): Actor & { providerId: null } => ({
  companyId,
  host,
  requestId,
  providerId: null,
  firstName: 'Patient',
  lastName: '',
  type: 'System',
});
