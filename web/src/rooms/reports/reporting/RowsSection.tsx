import { Button, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';

/** The rows of a number, below it: the keyboard goes on there. */
export function RowsSection(props: { title: string; csv: ReactNode; onHide: () => void; children: ReactNode }) {
  const { title, csv, onHide, children } = props;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <section aria-labelledby={id}>
      <Stack gap="sm" mt="md">
        <Group justify="space-between" gap="sm">
          <Title order={3} id={id} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {title}
          </Title>
          <Group gap="xs">
            {csv}
            <Button variant="default" size="xs" onClick={onHide}>
              Hide rows
            </Button>
          </Group>
        </Group>
        {children}
      </Stack>
    </section>
  );
}
