import { readSurveys } from '@portal/contract/assessments/endpoints.ts';
import * as api from '@portal/contract/workflows/assessment-endpoints.ts';
import { listWorkflowDocuments } from '@portal/contract/workflows/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aSurvey } from '#test/surveys.ts';
import { isOff } from '#test/buttons.ts';
import { renderPage, type Reply } from '#test/portal.tsx';
import type { WorkflowAssessment } from './assessment-queries.ts';
import { AssessmentsTab } from './AssessmentsTab.tsx';
import { WorkflowFacts } from './WorkflowFacts.tsx';

const checkUp: WorkflowAssessment = {
  surveyId: 7,
  surveyName: 'Check-up',
  triggerId: 5,
  triggerType: 'Time',
  triggerValue: '3d',
  triggerDescription: 'All the time',
  triggerIdentifier: 'survey|7|2',
  version: 4,
};
const shipped: WorkflowAssessment = {
  ...checkUp,
  surveyId: 9,
  triggerId: 6,
  surveyName: 'On arrival',
  triggerType: 'Rx Status Change',
  triggerValue: 'Shipped',
};
const surveys = [
  aSurvey(),
  aSurvey({ surveyId: 8, surveyName: 'Sleep' }),
  aSurvey({ surveyId: 10, surveyName: 'Imported', defaultRecurrence: -1 }),
];
const viewer = { type: 'Admin' as const, adminRights: true, modules: ['ClinicalManagement' as const] };
const open = (assessments: readonly WorkflowAssessment[] = [checkUp], replies: Reply[] = []) =>
  renderPage(<AssessmentsTab gId={2} />, {
    viewer,
    replies: [
      [api.listWorkflowAssessments, assessments],
      [readSurveys, { surveys }],
      [api.addWorkflowAssessment, { message: 'ok', triggerId: 6 }],
      [api.changeWorkflowAssessment, { message: 'ok', version: 5 }],
      [api.removeWorkflowAssessment, { message: 'ok' }],
      ...replies,
    ],
  });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const text = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const act = async (user: ReturnType<typeof open>['user'], label: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Check-up' }));
  await user.click(await screen.findByRole('menuitem', { name: label }));
  await screen.findByRole('dialog');
};

test('CGW-18 the assessments of a group stand with what triggers each, also those of a type that is not offered', async () => {
  const rare = { ...checkUp, surveyId: 11, triggerId: 7, surveyName: 'Now and then', triggerValue: '501d' };
  const { callsOf } = open([checkUp, shipped, rare]);
  const cellsOf = async (name: string) =>
    within((await screen.findByText(name)).closest('tr') as HTMLElement)
      .getAllByRole('cell')
      .slice(0, 4)
      .map(({ textContent }) => textContent);
  expect(await cellsOf('Check-up')).toEqual(['Check-up', 'Time', 'Every 3 days', 'All the time']);
  expect(await cellsOf('Now and then')).toEqual(['Now and then', 'Time', 'Every 501 days', 'All the time']);
  expect(await cellsOf('On arrival')).toEqual(['On arrival', 'Rx Status Change', 'Shipped', 'All the time']);
  expect(callsOf(api.listWorkflowAssessments)[0]?.query).toEqual({ companyId: 1, gId: 2 });
});

test('SST-19 CGW-14 OPS-88 a change of status that triggers an assessment is read where it stands: Open, Request Submitted, Processing, Shipped, Cancelled', async () => {
  const statuses = ['Open', 'Request Submitted', 'Processing', 'Shipped', 'Cancelled'];
  open(statuses.map((triggerValue, at) => ({ ...shipped, surveyId: 20 + at, triggerId: 20 + at, triggerValue })));
  await screen.findByText('Processing');
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1, 3)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['Rx Status Change', 'Open'],
    ['Rx Status Change', 'Request Submitted'],
    ['Rx Status Change', 'Processing'],
    ['Rx Status Change', 'Shipped'],
    ['Rx Status Change', 'Cancelled'],
  ]);
});

test('CGW-06 CGW-07 CGW-10 CGW-11 CGW-13 CGW-15 an assessment that is offered and not there yet is added once everything is filled in', async () => {
  const page = open();
  const { user, callsOf } = page;
  await user.click(await screen.findByRole('button', { name: 'Add assessment' }));
  await screen.findByRole('dialog', { name: 'Add assessment' });
  await user.click(select('Assessment'));
  await user.click(await screen.findByRole('option', { name: 'Sleep' }));
  await user.click(select('Assessment'));
  expect(screen.queryByRole('option', { name: 'Check-up' })).toBeNull();
  expect(screen.queryByRole('option', { name: 'Imported' })).toBeNull();
  expect(
    within(select('Trigger type'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a type', 'Time']);
  await user.selectOptions(select('Trigger type'), 'Time');
  await user.write(text('Trigger value'), '2');
  await user.selectOptions(select('Unit'), 'Weeks');
  expect(isOff(button('Add'))).toBe(true);
  await user.write(text('Trigger description'), 'Two weeks in');
  expect(isOff(button('Add'))).toBe(false);
  await user.click(button('Add'));
  expect(await screen.findByText('“Sleep” is added to this group.')).toBeDefined();
  expect(callsOf(api.addWorkflowAssessment)[0]?.body).toEqual({
    gId: 2,
    companyId: 1,
    surveyActivity: { surveyId: 8, triggerType: 'Time', triggerValue: '2w', triggerDescription: 'Two weeks in' },
  });
});

test('an assessment that cannot be answered is told of before it is given to the group', async () => {
  const { user } = open(
    [checkUp],
    [
      [
        readSurveys,
        {
          surveys: [
            aSurvey({ surveyId: 8, surveyName: 'Sleep' }),
            aSurvey({ surveyId: 11, surveyName: 'Draft', isUsable: false, hasQuestions: false }),
            aSurvey({ surveyId: 12, surveyName: 'Broken', isUsable: false }),
            aSurvey({ surveyId: 13, surveyName: 'Corrected', newestIsUsable: false }),
          ],
        },
      ],
    ],
  );
  await user.click(await screen.findByRole('button', { name: 'Add assessment' }));
  const choose = async (name: string) => {
    await user.click(select('Assessment'));
    await user.click(await screen.findByRole('option', { name }));
  };
  await screen.findByRole('dialog', { name: 'Add assessment' });
  await choose('Draft (not finished)');
  expect(
    screen.getByText(
      '“Draft” cannot be answered: it has no questions yet. Nobody in this group is asked until that is corrected under Assessments.',
    ),
  ).toBeDefined();
  await choose('Broken (has problems)');
  expect(
    screen.getByText(/^“Broken” cannot be answered: its questions have problems, which the builder names\./),
  ).toBeDefined();
  await choose('Corrected (asked in an earlier definition)');
  expect(
    screen.getByText(
      'The newest definition of “Corrected” cannot be answered: its questions have problems, which the builder names. Patients in this group are asked an earlier one until that is corrected under Assessments.',
    ),
  ).toBeDefined();
  await choose('Sleep');
  expect(screen.queryByText(/cannot be answered/)).toBeNull();
});

test('CGW-06 CGW-11 assessments of one name are told apart, and one that cannot be answered says so in the choice', async () => {
  const { user } = open(
    [],
    [
      [
        readSurveys,
        {
          surveys: [
            aSurvey({ surveyId: 8, surveyName: 'Sleep', timeCreated: new Date(2026, 0, 3, 16, 5) }),
            aSurvey({ surveyId: 9, surveyName: 'Sleep', timeCreated: new Date(2026, 0, 4, 9, 0) }),
            aSurvey({ surveyId: 10, surveyName: 'Pain', timeCreated: new Date(2026, 0, 4, 9, 0) }),
            aSurvey({ surveyId: 11, surveyName: 'Pain', timeCreated: new Date(2026, 0, 4, 9, 0), isUsable: false }),
            aSurvey({ surveyId: 12, surveyName: 'Draft', isUsable: false, hasQuestions: false }),
          ],
        },
      ],
    ],
  );
  await user.click(await screen.findByRole('button', { name: 'Add assessment' }));
  await screen.findByRole('dialog', { name: 'Add assessment' });
  await user.click(select('Assessment'));
  const offered = within(await screen.findByRole('listbox', { name: 'Assessment' }));
  expect(offered.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Sleep, created 3 Jan 26, 4:05 PM',
    'Sleep, created 4 Jan 26, 9:00 AM',
    'Pain, created 4 Jan 26, 9:00 AM, number 10',
    'Pain, created 4 Jan 26, 9:00 AM, number 11 (has problems)',
    'Draft (not finished)',
  ]);
});

test('CGW-08 CGW-15 how often an assessment comes back is looked at and changed, also beyond what a person may set for one patient', async () => {
  const { user, callsOf } = open();
  await act(user, 'View');
  await screen.findByRole('dialog', { name: 'Check-up' });
  expect([text('Trigger value').value, select('Unit').value, text('Trigger description').value]).toEqual([
    '3',
    'd',
    'All the time',
  ]);
  await user.clear(text('Trigger value'));
  await user.write(text('Trigger value'), '0');
  expect(isOff(button('Confirm'))).toBe(true);
  await user.clear(text('Trigger value'));
  await user.write(text('Trigger value'), '501');
  expect(isOff(button('Confirm'))).toBe(false);
  await user.clear(text('Trigger value'));
  await user.write(text('Trigger value'), '1');
  await user.selectOptions(select('Unit'), 'Months');
  await user.click(button('Confirm'));
  expect(await screen.findByText('“Check-up” is changed.')).toBeDefined();
  expect(callsOf(api.changeWorkflowAssessment)[0]?.body).toEqual({
    gId: 2,
    companyId: 1,
    version: 4,
    surveyActivity: { surveyId: 7, triggerType: 'Time', triggerValue: '1M', triggerDescription: 'All the time' },
  });
});

test('CGW-20 an assessment is taken out of the group after a question', async () => {
  const page = open();
  await act(page.user, 'Remove');
  expect(await screen.findByText('Would you like to remove “Check-up” from this group?')).toBeDefined();
  page.answer(api.listWorkflowAssessments, []);
  await page.user.click(button('Remove'));
  expect(await screen.findByText('No assessments to display')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.callsOf(api.removeWorkflowAssessment)[0]?.query).toEqual({ companyId: 1, gId: 2, surveyId: 7 });
});

test('CLN-19 before an assessment is taken out, "Close" keeps it', async () => {
  const { user, callsOf } = open();
  await act(user, 'Remove');
  const dialog = await screen.findByRole('dialog', { name: 'Remove assessment' });
  expect(within(dialog).getByRole('button', { name: 'Remove' })).toBeDefined();
  await user.click(within(dialog).getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Check-up')).toBeDefined();
  expect(callsOf(api.removeWorkflowAssessment)).toEqual([]);
});

test('CGW-08 REL-07 how often an assessment comes back is confirmed again after somebody else has changed it, and what was typed stays', async () => {
  const current = { ...checkUp, triggerValue: '2d', version: 9 };
  const body = { code: 'stale', message: 'Someone else has changed this.', detail: { current } };
  const page = open([checkUp], [[api.changeWorkflowAssessment, { status: 409, body }]]);
  await act(page.user, 'View');
  await page.user.write(text('Trigger description'), ' again');
  await page.user.click(button('Confirm'));
  expect(await screen.findByText('Trigger value is now “2 days”.')).toBeDefined();
  page.answer(api.changeWorkflowAssessment, { message: 'ok', version: 10 });
  await page.user.click(button('Confirm'));
  expect(await screen.findByText('“Check-up” is changed.')).toBeDefined();
  expect(page.callsOf(api.changeWorkflowAssessment).at(-1)?.body).toMatchObject({
    version: 9,
    surveyActivity: { triggerValue: '2d', triggerDescription: 'All the time again' },
  });
});

test('what is refused is said in the dialog', async () => {
  const body = { code: 'workflow.survey_already', message: 'The assessment is already part of this workflow.' };
  const { user } = open([checkUp], [[api.changeWorkflowAssessment, { status: 409, body }]]);
  await act(user, 'View');
  await user.write(text('Trigger description'), ' again');
  await user.click(button('Confirm'));
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('The assessment is already part of this workflow.')).toBeDefined();
});

test('OPS-94 CGW-24 the overview counts and names the documents and assessments of a group', async () => {
  renderPage(<WorkflowFacts gId={2} />, {
    viewer,
    replies: [
      [api.listWorkflowAssessments, [checkUp, shipped]],
      [listWorkflowDocuments, []],
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Assessments (2)' })).toBeDefined();
  expect(screen.getByText('Check-up, every 3 days')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Documents (0)' })).toBeDefined();
  expect(screen.queryByText(/does not send/)).toBeNull();
});

test('OPS-94 two documents of one name that come at one time are two in the overview', async () => {
  const complaints = vi.spyOn(console, 'error');
  onTestFinished(() => complaints.mockRestore());
  const leaflet = {
    ...checkUp,
    docId: 61,
    friendlyName: 'Leaflet',
    triggerType: 'Time',
    triggerIdentifier: 'doc|61|2',
  };
  renderPage(<WorkflowFacts gId={2} />, {
    viewer,
    replies: [
      [api.listWorkflowAssessments, []],
      [
        listWorkflowDocuments,
        [leaflet, { ...leaflet, docId: 62, triggerId: 8, triggerIdentifier: 'doc|62|2' }].map(
          ({ surveyId: _id, surveyName: _name, ...document }) => document,
        ),
      ],
    ],
  });
  expect(await screen.findAllByText('Leaflet, after 3 days')).toHaveLength(2);
  expect(screen.getByText('Planned for patients. The portal does not send them by itself.')).toBeDefined();
  expect(complaints).not.toHaveBeenCalled();
});

test('assessments of a group that could not be read are no empty list: it says so, in words of ours, and they can be read again', async () => {
  const page = open(
    [],
    [[api.listWorkflowAssessments, { status: 500, body: { code: 'unexpected', message: 'broken' } }]],
  );
  expect(await screen.findByText('There was a problem loading the assessments of this group.')).toBeDefined();
  expect(screen.queryByText('No assessments to display')).toBeNull();
  page.answer(api.listWorkflowAssessments, [checkUp]);
  await page.user.click(button('Try again'));
  expect(await screen.findByText('Check-up')).toBeDefined();
});
