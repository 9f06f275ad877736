import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type SubmitEvent, useEffect, useState } from 'react';
import QRCode from 'react-qr-code';
import { writeLogEntry } from '#api/log.ts';
import { CodeField } from './CodeField.tsx';
import classes from './MfaSetup.module.css';
import { Problem } from './Problem.tsx';
import { type Session, startMfaSetup, verifyMfaSetup } from './calls.ts';
import { codeOf, setupSentence, verifySentence } from './sentences.ts';

/** The forced set-up of an authenticator app (MFA-09 to MFA-17). */
export default function MfaSetup(props: {
  challenge: string;
  onSession: (session: Session) => Promise<void>;
  onCancel: () => void;
}) {
  const { challenge, onSession, onCancel } = props;
  const { setup, failure: setupFailure } = useSetup(challenge);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || code === '') return;
    setBusy(true);
    setFailure(null);
    try {
      await onSession(await verifyMfaSetup(challenge, code));
    } catch (error) {
      writeLogEntry('mfa-failed', 'warn', codeOf(error));
      setFailure(verifySentence(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Title order={1}>Set up two-step sign-in</Title>
        <Text size="sm" c="dimmed">
          Your account needs a second step. Scan the code with an authenticator app, or type the setup key into it.
        </Text>
        <Problem>{setupFailure ?? failure}</Problem>
        {setup && (
          <>
            <div className={classes.qr}>
              <QRCode value={setup.uri} size={168} role="img" aria-label="QR code for your authenticator app" />
            </div>
            <SetupKey secret={setup.secret} />
            <CodeField value={code} onChange={setCode} />
          </>
        )}
        <Group grow>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={!setup || code === ''} loading={busy}>
            Verify
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The secret is asked for once; a second one would make the first useless. */
function useSetup(challenge: string) {
  const [setup, setSetup] = useState<Awaited<ReturnType<typeof startMfaSetup>> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    startMfaSetup(challenge).then(
      (started) => {
        writeLogEntry('mfa-setup');
        if (!gone) setSetup(started);
      },
      (error: unknown) => {
        if (!gone) setFailure(setupSentence(error));
      },
    );
    return () => {
      gone = true;
    };
  }, [challenge]);
  return { setup, failure };
}

/** MFA-11, MFA-12. */
function SetupKey({ secret }: { secret: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    copied(secret).then(
      () => setSaid('Alert: The setup key is copied'),
      () => setSaid('Alert: Failed to copy code'),
    );
  return (
    <div>
      <Text size="sm" fw={500} id="setup-key">
        Setup key
      </Text>
      <Group gap="sm" wrap="nowrap">
        <code className={classes.key} aria-labelledby="setup-key">
          {secret}
        </code>
        <Button variant="default" size="xs" onClick={() => void copy()}>
          Copy
        </Button>
      </Group>
      <Text size="sm" role="status">
        {said}
      </Text>
    </div>
  );
}

/** There is no clipboard at all where the page is not served securely. */
async function copied(secret: string): Promise<void> {
  await navigator.clipboard.writeText(secret);
}
