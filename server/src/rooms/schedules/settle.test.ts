import { removeCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import * as patients from '@portal/contract/patients/endpoints.ts';
import { importPatients } from '@portal/contract/patients/import-endpoints.ts';
import { occurrence, occurrenceAfter } from '@portal/contract/schedules/occurrences.ts';
import { after, recurrenceOf, ruleOf } from '@portal/contract/assessments/recurrence.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { openSchedules } from '#test/schedules.ts';

const at = (date: Date | null | undefined) => date?.toISOString().slice(0, 16);

test('SCH-01 OPC-20 who is active in a group that asks gets one schedule, whatever comes last: joining, activation or attaching', async () => {
  const s = await openSchedules();
  const survey = await s.aSurvey();
  const { failure, heart } = s.groups;
  const attachedLast = await s.anActivePatient();
  const pending = await s.aPatient({}, [failure]);
  const above = await s.anActivePatient({}, [heart]);
  s.setClock('2031-01-11T10:00:00Z');
  await s.asks(failure, survey, '2d');
  s.setClock('2031-01-12T11:00:00Z');
  await s.people.root.call(patients.setPatientStatus, { body: { u_id: pending, new_status: 'active' } });
  s.setClock('2031-01-13T12:00:00Z');
  const joinedLast = await s.anActivePatient({}, []);
  expect(await s.items(joinedLast)).toEqual([]);
  s.setClock('2031-01-14T13:00:00Z');
  await s.people.root.call(patients.addToGroup, { body: { u_id: joinedLast, g_id: failure } });
  const starts = await Promise.all(
    [attachedLast, pending, joinedLast].map(async (one) => (await s.items(one)).map((item) => at(item.starts))),
  );
  expect(starts).toEqual([['2031-01-13T10:00'], ['2031-01-14T11:00'], ['2031-01-16T13:00']]);
  // That very group: whoever is in the one above it is not asked.
  expect(await s.items(above)).toEqual([]);
  expect(await s.items(attachedLast)).toMatchObject([{ every: '2d', ended: null }]);
});

test('SCH-01 a hundred patients of an import are asked from then on, each once', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { failure } = s.groups;
  await s.asks(failure, await s.aSurvey('One'), '1w');
  await s.asks(failure, await s.aSurvey('Two'), '1M');
  const lines = Array.from({ length: 100 }, (_, n) => `Ada,Import${n},01/02/1950,1`);
  const csv = ['firstName,lastName,dateOfBirth,gender', ...lines].join('\n');
  await s.people.root.call(importPatients, { body: { csv, g_id: failure, dryRun: 0 } });
  expect(await s.rows('select from schedule_item')).toEqual([]);
  const added = await s.rows<{ id: number }>('select patient_id as id from patient');
  for (const { id } of added)
    await s.people.root.call(patients.setPatientStatus, { body: { u_id: id, new_status: 'active' } });
  const [counted] = await s.rows(
    'select count(*)::int as items, count(distinct patient_id)::int as patients from schedule_item where ended_at is null',
  );
  expect(counted).toEqual({ items: 200, patients: 100 });
});

test('OPC-58 SCH-01 leaving the group, deactivation and detaching end the schedule and what is open of it; answers stay, and who comes back begins anew', async () => {
  const s = await openSchedules();
  const { failure } = s.groups;
  const trigger = await s.asks(failure, await s.aSurvey(), '1d');
  const [leaver, deactivated, stayer] = [
    await s.anActivePatient(),
    await s.anActivePatient(),
    await s.anActivePatient(),
  ];
  s.forward(2);
  await s.makeDue();
  const [first] = await s.events(leaver);
  await s.answer(first?.id as number);
  const states = async (one: number) => [
    (await s.items(one)).map(({ ended }) => ended === null),
    (await s.events(one)).map(({ ended, answered }) => (answered ? 'answered' : ended ? 'over' : 'open')),
  ];
  expect(await states(leaver)).toEqual([[true], ['answered', 'open']]);
  await s.people.root.call(patients.removeFromGroup, { query: { u_id: leaver, g_id: failure } });
  await s.deactivate(deactivated);
  expect(await states(leaver)).toEqual([[false], ['answered', 'over']]);
  expect(await states(deactivated)).toEqual([[false], ['over', 'over']]);
  expect(await states(stayer)).toEqual([[true], ['open', 'open']]);
  await s.asksNoMore(trigger);
  expect(await states(stayer)).toEqual([[false], ['over', 'over']]);
  s.forward(3);
  await s.makeDue();
  expect(await states(stayer)).toEqual([[false], ['over', 'over']]);

  await s.asks(failure, (await s.items(stayer))[0]?.survey as number, '1d');
  await s.people.root.call(patients.addToGroup, { body: { u_id: leaver, g_id: failure } });
  expect((await states(leaver))[0]).toEqual([false, true]);
  expect((await states(stayer))[0]).toEqual([false, true]);
  expect((await states(deactivated))[0]).toEqual([false]);
});

test('OPC-20 a group that is removed asks nobody any more: its patients have left it, as the trail and their lines of time say', async () => {
  const s = await openSchedules();
  const { failure, heart, diabetes } = s.groups;
  const { root, nurse } = s.people;
  await s.asks(failure, await s.aSurvey('Daily'), '1d');
  await s.asks(diabetes, await s.aSurvey('Other'), '1d');
  const [alone, elsewhere] = [await s.anActivePatient(), await s.anActivePatient({}, [failure, diabetes])];
  const pending = await s.aPatient({}, [failure]);
  const inHeart = async () =>
    (await root.call(patients.listPatients, { query: { g_id: [heart] } })).reply.patients.map((row) => row.u_ID);
  s.forward(2);
  await s.makeDue();
  expect(await inHeart()).toEqual([alone, elsewhere, pending]);
  expect((await root.call(removeCareGroup, { query: { g_id: failure } })).status).toBe(200);
  s.forward(2);
  await s.makeDue();
  const states = async (one: number) => [
    (await s.items(one)).map(({ ended }) => ended === null),
    (await s.events(one)).map(({ ended }) => ended === null),
  ];
  expect(await states(alone)).toEqual([[false], [false, false]]);
  expect((await states(elsewhere))[0]).toEqual([false, true]);
  const places = `select patient_id as id, care_group_id as place from patient_care_group where care_group_id = any($1)`;
  expect(await s.rows(places, [[failure, diabetes]])).toEqual([{ id: elsewhere, place: diabetes }]);
  // Nobody is listed who could not be opened.
  expect(await inHeart()).toEqual([]);
  expect((await nurse.call(patients.readPatient, { query: { u_id: alone } })).status).toBe(404);
  const left = [alone, elsewhere, pending].map((id) => ({ id }));
  const entries = `select record_id::int as id from audit_entry where action = 'patient.left_group' and company_id = $1 order by 1`;
  expect(await s.rows(entries, [s.companyId])).toEqual(left);
  const steps = `select patient_id as id from patient_step where what = 'Taken out of a care group' and care_group_id = $1 order by 1`;
  expect(await s.rows(steps, [failure])).toEqual(left);
});

test('REL-08 a group that is removed while patients come, go and change status leaves nobody in it and nobody asked', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { failure, diabetes } = s.groups;
  const { root } = s.people;
  await s.asks(failure, await s.aSurvey('One'), '1d');
  await s.asks(diabetes, await s.aSurvey('Two'), '1d');
  const several = (groups: number[]) => Promise.all(Array.from({ length: 4 }, () => s.anActivePatient({}, groups)));
  const [joining, leaving, both] = [await several([]), await several([failure]), await several([failure, diabetes])];
  const pending = await Promise.all(Array.from({ length: 4 }, () => s.aPatient({}, [failure])));
  const answers = await Promise.all([
    ...joining.map((u_id) => root.call(patients.addToGroup, { body: { u_id, g_id: failure } })),
    ...pending.map((u_id) => root.call(patients.setPatientStatus, { body: { u_id, new_status: 'active' } })),
    root.call(removeCareGroup, { query: { g_id: failure } }),
    root.call(removeCareGroup, { query: { g_id: diabetes } }),
    ...leaving.map((u_id) => root.call(patients.removeFromGroup, { query: { u_id, g_id: failure } })),
    ...both.map((u_id) => s.deactivate(u_id)),
  ]);
  expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  expect(await s.rows('select from patient_care_group')).toEqual([]);
  expect(await s.rows('select from patient_within')).toEqual([]);
  expect(await s.rows('select from schedule_item where ended_at is null')).toEqual([]);
});

test('SCH-07 CGW-15 a changed trigger changes what comes and not the start; another kind of trigger asks nobody by the clock', async () => {
  const s = await openSchedules();
  const trigger = await s.asks(s.groups.failure, await s.aSurvey(), '1M');
  const patient = await s.anActivePatient();
  s.setClock('2031-03-20T12:00:00Z');
  await s.makeDue();
  expect((await s.events(patient)).map(({ started }) => at(started))).toEqual(['2031-02-10T09:00', '2031-03-10T09:00']);
  await s.changes(trigger, '1w');
  expect((await s.items(patient)).map(({ every, starts }) => [every, at(starts)])).toEqual([
    ['1w', '2031-02-10T09:00'],
  ]);
  expect(at((await s.items(patient))[0]?.next)).toBe('2031-03-24T09:00');
  // What is due at that moment is not lost.
  s.setClock('2031-03-24T09:30:00Z');
  await s.changes(trigger, '10d');
  await s.makeDue();
  expect(at((await s.events(patient)).at(-1)?.started)).toBe('2031-03-24T09:00');
  expect(at((await s.items(patient))[0]?.next)).toBe('2031-04-01T09:00');
  await s.changes(trigger, '1,2,3', 'Fill-Count (List)');
  expect((await s.items(patient)).map(({ ended }) => ended !== null)).toEqual([true]);
});

test('SCH-10 CGW-15 a trigger that is corrected before its start has come moves the start: who would never have been asked is asked by the new one', async () => {
  const s = await openSchedules();
  const trigger = await s.asks(s.groups.failure, await s.aSurvey(), '9999M');
  const early = await s.anActivePatient();
  s.setClock('2031-01-25T12:00:00Z');
  const late = await s.anActivePatient();
  s.setClock('2031-02-01T08:00:00Z');
  await s.changes(trigger, '1w');
  const of = async (one: number) =>
    (await s.items(one)).map(({ every, starts, next }) => [every, at(starts), at(next)]);
  // Each counts from where it was made; what would have come before the correction is asked of nobody.
  expect([await of(early), await of(late)]).toEqual([
    [['1w', '2031-01-17T09:00', '2031-02-07T09:00']],
    [['1w', '2031-02-01T12:00', '2031-02-01T12:00']],
  ]);
  const rules = await s.rows('select rule from schedule_item where trigger_id = $1 order by schedule_item_id', [
    trigger,
  ]);
  expect(rules.map(({ rule }) => rule)).toEqual(['FREQ=WEEKLY;INTERVAL=1;BYDAY=FR', 'FREQ=WEEKLY;INTERVAL=1;BYDAY=SA']);
  s.setClock('2031-02-08T13:00:00Z');
  await s.makeDue();
  const started = async (one: number) => (await s.events(one)).map((event) => at(event.started));
  expect([await started(early), await started(late)]).toEqual([
    ['2031-02-07T09:00'],
    ['2031-02-01T12:00', '2031-02-08T12:00'],
  ]);
});

test('REL-08 a group that begins to ask while patients come and go leaves nobody out, and asks nobody who has left', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { failure } = s.groups;
  const leaving = await Promise.all(Array.from({ length: 6 }, () => s.anActivePatient()));
  const joining = await Promise.all(Array.from({ length: 6 }, () => s.anActivePatient({}, [])));
  const survey = await s.aSurvey();
  await Promise.all([
    ...joining.map((u_id) => s.people.root.call(patients.addToGroup, { body: { u_id, g_id: failure } })),
    s.asks(failure, survey, '1d'),
    ...leaving.map((u_id) => s.people.root.call(patients.removeFromGroup, { query: { u_id, g_id: failure } })),
  ]);
  const asked = await s.rows<{ id: number }>(
    'select patient_id as id from schedule_item where ended_at is null order by patient_id',
  );
  expect(asked.map(({ id }) => id)).toEqual([...joining].sort((one, other) => one - other));
});

test('SCH-10 OPC-62 the database and the contract agree on every rule, start and occurrence', async () => {
  const portal = await openPortal();
  const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  const cases = fc.sample(
    fc.record({
      text: fc
        .tuple(fc.integer({ min: 1, max: 500 }), fc.constantFrom('d', 'w', 'M'))
        .map(([n, unit]) => `${n}${unit}`),
      start: instant,
      moment: instant,
      n: fc.integer({ min: 0, max: 60 }),
    }),
    600,
  );
  const rows = await portal.rows<{ after: Date; rule: string; at: Date; next: number }>(
    `select time_after(start, t) as after, rule_of(t, start) as rule, occurrence_at(t, start, n) as at, occurrence_after(t, start, moment) as next
     from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::int[]) with ordinality as c (t, start, moment, n, place) order by place`,
    [cases.map((c) => c.text), cases.map((c) => c.start), cases.map((c) => c.moment), cases.map((c) => c.n)],
  );
  const expected = cases.map(({ text, start, moment, n }) => {
    const recurrence = recurrenceOf(text)!;
    return {
      after: after(start, recurrence),
      rule: ruleOf(recurrence, start),
      at: occurrence(recurrence, start, n),
      next: occurrenceAfter(recurrence, start, moment),
    };
  });
  expect(rows).toEqual(expected);
});
