import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of what is said of one request. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
