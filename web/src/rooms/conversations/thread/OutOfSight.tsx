import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useCopy } from '#kit/copy.ts';
import { Notice } from '#kit/Notice.tsx';
import { Failed } from '#kit/States.tsx';
import type { Unsent } from './drafts.ts';

/** In the place of what is out of sight, of which nothing stays: what somebody wrote there themselves and nobody may have got. */
export function OutOfSight(props: {
  what: 'conversation' | 'broadcast';
  message: string;
  unsent: readonly Unsent[];
  onBack: () => void;
}) {
  const { what, message, unsent, onBack } = props;
  const place = useRef<HTMLDivElement>(null);
  return (
    // Whoever has discarded something goes on here: what was pressed goes away.
    <div ref={place} tabIndex={-1}>
      {unsent.length === 0 ? (
        <Failed message={message} onRetry={onBack} />
      ) : (
        <Stack gap="md">
          <Notice tone="warning" title={`You no longer see this ${what}.`}>
            Only what you wrote yourself is left here, and it cannot be sent there any more. Copy what you need: it
            stays in this tab until you discard it or your session ends.
          </Notice>
          {unsent.map((one) => (
            <Own
              key={one.key}
              unsent={one}
              onDiscard={() => {
                place.current?.focus();
                one.discard();
              }}
            />
          ))}
          <Group>
            <Button variant="default" onClick={onBack}>
              Back
            </Button>
          </Group>
        </Stack>
      )}
    </div>
  );
}

function Own({ unsent: { text, state }, onDiscard }: { unsent: Unsent; onDiscard: () => void }) {
  const { copy, said } = useCopy(text, {
    copied: 'Copied.',
    failed: 'It could not be copied. Please select it above.',
  });
  return (
    <Stack gap="xs">
      <Textarea label={words[state]} readOnly rows={4} value={text} />
      <Group gap="xs">
        <Button size="compact-sm" onClick={copy}>
          Copy
        </Button>
        {state !== 'sending' && (
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            Discard
          </Button>
        )}
        <Text size="sm" role="status">
          {said}
        </Text>
      </Group>
    </Stack>
  );
}

const words = {
  sending: 'Your message, being sent',
  unsent: 'Your message, not sent',
  unknown: 'Your message, of which it is not known whether it was sent',
  attached: 'Your message to a document',
} as const;
