/** A member's open page: told over the socket, and after a cut it reads what it missed, as the web does (REL-09). */
import { setTimeout as pause } from 'node:timers/promises';
import { listMessages } from '@portal/contract/conversations/endpoints.ts';
import { messagePage } from '@portal/contract/conversations/rules.ts';
import type { Work } from './ledger.ts';
import { dialled } from './line.ts';

export interface Hearer {
  has: (ids: readonly number[]) => boolean;
  missing: (ids: readonly number[]) => number;
  /** Told more than once over one connection. */
  twice: () => number;
  /** Told, or read, after one that came later. */
  disordered: () => number;
  stop: () => void;
}

export function startHearing(
  { look, address }: Work,
  { token, providerId, conversationId }: { token: string; providerId: number; conversationId: number },
): Hearer {
  /** What the page shows. */
  const known = new Set<number>();
  /** What it had when it was last up to date. */
  let before = new Set<number>();
  let [twice, disordered, isUpToDate, stopped] = [0, 0, true, false];

  /** The newest messages, back to one that the page had: nothing older can have been missed. */
  const catchUp = async (): Promise<boolean> => {
    const missed: number[] = [];
    for (let start = 0; ; start += messagePage.most) {
      const page = await look<{ messages: { msgId: number }[] }>(listMessages, token, {
        query: { cp_id: providerId, conv_id: conversationId, msg_start: start, msg_limit: messagePage.most },
      });
      if (!page) return false;
      const ids = page.messages.map(({ msgId }) => msgId);
      if (ids.some((id, i) => i > 0 && id >= (ids[i - 1] as number))) disordered++;
      missed.push(...ids);
      if (ids.length < messagePage.most || ids.some((id) => before.has(id))) break;
    }
    for (const id of missed) known.add(id);
    isUpToDate = true;
    return true;
  };

  const connectOnce = async () => {
    const socket = dialled(address(), token);
    const over = new Promise<void>((resolve) => {
      socket.once('connect_error', () => resolve());
      socket.once('disconnect', () => resolve());
    });
    let newest = 0;
    const told = new Set<number>();
    socket.on('new message', ({ msgId }: { msgId: number }) => {
      if (told.has(msgId)) twice++;
      else if (msgId < newest) disordered++;
      told.add(msgId);
      newest = Math.max(newest, msgId);
      known.add(msgId);
    });
    if (isUpToDate) before = new Set(known);
    isUpToDate = false;
    socket.once('connect', () => {
      const tryOn = async (): Promise<void> => {
        if (!socket.connected || (await catchUp())) return;
        await pause(100);
        await tryOn();
      };
      void tryOn();
    });
    stop = () => void socket.disconnect();
    await over;
    socket.disconnect();
  };
  let stop = () => {};
  const always = async () => {
    while (!stopped) {
      await connectOnce();
      await pause(100);
    }
  };
  void always();
  return {
    has: (ids) => ids.every((id) => known.has(id)),
    missing: (ids) => ids.filter((id) => !known.has(id)).length,
    twice: () => twice,
    disordered: () => disordered,
    stop: () => {
      stopped = true;
      stop();
    },
  };
}
