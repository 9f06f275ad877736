/** A message to all: stored once under its key, and what is known of it where no acknowledgement came (CHT-18, REL-06). */
import {
  listBroadcastMessages,
  listBroadcasts,
  listRecipients,
} from '@portal/contract/conversations/broadcast-endpoints.ts';
import { sentences } from '@portal/contract/conversations/rules.ts';
import type { BroadcastMessage } from '@portal/contract/conversations/shapes.ts';
import * as socket from '@portal/contract/conversations/socket.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { newKey } from '#api/new-key.ts';
import { useViewer } from '#api/viewer.ts';
import { toastNote } from '#kit/toast.ts';
import { ask, Refused } from '../queries.ts';
import { type ToAll, useDraft, useTriesToAll } from '../thread/drafts.ts';

export function useSendToAll(rollupId: number, listed: readonly BroadcastMessage[] | undefined) {
  const { cpId: cp_id } = useViewer();
  const client = useQueryClient();
  const [text, setText] = useDraft('broadcast', rollupId);
  /** With one key for each text, since each may have been stored. */
  const [tries, setTries] = useTriesToAll(rollupId);
  /** What is asked about before it goes to so many: by this key, whatever is known of it when it is sent. */
  const [asked, setAsked] = useState<ToAll | null>(null);
  const [failedKey, setFailedKey] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const unclear = isSending ? [] : tries.filter(({ isRefused }) => !isRefused);
  const isStored = ({ clientKey }: ToAll) => (listed ?? []).some((message) => message.clientKey === clientKey);
  /** Nobody needs to answer any more. */
  const askedInVain = asked && isStored(asked) ? asked.text : null;
  useEffect(() => {
    if (askedInVain === null) return;
    toastNote(sentAfterAll(askedInVain));
    setTries((before) => before.filter((one) => one.text !== askedInVain));
    setText('');
  }, [askedInVain, setTries, setText]);
  /** It is over with one that stands in the box when it is found to be stored; later somebody may be typing through its words. */
  const found = useRef(new Set<string>());
  useEffect(() => {
    for (const one of unclear) {
      if (!isStored(one) || found.current.has(one.clientKey)) continue;
      found.current.add(one.clientKey);
      if (!['', one.text].includes(text.trim())) continue;
      setTries((before) => without(one, before));
      setText('');
    }
  });

  const send = async (message: ToAll) => {
    setAsked(null);
    setTries((before) => [...without(message, before), message]);
    setSending(true);
    setFailedKey(null);
    const { text: said, clientKey } = message;
    try {
      await ask(socket.broadcastToAll, { rollup_id: rollupId, cp_id, message: said, timeSent: new Date(), clientKey });
      // Whoever sends another text has read what is known of those that are stored.
      setTries((before) => without(message, before).filter((one) => !isStored(one)));
      setText('');
    } catch (failure) {
      if (!(failure instanceof Refused)) setFailedKey(clientKey);
      else if (!unclear.some((one) => one.clientKey === clientKey))
        setTries((before) => [...without(message, before), { ...message, isRefused: true }]);
    } finally {
      setSending(false);
      // What got no acknowledgement may be there all the same.
      for (const shown of [listBroadcasts, listBroadcastMessages, listRecipients])
        void client.invalidateQueries({ queryKey: [shown.path] });
    }
  };
  return {
    text,
    setText,
    isSending,
    question: askedInVain === null ? asked : null,
    ask: (said: string) =>
      setAsked({ text: said, clientKey: tries.find((one) => one.text === said)?.clientKey ?? newKey() }),
    answer: (isYes: boolean) => {
      if (isYes && asked) void send(asked);
      else setAsked(null);
    },
    problem: unclear.some((one) => one.clientKey === failedKey && !isStored(one)) ? sentences.sendFailed : null,
    /** Messages that nobody knows of whether they were sent, or that were, while another text stands in the box. */
    earlier: unclear.map((one) => ({ text: one.text, isStored: isStored(one) })),
  };
}

const without = (message: ToAll, tries: readonly ToAll[]): readonly ToAll[] =>
  tries.filter(({ clientKey }) => clientKey !== message.clientKey);

export const sentAfterAll = (text: string): string => `“${shortOf(text)}” was sent after all.`;

/** So that it is known again; a message may be long. */
export function shortOf(message: string): string {
  const letters = [...message];
  return letters.length > mostOfMessage ? `${letters.slice(0, mostOfMessage).join('')}…` : message;
}
const mostOfMessage = 80;
