import { useState } from 'react';
import { AppSetup } from './AppSetup.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import type { Session, Verified } from '../calls.ts';

/** The forced set-up of an authenticator app (MFA-09 to MFA-17). Who has seen the recovery codes goes in. */
export default function MfaSetup(props: {
  challenge: string;
  onSession: (session: Session) => Promise<void>;
  onCancel: () => void;
}) {
  const { challenge, onSession, onCancel } = props;
  const [verified, setVerified] = useState<Verified | null>(null);
  if (verified)
    return (
      <RecoveryCodes
        title="Keep your recovery codes"
        codes={verified.recoveryCodes}
        onKept={() => onSession(verified)}
      />
    );
  return (
    <AppSetup
      title="Set up two-step sign-in"
      explanation="Your account needs a second step. Scan the code with an authenticator app, or type the setup key into it."
      held={{ challenge }}
      onVerified={setVerified}
      onCancel={onCancel}
    />
  );
}
