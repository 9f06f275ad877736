/** What is read of a body, and from whom, before anybody has looked at it (SEC-27, REL-05). */
import { signIn } from '@portal/contract/identity/endpoints.ts';
import { addCard } from '@portal/contract/cards/endpoints.ts';
import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { maxUploadBody } from '@portal/contract/documents/rules.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { expect, test } from 'vitest';
import { aLine, aSiteUser, type Line, listening } from './house.ts';
import { type Caller, onItsOwn, openPortal } from './portal.ts';

const soon = { timeout: 5_000, interval: 10 };
const mb = 1_048_576;

/** Says that so many bytes will come, and sends these. */
async function begin(
  port: number,
  { method, path }: Endpoint,
  by: Caller | null,
  length: number | 'chunked',
  sent = '',
) {
  const line = await aLine(port);
  const head = [
    `${method} /api${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`,
    ...(by ? [`authorization: Bearer ${by.token}`] : []),
  ];
  const body = length === 'chunked' && sent !== '' ? `${sent.length.toString(16)}\r\n${sent}\r\n` : sent;
  line.socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return line;
}
const statusOf = (line: Line) => Number(/^HTTP\/1\.1 (\d+) /.exec(line.heard())?.[1] ?? 0);
const answered = async (line: Line) => {
  await expect.poll(() => line.heard(), soon).toMatch(/^HTTP\/1\.1 \d+ [^]*\r\n\r\n{/);
  return [statusOf(line), /"message":"([^"]+)"/.exec(line.heard())?.[1]];
};

async function twoPeople(variables: Record<string, string> = {}) {
  const portal = await openPortal(variables);
  const { port } = await listening(portal);
  const [one, other] = [await aSiteUser(portal), await aSiteUser(portal)];
  const at = (providerId: number) => portal.signedIn(providerId, '127.0.0.1');
  return { port, one: await at(one.siteUser), admin: await at(one.admin), other: await at(other.siteUser) };
}

test('SEC-27 REL-05 a body with more values than any call takes is refused as soon as it has them, and what follows is not waited for', async () => {
  const { port, one, admin } = await twoPeople();
  for (const [endpoint, by, length, unit] of [
    [siteDocuments.upload, one, maxUploadBody, '{},'],
    [siteDocuments.upload, one, 'chunked', '['],
    [siteDocuments.upload, one, maxUploadBody, '"":"\\"'],
    [addCard, admin, 6 * mb, '{},'],
    [addParticipant, one, mb, '"",'],
  ] as const) {
    const line = await begin(port, endpoint, by, length, `{"data":[${unit.repeat(260_000)}`);
    expect([unit, ...(await answered(line))]).toEqual([unit, 400, 'body has too many values']);
    line.socket.destroy();
  }
});

test('SEC-27 SEC-36 a costly call counts once its large body begins, whatever becomes of it', async () => {
  const { port, one, other } = await twoPeople({ COSTLY_CALLS_PER_PERSON: '2' });
  const large = `${' '.repeat(20_000)}{`;
  for (let n = 0; n < 2; n += 1)
    expect((await answered(await begin(port, siteDocuments.upload, one, large.length, large)))[0]).toBe(400);
  const refused = await answered(await begin(port, siteDocuments.upload, one, maxUploadBody));
  expect(refused).toEqual([429, 'Too many requests. Please wait and try again.']);
  expect((await answered(await begin(port, siteDocuments.upload, other, large.length, large)))[0]).toBe(400);
});

test('SEC-27 SEC-36 what is longer than 16 KB is not read from strangers', async () => {
  onItsOwn();
  const { port } = await twoPeople();
  const small = `${' '.repeat(16_382)}{}`;
  expect((await answered(await begin(port, signIn, null, small.length, small)))[0]).toBe(400);
  const tooLarge = [413, 'The request is too large.'];
  expect(await answered(await begin(port, signIn, null, 16_385))).toEqual(tooLarge);
  expect(await answered(await begin(port, signIn, null, 'chunked', `${small} `))).toEqual(tooLarge);
  for (const length of [mb, 'chunked'] as const)
    expect((await answered(await begin(port, addParticipant, null, length)))[0]).toBe(401);
  const nowhere = { ...signIn, path: '/nowhere' };
  expect((await answered(await begin(port, nowhere, null, mb)))[0]).toBe(413);
});

test('SEC-27 REL-05 while one person begins as many bodies of 1 MB as they can, those past their share are told to come again, and another company’s is read', async () => {
  onItsOwn();
  const { port, one, other } = await twoPeople();
  const begun: Line[] = [];
  // As many as may be under way at once, and then the next.
  for (let n = 0; n < 3; n += 1) {
    const some = await Promise.all(Array.from({ length: 60 }, () => begin(port, addParticipant, one, mb, '{')));
    begun.push(...some);
    await answered(await begin(port, addParticipant, one, 2, '{}'));
  }
  const refused = () => begun.filter((line) => statusOf(line) === 503);
  await expect.poll(() => refused().length, soon).toBeGreaterThanOrEqual(180 - 140 - 20);
  for (const line of refused()) expect(line.heard()).toMatch(/\r\nretry-after: 10\r\n/i);
  const body = `${' '.repeat(mb - 2)}{}`;
  expect((await answered(await begin(port, addParticipant, other, mb, body)))[0]).toBe(400);
});
