import type { Outcome } from '@portal/contract/calls/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import { lockVisible, tellOfPatient } from '#rooms/patients/door.ts';

export interface PatientCall {
  patientId: number;
  number: string;
  startedAt: Date;
  seconds: number;
  outcome: Outcome;
  note: string;
  /** On the test line, which reaches nobody. */
  isTest: boolean;
}

/** Within this the clocks of browser and server may differ. */
const slackMs = 5 * 60_000;

/** Keeps what came of a call to a patient in sight, and gives its number. */
export async function keepCall(act: Act, { patientId, startedAt, isTest, ...call }: PatientCall): Promise<number> {
  const { tx, viewer, now, record } = act;
  if (!(await lockVisible(tx, viewer, patientId))) throw fail('not_found');
  if (startedAt.getTime() > now().getTime() + slackMs) throw fail('call.not_yet');
  const fields = {
    ...call,
    patient_id: patientId,
    provider_id: viewer.providerId,
    started_at: startedAt,
    is_test: isTest,
  };
  const { id } = await tx
    .insertInto('patient_call')
    .values({ ...fields, company_id: viewer.companyId, created_at: now() })
    .returning('patient_call_id as id')
    .executeTakeFirstOrThrow();
  await record({ action: 'patient.called', record: { kind: 'patient_call', id }, changes: created(fields) });
  await tellOfPatient(act, 'patient_record.changed', patientId);
  return id;
}
