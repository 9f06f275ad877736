import { refusals } from '@portal/contract/outreach/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { fail, Failed } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { lockVisible, type PatientSight } from '#rooms/patients/door.ts';
import { tellGroups } from '#rooms/schedules/door.ts';
import { brandOf } from './brand-of-patient.ts';
import * as queries from './queries.ts';
import { type Reached, reachPatient, waysTo } from './reach-patient.ts';
import { lacksService } from './services.ts';

/** Reminds a patient of an assessment, once a UTC day (ACT-10 to ACT-12, OPC-24). */
export async function remindPatient(
  act: Act<Actor & PatientSight>,
  house: Pick<House, 'brands' | 'env'>,
  { patientId, surveyEventId }: { patientId: number; surveyEventId: number },
): Promise<void> {
  const { tx, viewer } = act;
  const patient = await lockVisible(tx, viewer, patientId);
  const event = patient && (await queries.lockEvent(tx, viewer, patientId, surveyEventId));
  if (!patient || !event) throw fail('not_found');
  if (event.answeredAt) throw fail('outreach.answered');
  if (event.endedAt) throw fail('response.event_over');
  const reached = {
    patientId,
    surveyEventId,
    email: patient.email,
    phone: patient.phone,
    preferredContact: patient.preferred_contact,
  };
  const ways = await waysTo(act, reached);
  if (ways.length === 0) throw await whyUnreached(tx, reached);
  const brand = await brandOf(house, tx, { companyId: viewer.companyId, patientId, surveyEventId });
  const reminderId = await reachPatient(act, brand, reached, { kind: 'reminder', ways });
  if (reminderId === undefined) throw fail('outreach.already_today');
  await tellGroups(act, 'outreach.changed', reminderId, [patientId]);
}

/** Why a patient is reached by no way; the fixed sentence is true of those alone who prefer none (OPC-25). */
async function whyUnreached(tx: Tx, { patientId, preferredContact }: Reached): Promise<Failed> {
  if (preferredContact === -1) return fail('outreach.no_contact');
  if (lacksService(tx, preferredContact)) return fail('outreach.no_service');
  const refused = await queries.refusedBy(tx, patientId);
  if (refused.length === 0) return fail('outreach.no_address');
  return new Failed('outreach.refused', { sentence: refused.map((way) => refusals[way]).join(' ') });
}
