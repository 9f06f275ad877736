import '#kit/all-styles.ts';
import { readInvitation } from '@portal/contract/providers/invitation-endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { Anchor, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '#api/call.ts';
import { type CallFailure, saysNothing } from '#api/failure.ts';
import { endSessionOfBrowser, mayBeSignedIn } from '#api/session.ts';
import { Failed, Loading } from '#kit/States.tsx';
import { showNotice } from '#kit/shown-notice.ts';
import { OpenFrame } from '#rooms/identity/OpenFrame.tsx';
import { TermsNotice } from '#rooms/identity/signing-in/TermsNotice.tsx';
import { Register } from '#rooms/providers/Register.tsx';

type Pending = Ours<typeof readInvitation.reply>['pendingProvider'];

/** Who was registered without hearing of it presses the link of the mail once more (OPN-22). */
const notOpen =
  'This invitation cannot be used any more. If you have registered already, please sign in with the password that you chose. If you have had a newer invitation mail, use the link in that one; otherwise ask for a new invitation.';
/** A link alone ends no session: it may be an old one of whoever is signed in. */
const elseSignedIn = ' If somebody else is signed in here, sign them out first.';
const notLookedUp = 'Your invitation could not be looked up just now. Please open the link in your mail again later.';

/** REG-01 to REG-04: the invitation is looked up first; without a live one there is no such page. */
export default function RegisterPage() {
  const { id } = useSearch({ strict: false }) as { id?: string | number };
  const navigate = useNavigate();
  const code = String(id ?? '');
  const { pending, problem, retry } = useInvitation(
    code,
    (advice) => void navigate({ to: '/not-found', replace: true, state: { advice } as never }),
  );
  /** Whoever was invited comes in by their own password, and not as somebody who was here before them. */
  const toSignIn = (notice: string | null = null) => {
    endSessionOfBrowser();
    showNotice(notice);
    void navigate({ to: '/sign-in', replace: true });
  };
  return (
    <OpenFrame>
      <Title order={1}>Registration</Title>
      {!pending && !problem && <Loading />}
      {problem && <Failed message={problem} onRetry={retry} />}
      {pending && (
        <Register
          code={code}
          {...pending}
          onDone={() => toSignIn('Your account is ready. Please sign in with your new password.')}
          onSignIn={() => toSignIn()}
        />
      )}
      <TermsNotice />
      <Anchor
        href="/sign-in"
        size="sm"
        onClick={(event) => {
          event.preventDefault();
          // Before the form is there nobody knows whose invitation it is: the way out of the page ends no session.
          if (pending) toSignIn();
          else void navigate({ to: '/sign-in', replace: true });
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
  if (![400, 404].includes(status) || saysNothing(failure)) return notLookedUp;
  return mayBeSignedIn() ? notOpen + elseSignedIn : notOpen;
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
