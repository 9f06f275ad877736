import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/kit.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog, DialogFooter } from './Dialog.tsx';
import { Refusal } from './Refusal.tsx';
import { SubmitButton } from './SubmitButton.tsx';

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

/** A form whose first sending is refused. */
function Form({ send }: { send: () => void }) {
  const [state, setState] = useState<'typing' | 'busy' | 'refused'>('typing');
  return (
    <Dialog opened title="Create" onClose={() => undefined}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
          setState('busy');
        }}
      >
        <input aria-label="Name" />
        <DialogFooter
          says="Everything is filled in."
          refused={state === 'refused' && { title: 'The request was not sent', text: 'The product is taken.' }}
        >
          <SubmitButton busy={state === 'busy'}>Submit</SubmitButton>
        </DialogFooter>
      </form>
      <button type="button" onClick={() => setState('refused')}>
        The server refuses
      </button>
    </Dialog>
  );
}

test('what is refused stands in the footer with the focus, in the place of what it said before', async () => {
  const send = vi.fn<() => void>();
  const { user } = show(<Form send={send} />);
  expect(screen.getByRole('status').textContent).toBe('Everything is filled in.');
  for (const times of [1, 2]) {
    await user.click(button('Submit'));
    expect(send).toHaveBeenCalledTimes(times);
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => button('The server refuses').click());
    const alert = await screen.findByRole('alert', { name: 'The request was not sent' });
    expect(alert.textContent).toContain('The product is taken.');
    expect(document.activeElement).toBe(alert);
    expect(screen.queryByText('Everything is filled in.')).toBeNull();
  }
});

test('the button of a form keeps the focus while it waits, and sends once', async () => {
  const send = vi.fn<() => void>();
  const { user } = show(<Form send={send} />);
  await user.click(button('Submit'));
  expect(document.activeElement).toBe(button('Submit'));
  expect(button('Submit').getAttribute('aria-disabled')).toBe('true');
  await user.click(button('Submit'));
  await user.keyboard('{Enter}');
  expect(send).toHaveBeenCalledTimes(1);
});

test('the button of a question is in reach while something is missing, and does nothing', async () => {
  const confirm = vi.fn<() => void>();
  const { user } = show(
    <ConfirmDialog opened disabled title="Report" confirm="Report delivery" onConfirm={confirm} onClose={vi.fn()} />,
  );
  act(() => button('Report delivery').focus());
  expect(document.activeElement).toBe(button('Report delivery'));
  await user.keyboard('{Enter}');
  await user.click(button('Report delivery'));
  expect(confirm).not.toHaveBeenCalled();
});

test('a refusal that goes away by itself gives the focus back', async () => {
  function Fleeting() {
    const [isThere, setThere] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setThere(!isThere)}>
          Invite
        </button>
        {isThere && <Refusal text="There is a delegate with this e-mail." />}
        <span onClick={() => setThere(false)} data-testid="time" aria-hidden />
      </>
    );
  }
  const { user } = show(<Fleeting />);
  await user.click(button('Invite'));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  act(() => screen.getByTestId('time').click());
  await waitFor(() => expect(document.activeElement).toBe(button('Invite')));
});
