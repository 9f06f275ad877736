import { renewSession, signIn } from '@portal/contract/identity/endpoints.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { safePath } from '#api/safe-path.ts';
import { hostileRedirects } from '#test/hostile-redirects.ts';
import { aSession, noSession, openPortal, sessionReplies } from '#test/portal.tsx';

/** A person whose start page is the dashboard. */
const inside = sessionReplies({ modules: ['Assessments'] });
const arrived = () => screen.findByRole('heading', { level: 1, name: 'Dashboard' });
/** As it stands in the address bar, both as a careful link writes it and as a careless one does. */
const spellings = (target: string) => [
  `/sign-in?redirect=${encodeURIComponent(target.toWellFormed())}`,
  `/sign-in?redirect=${target.replaceAll('#', '%23').replaceAll('&', '%26')}`,
];

test.each(hostileRedirects)('SEC-19 OPN-16 no rule follows %j', (target) => {
  expect(safePath(target)).toBe('/');
});

test('SEC-19 OPN-16 who has a session is led to the start page by every false target of the sign-in page', async () => {
  for (const target of hostileRedirects)
    for (const at of spellings(target)) {
      const portal = openPortal(at, inside);
      await arrived();
      expect([target, portal.path(), window.location.host]).toEqual([target, '/dashboard', 'localhost:3000']);
      portal.unmount();
    }
});

test.each([
  '//evil.test',
  '/\\evil.test',
  'https://evil.test',
  'javascript:alert(1)',
  '%2F%2Fevil.test',
  '/%09/evil.test',
])('SEC-19 SIG-14 after typing the password, %j ends at the start page', async (target) => {
  const portal = openPortal(`/sign-in?redirect=${encodeURIComponent(target)}`, [
    ...inside,
    [renewSession, noSession],
    [signIn, () => aSession()],
  ]);
  await portal.user.write(await screen.findByLabelText('Email'), 'boston@meridian.example');
  await portal.user.write(screen.getByLabelText('Password'), 'secret');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await portal.user.click(button);
  await arrived();
  expect([portal.path(), window.location.host]).toEqual(['/dashboard', 'localhost:3000']);
});

test('SEC-19 the sign-in page inside of the portal, reached by going back, follows them as little', async () => {
  const portal = openPortal('/account', inside);
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  for (const target of hostileRedirects.filter((one) => !/[#?]/.test(one))) {
    await act(async () => {
      window.history.pushState(null, '', '/account');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await screen.findByRole('heading', { level: 1, name: 'Account' });
    await act(async () => {
      window.history.pushState(null, '', `/sign-in?redirect=${encodeURIComponent(target.toWellFormed())}`);
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await waitFor(() => expect([target, portal.path()]).toEqual([target, '/dashboard']));
    expect(window.location.host).toBe('localhost:3000');
  }
});
