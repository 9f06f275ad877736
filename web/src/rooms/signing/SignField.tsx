import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { stepUp } from '@portal/contract/signing/endpoints.ts';
import {
  reauthenticationDelayMs,
  type SigningKind,
  signingReasons,
  verificationTitles,
} from '@portal/contract/signing/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { CallFailure } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { DialogFooter } from '#kit/Dialog.tsx';
import { SecretField } from '#kit/SecretField.tsx';
import { Sheet } from '#kit/Sheet.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { problemsBy } from '#shared/open-form.ts';
import { sentenceAndWayOn } from '#shared/way-on.ts';
import type { Drawing } from './filling.ts';
import type { OwnField } from './own-fields.ts';
import { PrintedName } from './PrintedName.tsx';
import { refreshLists } from './queries.ts';
import { SignaturePad } from './SignaturePad.tsx';
import classes from './signing.module.css';

interface Props {
  kind: SigningKind;
  srUuid: string;
  field: OwnField;
  onDrawn: (drawing: Drawing) => void;
  onClose: () => void;
}

/** From pressing a signature field to the drawing in it: what it means, who signs, and the pad (SGN-09 to SGN-16). */
export function SignField({ kind, srUuid, field, onDrawn, onClose }: Props) {
  const [step, setStep] = useState<'meaning' | 'notice' | 'credentials' | 'pad'>('meaning');
  const [proof, setProof] = useState('');
  if (step === 'meaning')
    return <Meaning kind={kind} field={field} onSign={() => setStep('notice')} onClose={onClose} />;
  if (step === 'notice') return <AuthenticationNotice onContinue={() => setStep('credentials')} onClose={onClose} />;
  if (step === 'credentials')
    return (
      <Credentials
        ask={{ srUuid, fieldName: field.name, reason: signingReasons[kind] }}
        onProved={(given) => {
          setProof(given);
          setStep('pad');
        }}
        onClose={onClose}
      />
    );
  return (
    <SignaturePad
      meaning={signingReasons[kind]}
      onPicture={(png) => {
        const url = URL.createObjectURL(new Blob([png], { type: 'image/png' }));
        onDrawn({ png, url, proof, date: new Date().toISOString() });
      }}
      onClose={onClose}
    />
  );
}

/** CON-10, OPS-60: with TrialCard what the signature means is read first; without it there is the button alone. */
function Meaning({ kind, field, onSign, onClose }: Pick<Props, 'kind' | 'field' | 'onClose'> & { onSign: () => void }) {
  const isVerified = useViewer().modules.includes('TrialCard');
  return (
    <Sheet opened title={isVerified ? verificationTitles[kind] : 'Sign'} onClose={onClose}>
      <Stack>
        {isVerified && (
          <>
            <Text>Your signature in “{field.words}” says:</Text>
            <Text component="blockquote" className={classes.meaning}>
              {signingReasons[kind]}
            </Text>
            <PrintedName />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus onClick={onSign}>
            SIGN
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}

const AuthenticationNotice = ({ onContinue, onClose }: { onContinue: () => void; onClose: () => void }) => (
  <Sheet opened title="Authentication" onClose={onClose}>
    <Stack>
      <Text>You must sign in again to sign.</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus onClick={onContinue}>
          CONTINUE
        </Button>
      </Group>
    </Stack>
  </Sheet>
);

const credentials = stepUp.body.pick({ email: true, password: true });

/** Who signs proves it once more, for this one field (P11-01, P11-02). The session stays as it is. */
function Credentials(props: {
  ask: { srUuid: string; fieldName: string; reason: string };
  onProved: (proof: string) => void;
  onClose: () => void;
}) {
  const { ask, onProved, onClose } = props;
  const { email } = useViewer();
  const client = useQueryClient();
  const [typed, setTyped] = useState({ email, password: '' });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>();
  const gone = useRef(new AbortController());
  const problems = problemsBy(credentials.safeParse(typed));
  const isReady = Object.keys(problems).length === 0;
  useEffect(() => {
    const controller = new AbortController();
    gone.current = controller;
    return () => controller.abort();
  }, []);

  const authenticate = async (event: SyntheticEvent) => {
    event.preventDefault();
    setLeft(new Set(['email', 'password']));
    if (!isReady || isBusy) return;
    const { signal } = gone.current;
    setBusy(true);
    setFailure(undefined);
    try {
      await pause(reauthenticationDelayMs, signal);
      const { proof } = await call(stepUp, { body: { ...typed, ...ask } }, { signal });
      onProved(proof);
    } catch (error) {
      if (signal.aborted) return;
      // It was signed or withdrawn elsewhere meanwhile.
      if (error instanceof CallFailure && error.status === 409) void refreshLists(client);
      setFailure(sentenceAndWayOn(error, 'Authenticate'));
      setBusy(false);
    }
  };
  const input = (name: 'email' | 'password') => ({
    name,
    value: typed[name],
    error: left.has(name) ? problems[name] : undefined,
    onBlur: () => setLeft((before) => new Set([...before, name])),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((before) => ({ ...before, [name]: value }));
      setFailure(undefined);
    },
  });
  return (
    <Sheet opened title="Sign in to sign" onClose={onClose}>
      <form noValidate onSubmit={(event) => void authenticate(event)}>
        <Stack>
          <TextInput
            label="Email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...input('email')}
          />
          <SecretField label="Password" autoComplete="current-password" data-autofocus {...input('password')} />
          <DialogFooter refused={failure !== undefined && { text: failure }}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton ready={isReady} busy={isBusy}>
              Authenticate
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Sheet>
  );
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('the dialog was closed', 'AbortError'));
    });
  });
