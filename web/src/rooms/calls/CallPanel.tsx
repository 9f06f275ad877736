import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { keepCall, makeVoiceToken } from '@portal/contract/calls/endpoints.ts';
import {
  alternateProblem,
  dialled,
  durationWords,
  longest,
  type Outcome,
  outcomes,
} from '@portal/contract/calls/rules.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { serverNow } from '#api/clock.ts';
import { sentenceOf } from '#api/failure.ts';
import { useCall } from '#api/queries.ts';
import { useBrand, useViewer } from '#api/viewer.ts';
import { DotAndWord } from '#shared/DotAndWord.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import classes from './calls.module.css';
import { callingDevice } from './device.ts';

type Status = 'None' | 'Active' | 'Ended';
const colours = { None: 'gray', Active: 'green', Ended: 'blue' } as const;

interface Props {
  patient: { uId: number; name: string; phone: string | null };
  onClose: () => void;
}

/** A call beside the page, which goes on being used meanwhile (DMO-05 to DMO-09). */
export function CallPanel({ patient, onClose }: Props) {
  const { cpId } = useViewer();
  const { callLine } = useBrand();
  const device = callingDevice(callLine);
  const [status, setStatus] = useState<Status>('None');
  const [alternate, setAlternate] = useState('');
  const [isAlternate, setIsAlternate] = useState(false);
  const [startedAt, setStartedAt] = useState<Date | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const line = useRef<{ hangUp: () => void } | null>(null);
  const id = useId();
  const wrong = isAlternate ? alternateProblem(alternate) : null;
  const number = isAlternate ? (wrong === null ? dialled(alternate) : null) : dialled(patient.phone ?? '');

  useEffect(() => {
    if (status !== 'Active' || !startedAt) return;
    // By the clock: a page that nobody looks at ticks more seldom.
    const tick = () => setSeconds(Math.floor((serverNow().getTime() - startedAt.getTime()) / 1_000));
    const timer = setInterval(tick, 1_000);
    return () => {
      tick();
      clearInterval(timer);
    };
  }, [status, startedAt]);
  // Whoever leaves the patient hangs up, also while it is still connecting.
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      line.current?.hangUp();
    };
  }, []);

  const start = async () => {
    if (number === null || busy || !device) return;
    setBusy(true);
    setProblem(null);
    try {
      const { voiceToken } = await call(makeVoiceToken, { body: { clientName: `provider-${cpId}` } });
      if (isGone.current) return;
      try {
        let isOver = false;
        const connected = await device.connect(voiceToken, number, () => {
          isOver = true;
          setStartedAt((at) => at ?? serverNow());
          setStatus('Ended');
        });
        if (isGone.current) return connected.hangUp();
        // The other side may hang up while it is still connecting.
        if (isOver) return;
        line.current = connected;
        setSeconds(0);
        setStartedAt(serverNow());
        setStatus('Active');
      } catch (failure) {
        // DMO-10, CER-38: what the device says is for the log alone.
        console.error('calling device', failure instanceof Error ? failure.message : failure);
      }
    } catch (failure) {
      setProblem(sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const end = () => {
    line.current?.hangUp();
    line.current = null;
    setStatus('Ended');
  };

  return (
    <section className={classes.panel} aria-labelledby={`${id}title`}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} id={`${id}title`} style={{ overflowWrap: 'anywhere' }}>
            Call {patient.name}
          </Text>
          <DotAndWord colour={colours[status]}>{status}</DotAndWord>
        </Group>
        <Text size="sm" className={classes.timer}>
          <span>{number ?? 'No number'}</span>
          <span role="timer" aria-label="Duration">
            {durationWords(seconds)}
          </span>
        </Text>
        {callLine === 'test' && (
          <Text size="sm" fw={600}>
            Test line: nobody is called.
          </Text>
        )}
        {!device && (
          <Text size="sm" c="red.9" role="alert">
            This portal has no calling device for its line, so nobody can be called. Please ask your administrator.
          </Text>
        )}
        {status === 'None' && (
          <>
            {isAlternate && (
              <TextInput
                label="Alternate number"
                placeholder="ddd-ddd-dddd"
                inputMode="tel"
                maxLength={longest.alternateNumber}
                value={alternate}
                error={alternate !== '' && wrong}
                onChange={(event) => setAlternate(event.currentTarget.value)}
              />
            )}
            <Button variant="subtle" size="compact-sm" onClick={() => setIsAlternate(!isAlternate)}>
              {isAlternate ? 'Use the patient’s number' : 'Use an alternate number'}
            </Button>
          </>
        )}
        {problem && (
          <Text size="sm" c="red.9" role="alert">
            {problem}
          </Text>
        )}
        {status === 'Ended' ? (
          <CameOf
            call={{ uId: patient.uId, number: number ?? '', startedAt: startedAt ?? serverNow(), seconds }}
            onDone={onClose}
          />
        ) : (
          <Group gap="xs">
            {status === 'None' ? (
              <Button disabled={number === null || !device} loading={busy} onClick={() => void start()}>
                Call
              </Button>
            ) : (
              <Button color="red.8" onClick={end}>
                End call
              </Button>
            )}
            {status === 'None' && (
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </section>
  );
}

/** Kept on the patient's line of time. */
function CameOf(props: {
  call: { uId: number; number: string; startedAt: Date; seconds: number };
  onDone: () => void;
}) {
  const { uId, ...made } = props.call;
  const [outcome, setOutcome] = useState<Outcome>('Reached');
  const [note, setNote] = useState('');
  const keep = useCall(keepCall, { refresh: [readTimeline], quiet: true });
  const save = () =>
    keep.mutate(
      { body: { u_id: uId, ...made, outcome, ...(note.trim() && { note: note.trim() }) } },
      {
        onSuccess: () => {
          toastSuccess('Call saved.');
          props.onDone();
        },
      },
    );
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Outcome"
        data={[...outcomes]}
        value={outcome}
        onChange={({ currentTarget }) => setOutcome(outcomes.find((one) => one === currentTarget.value) ?? 'Reached')}
      />
      <Textarea
        label="Note (optional)"
        rows={2}
        maxLength={longest.note}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {keep.error && (
        <Text size="sm" c="red.9" role="alert">
          {sentenceOf(keep.error)}
        </Text>
      )}
      <Group gap="xs">
        <Button loading={keep.isPending} onClick={save}>
          Save call
        </Button>
        <Button variant="default" disabled={keep.isPending} onClick={props.onDone}>
          Do not save
        </Button>
      </Group>
    </Stack>
  );
}
