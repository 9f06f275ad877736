import { stepUp } from '@portal/contract/signing/endpoints.ts';
import type { SigningKind } from '@portal/contract/signing/rules.ts';
import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isOff as isButtonOff } from '#test/buttons.ts';
import { drawsPdfs } from '#test/documents.ts';
import { renderPage, type Reply } from '#test/portal.tsx';
import { names, png, signsDocuments } from '#test/signing.ts';
import type { Drawing } from './filling.ts';
import type { OwnField } from './own-fields.ts';
import { SignField } from './SignField.tsx';

drawsPdfs();
signsDocuments();

const field: OwnField = {
  name: names.signature,
  type: 'Signature',
  words: 'Signature',
  required: true,
  isMultiline: false,
  most: 10_000,
  colour: '',
  value: '',
  spots: [],
};
const srUuid = '00000000-0000-4000-8000-000000000001';
const proved = { proof: 'the-proof', expiresAt: new Date(Date.now() + 900_000) };

function open(given: { kind?: SigningKind; viewer?: object; reply?: unknown } = {}) {
  const { kind = 'general', viewer = {}, reply = proved } = given;
  const onDrawn = vi.fn<(drawing: Drawing) => void>();
  const replies: Reply[] = [[stepUp, reply]];
  const page = renderPage(
    <SignField kind={kind} srUuid={srUuid} field={field} onDrawn={onDrawn} onClose={() => undefined} />,
    { viewer, replies },
  );
  return { ...page, onDrawn };
}
type Page = ReturnType<typeof open>;
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const isOff = (name: string) => isButtonOff(button(name));

async function upToCredentials({ user }: Page) {
  await user.click(await screen.findByRole('button', { name: 'SIGN' }));
  await user.click(await screen.findByRole('button', { name: 'CONTINUE' }));
  return screen.findByLabelText('Password');
}
async function upToPad(page: Page) {
  await page.user.write(await upToCredentials(page), 'Correct-horse-1');
  await page.user.click(button('Authenticate'));
  return screen.findByRole('dialog', { name: 'Signature' });
}
function drawLine() {
  const pad = screen.getByRole('img', { name: /^Pad to draw on/ });
  Object.assign(pad, { setPointerCapture: () => undefined });
  fireEvent.pointerDown(pad, { pointerId: 1, button: 0, clientX: 20, clientY: 20 });
  fireEvent.pointerMove(pad, { pointerId: 1, clientX: 90, clientY: 60 });
  fireEvent.pointerUp(pad, { pointerId: 1 });
}
const alertWords = async () => (await screen.findByRole('alert')).textContent;

test.each([
  ['general', 'Prescriber Verification', 'I approve this prescription.'],
  ['order_form', 'Prescriber Verification', 'I approve this prescription.'],
  ['report', 'Verification', 'I approve this list of site users'],
  ['training', 'Signature Verification', 'I acknowledge this training'],
] as const)(
  'SGN-09 SGN-18 UMR-05 AKF-02 CON-09 CON-10 OPS-60 %s: title, reason, SIGN, CONTINUE, credentials',
  async (kind, title, reason) => {
    const page = open({ kind });
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    expect(dialog.getByText(reason)).toBeDefined();
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'SIGN' }));
    await page.user.keyboard('{Enter}');
    const notice = within(await screen.findByRole('dialog', { name: 'Authentication' }));
    expect(notice.getByText('You must sign in again to sign.')).toBeDefined();
    expect(document.activeElement).toBe(notice.getByRole('button', { name: 'CONTINUE' }));
    await page.user.keyboard('{Enter}');
    await page.user.paste('Correct-horse-1');
    await page.user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Signature' });
    expect(page.callsOf(stepUp).map(({ body }) => body)).toEqual([
      {
        email: 'boston@meridian.example',
        password: 'Correct-horse-1',
        srUuid,
        fieldName: 'Signature4_1_Required',
        reason,
      },
    ]);
  },
);

test('SGN-09 OPS-60 ROL-36 without TrialCard SIGN is shown directly', async () => {
  const { user } = open({ viewer: { modules: ['ClinicalManagement'] } });
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign' }));
  expect(dialog.queryByText('I approve this prescription.')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'SIGN' }));
  await screen.findByRole('dialog', { name: 'Authentication' });
});

test('SGN-10 SGN-11 e-mail and password are checked as they are left, and both must be good', async () => {
  const page = open();
  const { user } = page;
  const password = await upToCredentials(page);
  const email = screen.getByLabelText('Email');
  expect(isOff('Authenticate')).toBe(true);
  await user.clear(email);
  await user.click(password);
  await user.tab();
  expect(screen.getAllByText('is required')).toHaveLength(2);
  await user.write(email, 'nobody');
  expect(await screen.findByText('is not a valid email')).toBeDefined();
  await user.clear(email);
  await user.write(email, `${'a'.repeat(139)}@example.com`);
  expect(await screen.findByText('is too long (maximum is 150 characters)')).toBeDefined();
  await user.clear(email);
  await user.write(email, 'boston@meridian.example');
  await user.write(password, 'a'.repeat(65));
  expect(await screen.findByText('is too long (maximum is 64 characters)')).toBeDefined();
  await user.keyboard('{Enter}');
  expect(isOff('Authenticate')).toBe(true);
  await user.clear(password);
  await user.write(password, 'a');
  expect(isOff('Authenticate')).toBe(false);
  expect(page.callsOf(stepUp)).toEqual([]);
});

test.each([
  ['SGN-12 P11-02 ERR-16', 400, 'signing.not_own', 'Only the logged in user can sign.'],
  ['SGN-13 P11-02 ERR-16', 400, 'signing.wrong_credentials', 'Email or Password is incorrect.'],
  ['OPS-59 P11-02', 429, 'signing.locked', 'Email or Password is incorrect.'],
])('%s SGN-15 what is refused is said where the focus is, and there is no pad', async (_, status, code, message) => {
  const page = open({ reply: { status, body: { code, message } } });
  await page.user.write(await upToCredentials(page), 'wrong');
  await page.user.keyboard('{Enter}');
  expect(await alertWords()).toBe(message);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  expect(screen.queryByRole('dialog', { name: 'Signature' })).toBeNull();
  // Another try is answered anew.
  page.answer(stepUp, proved);
  await page.user.click(button('Authenticate'));
  await screen.findByRole('dialog', { name: 'Signature' });
});

test('ACK-07 OPN-63 of a document that was signed elsewhere meanwhile it is looked anew what stands with it', async () => {
  const page = open({
    reply: { status: 409, body: { code: 'signing.ended', message: 'This document has been signed.' } },
  });
  const asked = vi.spyOn(QueryClient.prototype, 'invalidateQueries');
  onTestFinished(() => asked.mockRestore());
  await page.user.write(await upToCredentials(page), 'Correct-horse-1');
  await page.user.keyboard('{Enter}');
  expect(await alertWords()).toBe('This document has been signed.');
  const paths = asked.mock.calls.map(([filter]) => filter?.queryKey?.[0]);
  expect(paths).toContain('/care-provider/training-acknowledgement');
  expect(paths).toContain('/documents/provider-signer');
});

test('SGN-14 the password is checked 2 seconds after "Authenticate"', async () => {
  const page = open();
  await page.user.write(await upToCredentials(page), 'Correct-horse-1');
  vi.useFakeTimers();
  try {
    fireEvent.click(button('Authenticate'));
    await act(() => vi.advanceTimersByTimeAsync(1_999));
    expect(page.callsOf(stepUp)).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(page.callsOf(stepUp)).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

test('without a network nothing is sent, and the sentence says so', async () => {
  const page = open({ reply: () => Promise.reject(new TypeError('no network')) });
  const password = await upToCredentials(page);
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  await page.user.write(password, 'Correct-horse-1');
  await page.user.keyboard('{Enter}');
  expect(await alertWords()).toContain('You are offline. Nothing is sent until you press again.');
});

test('SGN-16 ERR-16 an empty pad is refused; a line is undone, all of them are cleared', async () => {
  const page = open();
  await upToPad(page);
  await page.user.click(button('Confirm'));
  expect(await alertWords()).toBe('Signature cannot be empty.');
  drawLine();
  expect(screen.queryByRole('alert')).toBeNull();
  drawLine();
  await page.user.click(button('Undo'));
  expect(isOff('Clear')).toBe(false);
  await page.user.click(button('Clear'));
  expect(isOff('Undo')).toBe(true);
  await page.user.click(button('Confirm'));
  expect(await alertWords()).toBe('Signature cannot be empty.');
  expect(page.onDrawn).not.toHaveBeenCalled();
});

test('SGN-09 SGN-17 OPS-58 a drawing comes with the proof of its field and the time in UTC', async () => {
  const page = open();
  await upToPad(page);
  drawLine();
  await page.user.click(button('Confirm'));
  await waitFor(() => expect(page.onDrawn).toHaveBeenCalledOnce());
  expect(page.onDrawn.mock.calls[0]?.[0]).toEqual({
    png: new Uint8Array(png),
    url: expect.stringMatching(/^blob:/),
    proof: 'the-proof',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});

test('P11-03 SGN-16 by keyboard the name of the account is the signature, which nobody can change, and the dialogs say that it is printed', async () => {
  const page = open();
  const dialog = within(await screen.findByRole('dialog', { name: 'Prescriber Verification' }));
  expect(dialog.getByText('Printed with it: Sam Sites, Site User.')).toBeDefined();
  await upToPad(page);
  expect(screen.getByText('Printed with it: Sam Sites, Site User.')).toBeDefined();
  await page.user.click(screen.getByRole('radio', { name: 'Use my name' }));
  expect(screen.getByRole('img', { name: 'Sam Sites as a signature' })).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  await page.user.click(button('Confirm'));
  await waitFor(() => expect(page.onDrawn).toHaveBeenCalledOnce());
});
