import * as broadcasting from '@portal/contract/conversations/broadcast-endpoints.ts';
import * as api from '@portal/contract/conversations/endpoints.ts';
import { countWaiting } from '@portal/contract/conversations/waiting-endpoints.ts';
import { acknowledgedWithinMs, most } from '@portal/contract/conversations/rules.ts';
import { listPatientDocuments } from '@portal/contract/patient-records/history-endpoints.ts';
import type { SocketCall } from '@portal/contract/socket-call.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { call } from '#api/call.ts';
import { askOverLine, onTold, useLive } from '#api/live.ts';
import { inTime, read, readOn, rowsOf, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { toastFailure } from '#kit/toast.ts';
import type { Look } from './look.ts';
import { useReadAnew, useTold } from '#shared/told.ts';

/** What the server refused over the line. Its words came as `conversation-error`, and are shown as an alert (SOC-06). */
export class Refused extends Error {}

/** Asks over the line. Rejects with `Refused` where the server says no, else where it failed or no acknowledgement came. */
export async function ask<B extends z.ZodType, R extends z.ZodType>(
  asked: SocketCall<B, R>,
  body: z.output<B>,
): Promise<z.output<R>> {
  const told = new Set<string>();
  const stop = onTold('conversation-error', (words: string) => told.add(words));
  try {
    const said = await askOverLine(asked.name, z.encode(asked.body, body), acknowledgedWithinMs);
    const error = (said as { error?: unknown } | null)?.error;
    if (typeof error === 'string') throw told.has(error) ? new Refused(error) : new Error(error);
    return z.decode(asked.reply, said as never);
  } finally {
    stop();
  }
}

/** SOC-06, CER-44: the words of the server, as an alert. */
export function useConversationErrors(): void {
  useEffect(() => onTold('conversation-error', (text: string) => toastFailure(text)), []);
}

/** The lists, kept up to date: by what is told to members, and by what changes for the team (CHT-09, SOC-05). */
export function useLiveConversations(): void {
  const again = useReadAnew([
    api.listConversations,
    api.readConversation,
    countWaiting,
    broadcasting.listBroadcasts,
    broadcasting.listBroadcastMessages,
    broadcasting.listRecipients,
  ]);
  useTold(again);
  // A patient's name is in the lists, and with the patient their conversations leave them (PRV-03).
  useLive(['conversation.changed', 'inbox.changed', 'broadcast.changed', 'patient.changed'], again);
  // Whether a patient can be told of messages changes with them, and with what is told of them; so do the documents that can be sent.
  useLive(
    ['patient.changed', 'patient_record.changed'],
    useReadAnew([api.readConversation, broadcasting.listRecipients, listPatientDocuments]),
  );
}

/** CHT-03. */
export function useConversations({ scope, state }: Pick<Look, 'scope' | 'state'>, sought: string) {
  const { cpId: cp_id } = useViewer();
  const narrowed = { cp_id, scope, ...(state && { state }), ...(sought && { search: sought }) };
  return useInfiniteQuery({
    ...readOn(api.listConversations, narrowed, (after) => ({ query: { ...narrowed, ...(after && { after }) } })),
    select: ({ pages }) =>
      rowsOf(
        pages.map(({ reply }) => reply.conversations),
        ({ convId }) => convId,
      ),
  });
}

/** How many conversations wait under which filter; nothing as long as it is not known. */
export function useWaiting(): { unread: number; unanswered: number; unassigned: number } {
  const { cpId: cp_id } = useViewer();
  const { data } = useQuery(read(countWaiting, { query: { cp_id } }));
  return {
    unread: data?.unreadConversations ?? 0,
    unanswered: data?.unanswered ?? 0,
    unassigned: data?.unassigned ?? 0,
  };
}

export function useConversation(convId: number) {
  const { cpId: cp_id } = useViewer();
  return useQuery({
    ...read(api.readConversation, { query: { conv_id: convId, cp_id } }),
    select: ({ conversation }) => conversation,
  });
}

const refresh = [api.listConversations, api.readConversation, countWaiting];
export const useAssign = (how: { quiet?: boolean } = {}) => useCall(api.assignConversation, { refresh, ...how });
export const useSetState = () => useCall(api.setConversationState, { refresh });
/** Their dialogs say themselves what went wrong. */
export const useAttach = () => useCall(api.attachDocument, { refresh, quiet: true, ofOneForm: true });
export const useCreate = () =>
  useCall(api.createConversation, { refresh: [...refresh, broadcasting.listBroadcasts], quiet: true, ofOneForm: true });
export const usePreview = () => useCall(api.previewRecipients, { quiet: true });

/** The names of those that no notice reaches. */
export function useUnreachable(patients: readonly { uId: number }[]): readonly string[] {
  const { cpId: cp_id } = useViewer();
  const uIds = patients.map(({ uId }) => uId).sort((a, b) => a - b);
  const { data } = useQuery({
    queryKey: [api.previewRecipients.path, uIds],
    queryFn: (context) => call(api.previewRecipients, { body: { cp_id, uIds } }, inTime(context)),
    placeholderData: keepPreviousData,
    enabled: uIds.length > 0 && uIds.length <= most.patients,
  });
  const chosen = new Set(uIds);
  return (data?.recipients ?? []).filter((one) => !one.isReachable && chosen.has(one.uId)).map(({ name }) => name);
}

/** BCT-01. */
export function useBroadcasts() {
  const { cpId: cp_id } = useViewer();
  return useInfiniteQuery({
    ...readOn(broadcasting.listBroadcasts, { cp_id }, (after) => ({ query: { cp_id, ...(after && { after }) } })),
    select: ({ pages }) =>
      rowsOf(
        pages.map(({ reply }) => reply.broadcasts),
        ({ rollupId }) => rollupId,
      ),
  });
}
/** BCT-03. */
export function useBroadcast(rollup_id: number) {
  const { cpId: cp_id } = useViewer();
  return useQuery(read(broadcasting.listBroadcasts, { query: { cp_id, rollup_id } }));
}
/** BCT-06. */
export function useBroadcastMessages(rollup_id: number) {
  const { cpId: cp_id } = useViewer();
  return useQuery({
    ...read(broadcasting.listBroadcastMessages, { query: { cp_id, rollup_id } }),
    select: ({ broadcastMsgs }) => broadcastMsgs,
  });
}
/** Of the newest message where none is named. */
export function useRecipients(rollup_id: number, broadcast_id: number | null) {
  const { cpId: cp_id } = useViewer();
  return useQuery({
    ...read(broadcasting.listRecipients, {
      query: { cp_id, rollup_id, ...(broadcast_id !== null && { broadcast_id }) },
    }),
    select: ({ recipients }) => recipients,
  });
}
