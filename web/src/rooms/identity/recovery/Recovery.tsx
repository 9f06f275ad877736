import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { writeLogEntry } from '#api/log.ts';
import { useBrand } from '#api/viewer.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { Problem } from '../Problem.tsx';
import { type Session, askForRecovery, enterByRecoveryCode } from '../calls.ts';
import { asRecoveryCode } from '../factors/recovery-code.ts';
import { codeOf, codeSentence } from '../sentences.ts';

/** The Account Recovery view (MFA-19 to MFA-21): whom to contact, and the two ways that need no contact. */
export default function Recovery(props: {
  challenge: string;
  onSession: (session: Session) => Promise<void>;
  onBack: () => void;
}) {
  const { challenge, onSession, onBack } = props;
  const { name, email, phone } = useBrand();
  const heading = useRef<HTMLHeadingElement>(null);
  // The link that led here is hidden now.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack gap="md">
      <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        Account Recovery
      </Title>
      <Text>{`To reset MFA on your account, please contact ${name} by email${phone ? ' or phone' : ''}`}</Text>
      <Stack gap={4}>
        <Anchor href={`mailto:${email}`}>{email}</Anchor>
        {phone && <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Anchor>}
      </Stack>
      <ByCode challenge={challenge} onSession={onSession} />
      <ByAdministrator challenge={challenge} />
      <Button variant="default" onClick={onBack}>
        Go back to MFA
      </Button>
    </Stack>
  );
}

function ByCode({ challenge, onSession }: { challenge: string; onSession: (session: Session) => Promise<void> }) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || typed.trim() === '') return;
    const code = asRecoveryCode(typed);
    setFailure(null);
    setProblem(code ? null : 'is not a recovery code');
    if (!code) return;
    setBusy(true);
    try {
      const session = await enterByRecoveryCode(challenge, code);
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
      <Stack gap="sm">
        <Title order={2}>Use a recovery code</Title>
        <Problem>{failure}</Problem>
        <TextInput
          label="Recovery code"
          description="One of the codes that you kept when you set up your authenticator app."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <SubmitButton ready={typed.trim() !== ''} busy={busy}>
          Use the code
        </SubmitButton>
      </Stack>
    </form>
  );
}

/** SEC-13: another authorised person of the company decides. */
function ByAdministrator({ challenge }: { challenge: string }) {
  const [busy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const answer = useRef<HTMLParagraphElement>(null);
  // The button that it was asked with is gone.
  useEffect(() => {
    if (isAsked && document.activeElement === document.body) answer.current?.focus();
  }, [isAsked]);
  const ask = async () => {
    setBusy(true);
    setFailure(null);
    await askForRecovery(challenge).then(
      () => setAsked(true),
      (error: unknown) => setFailure(sentenceOf(error)),
    );
    setBusy(false);
  };
  return (
    <Stack gap="sm">
      <Title order={2}>Ask an administrator</Title>
      <Text size="sm" c="dimmed">
        An administrator of your company can remove MFA from your account. You then set it up again when you sign in.
      </Text>
      <Problem>{failure}</Problem>
      {!isAsked && (
        <SubmitButton variant="default" busy={busy} onPress={() => void ask()}>
          Ask an administrator
        </SubmitButton>
      )}
      <Text ref={answer} size="sm" role="status" tabIndex={-1}>
        {isAsked &&
          'Your request has been sent. The email about it says who decides, and a second one what was decided.'}
      </Text>
    </Stack>
  );
}
