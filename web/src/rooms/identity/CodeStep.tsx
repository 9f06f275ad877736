import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { writeLogEntry } from '#api/log.ts';
import { CodeField } from './CodeField.tsx';
import { Problem } from './Problem.tsx';
import { type Session, confirmCode } from './calls.ts';
import { codeOf, codeSentence } from './sentences.ts';

interface Challenge {
  factor: 'totp' | 'sms';
  challenge: string;
}

/** The MFA code step (MFA-01 to MFA-07, MFA-18). */
export function CodeStep(props: {
  asked: Challenge;
  onSession: (session: Session) => Promise<void>;
  onLostDevice: () => void;
}) {
  const { asked, onSession, onLostDevice } = props;
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || code === '') return;
    setBusy(true);
    setFailure(null);
    try {
      const session = await confirmCode(asked.challenge, code);
      writeLogEntry('mfa');
      await onSession(session);
    } catch (error) {
      writeLogEntry('mfa-failed', 'warn', codeOf(error));
      setFailure(codeSentence(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Title order={1}>Confirm it is you</Title>
        <Text size="sm" c="dimmed">
          {asked.factor === 'sms'
            ? 'Enter the 6-digit code that we have sent to your phone.'
            : 'Enter the 6-digit code that your authenticator app shows.'}
        </Text>
        <Problem>{failure}</Problem>
        <CodeField value={code} onChange={setCode} />
        <Button type="submit" fullWidth disabled={code === ''} loading={busy}>
          Authenticate
        </Button>
        <Anchor component="button" type="button" size="sm" ta="left" onClick={onLostDevice}>
          Lost your device?
        </Anchor>
      </Stack>
    </form>
  );
}
