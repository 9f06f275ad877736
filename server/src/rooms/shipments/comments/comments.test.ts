import * as api from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { openShipments, type Shipments, spoiled } from '#test/shipments.ts';
import { onItsOwn } from '#test/portal.ts';

const calls = {
  siteUser: api.siteComments,
  pharmacist: api.pharmacyComments,
  wholesaler: api.wholesalerComments,
} as const;
type Who = keyof typeof calls;
const say = async (s: Shipments, who: Who, srId: number, text: string) => {
  const answer = await s.people[who].call(calls[who].add as typeof api.siteComments.add, { body: { srId, text } });
  expect([answer.status, answer.message]).toEqual([200, undefined]);
  return answer.reply.commentId;
};
const heard = async (s: Shipments, who: Who, srId: number) =>
  (await s.people[who].call(calls[who].list as typeof api.siteComments.list, { query: { srId } })).reply.comments;
const counts = async (s: Shipments, who: 'siteUser' | 'pharmacist', srId: number) => {
  const { requests } = (
    who === 'siteUser'
      ? await s.people.siteUser.call(api.listForSite, { query: { gId: s.siteId } })
      : await s.people.pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } })
  ).reply;
  const { totalCommentCount, readCommentCount } = requests.find((request) => request.srId === srId)!;
  return [totalCommentCount, readCommentCount];
};

test.each([
  ['pharmacist', 'tablet'],
  ['wholesaler', 'pen'],
] as const)(
  'CMT-02 CMT-04 CMT-08 APS-18 APS-19 APS-29 APS-36 a site and its %s see the same comments, those on this request alone',
  async (partner, product) => {
    const s = await openShipments();
    const srId = await s.aRequest({ products: [s.line(s[product])] });
    const another = await s.aRequest({ products: [s.line(s[product === 'tablet' ? 'pen' : 'tablet'])] });
    await say(s, partner === 'pharmacist' ? 'wholesaler' : 'pharmacist', another, 'Not yours');
    expect(await heard(s, 'siteUser', srId)).toEqual([]);
    const first = await say(s, 'siteUser', srId, '  Is it cold?\nPlease <b>check</b> ');
    const second = await say(s, partner, srId, 'It is.');
    const [mine, answer] = await heard(s, 'siteUser', srId);
    const [author] = await s.rows<{ first_name: string; last_name: string }>(
      'select first_name, last_name from provider where provider_id = $1',
      [s.people.siteUser.providerId],
    );
    expect(mine).toMatchObject({
      commentId: first,
      fname: author!.first_name,
      lname: author!.last_name,
      type: 'Site User',
      message: 'Is it cold?\nPlease <b>check</b>',
      isRead: true,
      isMine: true,
    });
    expect(mine!.created).toBeInstanceOf(Date);
    expect(answer).toMatchObject({ commentId: second, message: 'It is.', isRead: false, isMine: false });
    expect(
      (await heard(s, partner, srId)).map((comment) => [
        comment.commentId,
        comment.message,
        comment.isRead,
        comment.isMine,
      ]),
    ).toEqual([
      [first, 'Is it cold?\nPlease <b>check</b>', false, false],
      [second, 'It is.', true, true],
    ]);
  },
);

test('CMT-05 CMT-09 SHP-18 OPS-90 APS-20 reading marks comments for the reader alone; what one wrote counts as read', async () => {
  const s = await openShipments();
  const [srId, another] = [await s.aRequest(), await s.aRequest()];
  await say(s, 'siteUser', another, 'Not of this one');
  const commentIds = [
    await say(s, 'pharmacist', srId, 'One'),
    await say(s, 'pharmacist', srId, 'Two'),
    await say(s, 'siteUser', srId, 'Three'),
  ];
  expect([await counts(s, 'siteUser', srId), await counts(s, 'pharmacist', srId)]).toEqual([
    [3, 1],
    [3, 2],
  ]);
  expect([await counts(s, 'siteUser', another), await counts(s, 'pharmacist', another)]).toEqual([
    [1, 1],
    [1, 0],
  ]);
  const mark = () => s.people.siteUser.call(api.siteComments.markRead, { body: { srId, commentIds, isRead: 1 } });
  const answers = await Promise.all(Array.from({ length: 20 }, mark));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect([await counts(s, 'siteUser', srId), await counts(s, 'pharmacist', srId)]).toEqual([
    [3, 3],
    [3, 2],
  ]);
  const colleague = await s.people.admin.call(api.siteComments.list, { query: { srId } });
  expect(colleague.reply.comments.map((comment) => comment.isRead)).toEqual([false, false, false]);
  expect(await s.rows("select 1 from audit_entry where action = 'shipment.comments_read'")).toHaveLength(1);
  const whole = await s.people.siteUser.call(api.readForSite, { query: { gId: s.siteId, srId } });
  expect(whole.reply.request).toMatchObject({ totalCommentCount: 3, readCommentCount: 3 });
});

test('SEC-22 SEC-23 a comment of another request cannot be marked through one that is in sight', async () => {
  const s = await openShipments();
  const [srId, other] = [await s.aRequest(), await s.aRequest({ products: [s.line(s.pen)] })];
  const commentId = await say(s, 'wholesaler', other, 'Not yours');
  const before = await s.fingerprint();
  for (const id of [commentId, 99_999]) {
    expect(
      (await s.people.pharmacist.call(api.pharmacyComments.markRead, { body: { srId, commentIds: [id], isRead: 1 } }))
        .status,
    ).toBe(404);
  }
  expect(await s.fingerprint()).toBe(before);
});

test('CMT-03 SEC-26 SEC-27 an empty or wrong comment is a 400 and writes nothing; hostile text is kept as text', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  const before = await s.fingerprint();
  for (const text of ['', '  \n ', 'x'.repeat(2_001)]) {
    expect((await s.people.siteUser.call(api.siteComments.add, { body: { srId, text } })).fields).toHaveProperty(
      'text',
    );
  }
  for (const { path, body } of spoiled({ srId, text: 'Hello' })) {
    expect(`${path} ${(await s.people.siteUser.call(api.siteComments.add, { body })).status}`).toBe(`${path} 400`);
  }
  for (const { path, body } of spoiled({ srId, commentIds: [1], isRead: 1 })) {
    expect(`${path} ${(await s.people.siteUser.call(api.siteComments.markRead, { body })).status}`).toBe(`${path} 400`);
  }
  expect(await s.fingerprint()).toBe(before);
  const hostile = ["'; drop table shipment_comment; --", '$1 %s \\ " `', '${7*7}{{7*7}}', 'Łukasz 王 🧪'];
  for (const text of hostile) await say(s, 'siteUser', srId, text);
  expect((await heard(s, 'pharmacist', srId)).map((comment) => comment.message)).toEqual(hostile);
});

test('REL-06 P11-09 twenty equal comments with one key make one, with one audit entry and one event for both sides', async () => {
  onItsOwn();
  const s = await openShipments();
  const srId = await s.aRequest();
  const headers = { 'idempotency-key': 'one-comment-of-mine' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      s.people.siteUser.call(api.siteComments.add, { body: { srId, text: 'Once' }, headers }),
    ),
  );
  expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
  expect(await heard(s, 'siteUser', srId)).toHaveLength(1);
  expect(await s.rows("select 1 from audit_entry where action = 'shipment.commented'")).toHaveLength(1);
  expect(await s.rows("select payload from event where type = 'comment.added'")).toEqual([
    {
      payload: {
        id: srId,
        careGroupId: s.siteId,
        partnerId: s.pharmacyId,
        mail: { step: 'comment', by: s.people.siteUser.providerId, host: 'localhost' },
      },
    },
  ]);
});
