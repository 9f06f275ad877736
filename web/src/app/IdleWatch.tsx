import type { Wire } from '@portal/contract/endpoint.ts';
import type { tellActivity } from '@portal/contract/identity/endpoints.ts';
import { idleMs, idleWarningSeconds } from '@portal/contract/identity/rules.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { serverNow } from '#api/clock.ts';
import { since, thisMoment } from '#api/elapsed.ts';
import { idleFor, learnInput, noteInput, onInput } from '#api/idle.ts';
import { writeLogEntry } from '#api/log.ts';
import { send } from '#api/send.ts';
import { endSession, lastEnding, sessionState } from '#api/session.ts';
import { isUntold, listenToInputs, patiently, tellInput } from './input-watch.ts';
import classes from './Shell.module.css';

/** Signs a person out who has done nothing for 15 minutes, and warns before it (SES-10 to SES-15). */
export function IdleWatch() {
  const secondsLeft = useIdleWatch();
  if (secondsLeft === null) return null;
  return (
    <div className={classes.warning}>
      <VisuallyHidden role="alert">
        You will be logged out soon. Press Tab, or tap the page, to stay signed in.
      </VisuallyHidden>
      <span>You will be logged out for inactivity in {secondsLeft} seconds.</span>
      <Button size="xs" onClick={stay}>
        Stay signed in
      </Button>
    </div>
  );
}

function stay(): void {
  noteInput();
  void tellInput(0).catch(() => undefined);
}

/** A company may lengthen the warning; a server of an earlier release does not tell it. */
const warningMs = (): number => (sessionState().viewer?.idleWarningSeconds ?? idleWarningSeconds) * 1000;

function endIdle(): void {
  writeLogEntry('idle-sign-out');
  endSession('idle');
}

/** Without an answer soon, a person who may have been away for long is not left in front of the screen. */
const answerWaitMs = 5_000;
const longestTold = 86_400_000;

/** How long ago the last input was that the server knows of, in whichever tab. */
async function idleOfSession(): Promise<number> {
  const body = { idleMs: Math.min(idleFor(), longestTold) };
  const { reply } = await send({ method: 'POST', path: '/auth/activity', body, waitMs: answerWaitMs });
  const { idleEndsAt } = reply as Wire<typeof tellActivity.reply>;
  return Math.max(0, idleMs - (Date.parse(idleEndsAt) - serverNow().getTime()));
}

/** Later than this after the one before, a look comes from a tab that slept, or whose clock was set. */
const lateMs = 5_000;

/** The whole seconds left, while the warning shows; else null (OPN-19). */
function useIdleWatch(): number | null {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    let isOver = false;
    let lookedAt = thisMoment();
    /** A tab that slept did not hear of what was done in the others. */
    let mayHaveMissed = false;
    let isAsking = false;
    const tell = patiently(tellInput);
    const look = () => {
      mayHaveMissed ||= since(lookedAt) > lateMs;
      lookedAt = thisMoment();
      const idle = idleFor();
      if (idle >= idleMs) {
        if (mayHaveMissed) void ask();
        else endIdle();
        return;
      }
      const left = idleMs - idle;
      setSecondsLeft(left < warningMs() ? Math.floor(left / 1000) : null);
      if (isUntold()) tell(idle);
    };
    /** SEC-04: before this tab ends the session of all, the server says whether somebody is at work in another one. */
    const ask = async () => {
      if (isAsking) return;
      isAsking = true;
      try {
        learnInput(await idleOfSession());
        mayHaveMissed = false;
        if (!isOver) look();
      } catch {
        // A session that the server has ended is over in this tab, too, by then.
        if (lastEnding() === 'expired') writeLogEntry('idle-sign-out');
        else if (!isOver && sessionState().phase === 'held') endIdle();
      } finally {
        isAsking = false;
      }
    };
    const timer = setInterval(look, 1000);
    const quiet = onInput(look);
    // After a sleep the elapsed time is looked at once, before the first move of the mouse counts (OPN-18).
    const wake = () => document.visibilityState === 'visible' && look();
    const note = () => {
      if (idleFor() >= idleMs) return look();
      noteInput();
      if (isUntold()) tell(0);
    };
    document.addEventListener('visibilitychange', wake);
    const deaf = listenToInputs(note);
    // Coming in is something a person did.
    noteInput();
    return () => {
      isOver = true;
      clearInterval(timer);
      quiet();
      document.removeEventListener('visibilitychange', wake);
      deaf();
    };
  }, []);
  return secondsLeft;
}
