/** What becomes of a conversation when whoever looked after it goes: it is the team's again, and nothing that the patient writes is lost. */
import * as api from '@portal/contract/conversations/endpoints.ts';
import { countWaiting } from '@portal/contract/conversations/waiting-endpoints.ts';
import * as page from '@portal/contract/conversations/patient-endpoints.ts';
import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import { removeUser } from '@portal/contract/providers/user-endpoints.ts';
import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import { asMember, letIn, openTalking } from '#test/conversations.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';
import { portalItself } from '#rooms/schedules/door.ts';
import { deliver } from './door.ts';
import { refuseChanges } from '#test/refuse-changes.ts';
import { codeForConversation } from './patient/links.ts';
import { releaseLost } from './release-conversations.ts';

const birthDate = '1950-03-04';

/** A nurse alone has a conversation, of whose patient the pharmacist of the whole clinic and a colleague of her group know. */
async function looked() {
  const s = await openTalking();
  const { nurse, root } = s.people;
  const colleague = await s.signedIn(await s.aPerson('Nurse', { company_id: s.companyId }, [s.groups.heart]));
  const uId = await s.anActivePatient({ dateOfBirth: birthDate });
  const { convId } = (await s.start(nurse, [uId])).reply;
  await (await asMember(s, nurse)).says(convId, 'How are you?');
  const open = async (id = convId) => {
    const { clock } = s.app;
    const { code } = await s.app.database.inCompany(s.companyId, (tx) =>
      codeForConversation(tx, { conversationId: id, companyId: s.companyId }, clock.now()),
    );
    return { code, opened: (await s.portal.call(page.openConversation, { body: { code, birthDate } })).reply };
  };
  const patientWrites = async (message: string, id = convId) => {
    const { code, opened } = await open(id);
    const body = { code, pass: opened.pass, message, clientKey: message };
    expect((await s.portal.call(page.sendOwnMessage, { body })).status).toBe(200);
  };
  const deactivate = async () => {
    const query = { cp_id: nurse.providerId, removal_type: 'deactivate' } as const;
    expect((await root.call(removeUser, { query })).status).toBe(200);
  };
  /** By the counts, by the lists, and by what needs somebody: conversations that are unread, with their messages, and those that nobody has. */
  const waits = async (who: Caller) => {
    const { reply } = await who.call(countWaiting, { query: { cp_id: who.providerId } });
    const unread = await s.listOf(who, { scope: 'unread' });
    const nobodys = await s.listOf(who, { scope: 'unassigned' });
    expect(reply).toEqual({
      unreadMessages: unread.reduce((sum, one) => sum + one.unreadMsgCount, 0),
      unreadConversations: unread.length,
      unassigned: nobodys.length,
      unanswered: (await s.listOf(who, { scope: 'unanswered' })).length,
    });
    const { needs } = (await who.call(listNeeds, { query: { today: s.app.clock.today() } })).reply;
    expect(needs.map(({ kind, count }) => [kind, count])).toEqual(
      unread.length === 0 ? [] : [['conversations', unread.length]],
    );
    return [reply.unreadMessages, reply.unassigned];
  };
  const assignee = async (by: Caller) => (await s.listOf(by, { scope: 'sight' }))[0]?.assignedTo;
  const assigned = () =>
    s.rows(
      `select actor_name, changes from audit_entry where action = 'conversation.assigned' and record_id = $1::text order by seq`,
      [String(convId)],
    );
  /** The nurse, to every patient of a broadcast. */
  const saysToAll = async (rollupId: number | null, text: string) => {
    const { broadcastId } = await (await asMember(s, nurse)).saysToAll(rollupId as number, text);
    const itself = { ...portalItself, companyId: s.companyId };
    await deliver(broadcastId, {
      act: (work) => s.app.database.inCompany(s.companyId, (tx) => work(actOf(tx, s.app.clock, itself))),
    });
  };
  const people = { nurse, root, colleague };
  return { ...s, ...people, uId, convId, open, patientWrites, saysToAll, deactivate, waits, assignee, assigned };
}

test('CHT-08 CAF-05 what a patient writes to somebody whose access was revoked is unread and unassigned for whoever sees the patient, until somebody takes it', async () => {
  onItsOwn();
  const s = await looked();
  await s.deactivate();
  expect(await s.waits(s.root)).toEqual([0, 0]);
  await s.patientWrites('I feel dizzy');
  await s.patientWrites('And weak');
  for (const who of [s.root, s.colleague]) {
    expect(await s.waits(who)).toEqual([2, 1]);
    expect((await s.listOf(who, { scope: 'sight' }))[0]).toMatchObject({ assignedTo: null, unreadMsgCount: 2 });
    // Messages are for members alone.
    expect((await s.messagesOf(who, s.convId)).status).toBe(404);
  }
  expect(await s.waits(s.people.other)).toEqual([0, 0]);
  const [entry] = await s.assigned();
  expect(entry).toMatchObject({ actor_name: 'System' });
  const body = { conv_id: s.convId, cp_id: s.colleague.providerId, assignee: s.colleague.providerId };
  expect((await s.colleague.call(api.assignConversation, { body })).status).toBe(200);
  expect(await s.waits(s.colleague)).toEqual([2, 0]);
  expect(await s.waits(s.root)).toEqual([0, 0]);
});

test('CHT-08 CAF-05 what a patient has written before whoever had the conversation was revoked is unread and unassigned within a minute', async () => {
  onItsOwn();
  const s = await looked();
  await s.patientWrites('I feel dizzy');
  expect(await s.waits(s.root)).toEqual([0, 0]);
  await releaseLost(s.app);
  expect(await s.assignee(s.root)).toMatchObject({ cpId: s.nurse.providerId });
  await s.deactivate();
  await releaseLost(s.app);
  expect(await s.assignee(s.root)).toBe(null);
  expect(await s.waits(s.colleague)).toEqual([1, 1]);
  await releaseLost(s.app);
  expect(await s.assigned()).toHaveLength(1);
});

const losses: [string, (s: Awaited<ReturnType<typeof looked>>) => Promise<unknown>][] = [
  [
    'is removed',
    (s) =>
      s.rows(`update provider set removed_at = now(), is_active = false where provider_id = $1`, [s.nurse.providerId]),
  ],
  [
    'becomes a sponsor',
    (s) => s.rows(`update provider set type = 'Sponsor' where provider_id = $1`, [s.nurse.providerId]),
  ],
  ['leaves the group', (s) => s.rows(`delete from care_group_member where provider_id = $1`, [s.nurse.providerId])],
  [
    'has lost the patient, who left the group',
    (s) => s.rows(`delete from patient_care_group where patient_id = $1`, [s.uId]),
  ],
  [
    'has lost the group, which was removed',
    (s) => s.rows(`update care_group set removed_at = now() where care_group_id = $1`, [s.groups.failure]),
  ],
];
test.each(losses)(
  'CHT-08 of whoever %s a conversation is nobody’s, and what its patient wrote is unread for others',
  async (_, lose) => {
    onItsOwn();
    const s = await looked();
    await s.patientWrites('I feel dizzy');
    await lose(s);
    await releaseLost(s.app);
    expect(await s.assignee(s.root)).toBe(null);
    expect(await s.waits(s.root)).toEqual([1, 1]);
    await s.patientWrites('And weak');
    expect(await s.waits(s.root)).toEqual([2, 1]);
  },
);

test('CHT-08 REL-14 where conversations of one company cannot be given back, those of another one are; it is logged, and done the next time', async () => {
  const [first, second] = [await looked(), await looked()];
  for (const s of [first, second]) {
    await s.patientWrites('I feel dizzy');
    await s.deactivate();
  }
  const takeAgain = await refuseChanges(first, 'conversation', first.companyId);
  await releaseLost(first.app);
  expect(await second.assignee(second.root)).toBe(null);
  expect(await second.waits(second.root)).toEqual([1, 1]);
  expect(await first.assignee(first.root)).toMatchObject({ cpId: first.nurse.providerId });
  const lines = first.portal.logged.filter((line) => line.includes('job failed'));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'warn', name: 'release-conversations', companyId: first.companyId },
  ]);
  await takeAgain();
  await releaseLost(first.app);
  expect(await first.assignee(first.root)).toBe(null);
  expect(await first.waits(first.root)).toEqual([1, 1]);
});

test('PRV-11 with the end of emergency access a conversation that was taken by it alone is nobody’s, and unread for whoever sees the patient', async () => {
  onItsOwn();
  const s = await looked();
  const { other } = s.people;
  await letIn(s, other, s.groups.heart);
  const body = { conv_id: s.convId, cp_id: other.providerId, assignee: other.providerId };
  expect((await other.call(api.assignConversation, { body })).status).toBe(200);
  await s.rows(`delete from conversation_member where provider_id = $1`, [s.nurse.providerId]);
  await s.patientWrites('I feel dizzy');
  await releaseLost(s.app);
  expect(await s.assignee(s.colleague)).toMatchObject({ cpId: other.providerId });
  expect(await s.waits(s.colleague)).toEqual([0, 0]);
  s.app.clock.set(new Date(s.app.clock.now().getTime() + 60 * 60_000));
  await releaseLost(s.app);
  const later = await s.signedIn(s.colleague.providerId);
  expect(await s.assignee(later)).toBe(null);
  expect(await s.waits(later)).toEqual([1, 1]);
});

test('CHT-08 a conversation that was given back, in which a member at work sees the patient, is unread for its members alone', async () => {
  onItsOwn();
  const s = await looked();
  const body = { conv_id: s.convId, cp_id: s.nurse.providerId, assignee: null };
  expect((await s.nurse.call(api.assignConversation, { body })).status).toBe(200);
  await s.patientWrites('I feel dizzy');
  expect(await s.waits(s.nurse)).toEqual([1, 1]);
  expect(await s.waits(s.root)).toEqual([0, 1]);
});

test('PRV-05 a patient’s page names those of the care team who are at work and see the patient', async () => {
  onItsOwn();
  const s = await looked();
  const body = { conv_id: s.convId, cp_id: s.nurse.providerId, assignee: s.colleague.providerId };
  expect((await s.nurse.call(api.assignConversation, { body })).status).toBe(200);
  const nameOf = async (who: Caller) =>
    (
      await s.rows<{ name: string }>(
        `select concat_ws(' ', first_name, last_name) as name from provider where provider_id = $1`,
        [who.providerId],
      )
    )[0]?.name;
  const [nurse, colleague] = [await nameOf(s.nurse), await nameOf(s.colleague)];
  expect((await s.open()).opened.careTeam).toBe(`${nurse}, ${colleague}`);
  await s.deactivate();
  expect((await s.open()).opened.careTeam).toBe(colleague);
  await s.rows(`delete from care_group_member where provider_id = $1`, [s.colleague.providerId]);
  expect((await s.open()).opened.careTeam).toBe('');
});

test('BCT-06 OPC-75 a conversation of a broadcast is unassigned, and unread for colleagues, once its patient has written', async () => {
  onItsOwn();
  const s = await looked();
  const patients = [s.uId, await s.anActivePatient({ dateOfBirth: birthDate }), await s.anActivePatient()];
  const { rollupId } = (await s.start(s.nurse, patients, [s.root.providerId], 'Vaccines')).reply;
  await s.saysToAll(rollupId, 'We are closed on Monday');
  for (const who of [s.nurse, s.root, s.colleague]) expect(await s.waits(who)).toEqual([0, 0]);
  const one = (await s.listOf(s.nurse, { u_id: patients[1] })).find((row) => row.rollupId === rollupId);
  await s.patientWrites('Until when?', one?.convId);
  expect(await s.waits(s.nurse)).toEqual([1, 1]);
  expect(await s.waits(s.root)).toEqual([1, 1]);
  expect(await s.waits(s.colleague)).toEqual([0, 1]);
});

test('CHT-08 BCT-06 a message to all answers nobody: what a patient wrote before it is unread for whoever sees the patient once its sender has gone, and for whoever takes it then', async () => {
  onItsOwn();
  const s = await looked();
  const patients = [s.uId, await s.anActivePatient({ dateOfBirth: birthDate })];
  const { rollupId } = (await s.start(s.nurse, patients, [], 'Vaccines')).reply;
  await s.saysToAll(rollupId, 'We are closed on Monday');
  const one = (await s.listOf(s.nurse, { u_id: patients[1] })).find((row) => row.rollupId === rollupId);
  const conv_id = one?.convId as number;
  await s.patientWrites('I feel dizzy', conv_id);
  await s.saysToAll(rollupId, 'And on Tuesday');
  await s.deactivate();
  await releaseLost(s.app);
  for (const who of [s.root, s.colleague]) expect(await s.waits(who)).toEqual([1, 2]);
  const body = { conv_id, cp_id: s.colleague.providerId, assignee: s.colleague.providerId };
  expect((await s.colleague.call(api.assignConversation, { body })).status).toBe(200);
  expect(await s.waits(s.colleague)).toEqual([1, 1]);
  const { messages } = (await s.messagesOf(s.colleague, conv_id)).reply;
  expect(messages.map(({ message, readByMe }) => [message, readByMe])).toEqual([
    ['And on Tuesday', false],
    ['I feel dizzy', false],
    ['We are closed on Monday', false],
  ]);
});
