import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { routeOf } from '#app/routes.ts';
import { aListed, aPatient, bob, failure, listReply, nurse, openPatients, press, root, rows } from '#test/patients.tsx';
import { openPortal, sessionReplies, setWidth } from '#test/portal.tsx';

type Page = ReturnType<typeof openPatients>;
/** Of the list itself; of the other lists no row is asked for. */
const queries = (page: Page) =>
  page
    .callsOf(api.listPatients)
    .map(({ query }) => query)
    .filter((query) => query['patient_limit'] !== 0);
const lastQuery = (page: Page) => queries(page).at(-1);
const search = () => screen.findByRole('searchbox', { name: 'Search' });
const lists = async () => within(await screen.findByRole('navigation', { name: 'Patient lists' }));

describe('the list', () => {
  test('PCG-01 PCG-02 CCN-15 OPC-51 patients stand in a table: birth dates as MM/DD/YYYY, and "N/A" for what there is not', async () => {
    openPatients();
    await screen.findByRole('button', { name: 'Ann Archer' });
    expect(screen.getByPlaceholderText('Search user by any field')).toBeDefined();
    const table = screen.getByRole('table', { name: 'Patients' });
    const headers = within(table).getAllByRole('columnheader');
    expect(headers.map((one) => one.textContent).slice(1, -1)).toEqual(['Name', 'Date of Birth', 'Phone', 'Email']);
    const names = (await rows()).map((cells) => cells.slice(-5, -1));
    expect(names).toEqual([
      ['Ann Archer', '03/05/1980', '617-555-0123', 'ann@example.com'],
      ['Bob Baker', '11/30/1975', 'N/A', 'N/A'],
    ]);
  });

  test('RTE-27 the page is called "Patients"', () => {
    expect(routeOf('/patients')).toMatchObject({ title: 'Patients', access: {} });
    expect(routeOf('/patients')?.page).toBeDefined();
  });

  test('PCG-03 CCN-28 OPC-49 the lists beside the care groups have their numbers and ask by type or status', async () => {
    const page = openPatients();
    const tree = await lists();
    await tree.findByRole('button', { name: 'Heart Clinic' });
    expect(tree.getAllByRole<HTMLButtonElement>('button').map((one) => [one.textContent, one.value])).toEqual([
      ['Non-Portal Patients', '-2'],
      ['Non-Digital Patients', '-4'],
      ['Pending Patients', '0'],
      ['Deactivated Patients', '-1'],
      ['Portal Patients', ''],
      ['Cardiology', '1'],
      ['Heart Clinic', '2'],
      ['Diabetes', '3'],
    ]);
    const asked = { patient_start: 0, patient_limit: 10 };
    for (const [name, query] of [
      ['Non-Portal Patients', { patient_type: 2 }],
      ['Non-Digital Patients', { patient_type: 3 }],
      ['Pending Patients', { patient_status: 0 }],
      ['Deactivated Patients', { patient_status: -1 }],
      ['Heart Clinic', { g_id: [2], patient_type: 1, patient_status: 1 }],
    ] as const) {
      await page.user.click(tree.getByRole('button', { name }));
      await waitFor(() => expect(tree.getByRole('button', { name }).getAttribute('aria-current')).toBe('true'));
      await waitFor(() => expect(lastQuery(page)).toEqual({ ...query, ...asked }));
    }
    await page.user.click(tree.getByRole('button', { name: 'Portal Patients' }));
    expect(page.router.state.location.search).toEqual({});
  });

  test('PST-07 OPC-60 without root access there are portal patients alone, whatever the address says', async () => {
    const page = openPatients({ viewer: nurse, route: '/patients?group=-1' });
    const tree = await lists();
    await tree.findByRole('button', { name: 'Heart Clinic' });
    expect(tree.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Portal Patients',
      'Cardiology',
      'Heart Clinic',
      'Diabetes',
    ]);
    await screen.findByRole('button', { name: 'Ann Archer' });
    expect(queries(page)).toEqual([{ patient_type: 1, patient_status: 1, patient_start: 0, patient_limit: 10 }]);
  });

  test('PCG-05 the pages are the server’s: their number and size stand in the address', async () => {
    const page = openPatients({ replies: [[api.listPatients, listReply([aListed()], 23)]] });
    await screen.findByText('1–1 of 23');
    await press(page.user, 'Page 2');
    await waitFor(() => expect(lastQuery(page)).toMatchObject({ patient_start: 10, patient_limit: 10 }));
    expect(page.router.state.location.search).toEqual({ page: 2 });
    const size = screen.getByRole('combobox', { name: 'Patients: rows per page' });
    expect([...size.querySelectorAll('option')].map((one) => one.textContent)).toEqual(['5', '10', '25']);
    await page.user.selectOptions(size, '25');
    await waitFor(() => expect(lastQuery(page)).toMatchObject({ patient_start: 0, patient_limit: 25 }));
    expect(page.router.state.location.search).toEqual({ size: 25 });
  });

  test('PCG-05 a page that was emptied gives way to the last one', async () => {
    const page = openPatients({
      route: '/patients?page=4',
      replies: [
        [
          api.listPatients,
          ({ query }: { query: { patient_start: number } }) =>
            listReply(query.patient_start < 20 ? [aListed()] : [], 12),
        ],
      ],
    });
    await screen.findByRole('button', { name: 'Ann Archer' });
    expect(page.router.state.location.search).toEqual({ page: 2 });
  });

  test('PCG-05 where the search finds more than can be shown, it says so', async () => {
    openPatients({ replies: [[api.listPatients, listReply([aListed()], 2000, true)]] });
    expect(await screen.findByText('1–1 of more than 2,000')).toBeDefined();
  });

  test('PCG-06 CCN-13 OPC-49 what is typed is sent once, 400 ms after the last key, and the first page is shown', async () => {
    const page = openPatients({ route: '/patients?page=2', replies: [[api.listPatients, listReply([aListed()], 23)]] });
    await screen.findByRole('button', { name: 'Ann Archer' });
    const field = await search();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (const value of ['a', 'an', 'ann']) {
        fireEvent.change(field, { target: { value } });
        vi.advanceTimersByTime(399);
      }
      expect(page.router.state.location.search).toEqual({ page: 2 });
      vi.advanceTimersByTime(1);
    } finally {
      vi.useRealTimers();
    }
    await waitFor(() => expect(queries(page)).toHaveLength(2));
    expect(lastQuery(page)).toMatchObject({ filter_all_fields: 'ann', patient_start: 0 });
    await waitFor(() => expect(page.router.state.location.search).toEqual({}));
  });

  test('PCG-07 an empty group says so by its name', async () => {
    openPatients({ route: '/patients?group=-2', replies: [[api.listPatients, listReply([])]] });
    expect(await screen.findByText('No patients to display in Non-Portal Patients group')).toBeDefined();
  });

  test('PCG-07 a search without a patient says what it looked for, and is cleared from there', async () => {
    const page = openPatients({
      route: '/patients?group=2&q=6175550199',
      replies: [
        [
          api.listPatients,
          ({ query }: { query: object }) => listReply('filter_all_fields' in query ? [] : [aListed()]),
        ],
      ],
    });
    expect(await screen.findByText('No patient matches “6175550199”.')).toBeDefined();
    expect(((await search()) as HTMLInputElement).value).toBe('6175550199');
    await press(page.user, 'Clear');
    await screen.findByRole('button', { name: 'Ann Archer' });
    expect(page.router.state.location.search).toEqual({ group: 2 });
    expect(((await search()) as HTMLInputElement).value).toBe('');
  });

  test('PCG-03 PCG-04 a search tells how many the other lists have, and opens them there with the same words', async () => {
    const page = openPatients({
      route: '/patients?q=baker&page=2',
      replies: [
        [
          api.listPatients,
          ({ query }: { query: Record<string, unknown> }) =>
            query['patient_type'] === 3
              ? listReply([bob], 2)
              : query['patient_status'] === 0
                ? listReply([bob])
                : listReply([]),
        ],
      ],
    });
    expect(await screen.findByText('No patient matches “baker”.')).toBeDefined();
    await screen.findByRole('button', { name: '1 in Pending Patients' });
    expect(screen.queryByRole('button', { name: /in (Non-Portal|Deactivated|Portal)/ })).toBeNull();
    await press(page.user, '2 in Non-Digital Patients');
    await screen.findByRole('button', { name: 'Bob Baker' });
    expect(page.router.state.location.search).toEqual({ group: -4 });
    expect(screen.queryByRole('button', { name: '2 in Non-Digital Patients' })).toBeNull();
    expect(await screen.findByRole('button', { name: '1 in Pending Patients' })).toBeDefined();
  });

  test('PST-07 without root access a search in a group tells what all groups in sight have', async () => {
    openPatients({
      viewer: nurse,
      route: '/patients?group=2&q=baker',
      replies: [
        [api.listPatients, ({ query }: { query: object }) => ('g_id' in query ? listReply([]) : listReply([bob], 1))],
      ],
    });
    await screen.findByRole('button', { name: '1 in Portal Patients' });
    expect(screen.getAllByRole('button').filter(({ textContent }) => / in /.test(textContent))).toHaveLength(1);
  });

  test('PCG-08 CER-28 a list that could not be read says so, and is read again when asked', async () => {
    const page = openPatients({ replies: [[api.listPatients, failure(500)]] });
    expect(await screen.findByText('There was a problem retrieving patients.')).toBeDefined();
    page.answer(api.listPatients, listReply([aListed()]));
    await press(page.user, 'Try again');
    expect(await screen.findByRole('button', { name: 'Ann Archer' })).toBeDefined();
  });

  test.each<[string, Endpoint, RegExp]>([
    ['patients', api.listPatients, /^No patients to display in .* group$/],
    ['care groups', listCareGroups, /^Ann Archer$/],
  ])('CLN-09 a list of %s that is not found is an empty one', async (_, list, text) => {
    openPatients({ replies: [[list, failure(404, 'none')]] });
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('PCG-04 what changes elsewhere is read anew', async () => {
    const page = openPatients();
    await screen.findByRole('button', { name: 'Ann Archer' });
    page.answer(api.listPatients, listReply([bob]));
    await page.live.tell({ type: 'patient.changed', id: 31 });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Ann Archer' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Bob Baker' })).toBeDefined();
  });

  test('PCG-03 on a phone the lists are one field, with the groups below each other', async () => {
    setWidth(390);
    const page = openPatients();
    const field = await screen.findByRole('combobox', { name: 'Patient list' });
    await within(field).findByRole('option', { name: /Heart Clinic/ });
    expect([...field.querySelectorAll('option')].map((one) => one.value)).toEqual([
      '-2',
      '-4',
      '0',
      '-1',
      '',
      '1',
      '2',
      '3',
    ]);
    await page.user.selectOptions(field, '-1');
    await waitFor(() => expect(lastQuery(page)).toMatchObject({ patient_status: -1 }));
  });

  test('PRV-04 a sponsor reads that their role does not see patients, and nothing is asked', async () => {
    const page = openPatients({ viewer: { type: 'Sponsor' } });
    expect(await screen.findByText('Your role does not see patients.')).toBeDefined();
    expect(queries(page)).toEqual([]);
  });
});

describe('the way to a patient', () => {
  test('PCG-10 OPN-41 "Open" leads to the patient’s page with their number', async () => {
    const page = openPatients();
    await press(page.user, 'Open, Ann Archer');
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/patient'));
    expect(page.router.state.location.state).toMatchObject({ uId: 31 });
  });

  test('PCG-06 PCG-10 whoever opens a patient before their search is sent stays with the patient', async () => {
    const page = openPortal('/patients', [
      ...sessionReplies(root),
      [listCareGroups, { groups: [] }],
      [api.listPatients, listReply([aListed()])],
      [api.readPatient, { patient: aPatient() }],
    ]);
    const open = await screen.findByRole('button', { name: 'Open, Ann Archer' }, { timeout: 30_000 });
    const field = await search();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      fireEvent.change(field, { target: { value: 'clara' } });
      fireEvent.click(open);
      // The list stands until the page of the patient is there, longer than it takes to send a search.
      vi.advanceTimersByTime(400);
    } finally {
      vi.useRealTimers();
    }
    await screen.findByRole('region', { name: 'Profile' }, { timeout: 30_000 });
    expect(page.path()).toBe('/patient');
    expect(window.history.state).toMatchObject({ uId: 31 });
  });

  test('OPC-15 with TrialCard there is no such page, so nothing leads there', async () => {
    openPatients({ viewer: { ...root, modules: ['TrialCard'] } });
    await screen.findByRole('button', { name: 'Ann Archer' });
    expect(screen.queryByRole('button', { name: 'Open, Ann Archer' })).toBeNull();
  });
});
