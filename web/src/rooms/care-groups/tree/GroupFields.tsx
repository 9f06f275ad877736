import { longestDescription, longestGroupName } from '@portal/contract/care-groups/rules.ts';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import type { Draft } from './draft.ts';

/** What a care group is called, and what is said of it. */
export function GroupFields({ draft, onType }: { draft: Draft; onType: (part: Partial<Draft>) => void }) {
  return (
    <>
      <LimitedTextInput
        label="Name"
        required
        autoComplete="off"
        most={longestGroupName}
        data-autofocus
        value={draft.groupName}
        onChange={(event) => onType({ groupName: event.currentTarget.value })}
      />
      <LimitedTextInput
        label="Display Name"
        description="If this is empty, the name is shown."
        autoComplete="off"
        most={longestGroupName}
        value={draft.displayName}
        onChange={(event) => onType({ displayName: event.currentTarget.value })}
      />
      <LimitedTextarea
        label="Description"
        required
        rows={3}
        resize="vertical"
        most={longestDescription}
        value={draft.description}
        onChange={(event) => onType({ description: event.currentTarget.value })}
      />
    </>
  );
}
