import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';

/** What a change took along. */
export interface Lost {
  words: string;
}

/** Says what went with a change, where people hear of it, and gives it back by a press. */
export function LostLine({ lost, onUndo }: { lost: Lost | null; onUndo: () => void }) {
  const told = useRef<HTMLDivElement>(null);
  // On a phone it would be said out of sight.
  useEffect(() => {
    if (lost) told.current?.scrollIntoView({ block: 'nearest' });
  }, [lost]);
  return (
    <Group gap="xs" role="status" ref={told}>
      {lost && (
        <>
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {lost.words}
          </Text>
          <Button variant="default" size="compact-sm" onClick={onUndo}>
            Undo
          </Button>
        </>
      )}
    </Group>
  );
}
