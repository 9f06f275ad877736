import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { show } from '#test/kit.tsx';
import { knownDialogs, lazyDialog, lazyPart } from './lazy-part.tsx';
import { Sheet } from './Sheet.tsx';

const Question = ({ onClose }: { onClose: () => void }) => (
  <Sheet opened title="Question" onClose={onClose}>
    <button type="button">Yes</button>
  </Sheet>
);
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

function page(load: () => Promise<{ Question: typeof Question }>) {
  const Lazy = lazyDialog(load, 'Question');
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Ask
        </button>
        {open && <Lazy onClose={() => setOpen(false)} />}
      </>
    );
  }
  return show(<Page />);
}
const button = (name: string) => screen.getByRole('button', { name });

test('REL-17 a dialog that cannot be loaded says so with the focus, is closed by button or Escape, and gives the focus back', async () => {
  const { user } = page(noNetwork);
  for (const leave of [() => user.click(button('Close')), () => user.keyboard('{Escape}')]) {
    await user.click(button('Ask'));
    expect((await screen.findByRole('alert')).textContent).toBe('This part of the portal could not be loaded.');
    expect(document.activeElement).toBe(button('Try again'));
    await leave();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(button('Ask'));
  }
});

test('REL-17 a dialog that could not be loaded comes with "Try again", and leads back to what opened it', async () => {
  const load = vi.fn(async () => ({ Question }));
  load.mockImplementationOnce(noNetwork).mockImplementationOnce(noNetwork);
  const { user } = page(load);
  await user.click(button('Ask'));
  const first = await screen.findByRole('alert');
  await user.click(button('Try again'));
  // Said anew.
  await waitFor(() => expect(screen.getByRole('alert')).not.toBe(first));
  expect(document.activeElement).toBe(button('Try again'));
  await user.click(button('Try again'));
  await screen.findByRole('dialog', { name: 'Question' });
  expect(screen.queryByRole('alert')).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button('Ask')));
  // What is there opens at once.
  await user.click(button('Ask'));
  expect(screen.getByRole('dialog', { name: 'Question' })).toBeDefined();
  expect(load).toHaveBeenCalledTimes(3);
});

test('REL-17 a part of a page that cannot be loaded leaves the rest, and comes with "Try again"', async () => {
  const load = vi.fn(async () => ({ Chart: () => <p>drawn</p> }));
  load.mockImplementationOnce(noNetwork);
  const Chart = lazyPart(load, 'Chart', <p>on its way</p>);
  const { user } = show(
    <>
      <h1>Reports</h1>
      <Chart />
    </>,
  );
  expect(screen.getByText('on its way')).toBeDefined();
  await screen.findByText('This part of the portal could not be loaded.');
  expect(screen.getByRole('heading', { name: 'Reports' })).toBeDefined();
  await user.click(button('Try again'));
  expect(await screen.findByText('drawn')).toBeDefined();
});

test('REL-17 a part that breaks leaves the rest, and can be tried again', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => quiet.mockRestore());
  let isBroken = true;
  const Chart = lazyPart(
    async () => ({
      Chart: () => {
        if (isBroken) throw new Error('broken');
        return <p>drawn</p>;
      },
    }),
    'Chart',
  );
  const { user } = show(
    <>
      <h1>Reports</h1>
      <Chart />
    </>,
  );
  await screen.findByText('This part of the portal could not be shown.');
  expect(screen.getByRole('heading', { name: 'Reports' })).toBeDefined();
  isBroken = false;
  await user.click(button('Try again'));
  expect(await screen.findByText('drawn')).toBeDefined();
});

test('a dialog can be loaded before it is opened', async () => {
  const load = vi.fn(async () => ({ Question }));
  const { user } = page(load);
  expect(await knownDialogs().at(-1)?.()).toBe(true);
  await user.click(button('Ask'));
  expect(screen.getByRole('dialog', { name: 'Question' })).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});
