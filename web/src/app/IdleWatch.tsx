import { idleMs, idleWarningSeconds } from '@portal/contract/identity/rules.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { idleFor, noteInput, onInput } from '#api/idle.ts';
import { writeLogEntry } from '#api/log.ts';
import { endSession, sessionState } from '#api/session.ts';
import { isUntold, listenToInputs, tellInput } from './input-watch.ts';
import classes from './Shell.module.css';

/** Signs a person out who has done nothing for 15 minutes, and warns before it (SES-10 to SES-15). */
export function IdleWatch() {
  const secondsLeft = useIdleWatch();
  if (secondsLeft === null) return null;
  return (
    <div className={classes.warning}>
      <VisuallyHidden role="alert">You will be logged out soon. Choose Stay signed in to go on.</VisuallyHidden>
      <span>You will be logged out for inactivity in {secondsLeft} seconds.</span>
      <Button size="xs" onClick={stay}>
        Stay signed in
      </Button>
    </div>
  );
}

function stay(): void {
  noteInput();
  tellInput(0);
}

/** A company may lengthen the warning; a server of an earlier release does not tell it. */
const warningMs = (): number => (sessionState().viewer?.idleWarningSeconds ?? idleWarningSeconds) * 1000;

/** The whole seconds left, while the warning shows; else null (OPN-19). */
function useIdleWatch(): number | null {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    const look = () => {
      const idle = idleFor();
      if (idle >= idleMs) {
        writeLogEntry('idle-sign-out');
        endSession('idle');
        return;
      }
      const left = idleMs - idle;
      setSecondsLeft(left < warningMs() ? Math.floor(left / 1000) : null);
      if (isUntold()) tellInput(idle);
    };
    const timer = setInterval(look, 1000);
    const quiet = onInput(look);
    // After a sleep the elapsed time is looked at once, before the first move of the mouse counts (OPN-18).
    const wake = () => document.visibilityState === 'visible' && look();
    const note = () => {
      if (idleFor() < idleMs) noteInput();
      else look();
    };
    document.addEventListener('visibilitychange', wake);
    const deaf = listenToInputs(note);
    // Coming in is something a person did.
    noteInput();
    return () => {
      clearInterval(timer);
      quiet();
      document.removeEventListener('visibilitychange', wake);
      deaf();
    };
  }, []);
  return secondsLeft;
}
