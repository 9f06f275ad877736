import type { Endpoint } from '@portal/contract/endpoint.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import * as patients from '@portal/contract/patients/endpoints.ts';
import { listUsers } from '@portal/contract/providers/user-endpoints.ts';
import * as shipments from '@portal/contract/shipments/endpoints.ts';
import * as careGroups from '@portal/contract/care-groups/endpoints.ts';
import * as identity from '@portal/contract/identity/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toastSuccess } from '#kit/toast.ts';
import { type Call, fakeServer, renderPage, signIn } from '#test/portal.tsx';
import { call } from './call.ts';
import { CallFailure } from './failure.ts';
import { noteInput } from './idle.ts';
import { read, useCall, useIntentions } from './queries.ts';
import { type Ending, onSessionEnd, sessionState } from './session.ts';

const asked = { query: { g_id: 2 } };
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('the call succeeded'),
    (failure: unknown) => failure as CallFailure,
  );
const freshSession = () => ({ next: 'session', accessToken: 'fresh', expiresAt: new Date(Date.now() + 300_000) });
const unauthenticated = { status: 401, body: { code: 'unauthenticated', message: 'Request Denied' } };

test('API-01 a call carries the bearer token, and how long ago the last input was', async () => {
  signIn();
  noteInput();
  const server = fakeServer([[participants.listParticipants, { participants: [] }]]);
  await call(participants.listParticipants, asked);
  const [made] = server.calls;
  expect(made?.headers.get('authorization')).toBe('Bearer a-token');
  expect(Number(made?.headers.get('x-idle-ms'))).toBeLessThan(1000);
  expect(made?.query).toEqual({ g_id: 2 });
});

test('OPS-19 P11-15 the reason of a removal goes in the body of its DELETE and not in the address, which proxies write down', async () => {
  signIn();
  const server = fakeServer([[participants.removeParticipant, { message: 'Removed' }]]);
  await call(participants.removeParticipant, { query: { participant_id: 5, version: 2, reason: 'Heart failure' } });
  await call(participants.removeParticipant, { query: { participant_id: 6 } });
  expect(server.calls.map(({ search, sent }) => ({ search, sent }))).toEqual([
    { search: '?participant_id=5&version=2', sent: { reason: 'Heart failure' } },
    { search: '?participant_id=6', sent: undefined },
  ]);
  expect(server.calls[0]?.query).toEqual({ participant_id: 5, version: 2, reason: 'Heart failure' });
});

test('OPC-05 the groups of a list are named `g_id[]` in its address', async () => {
  signIn();
  const server = fakeServer([[patients.listPatients, { patients: [], totalPatients: 0, isMore: false }]]);
  await call(patients.listPatients, { query: { g_id: [2, 3], patient_start: 0, patient_limit: 10 } });
  expect(server.calls.map(({ search }) => search)).toEqual([
    '?g_id%5B%5D=2&g_id%5B%5D=3&patient_start=0&patient_limit=10',
  ]);
});

test('PCG-13 PST-11 PST-12 PRF-15 USR-30 what the server could not do has the sentence of the catalogue, not the words of its answer', async () => {
  signIn();
  const words = { status: 500, body: { code: 'x', message: 'Server words.' } };
  const { addToGroup, removeFromGroup, setPatientStatus, removePatient, readPatient } = patients;
  const asked = [addToGroup, removeFromGroup, setPatientStatus, removePatient, readPatient, listUsers];
  fakeServer(asked.map((one) => [one, words]));
  const sentences = await Promise.all(
    [
      call(addToGroup, { body: { u_id: 1, g_id: 2 } }),
      call(removeFromGroup, { query: { u_id: 1, g_id: 2 } }),
      call(setPatientStatus, { body: { u_id: 1, new_status: 'active' } }),
      call(removePatient, { query: { u_id: 1, removal_type: 'deactivate' } }),
      call(readPatient, { query: { u_id: 1 } }),
      call(listUsers, { query: { companyId: 1, status: 'all' } }),
    ].map(async (work) => (await failureOf(work)).message),
  );
  expect(sentences).toEqual([
    'There was an error while trying to add the group. Please try again later.',
    'There was an error while trying to remove the group. Please try again later.',
    "There was an error while trying to update the patient's status. Please try again later.",
    'There was an error while trying to deactivate the patient. Please try again later.',
    'There was a problem retrieving patient info.',
    'There was a problem retrieving care providers.',
  ]);
});

test('API-02 SES-06 SER-21 a call without a session is denied, and the session ends as expired', async () => {
  signIn();
  const endings: Ending[] = [];
  const stop = onSessionEnd((ending) => endings.push(ending));
  fakeServer([
    [participants.listParticipants, unauthenticated],
    [identity.renewSession, unauthenticated],
  ]);
  const [one, two] = await Promise.all([
    failureOf(call(participants.listParticipants, asked)),
    failureOf(call(participants.listParticipants, { query: { g_id: 3 } })),
  ]);
  stop();
  expect([one.message, two.message]).toEqual(['Request Denied', 'Request Denied']);
  expect(endings).toEqual(['expired']);
  expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
});

test('SEC-03 an aged token is renewed once for all calls that wait, and they are asked again', async () => {
  signIn();
  const server = fakeServer([
    [identity.renewSession, freshSession],
    [
      participants.listParticipants,
      ({ headers }: { headers: Headers }) =>
        headers.get('authorization') === 'Bearer fresh' ? { participants: [] } : unauthenticated,
    ],
  ]);
  await Promise.all([
    call(participants.listParticipants, asked),
    call(participants.listParticipants, { query: { g_id: 3 } }),
  ]);
  const renewals = server.callsOf(identity.renewSession);
  expect(renewals).toHaveLength(1);
  expect(renewals[0]?.headers.get('x-portal')).toBe('1');
  expect(renewals[0]?.headers.get('content-type')).toBe('application/json');
});

test.each([
  [
    'a refused rule',
    400,
    { code: 'participant.subject_taken', message: 'Subject number already exists.' },
    'Subject number already exists.',
  ],
  ['a success of another kind', 201, { participants: [] }, 'Unable to make request'],
])('API-03 CLN-08 %s is a failure that carries status and body', async (_what, status, body, message) => {
  signIn();
  fakeServer([[participants.listParticipants, { status, body }]]);
  const failure = await failureOf(call(participants.listParticipants, asked));
  expect(failure).toBeInstanceOf(CallFailure);
  expect(failure.status).toBe(status);
  expect(failure.message).toBe(message);
});

test.each([
  ['the network fails', () => Promise.reject(new TypeError('fetch failed'))],
  ['the body cannot be read', () => new Response('<html>', { status: 200 })],
  ['the body is not what was promised', () => new Response('{}', { status: 200 })],
])('API-04 SER-20 CLN-12 CER-23 "Unable to make request" when %s', async (_what, reply) => {
  signIn();
  fakeServer([[participants.listParticipants, reply]]);
  expect((await failureOf(call(participants.listParticipants, asked))).message).toBe('Unable to make request');
});

test('a failure without a sentence shows that of its call', async () => {
  signIn();
  fakeServer([[careGroups.listCareGroups, { status: 500, body: { code: 'unexpected' } }]]);
  expect((await failureOf(call(careGroups.listCareGroups, {}))).message).toBe(
    'There was a problem loading care groups',
  );
});

test.each([
  ['a message that is no text', 400, { message: { text: 'Blocked by policy 17' } }],
  ['the words of a gateway', 502, { message: 'upstream 10.0.0.7 refused' }],
  ['the words of a gateway that gave up', 504, { message: 'Endpoint request timed out' }],
])(
  'API-04 SER-20 "Unable to make request", or the sentence of the call, is shown in place of %s',
  async (_what, status, body) => {
    signIn();
    fakeServer([
      [participants.listParticipants, { status, body }],
      [careGroups.listCareGroups, { status, body }],
    ]);
    expect((await failureOf(call(participants.listParticipants, asked))).message).toBe('Unable to make request');
    expect((await failureOf(call(careGroups.listCareGroups, {}))).message).toBe(
      'There was a problem loading care groups',
    );
  },
);

test('what the contract refuses does not leave the browser, and the failure names the field', async () => {
  signIn();
  const server = fakeServer([]);
  const body = { participant_id: 1, isActive: true, extra: 1 } as { participant_id: number; isActive: boolean };
  const failure = await failureOf(call(participants.setParticipantStatus, { body: { ...body, participant_id: 0 } }));
  expect(failure.status).toBe(400);
  expect(Object.keys(failure.fields)).toContain('participant_id');
  expect(server.calls).toEqual([]);
});

function Deactivate() {
  const list = useQuery(read(participants.listParticipants, asked));
  const set = useCall(participants.setParticipantStatus, { refresh: [participants.listParticipants] });
  const create = useCall(shipments.moveBySite, { quiet: true });
  return (
    <>
      <p>{list.data ? `${list.data.participants.length} participants` : 'loading'}</p>
      <button onClick={() => set.mutate({ body: { participant_id: 4, isActive: false } })}>Deactivate</button>
      <button onClick={() => create.mutate({ body: { srId: 1, gId: 2, status: 'cancelled' } })}>Cancel</button>
    </>
  );
}

test('a write shows its failure once, and reads anew what it changed when it succeeds', async () => {
  const { user, answer, callsOf } = renderPage(<Deactivate />, {
    replies: [
      [participants.listParticipants, { participants: [] }],
      [participants.setParticipantStatus, { status: 400, body: { code: 'invalid', message: 'Not now.' } }],
      [shipments.moveBySite, { status: 400, body: { code: 'invalid', message: 'Said by the screen.' } }],
    ],
  });
  await screen.findByText('0 participants');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  expect(screen.queryByText('Said by the screen.')).toBeNull();
  expect(callsOf(participants.listParticipants)).toHaveLength(1);
  answer(participants.setParticipantStatus, { message: 'Done.' });
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(callsOf(participants.listParticipants)).toHaveLength(2));
});

const someone = { fname: 'Ann', lname: 'Able', g_id: 2, dob: '1990-01-01', subject_number: '1', gender: 1 } as const;

/** Presses by name, and waits until so many tries have been sent; `sent` are their headers. */
function pressingOn(endpoint: Endpoint, { user, callsOf }: Pick<ReturnType<typeof renderPage>, 'user' | 'callsOf'>) {
  const sent = () => callsOf(endpoint).map(({ headers }) => headers);
  const press = async (name: string, times: number) => {
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(sent()).toHaveLength(times));
  };
  return { sent, press };
}

function Add() {
  const add = useCall(participants.addParticipant);
  const press = (fname: string) => add.mutate({ body: { ...someone, fname } });
  return (
    <>
      <button onClick={() => press('Ann')}>Add Ann</button>
      <button onClick={() => press('Bea')}>Add Bea</button>
    </>
  );
}

test('REL-06 every try of one intention has the same key; other content and the next intention have another', async () => {
  const { user, answer, callsOf } = renderPage(<Add />, {
    replies: [[participants.addParticipant, () => Promise.reject(new TypeError('offline'))]],
  });
  const keys = () => callsOf(participants.addParticipant).map((made) => made.headers.get('idempotency-key'));
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  await screen.findByRole('button', { name: 'Add Ann' });
  await press('Add Ann');
  await press('Add Ann');
  await press('Add Bea');
  await waitFor(() => expect(keys()).toHaveLength(3));
  answer(participants.addParticipant, { message: 'Participant added.', participantId: 9 });
  await press('Add Bea');
  await waitFor(() => expect(keys()).toHaveLength(4));
  await press('Add Bea');
  await waitFor(() => expect(keys()).toHaveLength(5));
  const [first, second, third, fourth, fifth] = keys();
  expect(second).toBe(first);
  expect(third).not.toBe(second);
  expect(fourth).toBe(third);
  expect(fifth).not.toBe(fourth);
});

test('REL-06 whoever goes back to what they sent first, after an answer that was lost, has its key again', async () => {
  const { user, answer, callsOf } = renderPage(<Add />, {
    replies: [[participants.addParticipant, () => Promise.reject(new TypeError('offline'))]],
  });
  const { sent, press } = pressingOn(participants.addParticipant, { user, callsOf });
  const keys = () => sent().map((headers) => headers.get('idempotency-key'));
  await press('Add Ann', 1);
  answer(participants.addParticipant, { status: 400, body: { code: 'invalid', message: 'No.' } });
  await press('Add Bea', 2);
  await screen.findByText('No.');
  answer(participants.addParticipant, { message: 'Participant added.', participantId: 9 });
  await press('Add Ann', 3);
  await press('Add Ann', 4);
  const [first, other, again, next] = keys();
  expect(other).not.toBe(first);
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

function AddOne() {
  const add = useCall(participants.addParticipant, { ofOneForm: true, refresh: [participants.listParticipants] });
  const press = (fname: string) => add.mutate({ body: { ...someone, fname } });
  return (
    <>
      <button onClick={() => press('Ann')}>Add Ann</button>
      <button onClick={() => press('Bea')}>Add Bea</button>
      <button onClick={() => press('Cleo')}>Add Cleo</button>
    </>
  );
}

test('REL-06 what is changed in one form after an answer that was lost names the try that it takes the place of, until that is known', async () => {
  const { user, answer, callsOf } = renderPage(<AddOne />, {
    replies: [[participants.addParticipant, () => Promise.reject(new TypeError('the line is dead'))]],
  });
  const { sent, press } = pressingOn(participants.addParticipant, { user, callsOf });
  await press('Add Ann', 1);
  answer(participants.addParticipant, {
    status: 409,
    body: { code: 'first_try_done', message: 'It was done.', detail: { done: [sent()[0]?.get('idempotency-key')] } },
  });
  await press('Add Bea', 2);
  await screen.findByText('It was done.');
  answer(participants.addParticipant, { message: 'Participant added.', participantId: 9 });
  await press('Add Bea', 3);
  const [first, second, third] = sent().map((headers) => [
    headers.get('idempotency-key'),
    headers.get('idempotency-instead-of'),
  ]);
  expect(first).toEqual([expect.any(String), null]);
  expect(second).toEqual([expect.any(String), first?.[0]]);
  // The person knows of it by now, and means both.
  expect(third).toEqual([second?.[0], null]);
});

const notKnown = /It is not known whether this was done/;

test.each([
  ['without a network', null],
  ['over a limit', { status: 429, body: { code: 'too_many', message: 'Too many.' } }],
  ['without the right to it', { status: 403, body: { code: 'forbidden', message: 'Request Denied' } }],
  ['where the server fails', { status: 500, body: { code: 'unexpected', message: 'Failed.' } }],
  ['at a proxy that refuses', new Response('<html>', { status: 400 })],
])(
  'REL-06 REL-17 a press %s tells nothing of an earlier one that got no answer, and what is changed then still names it',
  async (_, refusal) => {
    const { user, answer, callsOf } = renderPage(<AddOne />, {
      replies: [[participants.addParticipant, () => Promise.reject(new TypeError('the line is dead'))]],
    });
    const { sent, press } = pressingOn(participants.addParticipant, { user, callsOf });
    const close = async () => {
      const said = await screen.findByRole('alert');
      await user.click(within(said).getByRole('button', { name: 'Close message' }));
      return said.textContent;
    };
    await press('Add Ann', 1);
    await close();
    const isOnline = vi.spyOn(navigator, 'onLine', 'get');
    if (refusal) answer(participants.addParticipant, () => (refusal instanceof Response ? refusal.clone() : refusal));
    else isOnline.mockReturnValue(false);
    await press('Add Ann', 2);
    expect(await close()).toMatch(notKnown);
    // Nor of a press with other content, which has not given up the first as yet.
    await press('Add Bea', 3);
    expect(await close()).toMatch(notKnown);
    isOnline.mockRestore();
    answer(participants.addParticipant, { message: 'Participant added.', participantId: 9 });
    await press('Add Cleo', 4);
    const [first, again, other, last] = sent();
    expect(again?.get('idempotency-key')).toBe(first?.get('idempotency-key'));
    expect(other?.get('idempotency-instead-of')).toBe(first?.get('idempotency-key'));
    expect(last?.get('idempotency-instead-of')?.split(',')).toContain(first?.get('idempotency-key'));
  },
);

test('REL-06 a try that is refused for what it asks was not done before either, and nothing takes its place', async () => {
  const { user, answer, callsOf } = renderPage(<AddOne />, {
    replies: [[participants.addParticipant, () => Promise.reject(new TypeError('the line is dead'))]],
  });
  const { sent, press } = pressingOn(participants.addParticipant, { user, callsOf });
  await press('Add Ann', 1);
  answer(participants.addParticipant, { status: 400, body: { code: 'invalid', message: 'No.' } });
  await press('Add Ann', 2);
  const said = await screen.findByText('No.');
  expect(said.closest('[role=alert]')?.textContent).not.toMatch(notKnown);
  answer(participants.addParticipant, { message: 'Participant added.', participantId: 9 });
  await press('Add Bea', 3);
  expect(sent()[2]?.get('idempotency-instead-of')).toBeNull();
});

test('REL-06 two presses of different things that are of no one form have each the key of their own first try', async () => {
  const { user, answer, callsOf } = renderPage(<Add />, {
    replies: [[participants.addParticipant, () => Promise.reject(new TypeError('the line is dead'))]],
  });
  const { sent, press } = pressingOn(participants.addParticipant, { user, callsOf });
  const keys = () => sent().map((headers) => headers.get('idempotency-key'));
  await press('Add Ann', 1);
  answer(participants.addParticipant, { message: 'Participant added.', participantId: 9 });
  await press('Add Bea', 2);
  await press('Add Ann', 3);
  const [first, other, again] = keys();
  expect(other).not.toBe(first);
  expect(again).toBe(first);
});

function ChangeSeveral() {
  const change = useCall(participants.changeParticipant, { ofOneForm: ({ body }) => body.participant_id });
  const press = (participant_id: number, fname: string) =>
    change.mutate({ body: { ...someone, fname, participant_id, addressChanged: false, version: 3 } });
  return (
    <>
      <button onClick={() => press(9, 'Ann')}>Call 9 Ann</button>
      <button onClick={() => press(9, 'Bea')}>Call 9 Bea</button>
      <button onClick={() => press(8, 'Cleo')}>Call 8 Cleo</button>
    </>
  );
}

test('REL-06 where one list changes several records, a lost try of one is nothing to another, and stays known', async () => {
  const { user, answer, callsOf } = renderPage(<ChangeSeveral />, {
    replies: [[participants.changeParticipant, () => Promise.reject(new TypeError('the line is dead'))]],
  });
  const { sent, press } = pressingOn(participants.changeParticipant, { user, callsOf });
  await press('Call 9 Ann', 1);
  answer(participants.changeParticipant, { message: 'Changed.', version: 4 });
  await press('Call 8 Cleo', 2);
  answer(participants.changeParticipant, { status: 400, body: { code: 'invalid', message: 'No.' } });
  await press('Call 9 Bea', 3);
  const [first, other, second] = sent();
  expect(other?.get('idempotency-instead-of')).toBeNull();
  expect(second?.get('idempotency-instead-of')).toBe(first?.get('idempotency-key'));
});

test('REL-06 REL-07 a lost try that is known to have been done takes no part any more, also where somebody else has changed it since', async () => {
  const { user, answer, callsOf } = renderPage(<ChangeSeveral />, {
    replies: [[participants.changeParticipant, () => Promise.reject(new TypeError('the line is dead'))]],
  });
  const { sent, press } = pressingOn(participants.changeParticipant, { user, callsOf });
  await press('Call 9 Ann', 1);
  const done = [sent()[0]?.get('idempotency-key')];
  answer(participants.changeParticipant, {
    status: 409,
    body: { code: 'stale', message: 'Theirs.', detail: { done } },
  });
  await press('Call 9 Bea', 2);
  await screen.findByText('Theirs.');
  await press('Call 9 Bea', 3);
  expect(sent().map((headers) => headers.get('idempotency-instead-of'))).toEqual([null, done[0], null]);
});

function AddOneOfTwo() {
  const intentions = useIntentions();
  const one = useCall(participants.addParticipant, { ofOneForm: true, intentions });
  const other = useCall(patients.addPatient, { ofOneForm: true, intentions });
  const patient = { firstName: 'Ann', lastName: 'Archer', email: '', phone: '+16175550144', dateOfBirth: '1980-03-05' };
  const body = { ...patient, gender: 1, hasCase: 0, status: 0, userType: 1 } as const;
  return (
    <>
      <button onClick={() => one.mutate({ body: someone })}>One call</button>
      <button onClick={() => other.mutate({ body })}>The other call</button>
    </>
  );
}

test('REL-06 where a form chooses between two calls, each names the lost try of the other', async () => {
  const dead = () => Promise.reject(new TypeError('the line is dead'));
  const { user, callsOf } = renderPage(<AddOneOfTwo />, {
    replies: [
      [participants.addParticipant, dead],
      [patients.addPatient, dead],
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'One call' }));
  await waitFor(() => expect(callsOf(participants.addParticipant)).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'The other call' }));
  await waitFor(() => expect(callsOf(patients.addPatient)).toHaveLength(1));
  const [first] = callsOf(participants.addParticipant);
  const [second] = callsOf(patients.addPatient);
  expect(second?.headers.get('idempotency-instead-of')).toBe(first?.headers.get('idempotency-key'));
});

function AddAndTakeBack() {
  const remove = useCall(participants.removeParticipant, { takesBack: participants.addParticipant });
  return (
    <>
      <Add />
      <button onClick={() => remove.mutate({ query: { participant_id: 9, reason: 'No' } })}>Remove</button>
      <output>Removal: {remove.status}</output>
    </>
  );
}

test.each([
  ['was done', { message: 'Removed.' }, 'success', true],
  ['got no answer either', () => Promise.reject(new TypeError('the line is dead')), 'error', true],
  ['was refused', { status: 400, body: { code: 'invalid', message: 'Not removed.' } }, 'error', false],
])(
  'REL-06 the same content is meant anew once another part of the page has taken back what a lost try may have done, where that %s',
  async (_, removal, status, isAnew) => {
    const { user, answer, callsOf } = renderPage(<AddAndTakeBack />, {
      replies: [
        [participants.addParticipant, () => Promise.reject(new TypeError('the line is dead'))],
        [participants.removeParticipant, removal],
      ],
    });
    const { sent, press } = pressingOn(participants.addParticipant, { user, callsOf });
    await press('Add Ann', 1);
    await press('Add Bea', 2);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByText(`Removal: ${status}`);
    answer(participants.addParticipant, { message: 'Participant added.', participantId: 9 });
    await press('Add Ann', 3);
    const [ann, , again] = sent().map((headers) => ({
      key: headers.get('idempotency-key'),
      insteadOf: headers.get('idempotency-instead-of'),
    }));
    expect([again?.key !== ann?.key, again?.insteadOf]).toEqual([isAnew, isAnew ? ann?.key : null]);
    // It is over then.
    await press('Add Ann', 4);
    expect(sent()[3]?.get('idempotency-instead-of')).toBeNull();
  },
);

test('REL-06 a second press while the first is under way is none, also where something was taken back meanwhile', async () => {
  const adding = Promise.withResolvers<object>();
  const { user, callsOf } = renderPage(<AddAndTakeBack />, {
    replies: [
      [participants.addParticipant, () => adding.promise],
      [participants.removeParticipant, { message: 'Removed.' }],
    ],
  });
  const { sent, press } = pressingOn(participants.addParticipant, { user, callsOf });
  await press('Add Ann', 1);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText('Removal: success');
  await press('Add Ann', 1);
  // Nothing comes after it either.
  await press('Add Bea', 2);
  expect(sent()).toHaveLength(2);
  adding.resolve({ message: 'Participant added.', participantId: 9 });
});

test('REL-06 nor is a second press while what was refused before is sent again, also where something else was sent meanwhile', async () => {
  const refusal = { status: 400, body: { code: 'invalid', message: 'No.' } };
  const { user, answer, callsOf } = renderPage(<Add />, { replies: [[participants.addParticipant, refusal]] });
  const { sent, press } = pressingOn(participants.addParticipant, { user, callsOf });
  await press('Add Ann', 1);
  await screen.findByText('No.');
  const adding = Promise.withResolvers<object>();
  answer(participants.addParticipant, () => adding.promise);
  await press('Add Ann', 2);
  await press('Add Bea', 3);
  await press('Add Ann', 3);
  await press('Add Bea', 3);
  expect(sent()).toHaveLength(3);
  adding.resolve({ message: 'Participant added.', participantId: 9 });
});

test('REL-06 whoever goes back to what was given up for a try that got no answer either begins it anew', async () => {
  const { user, answer, callsOf } = renderPage(<AddOne />, {
    replies: [[participants.addParticipant, () => Promise.reject(new TypeError('the line is dead'))]],
  });
  const keys = () => callsOf(participants.addParticipant).map(({ headers }) => headers.get('idempotency-key'));
  await user.click(await screen.findByRole('button', { name: 'Add Ann' }));
  await waitFor(() => expect(keys()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Add Bea' }));
  await waitFor(() => expect(keys()).toHaveLength(2));
  const [givenUp] = keys();
  const reused = { status: 422, body: { code: 'given_up', message: 'Nothing was done.' } };
  answer(participants.addParticipant, ({ headers }: Call) =>
    headers.get('idempotency-key') === givenUp ? reused : { message: 'Participant added.', participantId: 9 },
  );
  await user.click(screen.getByRole('button', { name: 'Add Ann' }));
  await waitFor(() => expect(keys()).toHaveLength(4));
  expect(keys()[2]).toBe(givenUp);
  expect(keys()[3]).not.toBe(givenUp);
  expect(screen.queryByText('This key was used.')).toBeNull();
});

test('REL-06 a toast says no more of a lost answer than is known', async () => {
  const { user, answer } = renderPage(<Add />, {
    replies: [[participants.addParticipant, () => Promise.reject(new TypeError('the line is dead'))]],
  });
  await user.click(await screen.findByRole('button', { name: 'Add Ann' }));
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toContain('It is not known whether this was done.');
  answer(participants.addParticipant, { status: 400, body: { code: 'invalid', message: 'No.' } });
  await user.click(screen.getByRole('button', { name: 'Add Bea' }));
  expect((await screen.findByText('No.')).textContent).not.toContain('not known');
});

function Change() {
  const change = useCall(participants.changeParticipant);
  const press = (version: number) =>
    change.mutate({ body: { ...someone, participant_id: 9, addressChanged: false, version } });
  return (
    <>
      <button onClick={() => press(3)}>Change version 3</button>
      <button onClick={() => press(4)}>Change version 4</button>
    </>
  );
}

test('REL-06 REL-07 a change whose answer was lost is sent again by the same key', async () => {
  const { user, callsOf } = renderPage(<Change />, {
    replies: [[participants.changeParticipant, () => Promise.reject(new TypeError('offline'))]],
  });
  const keys = () => callsOf(participants.changeParticipant).map((made) => made.headers.get('idempotency-key'));
  for (const [at, version] of [3, 3, 4].entries()) {
    await user.click(await screen.findByRole('button', { name: `Change version ${version}` }));
    await waitFor(() => expect(keys()).toHaveLength(at + 1));
  }
  const [first, second, other] = keys();
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

function AddAndSay() {
  const add = useCall(participants.addParticipant);
  const press = async () => {
    await add.mutateAsync({ body: someone });
    toastSuccess('Ann was added.');
  };
  return <button onClick={() => void press()}>Add Ann</button>;
}

test('REL-06 presses that a busy page has kept are one: what is said of it is said once', async () => {
  let end: (reply: unknown) => void = () => undefined;
  const { callsOf } = renderPage(<AddAndSay />, {
    replies: [[participants.addParticipant, () => new Promise((resolve) => (end = resolve))]],
  });
  const button = await screen.findByRole('button', { name: 'Add Ann' });
  for (let n = 0; n < 3; n++) {
    button.click();
    // What a browser does between two presses, before any timer.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  }
  await waitFor(() => expect(callsOf(participants.addParticipant)).toHaveLength(1));
  end({ message: 'Participant added.', participantId: 9 });
  expect(await screen.findAllByText('Ann was added.')).toHaveLength(1);
  button.click();
  await waitFor(() => expect(callsOf(participants.addParticipant)).toHaveLength(2));
});

test('REL-06 REL-17 a press while the same is under way is not sent again and its failure told once; the end of one intention leaves the key of another', async () => {
  const ends = new Map<string, (reply: unknown) => void>();
  const { user, callsOf } = renderPage(<Add />, {
    replies: [
      [
        participants.addParticipant,
        ({ sent }: { sent: { fname: string } }) => new Promise((resolve) => ends.set(sent.fname, resolve)),
      ],
    ],
  });
  const names = () => callsOf(participants.addParticipant).map(({ sent }) => (sent as { fname: string }).fname);
  const press = (name: string) => screen.getByRole('button', { name }).click();
  await screen.findByRole('button', { name: 'Add Ann' });
  press('Add Ann');
  press('Add Bea');
  press('Add Bea');
  await waitFor(() => expect(names()).toEqual(['Ann', 'Bea']));
  ends.get('Ann')?.({ message: 'Participant added.', participantId: 9 });
  ends.get('Bea')?.({ status: 503, body: { code: 'unavailable', message: 'Come again.' } });
  expect(await screen.findAllByRole('alert')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Add Bea' }));
  await waitFor(() => expect(names()).toEqual(['Ann', 'Bea', 'Bea']));
  const [ann, bea, again] = callsOf(participants.addParticipant).map(({ headers }) => headers.get('idempotency-key'));
  expect(ann).not.toBe(bea);
  expect(again).toBe(bea);
});
