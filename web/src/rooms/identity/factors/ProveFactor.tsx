import { code, password, recoveryCode } from '@portal/contract/identity/endpoints.ts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { writeLogEntry } from '#api/log.ts';
import { problemsBy, useOpenForm } from '#shared/open-form.ts';
import { SecretField } from '#kit/SecretField.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { type Factor, type Proof, ownSentence, textProofCode } from '../account.ts';
import { Problem } from '../Problem.tsx';
import { codeOf } from '../sentences.ts';
import { asRecoveryCode } from './recovery-code.ts';

/** A recovery code in the form the contract asks for; anything else as it was typed, without the spaces of a pasted "123 456". */
const asSent = (typed: Proof): Proof => ({
  ...typed,
  code: asRecoveryCode(typed.code) ?? typed.code.replace(/\s/g, ''),
});

function problemsOf(typed: Proof, factor: Factor): Partial<Record<keyof Proof, string>> {
  const problems = problemsBy(password.safeParse(typed.password));
  const sent = asSent(typed).code;
  const isCode = factor === 'none' || code.safeParse(sent).success || recoveryCode.safeParse(sent).success;
  return {
    ...(Object.keys(problems).length > 0 && { password: Object.values(problems)[0] }),
    ...(!isCode && { code: sent === '' ? 'is required' : 'must be up to 6 digits, or a recovery code' }),
  };
}

/** Asks for the password and, of who has a factor, a current code or a recovery code, before something is done about it (SEC-13). */
export function ProveFactor(props: {
  factor: Factor;
  explanation: string;
  confirm: string;
  danger: boolean;
  onBusy: (busy: boolean) => void;
  send: (proof: Proof) => Promise<void>;
  onCancel: () => void;
}) {
  const { factor, explanation, confirm, danger, onBusy, send, onCancel } = props;
  const { form, typed, busy, failure, type, touch, submit, problem } = useOpenForm<Proof>({
    empty: { password: '', code: '' },
    problemsOf: (given) => problemsOf(given, factor),
    send: async (given) => {
      onBusy(true);
      try {
        await send(asSent(given));
      } catch (error) {
        writeLogEntry('mfa-failed', 'warn', codeOf(error));
        throw error;
      } finally {
        onBusy(false);
      }
    },
    sentence: ownSentence,
  });
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        <Text size="sm">{explanation}</Text>
        <Problem>{failure}</Problem>
        <SecretField
          label="Password"
          name="password"
          autoComplete="current-password"
          data-autofocus
          value={typed.password}
          error={problem('password')}
          onBlur={() => typed.password !== '' && touch('password')}
          onChange={(event) => type({ password: event.currentTarget.value })}
        />
        {factor === 'sms' && <TextACode password={typed.password} />}
        {factor !== 'none' && (
          <TextInput
            label={
              factor === 'sms' ? 'Code we texted you, or a recovery code' : 'Code from your app, or a recovery code'
            }
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={typed.code}
            error={problem('code')}
            onBlur={() => typed.code !== '' && touch('code')}
            onChange={(event) => type({ code: event.currentTarget.value })}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
          <SubmitButton color={danger ? 'red.8' : undefined} busy={busy}>
            {confirm}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

/** For whose second factor is texted codes. */
function TextACode({ password: given }: { password: string }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const text = async () => {
    setBusy(true);
    setSaid(await textProofCode(given).then(() => 'A code is on its way to your phone.', ownSentence));
    setBusy(false);
  };
  return (
    <Group gap="sm">
      <SubmitButton variant="default" size="xs" ready={given !== ''} busy={busy} onPress={() => void text()}>
        Text me a code
      </SubmitButton>
      <Text size="sm" role="status">
        {said}
      </Text>
    </Group>
  );
}
