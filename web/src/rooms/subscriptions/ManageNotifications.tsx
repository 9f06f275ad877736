import { Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { askForPuzzle, chooseEmails } from '@portal/contract/subscriptions/endpoints.ts';
import { sentences } from '@portal/contract/subscriptions/rules.ts';
import { email as emailOf } from '@portal/contract/wire.ts';
import { useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { isNotThere } from '#api/failure.ts';
import { Notice } from '#kit/Notice.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';

/** Anybody unsubscribes an address from e-mails, or resubscribes it (NTP-01 to NTP-08). */
export function ManageNotifications({ email: named }: { email: string }) {
  const [email, setEmail] = useState(named);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<boolean | null>(null);
  const [told, setTold] = useState<{ said: string; failed: boolean } | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const choose = async (wantsEmails: boolean) => {
    if (busy !== null) return;
    setTold(null);
    if (!emailOf(150).safeParse(email).success) {
      setProblem(sentences.wrongEmail);
      field.current?.focus();
      return;
    }
    setBusy(wantsEmails);
    try {
      await send(email, wantsEmails);
      setTold({ said: wantsEmails ? sentences.resubscribed : sentences.unsubscribed, failed: false });
    } catch {
      setTold({ said: sentences.failed, failed: true });
    } finally {
      setBusy(null);
    }
  };

  return (
    <Stack gap="md">
      <Title order={1}>Manage Notifications</Title>
      <Text size="sm" c="gray.7">
        Choose whether we may send emails to this address.
      </Text>
      <form
        noValidate
        onSubmit={(event) => {
          // Enter would have to choose one of two buttons.
          event.preventDefault();
        }}
      >
        <Stack gap="md">
          <TextInput
            ref={field}
            label="Email"
            inputMode="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            error={problem}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setProblem(null);
              setTold(null);
            }}
          />
          <Group gap="sm" grow>
            <SubmitButton busy={busy === false} onPress={() => void choose(false)}>
              Unsubscribe
            </SubmitButton>
            <SubmitButton variant="default" busy={busy === true} onPress={() => void choose(true)}>
              Resubscribe
            </SubmitButton>
          </Group>
        </Stack>
      </form>
      {told?.failed && <Notice tone="error">{told.said}</Notice>}
      <Text role="status" size="sm" fw={500}>
        {told && !told.failed ? told.said : ''}
      </Text>
    </Stack>
  );
}

/** NTP-06: whether an address is known is nobody's business. */
async function send(email: string, notificationPreference: boolean): Promise<void> {
  const { challenge } = await call(askForPuzzle, {});
  const token = challenge ? await import('./solve.ts').then(({ solve }) => solve(challenge)) : '';
  try {
    await call(chooseEmails, { body: { token, email, notificationPreference } });
  } catch (error) {
    if (!isNotThere(error)) throw error;
  }
}
