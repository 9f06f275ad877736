import { listSurveysOfProvider } from '@portal/contract/assessments/endpoints.ts';
import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { moreHeader } from '@portal/contract/endpoint.ts';
import { exportResponses } from '@portal/contract/responses/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { routeOf } from '#app/routes.ts';
import { isOff } from '#test/buttons.ts';
import { catchFiles } from '#test/downloads.ts';
import { cardiology, clinic, failure, press } from '#test/patients.tsx';
import { aReply, type Reply, renderPage } from '#test/portal.tsx';
import ManageSurveys from './ManageSurveys.tsx';

const surveys = [
  { sId: 5, surveyId: 5, surveyName: 'Pain Check / Week', timeCreated: new Date(2026, 0, 3, 16, 5) },
  { sId: 6, surveyId: 6, surveyName: 'Mood', timeCreated: new Date(2026, 0, 4, 9, 0) },
];
const open = (replies: Reply[] = []) =>
  renderPage(<ManageSurveys />, {
    viewer: { type: 'Nurse', modules: ['Assessments'] },
    route: '/manage-surveys',
    replies: [
      [listSurveysOfProvider, { surveys }],
      [listCareGroups, { groups: [cardiology, clinic] }],
      [exportResponses, { responses: [{ Patient: 'Ann Archer', Score: 7 }] }],
      ...replies,
    ],
  });

describe('the list', () => {
  test('RTE-08 OPC-14 the page is called "Assessments"', () => {
    expect(routeOf('/manage-surveys')).toMatchObject({ title: 'Assessments', access: { module: 'Assessments' } });
    expect(routeOf('/manage-surveys')?.page).toBeDefined();
  });

  test('ASL-01 CAB-13 assessments stand in a table', async () => {
    const page = open();
    await screen.findByText('Mood');
    const rows = within(screen.getByRole('table', { name: 'Assessments' })).getAllByRole('row');
    expect([...rows[0]!.querySelectorAll('th')].map((one) => one.textContent)).toEqual([
      'Assessment',
      'Time Created',
      'Action',
    ]);
    expect(rows.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))).toEqual([
      ['Pain Check / Week', '3 Jan 26, 4:05 PM', 'Export Responses'],
      ['Mood', '4 Jan 26, 9:00 AM', 'Export Responses'],
    ]);
    expect(page.callsOf(listSurveysOfProvider).map(({ query }) => query)).toEqual([{ cpId: 3 }]);
  });

  test('ASL-04 CER-27 a list that could not be read says so', async () => {
    open([[listSurveysOfProvider, failure(500, 'broken')]]);
    expect(await screen.findByText('There was a problem fetching assessments.')).toBeDefined();
  });

  test('CLN-09 a list that is not found is an empty one', async () => {
    open([[listSurveysOfProvider, failure(404, 'none')]]);
    expect(await screen.findByText('There are no assessments yet.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the export', () => {
  const files = catchFiles(new Date(2026, 2, 5, 12));
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' });
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  const openDialog = async (replies: Reply[] = []) => {
    const page = open(replies);
    await press(page.user, 'Export Responses, Pain Check / Week');
    const dialog = within(await screen.findByRole('dialog', { name: 'Export Responses' }));
    expect(dialog.getByText('Pain Check / Week')).toBeDefined();
    return page;
  };
  const fill = async ({ user }: ReturnType<typeof open>, start = '01/02/2026', end = '28/02/2026') => {
    await user.selectOptions(screen.getByRole('combobox', { name: 'Care Group' }), '2');
    await user.type(field('Start Date'), start);
    await user.type(field('End Date'), end);
  };

  test('CLN-09 care groups that are not found are none, and the export says nothing of them', async () => {
    const page = await openDialog([[listCareGroups, failure(404, 'none')]]);
    const groups = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Care Group' });
    // Whatever is said is said once they have been asked for.
    await waitFor(() => expect(page.queryClient.getQueryState([listCareGroups.path, null])?.status).toBe('error'));
    expect([...groups.options].map((option) => option.text)).toEqual(['Choose care group']);
    expect(groups.getAttribute('aria-invalid')).not.toBe('true');
  });

  test('the export says whose answers it has: of those who are in the group today', async () => {
    await openDialog();
    const said =
      'The file has the answers of patients who are in this group or below it today, whichever group they were in when they answered.';
    expect(screen.getByRole('combobox', { name: 'Care Group', description: said })).toBeDefined();
  });

  test('ASL-02 ASL-03 OPN-86 OPC-70 CCN-15 CAB-14 a care group and two days make a file with the name of the assessment and today’s', async () => {
    const page = await openDialog();
    expect(field('Start Date').placeholder).toBe('DD/MM/YYYY');
    expect(isOff(submit())).toBe(true);
    await fill(page);
    await page.user.click(submit());
    await screen.findByText('Pain_Check__Week_Survey_Responses_2026-Mar-05.csv is downloaded.');
    expect(page.callsOf(exportResponses).map(({ query }) => query)).toEqual([
      { s_id: 5, g_id: 2, start_date: '2026-02-01', end_date: '2026-02-28' },
    ]);
    expect(files.map(({ name }) => name)).toEqual(['Pain_Check__Week_Survey_Responses_2026-Mar-05.csv']);
    expect(await files[0]?.text).toBe('Patient,Score\r\nAnn Archer,7');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('OPC-70 columns that only some responses have are in the file', async () => {
    const page = await openDialog([
      [exportResponses, { responses: [{ Patient: 'Ann' }, { Patient: 'Bob', Score: 3 }] }],
    ]);
    await fill(page);
    await page.user.click(submit());
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0]?.text).toBe('Patient,Score\r\nAnn,\r\nBob,3');
  });

  test('OPN-59 the times of a response are written in UTC as DD/MM/YYYY HH:mm, an answer that reads like a time as it was given', async () => {
    const response = {
      surveyTime: '2026-02-09T23:05:59.000Z',
      timeCompleted: '2026-02-28T00:00:01.000Z',
      '1. When?': '2026-02-09T23:05:59.000Z',
    };
    const page = await openDialog([[exportResponses, { responses: [response] }]]);
    await fill(page);
    await page.user.click(submit());
    await waitFor(() => expect(files).toHaveLength(1));
    expect((await files[0]?.text)?.split('\r\n')).toEqual([
      'Survey Time,Time Completed,1. When?',
      '09/02/2026 23:05,28/02/2026 00:00,2026-02-09T23:05:59.000Z',
    ]);
  });

  test('OPC-70 all three are needed, and the end does not lie before the start; what is missing or wrong is said', async () => {
    const page = await openDialog();
    expect(screen.getByText('Still missing: Care Group, Start Date, End Date.')).toBeDefined();
    await fill(page, '02/02/2026', '01/02/2026');
    expect(screen.getByText('Please correct: Start Date.')).toBeDefined();
    expect(screen.getByText('Start date must be before end date.')).toBeDefined();
    expect(isOff(submit())).toBe(true);
    await page.user.click(submit());
    expect(page.callsOf(exportResponses)).toEqual([]);
  });

  test.each([
    ['nothing is in it', { responses: [] }],
    ['it is not found', failure(404, 'none')],
  ])('EXP-06 SER-25 OPC-70 where %s no file is made, and a warning says so', async (_, reply) => {
    const page = await openDialog([[exportResponses, reply]]);
    await fill(page);
    await page.user.click(submit());
    expect(await screen.findByText('No responses to export.')).toBeDefined();
    expect(files).toEqual([]);
  });

  test('OPC-70 what the server would cut short does not become a file', async () => {
    const cut = aReply(exportResponses, { responses: [{ Patient: 'Ann' }] }, { [moreHeader]: 'true' });
    const page = await openDialog([[exportResponses, cut]]);
    await fill(page);
    await page.user.click(submit());
    expect(await screen.findByText('The file would be too long. Please choose a shorter period.')).toBeDefined();
    expect(files).toEqual([]);
  });

  test('EXP-07 SER-26 OPC-70 any other failure says so, and what was chosen stays', async () => {
    const page = await openDialog([[exportResponses, failure(500, 'broken')]]);
    await fill(page);
    await page.user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe('There was a problem exporting the responses.');
    expect(field('Start Date').value).toBe('01/02/2026');
    expect(files).toEqual([]);
  });
});
