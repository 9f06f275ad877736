import { removeCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import { reconfigureTrial } from '@portal/contract/care-groups/configuration-endpoints.ts';
import * as documents from '@portal/contract/documents/endpoints.ts';
import { connectPharmacy } from '@portal/contract/partners/manage-endpoints.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import { addPatient } from '@portal/contract/patients/endpoints.ts';
import * as users from '@portal/contract/providers/user-endpoints.ts';
import { requestSignatures } from '@portal/contract/signing/endpoints.ts';
import * as api from '@portal/contract/user-reports/endpoints.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { letIn } from '#test/conversations.ts';
import { uploadOf } from '#test/documents.ts';
import { openPapers, type Papers } from '#test/one-signature.ts';
import { aPatientBody } from '#test/patients.ts';
import type { Answer, Caller } from '#test/portal.ts';
import { onItsOwn } from '#test/portal.ts';

const byStatus = (one: unknown[], other: unknown[]) => Number(one[0]) - Number(other[0]);
const said = ({ status, code }: Answer<never>) => [status, code];
const saves = (s: Papers, document_ID: number, over: Record<string, unknown> = {}, by: Caller = s.people.admin) =>
  by.call(api.saveUserReport, {
    body: {
      document_ID,
      g_id: s.boston,
      changes_since_date: s.app.clock.today(),
      companyId: s.companyId,
      ...over,
    },
  });
const decides = (s: Papers, by: Caller, document_ID: number, is_rejected: 0 | 1, over: object = {}) =>
  by.call(api.decideUserReport, { body: { document_ID, is_rejected, companyId: s.companyId, ...over } });
const asks = async (s: Papers, docId: number, people: readonly Caller[]) =>
  s.people.admin.call(requestSignatures, {
    body: { docId, uploaderOwned: 0, requestRequired: 1, signers: await s.signersOf(people) },
  });
const aSavedPaper = (s: Papers) => s.saved('Users of Boston_23-11-2026_01-11-2026', { data: s.paper[2] });
/** A report of Boston that waits for the administrator, and then for the sponsor. */
async function aReport(s: Papers): Promise<number> {
  const docId = await aSavedPaper(s);
  await saves(s, docId);
  await s.attach(docId, s.boston);
  const { status } = await asks(s, docId, [s.people.admin, s.people.sponsor]);
  if (status !== 200) throw new Error(`not asked: ${status}`);
  return docId;
}
const reports = async (s: Papers, query: object = { g_id: s.boston }, by: Caller = s.people.admin) =>
  (await by.call(api.listUserReports, { query: { companyId: s.companyId, ...query } })).reply.reports;
const statusIn = async (s: Papers, docId: number, by: Caller) => {
  const { userManagementReport, isRejected, isCurrentSigner } = (await s.rowOf(by, docId))!;
  return [userManagementReport, isRejected, isCurrentSigner];
};

test('URP-11 URP-12 URP-14 CAG-18 UMR-02 UMR-06 APD-10 OPS-09 CAG-17 a report is saved, added, and signed by the administrator and the sponsor; the last signature accepts it', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin, sponsor } = s.people;
  const docId = await aSavedPaper(s);
  expect((await saves(s, docId)).body).toEqual({ message: 'Report saved.' });
  expect((await s.attach(docId, s.boston)).status).toBe(200);
  expect((await asks(s, docId, [admin, sponsor])).status).toBe(200);
  expect(await s.rows('select kind from signing_request')).toEqual([{ kind: 'report' }]);
  const today = s.app.clock.today();
  const report = {
    document_ID: docId,
    g_id: s.boston,
    friendlyName: 'Users of Boston_23-11-2026_01-11-2026',
    changes_since_date: today,
    dateCreated: today,
  };
  expect(await reports(s)).toEqual([{ ...report, is_rejected: null }]);
  expect(await statusIn(s, docId, sponsor)).toEqual(['pending', false, false]);
  // In what somebody signs it says of which place it is.
  expect(await s.rowOf(sponsor, docId)).toMatchObject({ g_id: s.boston, signerNum: 2 });

  expect((await s.signs(admin, docId, 'report')).reply.isCompletelySigned).toBe(false);
  expect(said(await decides(s, admin, docId, 0))).toEqual([409, 'user_report.not_all_signed']);
  expect(await statusIn(s, docId, sponsor)).toEqual(['pending', false, true]);
  expect((await s.signs(sponsor, docId, 'report')).reply.isCompletelySigned).toBe(true);
  expect(await statusIn(s, docId, admin)).toEqual(['Accepted', false, false]);
  expect(await s.rows('select reason from signature')).toEqual(
    Array(2).fill({ reason: 'I approve this list of site users' }),
  );
  // What the seed's client sends after it, as often as it likes.
  for (let n = 0; n < 2; n += 1)
    expect((await decides(s, sponsor, docId, 0)).body).toEqual({ message: 'Report accepted.' });
  expect(said(await decides(s, sponsor, docId, 1))).toEqual([409, 'user_report.decided']);
  expect(await reports(s)).toEqual([{ ...report, is_rejected: false }]);
});

test('UMR-07 UMR-08 CAG-19 OPS-09 P11-07 P11-08 P11-15 only whoever is to sign next rejects a report, once and for good; of two who press at once one does', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin, ofBoston, atBoston, sponsor, abroad } = s.people;
  const docId = await aReport(s);
  expect(said(await decides(s, sponsor, docId, 1))).toEqual([409, 'signing.not_turn']);
  for (const stranger of [ofBoston, atBoston])
    expect(said(await decides(s, stranger, docId, 1))).toEqual([403, 'forbidden']);
  expect(said(await decides(s, abroad, docId, 1))).toEqual([403, 'forbidden']);
  expect(said(await decides(s, admin, 99_999, 1))).toEqual([403, 'forbidden']);
  await s.signs(admin, docId, 'report');
  expect(said(await decides(s, admin, docId, 1))).toEqual([409, 'signing.not_turn']);

  const body = await s.submission(sponsor, docId, 'report');
  const both = await Promise.all([
    decides(s, sponsor, docId, 1, { reason: 'Daniel left in May' }),
    decides(s, sponsor, docId, 1, { reason: 'Daniel left in May' }),
  ]);
  expect(both.map(said).toSorted(byStatus)).toEqual([
    [200, undefined],
    [409, 'user_report.decided'],
  ]);
  expect(await statusIn(s, docId, sponsor)).toEqual(['Rejected', true, false]);
  const row = await s.rowOf(sponsor, docId);
  expect(row?.rejection).toEqual({ by: row?.signers[1], at: expect.any(Date) as Date, reason: 'Daniel left in May' });
  expect([row?.signers.length, row?.waitsFor, row?.isCurrentSigner]).toEqual([2, null, false]);
  expect((await reports(s)).map((one) => one.is_rejected)).toEqual([true]);
  for (const is_rejected of [0, 1] as const)
    expect(said(await decides(s, sponsor, docId, is_rejected))).toEqual([409, 'user_report.decided']);
  // Nor is it signed any more.
  const { sign } = await import('@portal/contract/signing/endpoints.ts');
  expect(said(await sponsor.call(sign, { body }))).toEqual([409, 'signing.ended']);
  expect(await s.rows('select signer_num, signed_at is not null as signed from signer order by 1')).toEqual([
    { signer_num: 1, signed: true },
    { signer_num: 2, signed: false },
  ]);
  expect(await s.rows(`select reason from audit_entry where action = 'user_report.rejected'`)).toEqual([
    { reason: 'Daniel left in May' },
  ]);
});

test('P11-08 the report after a rejected one names it as the one that it corrects, and the one after that names none', async () => {
  const s = await openPapers();
  const { admin } = s.people;
  const corrected = async (docId: number) =>
    (await admin.call(documents.fetchDocument, { query: { docId } })).reply.corrects?.docId ?? null;
  const first = await aReport(s);
  await decides(s, admin, first, 1, { reason: 'Daniel left in May' });
  // One that nobody was asked to sign, as by whoever closed the page, takes nothing from the next one.
  await saves(s, await aSavedPaper(s));
  const second = await aReport(s);
  expect([await corrected(first), await corrected(second)]).toEqual([null, first]);
  const third = await aReport(s);
  expect(await corrected(third)).toBe(null);
  const [saved] = await s.rows<{ changes: unknown[] }>(
    `select changes from audit_entry where action = 'user_report.saved' and record_id = $1`,
    [String(second)],
  );
  expect(saved?.changes).toContainEqual({ field: 'corrects_id', new: first });
});

test('P11-08 SEC-06 SEC-23 whoever has lost sight of what a document corrects since they saved it makes that no report', async () => {
  const s = await openPapers();
  const { admin, ofBoston } = s.people;
  const old = await s.attached(s.lyon, 'Report of Lyon');
  await s.asked(old, [[admin.providerId, null]], { state: 'rejected' });
  await letIn(s, ofBoston, s.lyon);
  const uploaded = async () =>
    (await ofBoston.call(documents.saveDocument, { body: uploadOf('Report', { corrects: old }) })).reply.documentId;
  const [inTime, late] = [await uploaded(), await uploaded()];
  expect((await saves(s, inTime, { g_id: s.lyon }, ofBoston)).status).toBe(200);
  await s.rows('update emergency_access set ended_at = now()');
  expect(said(await saves(s, late, {}, ofBoston))).toEqual([404, 'not_found']);
  expect(await reports(s)).toEqual([]);
});

test('URP-04 URP-15 CAG-17 OPC-91 the day is not in the future and not before that of the last report, which the list of reports tells', async () => {
  const s = await openPapers();
  const { admin } = s.people;
  const today = s.app.clock.today();
  const day = (ago: number) => addDays(today, -ago);
  const at = async (changes_since_date: string, g_id = s.boston) =>
    said(await saves(s, await aSavedPaper(s), { changes_since_date, g_id }));
  const changed = async (changes_since: string, g_id = s.boston) =>
    said((await admin.call(api.listChangedPeople, { query: { changes_since, g_id } })) as Answer<never>);
  const [fine, early, late] = [
    [200, undefined],
    [400, 'user_report.too_early'],
    [400, 'user_report.in_future'],
  ];
  expect(await reports(s)).toEqual([]);
  expect(await changed('1999-01-01')).toEqual(fine);
  expect(await at(day(30))).toEqual(fine);
  expect(await at(day(31))).toEqual(early);
  expect(await changed(day(31))).toEqual(early);
  expect(await at(day(30))).toEqual(fine);
  expect(await changed(day(30))).toEqual(fine);
  expect(await at(day(5))).toEqual(fine);
  expect(await at(day(6))).toEqual(early);
  expect(await at(day(-1))).toEqual(late);
  expect(await changed(day(-1))).toEqual(late);
  // Each group has its own.
  expect(await at(day(31), s.lyon)).toEqual(fine);
  expect((await reports(s)).map((one) => one.changes_since_date)).toEqual([day(5), day(30), day(30)]);
  // One that was deleted limits nothing.
  const [last] = await reports(s);
  await admin.call(documents.deleteDocument, { query: { docId: last?.document_ID } });
  expect(await at(day(6))).toEqual(fine);
});

test('URP-04 URP-15 P11-08 the last report is the one that was made last, of whichever of two documents, for the limit, in the list and where the next one corrects it', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin } = s.people;
  const day = (ago: number) => addDays(s.app.clock.today(), -ago);
  const [older, newer, next] = [await aSavedPaper(s), await aSavedPaper(s), await aSavedPaper(s)];
  const made = async (docId: number, changes_since_date: string) => said(await saves(s, docId, { changes_since_date }));
  expect(await made(newer, day(9))).toEqual([200, undefined]);
  expect(await made(older, day(5))).toEqual([200, undefined]);
  expect(await made(next, day(7))).toEqual([400, 'user_report.too_early']);
  expect((await reports(s)).map((one) => one.document_ID)).toEqual([older, newer]);
  await s.asked(newer, [[admin.providerId, null]], { state: 'completed' });
  await s.asked(older, [[admin.providerId, null]], { state: 'rejected' });
  expect(await made(next, day(7))).toEqual([200, undefined]);
  const { corrects } = (await admin.call(documents.fetchDocument, { query: { docId: next } })).reply;
  expect(corrects?.docId).toBe(older);
});

test('URP-04 URP-15 P11-08 a report that was rejected limits no day, so that it can be made again since an earlier one; those before it go on to', async () => {
  const s = await openPapers();
  const { admin } = s.people;
  const day = (ago: number) => addDays(s.app.clock.today(), -ago);
  const made = async (changes_since_date: string, state: 'completed' | 'rejected' | null) => {
    const docId = await aSavedPaper(s);
    const { status, code } = await saves(s, docId, { changes_since_date });
    if (state) await s.asked(docId, [[admin.providerId, null]], { state });
    return [status, code];
  };
  const changed = async (changes_since: string) =>
    said((await admin.call(api.listChangedPeople, { query: { changes_since, g_id: s.boston } })) as Answer<never>);
  const [fine, early] = [
    [200, undefined],
    [400, 'user_report.too_early'],
  ];
  expect(await made(day(60), 'completed')).toEqual(fine);
  expect(await made(day(1), 'rejected')).toEqual(fine);
  expect([await changed(day(30)), await changed(day(70))]).toEqual([fine, early]);
  expect(await made(day(70), null)).toEqual(early);
  expect(await made(day(30), null)).toEqual(fine);
  // One that still waits for signatures counts.
  expect([await changed(day(31)), await made(day(31), null)]).toEqual([early, early]);

  // Of one that is rejected while the next is made, that one is refused or made; then it can be made.
  const waiting = await aReport(s);
  const meanwhile = await Promise.all([decides(s, admin, waiting, 1).then(said), made(day(20), null)]);
  expect(meanwhile[0]).toEqual([200, undefined]);
  expect([fine, early]).toContainEqual(meanwhile[1]);
  expect(await made(day(20), null)).toEqual(fine);
});

test('URP-12 REL-06 a document is made a report once, and only one that is nothing else', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin, ofBoston, ofWard, atBoston, sponsor, abroad } = s.people;
  const docId = await aSavedPaper(s);
  const both = await Promise.all([saves(s, docId), saves(s, docId)]);
  expect(both.map(said).toSorted(byStatus)).toEqual([
    [200, undefined],
    [409, 'user_report.exists'],
  ]);
  const asked = await aSavedPaper(s);
  await s.attach(asked, s.boston);
  await s.asked(asked, [[admin.providerId, null]]);
  expect(said(await saves(s, asked))).toEqual([409, 'signing.requested']);
  // Those who have it in their group keep it.
  const theirs = await s.saved('Protocol', {}, ofBoston);
  await s.attach(theirs, s.boston, {}, ofBoston);
  expect(said(await saves(s, theirs))).toEqual([409, 'user_report.in_group']);
  expect(said(await saves(s, await s.ofLibrary()))).toEqual([404, 'not_found']);
  const ofPatient = await aSavedPaper(s);
  const { u_id } = (await admin.call(addPatient, { body: aPatientBody() })).reply;
  expect((await admin.call(attachToPatients, { body: { docId: ofPatient, u_id } })).status).toBe(200);
  expect(said(await saves(s, ofPatient))).toEqual([404, 'not_found']);
  const free = await aSavedPaper(s);
  const refused = async (over: Record<string, unknown>, by?: Caller) => said(await saves(s, free, over, by));
  expect(await refused({ g_id: 99_999 })).toEqual([404, 'not_found']);
  expect(await refused({ document_ID: 99_999 })).toEqual([404, 'not_found']);
  expect(await refused({ g_id: s.lyon }, ofBoston)).toEqual([404, 'not_found']);
  expect(await refused({}, ofBoston)).toEqual([404, 'not_found']);
  expect(await refused({}, ofWard)).toEqual([404, 'not_found']);
  for (const person of [atBoston, sponsor]) expect(await refused({}, person)).toEqual([403, 'forbidden']);
  expect(await refused({}, abroad)).toEqual([403, 'forbidden']);
  expect(await refused({ companyId: s.theirCompanyId }, abroad)).toEqual([404, 'not_found']);
  expect(await s.rows('select document_id from user_report')).toEqual([{ document_id: docId }]);
});

test('URP-11 a report is signed by whoever asks for it, and then by somebody of the trial’s sponsor', async () => {
  const s = await openPapers();
  const { admin, ofTrial, atBoston, sponsor } = s.people;
  const docId = await aSavedPaper(s);
  await saves(s, docId);
  const other = await s.signedIn(
    await s.aPerson('Sponsor', { company_id: s.companyId, sponsor_id: await s.aSponsor(s.companyId) }),
  );
  for (const people of [
    [sponsor, admin],
    [admin, atBoston],
    [ofTrial, sponsor],
    [admin, other],
  ])
    expect((await asks(s, docId, people)).fields).toEqual({ signers: 'must be you, then someone from the sponsor' });
  expect((await asks(s, docId, [admin, sponsor])).status).toBe(200);
  expect(said(await asks(s, docId, [admin, sponsor]))).toEqual([409, 'signing.requested']);
});

test('URP-11 PRV-11 whoever is in a group by emergency access alone asks nobody to sign its report, which they could not sign themselves', async () => {
  const s = await openPapers();
  const { ofBoston, sponsor } = s.people;
  await letIn(s, ofBoston, s.lyon);
  const docId = await s.saved('Users of Lyon', { data: s.paper[2] }, ofBoston);
  expect((await saves(s, docId, { g_id: s.lyon }, ofBoston)).status).toBe(200);
  expect((await s.attach(docId, s.lyon, {}, ofBoston)).status).toBe(200);
  const signers = await s.signersOf([ofBoston, sponsor]);
  const ask = async () => {
    const body = { docId, uploaderOwned: 0, requestRequired: 1, signers };
    const { status, message } = await ofBoston.call(requestSignatures, { body });
    return [status, message];
  };
  expect(await ask()).toEqual([
    403,
    'You see the group of this report only through emergency access, so you cannot sign it. One of its administrators can make it.',
  ]);
  expect(await s.rows('select from signing_request where document_id = $1', [docId])).toEqual([]);
  await s.rows('insert into care_group_member (care_group_id, provider_id, company_id) values ($1, $2, $3)', [
    s.lyon,
    ofBoston.providerId,
    s.companyId,
  ]);
  expect((await ask())[0]).toBe(200);
});

const flags = ['Invited', 'Registered', 'Deactivated', 'Removed', 'Added', 'Reactivated', 'ChangedRights'] as const;
/** Who is listed, with the flags that are set and the status. */
type Listed = Answer<typeof api.listChangedPeople>['reply']['careProviders'][number];
const listed = (answer: {
  reply: { careProviders: readonly (Pick<Listed, 'email' | 'status'> & Partial<Listed>)[] };
}) =>
  Object.fromEntries(
    answer.reply.careProviders.map(({ email, status, ...one }) => [
      email,
      [status, ...flags.filter((flag) => one[`recently${flag}`])],
    ]),
  );

test('URP-06 CAG-15 CAG-16 USR-02 USR-04 OPC-91 the people of a site are all who have access or were invited, and those changed since a day are told apart by four flags', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin, ofBoston, ofTrial, atBoston, sponsor } = s.people;
  const today = s.app.clock.today();
  await s.rows(`update provider set created_at = now() - interval '100 days'`);
  const person = (email: string, fields = {}, groups = [s.boston]) =>
    s.aPerson(
      'Site User',
      { company_id: s.companyId, email, created_at: new Date(Date.parse(today) - 100 * 86_400_000), ...fields },
      groups,
    );
  const audit = (action: string, kind: string, id: number, changes: object[], ago: number) =>
    s.rows(
      `insert into audit_entry (company_id, at, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
       values ($1, now() - make_interval(days => $2), 'System', 'System', $3, $4, $5, $6, '', '')`,
      [s.companyId, ago, action, kind, String(id), JSON.stringify(changes)],
    );
  const gone = await person('gone@site.example', { is_active: false });
  await audit('provider.deactivated', 'provider', gone, [{ field: 'is_active', old: true, new: false }], 3);
  const longGone = await person('long.gone@site.example', { is_active: false });
  await audit('provider.deactivated', 'provider', longGone, [{ field: 'is_active', old: true, new: false }], 50);
  const removed = (ago: number) => ({ is_active: false, removed_at: new Date(Date.parse(today) - ago * 86_400_000) });
  await person('removed@site.example', removed(4));
  await person('long.removed@site.example', removed(50));
  const moved = await person('moved@site.example', {}, [s.lyon]);
  await audit('care_group.member_removed', 'care_group', s.boston, [{ field: 'provider_id', old: moved }], 2);
  const newcomer = await person('new@site.example', { created_at: new Date() });
  await s.connect(s.companyId, s.boston, s.pharmacyId);
  await s.rows(`update site_partner set removed_at = now() - interval '1 day'`);
  const invite = async (email: string, more: string, values: unknown[] = []) => {
    const [{ id }] = (await s.rows<{ id: number }>(
      `insert into invitation (company_id, code_hash, brand_key, type, email, created_at, expires_at)
       values ($1, sha256($2::bytea), 'default', 'Site User', $3, now() - interval '4 days', now() + interval '10 days')
       returning invitation_id as id`,
      [s.companyId, `${email}${more}`, email],
    )) as [{ id: number }];
    await s.rows('insert into invitation_care_group (invitation_id, care_group_id, company_id) values ($1, $2, $3)', [
      id,
      s.boston,
      s.companyId,
    ]);
    if (more) await s.rows(`update invitation set ${more} where invitation_id = ${id}`, values);
  };
  await invite('invited@site.example', '');
  // OPC-89: not registered is pending, also where the letter has run out.
  await invite('late@site.example', `expires_at = now() - interval '1 day'`);
  await invite('cancelled@site.example', 'cancelled_at = now()');
  // Invited once more: the first one was taken back for the second.
  await invite('twice@site.example', 'cancelled_at = now()');
  await invite('twice@site.example', '');
  await invite('new@site.example', 'used_at = now(), provider_id = $1', [newcomer]);

  const now = await admin.call(api.listPeopleOfGroups, { query: { 'g_id[]': s.boston } });
  const emails = async (people: readonly Caller[]) =>
    Promise.all(people.map(async (one) => (await s.whoIs(one)).email));
  const [adminMail, ofBostonMail, ofTrialMail, atBostonMail, sponsorMail] = (await emails([
    admin,
    ofBoston,
    ofTrial,
    atBoston,
    sponsor,
  ])) as [string, string, string, string, string];
  expect(listed(now)).toEqual({
    [adminMail]: ['Has admin access'],
    [ofBostonMail]: ['Has admin access'],
    [ofTrialMail]: ['Has admin access'],
    [atBostonMail]: ['Has site access'],
    [sponsorMail]: ['Has site access'],
    'gone@site.example': ['Deactivated - Site access revoked'],
    'long.gone@site.example': ['Deactivated - Site access revoked'],
    'new@site.example': ['Has site access'],
    'invited@site.example': ['Pending - Invite sent'],
    'late@site.example': ['Pending - Invite sent'],
    'twice@site.example': ['Pending - Invite sent'],
  });
  // One number from the invitation on.
  const pending = now.reply.careProviders.filter(({ status }) => status === 'Pending - Invite sent');
  expect(pending.map(({ cpID }) => ({ person_id: cpID }))).toEqual(
    await s.rows(`select person_id from invitation where used_at is null and cancelled_at is null order by email`),
  );
  const since = (ago: number, by: Caller = admin, g_id = s.boston) =>
    by.call(api.listChangedPeople, { query: { changes_since: addDays(today, -ago), g_id } });
  expect(listed(await since(10))).toEqual({
    'gone@site.example': ['Deactivated - Site access revoked', 'Deactivated'],
    'moved@site.example': ['Deactivated - Site access revoked', 'Removed'],
    'removed@site.example': ['Deactivated - Site access revoked', 'Removed'],
    [(await s.whoIs(s.people.pharmacist)).email]: ['Deactivated - Site access revoked', 'Removed'],
    'new@site.example': ['Has site access', 'Invited', 'Registered'],
    'invited@site.example': ['Pending - Invite sent', 'Invited'],
    'late@site.example': ['Pending - Invite sent', 'Invited'],
    'twice@site.example': ['Pending - Invite sent', 'Invited'],
    'cancelled@site.example': ['Deactivated - Site access revoked', 'Invited', 'Removed'],
  });
  expect(Object.keys(listed(await since(0)))).toEqual(
    expect.arrayContaining(['new@site.example', 'cancelled@site.example']),
  );
  expect(Object.keys(listed(await since(0)))).not.toContain('gone@site.example');
  expect(Object.keys(listed(await since(60)))).toEqual(
    expect.arrayContaining(['long.gone@site.example', 'long.removed@site.example']),
  );

  // Of several groups the people of each.
  const ofBoth = await s.app.http.inject({
    method: 'GET',
    url: `/api${api.listPeopleOfGroups.path}?g_id[]=${s.boston}&g_id[]=${s.lyon}`,
    headers: { host: 'localhost', authorization: `Bearer ${admin.token}` },
  });
  expect(ofBoth.json<typeof now.reply>().careProviders.map(({ email }) => email)).toEqual(
    expect.arrayContaining([atBostonMail, 'moved@site.example']),
  );

  // A trial has the people of its sites.
  const ofWhole = await admin.call(api.listPeopleOfGroups, { query: { 'g_id[]': s.trial } });
  expect(Object.keys(listed(ofWhole))).toEqual(expect.arrayContaining(['moved@site.example', atBostonMail]));
  // Out of sight is not there, and only administrators read it.
  for (const [by, g_id, status] of [
    [ofBoston, s.lyon, 404],
    [s.people.abroad, s.boston, 404],
    [admin, 99_999, 404],
    [atBoston, s.boston, 403],
    [sponsor, s.boston, 403],
  ] as const) {
    expect((await since(0, by, g_id)).status).toBe(status);
    expect((await by.call(api.listPeopleOfGroups, { query: { 'g_id[]': g_id } })).status).toBe(status);
    expect((await by.call(api.listUserReports, { query: { g_id, companyId: by.companyId } })).status).toBe(status);
  }
});

/** Everybody has been there for more than a year. */
const longAgo = (s: Papers) => s.rows(`update provider set created_at = created_at - interval '400 days'`);
const done = async (answer: Promise<{ status: number; message: string | undefined }>) => {
  const { status, message } = await answer;
  expect([status, message]).toEqual([200, undefined]);
};
const changedSince = async (s: Papers, changes_since: string, by: Caller = s.people.admin) =>
  listed(await by.call(api.listChangedPeople, { query: { changes_since, g_id: s.boston } }));

test('URP-06 OPC-91 those changed since a day are also who was added to the group, let in again or made an administrator, the people of a partner that was connected, and of the sponsor that was given the trial', async () => {
  onItsOwn();
  const s = await openPapers();
  const { companyId, boston } = s;
  const { admin, atLyon, ofBoston, atBoston, pharmacist, sponsor } = s.people;
  const sponsorId = await s.aSponsor(companyId);
  await s.aPerson('Sponsor', { company_id: companyId, sponsor_id: sponsorId, email: 'next@sponsor.example' });
  await longAgo(s);
  const today = s.app.clock.today();
  expect(await changedSince(s, today)).toEqual({});

  const cp_id = atLyon.providerId;
  const groupsToAdd = [{ gId: boston, public: 0 }];
  await done(admin.call(users.addGroupsOfUser, { body: { cp_id, companyId, groupsToAdd } }));
  const revoked = ofBoston.providerId;
  await done(admin.call(users.removeUser, { query: { cp_id: revoked, removal_type: 'deactivate' } }));
  await done(admin.call(users.reactivateUser, { body: { cp_id: revoked } }));
  const careProviderData = [{ Name: 'adminRights', Value: '1' }];
  await done(admin.call(users.changeUser, { body: { companyId, cpId: atBoston.providerId, careProviderData } }));
  await done(admin.call(connectPharmacy, { body: { g_id: boston, ppId: s.pharmacyId } }));
  const settings = { outreachPreference: 0, hasCard: 0, hasShippingRequest: 1, subjectNumberMask: 'XXX-XXX' };
  await done(admin.call(reconfigureTrial, { body: { ...settings, g_id: s.trial, sponsorId } }));

  const emails = await Promise.all([atLyon, ofBoston, atBoston, pharmacist, sponsor].map((one) => s.whoIs(one)));
  const [lyonMail, revokedMail, bostonMail, pharmacistMail, sponsorMail] = emails.map(({ email }) => email) as [
    string,
    string,
    string,
    string,
    string,
  ];
  expect(await changedSince(s, today)).toEqual({
    [lyonMail]: ['Has site access', 'Added'],
    [revokedMail]: ['Has admin access', 'Deactivated', 'Reactivated'],
    [bostonMail]: ['Has admin access', 'ChangedRights'],
    [pharmacistMail]: ['Has site access', 'Added'],
    [sponsorMail]: ['Deactivated - Site access revoked', 'Removed'],
    'next@sponsor.example': ['Has site access', 'Added'],
  });

  s.app.clock.set(new Date(Date.parse(today) + 2 * 86_400_000));
  expect(await changedSince(s, addDays(today, 2), await s.signedIn(admin.providerId))).toEqual({});
});

test('URP-06 URP-11 a group gives a Sponsor of another sponsor than its trial’s no access, so they are no user of it: neither listed nor told of when they leave it', async () => {
  const s = await openPapers();
  const { companyId, boston } = s;
  const { admin, sponsor } = s.people;
  const fields = { company_id: companyId, sponsor_id: await s.aSponsor(companyId), email: 'other@sponsor.example' };
  const other = await s.aPerson('Sponsor', fields, [boston]);
  await longAgo(s);
  const there = listed(await admin.call(api.listPeopleOfGroups, { query: { g_id: boston } }));
  expect(there).toHaveProperty([(await s.whoIs(sponsor)).email], ['Has site access']);
  expect(there).not.toHaveProperty(['other@sponsor.example']);
  await done(admin.call(users.removeGroupsOfUser, { query: { company_id: companyId, cp_id: other, g_id: boston } }));
  expect(await changedSince(s, s.app.clock.today())).toEqual({});
});

test('URP-06 OPC-91 somebody who was added to one site and left it again, and has another all along, is not told as added to their trial', async () => {
  const s = await openPapers();
  const { companyId } = s;
  const { admin, atBoston } = s.people;
  await longAgo(s);
  const inLyon = { cp_id: atBoston.providerId, companyId, groupsToAdd: [{ gId: s.lyon, public: 0 }] };
  const ofTrial = async () =>
    listed(await admin.call(api.listChangedPeople, { query: { changes_since: s.app.clock.today(), g_id: s.trial } }));
  const { email } = await s.whoIs(atBoston);
  await done(admin.call(users.addGroupsOfUser, { body: inLyon }));
  expect(await ofTrial()).toEqual({ [email]: ['Has site access', 'Added'] });
  const outOfLyon = { company_id: companyId, cp_id: atBoston.providerId, g_id: s.lyon };
  await done(admin.call(users.removeGroupsOfUser, { query: outOfLyon }));
  expect(await ofTrial()).toEqual({});
});

test('URP-06 OPC-91 the report of a trial tells who lost their access because their site was removed, people of its partners too, and not who has another site of it', async () => {
  const s = await openPapers();
  const { companyId, boston, lyon } = s;
  const { admin, atLyon, pharmacist } = s.people;
  await s.connect(companyId, lyon, s.pharmacyId);
  const ofBoth = await s.aPartner(companyId, 'wholesaler');
  for (const site of [boston, lyon]) await s.connect(companyId, site, ofBoth);
  await s.aPerson('Wholesaler User', { company_id: companyId, partner_id: ofBoth });
  for (const groups of [
    [lyon, boston],
    [lyon, s.trial],
  ])
    await s.aPerson('Site User', { company_id: companyId }, groups);
  const left = await s.aPerson('Site User', { company_id: companyId, email: 'left@site.example' }, [lyon]);
  // Who was revoked before loses nothing with the site.
  await s.aPerson('Site User', { company_id: companyId, is_active: false }, [lyon]);
  await longAgo(s);
  await done(admin.call(users.removeGroupsOfUser, { query: { company_id: companyId, cp_id: left, g_id: lyon } }));
  const query = { g_id: s.trial, changes_since: s.app.clock.today() };
  const ofTrial = async () => listed(await admin.call(api.listChangedPeople, { query }));
  const gone = ['Deactivated - Site access revoked', 'Removed'];
  expect(await ofTrial()).toEqual({ 'left@site.example': gone });
  await done(admin.call(removeCareGroup, { query: { g_id: lyon } }));
  expect(await ofTrial()).toEqual({
    'left@site.example': gone,
    [(await s.whoIs(atLyon)).email]: gone,
    [(await s.whoIs(pharmacist)).email]: gone,
  });
  expect(Object.keys(await changedSince(s, query.changes_since))).toEqual([]);
});

/** Sends an invitation to this group, or to none. */
const invites =
  (s: Papers) =>
  (email: string, type: string, g_id: number | null, of: { sponsor?: number | undefined; partner?: number } = {}) =>
    s.rows(
      `with sent as (
         insert into invitation (company_id, code_hash, brand_key, type, email, sponsor_id, partner_id, created_at, expires_at)
         values ($1, sha256($3::bytea), 'default', $2, $4, $5, $6, now(), now() + interval '10 days') returning invitation_id)
       insert into invitation_care_group (invitation_id, care_group_id, company_id)
       select invitation_id, $7::int, $1 from sent where $7::int is not null`,
      [s.companyId, type, email, email, of.sponsor ?? null, of.partner ?? null, g_id],
    );

test('URP-06 OPC-91 the report of a trial tells as withdrawn who was invited to a site that was removed, by its partner too, and not who was invited to another site of it as well, or since', async () => {
  const s = await openPapers();
  const { companyId, boston, lyon } = s;
  const { admin } = s.people;
  const invited = invites(s);
  await s.connect(companyId, lyon, s.pharmacyId);
  const ofBoth = await s.aPartner(companyId, 'wholesaler');
  for (const site of [boston, lyon]) await s.connect(companyId, site, ofBoth);
  await longAgo(s);
  await invited('to@lyon.example', 'Site User', lyon);
  await invited('to@trial.example', 'Site User', s.trial);
  await invited('of@pharmacy.example', 'Pharmacy User', null, { partner: s.pharmacyId });
  await invited('of@both.example', 'Wholesaler User', null, { partner: ofBoth });
  await s.rows(`update invitation set created_at = now() - interval '9 days'`);
  const ofTrial = async () => {
    const query = { g_id: s.trial, changes_since: s.app.clock.today() };
    const people = listed(await admin.call(api.listChangedPeople, { query }));
    return Object.fromEntries(Object.entries(people).filter(([email]) => /^(to|of)@/.test(email)));
  };
  expect(await ofTrial()).toEqual({});
  await done(admin.call(removeCareGroup, { query: { g_id: lyon } }));
  const withdrawn = ['Deactivated - Site access revoked', 'Removed'];
  const gone = { 'to@lyon.example': withdrawn, 'of@pharmacy.example': withdrawn };
  expect(await ofTrial()).toEqual(gone);
  await invited('of@late.example', 'Pharmacy User', null, { partner: s.pharmacyId });
  await s.rows(`update invitation set created_at = now() + interval '1 minute' where email = 'of@late.example'`);
  expect(await ofTrial()).toEqual(gone);
});

test('URP-06 USR-04 whoever is invited is a user of what they will have: a Sponsor of all that their sponsor has and of nothing else, an Admin of every group, a pharmacy’s person of its sites, whoever gets the trial of each site', async () => {
  const s = await openPapers();
  const { companyId, boston, lyon } = s;
  const { admin, sponsor } = s.people;
  const own = (
    await s.rows<{ id: number }>('select sponsor_id as id from provider where provider_id = $1', [sponsor.providerId])
  )[0]?.id;
  const other = await s.aSponsor(companyId);
  const invited = invites(s);
  await s.connect(companyId, boston, s.pharmacyId);
  await invited('own@sponsor.example', 'Sponsor', lyon, { sponsor: own });
  await invited('other@sponsor.example', 'Sponsor', boston, { sponsor: other });
  await invited('next@admin.example', 'Admin', lyon);
  await invited('next@site.example', 'Site User', lyon);
  await invited('next@trial.example', 'Site User', s.trial);
  await invited('next@pharmacy.example', 'Pharmacy User', null, { partner: s.pharmacyId });
  const pendingIn = async (g_id: number) =>
    (await admin.call(api.listPeopleOfGroups, { query: { g_id } })).reply.careProviders
      .filter(({ status }) => status === 'Pending - Invite sent')
      .map(({ email, gIds }) => [email, gIds]);
  expect(await pendingIn(boston)).toEqual([
    ['next@admin.example', [boston]],
    ['next@pharmacy.example', [boston]],
    ['next@trial.example', [s.trial]],
    ['own@sponsor.example', [boston]],
  ]);
  expect(await pendingIn(lyon)).toEqual([
    ['next@admin.example', [lyon]],
    ['next@site.example', [lyon]],
    ['next@trial.example', [s.trial]],
    ['own@sponsor.example', [lyon]],
  ]);
});
