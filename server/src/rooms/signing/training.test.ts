import { recipientTypes } from '@portal/contract/documents/rules.ts';
import * as documents from '@portal/contract/documents/endpoints.ts';
import { readProvider, trainingAcknowledgement } from '@portal/contract/providers/endpoints.ts';
import { trainingReport } from '@portal/contract/reports/endpoints.ts';
import { readToSign, requestSignatures, sign } from '@portal/contract/signing/endpoints.ts';
import * as api from '@portal/contract/signing/training-endpoints.ts';
import { listPeopleOfGroups } from '@portal/contract/user-reports/endpoints.ts';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { openPapers, type Papers } from '#test/one-signature.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';

/** A training form of a trial or a site, for these users. */
async function aTraining(s: Papers, gId: number, userType: string, name = 'Training'): Promise<number> {
  const docId = await s.saved(name, { data: s.paper[1], isTemplate: 1 });
  const { status } = await s.attach(docId, gId, { isTrainingDoc: 1, userType });
  if (status !== 200) throw new Error(`not attached: ${status}`);
  return docId;
}
const standing = async (who: Caller) =>
  (await who.call(trainingAcknowledgement, { query: { cp_id: who.providerId } })).reply.acknowledgementForm;
const asks = async (s: Papers, who: Caller, docId: number) =>
  who.call(requestSignatures, { body: { docId, requestRequired: 1, signers: await s.signersOf([who]) } });
const acknowledges = (who: Caller, trainingDocId: number, cp_id = who.providerId) =>
  who.call(api.acknowledgeTraining, { body: { cp_id, trainingDocId } });
/** A copy that is signed already: what a test is not about. */
const signedCopy = async (s: Papers, who: Caller, templateId: number) => {
  const { docId } = (await asks(s, who, templateId)).reply;
  await s.rows(`update signing_request set state = 'completed' where document_id = $1`, [docId]);
  return docId;
};
const nothing = { trainingComplete: null, trainingDocId: null, templateId: null, srUuid: null, document_ID: null };
const pending = (templateId: number) => ({ ...nothing, trainingComplete: 0, templateId });

test('AKF-03 AKF-04 AKF-05 ACK-02 ACK-03 ACK-04 ACK-06 ACK-07 API-28 API-29 OPN-62 DAT-04 somebody asks for one copy of a training form, signs it, and only then has it recorded', async () => {
  const s = await openPapers();
  const { atBoston } = s.people;
  const template = await aTraining(s, s.trial, 'Site User');
  expect(await standing(atBoston)).toEqual(pending(template));
  // Two windows at once, and a reload.
  const [one, two] = await Promise.all([asks(s, atBoston, template), asks(s, atBoston, template)]);
  const again = await asks(s, atBoston, template);
  expect([one.status, two.body, again.body]).toEqual([200, one.body, one.body]);
  const { srUuid, docId } = one.reply;
  expect(docId).not.toBe(template);
  expect(await standing(atBoston)).toEqual({ ...pending(template), srUuid, document_ID: docId });
  expect(await s.rows('select kind from signing_request')).toEqual([{ kind: 'training' }]);

  const early = await acknowledges(atBoston, docId);
  expect([early.status, early.message]).toEqual([409, 'The training form has not been signed yet.']);
  expect((await s.signs(atBoston, docId, 'training')).body).toEqual({
    message: 'Signed.',
    docId,
    isCompletelySigned: 1,
  });
  expect(await s.rows('select reason from signature')).toEqual([{ reason: 'I acknowledge this training' }]);
  // Signed, but not recorded yet.
  expect(await standing(atBoston)).toEqual({ ...pending(template), srUuid, document_ID: docId });

  expect((await acknowledges(atBoston, docId)).status).toBe(200);
  expect(await standing(atBoston)).toEqual({
    trainingComplete: 1,
    trainingDocId: docId,
    templateId: template,
    srUuid,
    document_ID: docId,
  });
  const own = await atBoston.call(readProvider, { query: { cp_id: atBoston.providerId } });
  expect(own.reply.provider.trainingDocId).toBe(docId);
  const [{ at }] = (await s.rows('select acknowledged_at as at from training_acknowledgement')) as [{ at: Date }];
  // Once more changes nothing.
  expect((await acknowledges(atBoston, docId)).status).toBe(200);
  expect(await s.rows('select acknowledged_at as at from training_acknowledgement')).toEqual([{ at }]);
  expect(await s.rows(`select record_id from audit_entry where action = 'training.acknowledged'`)).toEqual([
    { record_id: String(docId) },
  ]);
});

test('ACK-06 SEC-22 a training is acknowledged by its own signer, for themselves, and with their own copy alone', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin, atBoston, atLyon, abroad } = s.people;
  const template = await aTraining(s, s.trial, 'Site User');
  const copy = await signedCopy(s, atBoston, template);
  const said = async (...given: Parameters<typeof acknowledges>) => {
    const { status, code } = await acknowledges(...given);
    return [status, code];
  };
  // Also for an administrator, who may read it.
  for (const who of [admin, atLyon, abroad]) expect(await said(who, copy)).toEqual([404, 'not_found']);
  expect(await said(admin, template)).toEqual([404, 'not_found']);
  expect(await said(atLyon, copy, atBoston.providerId)).toEqual([403, 'forbidden']);
  expect(await said(atBoston, 99_999)).toEqual([404, 'not_found']);
  expect((await s.call(api.acknowledgeTraining, { body: { cp_id: 1, trainingDocId: copy } })).status).toBe(401);
  expect(await s.rows('select acknowledged_at as at from training_acknowledgement')).toEqual([{ at: null }]);
  // Nobody asks for a copy of a form that is not for them, or for somebody else.
  const forLyon = await aTraining(s, s.lyon, 'Site User');
  expect((await asks(s, atBoston, forLyon)).status).toBe(403);
  const signers = await s.signersOf([atLyon]);
  const body = { docId: forLyon, requestRequired: 1, signers };
  expect((await atBoston.call(requestSignatures, { body })).status).toBe(403);
});

test('OPN-61 OPN-95 OPS-55 AKF-06 each type of user has the forms for that type, Pharmacy Partner meaning a Pharmacy User; nobody else has any', async () => {
  const s = await openPapers();
  const { admin, ofTrial, atBoston, atLyon, ofWard, sponsor, pharmacist, abroad } = s.people;
  await s.connect(s.companyId, s.boston, s.pharmacyId);
  const wholesalerId = await s.aPartner(s.companyId, 'wholesaler');
  await s.connect(s.companyId, s.boston, wholesalerId);
  const person = (type: 'Pharmacy User' | 'Wholesaler User', partner_id: number) =>
    s.aPerson(type, { company_id: s.companyId, partner_id }).then((id) => s.signedIn(id));
  const wholesaler = await person('Wholesaler User', wholesalerId);
  const unconnected = await person('Pharmacy User', await s.aPartner(s.companyId, 'pharmacy'));
  const everybody = { admin, ofTrial, atBoston, atLyon, ofWard, sponsor, pharmacist, wholesaler, unconnected, abroad };
  const waiting = async () => {
    const found: Record<string, number> = {};
    for (const [who, caller] of Object.entries(everybody)) {
      const { trainingComplete, templateId } = await standing(caller);
      expect(trainingComplete).toBe(templateId === null ? null : 0);
      if (templateId !== null) found[who] = templateId;
    }
    return found;
  };
  expect(await waiting()).toEqual({});
  const of = Object.fromEntries(
    await Promise.all(Object.keys(recipientTypes).map(async (type) => [type, await aTraining(s, s.trial, type)])),
  ) as Record<keyof typeof recipientTypes, number>;
  expect(await waiting()).toEqual({
    admin: of.Admin,
    atBoston: of['Site User'],
    atLyon: of['Site User'],
    sponsor: of.Sponsor,
    pharmacist: of['Pharmacy Partner'],
    wholesaler: of['Wholesaler Partner'],
  });
});

test('OPN-61 taking a form off the trial asks nobody for it any more who has not signed, and a copy that was deleted is asked for anew', async () => {
  const s = await openPapers();
  const { admin, atBoston, atLyon } = s.people;
  const template = await aTraining(s, s.trial, 'Site User');
  const signed = await signedCopy(s, atBoston, template);
  expect((await acknowledges(atBoston, signed)).status).toBe(200);
  const first = (await asks(s, atLyon, template)).reply;
  expect((await admin.call(documents.deleteDocument, { query: { docId: first.docId } })).status).toBe(200);
  expect(await standing(atLyon)).toEqual(pending(template));
  const second = (await asks(s, atLyon, template)).reply;
  expect(second.docId).not.toBe(first.docId);
  expect(await standing(atLyon)).toMatchObject({ srUuid: second.srUuid, document_ID: second.docId });

  const off = await admin.call(documents.detachFromGroup, { query: { docId: template, g_id: s.trial } });
  expect(off.status).toBe(200);
  expect(await standing(atLyon)).toEqual(nothing);
  expect(await standing(atBoston)).toMatchObject({ trainingComplete: 1, trainingDocId: signed });
});

test('OPN-61 AKF-04 ACK-08 a copy that was signed and then deleted before it was recorded is asked for anew; one that was recorded still counts', async () => {
  const s = await openPapers();
  const { admin, atBoston, atLyon } = s.people;
  const template = await aTraining(s, s.trial, 'Site User');
  const removes = async (docId: number) =>
    expect((await admin.call(documents.deleteDocument, { query: { docId } })).status).toBe(200);
  const recorded = await signedCopy(s, atBoston, template);
  expect((await acknowledges(atBoston, recorded)).status).toBe(200);
  await removes(recorded);
  expect(await standing(atBoston)).toMatchObject({ trainingComplete: 1, trainingDocId: recorded });

  const lost = await signedCopy(s, atLyon, template);
  await removes(lost);
  expect(await standing(atLyon)).toEqual(pending(template));
  // What was deleted proves nothing to anybody who looks.
  expect((await acknowledges(atLyon, lost)).status).toBe(404);
  const again = await signedCopy(s, atLyon, template);
  expect(again).not.toBe(lost);
  expect((await acknowledges(atLyon, again)).status).toBe(200);
  expect(await standing(atLyon)).toMatchObject({ trainingComplete: 1, trainingDocId: again });
});

/** A training form as it was attached before anybody looked whether it can be signed. */
async function attachedUnseen(s: Papers, text: string, over: object = {}): Promise<number> {
  const docId = await s.saved(text, { isTemplate: 1, ...over });
  await s.attach(docId, s.trial);
  await s.rows(`update document_link set user_types = '{Site User,Admin}' where document_id = $1`, [docId]);
  return docId;
}

test('AKF-06 SGN-08 OPN-61 a form that nobody could sign is no training of administrators: whoever attaches it is told what it lacks, and nothing is written; others are held, and told', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin, atBoston } = s.people;
  const said = async (docId: number) => {
    const { status, code, message } = await s.attach(docId, s.trial, { isTrainingDoc: 1, userType: 'Site User,Admin' });
    return [status, code, message];
  };
  const without = [
    400,
    'document.cannot_be_signed',
    'The document has no open signature field for signer 1, so administrators could never get past this training. Please upload it with one.',
  ];
  expect(await said(await s.saved('Rules of the site', { isTemplate: 1 }))).toEqual(without);
  // A field of the second signer is nobody's here.
  const ofSecond = await PDFDocument.load(Buffer.from(s.paper[2], 'base64'));
  ofSecond.getForm().removeField(ofSecond.getForm().getTextField('Signature0_1_Required'));
  const data = Buffer.from(await ofSecond.save()).toString('base64');
  expect(await said(await s.saved('Of another', { data, isTemplate: 1 }))).toEqual(without);
  const locked = await PDFDocument.load(Buffer.from(s.paper[1], 'base64'));
  locked.getForm().getTextField('Signature0_1_Required').enableReadOnly();
  const closed = await s.saved('Locked', { data: Buffer.from(await locked.save()).toString('base64') });
  expect(await said(closed)).toEqual(without);
  expect(await s.rows('select 1 from document_link')).toEqual([]);
  for (const who of [admin, atBoston]) expect(await standing(who)).toEqual(nothing);
  // What people only read needs none.
  expect((await s.attach(closed, s.boston)).status).toBe(200);
  expect((await s.attach(closed, s.trial, { isTrainingDoc: 1, userType: 'Site User' })).status).toBe(200);
  expect(await standing(atBoston)).toEqual(pending(closed));
});

test('AKF-06 SGN-08 whoever would sign a form without a place to sign is told what is wrong with which document, and who can mend it', async () => {
  const s = await openPapers();
  const { admin, atBoston } = s.people;
  const plain = await attachedUnseen(s, 'Rules of the site');
  const { docId, srUuid } = (await asks(s, atBoston, plain)).reply;
  const link = { srUuid: srUuid as string, signerUuid: (await s.rowOf(atBoston, docId))?.signerUuid as string };
  const { data } = (await atBoston.call(readToSign, { query: link })).reply;
  const refused = await atBoston.call(sign, {
    body: { ...link, contentType: 'application/pdf', data, auditTrailSignatures: [] },
  });
  expect([refused.status, refused.message]).toEqual([
    400,
    '"Rules of the site" has no signature field for you, so it cannot be signed. Please ask an administrator to replace it with a form that has one.',
  ]);
  // Which mends it.
  const better = await aTraining(s, s.trial, 'Site User');
  expect((await admin.call(documents.detachFromGroup, { query: { docId: plain, g_id: s.trial } })).status).toBe(200);
  expect(await standing(atBoston)).toEqual(pending(better));
});

test('OPN-61 RTE-39 no administrator is held at a form that was attached before and cannot be signed, also with a copy of their own; one that can be signed holds them as before, and site users are held by both', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin, atLyon } = s.people;
  const plain = await attachedUnseen(s, 'Rules of the site');
  // Of two signers, the one who is trained finds their own field.
  const good = await attachedUnseen(s, 'Good Clinical Practice', { data: s.paper[2] });
  await asks(s, admin, plain);
  expect(await standing(admin)).toMatchObject({ trainingComplete: 0, templateId: plain });
  await s.app.jobs.start();
  await expect.poll(() => standing(admin)).toEqual(pending(good));
  await acknowledges(admin, await signedCopy(s, admin, good));
  expect(await standing(admin)).toMatchObject({ trainingComplete: 1 });
  expect(await standing(atLyon)).toEqual(pending(plain));
  // Nor does the list of the group wait for administrators there.
  const listed = (await admin.call(api.listTrainingForms, { query: { g_id: s.trial } })).reply;
  expect(listed.acknowledgementTemplates).toMatchObject([
    { docId: good, people: 4, signed: 1 },
    { docId: plain, people: 2, signed: 0 },
  ]);
});

test('OPN-61 SEC-23 somebody with administrative rights is held at no form that cannot be signed, whatever their type', async () => {
  const s = await openPapers();
  const { ofBoston, ofTrial, atBoston } = s.people;
  const plain = await s.saved('Rules of the site', { isTemplate: 1 }, ofBoston);
  expect((await s.attach(plain, s.boston, { isTrainingDoc: 1, userType: 'Site User' }, ofBoston)).status).toBe(200);
  for (const who of [ofBoston, ofTrial]) expect(await standing(who)).toEqual(nothing);
  expect(await standing(atBoston)).toEqual(pending(plain));
});

test('OPN-61 AKF-06 a form that asks for what nobody can fill in is no training of administrators', async () => {
  onItsOwn();
  const s = await openPapers();
  const made = async (change: (pdf: PDFDocument) => void) => {
    const pdf = await PDFDocument.load(Buffer.from(s.paper[1], 'base64'));
    change(pdf);
    const data = Buffer.from(await pdf.save()).toString('base64');
    const docId = await s.saved('Odd', { data, isTemplate: 1 });
    return (await s.attach(docId, s.trial, { isTrainingDoc: 1, userType: 'Admin' })).code;
  };
  const field = (pdf: PDFDocument, name: string) => {
    const one = pdf.getForm().createTextField(name);
    one.addToPage(pdf.getPage(0));
    return one;
  };
  const refused = 'document.cannot_be_signed';
  expect([
    await made((pdf) =>
      field(pdf, 'TextInput1_1_Required').acroField.dict.set(PDFName.of('MaxLen'), pdf.context.obj(0)),
    ),
    await made((pdf) => void pdf.getForm().createTextField('TextInput1_1_Required')),
    await made((pdf) => void pdf.getForm().createRadioGroup('RadioButton1_1_Required')),
    await made((pdf) => pdf.getPage(0).node.delete(PDFName.of('Annots'))),
    await made((pdf) => void field(pdf, 'TextInput1_1_Required')),
  ]).toEqual([refused, refused, refused, refused, undefined]);
});

test('OPN-61 REL-14 a form whose file cannot be read now goes on to hold people, and those behind it are looked at all the same', async () => {
  onItsOwn();
  const s = await openPapers();
  const gone = await attachedUnseen(s, 'Gone', { data: s.paper[1] });
  await s.rows(
    `update stored_file set key = 'gone' where file_id = (select file_id from document where document_id = $1)`,
    [gone],
  );
  const plain = await attachedUnseen(s, 'Rules of the site');
  await s.app.jobs.start();
  const seen = () => s.rows('select document_id as id, can_be_signed as is from document order by 1');
  await expect.poll(seen).toEqual([
    { id: gone, is: null },
    { id: plain, is: false },
  ]);
  expect(await standing(s.people.atLyon)).toEqual(pending(gone));
  expect(s.logged.join('')).toContain('training form not checked');
});

test('OPN-61 SEC-23 SEC-24 OPS-15 whoever has only some groups makes a form the training of site users alone; of Admins, sponsors and partners somebody does who sees the whole company', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin, ofBoston, ofTrial, ofClinic, atBoston, sponsor } = s.people;
  const refused = [
    403,
    'Acknowledgment forms for anyone but site users also apply to people outside your care groups. An administrator of the whole company can add them.',
  ];
  const said = async (by: Caller, g_id: number, userType: string) => {
    const docId = await s.saved('Training', { data: s.paper[1], isTemplate: 1 }, by);
    const { status, message } = await s.attach(docId, g_id, { isTrainingDoc: 1, userType }, by);
    return status === 200 ? [200] : [status, message];
  };
  for (const [by, place] of [
    [ofBoston, s.boston],
    [ofTrial, s.trial],
  ] as const)
    for (const type of ['Admin', 'Sponsor', 'Pharmacy Partner', 'Wholesaler User', 'Site User, Admin'])
      expect([type, ...(await said(by, place, type))]).toEqual([type, ...refused]);
  expect(await s.rows('select 1 from document_link')).toEqual([]);
  for (const who of [admin, sponsor, atBoston]) expect(await standing(who)).toEqual(nothing);
  expect(await said(ofBoston, s.boston, 'Site User')).toEqual([200]);
  expect(await standing(atBoston)).toMatchObject({ trainingComplete: 0 });
  for (const [by, place] of [
    [admin, s.boston],
    [ofClinic, s.clinic],
  ] as const)
    expect(await said(by, place, 'Admin,Sponsor')).toEqual([200]);
});

test('DOC-12 OPS-15 a company without the module TrialCard has no training forms', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin, ofClinic } = s.people;
  const docId = await s.saved('Training', { data: s.paper[1], isTemplate: 1 });
  await s.rows(`delete from company_module where company_id = $1 and name = 'TrialCard'`, [s.companyId]);
  for (const by of [admin, ofClinic]) {
    const { status, message } = await s.attach(docId, s.clinic, { isTrainingDoc: 1, userType: 'Site User' }, by);
    expect([status, message]).toEqual([403, 'Acknowledgment forms need the module TrialCard.']);
  }
  expect(await s.rows('select 1 from document_link')).toEqual([]);
  // Whatever else it is, it can be added.
  expect((await s.attach(docId, s.clinic)).status).toBe(200);
});

test('OPN-64 somebody in two trials has one form at a time, that of the oldest trial first', async () => {
  const s = await openPapers();
  const later = await aTraining(s, s.otherTrial, 'Site User', 'Of the later trial');
  const earlier = await aTraining(s, s.boston, 'Site User', 'Of the earlier trial');
  const both = await s.signedIn(await s.aPerson('Site User', { company_id: s.companyId }, [s.boston, s.otherTrial]));
  for (const templateId of [earlier, later]) {
    expect(await standing(both)).toMatchObject({ trainingComplete: 0, trainingDocId: null, templateId });
    await acknowledges(both, await signedCopy(s, both, templateId));
  }
  expect(await standing(both)).toMatchObject({ trainingComplete: 1, templateId: later });
});

test('ACK-10 API-30 the forms of a group say for whom they are, how many people that is, and how many of them have signed', async () => {
  const s = await openPapers();
  const { admin, ofBoston, atBoston, atLyon, abroad } = s.people;
  await s.connect(s.companyId, s.boston, s.pharmacyId);
  const template = await aTraining(s, s.trial, 'Site User,Pharmacy Partner');
  await acknowledges(atBoston, await signedCopy(s, atBoston, template));
  await signedCopy(s, atLyon, template);
  const listed = async (who: Caller, g_id: number) => {
    const { status, reply } = await who.call(api.listTrainingForms, { query: { g_id } });
    return status === 200 ? reply.acknowledgementTemplates : status;
  };
  const row = { docId: template, g_id: s.trial, friendlyName: 'Training', userTypes: 'Site User,Pharmacy Partner' };
  // Two of Boston, one of Lyon, and the pharmacist.
  expect(await listed(admin, s.trial)).toEqual([{ ...row, people: 4, signed: 1 }]);
  // Who has left counts no more.
  await s.rows('update provider set is_active = false where provider_id = $1', [atBoston.providerId]);
  expect(await listed(admin, s.trial)).toEqual([{ ...row, people: 3, signed: 0 }]);
  const ofSite = await aTraining(s, s.boston, 'Sponsor', 'For the sponsor');
  // Whoever works for a former sponsor is still in the groups that they were invited to.
  const former = { company_id: s.companyId, sponsor_id: await s.aSponsor(s.companyId) };
  await s.aPerson('Sponsor', former, [s.trial, s.boston]);
  // At a site those of its trial have to be signed too: here by whoever works there, and by the pharmacist.
  expect(await listed(ofBoston, s.boston)).toEqual([
    { docId: ofSite, g_id: s.boston, friendlyName: 'For the sponsor', userTypes: 'Sponsor', people: 1, signed: 0 },
    { ...row, people: 2, signed: 0 },
  ]);
  // Whoever works at a site that is gone works there no more, nor does its pharmacy.
  const gone = await s.aSite(s.companyId, s.trial);
  const theirs = await s.aPartner(s.companyId, 'pharmacy');
  await s.connect(s.companyId, gone, theirs);
  await s.aPerson('Site User', { company_id: s.companyId }, [gone]);
  await s.aPerson('Pharmacy User', { company_id: s.companyId, partner_id: theirs });
  expect(await listed(admin, s.trial)).toEqual([{ ...row, people: 5, signed: 0 }]);
  await s.rows('update care_group set removed_at = now() where care_group_id = $1', [gone]);
  expect(await listed(admin, s.trial)).toEqual([{ ...row, people: 3, signed: 0 }]);
  expect(await listed(ofBoston, s.trial)).toBe(404);
  expect(await listed(abroad, s.trial)).toBe(404);
  expect(await listed(atLyon, s.lyon)).toBe(403);
});

test('API-21 TRP-08 the report of trainings counts a form of a site for those alone who work there', async () => {
  const s = await openPapers();
  const { admin, atBoston, atLyon } = s.people;
  const [ofTrial, ofLyon] = [
    await aTraining(s, s.trial, 'Site User'),
    await aTraining(s, s.lyon, 'Site User', 'Of Lyon'),
  ];
  for (const who of [atBoston, atLyon]) await acknowledges(who, await signedCopy(s, who, ofTrial));
  const complete = async (who: Caller, g_id = s.trial) => {
    const { email } = await s.whoIs(who);
    const rows = (await admin.call(trainingReport, { query: { g_id } })).reply;
    return rows.filter((row) => row.email === email).map((row) => row.trainingComplete);
  };
  expect([await complete(atBoston), await complete(atBoston, s.boston), await complete(atLyon)]).toEqual([
    [true],
    [true],
    [false],
  ]);
  await acknowledges(atLyon, await signedCopy(s, atLyon, ofLyon));
  expect(await complete(atLyon)).toEqual([true]);
  // What a site that is gone wanted is wanted no more.
  const ofUppsala = await s.aSite(s.companyId, s.trial);
  const both = await s.signedIn(await s.aPerson('Site User', { company_id: s.companyId }, [s.boston, ofUppsala]));
  await aTraining(s, ofUppsala, 'Site User', 'Of Uppsala');
  await acknowledges(both, await signedCopy(s, both, ofTrial));
  expect(await complete(both, s.boston)).toEqual([false]);
  await s.rows('update care_group set removed_at = now() where care_group_id = $1', [ofUppsala]);
  expect(await complete(both, s.boston)).toEqual([true]);
});

test('URP-06 USR-02 TRP-08 whether somebody is trained is told of the trial that is asked about, in the list of people for a report as in the report of trainings', async () => {
  const s = await openPapers();
  const { admin, pharmacist, atBoston } = s.people;
  const ofOther = await s.aSite(s.companyId, s.otherTrial);
  await s.connect(s.companyId, s.boston, s.pharmacyId);
  const both = await s.signedIn(await s.aPerson('Site User', { company_id: s.companyId }, [s.boston, ofOther]));
  const { email } = await s.whoIs(both);
  const inList = async (gId: number, who: Caller = both) =>
    (await admin.call(listPeopleOfGroups, { query: { g_id: gId } })).reply.careProviders
      .filter(({ cpID }) => cpID === who.providerId)
      .map(({ trainingComplete, trainingDocId }) => [trainingComplete, trainingDocId]);
  const inReport = async (g_id: number) =>
    (await admin.call(trainingReport, { query: { g_id } })).reply
      .filter((row) => row.email === email)
      .map((row) => row.trainingComplete);
  // Nothing applies to them yet.
  expect([await inList(s.boston), await inReport(s.boston)]).toEqual([[[false, null]], [false]]);

  const here = await aTraining(s, s.trial, 'Site User,Pharmacy Partner');
  const there = await aTraining(s, ofOther, 'Site User');
  const copy = await signedCopy(s, both, here);
  await acknowledges(both, copy);
  for (const [place, isTrained] of [
    [s.trial, true],
    [s.boston, true],
    [s.otherTrial, false],
    [ofOther, false],
  ] as const) {
    const found = [await inList(place), new Set(await inReport(place))];
    expect([place, ...found]).toEqual([place, [[isTrained, copy]], new Set([isTrained])]);
  }
  await acknowledges(atBoston, await signedCopy(s, atBoston, here));
  const ofBoth = await s.app.http.inject({
    method: 'GET',
    url: `/api${listPeopleOfGroups.path}?g_id[]=${s.boston}&g_id[]=${ofOther}`,
    headers: { host: 'localhost', authorization: `Bearer ${admin.token}` },
  });
  const trained = new Map(
    ofBoth
      .json<{ careProviders: { cpID: number; trainingComplete: 0 | 1 }[] }>()
      .careProviders.map((one) => [one.cpID, one.trainingComplete]),
  );
  // A form of a trial that somebody does not work in is none of theirs, whatever else is asked about.
  expect([both, atBoston].map(({ providerId }) => trained.get(providerId))).toEqual([0, 1]);
  expect((await inList(s.boston, pharmacist)).map(([is]) => is)).toEqual([false]);
  await acknowledges(pharmacist, await signedCopy(s, pharmacist, here));
  expect((await inList(s.boston, pharmacist)).map(([is]) => is)).toEqual([true]);

  const later = await signedCopy(s, both, there);
  await acknowledges(both, later);
  expect([await inList(ofOther), await inReport(ofOther)]).toEqual([[[true, later]], [true]]);
  // What was taken off is training no more.
  expect((await admin.call(documents.detachFromGroup, { query: { docId: there, g_id: ofOther } })).status).toBe(200);
  expect([await inList(ofOther), await inReport(ofOther)]).toEqual([[[false, later]], [false]]);
});

test('URP-06 OPN-61 TRP-08 administrators and sponsors are trained once they have signed what can be signed, in the list of people for a report as in the report of trainings', async () => {
  const s = await openPapers();
  const { admin, ofBoston, sponsor } = s.people;
  await attachedUnseen(s, 'Rules of the site');
  await s.rows('update document set can_be_signed = false');
  const good = await aTraining(s, s.trial, 'Site User,Admin');
  const ofSponsors = await aTraining(s, s.boston, 'Sponsor', 'For the sponsor');
  const trained = async () => {
    const { careProviders } = (await admin.call(listPeopleOfGroups, { query: { g_id: s.lyon } })).reply;
    const { email } = await s.whoIs(ofBoston);
    const rows = (await admin.call(trainingReport, { query: { g_id: s.boston } })).reply;
    const of = (who: Caller) => careProviders.find(({ cpID }) => cpID === who.providerId)?.trainingComplete;
    return [of(admin), of(sponsor), rows.find((row) => row.email === email)?.trainingComplete];
  };
  expect(await trained()).toEqual([false, false, false]);
  for (const [who, form] of [
    [admin, good],
    [ofBoston, good],
    [sponsor, ofSponsors],
  ] as const)
    await acknowledges(who, await signedCopy(s, who, form));
  expect(await trained()).toEqual([true, true, true]);
});
