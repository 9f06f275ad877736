import { NativeSelect, Radio, Select, TextInput } from '@mantine/core';
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/kit.tsx';
import { DateField } from './DateField.tsx';
import { FilePicker } from './FilePicker.tsx';
import { NumberField } from './NumberField.tsx';
import { PageChoice } from './PdfTools.tsx';
import { SecretField } from './SecretField.tsx';
import { Sheet } from './Sheet.tsx';

/** A dialog that can be held from now on, and let go again. */
function open(Fields: () => ReactNode) {
  const form = (held: boolean) => (
    <Sheet opened title="Form" mayClose={!held}>
      <Fields />
    </Sheet>
  );
  const { rerender, user } = show(form(false));
  return { user, hold: () => rerender(form(true)), letGo: () => rerender(form(false)) };
}

const [first, second] = [new File(['1'], 'first.pdf'), new File(['2'], 'second.pdf')];

test('REL-07 no other file is picked for a form that is being sent, by its field, its label or a key: the field goes on showing what is sent', async () => {
  const pick = vi.fn<(file: string | undefined) => void>();
  const Fields = () => (
    <FilePicker label="File" onChange={({ currentTarget }) => pick(currentTarget.files?.[0]?.name)} />
  );
  const { user, hold, letGo } = open(Fields);
  const field = screen.getByLabelText<HTMLInputElement>('File');
  await user.upload(field, first);
  hold();
  await user.upload(field, second);
  await user.upload(screen.getByText('File'), second);
  expect(field.files?.[0]?.name).toBe('first.pdf');
  letGo();
  await user.upload(field, second);
  expect(field.files?.[0]?.name).toBe('second.pdf');
  expect(pick.mock.calls).toEqual([['first.pdf'], ['second.pdf']]);
});

test.each(['drop', 'paste'] as const)('REL-07 nor is a field told of a %s there', (way) => {
  const told = vi.fn<() => void>();
  const { hold, letGo } = open(() => <FilePicker label="File" onDropCapture={told} onPaste={told} />);
  const field = screen.getByLabelText('File');
  const give = () => {
    const event = createEvent[way](field);
    fireEvent(field, event);
    return event.defaultPrevented;
  };
  hold();
  expect(give()).toBe(true);
  expect(told).not.toHaveBeenCalled();
  letGo();
  expect(give()).toBe(false);
  expect(told).toHaveBeenCalledOnce();
});

function Choice() {
  const [way, setWay] = useState('text');
  return (
    <Radio.Group label="Way" value={way} onChange={setWay}>
      <Radio value="text" label="Text" />
      <Radio value="call" label="Call" />
    </Radio.Group>
  );
}

test('REL-07 of a choice the one that is sent stays chosen', async () => {
  const { user, hold, letGo } = open(Choice);
  const call = screen.getByRole<HTMLInputElement>('radio', { name: 'Call' });
  hold();
  await user.click(call);
  expect(call.checked).toBe(false);
  letGo();
  await user.click(call);
  expect(call.checked).toBe(true);
});

function Day() {
  const [day, setDay] = useState<string | null>('2026-11-20');
  return <DateField label="Day" value={day} onChange={setDay} />;
}

test('REL-07 a calendar that was open when the form was sent takes no other day', async () => {
  const { user, hold, letGo } = open(Day);
  await user.click(screen.getByRole('button', { name: 'Day: open calendar' }));
  const day = await screen.findByRole('button', { name: /^23 November 2026|November 23, 2026/ });
  const field = screen.getByLabelText<HTMLInputElement>('Day');
  hold();
  await user.click(day);
  await user.keyboard('{Enter}');
  expect(field.value).toBe('20-Nov-2026');
  letGo();
  await user.click(day);
  expect(field.value).toBe('23-Nov-2026');
});

function Amount() {
  const [amount, setAmount] = useState(5);
  return <NumberField label="Amount" value={amount} most={9} onChange={setAmount} />;
}

test('REL-07 a key that changes a number changes none that is being sent', async () => {
  const { user, hold, letGo } = open(Amount);
  const amount = screen.getByLabelText<HTMLInputElement>('Amount');
  await user.click(amount);
  hold();
  await user.keyboard('{ArrowUp}');
  expect(amount.value).toBe('5');
  letGo();
  await user.keyboard('{ArrowUp}');
  expect(amount.value).toBe('6');
});

function Zip() {
  const [zip, setZip] = useState('');
  return (
    <>
      <TextInput
        label="Zip"
        value={zip}
        onChange={({ currentTarget }) => setZip(currentTarget.value)}
        onBlur={() => setZip(zip.trim())}
      />
      <NativeSelect label="State" data={['', 'MA']} />
    </>
  );
}

test('REL-07 what a field makes of its text when it is left waits, too: another press sends what the first one has sent', async () => {
  const { user, hold, letGo } = open(Zip);
  const zip = screen.getByLabelText<HTMLInputElement>('Zip');
  await user.type(zip, '02110 ');
  hold();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('State'));
  expect(zip.value).toBe('02110 ');
  letGo();
  await user.click(zip);
  await user.tab();
  expect(zip.value).toBe('02110');
});

test('what only looks can be used while the form around is being sent', async () => {
  function Fields() {
    const [page, setPage] = useState(1);
    return (
      <>
        <PageChoice at={page} count={3} onChange={setPage} />
        <SecretField label="Password" />
      </>
    );
  }
  const { user, hold } = open(Fields);
  hold();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(screen.getByText('Page 2 of 3')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text');
});

test('in the list of a field of a form that is being sent no key chooses anything, and Escape closes it', async () => {
  const { user, hold } = open(() => <Select label="Unit" data={['mg', 'ml']} />);
  await user.click(screen.getByRole('combobox', { name: 'Unit' }));
  await screen.findByRole('option', { name: 'ml' });
  hold();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Unit' }).value).toBe('');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option', { name: 'ml' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Form' })).toBeDefined();
});

test('who hears the page is told that a form is being sent, in a place that was there before', () => {
  const { hold, letGo } = open(() => <TextInput label="Zip" />);
  const place = screen.getByRole('dialog').querySelector('[aria-live="polite"]');
  expect(place?.textContent).toBe('');
  hold();
  expect(place?.textContent).toBe('Being sent…');
  letGo();
  expect(place?.textContent).toBe('');
});
