/** Where the keys of a hosted pool come from: its own address alone, and in time. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeClock } from '#platform/core/clock.ts';
import { tokenCheck } from './tokens.ts';

const clock = makeClock();
const expected = { issuer: 'https://pool.example/portal', clientId: 'portal', clock };

/** An address that answers like this; it closes with the test. */
async function aServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const published = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key-1' }] });
/** A token that is good wherever these keys are taken for those of the pool. */
function aToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    iss: expected.issuer,
    client_id: expected.clientId,
    token_use: 'access',
    exp: clock.now().getTime() / 1_000 + 60,
    username: 'ada',
  };
  const signed = `${part({ alg: 'RS256', kid: 'key-1' })}.${part(claims)}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}
const forever = () => new AbortController().signal;

test('SEC-33 the keys of the pool are read from its own address; where that sends the portal elsewhere nobody is asked, and no token is good', async () => {
  let askedElsewhere = 0;
  const elsewhere = await aServer((_, response) => {
    askedElsewhere += 1;
    response.end(published);
  });
  const check = (keysUrl: string) => tokenCheck({ ...expected, keysUrl })(aToken(), forever());
  expect([await check(elsewhere), askedElsewhere]).toEqual([{ username: 'ada' }, 1]);
  for (const status of [301, 302, 307, 308]) {
    const keysUrl = await aServer((_, response) => response.writeHead(status, { location: elsewhere }).end());
    await expect(check(keysUrl)).rejects.toThrow('fetch failed');
  }
  expect(askedElsewhere).toBe(1);
});

test('SEC-33 whoever waits for the keys of a pool that does not answer is let go when their time is up', async () => {
  const late = new AbortController();
  const keysUrl = await aServer(() => late.abort(new DOMException('late', 'TimeoutError')));
  await expect(tokenCheck({ ...expected, keysUrl })(aToken(), late.signal)).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});
