import { Alert, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { noteInput } from '#api/idle.ts';
import { writeLogEntry } from '#api/log.ts';
import { safePath, withRedirect } from '#api/safe-path.ts';
import { holdToken, isSignOutUntold, lastEnding, sessionState, watchSession } from '#api/session.ts';
import { hasTakenOver, sessionStarted } from '#api/start.ts';
import { pageData } from '#api/page.ts';
import { useBrand } from '#api/viewer.ts';
import { Notice } from '#kit/Notice.tsx';
import { lazyPart } from '#kit/lazy-part.tsx';
import { DesktopHint } from '#kit/DesktopHint.tsx';
import { CodeStep } from './CodeStep.tsx';
import { OpenFrame } from '../OpenFrame.tsx';
import { SignInForm } from './SignInForm.tsx';
import { TermsNotice } from './TermsNotice.tsx';
import type { Session, signIn } from '../calls.ts';

const MfaSetup = lazyPart(() => import('../factors/MfaSetup.tsx'), 'default');
const Recovery = lazyPart(() => import('../recovery/Recovery.tsx'), 'default');

type Answer = Awaited<ReturnType<typeof signIn>>;
type Step = Exclude<Answer, { next: 'session' }>;

interface Given {
  /** The path after sign-in (SIG-14), of whoever was led here. */
  redirect: unknown;
  connectionError: boolean;
  /** The alert about the connection has been read. */
  onDismiss: () => void;
  /** Leaves for another page. */
  onGo: (path: string) => void;
}

/** SIG-01: the form, the MFA code step, the MFA setup step and the Account Recovery view. */
export function SignIn({ redirect, connectionError, onDismiss, onGo: go }: Given) {
  const brand = useBrand();
  // Behind the page that tries a brand lies the portal of the host.
  const onGo = (path: string) => (pageData().isTried ? window.location.assign(path) : go(path));
  const forgotten = withRedirect('/forgot-password', redirect);
  /** Null once somebody is back at the form. */
  const [step, setStep] = useState<Step | null>();
  const codeStep = useRef<HTMLDivElement>(null);
  const [lostDevice, setLostDevice] = useState(false);
  const { refused, enter } = useEntering(() => onGo(hasTakenOver() ? '/' : safePath(redirect)));

  /** Whose session does not start begins again at the form, which says why. */
  const enterOrBegin = async (session: Session) => {
    if (!(await enter(session))) begin(null);
  };
  const begin = (next: Step | null) => {
    setLostDevice(false);
    setStep(next);
  };
  const backToCode = () => {
    setLostDevice(false);
    // Once it is seen again.
    requestAnimationFrame(() => codeStep.current?.querySelector('input')?.focus());
  };
  const answered = async (answer: Answer) => {
    if (answer.next === 'session') await enterOrBegin(answer);
    else begin(answer);
  };

  return (
    <>
      <DesktopHint />
      <OpenFrame image={brand.signInImage}>
        <Announcements />
        {connectionError && <ConnectionProblem onDismiss={onDismiss} />}
        {!step && (
          <>
            <Title order={1}>Sign in</Title>
            <SignInForm
              problem={refused}
              isBack={step === null}
              forgotten={forgotten}
              onAnswer={answered}
              onForgotten={() => onGo(forgotten)}
            />
          </>
        )}
        {/* The step stays under the recovery view, so that going back finds what was typed. */}
        {step?.next === 'code' && (
          <div ref={codeStep} hidden={lostDevice}>
            <CodeStep
              asked={step}
              onSession={enterOrBegin}
              onLostDevice={() => setLostDevice(true)}
              onBack={() => begin(null)}
            />
          </div>
        )}
        {step?.next === 'code' && lostDevice && (
          <Recovery challenge={step.challenge} onSession={enterOrBegin} onBack={backToCode} />
        )}
        {step?.next === 'mfa-setup' && (
          <MfaSetup challenge={step.challenge} onSession={enterOrBegin} onCancel={() => begin(null)} />
        )}
        <TermsNotice />
        <SignOutUntold />
        {!step && <div id="portal-dev" />}
      </OpenFrame>
    </>
  );
}

/** Goes in with a session: the one this browser already has (SIG-16), or a new one (SIG-12 to SIG-14). */
function useEntering(onIn: () => void) {
  const [refused, setRefused] = useState<string | null>(null);

  const goIn = async () => {
    if (await sessionStarted()) {
      onIn();
      return true;
    }
    // SIG-15: the server refuses these types too; who got this far is told the same.
    setRefused(lastEnding() === 'refused' ? 'Access forbidden.' : null);
    return false;
  };
  useEffect(() => {
    // Who has made a brand is signed in, and wants to see it.
    if (sessionState().phase !== 'none' && !pageData().isTried) void goIn();
    // Once, when the page is loaded.
    // oxlint-disable-next-line react/exhaustive-deps -- a later change of the query must not start a session
  }, []);

  const enter = async (session: Session): Promise<boolean> => {
    // They are at work from now on, however long the page has lain there; on it nothing they do is noted.
    noteInput();
    if (!holdToken(session)) {
      // The page is loaded anew without whoever was here before, and goes in by itself.
      writeLogEntry('sign-in', 'info', undefined, session);
      return new Promise(() => undefined);
    }
    const isIn = await goIn();
    if (isIn) writeLogEntry('sign-in');
    return isIn;
  };
  return { refused, enter };
}

/** Below everything, which does not move when it goes. */
function SignOutUntold() {
  const isShown = useSyncExternalStore(watchSession, isSignOutUntold);
  return (
    <Text size="sm" c="gray.7" role="status">
      {isShown && 'You are signed out of this browser. The server will be told as soon as you are online.'}
    </Text>
  );
}

/** BRN-15, OPN-32: what everybody may know who has come this far. */
function Announcements() {
  const { name, alerts } = useBrand();
  return (
    <>
      {pageData().isTried && (
        <Notice tone="warning">You are trying the brand {name}. It has not been given to this address.</Notice>
      )}
      {alerts.map(({ alertId, message, severity }) => (
        <Notice key={alertId} tone={severity}>
          <span style={{ whiteSpace: 'pre-line' }}>{message}</span>
        </Notice>
      ))}
    </>
  );
}

/** SIG-17, SER-07. */
function ConnectionProblem({ onDismiss }: { onDismiss: () => void }) {
  const { email } = useBrand();
  return (
    <Alert color="yellow" variant="light" withCloseButton closeButtonLabel="Dismiss" onClose={onDismiss}>
      {`There is a problem with your connection. This is likely an internet or firewall issue. Please try again. If the issue persists, contact ${email} for assistance.`}
    </Alert>
  );
}
