import {
  answerProblem,
  isFlagged,
  type Question,
  questionsOf,
  questionTypes,
} from '@portal/contract/assessments/flow.ts';
import { hintsOf, problemsOf } from '@portal/contract/assessments/graph-problems.ts';
import { accessReport } from '@portal/contract/audit/endpoints.ts';
import { actionWords, fieldWords, pointersIn, recordWords } from '@portal/contract/audit/words.ts';
import { listInterventions } from '@portal/contract/clinic/endpoints.ts';
import { scheduleFollowUp } from '@portal/contract/follow-ups/endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import { patientStatuses } from '@portal/contract/patients/rules.ts';
import { readSurvey, submitResponse } from '@portal/contract/responses/endpoints.ts';
import { shipmentStatus } from '@portal/contract/shipments/rules.ts';
import { expect, test } from 'vitest';
import { checkedPdf } from '#rooms/documents/door.ts';
import { tellOfStepsDue } from '#rooms/shipments/tell-of-steps.ts';
import { openPortal } from '#test/portal.ts';
import { demoAccounts, demoPassword } from './accounts.ts';
import { afterVisit, diabetes, heartFailure, medicines } from './assessment-graphs.ts';
import { checkTrainingFormsDue } from '#rooms/signing/can-be-signed.ts';
import { seedDemo } from './seed.ts';

test('P11-09 REL-02 a fresh installation starts with the demo data, made once and with its audit trail', async () => {
  const portal = await openPortal();
  // As after a start that was cut off while it made the demo.
  await portal.rows(`select nextval('company_company_id_seq') from generate_series(1, 6)`);
  const [first, second] = await Promise.all([seedDemo(portal.app), seedDemo(portal.app)]);
  expect([first, second].filter(Boolean)).toHaveLength(1);

  const companies = await portal.rows<{ company_id: number; name: string }>(
    'select company_id, name from company order by company_id',
  );
  expect(companies.map(({ company_id }) => company_id)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(companies.map(({ name }) => name)).toEqual([
    'Meridian Trials',
    'Lakeside Care',
    'Harbour Discount',
    'Quay Nurses',
    'Plain',
    'Harborview Clinic',
  ]);
  const [{ accounts }] = (await portal.rows<{ accounts: number }>(
    'select count(*)::int as accounts from provider join identity_account using (email)',
  )) as [{ accounts: number }];
  // And the one who registered by invitation, and two who were revoked.
  expect(accounts).toBe(demoAccounts.length + 3);
  expect(
    await portal.rows(
      `select email, reason from provider join audit_entry on record_kind = 'provider' and record_id = provider_id::text
       where not is_active and action = 'provider.deactivated' order by 1`,
    ),
  ).toEqual([
    { email: 'former@lakeside.example', reason: 'Is on leave for a year' },
    { email: 'former@meridian.example', reason: 'Has left the site' },
  ]);
  const invitations = await portal.rows(
    `select email, used_at is not null as used, expires_at < now() as expired, expires_at - created_at = '14 days' as "twoWeeks"
     from invitation order by invitation_id`,
  );
  expect(invitations).toEqual([
    { email: 'physician@meridian.example', used: true, expired: true, twoWeeks: true },
    { email: 'elise@meridian.example', used: true, expired: true, twoWeeks: true },
    { email: 'late@meridian.example', used: false, expired: true, twoWeeks: true },
    { email: 'late@lakeside.example', used: false, expired: true, twoWeeks: true },
    { email: 'delegate@meridian.example', used: false, expired: false, twoWeeks: true },
    { email: 'newcomer@lakeside.example', used: false, expired: false, twoWeeks: true },
    { email: 'newcomer@meridian.example', used: false, expired: false, twoWeeks: true },
  ]);
  const delegates = await portal.rows(
    `select delegate.email, invitation.provider_id is not null as "isActive", count(delegate_npi)::int as npis
     from delegate join invitation using (invitation_id) join delegate_npi using (delegate_id) group by 1, 2 order by 1`,
  );
  expect(delegates).toEqual([
    { email: 'delegate@meridian.example', isActive: false, npis: 4 },
    { email: 'physician@meridian.example', isActive: true, npis: 2 },
  ]);
  const registered = { email: 'elise@meridian.example', password: demoPassword };
  expect((await portal.call(signIn, { body: registered })).reply).toMatchObject({ next: 'session' });

  const sites = await portal.rows(
    'select site.name, count(p.*)::int as people, count(*) filter (where not p.is_active)::int as gone from participant p join care_group site on site.care_group_id = p.site_id group by 1 order by 1',
  );
  expect(sites).toEqual([
    { name: 'Boston General', people: 12, gone: 2 },
    { name: 'Lyon Clinic', people: 8, gone: 1 },
    { name: 'Porto Clinic', people: 2, gone: 0 },
  ]);
  const lists = await portal.rows(
    `select company.name, count(m.*)::int as medications, audit_entry.actor_name as "madeBy"
     from medication_list list join company using (company_id) join listed_medication m using (medication_list_id)
       join audit_entry on record_kind = 'medication_list' and record_id = medication_list_id::text group by 1, 3 order by 1`,
  );
  expect(lists).toEqual([
    { name: 'Lakeside Care', medications: 15, madeBy: 'Omar Farouk' },
    { name: 'Quay Nurses', medications: 8, madeBy: 'System' },
  ]);
  const cards = await portal.rows(
    `select count(*)::int as sent, count(distinct channel)::int as ways, bool_or(sent_at > now() - interval '1 day') as "isRecent"
     from card_outreach`,
  );
  expect(cards).toEqual([{ sent: 8, ways: 2, isRecent: true }]);
  const statuses = await portal.rows<{ status: string }>('select distinct status from shipment_request');
  expect(statuses.map(({ status }) => status).sort()).toEqual([...shipmentStatus.options].sort());
  const [oldest] = await portal.rows<{ days: number }>(
    'select extract(day from now() - min(created_at))::int as days from shipment_request',
  );
  expect(oldest?.days).toBeGreaterThan(300);

  // Everything that was shipped has a price of its day; each price has earlier ones, and one was a mistake.
  const priced = await portal.rows(
    `select partner.name, sponsor_id is not null as "isAgreed", currency, count(distinct product_id)::int as products,
       min(effective_on) < (select min(shipped_on) from shipment_request) as "fromTheStart",
       count(distinct effective_on)::int as days, count(*) filter (where invalidated_at is not null)::int as invalidated
     from product_price join partner using (partner_id) group by 1, 2, 3 order by 1, 2`,
  );
  const pharmacy = { isAgreed: false, products: 3, fromTheStart: true };
  expect(priced).toMatchObject([
    { name: 'Baltic Wholesale', isAgreed: false, currency: 'EUR', products: 1, fromTheStart: true, days: 3 },
    { name: 'Baltic Wholesale', isAgreed: true, currency: 'USD', products: 1, fromTheStart: false, days: 2 },
    { ...pharmacy, name: 'Northgate Pharmacy', currency: 'USD', invalidated: 1 },
    { ...pharmacy, name: 'Southgate Pharmacy', currency: 'EUR', products: 4, days: 4, invalidated: 0 },
  ]);

  // Some deliveries have papers, of either side, which would be let in if they were uploaded.
  const papers = await portal.rows<{ category: number; type: string; key: string; bytes: number }>(
    `select category, provider.type, key, bytes from shipment_document join document using (document_id)
     join stored_file using (file_id)
     join provider on provider_id = uploader_id join shipment_request using (request_id) where status = 'received'`,
  );
  expect(papers.length).toBeGreaterThan(8);
  expect(papers.length).toBeLessThan(16);
  expect(new Set(papers.map(({ category }) => category))).toEqual(new Set([0, 1, 3]));
  expect(new Set(papers.map(({ type }) => type))).toEqual(new Set(['Site User', 'Pharmacy User', 'Wholesaler User']));
  for (const { key, bytes } of papers) {
    const file = await portal.app.files.read(key);
    expect(file).toHaveLength(bytes);
    await checkedPdf(file as Buffer);
  }

  // Besides the letters and agreements of patients: a protocol for all of a trial, a paper of one site, two of the library, a training
  // form, two reports, and what the requests of a trial are signed on.
  const documents = await portal.rows<{ name: string; groups: string[]; kind: string; key: string }>(
    `select friendly_name as name, key,
       case when is_template then 'template' when is_library then 'library' else 'document' end as kind,
       array(select g.name from document_link link join care_group g using (care_group_id)
         where link.document_id = document.document_id order by g.name) as groups
     from document join stored_file using (file_id) where not exists (
       select from shipment_document held where held.document_id = document.document_id)
       and not exists (select from patient_document kept where kept.document_id = document.document_id) order by document_id`,
  );
  expect(documents.map(({ name, kind, groups }) => [name, kind, groups])).toEqual([
    ['Protocol AUR-101', 'document', ['AUR-101', 'Boston General', 'Lyon Clinic', 'Oslo Centre']],
    ['Storage of study medication', 'document', ['Boston General']],
    ['How to use the pen', 'library', []],
    ['Consent to data use', 'template', []],
    [
      expect.stringMatching(/^User Management Report Boston General_\d\d-\d\d-\d{4}_\d\d-\d\d-\d{4}$/),
      'document',
      ['Boston General'],
    ],
    ['Good Clinical Practice', 'template', ['BEX-202']],
    ['Order form CEL-303', 'document', ['CEL-303']],
    [
      expect.stringMatching(/^User Management Report Boston General_\d\d-\d\d-\d{4}_\d\d-\d\d-\d{4}$/),
      'document',
      ['Boston General'],
    ],
  ]);
  // Both have signed the earlier report, which accepts it; the later one waits for the administrator, and then for the sponsor.
  const [admin, sponsor] = ['admin@meridian.example', 'sponsor@meridian.example'];
  expect(
    await portal.rows(
      `select state, signer_num as n, signer.email, signed_at is not null as signed,
         (select reason from signature where signature.signer_id = signer.signer_id) as reason
       from user_report join signing_request using (document_id) join signer using (signing_request_id)
       order by document_id, signer_num`,
    ),
  ).toEqual([
    ...[admin, sponsor].map((email, at) => ({
      state: 'completed',
      n: at + 1,
      email,
      signed: true,
      reason: 'I approve this list of site users',
    })),
    ...[admin, sponsor].map((email, at) => ({ state: 'open', n: at + 1, email, signed: false, reason: null })),
  ]);
  for (const { key } of documents) await checkedPdf((await portal.app.files.read(key)) as Buffer);

  // Of two order forms both have signed the first, which is going to be sealed; the second waits for the prescriber.
  const orderForms = await portal.rows<{ key: string }>(
    `select request.state, key, shipment_request.status,
       array(select (case when signed_at is null then 'waits for ' else 'signed by ' end) || name from signer
         where signer.signing_request_id = request.signing_request_id order by signer_num) as signers,
       array(select first_name from signature where signature.signing_request_id = request.signing_request_id order by signature_id) as signatures,
       exists (select from pgboss.job where name = 'seal-document' and data -> 'payload' ->> 'requestId' = request.signing_request_id::text) as "isToSeal"
     from signing_request request join document using (document_id) join stored_file using (file_id)
       join shipment_document using (document_id) join shipment_request using (request_id) order by document_id`,
  );
  const [byInes, byTomas] = ['signed by Inês Duarte', 'signed by Tomás Faria'];
  expect(orderForms).toMatchObject([
    {
      state: 'completed',
      status: 'processing',
      signers: [byInes, byTomas],
      signatures: ['Inês', 'Tomás'],
      isToSeal: true,
    },
    {
      state: 'open',
      status: 'preprocessing',
      signers: [byInes, 'waits for Tomás Faria'],
      signatures: ['Inês'],
      isToSeal: false,
    },
  ]);
  for (const { key } of orderForms) await checkedPdf((await portal.app.files.read(key)) as Buffer);

  // Every step of every request is in the audit trail, in the order it happened, by a person of the right side.
  const [missing] = await portal.rows<{ n: number }>(
    `select count(*)::int as n from shipment_status_change c where not exists (
       select 1 from audit_entry a where a.record_kind = 'shipment_request' and a.record_id = c.request_id::text and a.actor_id = c.provider_id)`,
  );
  expect(missing?.n).toBe(0);
  const [disorder] = await portal.rows<{ n: number }>(
    'select count(*)::int as n from (select at < lag(at) over (order by seq) as back from audit_entry) entries where back',
  );
  expect(disorder?.n).toBe(0);
  const [future] = await portal.rows<{ n: number }>('select count(*)::int as n from audit_entry where at > now()');
  expect(future?.n).toBe(0);
  // As the demo says of its training form without a look.
  const signable = () => portal.rows('select friendly_name as name from document where can_be_signed');
  expect(await signable()).toEqual([{ name: 'Good Clinical Practice' }]);
  await portal.rows('update document set can_be_signed = null');
  await checkTrainingFormsDue(portal.app);
  expect(await signable()).toEqual([{ name: 'Good Clinical Practice' }]);
});

test('PRF-02 PRX-03 PDO-01 PDO-03 OPC-65 the clinic has sixty patients in every status and of every type, each with a story', async () => {
  const portal = await openPortal();
  await seedDemo(portal.app);
  const patients = await portal.rows<{ status: string; type: number }>(
    'select status, type from patient where company_id = 2',
  );
  expect(patients).toHaveLength(60);
  expect(new Set(patients.map(({ status }) => status))).toEqual(new Set(Object.keys(patientStatuses)));
  expect(new Set(patients.map(({ type }) => type))).toEqual(new Set([1, 2, 3]));
  for (const table of [
    'patient_address',
    'patient_contact',
    'patient_insurance',
    'patient_medication',
    'patient_allergy',
    'patient_goal',
    'patient_prescription',
    'patient_order_status',
    'patient_consent',
    'refill_outreach',
  ]) {
    const [{ n }] = (await portal.rows<{ n: number }>(`select count(*)::int as n from ${table}`)) as [{ n: number }];
    expect([table, n >= 5]).toEqual([table, true]);
  }
  const [recent] = await portal.rows(
    `select (select count(*) > 0 from patient_order_status where added_at > now() - interval '60 days') as orders,
       (select count(*) > 0 from refill_outreach where sent_at > now() - interval '30 days') as outreach,
       (select count(*) > 0 from patient_within w join care_group g using (care_group_id)
        where g.name = 'Heart Failure Clinic' and w.status = 'active') as clinic`,
  );
  expect(recent).toEqual({ orders: true, outreach: true, clinic: true });
  const papers = await portal.rows<{ name: string; waits: string | null; n: number }>(
    `select friendly_name as name, waits_for as waits, count(*)::int as n from patient_document join document using (document_id)
     group by 1, 2 order by 1, 2`,
  );
  expect(papers.map(({ name, waits, n }) => [name, waits, n >= 3])).toEqual([
    ['Agreement to the programme', 'nobody', true],
    ['Agreement to the programme', 'patient', true],
    ['Referral letter', null, true],
  ]);
  // Through the acts: each came in with an entry of the trail.
  expect(await portal.rows(`select from audit_entry where action = 'patient.added' and company_id = 2`)).toHaveLength(
    60,
  );

  // Nothing is told before its day, and what is told agrees.
  const tooEarly = await portal.rows(
    `select record_id, at, change->>'new' as shipped from audit_entry, jsonb_array_elements(changes) change
     where record_kind = 'patient_prescription' and change->>'field' = 'shipped_on' and (change->>'new')::date > at::date
     union all select prescription_id::text, null, shipped_on::text from patient_prescription where shipped_on < written_on
     union all select consent.patient_id::text, added_at, 'consent' from patient_consent consent join patient using (patient_id)
     where added_at < created_at`,
  );
  expect(tooEarly).toEqual([]);
  const odd = await portal.rows(
    `select rx_number, display_status, shipped_on, latest.order_status, latest.day from patient_prescription rx
     left join lateral (select order_status, added_at::date as day from patient_order_status told
       where told.patient_id = rx.patient_id and told.rx_number = rx.rx_number order by added_at desc limit 1) latest on true
     where is_active and (display_status = 3 and shipped_on is distinct from latest.day
       or display_status in (2, 5) and latest.order_status is distinct from display_status)`,
  );
  expect(odd).toEqual([]);
  const unreached = await portal.rows(
    `select patient_id from refill_outreach join patient using (patient_id)
     where method = 'Text' and phone is null or method = 'Email' and email not like '%@mail.example'`,
  );
  expect(unreached).toEqual([]);
  // Whoever has accepted the terms of the portal, or has written there, has signed in.
  const strangers = await portal.rows(
    `select patient_id from patient where last_login_at is null and patient_id in (
       select patient_id from patient_consent where code = 2 union select patient_id from conversation_message
         join conversation using (conversation_id) where conversation_message.provider_id is null)`,
  );
  expect(strangers).toEqual([]);
});

test('ANS-06 OPC-30 the three assessments of the demo have every kind of question, options that are flagged, no problem, and no gap between ranges', () => {
  const all = [heartFailure, diabetes, medicines];
  expect(all.map((graph) => problemsOf(graph))).toEqual([[], [], []]);
  expect(problemsOf(afterVisit)).toEqual([]);
  expect(all.map((graph) => hintsOf(graph))).toEqual([[], [], []]);
  const questions = all.map((graph) => questionsOf(graph));
  expect(new Set(questions.flat().map(({ questionType }) => questionType))).toEqual(new Set(questionTypes));
  expect(questions.map((own) => own.some(({ flagged }) => flagged.includes(true)))).toEqual([true, true, true]);
});

test('ANS-19 a weight between two whole kilograms is taken in the demo, and flagged from above 120 on', () => {
  const weight = questionsOf(heartFailure).find(({ questionType }) => questionType === 'Numeric') as Question;
  const kilograms = ['29.9', '30', '120', '120.05', '120.5', '121', '250', '250.1'];
  expect(kilograms.map((one) => answerProblem(weight, one) === null)).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(kilograms.filter((one) => isFlagged(weight, one))).toEqual(['120.05', '120.5', '121', '250']);
});

test('PTB-05 FUP-02 ACT-15 SCH-01 the clinic of the demo has schedules, answers, open and overdue events, flagged ones that wait, reminders and follow-ups, one of them without notes', async () => {
  const portal = await openPortal();
  await seedDemo(portal.app);
  const [counted] = await portal.rows<Record<string, number>>(
    `select (select count(*)::int from survey where company_id = 2) as surveys,
       (select count(*)::int from schedule_item where company_id = 2 and ended_at is null) as items,
       (select count(*)::int from survey_response where company_id = 2) as answers,
       (select count(*)::int from survey_response where reviewed_at is null and flagged <> '{}') as flagged,
       (select count(*)::int from survey_response where reviewed_at is null) as waiting,
       (select count(*)::int from survey_event where answered_at is null and ended_at is null) as open,
       (select count(*)::int from survey_event where answered_at is null and ended_at is null and due_at < now()) as overdue,
       (select count(*)::int from flagged_answer where closed_at is not null) as closed,
       (select count(*)::int from flagged_answer where closed_at is null) as unclosed,
       (select count(*)::int from survey_event where tells_patient) as told,
       (select count(*)::int from reminder) as reminders,
       (select count(*)::int from follow_up where at > now()) as coming,
       (select count(*)::int from follow_up where notes = '') as bare`,
  );
  expect(counted).toMatchObject({ surveys: 3, told: 0, bare: 1 });
  for (const [what, least] of Object.entries({
    items: 40,
    answers: 60,
    flagged: 3,
    closed: 20,
    unclosed: 3,
    waiting: 5,
    open: 10,
    overdue: 5,
    reminders: 4,
    coming: 5,
  }))
    expect([what, (counted?.[what] ?? 0) >= least]).toEqual([what, true]);
  // An open event whose usual way meets a question about a medication.
  const met = await portal.rows(
    `select from survey_event join survey_definition using (survey_definition_id)
     where answered_at is null and survey_event.ended_at is null and survey_definition.name = 'Heart failure weekly check'`,
  );
  expect(met.length).toBeGreaterThan(0);
  expect(questionsOf(heartFailure).some(({ questionType }) => questionType === 'MedInfo')).toBe(true);

  // What a person answers fits from week to week, and to what else they say.
  const answered = await portal.rows<{ patient: number; said: Record<string, string>; isFlagged: boolean }>(
    `select patient_id as patient, flagged <> '{}' as "isFlagged",
       (select jsonb_object_agg(one->>'questionNum', one->>'answer') from jsonb_array_elements(answers) one) as said
     from survey_response join survey using (survey_id) where survey.name = $1`,
    [heartFailure.name],
  );
  const weights = Map.groupBy(answered, ({ patient }) => patient);
  for (const [patient, weeks] of weights) {
    const all = weeks.map(({ said }) => Number(said['2']));
    expect([
      patient,
      Math.min(...all) >= 55,
      Math.max(...all) <= 123,
      Math.max(...all) - Math.min(...all) <= 5,
    ]).toEqual([patient, true, true, true]);
  }
  expect(
    answered.map(({ said, isFlagged }) => [said['1'] === 'Much worse', isFlagged]).filter(([a, b]) => a !== b),
  ).toEqual([]);
  // Patients answer on their own side, and have signed in there by then.
  const byStrangers = await portal.rows(
    `select response_id from survey_response response join patient using (patient_id)
     where response.provider_id is null and (patient.type <> 1 or patient.last_login_at is null
       or patient.last_login_at < completed_at - interval '1 minute')`,
  );
  expect(byStrangers).toEqual([]);
  // So have all who did something here.
  const unseen = await portal.rows(
    `select distinct actor_id from audit_entry join provider on provider_id = actor_id
     where not exists (select from sign_in_day where sign_in_day.provider_id = actor_id and day = (at at time zone 'UTC')::date)`,
  );
  expect(unseen).toEqual([]);
});

test('ANS-30 CLN-16 CLN-18 the demo has a company with Assessments, read-only details and no FollowUp, whose nurse has an assessment to answer for each patient', async () => {
  const portal = await openPortal();
  await seedDemo(portal.app);
  const [nurse] = await portal.rows<{ id: number; groupId: number; modules: string[] }>(
    `select provider_id as id, care_group_id as "groupId",
       array(select name from company_module own where own.company_id = provider.company_id order by name) as modules
     from provider join care_group using (company_id) where email = 'nurse@harborview.example'`,
  );
  expect(nurse?.modules).toEqual(['Assessments', 'Insurance', 'ReadOnlyPatientDetails']);
  const person = await portal.signedIn(nurse?.id as number);
  const query = { g_id: nurse?.groupId };
  const { interventions } = (await person.call(listInterventions, { query })).reply;
  expect(interventions.map(({ surveyName, flagged }) => [surveyName, flagged])).toEqual([
    [['After your visit'], [null]],
    [['After your visit'], [null]],
  ]);
  const [first] = interventions;
  const [u_id, survey_event_id, surveyId] = [first?.uId, first?.surveyEventId[0], first?.sId[0]];
  const { questions } = (await person.call(readSurvey, { query: { u_id, survey_event_id } })).reply;
  expect([questions.length, first?.due[0] && first.due[0] > portal.app.clock.now()]).toEqual([2, true]);
  const answered = await person.call(submitResponse, {
    body: {
      careProviderId: person.providerId,
      u_id,
      survey_event_id,
      surveyId,
      time_completed: portal.app.clock.now().toISOString(),
      numQuestions: 2,
      answers: [
        { questionNum: 1, answer: questions[0]?.options[0] },
        { questionNum: 2, answer: 'No' },
      ],
      flaggedQuestions: [],
      medications: [],
    },
  });
  expect(answered.status).toBe(200);
  expect((await person.call(scheduleFollowUp, { body: { notes: 'Call again' } })).status).toBe(403);
});

test('P11-16 the accounts of the demo are reported with the state they are in', async () => {
  const portal = await openPortal();
  await seedDemo(portal.app);
  const [admin] = await portal.rows<{ id: number }>(
    `select provider_id as id from provider where email = 'admin@meridian.example'`,
  );
  const reviewer = await portal.signedIn(admin?.id ?? 0);
  const { accounts } = (await reviewer.call(accessReport)).reply;
  const stored = await portal.rows<{ email: string; state: string }>(
    `select email, case when not is_active then 'deactivated' when state = 'confirmed' then 'active' else state end as state
     from provider join identity_account using (email) where company_id = 1 order by email`,
  );
  const told = accounts
    .filter(({ state }) => state !== 'invited')
    .map(({ email, state }) => ({ email, state }))
    .sort((a, b) => (a.email < b.email ? -1 : 1));
  expect(accounts.filter(({ state }) => state === 'invited').length).toBeGreaterThan(0);
  expect(told).toEqual(stored);
  expect(new Set(stored.map(({ state }) => state)).size).toBeGreaterThan(1);
});

/** Every field that a change names, however deep it lies. */
const namesIn = ({ field, ...values }: { field: string }): string[] => [
  field,
  ...Object.values(values).flatMap(keysIn),
];
const keysIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...keysIn(inner)]);
};

test('P11-14 the whole trail of the demo names each field in one spelling, reads in plain words, and its numbers lead to names', async () => {
  const portal = await openPortal();
  await seedDemo(portal.app);
  const entries = await portal.rows<{
    action: string;
    record_kind: string;
    changes: { field: string; new: unknown }[];
  }>('select distinct action, record_kind, changes from audit_entry');
  expect(entries.filter(({ action }) => actionWords[action] === undefined)).toEqual([]);
  expect(entries.filter(({ record_kind }) => recordWords[record_kind] === undefined)).toEqual([]);
  const fields = new Set(entries.flatMap(({ changes }) => changes.map(({ field }) => field)));
  for (const field of fields) expect(fieldWords(field)).toMatch(/^[A-Z][\w ]+$/);
  const names = new Set(entries.flatMap(({ changes }) => changes.flatMap(namesIn)));
  expect([...names].filter((name) => !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name))).toEqual([]);
  expect([...names]).toEqual(expect.arrayContaining(['required_on', 'product_id', 'friendly_name', 'zip']));
  const pointed = entries.flatMap(({ changes }) =>
    changes.flatMap(({ field, new: value }) => pointersIn(field, value)),
  );
  expect(new Set(pointed.map(({ kind }) => kind))).toEqual(
    new Set([
      'provider',
      'care_group',
      'partner',
      'sponsor',
      'product',
      'participant',
      'patient',
      'survey',
      'document',
    ]),
  );
});

test.each([
  ['lot_number', 'Lot number'],
  ['trackingNumber', 'Tracking number'],
  ['requiredOn', 'Need by date'],
  ['required_on', 'Need by date'],
  ['partner_id', 'Partner'],
  ['provider_id', 'Person'],
  ['is_active', 'Active'],
  ['id', 'Id'],
  ['constructor', 'Constructor'],
])('P11-14 the field %s is called %s', (field, words) => {
  expect(fieldWords(field)).toBe(words);
  expect(pointersIn('constructor', 1)).toEqual([]);
});

test('ACC-02 the steps of the demo data are told to nobody', async () => {
  const portal = await openPortal();
  await seedDemo(portal.app);
  await tellOfStepsDue(portal.app);
  expect(await portal.rows(`select 1 from message where subject = 'Shipment updates'`)).toEqual([]);
});
