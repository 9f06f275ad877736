import { Button, Checkbox, MantineProvider, NativeSelect, Select, TextInput } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { show } from '#test/kit.tsx';
import { newUser } from '#test/user.ts';
import { ChangedNotice } from './ChangedNotice.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog, DialogCancel, DialogFooter } from './Dialog.tsx';
import { Notice } from './Notice.tsx';
import { RowMenu } from './RowMenu.tsx';
import { Section } from './Section.tsx';
import { Sheet } from './Sheet.tsx';
import { SubmitButton } from './SubmitButton.tsx';

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

/** A form that is being sent from the first press of "Save" until `refuse` is called. */
function Sending({ onClose, refuse }: { onClose: () => void; refuse: (answer: () => void) => void }) {
  const [busy, setBusy] = useState(false);
  const [draft, setDraft] = useState({ dosage: '5', unit: 'mg', often: 'daily', isTaken: false, lines: 1 });
  const [isAsking, setAsking] = useState(false);
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <Dialog opened title="Edit Medication" mayClose={!busy} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          refuse(() => setBusy(false));
        }}
      >
        <TextInput
          label="Dosage"
          value={draft.dosage}
          onChange={({ currentTarget }) => change({ dosage: currentTarget.value })}
        />
        <Select label="Unit" data={['mg', 'ml']} value={draft.unit} onChange={(unit) => change({ unit: unit ?? '' })} />
        <NativeSelect
          label="Often"
          data={['daily', 'weekly']}
          value={draft.often}
          onChange={({ currentTarget }) => change({ often: currentTarget.value })}
        />
        <Checkbox
          label="Taken"
          checked={draft.isTaken}
          onChange={({ currentTarget }) => change({ isTaken: currentTarget.checked })}
        />
        <Button onClick={() => change({ lines: draft.lines + 1 })}>Add line</Button>
        <output>{JSON.stringify(draft)}</output>
        <DialogFooter>
          <Button onClick={() => setAsking(true)}>Ask</Button>
          <SubmitButton busy={busy}>Save</SubmitButton>
        </DialogFooter>
      </form>
      <ConfirmDialog
        opened={isAsking}
        title="Replace it?"
        confirm="Replace"
        onConfirm={() => setAsking(false)}
        onClose={onClose}
      />
    </Dialog>
  );
}

test('REL-07 a form takes nothing while its dialog is being sent, by key, click, paste or list; its fields keep the focus, and go on after a refusal', async () => {
  let refuse = () => undefined as void;
  const { user } = show(<Sending onClose={vi.fn<() => void>()} refuse={(answer) => (refuse = answer)} />);
  const dosage = screen.getByRole<HTMLInputElement>('textbox', { name: 'Dosage' });
  const unit = screen.getByRole<HTMLInputElement>('combobox', { name: 'Unit' });
  const often = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Often' });
  const taken = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Taken' });
  const drafts = () => JSON.parse(screen.getByRole('status').textContent ?? '') as unknown;
  const everything = async () => {
    await user.type(dosage, '0');
    await user.write(dosage, '1');
    await user.click(unit);
    await user.click(await screen.findByRole('option', { name: 'ml' }));
    await user.selectOptions(often, 'weekly');
    await user.click(taken);
    await user.click(screen.getByRole('button', { name: 'Add line' }));
  };
  // The list of a field is open when it is sent.
  await user.click(unit);
  await user.type(dosage, '{Enter}');
  const before = { dosage: '5', unit: 'mg', often: 'daily', isTaken: false, lines: 1 };
  await everything();
  expect(drafts()).toEqual(before);
  expect([dosage.value, unit.value, often.value, taken.checked]).toEqual(['5', 'mg', 'daily', false]);
  // Nor is anything said of it, or dimmed.
  expect([dosage.disabled, dosage.readOnly]).toEqual([false, false]);
  await user.type(dosage, '9');
  expect(document.activeElement).toBe(dosage);
  act(refuse);
  expect(document.activeElement).toBe(dosage);
  await everything();
  expect(drafts()).toEqual({ dosage: '501', unit: 'ml', often: 'weekly', isTaken: true, lines: 2 });
});

test('what ends a dialog that is being sent can be pressed, such as "Cancel upload", and so can a question over it', async () => {
  const { user } = show(<Sending onClose={vi.fn<() => void>()} refuse={vi.fn<() => void>()} />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await user.click(await screen.findByRole('button', { name: 'Replace' }));
  expect(screen.queryByRole('button', { name: 'Replace' })).toBeNull();
});

test('who is quicker than the focus of a dialog that opens is not taken out of the field they type in', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  show(
    <Sheet opened title="Remove" onClose={vi.fn<() => void>()}>
      <input aria-label="Password" data-autofocus />
      <input aria-label="Code" />
    </Sheet>,
  );
  act(() => screen.getByRole('textbox', { name: 'Code' }).focus());
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Code' }));
});

test('a dialog that opens has the focus in the field it is about at once: what is typed next stands in it', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  show(
    <Sheet opened title="Remove" onClose={vi.fn<() => void>()}>
      <input aria-label="Reason" />
      <input aria-label="Password" data-autofocus />
    </Sheet>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

test('a dialog that reads what it shows has the focus in its field once that is there, but not if it was moved meanwhile', async () => {
  function Reading({ isThere }: { isThere: boolean }) {
    return (
      <Sheet opened title="Configure" onClose={vi.fn<() => void>()}>
        <button type="button">Help</button>
        {isThere && (
          <div>
            <input aria-label="Mask" data-autofocus />
          </div>
        )}
      </Sheet>
    );
  }
  const focusOnceThere = async (move: () => void) => {
    const page = show(<Reading isThere={false} />);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })));
    act(move);
    page.rerender(<Reading isThere />);
    await screen.findByRole('textbox', { name: 'Mask' });
    const focused = document.activeElement;
    page.unmount();
    return focused?.getAttribute('aria-label') ?? focused?.textContent;
  };
  expect(await focusOnceThere(() => undefined)).toBe('Mask');
  expect(await focusOnceThere(() => screen.getByRole('button', { name: 'Help' }).focus())).toBe('Help');
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

test('the menu of a row works by keyboard: it is named after its button, which opens, closes and gets the focus back', async () => {
  const edit = vi.fn<() => void>();
  const { user } = show(<RowMenu label="Actions for 101-001" items={[{ label: 'Edit', onClick: edit }]} />);
  await user.tab();
  const button = screen.getByRole('button', { name: 'Actions for 101-001' });
  expect(document.activeElement).toBe(button);
  expect([button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')]).toEqual(['menu', 'false']);
  await user.keyboard('{Enter}');
  const item = await screen.findByRole('menuitem', { name: 'Edit' });
  await waitFor(() => expect(document.activeElement).toBe(item));
  expect(button.getAttribute('aria-expanded')).toBe('true');
  const menu = screen.getByRole('menu', { name: 'Actions for 101-001' });
  expect(button.getAttribute('aria-controls')).toBe(menu.id);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
  await user.keyboard('{Enter}');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(edit).toHaveBeenCalledTimes(1));
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await screen.findByRole('menu');
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement).toBe(button);
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

const dialogs = () => screen.queryAllByRole('dialog').map((dialog) => dialog.getAttribute('aria-labelledby'));
const focused = () => document.activeElement?.textContent;

test('Escape in a changed form asks; Escape in the question closes only the question', async () => {
  const close = vi.fn<() => void>();
  const { user } = show(
    <Dialog opened dirty title="Add" onClose={close}>
      <DialogCancel />
    </Dialog>,
  );
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Discard what you typed?' })).toBeDefined();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Discard what you typed?' })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Add' })).toBeDefined();
  expect(close).not.toHaveBeenCalled();
});

test('Escape closes only the dialog on top, also when each belongs to another screen', async () => {
  function Nested() {
    const [outer, setOuter] = useState(true);
    const [inner, setInner] = useState(true);
    return (
      <>
        <Dialog opened={outer} title="Request" onClose={() => setOuter(false)}>
          form
        </Dialog>
        <ConfirmDialog
          opened={inner}
          title="Sure?"
          confirm="Yes"
          onConfirm={() => setInner(false)}
          onClose={() => setInner(false)}
        />
      </>
    );
  }
  const { user } = show(<Nested />);
  expect(dialogs()).toHaveLength(2);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Request' })).toBeDefined();
  expect(dialogs()).toHaveLength(1);
  await user.keyboard('{Escape}');
  expect(dialogs()).toHaveLength(0);
});

test('neither a dialog nor the question over it is a banner of the page', async () => {
  const { user } = show(
    <Dialog opened dirty title="Add" onClose={() => undefined}>
      form
    </Dialog>,
  );
  await user.keyboard('{Escape}');
  expect(dialogs()).toHaveLength(2);
  expect(document.querySelectorAll('header')).toHaveLength(0);
});

/** A row of a section whose menu opens a dialog, which may lead to a second one. */
function Row() {
  const [open, setOpen] = useState<'first' | 'second' | null>(null);
  const [there, setThere] = useState(true);
  return (
    <main tabIndex={-1}>
      <section aria-label="Pending">
        <h2>
          <button type="button">Pending heading</button>
        </h2>
        <button type="button" onClick={() => setOpen('first')}>
          Plain button
        </button>
        {there && <RowMenu label="Actions for 7" items={[{ label: 'View', onClick: () => setOpen('first') }]} />}
      </section>
      {open === 'first' && (
        <Dialog opened title="First" onClose={() => setOpen(null)}>
          <button type="button" onClick={() => setOpen('second')}>
            Go on
          </button>
          <button type="button" onClick={() => setThere(false)}>
            Take the row away
          </button>
        </Dialog>
      )}
      {open === 'second' && (
        <ConfirmDialog
          opened
          title="Second"
          confirm="Do it"
          onConfirm={() => setOpen(null)}
          onClose={() => setOpen(null)}
        />
      )}
      <button type="button" onClick={() => setThere(false)}>
        Somebody else takes the row away
      </button>
    </main>
  );
}
const openFromMenu = async () => {
  const page = show(<Row />);
  await page.user.click(screen.getByRole('button', { name: 'Actions for 7' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'View' }));
  await screen.findByRole('dialog', { name: 'First' });
  const hasFocus = (name: string) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));
  return { ...page, hasFocus };
};

test('the focus comes back to the button that opened a dialog', async () => {
  const { user } = show(<Row />);
  await user.click(screen.getByRole('button', { name: 'Plain button' }));
  await screen.findByRole('dialog', { name: 'First' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(focused()).toBe('Plain button'));
});

test('the focus comes back to the menu of the row, also by way of a second dialog', async () => {
  const { user, hasFocus } = await openFromMenu();
  await user.keyboard('{Escape}');
  await hasFocus('Actions for 7');
  await user.click(screen.getByRole('button', { name: 'Actions for 7' }));
  await user.click(await screen.findByRole('menuitem', { name: 'View' }));
  await user.click(await screen.findByRole('button', { name: 'Go on' }));
  await user.click(await screen.findByRole('button', { name: 'Do it' }));
  await hasFocus('Actions for 7');
});

test('the focus goes to the heading of the section when the row is gone, at once or a moment later', async () => {
  const { user, hasFocus, unmount } = await openFromMenu();
  await user.click(screen.getByRole('button', { name: 'Take the row away' }));
  await user.keyboard('{Escape}');
  await hasFocus('Pending heading');
  unmount();
  const again = await openFromMenu();
  await again.user.keyboard('{Escape}');
  await again.hasFocus('Actions for 7');
  act(() => screen.getByText('Somebody else takes the row away').click());
  await again.hasFocus('Pending heading');
});

test('a notice has dark words on a pale ground, and is read out unless it only informs', () => {
  show(
    <>
      <Notice tone="error" title="The request was not sent">
        Try again.
      </Notice>
      <Notice tone="info">Only so you know.</Notice>
    </>,
  );
  const alert = screen.getByRole('alert');
  expect(alert.getAttribute('data-variant')).toBe('light');
  expect(screen.getByText('The request was not sent').parentElement?.style.color).toBe('var(--mantine-color-text)');
  expect(screen.getByRole('note').textContent).toBe('Only so you know.');
});

test('a message that appears in a dialog is brought into sight there, and so is the next one', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  onTestFinished(() => shown.mockRestore());
  function Form() {
    const [saved, setSaved] = useState(0);
    return (
      <>
        <Notice tone="error">On the page itself.</Notice>
        <Sheet opened title="Edit" onClose={() => undefined}>
          {saved === 1 && <Notice tone="info">Only so you know.</Notice>}
          {saved > 1 && (
            <ChangedNotice what="card" differences={[{ label: 'Title', theirs: `T${saved}`, kept: true }]} />
          )}
          <input aria-label="Title" />
          <Button onClick={() => setSaved(saved + 1)}>Save</Button>
        </Sheet>
      </>
    );
  }
  const { user } = show(<Form />);
  const messages = () => shown.mock.contexts.map((box) => (box as HTMLElement).textContent);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(messages()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(messages()).toEqual([expect.stringContaining('Title is now “T2”.')]));
  // At once and by no more than is needed; a form that is typed in stays where it is.
  expect(shown.mock.calls).toEqual([[{ block: 'nearest' }]]);
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Mine');
  expect(messages()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(messages()).toEqual([expect.anything(), expect.stringContaining('Title is now “T3”.')]));
});

test('a dialog that took the place of another gives the focus back to what opened the first', async () => {
  function Two() {
    const [shown, setShown] = useState<'first' | 'second' | null>(null);
    return (
      <>
        <Button onClick={() => setShown('first')}>Upload</Button>
        {shown === 'first' && (
          <Sheet opened title="First" onClose={() => setShown(null)}>
            <Button onClick={() => setShown('second')}>Go on</Button>
          </Sheet>
        )}
        {shown === 'second' && (
          <Sheet opened title="Second" onClose={() => setShown(null)}>
            <Button>Finish</Button>
          </Sheet>
        )}
      </>
    );
  }
  // As outside of tests, where a dialog comes into the page a moment after it is mounted.
  render(
    <MantineProvider>
      <Two />
    </MantineProvider>,
  );
  const user = newUser();
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  await user.click(await screen.findByRole('button', { name: 'Go on' }));
  await screen.findByRole('dialog', { name: 'Second' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload' })));
});
