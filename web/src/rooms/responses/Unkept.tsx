import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useCopy } from '#kit/copy.ts';
import { Notice } from '#kit/Notice.tsx';

const failed = 'It could not be copied. Please select it here:';

/** What was entered and has no place any more, to be taken elsewhere. Where it is in no field, it is shown, and discarded by a press. */
export function Unkept({ why, text, onDiscard }: { why: string; text: string; onDiscard?: () => void }) {
  const { copy, said } = useCopy(text, { copied: 'Copied.', failed });
  return (
    <Notice tone="warning" title={why}>
      <Stack gap="xs">
        {onDiscard && (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        )}
        <Group gap="xs">
          <Button variant="default" size="compact-sm" onClick={copy}>
            Copy questions and answers
          </Button>
          {onDiscard && (
            <Button variant="default" size="compact-sm" onClick={onDiscard}>
              Discard these
            </Button>
          )}
          <Text size="sm" role="status">
            {said}
          </Text>
        </Group>
        {said === failed && <Textarea aria-label="Questions and answers" readOnly rows={8} value={text} />}
      </Stack>
    </Notice>
  );
}
