import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { show } from '#test/kit.tsx';
import { closeToasts, letToastsGo, toastFailure, toastSuccess, toastWarning } from './toast.ts';
import { Toasts } from './Toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  closeToasts();
});
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('a success is told for 5 s and read out when there is time, a failure at once', () => {
  show(<Toasts />);
  act(() => toastSuccess('Participant 101-001 was added.'));
  act(() => toastFailure('Unable to make request'));
  expect(screen.getByRole('status').textContent).toBe('Participant 101-001 was added.');
  expect(screen.getByRole('alert').textContent).toBe('Unable to make request');
  pass(4999);
  expect(screen.getByRole('status')).toBeDefined();
  pass(2);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a warning is read out at once like a failure, and does not look like one', () => {
  show(<Toasts />);
  const colour = () => screen.getByRole('alert').style.getPropertyValue('--notification-color');
  act(() => toastWarning('No patients selected.'));
  expect(screen.getByRole('alert').textContent).toBe('No patients selected.');
  expect(colour()).toBe('var(--mantine-color-yellow-8)');
  pass(5001);
  act(() => toastFailure('Unable to make request'));
  expect(colour()).toBe('var(--mantine-color-red-8)');
});

test('a message stays while it has the focus, goes 5 s after that, and can be closed', () => {
  show(<Toasts />);
  act(() => toastSuccess('Saved.'));
  const close = () => screen.getByRole('button', { name: 'Close message' });
  act(() => close().focus());
  pass(60_000);
  expect(screen.getByText('Saved.')).toBeDefined();
  act(() => close().blur());
  pass(5001);
  expect(screen.queryByText('Saved.')).toBeNull();
  act(() => toastSuccess('Again.'));
  act(() => close().click());
  expect(screen.queryByText('Again.')).toBeNull();
});

test('a message may offer what to do next, and goes away when it is taken', () => {
  show(<Toasts />);
  const view = vi.fn<() => void>();
  act(() => toastSuccess('Request 71 is now processing.', { label: 'View', onPress: view }));
  act(() => screen.getByRole('button', { name: 'View' }).click());
  expect(view).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('status')).toBeNull();
});

const undo = { label: 'Undo', onPress: () => undefined };

test('a failure may say more and offer to try again, until something follows', () => {
  show(<Toasts />);
  act(() => toastFailure('Unable to make request', '“Lasix” was not brought back.', undo));
  pass(600_000);
  expect(screen.getByRole('alert').textContent).toBe('Unable to make request“Lasix” was not brought back.Undo');
});

test('what a message offers is there until something follows, and goes 5 s after that', () => {
  show(<Toasts />);
  act(() => toastSuccess('Medication was removed.', undo));
  pass(600_000);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined();
  act(() => toastSuccess('Saved.'));
  act(() => screen.getAllByRole('button', { name: 'Close message' })[1]?.click());
  pass(4999);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined();
  pass(2);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('what a message offers goes 5 s after another page is there, and with its cross', () => {
  show(<Toasts />);
  act(() => toastSuccess('Medication was removed.', undo));
  pass(600_000);
  act(() => letToastsGo());
  pass(4999);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined();
  pass(2);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  act(() => toastSuccess('Allergy was removed.', undo));
  act(() => screen.getByRole('button', { name: 'Close message' }).click());
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

const pressF8 = () => act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'F8' }));
const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');

test.each([['Undo'], ['Close message']])(
  'F8 leads to the newest message, and back; after “%s” the keyboard is where it was',
  (name) => {
    show(
      <>
        <input aria-label="Field" />
        <Toasts />
      </>,
    );
    expect(screen.getByRole('region', { name: 'Messages' }).getAttribute('aria-keyshortcuts')).toBe('F8');
    screen.getByRole('textbox', { name: 'Field' }).focus();
    pressF8();
    expect(focused()).toBe('Field');
    act(() => toastFailure('Unable to make request'));
    act(() => toastSuccess('Medication was removed.', undo));
    pressF8();
    expect(focused()).toBe('Undo');
    pressF8();
    expect(focused()).toBe('Field');
    pressF8();
    act(() => screen.getAllByRole('button', { name }).at(-1)?.click());
    expect(screen.queryByText('Medication was removed.')).toBeNull();
    expect(focused()).toBe('Field');
  },
);

test.each([['Undo'], ['Close message']])(
  'after “%s” that was reached without F8 the keyboard is where it was',
  (name) => {
    show(
      <>
        <input aria-label="Field" />
        <Toasts />
      </>,
    );
    act(() => toastSuccess('Medication was removed.', undo));
    screen.getByRole('textbox', { name: 'Field' }).focus();
    act(() => {
      const button = screen.getByRole('button', { name });
      fireEvent.pointerDown(button);
      // From one button of a message to another one it comes from where it was before.
      screen.getByRole('button', { name: 'Close message' }).focus();
      button.focus();
      button.click();
    });
    expect(screen.queryByText('Medication was removed.')).toBeNull();
    expect(focused()).toBe('Field');
  },
);

test('whoever came to a message from nowhere, or from what is gone, goes on in the content of the page', () => {
  const page = (isThere: boolean) => (
    <>
      {isThere && <input aria-label="Field" />}
      <main tabIndex={-1}>Content</main>
      <Toasts />
    </>
  );
  const { rerender } = show(page(true));
  const close = () =>
    act(() => {
      const button = screen.getByRole('button', { name: 'Close message' });
      button.focus();
      button.click();
    });
  act(() => toastSuccess('Saved.'));
  close();
  expect(focused()).toBe('Content');
  act(() => toastSuccess('Saved again.'));
  screen.getByRole('textbox', { name: 'Field' }).focus();
  act(() => screen.getByRole('button', { name: 'Close message' }).focus());
  rerender(page(false));
  close();
  expect(screen.queryByText('Saved again.')).toBeNull();
  expect(focused()).toBe('Content');
  act(() => (document.activeElement as HTMLElement).blur());
  act(() => toastSuccess('Saved once more.'));
  pressF8();
  expect(focused()).not.toBe('Content');
  pressF8();
  expect(focused()).toBe('Content');
});

test('F8 without a message remembers nothing: what is closed later leads nowhere', () => {
  show(
    <>
      <input aria-label="Field" />
      <Toasts />
    </>,
  );
  screen.getByRole('textbox', { name: 'Field' }).focus();
  pressF8();
  act(() => (document.activeElement as HTMLElement).blur());
  act(() => toastSuccess('Saved.'));
  act(() => screen.getByRole('button', { name: 'Close message' }).click());
  expect(document.activeElement).toBe(document.body);
});

test('whoever came by F8 and then clicked on nothing is not led back', () => {
  show(
    <>
      <input aria-label="Field" />
      <Toasts />
    </>,
  );
  act(() => toastSuccess('Medication was removed.', undo));
  screen.getByRole('textbox', { name: 'Field' }).focus();
  pressF8();
  expect(focused()).toBe('Undo');
  act(() => {
    fireEvent.pointerDown(document.body);
    (document.activeElement as HTMLElement).blur();
    screen.getByRole('button', { name: 'Close message' }).click();
  });
  expect(screen.queryByText('Medication was removed.')).toBeNull();
  expect(document.activeElement).toBe(document.body);
});

test('the page is told how high the messages are, while they can be there', () => {
  const height = () => document.documentElement.style.getPropertyValue('--toasts');
  const { unmount } = show(<Toasts />);
  expect(height()).toMatch(/^\d+px$/);
  unmount();
  expect(height()).toBe('');
});

test('F8 leads out of no dialog', () => {
  show(
    <>
      <div aria-modal="true" role="dialog" aria-label="Question">
        <button type="button">Stay</button>
      </div>
      <Toasts />
    </>,
  );
  act(() => toastSuccess('Medication was removed.', undo));
  screen.getByRole('button', { name: 'Stay' }).focus();
  pressF8();
  expect(focused()).toBe('Stay');
});

test('REL-17 that there was no network goes with it, also under the pointer; other failures stay', () => {
  const isThere = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => isThere.mockRestore());
  show(<Toasts />);
  act(() => toastFailure('You are offline. Nothing is sent until you press again.'));
  act(() => toastFailure('Unable to make request'));
  act(() => screen.getAllByRole('button', { name: 'Close message' })[0]?.focus());
  pass(60_000);
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  isThere.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('alert').textContent).toBe('Unable to make request');
  // What is said once there is one is read before it goes.
  act(() => toastFailure('You are offline. Nothing is sent until you press again.'));
  expect(screen.getAllByRole('alert')).toHaveLength(2);
});
