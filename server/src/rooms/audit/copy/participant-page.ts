/** The readable form of a copy of a participant's record. */
import type { ParticipantRecords } from './gather-participant.ts';
import { documentsAsTable, page, peopleAsTable, spoken, trailAsTables } from './pages.ts';
import { fieldsAsTable, rowsAsTable, sightsAsTable } from './person-pages.ts';

export function participantPage(records: ParticipantRecords, madeAt: Date): string {
  const { participant, documents, people, audit, names } = records;
  return page(
    `Record of subject ${participant.subject_number}`,
    `<p>A complete copy of what is held of participant ${participant.participant_id}, made ${spoken(madeAt)}. <code>node verify.mjs</code> in
this folder checks it. Where each value came from is in the audit trail below: who entered it, when, and from which address of the portal.</p>
<h2>Participant</h2>
${fieldsAsTable(participant, 'participant')}
<h2>Address</h2>
${rowsAsTable(records.addresses)}
<h2>Cards that were sent</h2>
${rowsAsTable(records.cards)}
<h2>Choices about e-mails</h2>
${rowsAsTable(records.choices)}
<h2>Mails and texts</h2>
${rowsAsTable(records.messages)}
<h2>Shipment requests</h2>
${rowsAsTable(records.shipments)}
<h2>What was asked for</h2>
${rowsAsTable(records.products)}
<h2>Documents of requests for this participant alone</h2>
${documentsAsTable(documents)}
${sightsAsTable(records, 'the participant')}
${peopleAsTable(people)}
${trailAsTables('Audit trail', audit, names)}`,
  );
}
