import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '#kit/save-file.ts';
import { useBrand } from '#api/viewer.ts';
import classes from './RecoveryCodes.module.css';
import { useCopy } from '#kit/copy.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';

/** The recovery codes: shown this once, to be copied, downloaded or written down before one goes on. */
export function RecoveryCodes(props: {
  /** Left out where a dialog has one. */
  title?: string;
  codes: readonly string[];
  onKept: () => void | Promise<void>;
}) {
  const { title, codes, onKept } = props;
  const { name } = useBrand();
  const [busy, setBusy] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  // What had the focus went away together with the step before.
  useEffect(() => whole.current?.focus(), []);
  const { copy, said } = useCopy(codes.join('\n'), {
    copied: 'Alert: The recovery codes are copied',
    failed: 'Alert: Failed to copy codes',
  });
  const download = () => {
    const text = [`Recovery codes for ${name}`, 'Each of them works once.', '', ...codes, ''].join('\r\n');
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'recovery-codes.txt');
  };
  const goOn = async () => {
    setBusy(true);
    try {
      await onKept();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="md" ref={whole} tabIndex={-1} role="group" aria-label="Recovery codes" className={classes.whole}>
      {title && <Title order={1}>{title}</Title>}
      <Text size="sm">
        If you lose your authenticator app, each of these codes lets you in once. Keep them where only you find them:
        they are not shown again.
      </Text>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <Button variant="default" size="xs" onClick={copy}>
          Copy
        </Button>
        <Button variant="default" size="xs" onClick={download}>
          Download
        </Button>
        <Text size="sm" role="status">
          {said}
        </Text>
      </Group>
      <SubmitButton busy={busy} onPress={() => void goOn()}>
        I have kept them
      </SubmitButton>
    </Stack>
  );
}
