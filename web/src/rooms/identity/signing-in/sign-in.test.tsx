import { trainingAcknowledgement } from '@portal/contract/providers/endpoints.ts';
import { companyModules, writeLog } from '@portal/contract/companies/endpoints.ts';
import { type FailureCode, failures } from '@portal/contract/errors.ts';
import { confirmCode, me, renewSession, signIn, signOut, startMfaSetup } from '@portal/contract/identity/endpoints.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Reply, aSession, forgetPortal, noSession, openPortal, sessionReplies, setWidth } from '#test/portal.tsx';
import type { PageData } from '#api/page.ts';
import { type Viewer, endSession } from '#api/session.ts';

const challenge = 'c'.repeat(40);
const askedForCode = { next: 'code', factor: 'totp', challenge };
const failure = (code: FailureCode) => ({
  status: failures[code].status,
  body: { code, message: failures[code].message ?? '' },
});

/** The sign-in page in front of a server that knows this person. */
async function openSignIn(
  given: {
    answer?: unknown;
    at?: string;
    viewer?: Partial<Viewer>;
    replies?: readonly Reply[];
    page?: Partial<PageData>;
  } = {},
) {
  const { answer = () => aSession(), at = '/sign-in', viewer, replies = [], page } = given;
  const signedOut: Reply[] = [
    [renewSession, noSession],
    [signIn, answer],
  ];
  const portal = openPortal(at, [...sessionReplies(viewer), ...signedOut, ...replies], page);
  await screen.findByRole('button', { name: 'Sign In' });
  const fill = async (email = 'boston@meridian.example', password = 'secret') => {
    await portal.user.write(screen.getByLabelText('Email'), email);
    await portal.user.write(screen.getByLabelText('Password'), password);
    await waitFor(() => expect(button().disabled).toBe(false));
  };
  const submit = async (email?: string, password?: string) => {
    await fill(email, password);
    await portal.user.click(button());
  };
  return { ...portal, fill, submit };
}
const button = (name = 'Sign In') => screen.getByRole<HTMLButtonElement>('button', { name });
const codeField = () => screen.findByLabelText<HTMLInputElement>('Authentication code');
const productCalls = ({ calls }: { calls: readonly { method: string; path: string }[] }) =>
  calls.map(({ method, path }) => `${method} ${path}`).filter((call) => !call.includes('/auth/'));

test('SIG-01 the sign-in page opens signed out and has four views: the form, the code, Account Recovery and the set-up of a second factor', async () => {
  const views = () => [
    screen.queryByLabelText('Password') !== null,
    screen.queryByRole('button', { name: 'Lost your device?' }) !== null,
    screen.queryByRole('heading', { name: 'Account Recovery' }) !== null,
    screen.queryByRole('heading', { name: 'Set up two-step sign-in' }) !== null,
  ];
  const withFactor = await openSignIn({ answer: askedForCode });
  expect([withFactor.path(), views()]).toEqual(['/sign-in', [true, false, false, false]]);
  await withFactor.submit();
  await codeField();
  expect([withFactor.path(), views()]).toEqual(['/sign-in', [false, true, false, false]]);
  await withFactor.user.click(button('Lost your device?'));
  await screen.findByRole('heading', { name: 'Account Recovery' });
  expect([withFactor.path(), views()]).toEqual(['/sign-in', [false, false, true, false]]);
  withFactor.unmount();
  forgetPortal();
  const secret = 'JBSWY3DPEHPK3PXP';
  const without = await openSignIn({
    answer: { next: 'mfa-setup', challenge },
    replies: [[startMfaSetup, { secret, uri: `otpauth://totp/Trellis:ada?secret=${secret}` }]],
  });
  await without.submit();
  await screen.findByRole('heading', { name: 'Set up two-step sign-in' });
  await codeField();
  expect([without.path(), views()]).toEqual(['/sign-in', [false, false, false, true]]);
});

test('SIG-02 SIG-05 SER-31 a message shows once a field was touched, and the button waits for a whole form', async () => {
  const { user } = await openSignIn();
  expect(screen.queryByText('is required')).toBeNull();
  expect(button().disabled).toBe(true);
  await user.type(screen.getByLabelText('Email'), 'a');
  await user.clear(screen.getByLabelText('Email'));
  await screen.findByText('is required');
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).not.toBe('true');
});

test('SIG-05 SIG-06 a password that was emptied is required, one of 64 characters is good and one of 65 too long', async () => {
  const { user } = await openSignIn();
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  await user.write(screen.getByLabelText('Email'), 'boston@meridian.example');
  await user.write(password, 'x');
  await waitFor(() => expect(button().disabled).toBe(false));
  await user.clear(password);
  await screen.findByText('is required');
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(button().disabled).toBe(true);
  await user.write(password, 'x'.repeat(64));
  await waitFor(() => expect(button().disabled).toBe(false));
  expect(password.getAttribute('aria-invalid')).not.toBe('true');
  await user.write(password, 'x');
  await screen.findByText('is too long (maximum is 64 characters)');
  expect(password.value).toHaveLength(65);
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(button().disabled).toBe(true);
});

test('SIG-16 OPN-17 a form that nobody has typed into goes on when another tab has signed in; one that holds something stays', async () => {
  const reloads = vi.fn<() => void>();
  const before = window.location.reload.bind(window.location);
  window.location.reload = reloads;
  const [other, third] = [new BroadcastChannel('portal'), new BroadcastChannel('portal')];
  onTestFinished(() => {
    other.close();
    third.close();
    window.location.reload = before;
  });
  const { user } = await openSignIn();
  const email = screen.getByLabelText('Email');
  // Every tab has heard it once the one that was opened last has.
  const tell = async () => {
    const isHeard = new Promise((resolve) => third.addEventListener('message', resolve, { once: true }));
    other.postMessage({ type: 'signed-in', cpId: 5 });
    await isHeard;
  };
  await user.type(email, 'a');
  await tell();
  expect(reloads).not.toHaveBeenCalled();
  await user.clear(email);
  await tell();
  // The page that is loaded then finds the session.
  await waitFor(() => expect(reloads).toHaveBeenCalledOnce());
});

test('SIG-03 SIG-08 an address that is none keeps the button disabled', async () => {
  const { user } = await openSignIn();
  await user.type(screen.getByLabelText('Password'), 'x');
  await user.type(screen.getByLabelText('Email'), 'abc');
  await screen.findByText('is not a valid email');
  expect(button().disabled).toBe(true);
  await user.write(screen.getByLabelText('Email'), '@x.test');
  await waitFor(() => expect(button().disabled).toBe(false));
});

test('SIG-07 SCN-01 the form is looked at 300 ms after the last keystroke', async () => {
  await openSignIn();
  vi.useFakeTimers();
  try {
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'a@x.test' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'x' } });
    await act(() => vi.advanceTimersByTimeAsync(200));
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'xy' } });
    await act(() => vi.advanceTimersByTimeAsync(299));
    expect(button().disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(2));
    expect(button().disabled).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('SIG-09 SIG-10 Enter in the password field signs in, with the e-mail trimmed and in lower case', async () => {
  const portal = await openSignIn();
  await portal.fill('  Admin@X.Test ');
  await portal.user.keyboard('{Enter}');
  await waitFor(() => expect(portal.callsOf(signIn)).toHaveLength(1));
  expect(portal.callsOf(signIn)[0]?.sent).toEqual({ email: 'admin@x.test', password: 'secret' });
});

test('SIG-12 modules, training acknowledgement and care groups are loaded in this order', async () => {
  const portal = await openSignIn({ at: '/sign-in?redirect=/account' });
  await portal.submit();
  await screen.findByRole('heading', { name: 'Account' });
  // What the page itself asks comes after them.
  expect(
    productCalls(portal)
      .filter((call) => !call.startsWith('GET /care-providers'))
      .slice(0, 3),
  ).toEqual(['GET /company/modules', 'GET /care-provider/training-acknowledgement', 'GET /care-groups']);
});

test.each(['Site User', 'Sponsor', 'Pharmacy User', 'Wholesaler User'] as const)(
  'MFA-08 PRM-06 a %s without a second factor goes straight in',
  async (type) => {
    const portal = await openSignIn({ viewer: { type }, at: '/sign-in?redirect=/account' });
    await portal.submit();
    await screen.findByRole('heading', { name: 'Account' });
    expect(portal.calls.filter((call) => call.path.startsWith('/auth/mfa'))).toEqual([]);
  },
);

test('SIG-13 without TrialCard no training acknowledgement is asked for', async () => {
  const portal = await openSignIn({ viewer: { modules: ['Assessments'] }, at: '/sign-in?redirect=/account' });
  await portal.submit();
  await screen.findByRole('heading', { name: 'Account' });
  expect(portal.callsOf(trainingAcknowledgement)).toEqual([]);
});

test.each([
  ['/sign-in?redirect=%2Faccount', 'Account', '/account'],
  ['/sign-in', 'Dashboard', '/dashboard'],
  ['/sign-in?redirect=https%3A%2F%2Fevil.test', 'Dashboard', '/dashboard'],
  ['/sign-in?redirect=%2F%2Fevil.test', 'Dashboard', '/dashboard'],
])('SIG-14 RTE-02 OPN-16 from %s one gets to %s', async (at, title, path) => {
  const portal = await openSignIn({ at, viewer: { modules: ['Assessments'] } });
  await portal.submit();
  await screen.findByRole('heading', { name: title });
  expect(portal.path()).toBe(path);
});

test.each(['System', 'physician'] as const)(
  'SIG-15 SER-06 a user of type %s is refused and signed out',
  async (type) => {
    const portal = await openSignIn({ viewer: { type } });
    await portal.submit();
    expect((await screen.findByRole('alert')).textContent).toBe('Access forbidden.');
    expect(portal.callsOf(signOut)).toHaveLength(1);
    await waitFor(() => expect(localStorage.length).toBe(0));
    expect(portal.path()).toBe('/sign-in');
  },
);

test('SEC-04 who signs in is at work from then on, however long the page has lain there', async () => {
  const portal = await openSignIn();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await portal.submit();
  await waitFor(() => expect(portal.callsOf(me)).toHaveLength(1));
  expect(Number(portal.callsOf(me)[0]?.headers.get('x-idle-ms'))).toBeLessThan(60_000);
});

test('SIG-16 who has a session already goes in without being asked', async () => {
  const portal = openPortal('/sign-in?redirect=/account', sessionReplies());
  await screen.findByRole('heading', { name: 'Account' });
  expect(portal.callsOf(signIn)).toEqual([]);
});

test.each([
  ['BAD_CREDENTIALS', 'Email or password incorrect.'],
  ['NOT_CONFIRMED', 'User not confirmed.'],
  ['RESET_REQUIRED', 'Password reset required.'],
  ['LOCKED', 'Password attempts exceeded, Please wait and try again'],
  ['FORBIDDEN_TYPE', 'Access forbidden.'],
  ['UNAVAILABLE', 'Unable to sign in'],
  ['unexpected', 'Unable to sign in'],
] as const)(
  'SIG-18 SER-01 SER-02 SER-03 SER-04 SER-05 SER-06 %s is told as "%s", and the form stays',
  async (code, text) => {
    const portal = await openSignIn({ answer: failure(code) });
    await portal.submit();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('boston@meridian.example');
    expect(portal.path()).toBe('/sign-in');
  },
);

test('SEC-10 who is refused because too many sign-ins failed at their network address is told to wait', async () => {
  const portal = await openSignIn({ answer: failure('LIMIT') });
  await portal.submit();
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Please wait and try again.');
});

test('SER-05 "Unable to sign in" when no answer comes', async () => {
  const portal = await openSignIn({ answer: () => Promise.reject(new TypeError('offline')) });
  await portal.submit();
  expect((await screen.findByRole('alert')).textContent).toBe('Unable to sign in');
});

const brand = {
  key: 'na',
  name: 'CTRx North America',
  title: 'CTRx NA Portal',
  logo: '/brands/na/logo.svg',
  signInImage: '/brands/na/sign-in.svg',
  favicon: '/brands/na/favicon.svg',
  colours: { primary: '#7a1f5f', onPrimary: '#ffffff' },
  email: 'help@na.test',
  phone: '+1 617 555 0100',
  terms: '',
  companyName: 'CTRx',
  showsFooter: false,
  alerts: [],
  demoMode: false,
  callMode: false,
  callLine: 'test' as const,
};

test('SIG-19 SIG-20 OPN-30 BRN-01 BRN-04 BRN-05 BRN-06 BRN-12 the page wears the brand of the host', async () => {
  await openSignIn({ page: { brand } });
  const images = [...document.querySelectorAll('img')].map((image) => [image.getAttribute('src'), image.alt]);
  expect(images).toEqual([
    ['/brands/na/logo.svg', 'CTRx North America'],
    ['/brands/na/sign-in.svg', ''],
  ]);
  expect(document.title).toBe('CTRx NA Portal');
  expect(screen.queryByRole('contentinfo')).toBeNull();
  screen.getByText('Access to this site is limited to authorized persons permitted by the trial sponsor.');
});

test('BRN-15 OPN-32 SEC-28 what the brand of the host announces to everybody stands on the page, as text', async () => {
  const alerts = [
    { alertId: 1, message: 'Closed on <b>Friday</b>.\nCall us.', severity: 'warning' },
    { alertId: 2, message: 'New hours.', severity: 'info' },
  ] as const;
  await openSignIn({ page: { brand: { ...brand, alerts: [...alerts] } } });
  expect(screen.getByRole('alert').textContent).toBe('Closed on <b>Friday</b>.\nCall us.');
  expect(screen.getByRole('note').textContent).toBe('New hours.');
  expect(document.querySelector('b')).toBeNull();
  expect(screen.queryByText(/You are trying/)).toBeNull();
});

test('BRN-01 SIG-16 who is signed in and tries a brand stays on the sign-in page, which says so, and comes to the portal of the host by a new page', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  onTestFinished(() => assign.mockRestore());
  localStorage.setItem('portal.session', 'open');
  const portal = await openSignIn({
    at: '/sign-in?brand=7-0',
    page: { brand, isTried: true },
    replies: [[renewSession, () => aSession()]],
  });
  expect(screen.getByRole('alert').textContent).toBe(
    'You are trying the brand CTRx North America. It has not been given to this address.',
  );
  await portal.submit();
  await waitFor(() => expect(assign.mock.calls).toEqual([['/']]));
  expect(portal.path()).toBe('/sign-in?brand=7-0');
});

test('BRN-11 OPN-29 the company footer shows the current year', async () => {
  vi.setSystemTime(new Date('2031-06-01T12:00:00Z'));
  try {
    await openSignIn();
    expect(screen.getByRole('contentinfo').textContent).toBe('© 2031 Trellis');
  } finally {
    vi.useRealTimers();
  }
});

test('SIG-17 SER-07 BRN-08 the connection alert names the contact of the brand, and can be put away', async () => {
  const { user, path } = await openSignIn({ at: '/sign-in?connectionError=true&redirect=%2Faccount', page: { brand } });
  screen.getByText(
    'There is a problem with your connection. This is likely an internet or firewall issue. Please try again. If the issue persists, contact help@na.test for assistance.',
  );
  await user.click(button('Dismiss'));
  expect(screen.queryByText(/problem with your connection/)).toBeNull();
  expect(path()).toBe('/sign-in?redirect=%2Faccount');
});

test('OPN-12 "Forgot password?" leads there, and "Back to sign in" back', async () => {
  const { user, path } = await openSignIn();
  await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
  await screen.findByRole('heading', { name: 'Forgot password' });
  expect(path()).toBe('/forgot-password');
  await user.click(screen.getByRole('link', { name: 'Back to sign in' }));
  await screen.findByLabelText('Password');
  expect(path()).toBe('/sign-in');
});

test('OPN-12 OPN-15 "Forgot password?" and "Back to sign in" keep where one wanted to go', async () => {
  const { user, path } = await openSignIn({ at: '/sign-in?redirect=%2Faccount%3Ftab%3D1' });
  const link = screen.getByRole('link', { name: 'Forgot password?' });
  expect(link.getAttribute('href')).toBe('/forgot-password?redirect=%2Faccount%3Ftab%3D1');
  await user.click(link);
  await screen.findByRole('heading', { name: 'Forgot password' });
  expect(path()).toBe('/forgot-password?redirect=%2Faccount%3Ftab%3D1');
  const back = screen.getByRole('link', { name: 'Back to sign in' });
  expect(back.getAttribute('href')).toBe('/sign-in?redirect=%2Faccount%3Ftab%3D1');
  await user.click(back);
  await screen.findByLabelText('Password');
  expect(path()).toBe('/sign-in?redirect=%2Faccount%3Ftab%3D1');
});

test('SCP-11 OPN-34 the sign-in page warns on a phone, and can still be used', async () => {
  setWidth(599);
  const { fill } = await openSignIn();
  expect(screen.getByText('Please view the site on your desktop.')).toBeDefined();
  await fill();
});

test('SCP-12 OPN-34 there is no such warning from 600 pixels on', async () => {
  setWidth(600);
  await openSignIn();
  expect(screen.queryByText('Please view the site on your desktop.')).toBeNull();
});

test.each([
  ['totp', /authenticator app/],
  ['sms', /sent to your phone/],
])(
  'MFA-01 MFA-02 MFA-03 MFA-06 MFA-07 a challenge by %s asks for the code before anything else is loaded',
  async (factor, hint) => {
    const portal = await openSignIn({
      answer: { ...askedForCode, factor },
      at: '/sign-in?redirect=/account',
      replies: [[confirmCode, () => aSession()]],
    });
    await portal.submit();
    const field = await codeField();
    screen.getByText(hint);
    expect(productCalls(portal)).toEqual([]);
    expect(button('Authenticate').disabled).toBe(true);
    await portal.user.write(field, '123456');
    await portal.user.click(button('Authenticate'));
    await screen.findByRole('heading', { name: 'Account' });
    expect(portal.callsOf(confirmCode)[0]?.sent).toEqual({ challenge, code: '123456' });
  },
);

test.each([
  ['12e3', '123'],
  ['0123456', '012345'],
  ['0', '0'],
])('MFA-04 MFA-05 OPN-85 typed %s, the code field holds %s and the button is ready', async (typed, held) => {
  const portal = await openSignIn({ answer: askedForCode });
  await portal.submit();
  await portal.user.type(await codeField(), typed);
  expect((await codeField()).value).toBe(held);
  expect(button('Authenticate').disabled).toBe(false);
});

test.each(['123 456', ' 123456', '123-456'])('MFA-05 OPN-85 of a pasted "%s" all six digits stay', async (pasted) => {
  const portal = await openSignIn({ answer: askedForCode });
  await portal.submit();
  await portal.user.click(await codeField());
  await portal.user.paste(pasted);
  expect((await codeField()).value).toBe('123456');
});

test.each([
  ['CODE_MISMATCH', 'Incorrect Code'],
  ['invalid', 'Unable to sign in'],
] as const)('MFA-22 SER-08 OPN-44 %s at the code step is told as "%s", at its field', async (code, text) => {
  const portal = await openSignIn({ answer: askedForCode, replies: [[confirmCode, failure(code)]] });
  await portal.submit();
  await portal.user.type(await codeField(), '1');
  await portal.user.click(button('Authenticate'));
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  const field = screen.getByRole('textbox', { name: 'Authentication code', description: text });
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test.each([
  ['CHALLENGE_EXPIRED', 'Session timed out. Refresh the page to login'],
  ['factor.unreadable', 'Your second factor can no longer be read. Please ask for account recovery.'],
  ['FORBIDDEN_TYPE', 'Access forbidden.'],
  ['too_many', 'Too many requests. Please wait and try again.'],
  ['unexpected', 'Unable to sign in'],
] as const)(
  'MFA-22 SER-09 %s at the code step is told as "%s", and the code is not called wrong',
  async (code, text) => {
    const portal = await openSignIn({ answer: askedForCode, replies: [[confirmCode, failure(code)]] });
    await portal.submit();
    await portal.user.type(await codeField(), '1');
    await portal.user.click(button('Authenticate'));
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect((await codeField()).getAttribute('aria-invalid')).not.toBe('true');
    expect((await codeField()).value).toBe('1');
  },
);

test('MFA-22 without a network the code step says that it could not sign in, and does not call the code wrong', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const portal = await openSignIn({ answer: askedForCode, replies: [[confirmCode, lost]] });
  await portal.submit();
  await portal.user.type(await codeField(), '123456');
  await portal.user.click(button('Authenticate'));
  expect((await screen.findByRole('alert')).textContent).toBe('Unable to sign in');
  expect((await codeField()).getAttribute('aria-invalid')).not.toBe('true');
});

test.each([
  ['To reset MFA on your account, please contact CTRx North America by email or phone', '+1 617 555 0100'],
  ['To reset MFA on your account, please contact CTRx North America by email', null],
])('MFA-18 MFA-19 MFA-20 MFA-21 SER-14 BRN-08 who lost their device reads "%s"', async (text, phone) => {
  const portal = await openSignIn({ answer: askedForCode, page: { brand: { ...brand, phone } } });
  await portal.submit();
  await portal.user.type(await codeField(), '12');
  await portal.user.click(button('Lost your device?'));
  await screen.findByRole('heading', { name: 'Account Recovery' });
  screen.getByText(text);
  const contacts = screen.getAllByRole('link').map((link) => link.textContent);
  expect(contacts).toEqual(['help@na.test', ...(phone ? [phone] : [])]);
  expect(screen.queryByRole('button', { name: 'Authenticate' })).toBeNull();
  await portal.user.click(button('Go back to MFA'));
  expect((await codeField()).value).toBe('12');
  // The button that led back is gone.
  await waitFor(async () => expect(document.activeElement).toBe(await codeField()));
});

test.each([
  ['sms', 1],
  ['totp', 0],
] as const)(
  'MFA-02 OPN-12 from the code step (%s) one can go back to the form, from where a text comes anew',
  async (factor, hints) => {
    const portal = await openSignIn({ answer: { ...askedForCode, factor } });
    expect(document.activeElement).toBe(document.body);
    await portal.submit();
    await codeField();
    expect(screen.queryAllByText('No text? Go back and sign in again for a new one.')).toHaveLength(hints);
    await portal.user.click(button('Back to sign in'));
    expect(document.activeElement).toBe(await screen.findByLabelText('Email'));
    await portal.submit();
    await codeField();
    expect(portal.callsOf(signIn)).toHaveLength(2);
  },
);

test('OPN-20 OPN-21 SES-03 a failed load right after the password ends in the connection alert, signed out', async () => {
  const portal = await openSignIn({ replies: [[companyModules, { status: 500, body: { code: 'unexpected' } }]] });
  await portal.submit();
  await screen.findByText(/problem with your connection/);
  expect(portal.path()).toBe('/sign-in?connectionError=true');
  await waitFor(() => expect(portal.callsOf(signOut)).toHaveLength(1));
});

test('OPN-15 OPN-21 where one wanted to go is kept when the loads fail on the sign-in page that an expired session led to', async () => {
  const portal = openPortal('/document', sessionReplies());
  await screen.findByRole('heading', { level: 1, name: 'Documents' });
  portal.answer(renewSession, noSession);
  portal.answer(signIn, () => aSession());
  act(() => endSession('expired'));
  await screen.findByRole('button', { name: 'Sign In' });
  expect(portal.path()).toBe('/sign-in?redirect=%2Fdocument');
  portal.answer(companyModules, { status: 500, body: { code: 'unexpected' } });
  await portal.user.write(screen.getByLabelText('Email'), 'boston@meridian.example');
  await portal.user.write(screen.getByLabelText('Password'), 'secret');
  await waitFor(() => expect(button().disabled).toBe(false));
  await portal.user.click(button());
  await screen.findByText(/problem with your connection/);
  expect(portal.path()).toBe('/sign-in?connectionError=true&redirect=%2Fdocument');
});

const logged = ({ callsOf }: { callsOf: (endpoint: typeof writeLog) => { body: { event: string } }[] }) =>
  callsOf(writeLog).map((call) => call.body.event);

test('LOG-01 LOG-07 a sign-in is logged with its entry, source and stream', async () => {
  const portal = await openSignIn({ page: { mode: 'development' }, replies: [[writeLog, { message: 'Logged.' }]] });
  await portal.submit();
  await waitFor(() => expect(logged(portal)).toEqual(['sign-in']));
  expect(portal.callsOf(writeLog)[0]?.sent).toMatchObject({
    level: 'info',
    sourceIdentifier: 'portal-web',
    logStream: 'web',
    cpId: 3,
  });
});

test('LOG-02 a wrong and a right code are logged, without the code', async () => {
  const replies: Reply[] = [
    [writeLog, { message: 'Logged.' }],
    [confirmCode, failure('CODE_MISMATCH')],
  ];
  const portal = await openSignIn({ answer: askedForCode, page: { mode: 'staging' }, replies });
  await portal.submit();
  await portal.user.type(await codeField(), '987654');
  await portal.user.click(button('Authenticate'));
  await screen.findByText('Incorrect Code');
  portal.answer(confirmCode, () => aSession());
  await portal.user.click(button('Authenticate'));
  await waitFor(() => expect(logged(portal)).toEqual(['mfa-failed', 'mfa', 'sign-in']));
  expect(JSON.stringify(portal.callsOf(writeLog).map((call) => call.sent))).not.toMatch(/987654|secret/);
});

test.each([
  ['LOCKED', 'lockout'],
  ['BAD_CREDENTIALS', 'sign-in-failed'],
] as const)('LOG-01 LOG-03 %s is logged as %s', async (code, event) => {
  const portal = await openSignIn({
    answer: failure(code),
    page: { mode: 'production' },
    replies: [[writeLog, { message: 'Logged.' }]],
  });
  await portal.submit();
  await waitFor(() => expect(logged(portal)).toEqual([event]));
});

test('LOG-06 nothing is logged in test mode', async () => {
  const portal = await openSignIn({ at: '/sign-in?redirect=/account', replies: [[writeLog, { message: 'Logged.' }]] });
  await portal.submit();
  await screen.findByRole('heading', { name: 'Account' });
  expect(portal.callsOf(writeLog)).toEqual([]);
});

test('LOG-08 SER-29 ERR-29 a logging failure is not shown and stops nothing', async () => {
  const failing: Reply = [writeLog, { status: 500, body: { code: 'unexpected', message: 'no disk' } }];
  const portal = await openSignIn({ at: '/sign-in?redirect=/account', page: { mode: 'staging' }, replies: [failing] });
  await portal.submit();
  await screen.findByRole('heading', { name: 'Account' });
  await waitFor(() => expect(portal.callsOf(writeLog)).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('OPN-17 SEC-03 PRV-09 the browser’s storage holds neither token nor person', async () => {
  const portal = await openSignIn({ at: '/sign-in?redirect=/account' });
  await portal.submit();
  await screen.findByRole('heading', { name: 'Account' });
  expect(portal.callsOf(me)).not.toEqual([]);
  const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, portal.path()]);
  expect(kept).not.toMatch(/a-token|boston|Sites|TrialCard/);
});
