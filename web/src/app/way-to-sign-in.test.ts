import { expect, test } from 'vitest';
import { signInSearch } from './way-to-sign-in.ts';

test('OPN-15 the page and its filters are come back to', () => {
  expect(signInSearch('idle', '/participants?site=2&status=active')).toEqual({
    redirect: '/participants?site=2&status=active',
  });
});

test('OPN-15 a link with a search that is opened before signing in leads to it afterwards', () => {
  expect(signInSearch(null, '/participants?site=2&q=ann')).toEqual({ redirect: '/participants?site=2&q=ann' });
});
