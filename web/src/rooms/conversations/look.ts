/** What the page shows, as its address says it. */
import { type ConversationState, type Scope, scopes, states } from '@portal/contract/conversations/rules.ts';

export interface Look {
  tab: 'all' | 'broadcasts';
  scope: Scope;
  state: ConversationState | null;
  /** The chosen conversation or broadcast. */
  conversation: number | null;
  broadcast: number | null;
  /** The message of the conversation that it is opened at. */
  message: number | null;
}

/** The inbox of the team, in the words of the screen. */
export const filters = [
  { value: 'member', label: 'Mine', scope: 'member', state: null },
  { value: 'unread', label: 'Unread', scope: 'unread', state: null },
  { value: 'assigned', label: 'Assigned to me', scope: 'assigned', state: 'open' },
  { value: 'unanswered', label: 'To answer', scope: 'unanswered', state: null },
  { value: 'unassigned', label: 'Unassigned', scope: 'unassigned', state: null },
  { value: 'sight', label: 'All in sight', scope: 'sight', state: null },
  { value: 'closed', label: 'Closed', scope: 'sight', state: 'closed' },
] as const satisfies readonly { value: string; label: string; scope: Scope; state: ConversationState | null }[];

const idOf = (given: unknown): number | null => {
  const id = Number(given);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** `/chat?conversation=&message=&broadcast=&tab=broadcasts&scope=&state=`. */
export function readLook(search: Record<string, unknown>): Look {
  const broadcast = idOf(search['broadcast']);
  const conversation = broadcast === null ? idOf(search['conversation']) : null;
  return {
    tab: search['tab'] === 'broadcasts' || broadcast !== null ? 'broadcasts' : 'all',
    scope: scopes.find((one) => one === search['scope']) ?? 'member',
    state: states.find((one) => one === search['state']) ?? null,
    conversation,
    broadcast,
    message: conversation === null ? null : idOf(search['message']),
  };
}

export const lookAsSearch = (look: Look) => ({
  tab: look.tab === 'broadcasts' ? 'broadcasts' : undefined,
  scope: look.scope === 'member' ? undefined : look.scope,
  state: look.state ?? undefined,
  conversation: look.conversation ?? undefined,
  broadcast: look.broadcast ?? undefined,
  message: look.message ?? undefined,
});
