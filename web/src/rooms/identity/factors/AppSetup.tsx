import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import QRCode from 'react-qr-code';
import { writeLogEntry } from '#api/log.ts';
import classes from './AppSetup.module.css';
import { CodeForm } from '../signing-in/CodeForm.tsx';
import { type Held, type Started, type Verified, startMfaSetup, verifyMfaSetup } from '../calls.ts';
import { useCopy } from '#kit/copy.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { codeOf, setupSentence, verifySentence } from '../sentences.ts';

/** The set-up of an authenticator app: QR code, setup key, and a code that proves it works (MFA-10 to MFA-17). */
export function AppSetup(props: {
  title?: string;
  explanation: string;
  /** Whose password was asked for has started already. */
  held: Extract<Held, { challenge: string }> | (Extract<Held, { password: string }> & { started: Started });
  /** What else the answer means where somebody is signed in. */
  verify?: typeof verifyMfaSetup;
  onVerified: (verified: Verified) => void;
  onCancel: () => void;
}) {
  const { title, explanation, held, verify = verifyMfaSetup, onVerified, onCancel } = props;
  const { setup, failure } = useSetup('started' in held ? held.started : held.challenge);
  const by: Held = 'challenge' in held ? held : { password: held.password };
  const confirm = async (code: string) => {
    onVerified(await verify(code, by));
    // By the new session: the old token is worth nothing any more.
    writeLogEntry('mfa');
  };
  return (
    <CodeForm
      title={title}
      explanation={explanation}
      problem={failure}
      asks={setup !== null}
      onCode={confirm}
      sentenceOf={verifySentence}
      buttons={(sending) => (
        <Group grow>
          <Button variant="default" disabled={sending.busy} onClick={onCancel}>
            Cancel
          </Button>
          <SubmitButton {...sending}>Verify</SubmitButton>
        </Group>
      )}
    >
      {setup && (
        <>
          <div className={classes.qr}>
            <QRCode value={setup.uri} size={168} role="img" aria-label="QR code for your authenticator app" />
          </div>
          <SetupKey secret={setup.secret} />
        </>
      )}
    </CodeForm>
  );
}

/** The secret is asked for once; a second one would make the first useless. */
function useSetup(from: string | Started) {
  const [setup, setSetup] = useState(typeof from === 'string' ? null : from);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (typeof from !== 'string') return writeLogEntry('mfa-setup');
    let gone = false;
    startMfaSetup({ challenge: from }).then(
      (started) => {
        writeLogEntry('mfa-setup');
        if (!gone) setSetup(started);
      },
      (error: unknown) => {
        writeLogEntry('mfa-failed', 'warn', codeOf(error));
        if (!gone) setFailure(setupSentence(error));
      },
    );
    return () => {
      gone = true;
    };
  }, [from]);
  return { setup, failure };
}

/** MFA-11, MFA-12. */
function SetupKey({ secret }: { secret: string }) {
  const { copy, said } = useCopy(secret, {
    copied: 'Alert: The setup key is copied',
    failed: 'Alert: Failed to copy code',
  });
  return (
    <div>
      <Text size="sm" fw={500} id="setup-key">
        Setup key
      </Text>
      <Group gap="sm" wrap="nowrap">
        <code className={classes.key} aria-labelledby="setup-key">
          {secret}
        </code>
        <Button variant="default" size="xs" onClick={copy}>
          Copy
        </Button>
      </Group>
      <Text size="sm" role="status">
        {said}
      </Text>
    </div>
  );
}
