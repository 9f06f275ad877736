/** The readable form of a copy of a patient's record. */
import type { PatientRecords } from './gather-patient.ts';
import { documentsAsTable, escaped, page, peopleAsTable, row, spoken, table, trailAsTables } from './pages.ts';
import { type PartOfCopy, tablesOfPatient } from './patient-queries.ts';
import { fieldsAsTable, rowsAsTable, sightsAsTable } from './person-pages.ts';

const titles: Record<PartOfCopy, string> = {
  addresses: 'Addresses',
  contacts: 'Contacts',
  insurances: 'Insurance',
  medications: 'Additional medications',
  allergies: 'Drug allergies',
  goals: 'Goals',
  prescriptions: 'Prescriptions, as the pharmacy told them',
  orderStatuses: 'Order status, as the pharmacy told it',
  refillOutreach: 'Reminders of refills',
  consents: 'Consent (none or 1 text consent, 0 revoked, 2 portal terms)',
  consentsWithdrawn: 'Consents that were told by mistake',
  steps: 'Statuses and care groups',
  recoveries: 'Requests for account recovery',
  schedules: 'What is asked, and how often',
  assessments: 'Assessments that were asked for',
  responses: 'Answers',
  flaggedAnswers: 'Flagged answers',
  reminders: 'Reminders of assessments',
  followUps: 'Follow-ups',
  conversations: 'Conversations',
  calls: 'Calls',
};

function messagesAsTable({ messages, people }: PatientRecords): string {
  const names = new Map(people.map((one) => [one.cpId, `${one.firstName} ${one.lastName}`.trim()]));
  const rows = messages.map((message) => ({
    ...message,
    read_by_care_team: message.read_by_care_team
      .map(({ provider_id: id, read_at }) => `${names.get(id) ?? ''} (${id}), ${spoken(read_at)}`.trim())
      .join('; '),
  }));
  return rowsAsTable(rows);
}

/** `problems` of the messages stand above these. */
export function patientPage(records: PatientRecords, problems: readonly string[], madeAt: Date): string {
  const { patient, groups, documents, people, audit, names } = records;
  const name = `${patient.first_name} ${patient.last_name}`;
  return page(
    `Record of ${name}`,
    `<p>A complete copy of what is held of patient ${patient.patient_id}, made ${spoken(madeAt)}. <code>node verify.mjs</code> in this
folder checks it. Where each value came from is in the audit trail below: who entered it, when, and from which address of the portal.</p>
<h2>Profile</h2>
${fieldsAsTable(patient, 'patient')}
<h2>Care groups</h2>
${table(
  ['Number', 'Name', 'Since'],
  groups.map((one) => row([one.careGroupId, escaped(one.name), spoken(one.joinedAt)])),
)}
${(Object.keys(tablesOfPatient) as PartOfCopy[])
  .map((part) => `<h2>${titles[part]}</h2>\n${rowsAsTable(records[part], tablesOfPatient[part][0])}`)
  .join('\n')}
<h2>Answers that were not sent yet</h2>
${rowsAsTable(records.drafts)}
<h2>Messages</h2>
${problems.map((sentence) => `<p>${sentence}</p>\n`).join('')}${messagesAsTable(records)}
<h2>Mails and texts</h2>
${rowsAsTable(records.mails)}
<h2>Choices about e-mails</h2>
${rowsAsTable(records.choices)}
<h2>Names of the assessments</h2>
${table(
  ['Number', 'Name'],
  records.assessmentNames.map(({ surveyId, name }) => row([surveyId, escaped(name)])),
)}
<h2>Documents</h2>
${documentsAsTable(documents)}
${sightsAsTable(records, 'the patient')}
${peopleAsTable(people)}
${trailAsTables('Audit trail', audit, names)}`,
  );
}
