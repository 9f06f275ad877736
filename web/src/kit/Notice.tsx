import { Alert } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

export type Tone = 'error' | 'warning' | 'info';
export const colours: Record<Tone, string> = { error: 'red', warning: 'yellow', info: 'gray' };

/** A message that stays in the page: dark words on a pale ground (WCAG 1.4.3). What is not mere information is read out. */
export function Notice(props: {
  tone: Tone;
  title?: ReactNode;
  children?: ReactNode;
  /** With it the message can be given the focus. */
  ref?: Ref<HTMLDivElement>;
}) {
  const { tone, title, children, ref } = props;
  return (
    <Alert
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      color={colours[tone]}
      variant="light"
      py="xs"
      title={title}
      role={tone === 'info' ? 'note' : 'alert'}
      bg={`${colours[tone]}.1`}
      styles={{ title: { color: 'var(--mantine-color-text)' }, message: { color: 'var(--mantine-color-text)' } }}
    >
      {children}
    </Alert>
  );
}
