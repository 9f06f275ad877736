import { forgotPassword, resetPassword } from '@portal/contract/identity/account-endpoints.ts';
import { passwordMessage } from '@portal/contract/identity/password.ts';
import { noCodeCounts } from '@portal/contract/identity/rules.ts';
import { Anchor, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { endSessionOfBrowser } from '#api/session.ts';
import { problemsBy, useOpenForm } from '#shared/open-form.ts';
import { SecretField } from '#kit/SecretField.tsx';
import { Notice } from '#kit/Notice.tsx';
import { showNotice } from '#kit/shown-notice.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { Problem } from '../Problem.tsx';

interface Asked {
  email: string;
  /** False for a code that was sent before this page was loaded, as before the look into the mail on a phone. */
  isSent: boolean;
}

const perhapsChanged =
  'Your password may have been changed already. Please sign in with the new one, or request a code again.';

/** FGP-01: asks for a code by e-mail, then for the code and a new password. */
export function ForgotPassword(props: {
  /** The address of the sign-in page. */
  signIn: string;
  onDone: () => void;
  onBack: () => void;
}) {
  const { signIn, onDone, onBack } = props;
  const [asked, setAsked] = useState<Asked | null>(null);
  /** Whoever sets a new password signs in with it, and not as somebody who was here before them. */
  const toSignIn = (notice: string | null) => {
    endSessionOfBrowser();
    showNotice(notice);
    onDone();
  };
  return (
    <Stack gap="md">
      <Title order={1}>Forgot password</Title>
      {asked === null ? (
        <AskForCode onAsked={setAsked} />
      ) : (
        <NewPassword {...asked} onSignIn={toSignIn} onOther={() => setAsked(null)} />
      )}
      <Anchor
        href={signIn}
        size="sm"
        onClick={(event) => {
          event.preventDefault();
          onBack();
        }}
      >
        Back to sign in
      </Anchor>
    </Stack>
  );
}

/** FGP-02, FGP-03. */
function AskForCode({ onAsked }: { onAsked: (asked: Asked) => void }) {
  const hasCode = useRef(false);
  const { form, typed, busy, failure, type, touch, submit, problem } = useOpenForm({
    empty: { email: '' },
    problemsOf: (given) => problemsBy(forgotPassword.body.safeParse(given)),
    send: async ({ email }) => {
      if (!hasCode.current) await call(forgotPassword, { body: { email } });
      onAsked({ email: email.trim().toLowerCase(), isSent: !hasCode.current });
    },
  });
  const goOn = (withCode: boolean) => {
    if (busy) return;
    hasCode.current = withCode;
    void submit();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        goOn(false);
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Enter the email you sign in with. We will send you a code to set a new password.
        </Text>
        <Problem>{failure}</Problem>
        <TextInput
          label="Email"
          inputMode="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={typed.email}
          error={problem('email')}
          onBlur={() => typed.email !== '' && touch('email')}
          onChange={(event) => type({ email: event.currentTarget.value })}
        />
        <SubmitButton fullWidth busy={busy}>
          Send code
        </SubmitButton>
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => goOn(true)}>
          I have a code
        </Anchor>
      </Stack>
    </form>
  );
}

/** FGP-04 to FGP-09. The page says the same whether the e-mail is known or not (OPN-11). */
function NewPassword(props: Asked & { onSignIn: (notice: string | null) => void; onOther: () => void }) {
  const { email, isSent, onSignIn, onOther } = props;
  const [sent, setSent] = useState('');
  const [sending, setSending] = useState(false);
  const { form, typed, busy, failure, type, touch, submit, problem } = useOpenForm({
    empty: { code: '', password: '' },
    problemsOf: (given) => problemsBy(resetPassword.body.safeParse({ email, ...given })),
    send: async (given) => {
      await call(resetPassword, { body: { email, ...given } });
      onSignIn('Your password has been changed. Please sign in.');
    },
    sentence: (failure, mayHaveArrived) =>
      mayHaveArrived && failure instanceof CallFailure && failure.message === noCodeCounts
        ? perhapsChanged
        : sentenceOf(failure),
  });
  const resend = async () => {
    setSending(true);
    setSent(await call(forgotPassword, { body: { email } }).then(() => 'A new code is on its way.', sentenceOf));
    setSending(false);
  };
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
        <Text size="sm">
          {isSent ? (
            <>
              If there is an account for <b>{email}</b>, a code is on its way to it. It is valid for 10 minutes.
            </>
          ) : (
            <>
              Enter the code of the latest mail to <b>{email}</b>. It is valid for 10 minutes.
            </>
          )}
        </Text>
        {failure === perhapsChanged ? (
          <Notice tone="error">
            {failure}
            <Anchor component="button" type="button" size="sm" display="block" onClick={() => onSignIn(null)}>
              Sign in
            </Anchor>
          </Notice>
        ) : (
          <Problem>{failure}</Problem>
        )}
        <TextInput
          label="Code"
          name="code"
          autoComplete="one-time-code"
          value={typed.code}
          error={problem('code')}
          data-autofocus
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step came up because of what the person did
          autoFocus
          onBlur={() => typed.code !== '' && touch('code')}
          onChange={(event) => type({ code: event.currentTarget.value })}
        />
        <SecretField
          label="New password"
          name="new-password"
          autoComplete="new-password"
          description={passwordMessage}
          value={typed.password}
          error={problem('password')}
          onBlur={() => typed.password !== '' && touch('password')}
          onChange={(event) => type({ password: event.currentTarget.value })}
        />
        <SubmitButton fullWidth busy={busy}>
          Reset password
        </SubmitButton>
        <Group gap="md">
          <SubmitButton variant="default" size="xs" busy={sending} onPress={() => void resend()}>
            Resend code
          </SubmitButton>
          <Anchor component="button" type="button" size="sm" onClick={onOther}>
            Use another email
          </Anchor>
        </Group>
        <Text size="sm" role="status">
          {sent}
        </Text>
      </Stack>
    </form>
  );
}
