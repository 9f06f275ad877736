import { listCountries } from '@portal/contract/addresses/endpoints.ts';
import { listPhysicians } from '@portal/contract/delegates/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
import { aParticipant } from '#test/participants.ts';
import { aReply, fakeServer, signIn } from '#test/portal.tsx';
import { ask, call } from './call.ts';
import { endSession } from './session.ts';

const unchanged = () => new Response(null, { status: 304 });
const ofSite = (gId: number) => ({ query: { g_id: gId } });
const participants = [aParticipant()];
const tagged = (tag: string, more: Record<string, string> = {}) =>
  aReply(listParticipants, { participants }, { etag: tag, ...more });
const tagSent = ({ headers }: { headers: Headers }) => headers.get('if-none-match');

/** A server that answers with a tag, and 304 to whoever sends it. */
function aServerWithTags(tagOf = (gId: number) => `W/"${gId}"`, more: Record<string, string> = {}) {
  const server = fakeServer([
    [
      listParticipants,
      (asked: { query: { g_id: number }; headers: Headers }) =>
        tagSent(asked) === tagOf(asked.query.g_id) ? unchanged() : tagged(tagOf(asked.query.g_id), more),
    ],
  ]);
  return { ...server, sent: () => server.callsOf(listParticipants).map(tagSent) };
}

test('SHP-14 a read says by its tag which answer it has, and where that still stands gives the very same one', async () => {
  signIn();
  const { sent } = aServerWithTags(undefined, { 'x-more': '7' });
  const [first, again] = [await ask(listParticipants, ofSite(2)), await ask(listParticipants, ofSite(2))];
  expect(first.reply.participants).toHaveLength(1);
  expect(again.reply).toBe(first.reply);
  expect([first.more, again.more]).toEqual(['7', '7']);
  await call(listParticipants, ofSite(3));
  expect(sent()).toEqual([null, 'W/"2"', null]);
});

test('SHP-14 an answer that has changed comes in the place of the old one', async () => {
  signIn();
  let at = 1;
  const { sent } = aServerWithTags(() => `W/"at ${at}"`);
  const first = await call(listParticipants, ofSite(2));
  at = 2;
  const second = await call(listParticipants, ofSite(2));
  expect(second).not.toBe(first);
  expect(await call(listParticipants, ofSite(2))).toBe(second);
  expect(sent()).toEqual([null, 'W/"at 1"', 'W/"at 2"']);
});

test('SES-07 what one person was shown is forgotten when their session ends, also when it comes afterwards', async () => {
  signIn();
  const { sent, answer } = aServerWithTags();
  await call(listParticipants, ofSite(2));
  let release: (late: Response) => void = () => undefined;
  answer(listParticipants, () => new Promise<Response>((resolve) => (release = resolve)));
  const late = call(listParticipants, ofSite(3));
  await Promise.resolve();
  await Promise.resolve();
  endSession('signed-out', true);
  release(tagged('W/"3"'));
  await late;
  signIn({ cpId: 4 });
  answer(listParticipants, () => tagged('W/"4"'));
  await call(listParticipants, ofSite(2));
  await call(listParticipants, ofSite(3));
  expect(sent()).toEqual([null, null, null, null]);
});

test('SEC-39 an export and what is open to everybody are asked for as they are, each time', async () => {
  signIn();
  const { callsOf } = fakeServer([
    [listPhysicians, () => aReply(listPhysicians, { physicians: [] }, { etag: 'W/"1"' })],
    [listCountries, () => aReply(listCountries, [], { etag: 'W/"1"' })],
  ]);
  for (let time = 0; time < 2; time++) {
    await call(listPhysicians, { query: { company_id: 1 } });
    await call(listCountries, {});
  }
  expect([...callsOf(listPhysicians), ...callsOf(listCountries)].map(tagSent)).toEqual([null, null, null, null]);
});

test('REL-16 no more than 200 answers are kept, those that were asked for last', async () => {
  signIn();
  const { sent } = aServerWithTags();
  for (let gId = 1; gId <= 200; gId++) await call(listParticipants, ofSite(gId));
  await call(listParticipants, ofSite(1));
  await call(listParticipants, ofSite(201));
  await call(listParticipants, ofSite(1));
  await call(listParticipants, ofSite(2));
  expect(sent().slice(200)).toEqual(['W/"1"', null, 'W/"1"', null]);
});
