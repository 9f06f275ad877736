import { findPlaces } from '@portal/contract/go-to/endpoints.ts';
import { listPatients } from '@portal/contract/patients/endpoints.ts';
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aListed, listReply, nurse } from '#test/patients.tsx';
import { type Reply, renderPage } from '#test/portal.tsx';
import { fieldHere, SearchHere } from '#test/sought.tsx';
import type { Viewer } from '#api/session.ts';
import { GoToButton } from './GoToButton.tsx';

const nothing = { requests: [], participants: [], more: false };
const found = {
  requests: [
    { srId: 109, gId: 2, siteName: 'Boston General', status: 'shipped' },
    { srId: 1090, gId: 3, siteName: 'Lyon Clinic', status: 'received' },
  ],
  participants: [
    { participantId: 11, subjectNumber: '109-001', name: 'Bo Müller', gId: 2, siteName: 'Boston General' },
  ],
  more: false,
};

function open(reply: Reply[1] = nothing, viewer: Partial<Viewer> = {}) {
  const page = (
    <>
      <GoToButton />
      <SearchHere />
    </>
  );
  const portal = renderPage(page, { viewer, replies: [[findPlaces, reply]] });
  const { user, router } = portal;
  const at = () => router.state.location.pathname + decodeURIComponent(router.state.location.searchStr);
  const ask = async () => {
    await user.keyboard('{Control>}k{/Control}');
    return screen.findByRole('combobox', { name: 'Page, request, or participant’s number or name' });
  };
  return { ...portal, at, ask };
}
const options = () => screen.getAllByRole('option').map((one) => one.textContent);

test('the key opens the field instead of what the browser has it for, and the button does the same', async () => {
  const { user } = open();
  await screen.findByRole('button', { name: 'Go to' });
  const key = createEvent.keyDown(window, { key: 'k', ctrlKey: true });
  fireEvent(window, key);
  expect(key.defaultPrevented).toBe(true);
  expect(await screen.findByRole('dialog', { name: 'Go to' })).toBeDefined();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const other = createEvent.keyDown(window, { key: 'k' });
  fireEvent(window, other);
  expect(other.defaultPrevented).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Go to' }));
  expect(await screen.findByRole('dialog', { name: 'Go to' })).toBeDefined();
});

test('pages of the person’s own menu are found by their words, and Enter takes the first', async () => {
  const { user, ask, at } = open();
  await ask();
  expect(options()).toEqual(['Participants', 'Shipment Request', 'Documents']);
  await user.keyboard('ship req');
  expect(options()).toEqual(['Shipment Request']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(at()).toBe('/shipment-request'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a number leads to its request or its participant, with the site it is of; Enter may come before the answer', async () => {
  const { user, ask, at } = open(found);
  await ask();
  await user.keyboard('109{Enter}');
  await waitFor(() => expect(at()).toBe('/shipment-request?site=2&request=109'));
  await ask();
  await user.keyboard('109');
  await screen.findByText('Participant 109-001');
  expect(options()).toEqual([
    'Request 109Shipped, Boston General',
    'Request 1090Received, Lyon Clinic',
    'Participant 109-001Bo Müller, Boston General',
  ]);
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe(
    'Participant 109-001Bo Müller, Boston General',
  );
  await user.keyboard('{Enter}');
  await waitFor(() => expect([at(), fieldHere().value]).toEqual(['/participants?site=2', '109-001']));
});

test('where more begin with a number than are shown, it says so until enough of it is typed', async () => {
  const { user, ask, answer } = open({ ...found, more: true });
  await ask();
  await user.keyboard('1');
  expect(await screen.findByText('There are more: type more of the number.')).toBeDefined();
  expect(options()).toHaveLength(3);
  answer(findPlaces, found);
  await user.keyboard('09');
  await waitFor(() => expect(options()).toHaveLength(3));
  expect(screen.queryByText(/There are more/)).toBeNull();
});

test('a participant is found by name, after the pages that have the words; of one letter nobody is asked for', async () => {
  const { user, ask, at, answer, callsOf } = open({ ...nothing, participants: found.participants, more: true });
  await ask();
  await user.keyboard('p');
  await waitFor(() => expect(options()).toEqual(['Participants', 'Shipment Request']));
  expect(callsOf(findPlaces)).toEqual([]);
  await user.keyboard('{Backspace}do');
  await waitFor(() => expect(options()).toEqual(['Documents', 'Participant 109-001Bo Müller, Boston General']));
  expect(callsOf(findPlaces).at(-1)?.query).toEqual({ begins: 'do' });
  expect(screen.getByText('There are more: type more of the name.')).toBeDefined();
  answer(findPlaces, { ...nothing, participants: found.participants });
  await user.keyboard('{Backspace}{Backspace}müller{Enter}');
  await waitFor(() => expect([at(), fieldHere().value]).toEqual(['/participants?site=2', '109-001']));
});

test('what could not be looked for is not said to be nowhere', async () => {
  const { user, ask } = open({ status: 400, body: { code: 'invalid', message: 'No.' } });
  await ask();
  await user.keyboard('777');
  await screen.findByText('There was a problem looking for it. Please type it again.');
  expect(screen.queryByText('Nothing found.')).toBeNull();
});

test('who sees no participants is asked for a page or a request alone', async () => {
  const { user, callsOf } = renderPage(<GoToButton />, {
    viewer: { type: 'Pharmacy User' },
    replies: [[findPlaces, { ...nothing, requests: found.requests }]],
  });
  await screen.findByRole('button', { name: 'Go to' });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Page or number of a request' });
  await user.keyboard('muller');
  await screen.findByText('Nothing found.');
  expect(callsOf(findPlaces)).toEqual([]);
  await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}109');
  await screen.findByText('Request 109');
});

test('a subject number that is typed whole comes before requests that only begin with it; what nobody has is not found', async () => {
  const whole = { ...found.participants[0], subjectNumber: '10' };
  const { user, ask, at, answer } = open({ ...found, participants: [whole] });
  await ask();
  await user.keyboard('10{Enter}');
  await waitFor(() => expect([at(), fieldHere().value]).toEqual(['/participants?site=2', '10']));
  answer(findPlaces, nothing);
  await ask();
  await user.keyboard('777{Enter}');
  await screen.findByText('Nothing found.');
  expect([at(), fieldHere().value]).toEqual(['/participants?site=2', '10']);
});

test('patients in sight are found by their names, and lead to their page', async () => {
  const patients = [aListed({ name: 'Jürgen Müller' }), aListed({ u_ID: 32, name: 'Ann Muller', dob: '1975-11-30' })];
  const { user, router, callsOf } = renderPage(<GoToButton />, {
    viewer: nurse,
    replies: [[listPatients, listReply(patients, 7)]],
  });
  await screen.findByRole('button', { name: 'Go to' });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Page or patient’s name' });
  await user.keyboard('muller');
  await waitFor(() =>
    expect(options()).toEqual(['Jürgen MüllerPatient, born 03/05/1980', 'Ann MullerPatient, born 11/30/1975']),
  );
  expect(screen.getByText('There are more patients: type more of the name.')).toBeDefined();
  expect(callsOf(listPatients).at(-1)?.query).toEqual({ search: 'muller', patient_start: 0, patient_limit: 5 });
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/patient'));
  expect(router.state.location.search).toEqual({ patient: 32 });
});

test('who has no page of patients is asked for none', async () => {
  const { user, ask, callsOf } = open();
  await ask();
  await user.keyboard('muller');
  await screen.findByText('Nothing found.');
  expect(callsOf(listPatients)).toEqual([]);
});
