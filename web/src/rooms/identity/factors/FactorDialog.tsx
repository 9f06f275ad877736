import { useState } from 'react';
import { replaceToken } from '#api/session.ts';
import { Sheet } from '#kit/Sheet.tsx';
import { toastSuccess } from '#kit/toast.ts';
import {
  type Factor,
  type Proof,
  removeFactor,
  renewRecoveryCodes,
  replaceFactor,
  useRefreshAccount,
} from '../account.ts';
import { AppSetup } from './AppSetup.tsx';
import { ProveFactor } from './ProveFactor.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { type Started, startMfaSetup, type Verified, verifyMfaSetup } from '../calls.ts';

export type FactorTask = 'set-up' | 'replace' | 'remove' | 'codes';

const words: Record<FactorTask, { title: string; explanation: string; confirm: string }> = {
  'set-up': {
    title: 'Set up an authenticator app',
    explanation: 'First enter your password.',
    confirm: 'Continue',
  },
  replace: {
    title: 'Replace the authenticator app',
    explanation: 'First prove that it is you. The app you have now works until the new one is set up.',
    confirm: 'Continue',
  },
  remove: {
    title: 'Remove the authenticator app',
    explanation: 'From then on your password alone lets you in. Everywhere else you will be signed out.',
    confirm: 'Remove',
  },
  codes: {
    title: 'New recovery codes',
    explanation: 'Prove that it is you. The recovery codes you have now stop working.',
    confirm: 'Make new codes',
  },
};
/** Where the factor is texted codes. */
const ofTexts: Record<FactorTask, { title: string; explanation: string; confirm: string }> = {
  ...words,
  replace: {
    title: words['set-up'].title,
    explanation: 'First prove that it is you. Codes by text work until the app is set up.',
    confirm: 'Continue',
  },
  remove: { ...words.remove, title: 'Remove codes by text' },
};

/** What is done about the second factor, step by step: proof, set-up, recovery codes (SEC-13). */
export default function FactorDialog(props: { factor: Factor; task: FactorTask; onClose: () => void }) {
  const { factor, task, onClose } = props;
  const { title, explanation, confirm } = (factor === 'sms' ? ofTexts : words)[task];
  const refresh = useRefreshAccount();
  const [busy, setBusy] = useState(false);
  const [proven, setProven] = useState<{ challenge: string } | { password: string; started: Started } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const prove = async (proof: Proof) => {
    const { password } = proof;
    if (task === 'set-up') return setProven({ password, started: await startMfaSetup({ password }) });
    if (task === 'codes') return setCodes((await renewRecoveryCodes(proof)).recoveryCodes);
    if (task === 'replace') return setProven(await replaceFactor(proof));
    await removeFactor(proof);
    refresh();
    toastSuccess(factor === 'sms' ? 'Codes by text were removed.' : 'Your authenticator app was removed.');
    return onClose();
  };
  const verify: typeof verifyMfaSetup = async (code, by) => {
    setBusy(true);
    try {
      return await replaceToken(() => verifyMfaSetup(code, by));
    } finally {
      setBusy(false);
    }
  };
  const verified = (given: Verified) => {
    refresh();
    setCodes(given.recoveryCodes);
  };

  return (
    // The codes are shown this once: nobody leaves them by mistake.
    <Sheet
      opened
      title={codes ? 'Recovery codes' : title}
      onClose={onClose}
      mayClose={!busy && codes === null}
      held={busy}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onClose} />
      ) : proven ? (
        <AppSetup
          explanation="Scan the code with an authenticator app, or type the setup key into it. Everywhere else you will be signed out."
          held={proven}
          verify={verify}
          onVerified={verified}
          onCancel={onClose}
        />
      ) : (
        <ProveFactor
          factor={factor}
          explanation={explanation}
          confirm={confirm}
          danger={task === 'remove'}
          onBusy={setBusy}
          send={prove}
          onCancel={onClose}
        />
      )}
    </Sheet>
  );
}
