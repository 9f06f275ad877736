/** People who talk about patients over a socket (REL-09), start broadcasts, and hear what the others say. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createConversation } from '@portal/contract/conversations/endpoints.ts';
import { aClinic } from './clinic.ts';
import { audits, type Crew, done, events } from './crew.ts';
import { type Hearer, startHearing } from './hear.ts';
import type { Work } from './ledger.ts';
import { makeLine } from './line.ts';

const patients = 3;
const broadcasts = `broadcast b where b.company_id = $1`;
const conversations = `conversation c where c.company_id = $1`;

export const talk: Crew = {
  marks: {
    'message sent': 'select body as mark, count(*) as times from conversation_message where company_id = $1 group by 1',
    'broadcast started': 'select topic as mark, count(*) as times from broadcast where company_id = $1 group by 1',
  },
  halves: {
    'conversations whose newest message is not the latest of the list': `select 1 from ${conversations} and latest_at <>
      (select max(sent_at) from conversation_message m where m.conversation_id = c.conversation_id)`,
    'messages whose audit entries do not add up': `select 1 from conversation_message m where company_id = $1
      and ${audits('conversation_message', 'm.message_id', `'conversation.message_sent'`)} <> 1`,
    'messages whose events do not add up': `select 1 from conversation_message m where company_id = $1 and ${events('conversation.message', 'm.message_id')} <> 1`,
    'conversations without their members': `select 1 from ${conversations} and (select count(*) from conversation_member where conversation_id = c.conversation_id) <> 2`,
    'broadcasts to a part of their patients': `select 1 from ${broadcasts} and (select count(*) from conversation where broadcast_id = b.broadcast_id) <> ${patients}`,
    'broadcasts without their members': `select 1 from ${broadcasts} and (select count(*) from broadcast_member where broadcast_id = b.broadcast_id) <> 2`,
    'broadcasts whose audit entries do not add up': `select 1 from ${broadcasts} and ${audits('broadcast', 'b.broadcast_id', `'broadcast.started'`)} <> 1`,
    'broadcasts whose events do not add up': `select 1 from ${broadcasts} and ${events('broadcast.changed', 'b.broadcast_id')} <> 1`,
  },

  hire: async ({ world, companyId, work }) => {
    const { nurses, patientIds } = await aClinic(world, companyId, { name: 'Talking', patients, nurses: 2 });
    const [conversation] = await world.rows<{ id: number }>(
      `insert into conversation (company_id, patient_id, topic, created_by, created_at, latest_at)
       values ($1, $2, 'Refill', $3, now(), now()) returning conversation_id as id`,
      [companyId, patientIds[0], nurses[0]?.providerId],
    );
    const conversationId = conversation?.id as number;
    const cpIds = nurses.map(({ providerId }) => providerId);
    await world.rows(
      `insert into conversation_member (conversation_id, provider_id, company_id, joined_at)
       select $1, id, $2, now() from unnest($3::int[]) as nurse (id)`,
      [conversationId, companyId, cpIds],
    );
    const hearers: Hearer[] = nurses.map((nurse) => startHearing(work, { ...nurse, conversationId }));

    const talking = ({ token, providerId }: (typeof nurses)[number]) => {
      const line = makeLine(work.address, token);
      /** Several at once, so that a death meets some on their way; a socket takes 20 in a second. */
      const round = async ({ take, next }: Work) => {
        const one = () => {
          const [message, clientKey] = [`MESSAGE-${next()}`, randomUUID()];
          const body = { conv_id: conversationId, cp_id: providerId, message, clientKey };
          return take({ kind: 'message sent', mark: message, body, send: () => line.say(body) });
        };
        await Promise.all(Array.from({ length: 8 }, one));
        return pause(500);
      };
      return { line, round };
    };
    const talkers = nurses.map(talking);
    const broadcasting = async ({ ask, next }: Work) => {
      const topic = `TOPIC-${next()}`;
      const [nurse] = nurses;
      const body = { cp_id: nurse?.providerId, topic, uIds: patientIds, cpIds };
      const token = nurse?.token as string;
      await ask({ kind: 'broadcast started', mark: topic, endpoint: createConversation, token, body });
      return pause(100);
    };
    return {
      workers: [...talkers.map(({ round }) => round), broadcasting],
      inspect: async (ledger) => {
        const stored = await world.rows<{ id: number; body: string }>(
          'select message_id as id, body from conversation_message where conversation_id = $1 order by message_id',
          [conversationId],
        );
        const said = new Set(done(ledger, 'message sent').map(({ mark }) => mark));
        const expected = stored.filter(({ body }) => said.has(body)).map(({ id }) => id);
        // What was missed is there within 5 s of coming back (REL-09).
        for (let waited = 0; waited < 5_000 && !hearers.every((hearer) => hearer.has(expected)); waited += 50)
          await pause(50);
        const sum = (count: (hearer: Hearer) => number) => hearers.reduce((all, hearer) => all + count(hearer), 0);
        return {
          'messages that did not reach a member': sum((hearer) => hearer.missing(expected)),
          'messages that reached a member twice over one connection': sum((hearer) => hearer.twice()),
          'messages that reached a member out of order': sum((hearer) => hearer.disordered()),
          'messages whose order is not that in which one person sent them': outOfTurn(ledger, stored),
        };
      },
      close: () => {
        for (const { line } of talkers) line.close();
        for (const hearer of hearers) hearer.stop();
      },
    };
  },
};

/** What is said after an earlier message of the same person was acknowledged stands behind it. */
function outOfTurn(ledger: Parameters<typeof done>[0], stored: readonly { id: number; body: string }[]): number {
  const numbers = new Map(stored.map(({ body, id }) => [body, id]));
  const bySender = Map.groupBy(
    done(ledger, 'message sent').filter(({ answeredAt }) => answeredAt !== null),
    ({ body }) => (body as { cp_id: number }).cp_id,
  );
  let found = 0;
  for (const own of bySender.values()) {
    const byAnswer = own.toSorted((a, b) => (a.answeredAt as number) - (b.answeredAt as number));
    let [behind, next] = [0, 0];
    for (const one of own.toSorted((a, b) => a.askedAt - b.askedAt)) {
      for (; next < byAnswer.length && (byAnswer[next]?.answeredAt as number) < one.askedAt; next++)
        behind = Math.max(behind, numbers.get(byAnswer[next]?.mark ?? '') ?? 0);
      if ((numbers.get(one.mark) ?? Number.POSITIVE_INFINITY) < behind) found++;
    }
  }
  return found;
}
