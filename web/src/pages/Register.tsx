import '#kit/all-styles.ts';
import { readInvitation } from '@portal/contract/providers/invitation-endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { Anchor, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '#api/call.ts';
import { type CallFailure, saysNothing } from '#api/failure.ts';
import { endSessionOfBrowser } from '#api/session.ts';
import { Failed, Loading } from '#kit/States.tsx';
import { showNotice } from '#kit/shown-notice.ts';
import { OpenFrame } from '#rooms/identity/OpenFrame.tsx';
import { TermsNotice } from '#rooms/identity/signing-in/TermsNotice.tsx';
import { Register } from '#rooms/providers/Register.tsx';

type Pending = Ours<typeof readInvitation.reply>['pendingProvider'];

/** Who was registered without hearing of it presses the link of the mail once more (OPN-22). */
const notOpen =
  'This invitation cannot be used any more. If you have registered already, please sign in with the password that you chose; otherwise ask for a new invitation.';
const notLookedUp = 'Your invitation could not be looked up just now. Please open the link in your mail again later.';

/** REG-01 to REG-04: the invitation is looked up first; without a live one there is no such page. */
export default function RegisterPage() {
  const { id } = useSearch({ strict: false }) as { id?: string | number };
  const navigate = useNavigate();
  const code = String(id ?? '');
  const { pending, problem, retry } = useInvitation(code, (why) => {
    showNotice(why);
    void navigate({ to: '/not-found', replace: true });
  });
  const toSignIn = () => void navigate({ to: '/sign-in', replace: true });
  return (
    <OpenFrame>
      <Title order={1}>Registration</Title>
      {!pending && !problem && <Loading />}
      {problem && <Failed message={problem} onRetry={retry} />}
      {pending && (
        <Register
          code={code}
          {...pending}
          onDone={() => {
            endSessionOfBrowser();
            showNotice('Your account is ready. Please sign in with your new password.');
            toSignIn();
          }}
          onSignIn={toSignIn}
        />
      )}
      <TermsNotice />
      <Anchor
        href="/sign-in"
        size="sm"
        onClick={(event) => {
          event.preventDefault();
          toSignIn();
        }}
      >
        Back to sign in
      </Anchor>
    </OpenFrame>
  );
}

/** What is to be done about an invitation that opens no form. */
function adviceOn(failure: CallFailure): string {
  const { status, code, message } = failure;
  // Only another invitation helps; the server says so.
  if (code === 'invitation.inviter_gone') return message;
  return [400, 404].includes(status) && !saysNothing(failure) ? notOpen : notLookedUp;
}

/** REG-03 speaks of answers other than 200; where none came, or one of 200 cannot be read, trying again helps. */
const mayTryAgain = ({ status }: CallFailure): boolean => status === 0 || status === 200;

function useInvitation(code: string, onNone: (why: string) => void) {
  const [pending, setPending] = useState<Pending | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    call(readInvitation, { query: { id: code } }, { signal: left.signal }).then(
      (reply) => setPending(reply.pendingProvider),
      (failure: CallFailure) => {
        if (left.signal.aborted) return;
        if (mayTryAgain(failure)) setProblem(failure.message);
        else onNone(adviceOn(failure));
      },
    );
    return () => left.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- where to go without one does not start another look
  }, [code, tries]);
  const retry = () => {
    setProblem(null);
    setTries((before) => before + 1);
  };
  return { pending, problem, retry };
}
