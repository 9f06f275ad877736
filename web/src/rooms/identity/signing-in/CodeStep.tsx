import { Anchor, Text } from '@mantine/core';
import { writeLogEntry } from '#api/log.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { CodeForm } from './CodeForm.tsx';
import { type Session, confirmCode } from '../calls.ts';
import { codeSentence } from '../sentences.ts';

interface Challenge {
  factor: 'totp' | 'sms';
  challenge: string;
}

/** The MFA code step (MFA-01 to MFA-07, MFA-18). */
export function CodeStep(props: {
  asked: Challenge;
  onSession: (session: Session) => Promise<void>;
  onLostDevice: () => void;
  onBack: () => void;
}) {
  const { asked, onSession, onLostDevice, onBack } = props;
  const confirm = async (code: string) => {
    const session = await confirmCode(asked.challenge, code);
    writeLogEntry('mfa');
    await onSession(session);
  };
  return (
    <CodeForm
      title="Confirm it is you"
      explanation={
        asked.factor === 'sms'
          ? 'Enter the 6-digit code that we have sent to your phone.'
          : 'Enter the 6-digit code that your authenticator app shows.'
      }
      onCode={confirm}
      sentenceOf={codeSentence}
      buttons={(sending) => (
        <>
          <SubmitButton fullWidth {...sending}>
            Authenticate
          </SubmitButton>
          <Anchor component="button" type="button" size="sm" ta="left" onClick={onLostDevice}>
            Lost your device?
          </Anchor>
          {asked.factor === 'sms' && <Text size="sm">No text? Go back and sign in again for a new one.</Text>}
          <Anchor component="button" type="button" size="sm" ta="left" onClick={onBack}>
            Back to sign in
          </Anchor>
        </>
      )}
    />
  );
}
