import { writeLog } from '@portal/contract/companies/endpoints.ts';
import { renewSession, signOut } from '@portal/contract/identity/endpoints.ts';
import { readInvitation, register } from '@portal/contract/providers/invitation-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Reply, noSession, openPortal, sessionReplies } from '#test/portal.tsx';

const invited = { companyName: 'Meridian Trials', email: 'new@meridian.example' };
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const password = () => screen.getByLabelText<HTMLInputElement>(/^Password/);
const contact = () => screen.getByRole('radiogroup', { name: /^Preferred contact/ });
/** What a screen reader adds to the name of a field. */
const saidOf = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
const policy = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'I accept the terms and conditions' });

async function openRegistration(replies: readonly Reply[] = [], page = {}, at = '/register?id=CODE') {
  const portal = openPortal(
    at,
    [
      [renewSession, noSession],
      [readInvitation, { pendingProvider: invited }],
      [register, { message: 'Registered.' }],
      ...replies,
    ],
    page,
  );
  await screen.findByRole('button', { name: 'Register' });
  const fill = async (
    given: Partial<Record<'firstName' | 'lastName' | 'phone' | 'password' | 'contact', string>> = {},
  ) => {
    const {
      firstName = 'Nora',
      lastName = 'Lind',
      phone = '6175550123',
      password: secret = 'Harvest-Moon-2027!',
      contact = 'Email',
    } = given;
    if (firstName) await portal.user.write(field(/^First name/), firstName);
    if (lastName) await portal.user.write(field(/^Last name/), lastName);
    if (phone) await portal.user.type(field('Phone'), phone);
    if (secret) await portal.user.write(password(), secret);
    if (contact) await portal.user.click(screen.getByRole('radio', { name: contact }));
  };
  const send = () => portal.user.click(button('Register'));
  return { ...portal, fill, send };
}

test('REG-01 REG-04 REG-05 REG-08 the invitation of the address is looked up, and the form has these fields and no more', async () => {
  const portal = await openRegistration();
  expect(portal.callsOf(readInvitation).map((call) => call.query)).toEqual([{ id: 'CODE' }]);
  screen.getByText(/Meridian Trials has invited you/);
  expect(field('Email').value).toBe(invited.email);
  expect(field('Email').disabled).toBe(true);
  const names = screen.getAllByRole('textbox').map((input) => (input as HTMLInputElement).labels?.[0]?.textContent);
  expect(names).toEqual(['First name *', 'Last name *', 'Email', 'Phone *']);
  expect(screen.getAllByRole('radio').map((input) => (input as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    'Email',
    'Text (SMS)',
  ]);
  expect(document.querySelectorAll('input[type=password]')).toHaveLength(1);
  expect(policy().checked).toBe(false);
});

test('PRV-08 beside the preferred contact it is said that notices of the portal come by email all the same', async () => {
  await openRegistration();
  const description = 'Notices of the portal always come by email.';
  expect(screen.getByRole('radiogroup', { name: /^Preferred contact/, description })).toBeDefined();
});

test.each([
  [404, 'not_found'],
  [400, 'invalid'],
])('REG-03 SER-18 an invitation that is answered with %i leads to the not-found page', async (status, code) => {
  const portal = openPortal('/register?id=USED', [
    [renewSession, noSession],
    [readInvitation, { status, body: { code, message: '' } }],
  ]);
  await screen.findByText('404: The page you are looking for does not exist.');
  expect(portal.path()).toBe('/not-found');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This invitation cannot be used any more. If you have registered already, please sign in with the password that you chose. If you have had a newer invitation mail, use the link in that one; otherwise ask for a new invitation.',
  );
  await portal.user.click(screen.getByRole('link', { name: 'Go to the start page' }));
  await screen.findByRole('heading', { name: 'Sign in' });
});

test.each([
  ['500', () => ({ status: 500, body: { code: 'unexpected', message: 'Server words.' } })],
  ['503', () => ({ status: 503, body: { code: 'unavailable', message: 'Server words.' } })],
  ['429', () => ({ status: 429, body: { code: 'LIMIT', message: 'Server words.' } })],
  ['502 in the words of a proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ['404 in the words of a proxy', () => new Response('<h1>Not Found</h1>', { status: 404 })],
  ['404 in JSON of another shape', () => ({ status: 404, body: { message: 'Server words.' } })],
  ['400 in the words of a proxy', () => new Response('<h1>Bad Request</h1>', { status: 400 })],
])(
  'REG-03 SER-18 an invitation that is answered with %s leads to the not-found page, which does not say that it is used up',
  async (_what, reply) => {
    const portal = openPortal('/register?id=CODE', [
      [renewSession, noSession],
      [readInvitation, reply],
    ]);
    await screen.findByText('404: The page you are looking for does not exist.');
    expect(portal.path()).toBe('/not-found');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your invitation could not be looked up just now. Please open the link in your mail again later.',
    );
  },
);

test.each([
  ['no answer at all', () => Promise.reject(new TypeError('away'))],
  ['an answer of 200 that cannot be read', () => new Response('<h1>Welcome to our network</h1>', { status: 200 })],
])('REG-03 API-04 an invitation that gets %s can be looked up again', async (_what, reply) => {
  const portal = openPortal('/register?id=CODE', [
    [renewSession, noSession],
    [readInvitation, reply],
  ]);
  expect((await screen.findByRole('alert')).textContent).toContain('Unable to make request');
  expect(portal.path()).toBe('/register?id=CODE');
  portal.answer(readInvitation, { pendingProvider: invited });
  await portal.user.click(button('Try again'));
  await screen.findByRole('button', { name: 'Register' });
});

test('REG-03 an invitation whose sender may no longer invite leads to the not-found page, which says what to do', async () => {
  const sentence = 'The person who invited you can no longer send invitations. Please ask for a new invitation.';
  const portal = openPortal('/register?id=GONE', [
    [renewSession, noSession],
    [readInvitation, { status: 403, body: { code: 'invitation.inviter_gone', message: sentence } }],
  ]);
  await screen.findByText('404: The page you are looking for does not exist.');
  expect(portal.path()).toBe('/not-found');
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
});

test('REG-06 REG-07 REG-10 REG-20 REG-22 REG-26 SER-31 what is missing is named at its field, and nothing is sent', async () => {
  const portal = await openRegistration();
  await portal.send();
  await waitFor(() => expect(field(/^First name/).getAttribute('aria-invalid')).toBe('true'));
  for (const wrong of [field(/^First name/), field(/^Last name/), field('Phone'), password(), contact()])
    expect(saidOf(wrong)).toContain('is required');
  screen.getByText('must be checked');
  expect(portal.callsOf(register)).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(field(/^First name/)));
});

test.each([
  ['REG-06', /^First name/],
  ['REG-07', /^Last name/],
])('REG-06 REG-07 SCN-03 (%s) a name of 32 characters is taken, one of 33 not', async (_, name) => {
  const portal = await openRegistration();
  await portal.user.click(field(name));
  await portal.user.paste('a'.repeat(33));
  await portal.user.tab();
  await screen.findByText('is too long (maximum is 32 characters)');
  expect(field(name).getAttribute('aria-invalid')).toBe('true');
  await portal.user.type(field(name), '{Backspace}');
  await waitFor(() => expect(field(name).value).toHaveLength(32));
  await waitFor(() => expect(field(name).getAttribute('aria-invalid')).not.toBe('true'));
});

test('REG-10 a number of more than 20 characters is told, and nothing is sent', async () => {
  const portal = await openRegistration();
  await portal.fill();
  await portal.user.click(policy());
  await portal.user.clear(field('Phone'));
  await portal.user.click(field('Phone'));
  await portal.user.paste(`+44${'7'.repeat(18)}`);
  await portal.user.tab();
  await screen.findByText('is too long (maximum is 20 characters)');
  await portal.send();
  expect(field('Phone').getAttribute('aria-invalid')).toBe('true');
  await portal.user.type(field('Phone'), '{Backspace}');
  await screen.findByText('Invalid phone number');
  expect(portal.callsOf(register)).toEqual([]);
});

test('REG-11 PHN-05 a number that is none is told', async () => {
  const portal = await openRegistration();
  await portal.user.type(field('Phone'), '123');
  await portal.user.tab();
  await screen.findByText('Invalid phone number');
});

test.each([
  ['Abcdefgh12!', 'REG-12'],
  [`Aa1!${'x'.repeat(61)}`, 'REG-13'],
  ['ABCDEFGH123!', 'REG-14'],
  ['abcdefgh123!', 'REG-15'],
  ['Abcdefghijk!', 'REG-16'],
  ['Abcdefgh1234', 'REG-17'],
  ['Abcdef 1234!', 'REG-18'],
])(
  'REG-12 REG-13 REG-14 REG-15 REG-16 REG-17 REG-18 REG-19 the password "%s" breaks %s and is told the rule',
  async (secret) => {
    const portal = await openRegistration();
    await portal.user.click(password());
    await portal.user.paste(secret);
    await portal.user.tab();
    await waitFor(() => expect(password().getAttribute('aria-invalid')).toBe('true'));
    // Once as the advice at the field, once as the problem.
    expect(
      screen.getAllByText('requirement: at least 12 characters - 1 each of lower case, upper case, number, symbol'),
    ).toHaveLength(2);
  },
);

test.each([
  ['Email', 0],
  ['Text (SMS)', 1],
])(
  'REG-21 REG-24 REG-27 REG-30 API-35 DAT-13 "%s" is sent as %i, with exactly these fields; then comes the sign-in page',
  async (contact, code) => {
    const portal = await openRegistration();
    await portal.fill({ contact });
    await portal.user.click(button('Read the terms'));
    await portal.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Agree' }));
    expect(policy().checked).toBe(true);
    await portal.send();
    await screen.findByRole('button', { name: 'Sign In' });
    expect(portal.path()).toBe('/sign-in');
    expect(portal.callsOf(register).map((call) => call.sent)).toEqual([
      {
        firstName: 'Nora',
        lastName: 'Lind',
        email: invited.email,
        phone: '+16175550123',
        password: 'Harvest-Moon-2027!',
        registrationCode: 'CODE',
        preferredContact: code,
      },
    ]);
  },
);

test('REG-23 REG-25 BRN-09 the terms are those of the host; Cancel takes the consent back', async () => {
  const { brand } = { brand: { ...(await import('#api/page.ts')).pageData().brand, terms: 'Terms of the harbour.' } };
  const portal = await openRegistration([], { brand });
  await portal.user.click(policy());
  expect(policy().checked).toBe(true);
  await portal.user.click(button('Read the terms'));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Terms of the harbour.');
  await portal.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(policy().checked).toBe(false);
  await screen.findByText('must be checked');
});

test.each([
  ['REG-31 SER-17', 400, 'invitation.not_this_email', 'The invitation is for another email.'],
  ['REG-32 SER-15', 400, 'USER_EXISTS', 'An account with the given email already exists.'],
  ['REG-32 SER-16', 503, 'SIGN_UP_FAILED', 'There was a problem during sign-up. Please contact Meridian Trials'],
])(
  'REG-31 REG-32 SER-15 SER-16 SER-17 (%s) a refusal (%i %s) is shown on the form, which stays as it is',
  async (_, status, code, message) => {
    const portal = await openRegistration([[register, { status, body: { code, message } }]]);
    await portal.fill();
    await portal.user.click(policy());
    await portal.send();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect([field(/^First name/).value, password().value]).toEqual(['Nora', 'Harvest-Moon-2027!']);
    expect(portal.path()).toBe('/register?id=CODE');
  },
);

test('REG-09 an invitation to an e-mail of 65 characters cannot be sent', async () => {
  const email = `${'a'.repeat(55)}@b.example`;
  expect(email).toHaveLength(65);
  const portal = await openRegistration([[readInvitation, { pendingProvider: { ...invited, email } }]]);
  await portal.fill();
  await portal.user.click(policy());
  await portal.send();
  await screen.findByText('is too long (maximum is 64 characters)');
  expect(portal.callsOf(register)).toEqual([]);
});

test('REG-09 an invitation to an e-mail of 64 characters is sent', async () => {
  const email = `${'a'.repeat(54)}@b.example`;
  expect(email).toHaveLength(64);
  const portal = await openRegistration([[readInvitation, { pendingProvider: { ...invited, email } }]]);
  await portal.fill();
  await portal.user.click(policy());
  await portal.send();
  await screen.findByRole('button', { name: 'Sign In' });
  expect(portal.callsOf(register).map((call) => call.body.email)).toEqual([email]);
});

test('REG-31 what the server says of a field stands at the field', async () => {
  const fields = { phone: 'Invalid phone number' };
  const portal = await openRegistration([
    [register, { status: 400, body: { code: 'invalid', message: 'phone Invalid phone number', fields } }],
  ]);
  await portal.fill();
  await portal.user.click(policy());
  await portal.send();
  await screen.findByText('Invalid phone number');
  await portal.user.clear(field('Phone'));
  await portal.user.write(field('Phone'), '6175550199');
  await waitFor(() => expect(screen.queryByText('Invalid phone number')).toBeNull());
});

const lostAnswer = () => {
  throw new TypeError('Failed to fetch');
};

test('REL-06 REL-17 after a try whose answer was lost, an invitation that is gone may mean that the account is there: the page says so and leads to the sign-in page; what was typed stays', async () => {
  const gone = { status: 404, body: { code: 'not_found', message: 'Not found.' } };
  const portal = await openRegistration([[register, lostAnswer]]);
  await portal.fill();
  await portal.user.click(policy());
  await portal.send();
  await screen.findByText('Unable to make request');
  portal.answer(register, gone);
  await portal.send();
  const told = within(await screen.findByText(/Your account may have been made already/));
  expect(field(/^First name/).value).toBe('Nora');
  await portal.user.click(told.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(portal.path()).toBe('/sign-in'));
});

test.each([
  ['the button of the message', () => button('Sign in')],
  ['the link below the form', () => screen.getByRole('link', { name: 'Back to sign in' })],
])(
  'REG-30 REL-17 where somebody else is signed in, who was perhaps registered comes by %s to the sign-in page, and that session ends',
  async (_by, way) => {
    const portal = await openRegistration([...sessionReplies(), [register, lostAnswer]]);
    await portal.fill();
    await portal.user.click(policy());
    await portal.send();
    await screen.findByText('Unable to make request');
    portal.answer(register, { status: 404, body: { code: 'not_found', message: 'Not found.' } });
    await portal.send();
    await screen.findByText(/Your account may have been made already/);
    await portal.user.click(way());
    await screen.findByRole('button', { name: 'Sign In' });
    await waitFor(() => expect(portal.callsOf(signOut)).toHaveLength(1));
    await waitFor(() => expect(localStorage.length).toBe(0));
    expect(portal.path()).toBe('/sign-in');
  },
);

test('REG-03 where somebody is signed in, an invitation that is used up ends no session, but says that somebody else has to be signed out first', async () => {
  const portal = openPortal('/register?id=USED', [
    ...sessionReplies(),
    [readInvitation, { status: 404, body: { code: 'not_found', message: '' } }],
  ]);
  await screen.findByText('404: The page you are looking for does not exist.');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This invitation cannot be used any more. If you have registered already, please sign in with the password that you chose. If you have had a newer invitation mail, use the link in that one; otherwise ask for a new invitation. If somebody else is signed in here, sign them out first.',
  );
  expect(portal.path()).toBe('/not-found');
  expect(portal.callsOf(signOut)).toEqual([]);
});

test('OPN-12 where somebody is signed in, the way back from an invitation that could not be looked up ends no session', async () => {
  const portal = openPortal('/register?id=LOST', [...sessionReplies(), [readInvitation, lostAnswer]]);
  await screen.findByRole('button', { name: 'Try again' });
  await portal.user.click(screen.getByRole('link', { name: 'Back to sign in' }));
  await waitFor(() => expect(portal.path()).not.toBe('/register'));
  await screen.findByRole('navigation', { name: 'Main' });
  expect(portal.callsOf(signOut)).toEqual([]);
});

test('REL-17 an invitation that is gone at the first try is told as that', async () => {
  const portal = await openRegistration([
    [register, { status: 404, body: { code: 'not_found', message: 'Not found.' } }],
  ]);
  await portal.fill();
  await portal.user.click(policy());
  await portal.send();
  await screen.findByText('Not found.');
  expect(screen.queryByText(/may have been made already/)).toBeNull();
});

test('LOG-04 registration is logged', async () => {
  const portal = await openRegistration([[writeLog, { message: 'Logged.' }]], { mode: 'development' });
  await portal.fill();
  await portal.user.click(policy());
  await portal.send();
  await waitFor(() => expect(portal.callsOf(writeLog).map((call) => call.body.event)).toEqual(['registration']));
});

test('OPN-12 a link leads back to the sign-in page', async () => {
  const portal = await openRegistration();
  await portal.user.click(screen.getByRole('link', { name: 'Back to sign in' }));
  await screen.findByRole('button', { name: 'Sign In' });
});

test('REG-30 whoever registers where somebody else is signed in comes to the sign-in page, and that session ends', async () => {
  const portal = await openRegistration(sessionReplies());
  await portal.fill();
  await portal.user.click(policy());
  await portal.send();
  await screen.findByRole('button', { name: 'Sign In' });
  expect(portal.path()).toBe('/sign-in');
  screen.getByText('Your account is ready. Please sign in with your new password.');
  await waitFor(() => expect(portal.callsOf(signOut)).toHaveLength(1));
  expect(portal.callsOf(signOut)[0]?.headers.get('authorization')).toBe('Bearer a-token');
  await waitFor(() => expect(localStorage.length).toBe(0));
  expect(portal.path()).toBe('/sign-in');
});
