import { Button } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/kit.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { RowMenu } from './RowMenu.tsx';
import { Section } from './Section.tsx';

test('a dialog asks, its button says what will happen, and its closing cross has a name', async () => {
  const [confirm, close] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { user } = show(
    <ConfirmDialog
      opened
      title="Deactivate Participant"
      confirm="Deactivate"
      danger
      onConfirm={confirm}
      onClose={close}
    >
      Are you sure?
    </ConfirmDialog>,
  );
  expect(screen.getByRole('dialog', { name: 'Deactivate Participant' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  expect(confirm).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledTimes(2);
});

test('while a dialog is busy it can neither be sent again nor be closed', async () => {
  const [confirm, close] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { user } = show(
    <ConfirmDialog
      opened
      busy
      title="Cancel request"
      confirm="Cancel request"
      cancel="Back"
      onConfirm={confirm}
      onClose={close}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Cancel request' }));
  await user.keyboard('{Escape}');
  expect(confirm).not.toHaveBeenCalled();
  expect(close).not.toHaveBeenCalled();
});

test('the menu of a row offers what the row allows, with destructive acts last', async () => {
  const edit = vi.fn<() => void>();
  const { user } = show(
    <RowMenu
      label="Actions for 101-001"
      items={[
        { label: 'Deactivate', danger: true, onClick: vi.fn<() => void>() },
        { label: 'Edit', onClick: edit },
        { label: 'View card', hidden: true, onClick: vi.fn<() => void>() },
      ]}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Actions for 101-001' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['Edit', 'Deactivate']);
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  expect(edit).toHaveBeenCalledTimes(1);
});

test('a section folds away, says how many it holds, and stays as it was left', async () => {
  const section = (
    <Section title="Pending Shipments" count={3}>
      <p>rows</p>
    </Section>
  );
  function Screen() {
    const [there, setThere] = useState(true);
    return (
      <>
        <Button onClick={() => setThere(!there)}>Elsewhere</Button>
        {there && section}
      </>
    );
  }
  const { user } = show(<Screen />);
  const toggle = () => screen.getByRole('button', { name: 'Pending Shipments (3)' });
  expect(screen.getByRole('heading', { level: 2, name: 'Pending Shipments (3)' })).toBeDefined();
  expect(screen.getByText('rows')).toBeDefined();
  await user.click(toggle());
  expect(toggle().getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('rows')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(toggle().getAttribute('aria-expanded')).toBe('false');
});
