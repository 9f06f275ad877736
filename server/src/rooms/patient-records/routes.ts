import * as api from '@portal/contract/patient-records/endpoints.ts';
import { attachToPatients as attaching } from '@portal/contract/patient-records/document-endpoints.ts';
import * as history from '@portal/contract/patient-records/history-endpoints.ts';
import { readValueHistory } from '@portal/contract/patient-records/value-endpoints.ts';
import { orderWindowDays, outreachDays } from '@portal/contract/patient-records/rules.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Act } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Room } from '#platform/http/calls.ts';
import { correctionFor, markCorrected } from '#rooms/documents/door.ts';
import {
  forgetsPatients,
  ofPatientsInGroups,
  patientOf,
  type PatientSight,
  tellsTimeline,
} from '#rooms/patients/door.ts';
import { attachToPatients } from './attach-document.ts';
import { forgetRecord } from './forget-patient.ts';
import { addressFields, contactFields, goalFields, insuranceFields, medicationFields } from './given.ts';
import { addPart, changePart, partsOf, type PartRow, removePart } from './parts.ts';
import {
  presentAddress,
  presentAllergy,
  presentContact,
  presentGoal,
  presentInsurance,
  presentMedication,
} from './present.ts';
import * as queries from './queries.ts';
import { readValues } from './read-values.ts';
import { timelineSources } from './timeline.ts';

const dayMs = 86_400_000;
const saved = 'Successfully saved.';
const removed = 'Successfully removed.';

/** A patient out of sight is a 404, whatever was asked of them; one in sight has been read (PRV-01). */
async function reads(
  { tx, viewer, logRead }: { tx: Tx; viewer: PatientSight; logRead: Act['logRead'] },
  patientId: number,
): Promise<void> {
  if (!(await patientOf(tx, viewer, patientId).executeTakeFirst())) throw fail('not_found');
  logRead('patient', [patientId]);
}

export const patientRecords: Room = (house) => {
  const { route } = house;
  house.lies({
    patient_address: ofPatientsInGroups('patient_address'),
    patient_allergy: ofPatientsInGroups('patient_allergy'),
    patient_contact: ofPatientsInGroups('patient_contact'),
    patient_goal: ofPatientsInGroups('patient_goal'),
    patient_insurance: ofPatientsInGroups('patient_insurance'),
    patient_medication: ofPatientsInGroups('patient_medication'),
    patient_prescription: ofPatientsInGroups('patient_prescription', 'prescription_id'),
  });
  tellsTimeline(house, ...timelineSources);
  forgetsPatients(house, forgetRecord);

  route(api.listAddresses, async (call) => {
    await reads(call, call.query.u_id);
    const rows = await call.list(partsOf(call.tx, call.viewer, 'patient_address', call.query.u_id));
    return { addresses: rows.map(presentAddress) };
  });
  route(api.addAddress, async ({ act, body }) => ({
    message: saved,
    addrId: await addPart(act, 'patient_address', body.u_id, addressFields(body)),
  }));
  route(api.changeAddress, async ({ act, body }) => {
    const part = { patientId: body.u_id, id: body.addr_id, version: body.version };
    const fields = addressFields(body);
    return {
      message: saved,
      version: await changePart(act, 'patient_address', part, { fields, present: presentAddress }),
    };
  });
  route(api.removeAddress, async ({ act, query }) => {
    const part = { patientId: query.u_id, id: query.addr_id, version: query.version };
    await removePart(act, 'patient_address', part, presentAddress);
    return { message: removed };
  });

  route(api.listContacts, async (call) => {
    const { u_id: patientId, contact_id: contactId } = call.query;
    const rows = await call.list(partsOf(call.tx, call.viewer, 'patient_contact', patientId));
    const one = rows.find((row) => row.patient_contact_id === contactId);
    // Of one that is not there nothing was read (PRV-01).
    if (contactId !== undefined && !one) throw fail('not_found');
    await reads(call, patientId);
    return one ? { contactDetails: presentContact(one) } : { contacts: rows.map(presentContact) };
  });
  route(api.addContact, async ({ act, body }) => ({
    message: saved,
    contactId: await addPart(act, 'patient_contact', body.u_id, contactFields(body)),
  }));
  route(api.changeContact, async ({ act, body }) => {
    const part = { patientId: body.u_id, id: body.contact_id, version: body.version };
    const fields = contactFields(body);
    return {
      message: saved,
      version: await changePart(act, 'patient_contact', part, { fields, present: presentContact }),
    };
  });
  route(api.removeContact, async ({ act, query }) => {
    const part = { patientId: query.u_id, id: query.contact_id, version: query.version };
    await removePart(act, 'patient_contact', part, presentContact);
    return { message: removed };
  });

  route(api.listInsurances, async (call) => {
    await reads(call, call.query.u_id);
    const rows = await call.list(partsOf(call.tx, call.viewer, 'patient_insurance', call.query.u_id));
    return { insurances: rows.map(presentInsurance) };
  });
  route(api.addInsurance, async ({ act, body }) => ({
    message: saved,
    insuranceId: await addPart(act, 'patient_insurance', body.u_id, {
      ...insuranceFields(body),
      member_number: body.memberId,
    }),
  }));
  route(api.changeInsurance, async ({ act, body }) => {
    const part = { patientId: body.u_id, id: body.insurance_id, version: body.version };
    const present = (row: PartRow<'patient_insurance'>) => presentInsurance(row);
    const version = await changePart(act, 'patient_insurance', part, { fields: insuranceFields(body), present });
    // INS-05: looked at last, when the insurance is known to be in sight; a refusal takes the change back.
    if (body.memberId !== undefined) {
      const { member_number: kept } = await act.tx
        .selectFrom('patient_insurance')
        .select('member_number')
        .where('patient_insurance_id', '=', body.insurance_id)
        .executeTakeFirstOrThrow();
      if (kept !== body.memberId) throw failFields({ memberId: 'cannot be changed' });
    }
    return { message: saved, version };
  });
  route(api.removeInsurance, async ({ act, query }) => {
    const part = { patientId: query.u_id, id: query.insurance_id, version: query.version };
    await removePart(act, 'patient_insurance', part, presentInsurance);
    return { message: removed };
  });

  route(api.listMedications, async (call) => {
    await reads(call, call.query.u_id);
    const rows = await call.list(partsOf(call.tx, call.viewer, 'patient_medication', call.query.u_id));
    return { medications: rows.map(presentMedication) };
  });
  route(api.addMedication, async ({ act, body }) => ({
    message: saved,
    medId: await addPart(act, 'patient_medication', body.u_id, medicationFields(body)),
  }));
  route(api.changeMedication, async ({ act, body }) => {
    const part = { patientId: body.u_id, id: body.medId, version: body.version };
    const given = { fields: medicationFields(body), present: presentMedication };
    return { message: saved, version: await changePart(act, 'patient_medication', part, given) };
  });
  route(api.removeMedication, async ({ act, query }) => {
    const part = { patientId: query.u_id, id: query.med_id, version: query.version };
    await removePart(act, 'patient_medication', part, presentMedication);
    return { message: removed };
  });

  route(api.listAllergies, async (call) => {
    await reads(call, call.query.u_id);
    const rows = await call.list(partsOf(call.tx, call.viewer, 'patient_allergy', call.query.u_id));
    return { allergies: rows.map(presentAllergy) };
  });
  route(api.addAllergy, async ({ act, body }) => ({
    message: saved,
    allergyId: await addPart(act, 'patient_allergy', body.u_id, medicationFields(body)),
  }));
  route(api.changeAllergy, async ({ act, body }) => {
    const part = { patientId: body.u_id, id: body.allergyId, version: body.version };
    const given = { fields: medicationFields(body), present: presentAllergy };
    return { message: saved, version: await changePart(act, 'patient_allergy', part, given) };
  });
  route(api.removeAllergy, async ({ act, query }) => {
    const part = { patientId: query.u_id, id: query.allergy_id, version: query.version };
    await removePart(act, 'patient_allergy', part, presentAllergy);
    return { message: removed };
  });

  route(api.listGoals, async (call) => {
    await reads(call, call.query.u_id);
    const rows = await call.list(partsOf(call.tx, call.viewer, 'patient_goal', call.query.u_id));
    return { goals: rows.map(presentGoal) };
  });
  route(api.addGoal, async ({ act, body }) => ({
    message: saved,
    goalId: await addPart(act, 'patient_goal', body.u_id, goalFields(body)),
  }));
  route(api.changeGoal, async ({ act, body }) => {
    const part = { patientId: body.u_id, id: body.goalId, version: body.version };
    const given = { fields: goalFields(body), present: presentGoal };
    return { message: saved, version: await changePart(act, 'patient_goal', part, given) };
  });
  route(api.removeGoal, async ({ act, query }) => {
    const part = { patientId: query.u_id, id: query.goal_id, version: query.version };
    await removePart(act, 'patient_goal', part, presentGoal);
    return { message: removed };
  });

  route(history.listPrescriptions, async (call) => {
    await reads(call, call.query.u_id);
    return { medications: await call.list(queries.prescriptionsOf(call.tx, call.viewer, call.query.u_id)) };
  });
  route(history.listRefillOutreach, async (call) => {
    await reads(call, call.query.u_id);
    const since = new Date(call.act.now().getTime() - outreachDays * dayMs);
    const rows = await call.list(queries.refillOutreachOf(call.tx, call.viewer, call.query.u_id, since));
    return { events: rows.map((row, at) => ({ rowNumber: at + 1, ...row })) };
  });
  route(history.listOrderStatuses, async (call) => {
    await reads(call, call.query.u_id);
    const since = new Date(call.act.now().getTime() - orderWindowDays * dayMs);
    return { statuses: await call.list(queries.orderStatusesOf(call.tx, call.viewer, call.query.u_id, since)) };
  });
  route(history.listConsents, async (call) => {
    await reads(call, call.query.u_id);
    return { consentHistory: await call.list(queries.consentsOf(call.tx, call.viewer, call.query.u_id)) };
  });
  route(history.listPatientDocuments, async (call) => {
    await reads(call, call.query.u_id);
    const found = await call.list(queries.documentsOf(call.tx, call.viewer, call.query.u_id));
    const rows = await markCorrected(call.tx, found, correctionFor(call.viewer));
    return {
      documents: rows.map(({ documentId, waitsFor, ...row }) => ({
        ...row,
        docId: documentId,
        isSignRequest: waitsFor === null ? (0 as const) : (1 as const),
        isCompletelySigned: waitsFor === 'nobody' ? (1 as const) : (0 as const),
        isCurrentSigner: waitsFor === 'patient' ? (1 as const) : (0 as const),
        signerUuid: null,
      })),
    };
  });

  route(attaching, async ({ act, body }) => {
    await attachToPatients(act, { documentId: body.docId, patientIds: [body.u_id].flat() });
    return { message: saved };
  });
  route(readValueHistory, async (call) => ({ entries: await readValues(call) }));
};
