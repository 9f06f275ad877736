import { Textarea, TextInput } from '@mantine/core';
import { longestDescription, longestGroupName } from '@portal/contract/care-groups/rules.ts';
import type { Draft } from './draft.ts';

/** What a care group is called, and what is said of it. */
export function GroupFields({ draft, onType }: { draft: Draft; onType: (part: Partial<Draft>) => void }) {
  return (
    <>
      <TextInput
        label="Name"
        required
        autoComplete="off"
        maxLength={longestGroupName}
        data-autofocus
        value={draft.groupName}
        onChange={(event) => onType({ groupName: event.currentTarget.value })}
      />
      <TextInput
        label="Display Name"
        description="If this is empty, the name is shown."
        autoComplete="off"
        maxLength={longestGroupName}
        value={draft.displayName}
        onChange={(event) => onType({ displayName: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        required
        rows={3}
        resize="vertical"
        maxLength={longestDescription}
        value={draft.description}
        onChange={(event) => onType({ description: event.currentTarget.value })}
      />
    </>
  );
}
