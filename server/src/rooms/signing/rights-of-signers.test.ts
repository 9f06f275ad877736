/** Naming a signer asks for a right; once it is taken away, nobody signs by having been named. */
import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import { changeUser, removeGroupsOfUser } from '@portal/contract/providers/user-endpoints.ts';
import { readForSite } from '@portal/contract/shipments/endpoints.ts';
import { orderFormLabels } from '@portal/contract/signing/field-names.ts';
import {
  listToSign,
  readToSign,
  requestSignatures,
  sign,
  stepUp,
  verifyDocument,
} from '@portal/contract/signing/endpoints.ts';
import { decideUserReport, saveUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { reconfigureTrial } from '@portal/contract/care-groups/configuration-endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAccount } from '#rooms/identity/door.ts';
import { letIn } from '#test/conversations.ts';
import { aDrawing } from '#test/forms.ts';
import { openPapers } from '#test/one-signature.ts';
import { openOrderForms } from '#test/order-forms.ts';
import { goodPassword } from '#test/people.ts';
import type { Caller } from '#test/portal.ts';
import { somebodyWaits } from '#test/waits.ts';

const reason = 'I approve this prescription.';
const [first, second] = [1, 2].map(
  (signer) => `Signature${orderFormLabels.length + signer - 1}_${signer}_Required`,
) as [string, string];
const noPrescriber = [
  403,
  'signing.no_prescriber',
  'You no longer prescribe at the site of this order form, so you cannot sign it. Until the pharmacy starts processing the request, the site can cancel it and place it again.',
];
const leftSite = [
  403,
  'signing.left_site',
  'You no longer see the site of this order form, so you cannot sign it. Until the pharmacy starts processing the request, the site can cancel it and place it again.',
];
const otherSponsor = [
  403,
  'signing.other_sponsor',
  'The trial of this report no longer belongs to your sponsor, so you cannot sign it.',
];
const noAdministrator = [
  403,
  'signing.no_administrator',
  'You no longer administer the group of this report, so you cannot sign it. One of its administrators can make it again.',
];
const otherType = [403, 'signing.other_type', 'You can no longer sign this document.'];
const said = async (answer: Promise<{ status: number; code?: unknown; message?: unknown }>) => {
  const { status, code, message } = await answer;
  return status === 200 ? [200] : [status, code, message];
};

/** An order form of the site, which its site user signs first, and then the prescriber. */
async function openForm() {
  const s = await openOrderForms();
  const { siteUser, admin } = s.people;
  const { prescriber } = s;
  const emails = new Map<Caller, string>();
  for (const person of [siteUser, prescriber, admin]) {
    const [row] = await s.rows<{ email: string }>('select email from provider where provider_id = $1', [
      person.providerId,
    ]);
    const { email } = row!;
    emails.set(person, email);
    await s.app.database.asSystem((tx) =>
      createAccount(tx, { email, password: goodPassword, state: 'confirmed', phone: null }),
    );
  }
  const { srId, orderForms } = await s.asked();
  const { docId } = orderForms[0]!;
  const linkOf = async (who: Caller) => {
    const [row] = await s.rows<{ srUuid: string; signerUuid: string }>(
      `select sr_uuid as "srUuid", signer_uuid as "signerUuid" from signer join signing_request using (signing_request_id)
       where document_id = $1 and provider_id = $2`,
      [docId, who.providerId],
    );
    return row!;
  };
  const fieldOf = (who: Caller) => (who === prescriber ? second : first);
  const proves = async (who: Caller) =>
    who.call(stepUp, {
      body: {
        email: emails.get(who) ?? '',
        password: goodPassword,
        srUuid: (await linkOf(who)).srUuid,
        fieldName: fieldOf(who),
        reason,
      },
    });
  const submission = async (who: Caller) => {
    const proof = (await proves(who)).reply?.proof;
    const data = (await s.contentOf(docId)).toString('base64');
    const image = aDrawing().toString('base64');
    const entry = { fieldName: fieldOf(who), reason, proof, image };
    return { ...(await linkOf(who)), contentType: 'application/pdf', data, auditTrailSignatures: [entry] };
  };
  const signs = async (who: Caller) => said(who.call(sign, { body: await submission(who) }));
  const opens = async (who: Caller, by: Pick<Caller, 'call'> = who) =>
    said(by.call(readToSign, { query: await linkOf(who) }));
  const row = async (who: Caller) =>
    (await who.call(listToSign, { query: { cp_id: who.providerId } })).reply.documents.find(
      (one) => one.docId === docId,
    );
  const counted = async (who: Caller) =>
    (await who.call(listNeeds, { query: { today: s.app.clock.today() } })).reply.needs.find(
      ({ kind }) => kind === 'sign',
    )?.count ?? 0;
  /** What the request leads the prescriber to; nothing where they do not see it. */
  const ledTo = async () => {
    const { status, reply } = await prescriber.call(readForSite, { query: { srId } });
    return status === 200 ? reply.request.formToSign : null;
  };
  const prescribes = (Value: '0' | '1') =>
    admin.call(changeUser, {
      body: {
        companyId: s.companyId,
        cpId: s.prescriberId,
        careProviderData: [{ Name: 'prescriber', Value }],
      },
    });
  const leaves = (who: Caller) =>
    admin.call(removeGroupsOfUser, { query: { company_id: s.companyId, cp_id: who.providerId, g_id: s.siteId } });
  const signatures = () =>
    s.rows<{ cpId: number }>(
      `select provider_id as "cpId" from signature join signing_request using (signing_request_id)
       where document_id = $1 order by signature_id`,
      [docId],
    );
  return { ...s, docId, linkOf, proves, submission, signs, opens, row, counted, ledTo, prescribes, leaves, signatures };
}

test('SEC-06 SEC-23 SEC-24 ROL-35 who is no prescriber of the site any more proves, opens and signs its order form no more, whatever was proven before; the site sees that it waits in vain, and a prescriber again signs it', async () => {
  const s = await openForm();
  const { siteUser } = s.people;
  const { prescriber } = s;
  expect(await s.signs(siteUser)).toEqual([200]);
  const body = await s.submission(prescriber);
  expect([await s.counted(prescriber), await s.opens(prescriber), await s.opens(prescriber, s)]).toEqual([
    1,
    [200],
    [200],
  ]);
  expect(await s.row(siteUser)).toMatchObject({ waitsFor: 'Doro Script', waitsInVain: false });

  const aways: [away: () => Promise<unknown>, back: () => Promise<unknown>][] = [
    [() => s.prescribes('0'), () => s.prescribes('1')],
    [
      () => s.leaves(prescriber),
      () =>
        s.rows('insert into care_group_member (care_group_id, provider_id, company_id) values ($1, $2, $3)', [
          s.siteId,
          s.prescriberId,
          s.companyId,
        ]),
    ],
  ];
  for (const [away, back] of aways) {
    expect(await away()).toMatchObject({ status: 200 });
    expect(await said(s.proves(prescriber))).toEqual(noPrescriber);
    expect(await said(prescriber.call(sign, { body }))).toEqual(noPrescriber);
    expect(await s.opens(prescriber)).toEqual(noPrescriber);
    // By the link alone it looks like one that there is not.
    expect((await s.opens(prescriber, s))[0]).toBe(404);
    expect([await s.counted(prescriber), await s.row(prescriber), await s.ledTo()]).toEqual([0, undefined, null]);
    expect(await s.row(siteUser)).toMatchObject({ waitsFor: 'Doro Script', waitsInVain: true });
    // What one has signed stays to be read.
    expect(await s.opens(siteUser)).toEqual([200]);
    expect(await s.signatures()).toEqual([{ cpId: siteUser.providerId }]);
    await back();
    expect([await s.counted(prescriber), await s.ledTo()]).toEqual([1, s.docId]);
  }
  expect(await said(prescriber.call(sign, { body }))).toEqual([200]);
  expect(await s.signatures()).toEqual([{ cpId: siteUser.providerId }, { cpId: s.prescriberId }]);
  // And what is signed stays theirs and valid.
  await s.prescribes('0');
  await s.leaves(prescriber);
  expect(await s.opens(prescriber)).toEqual([200]);
  const { reply } = await s.people.admin.call(verifyDocument, { query: { docId: s.docId } });
  expect(reply).toMatchObject({ valid: true, problems: [] });
});

test('SEC-06 REL-08 a right that is taken away while a signature is on its way ends it', async () => {
  const s = await openForm();
  expect(await s.signs(s.people.siteUser)).toEqual([200]);
  const body = await s.submission(s.prescriber);
  const pressed = await s.app.database.asSystem(async (tx) => {
    // Written already, the signature waits here for its act.
    await sql`lock table idempotency_key in exclusive mode`.execute(tx);
    const pressed = s.prescriber.call(sign, { body, headers: { 'idempotency-key': 'signs-it-late' } });
    await somebodyWaits(s);
    await s.rows('update provider set is_prescriber = false where provider_id = $1', [s.prescriberId]);
    return { pressed };
  });
  expect(await said(pressed.pressed)).toEqual(noPrescriber);
  expect(await s.signatures()).toHaveLength(1);
});

test('SEC-06 SEC-23 PRV-11 whoever placed a request signs its order form while they see the site, in an emergency as long as that lasts', async () => {
  const s = await openForm();
  const { siteUser } = s.people;
  const body = await s.submission(siteUser);
  expect((await s.leaves(siteUser)).status).toBe(200);
  expect(await said(s.proves(siteUser))).toEqual(leftSite);
  expect(await said(siteUser.call(sign, { body }))).toEqual(leftSite);
  expect([await s.opens(siteUser), (await s.opens(siteUser, s))[0], await s.counted(siteUser)]).toEqual([
    leftSite,
    404,
    0,
  ]);

  await letIn(s as never, siteUser, s.siteId, 0.1);
  expect([await s.opens(siteUser), await s.counted(siteUser)]).toEqual([[200], 1]);
  s.app.clock.set(new Date(s.app.clock.now().getTime() + 360_000));
  expect(await s.opens(siteUser)).toEqual(leftSite);
  expect(await said(s.proves(siteUser))).toEqual(leftSite);
  expect(await s.signatures()).toEqual([]);
  // Of the trial above, it is the same.
  await s.rows('update emergency_access set ended_at = ends_at');
  await letIn(s as never, siteUser, s.trialId, 1);
  expect(await s.signs(siteUser)).toEqual([200]);
  // The trail has the mark of the emergency behind their role.
  const { reply } = await s.people.admin.call(verifyDocument, { query: { docId: s.docId } });
  expect(reply).toMatchObject({ valid: true, problems: [] });
});

test('SEC-06 SEC-23 URP-11 UMR-06 UMR-07 once a trial has another sponsor, the people of the one before neither accept nor reject its reports, and those of the new one are asked', async () => {
  const s = await openPapers();
  const { admin, sponsor } = s.people;
  const asks = async () => {
    const docId = await s.saved('Users of Boston', { data: s.paper[2] });
    const body = {
      document_ID: docId,
      g_id: s.boston,
      changes_since_date: s.app.clock.today(),
      companyId: s.companyId,
    };
    expect((await admin.call(saveUserReport, { body })).status).toBe(200);
    await s.attach(docId, s.boston);
    return docId;
  };
  const named = async (docId: number, second: Caller) =>
    (
      await admin.call(requestSignatures, {
        body: { docId, uploaderOwned: 0, requestRequired: 1, signers: await s.signersOf([admin, second]) },
      })
    ).status;
  const [docId, unsent] = [await asks(), await asks()];
  expect(await named(docId, sponsor)).toBe(200);
  expect((await s.signs(admin, docId, 'report')).status).toBe(200);
  const body = await s.submission(sponsor, docId, 'report');
  const newId = await s.aSponsor(s.companyId);
  const newOne = await s.signedIn(await s.aPerson('Sponsor', { company_id: s.companyId, sponsor_id: newId }));
  const given = (sponsorId: number) =>
    admin.call(reconfigureTrial, {
      body: {
        g_id: s.trial,
        outreachPreference: 0,
        hasCard: 0,
        hasShippingRequest: 1,
        subjectNumberMask: 'XXX-XXX',
        sponsorId,
      },
    });
  expect(await said(given(newId))).toEqual([200]);
  expect(await said(sponsor.call(sign, { body }))).toEqual(otherSponsor);
  const rejects = { document_ID: docId, is_rejected: 1, companyId: s.companyId };
  expect(await said(sponsor.call(decideUserReport, { body: rejects }))).toEqual(otherSponsor);
  expect(await s.rowOf(sponsor, docId)).toBeUndefined();
  expect(await s.rowOf(admin, docId)).toMatchObject({ waitsInVain: true });
  expect(await s.rows('select state from signing_request where document_id = $1', [docId])).toEqual([
    { state: 'open' },
  ]);
  // Whoever is named is of the sponsor that the trial has now.
  expect([await named(unsent, sponsor), await named(unsent, newOne)]).toEqual([400, 200]);
});

test('SEC-06 SEC-23 PRV-11 URP-11 whoever asked for a report signs it as long as they administer its group, and not by emergency access alone', async () => {
  const s = await openPapers();
  const { ofBoston, sponsor } = s.people;
  const docId = await s.saved('Users of Boston', { data: s.paper[2] }, ofBoston);
  const report = {
    document_ID: docId,
    g_id: s.boston,
    changes_since_date: s.app.clock.today(),
    companyId: s.companyId,
  };
  expect(await said(ofBoston.call(saveUserReport, { body: report }))).toEqual([200]);
  await s.attach(docId, s.boston, {}, ofBoston);
  const signers = await s.signersOf([ofBoston, sponsor]);
  const asks = { docId, uploaderOwned: 0, requestRequired: 1, signers };
  expect(await said(ofBoston.call(requestSignatures, { body: asks }))).toEqual([200]);
  const body = await s.submission(ofBoston, docId, 'report');
  const signs = () => said(ofBoston.call(sign, { body }));
  const has = (rights: boolean) =>
    s.rows('update provider set admin_rights = $1 where provider_id = $2', [rights, ofBoston.providerId]);
  await has(false);
  expect([await signs(), await s.rowOf(ofBoston, docId)]).toEqual([noAdministrator, undefined]);
  await has(true);
  const [{ member } = { member: 0 }] = await s.rows<{ member: number }>(
    'delete from care_group_member where provider_id = $1 returning care_group_id as member',
    [ofBoston.providerId],
  );
  expect(await signs()).toEqual(noAdministrator);
  await letIn(s, ofBoston, s.boston);
  expect([await signs(), await s.rowOf(ofBoston, docId)]).toEqual([noAdministrator, undefined]);
  expect(
    await s.rows('select from signer where provider_id = $1 and signed_at is not null', [ofBoston.providerId]),
  ).toEqual([]);
  await s.rows('insert into care_group_member (care_group_id, provider_id, company_id) values ($1, $2, $3)', [
    member,
    ofBoston.providerId,
    s.companyId,
  ]);
  expect(await signs()).toEqual([200]);
});

test('SEC-06 SEC-23 UPW-10 whoever has become of a type that is not asked to sign documents signs no more what they were asked for', async () => {
  const s = await openPapers();
  const { admin, atBoston } = s.people;
  const docId = await s.saved('Paper', { data: s.paper[1] });
  const signers = await s.signersOf([atBoston]);
  expect(await said(admin.call(requestSignatures, { body: { docId, requestRequired: 1, signers } }))).toEqual([200]);
  const body = await s.submission(atBoston, docId, 'general');
  const becomes = (type: string, sponsorId: number | null = null) =>
    s.rows('update provider set type = $1, sponsor_id = $2 where provider_id = $3', [
      type,
      sponsorId,
      atBoston.providerId,
    ]);
  await becomes('Sponsor', await s.aSponsor(s.companyId));
  expect(await said(atBoston.call(sign, { body }))).toEqual(otherType);
  expect(await s.rowOf(atBoston, docId)).toBeUndefined();
  await becomes('Site User');
  expect(await said(atBoston.call(sign, { body }))).toEqual([200]);
});
