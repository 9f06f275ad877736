import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { youAreOffline } from '#kit/offline.ts';
import { KeptAloud } from './KeptAloud.tsx';
import type { KeepingState } from './keeping.ts';
import { isOutOfReach } from './refusal.ts';

/** Whether what was typed is on the server: "Saved 4:05 PM". */
export function DraftLine({ state, onSave }: { state: KeepingState; onSave: () => void }) {
  /** Whoever presses is told anew. */
  const [presses, setPresses] = useState(0);
  return (
    <Group gap="xs">
      <Text size="sm" c={state.is === 'failed' ? 'red.9' : 'gray.7'}>
        {wordsOf(state)}
      </Text>
      <KeptAloud key={presses} state={state} />
      {state.is === 'failed' && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            setPresses(presses + 1);
            onSave();
          }}
        >
          Save now
        </Button>
      )}
    </Group>
  );
}

function wordsOf(state: KeepingState): string {
  switch (state.is) {
    case 'none':
      return '';
    case 'waiting':
    case 'saving':
      return 'Saving…';
    case 'saved':
      return `Saved ${asClinicTime(state.at).split(', ')[1] ?? ''}`;
    case 'failed':
      return `Not saved. ${whyOf(state.failure)} Nothing is lost as long as this page stays open.`;
  }
}

function whyOf(failure: unknown): string {
  if (isOutOfReach(failure))
    return 'You no longer have access to this patient. Your answers are saved when you have access again.';
  const sentence = sentenceOf(failure);
  return sentence === youAreOffline ? 'You are offline. It is saved when you are online again.' : sentence;
}
