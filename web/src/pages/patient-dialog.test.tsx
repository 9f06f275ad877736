import { listFollowUps } from '@portal/contract/follow-ups/endpoints.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import { listSchedule } from '@portal/contract/schedules/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { aListed, aPatient, failure, inGroup, listReply, nurse, openPatients, press, root } from '#test/patients.tsx';
import { areSame, losesFirstAnswer } from '#test/lost-answer.ts';
import type { Reply } from '#test/portal.tsx';

const openAnn = async (given: Parameters<typeof openPatients>[0] = {}) => {
  const page = openPatients(given);
  await press(page.user, 'Ann Archer');
  const dialog = within(await screen.findByRole('dialog', { name: 'Patient' }));
  return { ...page, dialog };
};
const withStatus = (status: 1 | 0 | -1, more: Reply[] = []) => ({
  replies: [[api.readPatient, { patient: aPatient({ status }) }] as Reply, ...more],
});
const choose = async (page: Awaited<ReturnType<typeof openAnn>>, name: string) => {
  await page.user.click(await page.dialog.findByRole('combobox', { name: 'Add to care group' }));
  await page.user.click(await screen.findByRole('option', { name }));
};

describe('the dialog of a patient', () => {
  test('PCG-10 RTE-11 a press anywhere in the row opens it, and the name in it leads to the patient’s page, which is told by the navigation state who it is', async () => {
    const page = openPatients();
    await page.user.click(await screen.findByText('617-555-0123'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Patient' }));
    await page.user.click(await dialog.findByRole('link', { name: 'Ann Archer' }));
    await waitFor(() => expect(page.router.state.location.href).toBe('/patient'));
    expect(page.router.state.location.state).toMatchObject({ uId: 31 });
  });

  test('OPC-15 with TrialCard the name is plain text', async () => {
    const { dialog } = await openAnn({ viewer: { ...root, modules: ['TrialCard'] } });
    expect(await dialog.findByRole('heading', { name: 'Ann Archer' })).toBeDefined();
    expect(dialog.queryByRole('link')).toBeNull();
  });

  test('OPC-50 a hibernated patient has a tag', async () => {
    const { dialog } = await openAnn({
      replies: [[api.readPatient, { patient: aPatient({ hibernationStatus: 1 }) }]],
    });
    expect(await dialog.findByText('Hibernated')).toBeDefined();
  });

  test('CLN-09 care groups of a patient that are not found are none, and one can be joined', async () => {
    const page = await openAnn({ replies: [[api.listPatientGroups, failure(404, 'none')]] });
    await page.user.click(await page.dialog.findByRole('combobox', { name: 'Add to care group' }));
    const offered = within(await screen.findByRole('listbox', { name: 'Add to care group' }));
    expect(offered.getAllByRole('option').map((one) => one.textContent)).toEqual([
      'Cardiology',
      'Heart Clinic',
      'Diabetes',
    ]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('PCG-11 CER-39 without a chosen group nothing is added', async () => {
    const page = await openAnn();
    await page.user.click(await page.dialog.findByRole('button', { name: 'Add' }));
    expect((await page.dialog.findByRole('alert')).textContent).toBe('Please select a care group');
    expect(page.callsOf(api.addToGroup)).toEqual([]);
  });

  test('PCG-12 CLN-19 a group is joined and left; those the patient is in are not offered', async () => {
    const page = await openAnn();
    await page.user.click(await page.dialog.findByRole('combobox', { name: 'Add to care group' }));
    const offered = within(await screen.findByRole('listbox', { name: 'Add to care group' }));
    expect(offered.getAllByRole('option').map((one) => one.textContent)).toEqual(['Cardiology', 'Diabetes']);
    await page.user.click(screen.getByRole('option', { name: 'Diabetes' }));
    await page.user.click(page.dialog.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Ann Archer was added to Diabetes.')).toBeDefined();
    expect(page.callsOf(api.addToGroup)[0]?.body).toEqual({ u_id: 31, g_id: 3 });
    await page.user.click(page.dialog.getByRole('button', { name: 'Remove from Heart Clinic' }));
    const question = () => screen.findByRole('dialog', { name: 'Remove from Heart Clinic?' });
    // The first is the cross.
    await page.user.click(
      within(await question())
        .getAllByRole('button', { name: 'Close' })
        .at(-1) as HTMLElement,
    );
    expect(page.callsOf(api.removeFromGroup)).toEqual([]);
    await page.user.click(page.dialog.getByRole('button', { name: 'Remove from Heart Clinic' }));
    await page.user.click(within(await question()).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(page.callsOf(api.removeFromGroup)[0]?.query).toEqual({ u_id: 31, g_id: 2 }));
  });

  test('PCG-13 CER-30 CER-31 what failed with a group is said', async () => {
    const page = await openAnn({
      replies: [
        [api.addToGroup, failure(500)],
        [api.removeFromGroup, failure(500)],
      ],
    });
    await choose(page, 'Diabetes');
    await page.user.click(page.dialog.getByRole('button', { name: 'Add' }));
    expect(
      await screen.findByText('There was an error while trying to add the group. Please try again later.'),
    ).toBeDefined();
    await page.user.click(page.dialog.getByRole('button', { name: 'Remove from Heart Clinic' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Remove from Heart Clinic?' }));
    await page.user.click(asked.getByRole('button', { name: 'Remove' }));
    expect(
      await screen.findByText('There was an error while trying to remove the group. Please try again later.'),
    ).toBeDefined();
  });

  test('PCG-14 CER-32 groups that could not be read are said to be missing, and read again when asked', async () => {
    const page = await openAnn({ replies: [[api.listPatientGroups, failure(500)]] });
    expect(await page.dialog.findByText("Unable to retrieve patient's care groups.")).toBeDefined();
    page.answer(api.listPatientGroups, { groups: [inGroup] });
    await page.user.click(page.dialog.getByRole('button', { name: 'Try again' }));
    expect(await page.dialog.findByText('Heart Clinic')).toBeDefined();
  });

  test('PCG-15 a patient out of reach is told of, the dialog closes and the list is read anew', async () => {
    const page = openPatients({ viewer: nurse, replies: [[api.listPatientGroups, failure(403, 'Request Denied')]] });
    await screen.findByRole('button', { name: 'Ann Archer' });
    page.answer(api.listPatients, listReply([]));
    await press(page.user, 'Ann Archer');
    expect(await screen.findByText('Provider no longer has access to this patient.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('No patients to display in Portal Patients group')).toBeDefined();
  });

  test('PCG-15 a nurse who loses the patient while looking is told', async () => {
    const page = await openAnn({ viewer: nurse });
    await page.dialog.findByText('Heart Clinic');
    page.answer(api.listPatientGroups, failure(403, 'Request Denied'));
    await page.live.tell({ type: 'patient.changed', id: 31 });
    expect(await screen.findByText('Provider no longer has access to this patient.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the status', () => {
  test.each([
    ['PST-01', 0, ['Activate', 'Deactivate']],
    ['PST-02', 1, ['Deactivate']],
    ['PST-03', -1, ['Enable', 'Remove']],
  ] as const)('%s a patient of status %i can take these steps', async (_, status, names) => {
    const { dialog } = await openAnn(withStatus(status));
    const steps = within(await dialog.findByRole('group', { name: 'Status' }));
    expect(steps.getAllByRole('button').map((one) => one.textContent)).toEqual(names);
  });

  test('PST-06 without root access there are none, in the dialog or the row', async () => {
    const page = await openAnn({ viewer: nurse, ...withStatus(0) });
    await page.dialog.findByText('Pending');
    expect(page.dialog.queryByRole('group', { name: 'Status' })).toBeNull();
    await page.user.click(page.dialog.getByRole('button', { name: 'Close' }));
    await press(page.user, 'Actions for Ann Archer');
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Open',
      'Care groups and status',
    ]);
  });

  test.each([
    ['Activate', 0, 'Patient is now active!', { u_id: 31, version: 4, new_status: 'active' }],
    ['Enable', -1, 'Patient is now pending!', { u_id: 31, version: 4, new_status: 'pending' }],
  ] as const)(
    'PST-05 PST-08 PST-10 CER-36 REL-07 %s asks first, and says what happened',
    async (step, status, said, body) => {
      const page = await openAnn(withStatus(status));
      await page.user.click(await page.dialog.findByRole('button', { name: step }));
      const asked = within(await screen.findByRole('dialog', { name: `${step} patient?` }));
      await page.user.click(asked.getByRole('button', { name: 'Cancel' }));
      expect(page.callsOf(api.setPatientStatus)).toEqual([]);
      await page.user.click(page.dialog.getByRole('button', { name: step }));
      await page.user.click(
        within(await screen.findByRole('dialog', { name: `${step} patient?` })).getByRole('button', { name: step }),
      );
      expect(await screen.findByText(said)).toBeDefined();
      expect(page.callsOf(api.setPatientStatus).map((call) => call.body)).toEqual([body]);
    },
  );

  test.each([
    ['Deactivate', 1, 'Patient deactivated!', 'deactivate', /leaves all care groups/],
    ['Remove', -1, 'Patient removed!', 'remove', /This cannot be undone/],
  ] as const)(
    'PST-05 PST-09 PST-10 CER-36 CLN-19 %s says what follows before it is done',
    async (step, status, said, type, says) => {
      const page = await openAnn(withStatus(status));
      const steps = within(await page.dialog.findByRole('group', { name: 'Status' }));
      await page.user.click(steps.getByRole('button', { name: step }));
      const asked = within(await screen.findByRole('dialog', { name: `${step} patient?` }));
      expect(asked.getByText(says)).toBeDefined();
      await page.user.click(
        asked.getAllByRole('button', { name: step === 'Remove' ? 'Close' : 'Cancel' }).at(-1) as HTMLElement,
      );
      expect(page.callsOf(api.removePatient)).toEqual([]);
      await page.user.click(steps.getByRole('button', { name: step }));
      const again = within(await screen.findByRole('dialog', { name: `${step} patient?` }));
      await page.user.click(again.getByRole('button', { name: step }));
      expect(await screen.findByText(said)).toBeDefined();
      expect(page.callsOf(api.removePatient).map((call) => call.query)).toEqual([
        { u_id: 31, version: 4, removal_type: type },
      ]);
    },
  );

  test.each([
    [
      'PST-11 CER-34',
      'Activate',
      0,
      "There was an error while trying to update the patient's status. Please try again later.",
    ],
    [
      'PST-12 CER-35',
      'Deactivate',
      0,
      'There was an error while trying to deactivate the patient. Please try again later.',
    ],
  ] as const)(
    'PST-11 PST-12 CER-34 CER-35 %s %s that failed says so in the question, which stays',
    async (_, step, status, said) => {
      const page = await openAnn(
        withStatus(status, [
          [api.setPatientStatus, failure(500)],
          [api.removePatient, failure(500)],
        ]),
      );
      await page.user.click(await page.dialog.findByRole('button', { name: step }));
      const asked = within(await screen.findByRole('dialog', { name: `${step} patient?` }));
      await page.user.click(asked.getByRole('button', { name: step }));
      expect((await asked.findByRole('alert')).textContent).toBe(said);
    },
  );

  test.each([
    ['Deactivate', 1, api.removePatient],
    ['Remove', -1, api.removePatient],
    ['Enable', -1, api.setPatientStatus],
  ] as const)(
    'P11-15 why is sent with "%s", whole or not at all, and what was typed is not thrown away unasked',
    async (step, status, of) => {
      const page = await openAnn(withStatus(status));
      await page.user.click(await page.dialog.findByRole('button', { name: step }));
      const asked = within(await screen.findByRole('dialog', { name: `${step} patient?` }));
      const reason = asked.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason (optional)' });
      await page.user.write(reason, 'x'.repeat(501));
      expect(reason.value).toBe('x'.repeat(501));
      asked.getByText('Too long: it has 501 characters, and 500 at most are kept. Please shorten it by 1.');
      await page.user.click(asked.getByRole('button', { name: step }));
      await page.user.clear(reason);
      await page.user.type(reason, ' Moved to Zürich ');
      await page.user.keyboard('{Escape}');
      await page.user.click(await screen.findByRole('button', { name: 'Keep editing' }));
      await page.user.click(asked.getByRole('button', { name: step }));
      await waitFor(() => expect(page.callsOf(of)).toHaveLength(1));
      const [call] = page.callsOf(of);
      expect({ ...call?.query, ...(call?.body as object | undefined) }).toMatchObject({ reason: 'Moved to Zürich' });
    },
  );

  test('PST-11 REL-07 whoever is told that a colleague has changed the patient goes on from what stands there now', async () => {
    const stale = failure(409, 'Someone else has changed this in the meantime.', 'stale');
    const page = await openAnn(withStatus(0, [[api.setPatientStatus, stale]]));
    await page.user.click(await page.dialog.findByRole('button', { name: 'Activate' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Activate patient?' }));
    page.answer(api.readPatient, { patient: aPatient({ status: 0, version: 9 }) });
    const before = page.callsOf(api.readPatient).length;
    await page.user.click(asked.getByRole('button', { name: 'Activate' }));
    expect((await asked.findByRole('alert')).textContent).toBe('Someone else has changed this in the meantime.');
    await waitFor(() => expect(page.callsOf(api.readPatient).length).toBeGreaterThan(before));
    page.answer(api.setPatientStatus, { message: 'Patient is now active!' });
    await page.user.click(asked.getByRole('button', { name: 'Activate' }));
    expect(await screen.findByText('Patient is now active!')).toBeDefined();
    expect(page.callsOf(api.setPatientStatus).map(({ body }) => (body as { version: number }).version)).toEqual([4, 9]);
  });

  test('REL-06 an activation whose answer was lost is not said to have failed, and is sent again as it was, also after the patient was read anew', async () => {
    const stale = failure(409, 'Someone else has changed this in the meantime.', 'stale');
    const page = await openAnn(
      withStatus(0, [[api.setPatientStatus, losesFirstAnswer({ message: 'Patient is now active!' }, stale)]]),
    );
    await page.user.click(await page.dialog.findByRole('button', { name: 'Activate' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Activate patient?' }));
    page.answer(api.readPatient, { patient: aPatient({ status: 1, version: 5 }) });
    const before = page.callsOf(api.readPatient).length;
    await page.user.click(asked.getByRole('button', { name: 'Activate' }));
    await asked.findByText('It is not known whether the patient was activated');
    await waitFor(() => expect(page.callsOf(api.readPatient).length).toBeGreaterThan(before));
    await page.user.click(asked.getByRole('button', { name: 'Activate' }));
    expect(await screen.findByText('Patient is now active!')).toBeDefined();
    expect(areSame(page.callsOf(api.setPatientStatus))).toBe(true);
  });

  test('P11-15 whoever activates is asked for no reason', async () => {
    const page = await openAnn(withStatus(0));
    await page.user.click(await page.dialog.findByRole('button', { name: 'Activate' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Activate patient?' }));
    expect(asked.queryByRole('textbox')).toBeNull();
  });

  test('PST-05 a step is taken from the row as well', async () => {
    const page = openPatients({
      route: '/patients?group=0',
      replies: [[api.listPatients, listReply([aListed({ status: 0 })])], ...withStatus(0).replies],
    });
    await press(page.user, 'Actions for Ann Archer');
    await page.user.click(await screen.findByRole('menuitem', { name: 'Activate' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Activate patient?' }));
    await waitFor(() => expect(isOff(asked.getByRole('button', { name: 'Activate' }))).toBe(false));
    await page.user.click(asked.getByRole('button', { name: 'Activate' }));
    expect(await screen.findByText('Patient is now active!')).toBeDefined();
  });
});

describe('before a patient is out of sight', () => {
  test.each([
    ['Activate', 0, 'Ann Archer, born 03/05/1980, becomes active, and is listed in their care groups.'],
    [
      'Deactivate',
      1,
      'Ann Archer, born 03/05/1980, leaves all care groups, their open reminders end, and they can no longer sign in.',
    ],
    ['Enable', -1, 'Ann Archer, born 03/05/1980, becomes pending, not active.'],
    ['Remove', -1, 'Ann Archer, born 03/05/1980, disappears from the portal for everybody. This cannot be undone.'],
    [
      'Remove',
      -1,
      'Documents that only they have are deleted where nobody has signed them, and what still waits for a signature is withdrawn.',
    ],
  ] as const)(
    'the question of "%s" (%i) names the patient with the birth date, and what goes: %s',
    async (step, status, line) => {
      const page = await openAnn(withStatus(status));
      await page.user.click(await page.dialog.findByRole('button', { name: step }));
      const asked = within(await screen.findByRole('dialog', { name: `${step} patient?` }));
      expect(asked.getByText(line)).toBeDefined();
    },
  );

  test('the question of leaving a group names the patient with the birth date', async () => {
    const page = await openAnn();
    await page.dialog.findByText('03/05/1980');
    await page.user.click(await page.dialog.findByRole('button', { name: 'Remove from Heart Clinic' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Remove from Heart Clinic?' }));
    const said = 'People who see Ann Archer, born 03/05/1980, by this care group alone no longer do.';
    expect(asked.getByText(said)).toBeDefined();
  });

  const instant = new Date(2026, 0, 3);
  const aFlag = (closedAt: Date | null) => ({
    flaggedAnswerId: closedAt ? 2 : 1,
    uId: 31,
    name: 'Ann Archer',
    dob: '1980-03-05',
    phone: '',
    surveyEventId: 5,
    sId: 6,
    surveyName: 'Sleep',
    questionNum: 1,
    question: 'How do you sleep?',
    answer: 'Badly',
    openedAt: instant,
    isOverdue: false,
    takenBy: null,
    takenAt: null,
    closedBy: closedAt && 'Nina Nurse',
    closedAt,
    closingNote: closedAt && 'Called',
    version: 1,
  });
  const aPlan = (fId: number, status: boolean) => ({
    fID: fId,
    fId,
    uId: 31,
    cpId: 3,
    companyId: 1,
    name: 'Ann Archer',
    phone: '',
    followUpTime: instant,
    date: instant,
    timeCreated: instant,
    timeLastModified: instant,
    notes: '',
    status,
    completedAt: status ? null : instant,
    completedBy: null,
    outcome: null,
    version: 1,
  });
  const flags: Reply = [listFlaggedAnswers, { flaggedAnswers: [aFlag(null), aFlag(instant)] }];
  const plans: Reply = [listFollowUps, { followUp: [aPlan(71, true), aPlan(72, true), aPlan(73, false)] }];
  const questionOf = async (page: Awaited<ReturnType<typeof openAnn>>, button: string, title: string) => {
    await page.user.click(await page.dialog.findByRole('button', { name: button }));
    return within(await screen.findByRole('dialog', { name: title }));
  };

  test.each([
    ['Deactivate', 1, 'Afterwards only people with root access see them.'],
    ['Remove', -1, 'Afterwards nobody sees them.'],
  ] as const)(
    'whoever presses "%s" is told what of the patient still waits for somebody',
    async (step, status, afterwards) => {
      const page = await openAnn(withStatus(status, [flags, plans]));
      const asked = await questionOf(page, step, `${step} patient?`);
      const said = `1 flagged answer is open and 2 follow-ups are planned. ${afterwards}`;
      expect(await asked.findByText(said)).toBeDefined();
      expect(page.callsOf(listFlaggedAnswers).map(({ query }) => query)).toEqual([{ u_id: 31 }]);
      expect(page.callsOf(listFollowUps).map(({ query }) => query)).toEqual([{ companyId: 1, uId: 31 }]);
    },
  );

  test('of one thing that waits it is said', async () => {
    const page = await openAnn(withStatus(1, [flags]));
    const asked = await questionOf(page, 'Deactivate', 'Deactivate patient?');
    const said = '1 flagged answer is open. Afterwards only people with root access see it.';
    expect(await asked.findByText(said)).toBeDefined();
  });

  test('of a patient of whom nothing waits nothing is said', async () => {
    const done: Reply[] = [
      [listFlaggedAnswers, { flaggedAnswers: [aFlag(instant)] }],
      [listFollowUps, { followUp: [aPlan(73, false)] }],
    ];
    const page = await openAnn(withStatus(1, done));
    const asked = await questionOf(page, 'Deactivate', 'Deactivate patient?');
    await waitFor(() => expect(page.callsOf(listFollowUps)).toHaveLength(1));
    await page.user.type(asked.getByRole('textbox', { name: 'Reason (optional)' }), 'Moved');
    expect(page.callsOf(listFlaggedAnswers)).toHaveLength(1);
    expect(asked.queryByText(/Afterwards|could not be loaded/)).toBeNull();
  });

  test('until it is read, whoever ends something is told that it is being looked for', async () => {
    const page = await openAnn(withStatus(1, [flags, [listFollowUps, () => new Promise(() => undefined)]]));
    const asked = await questionOf(page, 'Deactivate', 'Deactivate patient?');
    expect(await asked.findByText('What still waits for somebody is still being loaded.')).toBeDefined();
  });

  test('where it could not be read, that is said', async () => {
    const page = await openAnn(withStatus(1, [flags, [listFollowUps, failure(500)]]));
    const asked = await questionOf(page, 'Deactivate', 'Deactivate patient?');
    const said = 'What still waits for somebody could not be loaded completely. Please check it first.';
    expect(await asked.findByText(said)).toBeDefined();
    expect(
      await asked.findByText('1 flagged answer is open. Afterwards only people with root access see it.'),
    ).toBeDefined();
  });

  test.each([
    ['with root access', root, 'Afterwards only people with root access see them.'],
    ['without it', nurse, 'Afterwards you no longer see them.'],
  ] as const)(
    'who takes a patient out of the last group, %s, is told what still waits for somebody',
    async (_, viewer, afterwards) => {
      const page = await openAnn({ viewer, replies: [flags, plans] });
      const asked = await questionOf(page, 'Remove from Heart Clinic', 'Remove from Heart Clinic?');
      expect(
        await asked.findByText(`1 flagged answer is open and 2 follow-ups are planned. ${afterwards}`),
      ).toBeDefined();
    },
  );

  describe('what a group asks', () => {
    const other = { ...inGroup, gId: 3, displayName: 'Diabetes' };
    const inBoth: Reply = [api.listPatientGroups, { groups: [inGroup, other] }];
    const anItem = (schedId: number, gId: number | null | undefined, openCount: number) => ({
      schedId,
      ...(gId !== undefined && { gId }),
      sId: 6,
      surveyName: 'Sleep',
      status: 'Active',
      blockedBy: null,
      dStart: instant,
      due: instant,
      dueDescription: 'Within 1 day',
      oldestOpen: null,
      openCount,
      RRule: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=MO',
      recurrence: '1w',
      scheduleDescription: 'Every week',
      fillCount: null,
      version: 1,
    });
    const asking = (...assessmentSchedule: object[]): Reply => [listSchedule, { assessmentSchedule }];
    const ends = (what: string) =>
      `What this care group asks them ends${what}. If they are added again, it begins anew.`;
    const mayEnd =
      'What this care group may ask them ends, and so do open assessments. If they are added again, it begins anew.';

    test.each([
      // One is of a group out of sight.
      [
        'with open ones',
        [anItem(1, 2, 2), anItem(2, 2, 1), anItem(3, 3, 5), anItem(4, null, 9)],
        ends(', and with it 3 open assessments'),
      ],
      ['with one open', [anItem(1, 2, 1), anItem(3, 3, 5)], ends(', and with it 1 open assessment')],
      ['with none open', [anItem(1, 2, 0), anItem(3, 3, 5)], ends('')],
      ['of which an older server says nothing', [anItem(1, undefined, 1), anItem(3, undefined, 5)], mayEnd],
    ])('%s is said to end to whoever takes a patient out of it', async (_, items, said) => {
      const page = await openAnn({ replies: [inBoth, asking(...items)] });
      const asked = await questionOf(page, 'Remove from Heart Clinic', 'Remove from Heart Clinic?');
      expect(await asked.findByText(said)).toBeDefined();
      expect(page.callsOf(listSchedule).map(({ query }) => query)).toEqual([{ u_id: 31 }]);
    });

    test('is said to end also where it could not be read', async () => {
      const page = await openAnn({ replies: [inBoth, [listSchedule, failure(500)]] });
      const asked = await questionOf(page, 'Remove from Heart Clinic', 'Remove from Heart Clinic?');
      expect(await asked.findByText(mayEnd)).toBeDefined();
    });

    test.each<[string, Reply, number]>([
      ['until it is read', [listSchedule, () => new Promise(() => undefined)], 1],
      ['where it asks nothing', asking(anItem(3, 3, 5)), 0],
    ])('is not spoken of %s', async (_, reply, unread) => {
      const page = await openAnn({ replies: [inBoth, reply] });
      const asked = await questionOf(page, 'Remove from Heart Clinic', 'Remove from Heart Clinic?');
      expect(asked.getByText(/by this care group alone no longer do/)).toBeDefined();
      await waitFor(() => expect(page.callsOf(listSchedule)).toHaveLength(1));
      await waitFor(() => expect(page.queryClient.isFetching({ queryKey: [listSchedule.path] })).toBe(unread));
      await waitFor(() => expect(asked.queryByText(/What this care group/)).toBeNull());
    });
  });

  test('who takes a patient out of one group of two is told of nothing that waits, and it is not read', async () => {
    const other = { ...inGroup, gId: 3, displayName: 'Diabetes' };
    const page = await openAnn({ replies: [[api.listPatientGroups, { groups: [inGroup, other] }], flags, plans] });
    const asked = await questionOf(page, 'Remove from Heart Clinic', 'Remove from Heart Clinic?');
    expect(asked.getByText(/by this care group alone no longer do/)).toBeDefined();
    expect(asked.queryByText(/Afterwards/)).toBeNull();
    expect(page.callsOf(listFlaggedAnswers)).toEqual([]);
  });
});

describe('several patients', () => {
  test('PCG-16 PCG-17 CER-40 pressed without a selection it warns', async () => {
    const page = openPatients();
    await press(page.user, 'Add Selected to Group');
    const warning = await screen.findByRole('alert');
    expect(warning.textContent).toBe('No patients selected.');
    // In the colour of a warning: nothing has failed.
    expect(warning.style.getPropertyValue('--notification-color')).toBe('var(--mantine-color-yellow-8)');
  });

  test('PCG-16 PCG-17 who is selected stays so on the other pages of the list, and of another list nobody is', async () => {
    const [ann, bob] = [aListed(), aListed({ u_ID: 32, name: 'Bob Baker' })];
    const page = openPatients({ replies: [[api.listPatients, listReply([ann], 11)]] });
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select Ann Archer' }));
    page.answer(api.listPatients, listReply([bob], 11));
    await page.user.click(screen.getByRole('button', { name: 'Page 2' }));
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select all 1' }));
    expect(screen.getByText('2 selected')).toBeDefined();
    await page.user.click(screen.getByRole('checkbox', { name: 'Select Bob Baker' }));
    expect(screen.getByText('1 selected')).toBeDefined();
    await press(page.user, 'Add Selected to Group');
    expect(screen.queryByRole('alert')).toBeNull();
    await page.user.type(screen.getByRole('searchbox'), 'Bak');
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
    await press(page.user, 'Add Selected to Group');
    expect((await screen.findByRole('alert')).textContent).toBe('No patients selected.');
  });

  test('PCG-18 with a selection it is disabled, with the reason beside it, and nothing changes on the server', async () => {
    const page = openPatients();
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select Ann Archer' }));
    expect(screen.getByText('1 selected')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    const before = page.calls.length;
    expect(screen.getByText(/cannot be added at once yet/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add Selected to Group' }).getAttribute('aria-disabled')).toBe('true');
    await press(page.user, 'Add Selected to Group');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(page.calls).toHaveLength(before);
  });
});
