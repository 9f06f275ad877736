import { readProvider } from '@portal/contract/providers/endpoints.ts';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';

test('API-01 SEC-01 a call without a session is refused, with one it is answered', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const providerId = await portal.aPerson('Nurse', { company_id: companyId });
  expect((await portal.call(readProvider, { query: { cp_id: providerId } })).status).toBe(401);
  const nurse = await portal.signedIn(providerId);
  const answer = await nurse.call(readProvider, { query: { cp_id: providerId } });
  expect(answer.status, answer.message).toBe(200);
  expect(answer.reply.provider.modules.map(({ name }) => name)).toEqual(['TrialCard']);
  expect((await nurse.call(readProvider, { query: { cp_id: providerId + 1 } })).status).toBe(403);
  expect((await nurse.call(readProvider, { query: { cp_id: 'x', more: 1 } })).fields).toEqual({
    cp_id: 'must be the number of a record',
    more: 'is not a field of this call',
  });
});
