import { useState } from 'react';
import { type CallFailure, isOwnChange } from '#api/failure.ts';
import { type Difference, type DraftFields, rebase } from '#kit/rebase.ts';
import { amountWords, type Draft, draftOf, newDraft, valueOf } from './trigger.ts';

/** A part of a workflow as the server answers it. */
interface Step {
  triggerType: string;
  triggerValue: string;
  triggerDescription: string;
  version: number;
}

const fields: DraftFields<Draft> = {
  labels: {
    id: 'Part',
    type: 'Trigger type',
    value: 'Trigger value',
    description: 'Trigger description',
  },
  shown: (draft, field) => (field === 'value' ? amountWords(valueOf(draft.value)) : String(draft[field] ?? '')),
  same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
};

export interface TriggerDraft {
  /** As it was, with what someone else has changed since. */
  first: Draft;
  draft: Draft;
  /** What someone else has changed meanwhile; null while nobody has. */
  differences: readonly Difference[] | null;
  /** One's own first try has, which got no answer. */
  isOwn: boolean;
  change: (part: Partial<Draft>) => void;
}

/** What triggers a part of a workflow, while it is filled in; a new one has no step. */
export function useTriggerDraft(id: number | null, step: Step | null) {
  const [state, setState] = useState(() => {
    const first = step ? draftOf(id as number, step) : newDraft;
    return {
      first,
      draft: first,
      version: step?.version,
      differences: null as TriggerDraft['differences'],
      isOwn: false,
    };
  });
  const change = (part: Partial<Draft>) => setState((now) => ({ ...now, draft: { ...now.draft, ...part } }));
  /** REL-07: what someone else has changed is told, what was typed stays, and confirming again goes on from there. */
  const takeOver = (failure: CallFailure) => {
    if (failure.code !== 'stale') return;
    const theirs = failure.detail['current'] as Step;
    const isOwn = isOwnChange(failure);
    const next = draftOf(id as number, theirs);
    setState(({ first, draft }) => ({
      ...rebase(first, draft, next, fields),
      first: next,
      version: theirs.version,
      isOwn,
    }));
  };
  const { version, ...filled } = state;
  return { filled: { ...filled, change } satisfies TriggerDraft, version, takeOver };
}
