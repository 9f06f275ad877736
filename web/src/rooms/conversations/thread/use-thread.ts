/** The messages of one conversation: what was read, what is told while it is open, and what is on its way. */
import { listMessages } from '@portal/contract/conversations/endpoints.ts';
import { messagePage, most, sentences } from '@portal/contract/conversations/rules.ts';
import { type Message } from '@portal/contract/conversations/shapes.ts';
import * as socket from '@portal/contract/conversations/socket.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { call } from '#api/call.ts';
import { onStanding, onTold } from '#api/live.ts';
import { newKey } from '#api/new-key.ts';
import { useViewer } from '#api/viewer.ts';
import { toastFailure } from '#kit/toast.ts';
import { ask, Refused } from '../queries.ts';
import { type Pending, usePending } from './drafts.ts';

interface Loaded {
  /** Oldest first. */
  messages: readonly Message[];
  isAll: boolean;
}

/** The message that a conversation is opened at; it is led to anew with each turn. */
export interface Sought {
  msgId: number;
  turn: number;
}

/** So many pages are read at most to find what was missed. */
const mostPages = 40;
/** What is seen within so long is marked as read together: whoever scrolls sees more in a second than the line takes events. */
const gatherMs = 250;

export function useThread(convId: number, sought: Sought | null) {
  const { cpId: cp_id } = useViewer();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const [pending, setPending] = usePending(convId);
  const state = useRef({ loaded });
  useEffect(() => {
    state.current = { loaded };
  });
  const drop = useCallback(
    (clientKey: string | null) =>
      setPending((now) => (now.some((one) => one.clientKey === clientKey) ? without(now, clientKey) : now)),
    [setPending],
  );
  const page = useCallback(
    async (msg_start: number, msg_limit: number = messagePage.usual) =>
      (await call(listMessages, { query: { conv_id: convId, cp_id, msg_start, msg_limit } })).messages,
    [convId, cp_id],
  );
  const merge = useCallback(
    (came: readonly Message[], isAll?: boolean) =>
      setLoaded((before) => {
        const all = new Map((before?.messages ?? []).map((one) => [one.msgId, one]));
        for (const one of came)
          all.set(one.msgId, { ...one, readByMe: one.readByMe || (all.get(one.msgId)?.readByMe ?? false) });
        const messages = [...all.values()].toSorted((a, b) => a.msgId - b.msgId);
        return { messages, isAll: isAll ?? before?.isAll ?? false };
      }),
    [],
  );
  /** What was known when a try to catch up began that has not ended well: what comes meanwhile tells nothing of what was missed. */
  const unfinished = useRef<ReadonlySet<number> | null>(null);
  /** The newest ones, down to the first that was known: all at once, so that nothing is left out between, and the newest is said last. */
  const catchUp = useCallback(async () => {
    try {
      const known = (unfinished.current ??= new Set(state.current.loaded?.messages.map(({ msgId }) => msgId)));
      const missed: Message[] = [];
      let isAll = false;
      for (let n = 0; n < mostPages; n += 1) {
        const came = await page(n * messagePage.usual);
        missed.push(...came);
        isAll = came.length < messagePage.usual;
        if (isAll || known.size === 0 || came.some(({ msgId }) => known.has(msgId))) break;
      }
      merge(missed, isAll || undefined);
      unfinished.current = null;
      // Stored, though the line was cut before it said so.
      for (const one of missed) if (one.cpId === cp_id) drop(one.clientKey);
      setFailed(false);
    } catch {
      if (!state.current.loaded) setFailed(true);
    }
  }, [page, merge, drop, cp_id]);
  useEffect(() => {
    void Promise.resolve().then(catchUp);
  }, [catchUp]);
  useEffect(() => onStanding(() => void catchUp()), [catchUp]);

  useEffect(() => {
    const stops = [
      onTold('new message', (told: unknown) => {
        const message = z.decode(socket.told['new message'], told as never);
        if (message.convId !== convId) return;
        merge([message]);
        if (message.cpId === cp_id) drop(message.clientKey);
      }),
      onTold('message updated', (told: { conv_id: number; msgIds: number[]; cp_id: number | null }) => {
        if (told.conv_id !== convId) return;
        const read = new Set(told.msgIds);
        setLoaded(
          (before) =>
            before && {
              ...before,
              messages: before.messages.map((one) =>
                read.has(one.msgId)
                  ? {
                      ...one,
                      readByProvider: one.readByProvider || told.cp_id !== null,
                      readByPatient: one.readByPatient || told.cp_id === null,
                      readByMe: one.readByMe || told.cp_id === cp_id,
                    }
                  : one,
              ),
            },
        );
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [convId, cp_id, merge, drop]);

  const loadOlder = async () => {
    if (!loaded || loaded.isAll || isLoadingOlder) return;
    setLoadingOlder(true);
    try {
      const came = await page(loaded.messages.length);
      merge(came, came.length < messagePage.usual || undefined);
    } catch {
      // The button stays, and scrolling tries again.
    } finally {
      setLoadingOlder(false);
    }
  };

  const isReaching = useReach(sought, loaded, page, merge);

  const deliver = async ({ clientKey, text }: Pick<Pending, 'clientKey' | 'text'>) => {
    setPending((now) => [...without(now, clientKey), { clientKey, text, problem: null }]);
    try {
      const body = { conv_id: convId, cp_id, message: text, timeSent: new Date(), clientKey };
      merge([{ ...(await ask(socket.chatMessage, body)), readByMe: true }]);
      drop(clientKey);
    } catch (error) {
      const problem = error instanceof Refused ? `Not sent. ${error.message}` : sentences.sendFailed;
      setPending((now) => now.map((one) => (one.clientKey === clientKey ? { ...one, problem } : one)));
    }
  };

  /** What is seen is read, once (CHT-08). */
  const marked = useRef(new Set<number>());
  const gathered = useRef<{ ids: number[]; timer?: ReturnType<typeof setTimeout> }>({ ids: [] });
  const mark = useCallback(() => {
    clearTimeout(gathered.current.timer);
    const { ids } = gathered.current;
    gathered.current = { ids: [] };
    if (ids.length === 0) return;
    for (let at = 0; at < ids.length; at += most.idsAtOnce) {
      const msgIds = ids.slice(at, at + most.idsAtOnce);
      ask(socket.messageRead, { conv_id: convId, cp_id, msgIds, msgRead: true }).then(
        () =>
          merge(
            state.current.loaded?.messages
              .filter(({ msgId }) => msgIds.includes(msgId))
              .map((one) => ({ ...one, readByMe: true })) ?? [],
          ),
        () => {
          for (const id of msgIds) marked.current.delete(id);
        },
      );
    }
  }, [convId, cp_id, merge]);
  // Whoever leaves at once has seen it all the same.
  useEffect(() => mark, [mark]);
  /** Also where the line could not say that it is read. */
  const newestSeen = useRef(0);
  const see = (msgIds: readonly number[]) => {
    newestSeen.current = Math.max(newestSeen.current, ...msgIds);
    const fresh = msgIds.filter((id) => !marked.current.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) marked.current.add(id);
    gathered.current.ids.push(...fresh);
    gathered.current.timer ??= setTimeout(mark, gatherMs);
  };

  /**
   * The newest message that was seen, 0 for none. What one wrote says nothing of what came just before it; what lies before everything that
   * is loaded is no news.
   */
  const seenTo = (): number => {
    if (!loaded) return newestSeen.current;
    const { messages, isAll } = loaded;
    const seen = messages.findLast((one) => one.readByMe && one.cpId !== cp_id)?.msgId;
    return Math.max(newestSeen.current, seen ?? (isAll ? 0 : (messages[0]?.msgId ?? 1) - 1));
  };

  return {
    loaded,
    isFailed,
    isLoadingOlder,
    isReaching,
    pending,
    catchUp,
    seenTo,
    loadOlder,
    send: (text: string) => void deliver({ clientKey: newKey(), text }),
    sendAgain: (one: Pending) => void deliver(one),
    discard: drop,
    see,
    take: (message: Message) => merge([{ ...message, readByMe: true }]),
  };
}

/** Loads down to the message that is sought, where it is older than what is loaded; what lies between comes along, so that nothing is left out. */
function useReach(
  sought: Sought | null,
  loaded: Loaded | null,
  page: (start: number, limit: number) => Promise<readonly Message[]>,
  merge: (came: readonly Message[], isAll?: boolean) => void,
): boolean {
  const msgId = sought?.msgId ?? null;
  const goal = sought && `${sought.msgId} ${sought.turn}`;
  const [reached, setReached] = useState<string | null>(null);
  const isMissing = msgId !== null && loaded !== null && !loaded.isAll && (loaded.messages[0]?.msgId ?? 0) > msgId;
  const count = useRef(0);
  useEffect(() => {
    count.current = loaded?.messages.length ?? 0;
  });
  useEffect(() => {
    if (!isMissing || msgId === null || reached === goal) return;
    let isGone = false;
    const reach = async () => {
      let oldest = Number.POSITIVE_INFINITY;
      for (let start = count.current; oldest > msgId && !isGone; start += messagePage.most) {
        const came = await page(start, messagePage.most);
        const isAll = came.length < messagePage.most;
        merge(came, isAll || undefined);
        if (isAll) return;
        oldest = came.at(-1)?.msgId ?? 0;
      }
    };
    reach()
      .catch(() => toastFailure(sentences.loadFailed))
      .finally(() => {
        if (!isGone) setReached(goal);
      });
    return () => {
      isGone = true;
    };
  }, [isMissing, msgId, goal, reached, page, merge]);
  return isMissing && reached !== goal;
}

const without = (pending: readonly Pending[], clientKey: string | null): readonly Pending[] =>
  pending.filter((one) => one.clientKey !== clientKey);
