import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { writeLogEntry } from '#api/log.ts';
import { CodeField } from './CodeField.tsx';
import { Problem } from '../Problem.tsx';
import { codeOf } from '../sentences.ts';

/** Of the code itself; of anything else it may be right. */
const isOfCode = (error: unknown): boolean => ['CODE_MISMATCH', 'invalid'].includes(codeOf(error));

/** A step of sign-in that ends with a code: the code is sent once at a time, and what is wrong with it stays at it. */
export function CodeForm(props: {
  /** Left out where a dialog has one. */
  title?: string;
  explanation: string;
  /** What the step itself has to say. */
  problem?: string | null;
  /** Above the field. */
  children?: ReactNode;
  /** False while there is nothing yet that a code could confirm. */
  asks?: boolean;
  onCode: (code: string) => Promise<void>;
  /** What a person reads when the code was refused. */
  sentenceOf: (error: unknown) => string;
  /** Given the state of the one that sends. */
  buttons: (sending: { disabled: boolean; busy: boolean }) => ReactNode;
}) {
  const { title, explanation, problem = null, children, asks = true, onCode, sentenceOf, buttons } = props;
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ text: string; atCode: boolean } | null>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || code === '') return;
    setBusy(true);
    setFailure(null);
    try {
      await onCode(code);
    } catch (error) {
      writeLogEntry('mfa-failed', 'warn', codeOf(error));
      setFailure({ text: sentenceOf(error), atCode: isOfCode(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {title && <Title order={1}>{title}</Title>}
        <Text size="sm" c="dimmed">
          {explanation}
        </Text>
        <Problem>{problem}</Problem>
        {children}
        <Problem>{failure && !failure.atCode ? failure.text : null}</Problem>
        {asks && <CodeField value={code} error={failure?.atCode ? failure.text : null} onChange={setCode} />}
        {buttons({ disabled: !asks || code === '', busy })}
      </Stack>
    </form>
  );
}
