/** What somebody has begun to write, and what is not through yet, for each conversation: kept in this tab over a reload, and gone with the session. */
import { sentences } from '@portal/contract/conversations/rules.ts';
import { useViewer } from '#api/viewer.ts';
import { useKept } from '#kit/remember.ts';

/** Something that is not stored yet. */
export interface Pending {
  clientKey: string;
  text: string;
  /** Why it was not sent; null while it is on its way. */
  problem: string | null;
}
const none: readonly Pending[] = [];

/** Nobody waits any more for what was on its way when the page was left; under its key it is stored once, however often it is sent. */
const leftBehind = (pending: readonly Pending[]): readonly Pending[] =>
  pending.map((one) => ({ ...one, problem: one.problem ?? sentences.sendFailed }));

export function usePending(convId: number) {
  const { cpId } = useViewer();
  return useKept(`conversation:${cpId}:${convId}:pending`, none, leftBehind);
}

export function useDraft(of: 'conversation' | 'broadcast', id: number) {
  const { cpId } = useViewer();
  return useKept(`${of}:${cpId}:${id}:draft`, '');
}

export interface ToAll {
  text: string;
  clientKey: string;
  /** The server said no, so it was not sent. */
  isRefused?: boolean;
}
const noTries: readonly ToAll[] = [];

/** The same words again are the same message: the server stores it once, though its first answer was lost with the page. */
export function useTriesToAll(rollupId: number) {
  const { cpId } = useViewer();
  return useKept(`broadcast:${cpId}:${rollupId}:tries`, noTries);
}
