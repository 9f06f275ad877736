/** The access table: what providers say about patients, broadcasts to many of them, and the patient's own side. */
import type { Lines, Right } from './access-table.ts';
import { ofPatients, siteSide } from './access-table-types.ts';
import type { Portal } from './portal.ts';

/** What these calls name besides: conversations in which everybody of the place takes part, what was written there, and a paper of the patient. */
export const ofConversations = ['talk', 'talkToClose', 'talkToAssign', 'rollup', 'rollupMessage', 'talkPaper'] as const;

export async function conversationsIn(
  portal: Portal,
  place: { companyId: number; patientId: number; providerIds: readonly number[]; talkPaper: number },
) {
  const { companyId, patientId, providerIds, talkPaper } = place;
  const [creator] = providerIds;
  const idOf = async (insert: string, values: unknown[]) =>
    (await portal.rows<{ id: number }>(insert, values))[0]?.id as number;
  const rollup = await idOf(
    `insert into broadcast (company_id, topic, created_by, created_at, latest_at) values ($1, 'Vaccines', $2, now(), now())
     returning broadcast_id as id`,
    [companyId, creator],
  );
  await portal.rows(
    `insert into broadcast_member (broadcast_id, provider_id, company_id) select $1, id, $2 from unnest($3::int[]) as of (id)`,
    [rollup, companyId, providerIds],
  );
  const talk = async () => {
    const id = await idOf(
      `insert into conversation (company_id, patient_id, broadcast_id, topic, created_by, created_at, latest_at)
       values ($1, $2, $3, 'Refill', $4, now(), now()) returning conversation_id as id`,
      [companyId, patientId, rollup, creator],
    );
    await portal.rows(
      `insert into conversation_member (conversation_id, provider_id, company_id, joined_at)
       select $1, id, $2, now() from unnest($3::int[]) as of (id)`,
      [id, companyId, providerIds],
    );
    return id;
  };
  const rollupMessage = await idOf(
    `insert into broadcast_message (company_id, broadcast_id, provider_id, body, sent_at) values ($1, $2, $3, 'Hello', now())
     returning broadcast_message_id as id`,
    [companyId, rollup, creator],
  );
  return {
    talk: await talk(),
    talkToClose: await talk(),
    talkToAssign: await talk(),
    rollup,
    rollupMessage,
    talkPaper,
  };
}

const talkers: Right = { types: siteSide, module: 'Messaging' };
const wants = ['a link that can be used', 404] as const;
const ofLink = { who: 'anybody', takesNoId: true, wants } as const;

export const conversationCalls: Lines = {
  'GET /conversations/care-providers': {
    who: talkers,
    ask: (t) => [
      { query: { cp_id: t.me, scope: 'sight', u_id: t.patient } },
      { query: { cp_id: t.me, after: t.talk, search: 'ref' } },
    ],
    // It narrows the list, or says where it goes on.
    answers: { u_id: 200, after: 200 },
  },
  'GET /conversations/conversation': { who: talkers, ask: (t) => ({ query: { cp_id: t.me, conv_id: t.talk } }) },
  'GET /conversations/waiting': { who: talkers, ask: (t) => ({ query: { cp_id: t.me } }) },
  'GET /conversations/messages': {
    who: talkers,
    ask: (t) => ({ query: { cp_id: t.me, conv_id: t.talk } }),
    aboutPatients: (t) => [t.patient],
  },
  'POST /conversations': {
    who: talkers,
    ask: (t) => ({ body: { cp_id: t.me, topic: 'Refill', uIds: [t.patient], cpIds: [t.colleague] } }),
    // Who cannot see the patient cannot be named.
    answers: { 'cpIds.0': 400 },
    takes: ['cp_id'],
  },
  'POST /conversations/document': {
    who: talkers,
    ask: (t) => ({ body: { cp_id: t.me, conv_id: t.talk, docId: t.talkPaper } }),
    answers: { docId: 400 },
    takes: ['cp_id'],
  },
  'POST /conversations/assign': {
    who: talkers,
    ask: (t) => ({ body: { cp_id: t.me, conv_id: t.talkToAssign, assignee: t.colleague } }),
    answers: { assignee: 400 },
    takes: ['cp_id', 'version'],
  },
  'POST /conversations/state': {
    who: talkers,
    ask: (t) => ({ body: { cp_id: t.me, conv_id: t.talkToClose, state: 'closed' } }),
    takes: ['cp_id', 'version'],
  },
  'POST /conversations/recipients': {
    who: talkers,
    ask: (t) => ({ body: { cp_id: t.me, gIds: [t.site], uIds: [t.patient] } }),
    answers: { 'uIds.0': 200 },
    takes: ['cp_id'],
  },
  'GET /conversations/broadcasts': {
    who: talkers,
    ask: (t) => [{ query: { cp_id: t.me, rollup_id: t.rollup } }, { query: { cp_id: t.me, after: t.rollup } }],
    answers: { after: 200 },
    aboutPatients: (t) => [t.patient],
  },
  'GET /conversations/broadcasts/messages': {
    who: talkers,
    ask: (t) => ({ query: { cp_id: t.me, rollup_id: t.rollup, after: t.rollupMessage } }),
    answers: { after: 200 },
  },
  'GET /conversations/broadcasts/recipients': {
    who: talkers,
    ask: (t) => ({ query: { cp_id: t.me, rollup_id: t.rollup, broadcast_id: t.rollupMessage } }),
    answers: { broadcast_id: 200 },
  },
  'POST /voice-calls/token': { who: ofPatients, takesNoId: true, ask: () => ({ body: { clientName: 'nurse' } }) },
  'GET /voice-calls/token': { who: ofPatients, ask: (t) => ({ query: { cp_id: t.me } }) },
  'POST /voice-calls': {
    who: ofPatients,
    ask: (t) => ({
      body: {
        u_id: t.patient,
        number: '+15551234567',
        startedAt: '2031-03-05T11:00:00Z',
        seconds: 65,
        outcome: 'Reached',
      },
    }),
  },
  'POST /respond/conversation': { ...ofLink, ask: () => ({ body: { code: 'unknown' } }) },
  'POST /respond/conversation/open': { ...ofLink, ask: () => ({ body: { code: 'unknown', birthDate: '1950-03-04' } }) },
  'POST /respond/conversation/messages': { ...ofLink, ask: () => ({ body: { code: 'unknown', pass: 'none' } }) },
  'POST /respond/conversation/send': {
    ...ofLink,
    ask: () => ({ body: { code: 'unknown', pass: 'none', message: 'Hello', clientKey: 'k' } }),
  },
  'POST /respond/conversation/document': {
    who: 'anybody',
    ask: (t) => ({ body: { code: 'unknown', pass: 'none', docId: t.talkPaper } }),
    wants,
  },
  'POST /respond/conversation/texts': {
    ...ofLink,
    ask: () => ({ body: { code: 'unknown', pass: 'none', takesTexts: false } }),
  },
};
