/** A clinic whose people talk about their patients. */
import * as api from '@portal/contract/conversations/endpoints.ts';
import * as broadcasts from '@portal/contract/conversations/broadcast-endpoints.ts';
import { actOf } from '../src/platform/act/act.ts';
import { markRead, postBroadcast, postMessage } from '../src/rooms/conversations/door.ts';
import { aClinic } from './patients.ts';
import { type Caller, openPortal } from './portal.ts';

const modules = ['Messaging', 'ClinicalManagement', 'Assessments'] as const;

export async function openTalking(...given: Parameters<typeof openPortal>) {
  const portal = await openPortal(...given);
  const clinic = await aClinic(portal, [...modules]);
  const start = (by: Caller, uIds: number[], cpIds: number[] = [], topic = 'Refill') =>
    by.call(api.createConversation, {
      body: { cp_id: by.providerId, topic, uIds, cpIds: [by.providerId, ...cpIds] },
    });
  const listOf = async (by: Caller, query: Record<string, unknown> = {}) =>
    (await by.call(api.listConversations, { query: { cp_id: by.providerId, ...query } })).reply.conversations;
  const messagesOf = async (by: Caller, conv_id: number, query: Record<string, unknown> = {}) =>
    by.call(api.listMessages, { query: { cp_id: by.providerId, conv_id, ...query } });
  const broadcastsOf = async (by: Caller, query: Record<string, unknown> = {}) =>
    by.call(broadcasts.listBroadcasts, { query: { cp_id: by.providerId, ...query } });
  return { ...portal, ...clinic, portal, start, listOf, messagesOf, broadcastsOf };
}

/** Lets somebody into a group for so many hours, as an operator does. */
export const letIn = (s: Pick<Talking, 'rows' | 'companyId' | 'app'>, who: Caller, careGroupId: number, hours = 1) =>
  s.rows(
    `insert into emergency_access (company_id, provider_id, care_group_id, reason, given_at, ends_at)
     values ($1, $2, $3, 'Nobody can be reached', $4::timestamptz, $4::timestamptz + $5 * interval '1 hour')`,
    [s.companyId, who.providerId, careGroupId, s.app.clock.now(), hours],
  );

export type Talking = Awaited<ReturnType<typeof openTalking>>;
/** As the socket does it. */
export const asMember = async (
  s: Talking,
  by: Caller,
  sight: { careGroupIds?: number[]; seesWholeCompany?: boolean } = {},
) => {
  const [person] = await s.rows<Record<string, never>>('select * from provider where provider_id = $1', [
    by.providerId,
  ]);
  const viewer = {
    providerId: by.providerId,
    companyId: s.companyId,
    firstName: person?.['first_name'],
    lastName: person?.['last_name'],
    type: person?.['type'],
    host: 'localhost',
    requestId: 'r',
    careGroupIds: null,
    seesWholeCompany: true,
    ...sight,
  };
  const within = <T>(work: (act: never) => Promise<T>) =>
    s.app.database.inCompany(s.companyId, (tx) => work(actOf(tx, s.app.clock, viewer as never) as never));
  return {
    says: (conversationId: number, text: string, clientKey?: string) =>
      within((act) => postMessage(act, { conversationId, text, clientKey })),
    reads: (conversationId: number, messageIds: number[]) =>
      within((act) => markRead(act, { conversationId, messageIds })),
    saysToAll: (broadcastId: number, text: string, clientKey?: string) =>
      within((act) => postBroadcast(act, { broadcastId, text, clientKey })),
  };
};
