import * as api from '@portal/contract/assessments/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import Assessments from '#pages/Assessments.tsx';
import { aSurvey } from '#test/surveys.ts';
import { isOff } from '#test/buttons.ts';
import { type Call, openPortal, renderPage, type Reply, sessionReplies } from '#test/portal.tsx';

const administrator = { type: 'Admin' as const, adminRights: true, modules: ['ClinicalManagement' as const] };
const failure = (status: number, message = '') => ({ status, body: { code: 'unexpected', message } });

const open = (
  surveys = [aSurvey()],
  { replies = [], route = '/management/assessments' }: { replies?: Reply[]; route?: string } = {},
) =>
  renderPage(<Assessments />, {
    viewer: administrator,
    route,
    replies: [
      [
        api.readSurveys,
        ({ query }: Call) =>
          query.surveyId === undefined
            ? { surveys }
            : { surveyDetails: surveys.filter(({ surveyId }) => surveyId === query.surveyId) },
      ],
      ...replies,
    ],
  });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Assessment List' }))
    .getAllByRole('row')
    .slice(1);

test('ASB-01 the list of assessments is hidden and shown again', async () => {
  const { user } = open();
  await screen.findByText('Check-up');
  await user.click(button('Hide Assessment List'));
  expect(screen.queryByRole('table', { name: 'Assessment List' })).toBeNull();
  await user.click(button('Show Assessment List'));
  expect(await screen.findByRole('table', { name: 'Assessment List' })).toBeDefined();
});

test('ASB-02 ASB-03 CLN-25 the list has names and dates, five at first, and those alone that have a graph', async () => {
  const timeCreated = new Date(2026, 0, 3, 16, 5);
  const surveys = [
    ...[1, 2, 3, 4, 5, 6].map((n) => aSurvey({ surveyId: n, surveyName: `Assessment ${n}`, timeCreated })),
    aSurvey({ surveyId: 9, surveyName: 'Without questions', hasQuestionGraph: 'false', questionsGraph: '' }),
  ];
  const { user, callsOf } = open(surveys);
  await screen.findByText('Assessment 1');
  const table = within(await screen.findByRole('table', { name: 'Assessment List' }));
  expect(
    table
      .getAllByRole('columnheader')
      .slice(0, 2)
      .map(({ textContent }) => textContent),
  ).toEqual(['Assessment Name', 'Date Created']);
  expect(await rows()).toHaveLength(5);
  expect(screen.getAllByText('3 Jan 26, 4:05 PM')).toHaveLength(5);
  const sizes = screen.getByRole<HTMLSelectElement>('combobox', { name: /per page/ });
  expect([...sizes.options].map(({ value }) => value)).toEqual(['5', '10', '25', '100']);
  await user.selectOptions(sizes, '100');
  expect(await rows()).toHaveLength(6);
  expect(screen.queryByText('Without questions')).toBeNull();
  expect(button('New Assessment')).toBeDefined();
  expect(callsOf(api.readSurveys)[0]?.query).toEqual({ companyId: 1 });
});

const noQuestions = { nodes: [], edges: [] };
test('ASB-04 ASB-05 ASB-06 ASB-07 a new assessment is created empty, opens in the builder, and is found again in the list as not finished', async () => {
  const made = aSurvey({ surveyId: 12, surveyName: 'Sleep', hasQuestions: false, isUsable: false }, noQuestions);
  const surveys = [aSurvey()];
  const { user, callsOf, router } = open(surveys, {
    replies: [
      [
        api.createSurvey,
        () => {
          surveys.unshift(made);
          return { message: 'Assessment created.', surveyId: 12 };
        },
      ],
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'New Assessment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Assessment' }));
  await user.write(dialog.getByRole('textbox', { name: 'Assessment Name' }), 'Sleep');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByRole('toolbar', { name: 'Assessment Builder' })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Assessment Name' }).value).toBe('Sleep');
  expect(callsOf(api.createSurvey)[0]?.body).toEqual({ surveyName: 'Sleep', nodes: [], edges: [], companyId: 1 });
  expect(router.state.location.search).toEqual({ survey: 12 });
  const [first, ...others] = await rows();
  expect(first?.textContent).toMatch(/^SleepNot finished: it has no questions yet/);
  expect(others).toHaveLength(1);
});

test('ASB-03 an assessment with a question that has problems is told from one without any', async () => {
  open([
    aSurvey({ surveyId: 1, surveyName: 'Broken', isUsable: false }),
    aSurvey({ surveyId: 2, surveyName: 'Begun', isUsable: false, hasQuestions: false }, noQuestions),
    aSurvey({ surveyId: 3, surveyName: 'Sound', newestIsUsable: true }),
    aSurvey({ surveyId: 4, surveyName: 'Corrected', newestIsUsable: false }),
    aSurvey({ surveyId: 5, surveyName: 'Emptied', newestIsUsable: false, hasQuestions: false }, noQuestions),
  ]);
  await screen.findByText('Sound');
  expect((await rows()).map((row) => row.querySelector('td')?.textContent)).toEqual([
    'BrokenHas problems: it cannot be answered yet',
    'BegunNot finished: it has no questions yet',
    'Sound',
    'CorrectedHas problems: patients are asked an earlier definition',
    'EmptiedNot finished: patients are asked an earlier definition',
  ]);
});

test('ASB-07 ERR-28 when an assessment is not created the status is said, and the list stays as it was', async () => {
  const { user, callsOf } = open([aSurvey()], { replies: [[api.createSurvey, failure(500, 'It broke.')]] });
  await user.click(await screen.findByRole('button', { name: 'New Assessment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Assessment' }));
  expect(isOff(dialog.getByRole('button', { name: 'Create' }))).toBe(true);
  await user.write(dialog.getByRole('textbox', { name: 'Assessment Name' }), 'Sleep');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('It broke. (500)')).toBeDefined();
  expect(callsOf(api.createSurvey)).toHaveLength(1);
  expect(callsOf(api.readSurveys)).toHaveLength(1);
});

test('ASB-28 ERR-27 what could not be read is an empty list and an empty place, and nothing is said of it', async () => {
  const { callsOf } = open([], {
    replies: [[api.readSurveys, failure(500, 'broken')]],
    route: '/management/assessments?survey=7',
  });
  expect(await screen.findByText('No assessments to display')).toBeDefined();
  await waitFor(() => expect(callsOf(api.readSurveys)).toHaveLength(2));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('an assessment is copied with its questions, under another name', async () => {
  const { user, callsOf } = open([aSurvey()], { replies: [[api.createSurvey, { message: 'ok', surveyId: 8 }]] });
  await user.click(await screen.findByRole('button', { name: 'Actions for Check-up' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy Assessment' }));
  expect(dialog.getByText('It begins with 2 questions.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(callsOf(api.createSurvey)).toHaveLength(1));
  const { surveyName, nodes, edges } = callsOf(api.createSurvey)[0]?.body ?? {};
  expect([surveyName, nodes.length, edges.length]).toEqual(['Copy of Check-up', 2, 2]);
});

test('a file that is no assessment is refused, and one that is becomes a new assessment', async () => {
  const { user, callsOf } = open([aSurvey()], { replies: [[api.createSurvey, { message: 'ok', surveyId: 8 }]] });
  const field = await screen.findByLabelText<HTMLInputElement>('Assessment as JSON');
  await user.upload(field, new File(['{"nodes": 3}'], 'a.json', { type: 'application/json' }));
  expect(await screen.findByText('The file is not an assessment that was exported here.')).toBeDefined();
  const file = JSON.stringify({ surveyName: 'From a file', ...JSON.parse(aSurvey().questionsGraph) });
  await user.upload(field, new File([file], 'b.json', { type: 'application/json' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Assessment' }));
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(callsOf(api.createSurvey)[0]?.body.surveyName).toBe('From a file'));
});

test('who does not see the whole company reads assessments and builds none', async () => {
  const { user } = renderPage(<Assessments />, {
    viewer: { ...administrator, type: 'Nurse', seesWholeCompany: false },
    route: '/management/assessments?survey=7',
    replies: [
      [
        api.readSurveys,
        ({ query }: Call) => (query.surveyId === undefined ? { surveys: [aSurvey()] } : { surveyDetails: [aSurvey()] }),
      ],
    ],
  });
  expect(await screen.findByText('Only for reading')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'New Assessment' })).toBeNull();
  await user.click(button('Actions for Check-up'));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Open',
    'Export as JSON',
  ]);
});

test('ROL-12 with module ClinicalManagement an administrator opens the page of assessments', async () => {
  openPortal('/management/assessments', [
    ...sessionReplies(administrator),
    [api.readSurveys, { surveys: [aSurvey()] }],
  ]);
  expect(await screen.findByRole('heading', { name: 'Assessment List' })).toBeDefined();
  expect(await screen.findByText('Check-up')).toBeDefined();
});
