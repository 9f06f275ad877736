import { createHash } from 'node:crypto';
import * as broadcasting from '@portal/contract/conversations/broadcast-endpoints.ts';
import * as api from '@portal/contract/conversations/endpoints.ts';
import { countWaiting } from '@portal/contract/conversations/waiting-endpoints.ts';
import { messagePage } from '@portal/contract/conversations/rules.ts';
import type { Listing, Room } from '#platform/http/calls.ts';
import { endsWithPatients, forgetsPatients, ofPatientsInGroups, tellsTimeline } from '#rooms/patients/door.ts';
import * as broadcasts from './broadcast-queries.ts';
import { refuseOthers } from './cp-id.ts';
import { createConversation } from './create-conversation.ts';
import { assignConversation, setConversationState } from './inbox.ts';
import { patientRoutes } from './patient/routes.ts';
import { tellPatientsDue, tellPatientsOfMessages } from './patient/tell-patients.ts';
import { deliver, deliverBroadcast } from './post-broadcast.ts';
import { postMessage } from './post-message.ts';
import { releaseConversations, releaseLost } from './release-conversations.ts';
import { presentConversation, presentMessage, presentRecipient } from './present.ts';
import * as queries from './queries.ts';
import { messagesInGroups } from './in-groups.ts';
import { previewRecipients } from './recipients.ts';
import { talk } from './socket.ts';
import { tellMembers } from './tell-of-patient.ts';
import { timelineSources } from './timeline.ts';
import { noConversation } from './sight.ts';
import { withUntold } from './untold.ts';

/** A conversation in sight, for whoever has just read or changed it. */
async function shown({ act, tx, viewer }: Pick<Listing, 'act' | 'tx' | 'viewer'>, conversationId: number) {
  const row = await queries.one(tx, viewer, conversationId, act.now());
  if (!row) throw noConversation();
  act.logRead('patient', [row.uId]);
  const [told] = await withUntold(tx, [row], act.now());
  if (!told) throw noConversation();
  return { conversation: presentConversation(told) };
}

/** What tells a repeated message that names no key of its own. */
const ofKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

export const conversations: Room = (house) => {
  const { route } = house;
  house.lies({
    conversation: ofPatientsInGroups('conversation'),
    conversation_message: messagesInGroups,
    // To all patients of a company at once.
    broadcast: 'company',
    broadcast_message: 'company',
  });
  tellsTimeline(house, ...timelineSources);
  endsWithPatients(house, tellMembers);
  forgetsPatients(house, tellMembers);
  house.work(deliverBroadcast, ({ broadcastMessageId }, run) => deliver(broadcastMessageId, run));
  house.work(tellPatientsOfMessages, () => tellPatientsDue(house));
  house.work(releaseConversations, () => releaseLost(house));
  talk(house);
  patientRoutes(house);

  route(api.listConversations, async ({ act, tx, viewer, query, list }) => {
    refuseOthers(viewer, query.cp_id);
    const narrowed = {
      scope: query.scope ?? 'member',
      state: query.state,
      patientId: query.u_id,
      search: query.search ? query.search : null,
      after: query.after,
      now: act.now(),
    };
    const rows = await list(queries.listed(tx, viewer, narrowed), ({ convId }) => convId);
    act.logRead('patient', [...new Set(rows.map(({ uId }) => uId))]);
    return { conversations: (await withUntold(tx, rows, act.now())).map(presentConversation) };
  });
  route(api.readConversation, (call) => {
    refuseOthers(call.viewer, call.query.cp_id);
    return shown(call, call.query.conv_id);
  });
  route(countWaiting, ({ act, tx, viewer, query }) => {
    refuseOthers(viewer, query.cp_id);
    return queries.waiting(tx, viewer, act.now());
  });
  route(api.listMessages, async ({ act, tx, viewer, query }) => {
    refuseOthers(viewer, query.cp_id);
    const conversation = await queries.one(tx, viewer, query.conv_id, act.now());
    if (!conversation?.isMember) throw noConversation();
    const page = { start: query.msg_start ?? 0, limit: query.msg_limit ?? messagePage.usual };
    const rows = await queries.messagesOf(tx, viewer, query.conv_id, page);
    act.logRead('patient', [conversation.uId]);
    return { messages: rows.map(presentMessage) };
  });
  route(api.createConversation, async ({ act, viewer, body }) => {
    refuseOthers(viewer, body.cp_id);
    const started = await createConversation(act, {
      topic: body.topic,
      patientIds: body.uIds,
      providerIds: body.cpIds,
    });
    return {
      message: 'Conversation created.',
      convId: started.conversationIds[0] as number,
      rollupId: started.broadcastId,
      participants: { uIds: started.patientIds, cpIds: started.providerIds },
    };
  });
  route(api.attachDocument, async ({ act, viewer, body, http }) => {
    refuseOthers(viewer, body.cp_id);
    const key = http.request.headers['idempotency-key'];
    const clientKey = body.clientKey ?? (typeof key === 'string' ? ofKey(key) : undefined);
    const given = { conversationId: body.conv_id, text: body.message ?? '', documentId: body.docId };
    return { message: await postMessage(act, { ...given, clientKey }) };
  });
  route(api.assignConversation, async (call) => {
    const { act, viewer, body } = call;
    refuseOthers(viewer, body.cp_id);
    await assignConversation(act, { conversationId: body.conv_id, version: body.version, assignee: body.assignee });
    return shown(call, body.conv_id);
  });
  route(api.setConversationState, async (call) => {
    const { act, viewer, body } = call;
    refuseOthers(viewer, body.cp_id);
    const { conv_id: conversationId, version, state, seenTo } = body;
    await setConversationState(act, { conversationId, version, state, seenTo });
    return shown(call, body.conv_id);
  });
  route(api.previewRecipients, async ({ act, tx, viewer, body }) => {
    refuseOthers(viewer, body.cp_id);
    const asked = { careGroupIds: body.gIds ?? [], patientIds: body.uIds ?? [], now: act.now() };
    const preview = await previewRecipients(tx, viewer, asked);
    act.logRead(
      'patient',
      preview.recipients.map(({ uId }) => uId),
    );
    return preview;
  });

  route(broadcasting.listBroadcasts, async ({ act, tx, viewer, query, list }) => {
    refuseOthers(viewer, query.cp_id);
    const { rollup_id: broadcastId, after } = query;
    const rows = await list(
      broadcasts.broadcasts(tx, viewer, { broadcastId, after, now: act.now() }),
      ({ rollupId }) => rollupId,
    );
    const [one] = rows;
    if (broadcastId === undefined) return { broadcasts: rows };
    if (!one) throw noConversation();
    const { patientIds, ...detail } = await broadcasts.detailOf(tx, broadcastId, act.now());
    act.logRead('patient', patientIds);
    return { broadcasts: rows, ...one, ...detail };
  });
  route(broadcasting.listBroadcastMessages, async ({ act, tx, viewer, query, list }) => {
    refuseOthers(viewer, query.cp_id);
    if (!(await broadcasts.broadcasts(tx, viewer, { broadcastId: query.rollup_id, now: act.now() }).executeTakeFirst()))
      throw noConversation();
    const rows = await list(
      broadcasts.messagesOf(tx, query.rollup_id, { now: act.now(), after: query.after }),
      ({ broadcastId }) => broadcastId,
    );
    return { broadcastMsgs: rows };
  });
  route(broadcasting.listRecipients, async ({ act, tx, viewer, query, list }) => {
    refuseOthers(viewer, query.cp_id);
    const { rollup_id: broadcastId, state } = query;
    const one = await broadcasts.broadcasts(tx, viewer, { broadcastId, now: act.now() }).executeTakeFirst();
    if (!one) throw noConversation();
    const messageId = query.broadcast_id ?? one.broadcastId ?? 0;
    const rows = await list(broadcasts.recipientsOf(tx, viewer, { broadcastId, messageId, now: act.now(), state }));
    act.logRead(
      'patient',
      rows.map(({ uId }) => uId),
    );
    return { recipients: (await withUntold(tx, rows, act.now())).map(presentRecipient) };
  });
};
