import { isPhone } from '@portal/contract/phone.ts';
import { passwordMessage } from '@portal/contract/identity/password.ts';
import { register } from '@portal/contract/providers/invitation-endpoints.ts';
import { Anchor, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { writeLogEntry } from '#api/log.ts';
import { Notice } from '#kit/Notice.tsx';
import { problemsBy, useOpenForm } from '#shared/open-form.ts';
import { PhoneField } from '#shared/PhoneField.tsx';
import { SecretField } from '#kit/SecretField.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { TermsDialog } from './TermsDialog.tsx';

interface Typed {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
  preferredContact: '' | '0' | '1';
  policy: boolean;
}

/** What is sent: `policy` stays here (REG-27, OPN-26). */
const bodyOf = (typed: Typed, registrationCode: string) => ({
  firstName: typed.firstName,
  lastName: typed.lastName,
  email: typed.email,
  phone: typed.phone,
  password: typed.password,
  preferredContact: Number(typed.preferredContact) as 0 | 1,
  registrationCode,
});

/** REG-06 to REG-26: the contract's rules, and those that only a form can have. */
function problemsOf(typed: Typed): Partial<Record<keyof Typed, string>> {
  const problems: Partial<Record<keyof Typed, string>> = problemsBy(register.body.safeParse(bodyOf(typed, 'any')));
  if (!problems.phone && !isPhone(typed.phone)) problems.phone = 'Invalid phone number';
  if (typed.preferredContact === '') problems.preferredContact = 'is required';
  if (!typed.policy) problems.policy = 'must be checked';
  return problems;
}

const perhapsMade =
  'Your account may have been made already. Please sign in with the password that you chose, or ask for a new invitation.';

/** The registration form of someone who was invited (REG-05). */
export function Register(props: {
  code: string;
  companyName: string;
  email: string;
  onDone: () => void;
  onSignIn: () => void;
}) {
  const { code, companyName, email, onDone, onSignIn } = props;
  const [reading, setReading] = useState(false);
  const empty: Typed = {
    firstName: '',
    lastName: '',
    email,
    phone: '',
    password: '',
    preferredContact: '',
    policy: false,
  };
  const { form, typed, busy, failure, type, touch, submit, problem } = useOpenForm({
    empty,
    problemsOf,
    send: async (given) => {
      await call(register, { body: bodyOf(given, code) });
      writeLogEntry('registration');
      onDone();
    },
    sentence: (failure, mayHaveArrived) =>
      mayHaveArrived && failure instanceof CallFailure && failure.status === 404 ? perhapsMade : sentenceOf(failure),
  });
  const text = (name: 'firstName' | 'lastName') => ({
    name,
    value: typed[name],
    error: problem(name),
    onBlur: () => touch(name),
    onChange: (event: { currentTarget: HTMLInputElement }) => type({ [name]: event.currentTarget.value }),
  });
  const decide = (policy: boolean) => {
    setReading(false);
    type({ policy });
    touch('policy');
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
        <Text size="sm" c="dimmed">
          {companyName} has invited you. Fill in your details to finish your account.
        </Text>
        {failure && (
          <Notice tone="error">
            {failure}
            {failure === perhapsMade && (
              <Anchor component="button" type="button" size="sm" display="block" onClick={onSignIn}>
                Sign in
              </Anchor>
            )}
          </Notice>
        )}
        <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
          <TextInput label="First name" autoComplete="given-name" required withAsterisk {...text('firstName')} />
          <TextInput label="Last name" autoComplete="family-name" required withAsterisk {...text('lastName')} />
        </Group>
        <TextInput label="Email" name="email" value={email} disabled error={problem('email')} />
        <PhoneField
          value={typed.phone}
          required
          error={problem('phone')}
          onBlur={() => touch('phone')}
          onChange={(phone) => type({ phone })}
        />
        <SecretField
          label="Password"
          name="new-password"
          autoComplete="new-password"
          description={passwordMessage}
          required
          value={typed.password}
          error={problem('password')}
          onBlur={() => touch('password')}
          onChange={(event) => type({ password: event.currentTarget.value })}
        />
        <Radio.Group
          label="Preferred contact"
          description="Notices of the portal always come by email."
          required
          value={typed.preferredContact}
          error={problem('preferredContact')}
          onChange={(choice) => type({ preferredContact: choice as Typed['preferredContact'] })}
        >
          <Group gap="lg" my={4}>
            <Radio value="0" label="Email" />
            <Radio value="1" label="Text (SMS)" />
          </Group>
        </Radio.Group>
        <Stack gap={4} align="flex-start">
          <Checkbox
            label="I accept the terms and conditions"
            checked={typed.policy}
            error={problem('policy')}
            onChange={(event) => decide(event.currentTarget.checked)}
          />
          <Anchor component="button" type="button" size="sm" ml={32} onClick={() => setReading(true)}>
            Read the terms
          </Anchor>
        </Stack>
        <SubmitButton fullWidth busy={busy}>
          Register
        </SubmitButton>
      </Stack>
      <TermsDialog
        opened={reading}
        onAgree={() => decide(true)}
        onCancel={() => decide(false)}
        onClose={() => setReading(false)}
      />
    </form>
  );
}
