import { Anchor, Stack, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { writeLogEntry } from '#api/log.ts';
import { pageData } from '#api/page.ts';
import { sessionState } from '#api/session.ts';
import { whenTold } from '#api/tabs.ts';
import { SecretField } from '#kit/SecretField.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { Problem } from '../Problem.tsx';
import { signIn } from '../calls.ts';
import { codeOf, signInSentence } from '../sentences.ts';
import { type Credentials, type Problems, normalised, problemsOf } from './sign-in-rules.ts';

const debounceMs = 300;
const nothing: Credentials = { email: '', password: '' };

type Answer = Awaited<ReturnType<typeof signIn>>;

/** The email and password form (SIG-02 to SIG-10). `problem` is what the page itself has to say. */
export function SignInForm(props: {
  problem: string | null;
  /** Whoever was a step further has pressed what is gone now. */
  isBack: boolean;
  /** The address of the page for a new password. */
  forgotten: string;
  onAnswer: (answer: Answer) => Promise<void>;
  onForgotten: () => void;
}) {
  const { problem, isBack, forgotten, onAnswer, onForgotten } = props;
  const [typed, setTyped] = useState(nothing);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { problems, shown } = useChecked(typed);
  useSignedInElsewhere(!busy && typed.email === '' && typed.password === '');
  const password = useRef<HTMLInputElement>(null);
  const type = (part: Partial<Credentials>) => setTyped((before) => ({ ...before, ...part }));
  const invalid = problems === null || Object.keys(problems).length > 0;

  const submit = async () => {
    if (busy || Object.keys(problemsOf(typed)).length > 0) return;
    setBusy(true);
    setFailure(null);
    try {
      await onAnswer(await signIn(normalised(typed.email), typed.password));
    } catch (error) {
      writeLogEntry(codeOf(error) === 'LOCKED' ? 'lockout' : 'sign-in-failed', 'warn', codeOf(error));
      setFailure(signInSentence(error));
      password.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  // SIG-09: Enter does not wait for the button, which a quick typist is 300 ms ahead of (SIG-07).
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void submit();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
    >
      <Stack gap="md">
        <Problem>{failure ?? problem}</Problem>
        <TextInput
          label="Email"
          type="text"
          inputMode="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={typed.email}
          error={shown.email}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the form came up because of what the person did
          autoFocus={isBack}
          onKeyDown={onKeyDown}
          onChange={(event) => type({ email: event.currentTarget.value })}
        />
        <SecretField
          ref={password}
          label="Password"
          name="password"
          autoComplete="current-password"
          value={typed.password}
          error={shown.password}
          onKeyDown={onKeyDown}
          onChange={(event) => type({ password: event.currentTarget.value })}
        />
        <SubmitButton fullWidth disabled={invalid} busy={busy}>
          Sign In
        </SubmitButton>
        <Anchor
          href={forgotten}
          size="sm"
          onClick={(event) => {
            event.preventDefault();
            onForgotten();
          }}
        >
          Forgot password?
        </Anchor>
      </Stack>
    </form>
  );
}

/** Another tab has signed in: the page is loaded anew, and goes on with that session (SIG-16). What somebody typed stays. */
function useSignedInElsewhere(isUntouched: boolean) {
  useEffect(() => {
    // Who tries a brand is signed in, and wants to see this form.
    if (!isUntouched || pageData().isTried) return undefined;
    return whenTold('signed-in', () => {
      if (sessionState().phase === 'none') window.location.reload();
    });
  }, [isUntouched]);
}

/**
 * The problems of what was typed, known 300 ms after the last keystroke (SIG-07).
 * A message is shown once its field has been touched (OPN-14).
 */
function useChecked(typed: Credentials): { problems: Problems | null; shown: Problems } {
  const [checked, setChecked] = useState<{ problems: Problems | null; shown: Problems }>({ problems: null, shown: {} });
  const touched = useRef(new Set<keyof Credentials>());
  useEffect(() => {
    for (const name of ['email', 'password'] as const) if (typed[name] !== '') touched.current.add(name);
    const timer = setTimeout(() => {
      const problems = problemsOf(typed);
      const shown = Object.fromEntries(
        Object.entries(problems).filter(([name]) => touched.current.has(name as 'email')),
      );
      setChecked({ problems, shown });
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return checked;
}
