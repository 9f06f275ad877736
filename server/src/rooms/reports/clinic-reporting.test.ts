/** The numbers of a clinic's reporting page, and the rows that each of them counts. */
import * as api from '@portal/contract/reports/clinic-endpoints.ts';
import { expect, test } from 'vitest';
import { touched } from '#test/plans.ts';
import { openSchedules } from '#test/schedules.ts';
import * as queries from './clinic-queries.ts';
import { onItsOwn } from '#test/portal.ts';

/** A clinic on 10 January 2031 with a patient of cardiology and one of diabetes, who are asked and told at given times. */
async function openReports() {
  const s = await openSchedules();
  await s.rows(`insert into company_module (company_id, name) values ($1, 'Reporting')`, [s.companyId]);
  const surveyId = await s.aSurvey('Weekly check');
  const trigger = await s.asks(s.groups.heart, surveyId, '1w');
  const ann = await s.anActivePatient({}, [s.groups.failure]);
  const bob = await s.anActivePatient({}, [s.groups.diabetes]);
  const [item] = await s.rows<{ definition: number }>(
    'select survey_definition_id as definition from survey_definition where survey_id = $1',
    [surveyId],
  );
  const anItem = async (patient: number) =>
    (
      await s.rows<{ id: number }>(
        `insert into schedule_item (company_id, patient_id, survey_id, trigger_id, recurrence, rule, starts_at, made_at, next_at)
         values ($1, $2, $3, $5, '1w', '', $4, $4, $4) returning schedule_item_id as id`,
        [s.companyId, patient, surveyId, '2031-01-01T00:00:00Z', trigger],
      )
    )[0]?.id as number;
  const items = new Map([
    [ann, await anItem(ann)],
    [bob, await anItem(bob)],
  ]);
  const asks = async (patient: number, at: string, ended: string | null = null) =>
    (
      await s.rows<{ id: number }>(
        `insert into survey_event (company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, started_at, due_at, tells_patient, ended_at)
         values ($1, $2, $3, $4, $5, $6, $6, false, $7) returning survey_event_id as id`,
        [s.companyId, patient, surveyId, item?.definition, items.get(patient), at, ended],
      )
    )[0]?.id as number;
  const tells = (eventId: number, at: string, methods: string[], by: number | null = null) =>
    s.rows(
      `insert into reminder (company_id, patient_id, survey_event_id, kind, methods, sent_on, sent_at, provider_id)
       select company_id, patient_id, survey_event_id, $2, $3, $4::timestamptz::date, $4, $5 from survey_event where survey_event_id = $1`,
      [eventId, by === null ? 'start' : 'reminder', methods, at, by],
    );
  return { ...s, surveyId, ann, bob, asks, tells };
}

test('OPC-98 SEC-23 assessments are counted by the UTC quarter in which they began and by what became of them, for eight quarters, of the patients in sight', async () => {
  const s = await openReports();
  const { root, nurse, other } = s.people;
  await s.asks(s.ann, '2029-03-31T23:59:59Z');
  await s.answer(await s.asks(s.ann, '2029-04-01T00:00:00Z'));
  const flagged = await s.asks(s.ann, '2030-12-31T23:59:59Z');
  await s.answer(flagged, { flagged: [1, 2] });
  const open = await s.asks(s.ann, '2031-01-01T00:00:00Z');
  // The other one is open too, and has time left.
  const later = await s.asks(s.ann, '2030-12-31T00:00:00Z');
  await s.rows(`update survey_event set due_at = $2 where survey_event_id = $1`, [
    later,
    new Date(s.app.clock.now().getTime() + 60_000),
  ]);
  await s.asks(s.bob, '2031-01-02T00:00:00Z', '2031-01-03T00:00:00Z');
  const quarters = async (who: typeof root) => (await who.call(api.countAssessments)).reply.quarters;
  const nothing = { open: 0, overdue: 0, answered: 0, ended: 0, flagged: 0 };
  const all = await quarters(root);
  expect(all.map(({ quarter }) => quarter)).toEqual([
    '2029-Q2',
    '2029-Q3',
    '2029-Q4',
    '2030-Q1',
    '2030-Q2',
    '2030-Q3',
    '2030-Q4',
    '2031-Q1',
  ]);
  expect([all[0], all[1], ...all.slice(6)]).toEqual([
    { quarter: '2029-Q2', ...nothing, answered: 1 },
    { quarter: '2029-Q3', ...nothing },
    { quarter: '2030-Q4', ...nothing, open: 1, answered: 1, flagged: 1 },
    { quarter: '2031-Q1', ...nothing, open: 1, overdue: 1, ended: 1 },
  ]);
  expect((await quarters(nurse)).at(-1)).toEqual({ quarter: '2031-Q1', ...nothing, open: 1, overdue: 1 });
  expect((await quarters(other)).at(-1)).toEqual({ quarter: '2031-Q1', ...nothing, ended: 1 });

  const rows = async (who: typeof root, query: object) =>
    (await who.call(api.listReportedAssessments, { query: { quarter: '2031-Q1', ...query } })).reply.assessments;
  await s.rows(`update patient set first_name = 'Ann', last_name = 'Archer' where patient_id = $1`, [s.ann]);
  await s.rows(`update survey_event set due_at = '2031-01-03T17:30:00Z' where survey_event_id = $1`, [open]);
  const ofAnn = { u_id: s.ann, patientName: 'Ann Archer', surveyName: 'Weekly check' };
  expect(await rows(nurse, {})).toEqual([
    {
      surveyEventId: open,
      ...ofAnn,
      state: 'open',
      beganAt: new Date('2031-01-01T00:00:00Z'),
      dueAt: new Date('2031-01-03T17:30:00Z'),
      answeredAt: null,
      flagged: 0,
    },
  ]);
  await s.rows(
    `update survey_event set due_at = '2031-01-02T18:00:00Z', answered_at = '2031-01-01T10:20:00Z' where survey_event_id = $1`,
    [flagged],
  );
  expect(await rows(nurse, { quarter: '2030-Q4', state: 'answered' })).toEqual([
    {
      surveyEventId: flagged,
      ...ofAnn,
      state: 'answered',
      beganAt: new Date('2030-12-31T23:59:59Z'),
      dueAt: new Date('2031-01-02T18:00:00Z'),
      answeredAt: new Date('2031-01-01T10:20:00Z'),
      flagged: 2,
    },
  ]);
  expect((await rows(root, {})).map(({ state }) => state)).toEqual(['ended', 'open']);
  // PTB-08: an event keeps the name that its assessment had.
  await s.renames(s.surveyId, 'How are you today?');
  expect((await rows(root, {})).map(({ surveyName }) => surveyName)).toEqual(['Weekly check', 'Weekly check']);
  expect((await rows(root, { state: 'ended' })).map(({ u_id }) => u_id)).toEqual([s.bob]);
  expect(await rows(root, { flagged: 1 })).toEqual([]);
  expect((await rows(root, { quarter: '2030-Q4', flagged: 1 })).map((row) => row.flagged)).toEqual([2]);
});

test('OPC-98 PRV-01 what was sent to patients is counted by month and channel, two ways at once as two, and whose rows were read is on record', async () => {
  const s = await openReports();
  const { root, nurse } = s.people;
  const event = await s.asks(s.ann, '2031-01-01T00:00:00Z');
  await s.tells(event, '2031-01-01T00:05:00Z', ['Email', 'Text']);
  await s.tells(event, '2031-01-05T08:00:00Z', ['Text'], nurse.providerId);
  await s.tells(await s.asks(s.bob, '2030-12-01T00:00:00Z'), '2030-12-01T00:05:00Z', ['Email']);
  const months = async (who: typeof root) => (await who.call(api.countPatientOutreach)).reply.months.slice(-2);
  expect(await months(root)).toEqual([
    { month: '2030-12', email: 1, sms: 0 },
    { month: '2031-01', email: 1, sms: 2 },
  ]);
  expect((await months(nurse))[0]).toEqual({ month: '2030-12', email: 0, sms: 0 });
  const query = { month: '2031-01', channel: 'sms' as const };
  await s.rows(`update patient set first_name = 'Ann', last_name = 'Archer' where patient_id = $1`, [s.ann]);
  await s.rows(`update provider set first_name = 'Nora', last_name = 'Nurse' where provider_id = $1`, [
    nurse.providerId,
  ]);
  await s.rows(`update survey_event set answered_at = '2031-01-06T10:20:00Z' where survey_event_id = $1`, [event]);
  await s.renames(s.surveyId, 'How are you today?');
  const { outreach } = (await nurse.call(api.listReportedPatientOutreach, { query })).reply;
  const ofAnn = { u_id: s.ann, patientName: 'Ann Archer', surveyName: 'Weekly check', channel: 'sms' };
  const answeredAt = new Date('2031-01-06T10:20:00Z');
  expect(outreach).toEqual([
    {
      key: expect.stringMatching(/^\d+ Text$/) as string,
      ...ofAnn,
      sentAt: new Date('2031-01-05T08:00:00Z'),
      answeredAt,
      sentBy: 'Nora Nurse',
    },
    {
      key: expect.stringMatching(/^\d+ Text$/) as string,
      ...ofAnn,
      sentAt: new Date('2031-01-01T00:05:00Z'),
      answeredAt,
      sentBy: '',
    },
  ]);
  expect(new Set(outreach.map(({ key }) => key)).size).toBe(2);
  await s.app.accessLog.flush();
  expect(
    await s.rows(
      `select record_kind, record_ids from access_entry where call like '%patient-outreach/rows' order by 1`,
    ),
  ).toEqual([{ record_kind: 'patient', record_ids: [s.ann] }]);
});

test.each([
  ['quarter', '2031-01', 'quarter must be a quarter in the form YYYY-Q1'],
  ['quarter', '2031-Q5', 'quarter must be a quarter in the form YYYY-Q1'],
  ['state', 'late', 'state must be open, answered or ended'],
])('SEC-27 the rows of %s %j are refused', async (name, value, message) => {
  const s = await openReports();
  const query = { quarter: '2031-Q1', [name]: value } as never;
  const answer = await s.people.root.call(api.listReportedAssessments, { query });
  expect([answer.status, answer.message]).toEqual([400, message]);
});

test('OPC-98 REL-05 beside 20,000 assessments and mails of another company a number touches those of its own time alone, by an index', async () => {
  onItsOwn();
  const s = await openReports();
  const event = await s.asks(s.ann, '2031-01-01T00:00:00Z');
  await s.tells(event, '2031-01-01T00:05:00Z', ['Email']);
  const theirs = await s.aCompany();
  await s.rows(
    `with p as (insert into patient (company_id, first_name, last_name, born_on, gender, status, type, preferred_contact, created_at, username, email)
       select $1::int, first_name, last_name, born_on, gender, status, type, preferred_contact, created_at, 'theirs', 'theirs@x.example' from patient where patient_id = $2 returning patient_id),
     e as (insert into survey_event (company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, started_at, due_at, tells_patient)
       select $1::int, p.patient_id, survey_id, survey_definition_id, schedule_item_id, timestamptz '2029-04-02Z' + n * interval '45 minutes', started_at, false
       from survey_event, p, generate_series(1, 20000) n returning *)
     insert into reminder (company_id, patient_id, survey_event_id, kind, methods, sent_on, sent_at)
     select company_id, patient_id, survey_event_id, 'start', '{Email}', '2031-01-01', timestamptz '2031-01-01Z' from e`,
    [theirs, s.ann],
  );
  for (const table of ['survey_event', 'reminder', 'patient']) await s.rows(`vacuum analyze ${table}`);
  const everybody = { companyId: s.companyId, careGroupIds: null, seesWholeCompany: true, type: 'Admin' } as never;
  const period = { first: '2029-04', last: '2031-03' };
  const looks: [string, Parameters<typeof touched>[2]][] = [
    ['assessments', (tx) => queries.assessmentsByQuarter(tx, everybody, period, s.app.clock.now())],
    ['rows of a quarter', (tx) => queries.assessmentRows(tx, everybody, period, { of: 'open', flagged: false })],
    ['outreach', (tx) => queries.patientOutreachByMonth(tx, everybody, period)],
    ['rows of a month', (tx) => queries.patientOutreachRows(tx, everybody, '2031-01', 'email')],
  ];
  for (const [name, look] of looks) {
    const { rows, ways } = await touched(s, s.companyId, look, { of: ['survey_event', 'reminder'] });
    expect([name, ways, rows <= 20], ways.join('\n')).toEqual([name, ways, true]);
  }
});
