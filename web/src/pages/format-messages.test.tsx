import { forgotPassword } from '@portal/contract/identity/account-endpoints.ts';
import { renewSession } from '@portal/contract/identity/endpoints.ts';
import { readInvitation } from '@portal/contract/providers/invitation-endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noSession, openPortal } from '#test/portal.tsx';

const replies = [
  [renewSession, noSession],
  [readInvitation, { pendingProvider: { companyName: 'Meridian Trials', email: 'new@meridian.example' } }],
  [forgotPassword, { message: 'Sent.' }],
] as const;
const long = (letters: number) => `${'a'.repeat(letters - '@meridian.example'.length)}@meridian.example`;

test.each([
  ['/sign-in', 'Email', 'abc', 'is not a valid email', 'abc@meridian.example'],
  ['/sign-in', 'Email', long(151), 'is too long (maximum is 150 characters)', 'abc@meridian.example'],
  ['/sign-in', 'Password', 'x'.repeat(65), 'is too long (maximum is 64 characters)', 'x'.repeat(64)],
  ['/register?id=CODE', /^First name/, 'x'.repeat(33), 'is too long (maximum is 32 characters)', 'x'.repeat(32)],
  ['/register?id=CODE', /^Last name/, 'x'.repeat(33), 'is too long (maximum is 32 characters)', 'x'.repeat(32)],
  ['/forgot-password', 'Email', 'abc', 'is not a valid email', 'abc@meridian.example'],
  ['/forgot-password', 'Email', long(151), 'is too long (maximum is 150 characters)', 'abc@meridian.example'],
] as const)(
  'OPN-14 SIG-03 SIG-04 REG-06 on %s the field %s tells what is wrong with it once it was left, and not before: %s',
  async (at, label, wrong, message, right) => {
    const { user } = openPortal(at, replies);
    const field = await screen.findByLabelText<HTMLInputElement>(label);
    expect(screen.queryByText(message)).toBeNull();
    await user.click(field);
    await user.paste(wrong);
    await user.tab();
    await screen.findByText(message);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.clear(field);
    await user.click(field);
    await user.paste(right);
    await user.tab();
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  },
);

test('OPN-14 FGP-04 a code of three characters is too short, one of four is not', async () => {
  const { user } = openPortal('/forgot-password', replies);
  await user.write(await screen.findByLabelText('Email'), 'boston@meridian.example');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  const code = await screen.findByLabelText<HTMLInputElement>('Code');
  const message = 'is too short (minimum is 4 characters)';
  await user.type(code, '123');
  expect(screen.queryByText(message)).toBeNull();
  await user.tab();
  await screen.findByText(message);
  await user.type(code, '4');
  await user.tab();
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
});

test('OPN-14 a field that nobody has touched says nothing, whatever is wrong with the others', async () => {
  const { user } = openPortal('/register?id=CODE', replies);
  const first = await screen.findByLabelText<HTMLInputElement>(/^First name/);
  await user.click(first);
  await user.paste('x'.repeat(33));
  await user.tab();
  await screen.findByText('is too long (maximum is 32 characters)');
  expect(screen.queryByText('is required')).toBeNull();
  expect(screen.getByLabelText(/^Last name/).getAttribute('aria-invalid')).not.toBe('true');
});
