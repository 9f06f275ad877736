import { listProducts } from '@portal/contract/products/endpoints.ts';
import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { network } from '#test/network.ts';
import { show } from '#test/kit.tsx';
import { fakeServer, renderPage, signIn } from '#test/portal.tsx';
import { call } from '#api/call.ts';
import type { CallFailure } from '#api/failure.ts';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { Dialog, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { OfflineBar } from './OfflineBar.tsx';

interface Heard {
  answer: (endpoint: typeof listProducts, reply: unknown) => Promise<void>;
  press: () => Promise<void>;
  stands: () => Promise<void>;
}

test('REL-17 while there is no network a bar says so', () => {
  const { goes, comes } = network();
  show(<OfflineBar />);
  expect(screen.queryByRole('alert')).toBeNull();
  goes();
  expect(screen.getByRole('alert').textContent).toBe('You are offline. Nothing is sent until you press again.');
  comes();
  expect(screen.queryByRole('alert')).toBeNull();
});

const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

test.each([
  ['a call is answered', async ({ answer, press }: Heard) => answer(listProducts, []).then(press)],
  ['the line stands again', async ({ stands }: Heard) => stands()],
])('REL-17 that there is no network is over as soon as %s, whatever the browser says', async (_when, happens) => {
  const { goes } = network();
  function Page() {
    const list = useQuery(read(listProducts, { query: { g_id: 2 } }));
    useLive(['product.changed'], () => undefined);
    return (
      <>
        <OfflineBar />
        <button type="button" onClick={() => void list.refetch()}>
          Read
        </button>
        <p>{list.status}</p>
      </>
    );
  }
  const page = renderPage(<Page />, { replies: [[listProducts, noNetwork]] });
  await screen.findByText('error');
  goes();
  const press = () => page.user.click(screen.getByRole('button', { name: 'Read' }));
  await press();
  expect(screen.getByRole('alert')).toBeDefined();
  await happens({
    answer: async (...reply) => page.answer(...reply),
    press,
    stands: () => page.live.connect(),
  });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  // What gets no answer says so again.
  page.answer(listProducts, noNetwork);
  await press();
  expect(await screen.findByRole('alert')).toBeDefined();
});

test('REL-17 what was on its way when the network went does not say that it is there', async () => {
  const { goes } = network();
  let answer: (given: object) => void = () => undefined;
  const { callsOf } = fakeServer([[listProducts, () => new Promise((done) => (answer = done))]]);
  signIn();
  show(<OfflineBar />);
  const asked = call(listProducts, { query: { g_id: 2 } });
  await waitFor(() => expect(callsOf(listProducts)).toHaveLength(1));
  goes();
  answer([]);
  await asked;
  expect(screen.getByRole('alert')).toBeDefined();
});

const someone = { fname: 'Ann', lname: 'Able', g_id: 2, dob: '1990-01-01', subject_number: '1', gender: 1 } as const;
test('REL-17 what is asked for without a network is said not to be sent; with one that leads nowhere the words are as ever', async () => {
  const { goes } = network();
  const add = () => call(addParticipant, { body: someone }).catch((failure: CallFailure) => failure.message);
  const list = () => call(listProducts, { query: { g_id: 2 } }).catch((failure: CallFailure) => failure.message);
  fakeServer([
    [addParticipant, noNetwork],
    [listProducts, noNetwork],
  ]);
  signIn();
  expect([await add(), await list()]).toEqual(['Unable to make request', 'Unable to make request']);
  goes();
  expect([await add(), await list()]).toEqual([
    'You are offline. Nothing is sent until you press again.',
    'Unable to make request',
  ]);
});

test('REL-17 that there was no network is said in the footer, with the focus, for as long as there is none', async () => {
  const { goes, comes } = network();
  function Form() {
    const add = useCall(addParticipant, { quiet: true });
    return (
      <Dialog opened title="Create" onClose={() => undefined}>
        <input aria-label="Name" />
        <DialogFooter
          says="Everything is filled in."
          refused={add.error && { title: 'It was not added', text: add.error.message }}
        >
          <SubmitButton onPress={() => add.mutate({ body: someone })}>Submit</SubmitButton>
        </DialogFooter>
      </Dialog>
    );
  }
  const { user } = renderPage(<Form />, { replies: [[addParticipant, noNetwork]] });
  const submit = await screen.findByRole('button', { name: 'Submit' });
  const said = () => screen.findByRole('alert', { name: 'It was not added' });
  goes();
  await user.click(submit);
  expect((await said()).textContent).toContain('You are offline. Nothing is sent until you press again.');
  expect(document.activeElement).toBe(await said());
  comes();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Everything is filled in.');
  expect(document.activeElement).toBe(submit);
  // Whoever types by then is not taken away from it.
  await user.click(screen.getByRole('textbox', { name: 'Name' }));
  goes();
  await said();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  comes();
  await user.click(submit);
  expect((await said()).textContent).toContain('Unable to make request');
});

test('REL-17 what is sent without a network fails at once and is never sent by itself; what is only read is read anew', async () => {
  const { goes, comes } = network();
  function Page() {
    const add = useCall(addParticipant, { quiet: true });
    const list = useQuery(read(listProducts, { query: { g_id: 2 } }));
    return (
      <>
        <button type="button" onClick={() => add.mutate({ body: someone })}>
          Add
        </button>
        <p>{add.isError ? add.error.message : ''}</p>
        <p>{list.status}</p>
      </>
    );
  }
  const { user, answer, callsOf } = renderPage(<Page />, {
    replies: [
      [addParticipant, noNetwork],
      [listProducts, noNetwork],
    ],
  });
  await screen.findByText('error');
  goes();
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('You are offline. Nothing is sent until you press again.');
  answer(listProducts, []);
  answer(addParticipant, { message: 'Participant added.', participantId: 9 });
  comes();
  await screen.findByText('success');
  expect(callsOf(addParticipant)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(callsOf(addParticipant)).toHaveLength(2));
});
