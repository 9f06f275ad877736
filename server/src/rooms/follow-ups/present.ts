import type { FollowUp } from '@portal/contract/follow-ups/endpoints.ts';
import type { FollowUpRow } from './queries.ts';

/** OPC-41: with the double names; its status is that it is still to be done. */
export const present = (row: FollowUpRow): FollowUp => ({
  fID: row.followUpId,
  fId: row.followUpId,
  uId: row.patientId,
  cpId: row.providerId,
  companyId: row.companyId,
  name: `${row.firstName} ${row.lastName}`.trim(),
  phone: row.phone ?? '',
  followUpTime: row.at,
  date: row.at,
  timeCreated: row.createdAt,
  timeLastModified: row.changedAt ?? row.createdAt,
  notes: row.notes,
  status: row.completedAt === null,
  completedAt: row.completedAt,
  completedBy: row.completedBy,
  outcome: row.outcome,
  version: row.version,
  dob: row.bornOn,
  isCpActive: row.isProviderActive,
  ...(row.isPatientDeactivated && { isPatientDeactivated: true as const }),
});
