import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
import { aSiteUser, givenParticipant } from '#test/house.ts';
import { openPortal } from '#test/portal.ts';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

test('SEC-18 P11-12 the number that a trusted proxy gave a call is answered, logged and put on record', async () => {
  const portal = await openPortal({ TRUSTED_PROXIES: '127.0.0.1' });
  const { siteId, caller } = await aSiteUser(portal);
  const headers = { 'x-request-id': 'edge-7f3a', traceparent };
  const added = await caller.call(addParticipant, { body: givenParticipant(siteId), headers });
  expect([added.status, added.headers['x-request-id']]).toEqual([200, 'edge-7f3a']);
  expect(added.headers['traceparent']).toBe(traceparent);
  const call = portal.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .findLast((line) => line['event'] === 'call');
  expect(call).toMatchObject({ requestId: 'edge-7f3a', trace: '4bf92f3577b34da6a3ce929d0e0e4736', status: 200 });
  expect(await portal.rows(`select request_id from audit_entry where action = 'participant.added'`)).toEqual([
    { request_id: 'edge-7f3a' },
  ]);
});

test.each([
  ['from anybody else', {}, { 'x-request-id': 'mine', traceparent }],
  ['with signs that are none of a number', { TRUSTED_PROXIES: '127.0.0.1' }, { 'x-request-id': 'a b\t{}' }],
  ['that is too long', { TRUSTED_PROXIES: '127.0.0.1' }, { 'x-request-id': 'x'.repeat(65) }],
  ['that is empty', { TRUSTED_PROXIES: '127.0.0.1' }, { 'x-request-id': '', traceparent: '00-0-0-0' }],
  [
    'of a trace that cannot be',
    { TRUSTED_PROXIES: '127.0.0.1' },
    { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` },
  ],
])('SEC-18 a number %s is not taken: the call has one of ours', async (_what, env, headers) => {
  const portal = await openPortal(env as Record<string, string>);
  const answer = await portal.app.http.inject({ url: '/api/brand', headers });
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{12}$/);
  expect(answer.headers['traceparent']).toBe(undefined);
});
