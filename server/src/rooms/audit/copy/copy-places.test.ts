/** What of forms that several groups had, and of groups that were removed, is in a copy, and how it calls them. */
import { copyRecords } from '@portal/contract/audit/endpoints.ts';
import { removeCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import * as documents from '@portal/contract/documents/endpoints.ts';
import { connectPharmacy } from '@portal/contract/partners/manage-endpoints.ts';
import { removeGroupsOfUser } from '@portal/contract/providers/user-endpoints.ts';
import { requestSignatures } from '@portal/contract/signing/endpoints.ts';
import { expect, test } from 'vitest';
import { openPapers, type Papers } from '#test/one-signature.ts';
import type { Caller } from '#test/portal.ts';
import { watchEvents } from '#test/security-events.ts';

/** A training form for the people of sites in a group. */
async function aForm(s: Papers, gId: number): Promise<number> {
  const form = await s.saved('Training', { data: s.paper[1], isTemplate: 1 });
  await hangs(s, form, gId);
  return form;
}
const hangs = async (s: Papers, form: number, gId: number) =>
  expect((await s.attach(form, gId, { isTrainingDoc: 1, userType: 'Site User' })).status).toBe(200);
/** The number of somebody's own copy, which counts as signed: how that is done is not what this is about. */
async function trained(s: Papers, who: Caller, form: number): Promise<number> {
  const body = { docId: form, requestRequired: 1, signers: await s.signersOf([who]) };
  const { docId } = (await who.call(requestSignatures, { body })).reply;
  await s.rows(`update signing_request set state = 'completed' where document_id = $1`, [docId]);
  return docId;
}
/** The files of a copy as text, which are not packed, and the numbers of its documents. */
async function copied(by: Caller, g_id: number) {
  const { status, reply } = await by.call(copyRecords, { query: { g_id } });
  if (status !== 200) return { status, text: '', documents: [] };
  const text = Buffer.from(reply.data, 'base64').toString();
  const found = [...text.matchAll(/documents\/(\d+)\/index\.html"/g)].map(([, docId]) => Number(docId));
  return { status, text, documents: [...new Set(found)] };
}

test('P11-19 what people of a trial signed of its training forms stays in its copy when another trial has the form as well, and left it, also by emergency access alone; of others the copy says how many it leaves out', async () => {
  const s = await openPapers();
  const { admin, atBoston, atLyon } = s.people;
  const form = await aForm(s, s.trial);
  const ofBoston = await trained(s, atBoston, form);
  await hangs(s, form, s.otherTrial);
  const ofLyon = await trained(s, atLyon, form);
  const elsewhere = await s.signedIn(await s.aPerson('Site User', { company_id: s.companyId }, [s.otherTrial]));
  const ofElsewhere = await trained(s, elsewhere, form);
  const helping = await s.signedIn(await s.aPerson('Site User', { company_id: s.companyId }, [s.otherTrial]));
  await s.rows(
    `insert into emergency_access (company_id, provider_id, care_group_id, reason, given_at, ends_at, ended_at)
     values ($1, $2, $3, 'Nobody else is here', now(), now() + interval '1 hour', now())`,
    [s.companyId, helping.providerId, s.boston],
  );
  const ofHelping = await trained(s, helping, form);
  // Who was in a trial when they were trained belongs to its records also once they are not in it any more.
  const left = { company_id: s.companyId, cp_id: atLyon.providerId, g_id: s.lyon };
  expect((await admin.call(removeGroupsOfUser, { query: left })).status).toBe(200);
  const detached = { query: { docId: form, g_id: s.otherTrial } };
  expect((await admin.call(documents.detachFromGroup, detached)).status).toBe(200);

  const ofTrial = await copied(admin, s.trial);
  expect(ofTrial.documents).toEqual([form, ofBoston, ofLyon, ofHelping]);
  expect(ofTrial.text).toContain(
    '<p>Left out: 1 copy of a training form that another group had as well. It belongs to somebody who never had access to this trial.</p>',
  );
  const ofOther = await copied(admin, s.otherTrial);
  expect(ofOther.documents).toEqual([form, ofElsewhere, ofHelping]);
  expect(ofOther.text).toContain(
    '<p>Left out: 2 copies of training forms that other groups had as well. They belong to people who never had access to this trial.</p>',
  );
  expect(ofOther.text).not.toContain((await s.whoIs(atLyon)).name);

  // Of one that only this trial had when it was signed, whoever signed it.
  const own = await aForm(s, s.trial);
  const signed = await trained(s, atBoston, own);
  await s.rows('delete from care_group_member where provider_id = $1', [atBoston.providerId]);
  await hangs(s, own, s.otherTrial);
  await admin.call(documents.detachFromGroup, { query: { docId: own, g_id: s.otherTrial } });
  expect((await copied(admin, s.trial)).documents).toContain(signed);
});

test('P11-19 P11-11 PRV-10 a trial that was removed has its complete copy still, for who sees the whole company', async () => {
  const s = await openPapers();
  const { admin, ofClinic, abroad } = s.people;
  const inTrial = await s.signedIn(await s.aPerson('Site User', { company_id: s.companyId }, [s.otherTrial]));
  const ofOther = await s.signedIn(
    await s.aPerson('Other', { company_id: s.companyId, admin_rights: true }, [s.otherTrial]),
  );
  const signed = await trained(s, inTrial, await aForm(s, s.otherTrial));
  expect((await admin.call(removeCareGroup, { query: { g_id: s.otherTrial } })).status).toBe(200);
  for (const who of [admin, ofClinic]) {
    const { status, text, documents } = await copied(who, s.otherTrial);
    expect([status, documents]).toEqual([200, expect.arrayContaining([signed])]);
    expect(text).toContain('"kind": "care_group.removed"');
  }
  for (const who of [ofOther, abroad]) expect((await copied(who, s.otherTrial)).status).toBe(404);
});

test('P11-19 P11-14 the pages of a copy say what the numbers in the trail stand for, and of which trial a site is', async () => {
  const s = await openPapers();
  const { admin, ofBoston } = s.people;
  const body = { g_id: s.boston, ppId: s.pharmacyId };
  expect((await admin.call(connectPharmacy, { body })).status).toBe(200);
  const docId = await s.attached(s.boston, 'Leaflet <1>');
  const [named] = await s.rows<{ site: string; protocol: string; partner: string }>(
    `select site.display_name as site, trial.name as protocol, partner.name as partner from partner, care_group site
     join care_group trial on trial.care_group_id = site.parent_id where site.care_group_id = $1 and partner_id = $2`,
    [s.boston, s.pharmacyId],
  );
  for (const who of [admin, ofBoston]) {
    const { text } = await copied(who, s.boston);
    const index = text.slice(0, text.indexOf('</html>'));
    expect(index).toContain(`<h1>Records of ${named?.site} of trial ${named?.protocol}</h1>`);
    const [, names = ''] = index.split('<h2>Names</h2>');
    expect(names).toContain('<th scope="col">Kind</th><th scope="col">Number</th><th scope="col">Name</th>');
    expect(names).toContain(`<td>Partner</td><td>${s.pharmacyId}</td><td>${named?.partner}</td>`);
    expect(names).toContain(`<td>Document</td><td>${docId}</td><td>Leaflet &#60;1&#62;</td>`);
    expect(index.includes('What people beyond these groups signed')).toBe(who === ofBoston);
    // The page of a document has those of its own entries.
    const [, ofDocument = ''] = text.slice(index.length + 7).split('<h2>Names</h2>');
    expect(ofDocument.slice(0, ofDocument.indexOf('</html>'))).not.toContain('<td>Partner</td>');
  }
});

test('P11-19 PRV-01 a copy that is larger than a browser can take is refused before anything leaves: of a trial the sites are named instead, and no log says that it was taken', async () => {
  const s = await openPapers();
  const { admin } = s.people;
  const docId = await s.attached(s.boston, 'Scans');
  const weighs = (bytes: number) =>
    s.rows('update stored_file set bytes = $2 where file_id = (select file_id from document where document_id = $1)', [
      docId,
      bytes,
    ]);
  const copy = (g_id: number) => admin.call(copyRecords, { query: { g_id } });
  const [whole] = await s.rows<{ bytes: number }>(
    'select bytes::int as bytes from stored_file where file_id = (select file_id from document where document_id = $1)',
    [docId],
  );
  await weighs(350 * 1_048_576);
  const events = watchEvents(s);
  await events();
  const [ofTrial, ofBoston] = [await copy(s.trial), await copy(s.boston)];
  expect([ofTrial.status, ofTrial.code, ofTrial.message]).toEqual([
    400,
    'audit.trial_copy_too_large',
    'This copy would be larger than a browser can take. Make the copy of each site instead.',
  ]);
  expect([ofBoston.status, ofBoston.code, ofBoston.message]).toEqual([
    400,
    'audit.copy_too_large',
    'This copy would be larger than a browser can take. Documents that can still be opened can be downloaded one by one.',
  ]);
  await s.app.accessLog.flush();
  const mine = `select from access_entry where call = 'GET /records/copy' and provider_id = $1`;
  expect(await s.rows(mine, [admin.providerId])).toEqual([]);
  const taken = async () =>
    (await events()).filter(({ call }) => call === 'GET /records/copy').map(({ outcome }) => outcome);
  expect(await taken()).toEqual([]);
  expect((await copy(s.lyon)).status).toBe(200);
  await weighs(whole?.bytes ?? 0);
  expect((await copy(s.trial)).reply.documents).toBe(1);
  expect(await taken()).toEqual(['done', 'done']);
});
