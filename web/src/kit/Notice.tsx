import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

export type Tone = 'error' | 'warning' | 'info';
export const colours: Record<Tone, string> = { error: 'red', warning: 'yellow', info: 'gray' };

/** A message that stays in the page: dark words on a pale ground (WCAG 1.4.3). What is not mere information is read out. */
export function Notice(props: { tone: Tone; title?: ReactNode; children?: ReactNode }) {
  const { tone, title, children } = props;
  return (
    <Alert
      color={colours[tone]}
      variant="light"
      py="xs"
      title={title}
      role={tone === 'info' ? 'note' : 'alert'}
      bg={`${colours[tone]}.1`}
      styles={{ title: { color: 'var(--mantine-color-dark-9)' }, message: { color: 'var(--mantine-color-dark-9)' } }}
    >
      {children}
    </Alert>
  );
}
