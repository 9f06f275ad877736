import * as api from '@portal/contract/account-recovery/endpoints.ts';
import type { Room } from '#platform/http/calls.ts';
import { endsWithPatients, forgetsPatients, ofPatientsInGroups } from '#rooms/patients/door.ts';
import { askForRecovery, decideRecovery } from './decide-recovery.ts';
import { denyWaiting } from './deny-waiting.ts';
import { forgetRecoveries } from './forget-patient.ts';
import * as queries from './queries.ts';

export const accountRecovery: Room = (house) => {
  const { route } = house;
  house.lies({ patient_recovery: ofPatientsInGroups('patient_recovery') });
  forgetsPatients(house, forgetRecoveries);
  endsWithPatients(house, (act, patientId) => denyWaiting(act, patientId, 'Deactivate patient'));

  route(api.listRecoveryRequests, async ({ viewer, query, tx, logRead, list }) => {
    const rows = await list(queries.requests(tx, viewer, query.after), (last) => last.requestId);
    logRead('patient', [...new Set(rows.map(({ patientId }) => patientId))]);
    return {
      mfaRequests: rows.map((row) => ({
        requestId: row.requestId,
        uId: row.patientId,
        fName: row.firstName,
        lName: row.lastName,
        username: row.username,
        usernameType: 'email' as const,
        mainContact: { type: row.contactType as 'email' | 'phone', value: row.contact },
        status: row.status as 0 | 1 | 2,
        lastUpdated: row.decidedAt ?? row.askedAt,
        patientDetails: { dob: row.bornOn, phone: row.phone, email: row.email, lastLogin: row.lastLoginAt },
        requestActions: [
          { providerName: row.askerName, status: 0 as const, timeOfAction: row.askedAt, evidence: null },
          ...(row.decidedAt
            ? [
                {
                  providerName: row.deciderName ?? '',
                  status: row.status as 1 | 2,
                  timeOfAction: row.decidedAt,
                  evidence: row.evidence,
                },
              ]
            : []),
        ],
        version: row.version,
      })),
    };
  });

  route(api.askForRecovery, async ({ act, body }) => {
    const requestId = await askForRecovery(act, {
      patientId: body.u_id,
      contact: { ...body.mainContact, value: body.mainContact.value.toLowerCase() },
    });
    return { message: 'Recovery request added.', requestId };
  });

  route(api.decideRecovery, async ({ act, body }) => {
    const isApproved = body.action === 'approve';
    await decideRecovery(act, {
      patientId: body.u_id,
      requestId: body.requestId,
      isApproved,
      evidence: body.evidence,
      version: body.version,
    });
    return { message: isApproved ? 'Recovery request approved.' : 'Recovery request denied.' };
  });
};
