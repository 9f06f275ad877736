import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as api from '@portal/contract/calls/endpoints.ts';
import { brandOfHost } from '@portal/contract/companies/endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lineOf } from '#platform/core/voice.ts';
import { aClinic } from '#test/patients.ts';
import { openPortal } from '#test/portal.ts';

async function openCalls(variables: Record<string, string> = { CALL_MODE: 'on' }) {
  const portal = await openPortal(variables);
  return { ...portal, ...(await aClinic(portal)) };
}
const callTo = (u_id: number, more: object = {}) => ({
  u_id,
  number: '+15551234567',
  startedAt: new Date(Date.now() - 65_000).toISOString(),
  seconds: 65,
  outcome: 'Reached',
  note: 'Takes the tablets again',
  ...more,
});

test('DMO-08 CAD-35 CAD-36 OPC-83 whoever calls gets a token, by a name or by their own number; with call mode off it is a 403', async () => {
  const s = await openCalls();
  const { nurse, root } = s.people;
  const made = await nurse.call(api.makeVoiceToken, { body: { clientName: 'nurse' } });
  expect([made.status, made.reply.voiceToken.length > 20]).toEqual([200, true]);
  const own = await nurse.call(api.readVoiceToken, { query: { cp_id: nurse.providerId } });
  expect(own.reply.voiceToken).not.toBe(made.reply.voiceToken);
  expect((await nurse.call(api.readVoiceToken, { query: { cp_id: root.providerId } })).status).toBe(403);
  expect((await nurse.call(api.makeVoiceToken, { body: { clientName: ' ' } })).status).toBe(400);
  const off = await openCalls({});
  const refused = await off.people.nurse.call(api.makeVoiceToken, { body: { clientName: 'nurse' } });
  expect([refused.status, refused.message]).toEqual([403, 'Calls are switched off.']);
  const body = callTo(await off.anActivePatient());
  expect((await off.people.nurse.call(api.keepCall, { body })).status).toBe(403);
  expect(await off.rows('select from patient_call')).toEqual([]);
});

test('CAD-35 SEC-22 nobody gets a token for the name by which somebody else is called', async () => {
  const s = await openCalls();
  const { nurse, root } = s.people;
  const asks = async (clientName: string) => (await nurse.call(api.makeVoiceToken, { body: { clientName } })).status;
  expect(await asks(`provider-${nurse.providerId}`)).toBe(200);
  for (const clientName of [
    `provider-${root.providerId}`,
    ` provider-${root.providerId} `,
    `Provider-${nurse.providerId}`,
    'provider-0',
  ])
    expect([clientName, await asks(clientName)]).toEqual([clientName, 403]);
});

test('DMO-08 what came of a call is kept once, audited, and told in the patient’s line of time with its note, to those who see the patient and in no log, mail or event', async () => {
  const s = await openCalls();
  const { nurse, other } = s.people;
  const patient = await s.anActivePatient();
  const body = callTo(patient);
  const headers = { 'idempotency-key': 'the-same-press' };
  const [first, again] = [
    await nurse.call(api.keepCall, { body, headers }),
    await nurse.call(api.keepCall, { body, headers }),
  ];
  expect(again.body).toEqual(first.body);
  expect(await s.rows('select number, seconds, outcome from patient_call')).toEqual([
    { number: '+15551234567', seconds: 65, outcome: 'Reached' },
  ]);
  const line = await nurse.call(readTimeline, { query: { u_id: patient, kind: 'call' } });
  expect(line.reply.entries).toMatchObject([
    { what: 'Test call: reached', about: '1 min 5 s', note: 'Takes the tablets again' },
  ]);
  expect((await other.call(readTimeline, { query: { u_id: patient } })).status).toBe(404);
  const told = await s.rows<{ row: string }>(
    `select event::text as row from event union all select message::text from message
     union all select log_entry::text from log_entry`,
  );
  expect(`${told.map(({ row }) => row).join()}${s.logged.join('')}`).not.toContain('tablets');
  await nurse.call(api.keepCall, { body: callTo(patient, { seconds: 45, outcome: 'No answer', note: '' }) });
  const { entries } = (await nurse.call(readTimeline, { query: { u_id: patient, kind: 'call' } })).reply;
  expect(entries[0]).toMatchObject({ what: 'Test call: no answer', about: '45 s', note: null });
  expect(await s.rows(`select actor_id from audit_entry where action = 'patient.called'`)).toEqual([
    { actor_id: nurse.providerId },
    { actor_id: nurse.providerId },
  ]);
  expect((await other.call(api.keepCall, { body })).status).toBe(404);
  for (const wrong of [{ number: '555' }, { outcome: 'Fine' }, { seconds: -1 }, { startedAt: '2999-01-01T00:00:00Z' }])
    expect((await nurse.call(api.keepCall, { body: callTo(patient, wrong) })).status).toBe(400);
  expect(await s.rows('select from patient_call')).toHaveLength(2);
});

/** Where a line that answers like this is asked for tokens; it closes with the test. */
async function aLine(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
}

test('SEC-33 a configured line is asked for the token and nobody else, not even whom it sends the portal to; where it has trouble, the call says so and may be tried again', async () => {
  let askedElsewhere = 0;
  const elsewhere = await aLine((_, response) => {
    askedElsewhere += 1;
    response.end('{"voiceToken":"from-elsewhere"}');
  });
  const asked: { token: string | undefined; body: string }[] = [];
  let answers = { status: 200, body: JSON.stringify({ voiceToken: 'from-the-line' }) };
  const url = await aLine((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      asked.push({ token: request.headers.authorization, body });
      response.writeHead(answers.status, { location: elsewhere }).end(answers.body);
    });
  });
  const s = await openCalls({ CALL_MODE: 'on', VOICE_URL: url, VOICE_TOKEN: 'secret-token' });
  const ask = () => s.people.nurse.call(api.makeVoiceToken, { body: { clientName: 'nurse' } });
  expect((await ask()).reply).toEqual({ voiceToken: 'from-the-line' });
  expect(asked).toEqual([{ token: 'Bearer secret-token', body: '{"clientName":"nurse"}' }]);
  expect((await s.call(brandOfHost)).reply).toMatchObject({ callMode: true, callLine: 'provider' });
  const patient = await s.anActivePatient();
  await s.people.nurse.call(api.keepCall, { body: callTo(patient) });
  const line = await s.people.nurse.call(readTimeline, { query: { u_id: patient, kind: 'call' } });
  expect(line.reply.entries[0]?.what).toBe('Call: reached');
  for (const trouble of [
    { status: 500, body: '' },
    { status: 302, body: '' },
    { status: 307, body: '' },
    { status: 200, body: '{}' },
  ]) {
    answers = trouble;
    expect(await ask()).toMatchObject({ status: 503, message: 'The line cannot be reached. Please try again.' });
  }
  expect([asked.length, askedElsewhere]).toEqual([5, 0]);
  expect(s.logged.join('')).not.toContain('secret-token');
});

test('SEC-33 nobody waits longer than 5 s for a line that says nothing', async () => {
  const url = await aLine(() => {});
  const limits = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => AbortSignal.abort(new DOMException('late', 'TimeoutError')));
  onTestFinished(() => limits.mockRestore());
  const asked = lineOf({ url, token: 'secret-token' }).tokenFor('nurse', new Date());
  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(limits.mock.calls).toEqual([[5_000]]);
});
