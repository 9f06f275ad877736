/** What an administrator of some groups does with a document that groups beyond theirs have too: nobody decides for these (SEC-23). */
import * as documents from '@portal/contract/documents/endpoints.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import { trainingAcknowledgement } from '@portal/contract/providers/endpoints.ts';
import { requestSignatures } from '@portal/contract/signing/endpoints.ts';
import { saveUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { expect, test } from 'vitest';
import { uploadOf } from '#test/documents.ts';
import { openPapers, type Papers } from '#test/one-signature.ts';
import { openClinic } from '#test/patients.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';

const beyond = (deed: string) => [
  403,
  `The document is also in care groups that you do not see. An administrator who sees all of them can ${deed}.`,
];
const asks = async (s: Papers, by: Caller, docId: number, requestRequired: 0 | 1 = 1) => {
  const signers = await s.signersOf([s.people.atBoston]);
  const { status, message } = await by.call(requestSignatures, { body: { docId, requestRequired, signers } });
  return status === 200 ? [200] : [status, message];
};
const deletes = async (by: Caller, docId: number) => {
  const { status, message } = await by.call(documents.deleteDocument, { query: { docId } });
  return status === 200 ? [200] : [status, message];
};
/** A paper of Boston, uploaded by its administrator, that somebody who sees more gave to Lyon as well. */
async function aSharedPaper(s: Papers): Promise<number> {
  const docId = await s.saved('Consent', { data: s.paper[1] }, s.people.ofBoston);
  expect((await s.attach(docId, s.boston, {}, s.people.ofBoston)).status).toBe(200);
  expect((await s.attach(docId, s.lyon)).status).toBe(200);
  return docId;
}

test('SEC-23 an administrator of one site has nobody sign what other sites have too, nor says who signs copies of it; whoever sees all of these sites does', async () => {
  const s = await openPapers();
  const { admin, ofBoston, ofTrial } = s.people;
  const shared = await aSharedPaper(s);
  const cascaded = await s.saved('Protocol', { data: s.paper[1] });
  expect((await s.attach(cascaded, s.trial, { cascade: 1 })).status).toBe(200);
  const written = () =>
    s.rows(`select (select count(*)::int from signing_request) as requests, (select count(*)::int from template_signer) as signers,
      (select count(*)::int from audit_entry where action in ('signing.requested', 'document.signers_set')) as entries`);
  const before = await written();
  for (const docId of [shared, cascaded])
    for (const requestRequired of [0, 1] as const)
      expect(await asks(s, ofBoston, docId, requestRequired)).toEqual(beyond('ask for signatures'));
  expect(await written()).toEqual(before);
  expect(await asks(s, ofTrial, shared)).toEqual([200]);
  expect(await asks(s, admin, cascaded)).toEqual([200]);

  // What the site has to itself it has signed, also once the other has it no more.
  const own = await s.saved('House rules', { data: s.paper[1] });
  expect((await s.attach(own, s.boston)).status).toBe(200);
  expect(await asks(s, ofBoston, own)).toEqual([200]);
  const returned = await aSharedPaper(s);
  expect((await admin.call(documents.detachFromGroup, { query: { docId: returned, g_id: s.lyon } })).status).toBe(200);
  expect(await asks(s, ofBoston, returned)).toEqual([200]);
});

test('SEC-23 what other sites have too is made no report on one’s own, which would hide it from their people; and the report on another site, wherever else it hangs, is not one’s own to delete', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin, ofBoston, atLyon } = s.people;
  const shared = await aSharedPaper(s);
  const reports = (by: Caller, document_ID: number, g_id: number) =>
    by.call(saveUserReport, {
      body: { document_ID, g_id, changes_since_date: s.app.clock.today(), companyId: s.companyId },
    });
  const { status, code } = await reports(ofBoston, shared, s.boston);
  expect([status, code]).toEqual([409, 'user_report.in_group']);
  expect(await s.opens(shared, atLyon)).toBe(200);

  const onLyon = await s.saved('Users of Lyon', { data: s.paper[2] });
  expect((await reports(admin, onLyon, s.lyon)).status).toBe(200);
  expect((await s.attach(onLyon, s.boston)).status).toBe(200);
  expect(await deletes(ofBoston, onLyon)).toEqual(beyond('delete it'));
  const listed = await s.list(s.boston, ofBoston);
  expect(listed.map(({ docId, mayDelete }) => [docId, mayDelete])).toEqual([
    [onLyon, false],
    [shared, false],
  ]);
  expect(await deletes(admin, onLyon)).toEqual([200]);
});

test('SEC-23 an administrator has nobody sign what is in the record of a patient beyond their groups as well', async () => {
  onItsOwn();
  const s = await openClinic();
  const { root } = s.people;
  const ofHeart = await s.signedIn(
    await s.aPerson('Nurse', { company_id: s.companyId, admin_rights: true }, [s.groups.heart]),
  );
  const [own, outside] = [await s.anActivePatient(), await s.anActivePatient({}, [s.groups.diabetes])];
  const asked = async (patients: readonly number[]) => {
    const docId = (await root.call(documents.saveDocument, { body: uploadOf('Letter') })).reply.documentId;
    expect((await root.call(attachToPatients, { body: { docId, u_id: patients } })).status).toBe(200);
    const signers = [{ userType: 'Prescriber', name: 'Prescriber', signerNum: 1 }];
    const { status, code } = await ofHeart.call(requestSignatures, { body: { docId, requestRequired: 0, signers } });
    return [status, code];
  };
  expect(await asked([own, outside])).toEqual([403, 'forbidden']);
  // Of their own patient they come as far as the fields, of which a letter has none.
  expect(await asked([own])).toEqual([400, 'signing.no_fields']);
});

test('SEC-23 what is shared an administrator takes out of their own group, and gives to their own people as a training: the other group keeps what it had', async () => {
  onItsOwn();
  const s = await openPapers();
  const { ofBoston, atLyon } = s.people;
  const shared = await aSharedPaper(s);
  const ofLyon = () => s.rows('select * from document_link where care_group_id = $1', [s.lyon]);
  const before = await ofLyon();
  const ward = await s.aSite(s.companyId, s.trial);
  const ofBoth = await s.signedIn(
    await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, [s.boston, ward]),
  );
  const atWard = await s.signedIn(await s.aPerson('Site User', { company_id: s.companyId }, [ward]));
  expect((await s.attach(shared, ward, { isTrainingDoc: 1, userType: 'Site User' }, ofBoth)).status).toBe(200);
  const waitsFor = async (who: Caller) =>
    (await who.call(trainingAcknowledgement, { query: { cp_id: who.providerId } })).reply.acknowledgementForm
      .templateId;
  expect([await waitsFor(atWard), await waitsFor(atLyon)]).toEqual([shared, null]);
  const off = await ofBoston.call(documents.detachFromGroup, { query: { docId: shared, g_id: s.boston } });
  expect(off.status).toBe(200);
  expect(await s.opens(shared, atLyon)).toBe(200);
  expect(await ofLyon()).toEqual(before);
});
