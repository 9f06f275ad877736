import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { AdditionalInfoFields } from './AdditionalInfoFields.tsx';
import { ProductFields } from './ProductFields.tsx';
import { RecipientFields } from './RecipientFields.tsx';
import { bodyOf, type Draft, missingOf, type Surroundings } from './request-draft.ts';
import { type Created, submitFailureText } from './sentences.ts';
import { useCreate } from './writes.ts';

/** The form of a request. It says what is still missing, and can be sent only when nothing is (SHC-16). */
export function RequestForm(props: {
  around: Surroundings;
  initial: Draft;
  reorderSrId: number | null;
  onCancel: () => void;
  onCreated: (created: Created) => void;
  onSending: (sending: boolean) => void;
}) {
  const { around, initial, reorderSrId, onCancel, onCreated, onSending } = props;
  const [draft, setDraft] = useState(initial);
  const { send, isPending, failure } = useCreate();
  useEffect(() => onSending(isPending), [isPending, onSending]);
  const missing = missingOf(draft, around);
  const all = [...missing.recipient, ...missing.info, ...missing.products];
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (all.length === 0) send(bodyOf(draft, around, reorderSrId), onCreated);
      }}
    >
      <Stack gap="lg">
        <RecipientFields draft={draft} around={around} change={change} />
        <AdditionalInfoFields draft={draft} around={around} change={change} />
        <ProductFields draft={draft} around={around} change={change} />
        {failure && !isPending && (
          <Alert color="red.9" role="alert" title="The request was not sent">
            {submitFailureText(failure.message)}
          </Alert>
        )}
        <Group justify="space-between" align="flex-end">
          <Text size="sm" c="gray.7" role="status" flex="1 1 16rem">
            {all.length > 0 ? `Still missing: ${all.join('; ')}.` : 'Everything is filled in.'}
          </Text>
          <Group>
            <Button variant="default" onClick={onCancel} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" disabled={all.length > 0} loading={isPending}>
              Submit
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
