import { expect, test } from 'vitest';
import { isLocalHost } from './local-hosts.ts';

test.each([
  ['localhost', true],
  ['LOCALHOST:3000', true],
  ['localhost.', true],
  ['portal.localhost:3000', true],
  ['127.0.0.1:3000', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['[::1]', true],
  ['[::1]:3000', true],
  ['na.trialcard.test:3000', true],
  ['', false],
  ['portal.example', false],
  ['portal.example:3000', false],
  ['localhost.portal.example', false],
  ['127.0.0.1.portal.example', false],
  ['test', false],
  ['trialcard.test.example', false],
  ['contest', false],
  ['0.0.0.0:3000', false],
  ['192.168.1.7', false],
  ['[2001:db8::1]:3000', false],
])('SEC-37 whether the host %j can be nobody but the machine itself: %s', (host, isLocal) => {
  expect(isLocalHost(host)).toBe(isLocal);
});
