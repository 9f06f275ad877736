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

/** An `attachment` is what goes with a document into a conversation. */
export function useDraft(of: 'conversation' | 'attachment' | 'broadcast', id: number) {
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

/** A text that may have come to nobody. */
export interface Unsent {
  key: string;
  text: string;
  state: 'sending' | 'unsent' | 'unknown' | 'attached';
  discard: () => void;
}
const hasText = ({ text }: Unsent): boolean => text.trim() !== '';

/** What one has written into a conversation that is not through, oldest first. */
export function useUnsent(convId: number): readonly Unsent[] {
  const [pending, setPending] = usePending(convId);
  const [draft, setDraft] = useDraft('conversation', convId);
  const [attached, setAttached] = useDraft('attachment', convId);
  const ofPending = ({ clientKey, text, problem }: Pending): Unsent => ({
    key: clientKey,
    text,
    state: problem === null ? 'sending' : problem === sentences.sendFailed ? 'unknown' : 'unsent',
    discard: () => setPending((now) => now.filter((one) => one.clientKey !== clientKey)),
  });
  const begun: Unsent[] = [
    { key: 'draft', text: draft, state: 'unsent', discard: () => setDraft('') },
    { key: 'attachment', text: attached, state: 'attached', discard: () => setAttached('') },
  ];
  return [...pending.map(ofPending), ...begun].filter(hasText);
}

/** The same of a broadcast, where a message stays in the box until it is through. */
export function useUnsentToAll(rollupId: number): readonly Unsent[] {
  const [draft, setDraft] = useDraft('broadcast', rollupId);
  const [tries, setTries] = useTriesToAll(rollupId);
  const unclear = tries.filter(({ isRefused }) => !isRefused);
  const inBox = draft.trim();
  const discardTry = (text: string) => setTries((before) => before.filter((one) => one.text !== text));
  const earlier = unclear
    .filter(({ text }) => text !== inBox)
    .map(
      ({ clientKey, text }): Unsent => ({ key: clientKey, text, state: 'unknown', discard: () => discardTry(text) }),
    );
  const box: Unsent = {
    key: 'draft',
    text: draft,
    state: unclear.some(({ text }) => text === inBox) ? 'unknown' : 'unsent',
    discard: () => {
      discardTry(inBox);
      setDraft('');
    },
  };
  return [...earlier, box].filter(hasText);
}
