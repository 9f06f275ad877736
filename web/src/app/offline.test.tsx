import { listProducts } from '@portal/contract/products/endpoints.ts';
import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { show } from '#test/kit.tsx';
import { renderPage } from '#test/portal.tsx';
import { read, useCall } from '#api/queries.ts';
import { OfflineBar } from './OfflineBar.tsx';

/** As a browser tells it, until the test is over. */
function network() {
  const isThere = vi.spyOn(navigator, 'onLine', 'get');
  const become = (next: boolean) => {
    isThere.mockReturnValue(next);
    act(() => void window.dispatchEvent(new Event(next ? 'online' : 'offline')));
  };
  onTestFinished(() => {
    become(true);
    isThere.mockRestore();
  });
  return { goes: () => become(false), comes: () => become(true) };
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

const someone = { fname: 'Ann', lname: 'Able', g_id: 2, dob: '1990-01-01', subject_number: '1', gender: 1 } as const;
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

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
  await screen.findByText('Unable to make request');
  answer(listProducts, []);
  answer(addParticipant, { message: 'Participant added.', participantId: 9 });
  comes();
  await screen.findByText('success');
  expect(callsOf(addParticipant)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(callsOf(addParticipant)).toHaveLength(2));
});
