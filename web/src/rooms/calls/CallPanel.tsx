import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { keepCall, makeVoiceToken } from '@portal/contract/calls/endpoints.ts';
import { alternateProblem, dialled, durationWords, longest, outcomes } from '@portal/contract/calls/rules.ts';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { serverNow } from '#api/clock.ts';
import { sentenceOf } from '#api/failure.ts';
import { useCall } from '#api/queries.ts';
import { useBrand, useViewer } from '#api/viewer.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { lineAs } from '#shared/way-on.ts';
import { DotAndWord } from '#shared/DotAndWord.tsx';
import { usePatient } from '#shared/patient.ts';
import { DiscardQuestion } from '#kit/DiscardQuestion.tsx';
import { Held } from '#kit/Held.tsx';
import { useIsOver } from '#kit/Refusal.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { callPanel } from '#kit/page-edges.ts';
import { useReturn } from '#kit/return-focus.ts';
import { toastNote, toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import classes from './calls.module.css';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { type CurrentCall, secondsSince } from './current.ts';
import { callingDevice } from './device.ts';

type Status = 'None' | 'Active' | 'Ended';
const colours = { None: 'gray', Active: 'green', Ended: 'blue' } as const;

const useKeepCall = () => useCall(keepCall, { refresh: [readTimeline], quiet: true, ofOneForm: true });

interface Props {
  current: CurrentCall;
  onChange: (next: (before: CurrentCall | null) => CurrentCall | null) => void;
}

/** A call beside the page, which goes on being used meanwhile (DMO-05 to DMO-09). */
export function CallPanel({ current, onChange }: Props) {
  const { made } = current;
  // A call that was begun stays what it was; until then the record says whom it is with, and where they are called.
  const { data: onRecord } = usePatient(current.patient.uId, !made);
  const patient = { ...current.patient, ...(!made && onRecord && { name: onRecord.name, phone: onRecord.phone }) };
  const onClose = () => onChange(() => null);
  const put = (part: Partial<CurrentCall>) => onChange((before) => before && { ...before, ...part });
  const { cpId } = useViewer();
  const { callLine } = useBrand();
  const device = callingDevice(callLine);
  const status: Status = !made ? 'None' : current.seconds === null ? 'Active' : 'Ended';
  const [alternate, setAlternate] = useState('');
  const [isAlternate, setIsAlternate] = useState(false);
  const [isLeft, setIsLeft] = useState(false);
  const startedAt = made?.startedAt;
  const [ticked, setTicked] = useState(0);
  const seconds = current.seconds ?? ticked;
  /** What is being connected. */
  const [connecting, setConnecting] = useState<string | null>(null);
  const busy = connecting !== null;
  const [problem, setProblem] = useState<string | null>(null);
  const line = useRef<{ hangUp: () => void } | null>(null);
  const id = useId();
  const wrong = isAlternate ? alternateProblem(alternate) : null;
  const chosen = isAlternate ? (wrong === null ? dialled(alternate) : null) : dialled(patient.phone ?? '');

  const number = made?.number ?? connecting ?? chosen;

  const [isFolded, setFolded] = useState(false);
  // Here, since what is being saved is told of and keeps its key also while the panel is folded.
  const keep = useKeepCall();
  const whole = useRef<HTMLElement>(null);
  useReturn();
  useEffect(() => callPanel(whole.current), []);
  // A reload brings back one that was begun, and asks for nobody's attention.
  const [isNew] = useState(!made);
  useEffect(() => {
    if (isNew) whole.current?.focus();
  }, [isNew]);
  // What was pressed here is gone with the status before. Whoever is at work on the page is not led away from it.
  const shown = useRef(status);
  useEffect(() => {
    if (shown.current === status) return;
    shown.current = status;
    const active = document.activeElement;
    if (active === document.body || whole.current?.contains(active))
      whole.current?.querySelector<HTMLElement>('[data-next]')?.focus();
  }, [status]);

  useEffect(() => {
    if (status !== 'Active' || startedAt === undefined) return;
    // By the clock: a page that nobody looks at ticks more seldom.
    const timer = setInterval(() => setTicked(secondsSince(startedAt)), 1_000);
    return () => clearInterval(timer);
  }, [status, startedAt]);
  // Whoever leaves the portal hangs up, also while it is still connecting.
  const isGone = useRef(false);
  const atEnd = useRef(() => {});
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      if (line.current) atEnd.current();
    };
  }, []);

  const start = async () => {
    if (chosen === null || busy || !device) return;
    setConnecting(chosen);
    setProblem(null);
    try {
      const { voiceToken } = await call(makeVoiceToken, { body: { clientName: `provider-${cpId}` } });
      if (isGone.current) return;
      try {
        let isOver = false;
        const connected = await device.connect(voiceToken, chosen, () => {
          isOver = true;
          if (!isGone.current) over(chosen);
        });
        if (isGone.current) return connected.hangUp();
        // The other side may hang up while it is still connecting.
        if (isOver) return;
        line.current = connected;
        setTicked(0);
        put({ patient, made: { number: chosen, startedAt: serverNow().getTime() } });
      } catch (failure) {
        // DMO-10, CER-38: what the device says is for the log alone.
        console.error('calling device', failure instanceof Error ? failure.message : failure);
      }
    } catch (failure) {
      setProblem(sentenceOf(failure));
    } finally {
      setConnecting(null);
    }
  };
  /** From either side, and once. */
  const over = (to: string) =>
    onChange((before) => {
      if (!before || before.seconds !== null) return before;
      const of = before.made ?? { number: to, startedAt: serverNow().getTime() };
      return { ...before, patient, made: of, seconds: secondsSince(of.startedAt) };
    });
  const end = () => {
    setFolded(false);
    line.current?.hangUp();
    line.current = null;
    over(number ?? '');
  };
  useEffect(() => {
    atEnd.current = end;
  });

  const duration = (
    <span role="timer" aria-label="Duration" className={classes.timer}>
      {durationWords(seconds)}
    </span>
  );
  const endCall = (
    <Button color="red.8" size={isFolded ? 'compact-sm' : undefined} data-next onClick={end}>
      End call
    </Button>
  );
  const whenUnfolded = (
    <>
      <Text size="sm" className={classes.numbers}>
        <span>{number ?? 'No number'}</span>
        {duration}
      </Text>
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
              value={alternate}
              error={(isLeft || alternate !== '') && wrong}
              onBlur={() => setIsLeft(true)}
              onChange={(event) => setAlternate(event.currentTarget.value)}
            />
          )}
          <Button variant="subtle" size="compact-sm" onClick={() => setIsAlternate(!isAlternate)}>
            {isAlternate ? 'Use the patient’s number' : 'Use an alternate number'}
          </Button>
        </>
      )}
      {problem && <Problem text={problem} />}
      {status === 'Ended' ? (
        <CameOf
          current={current}
          call={{ uId: patient.uId, number: number ?? '', startedAt: new Date(startedAt ?? 0), seconds }}
          keep={keep}
          onChange={put}
          onDone={onClose}
          onFailed={() => setFolded(false)}
        />
      ) : (
        <Group gap="xs">
          {status === 'None' ? (
            <SubmitButton ready={chosen !== null && device !== null} busy={busy} onPress={() => void start()}>
              Call
            </SubmitButton>
          ) : (
            endCall
          )}
          {status === 'None' && (
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          )}
        </Group>
      )}
    </>
  );

  return (
    <section
      ref={whole}
      tabIndex={-1}
      className={classes.panel}
      data-folded={isFolded || undefined}
      aria-labelledby={`${id}title`}
    >
      <Stack gap="xs">
        <Group wrap="nowrap" gap="xs">
          <div role="status" className={classes.state}>
            <Text fw={600} id={`${id}title`} className={classes.title}>
              Call {patient.name}
            </Text>{' '}
            <DotAndWord colour={colours[status]}>{status}</DotAndWord>
          </div>
          {isFolded && duration}
          {isFolded && status === 'Active' && endCall}
          {status !== 'None' && (
            <ActionIcon
              variant="subtle"
              color="dark"
              aria-label={isFolded ? 'Unfold the call' : 'Fold the call'}
              aria-expanded={!isFolded}
              data-next={(isFolded && status === 'Ended') || undefined}
              onClick={() => setFolded(!isFolded)}
            >
              {isFolded ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
            </ActionIcon>
          )}
        </Group>
        {callLine === 'test' && (
          <Text size="sm" fw={600}>
            Test line: nobody is called.
          </Text>
        )}
        {!isFolded && whenUnfolded}
      </Stack>
    </section>
  );
}

/** That there was no network is over with it. */
function Problem({ text }: { text: string }) {
  if (useIsOver({ text })) return null;
  return (
    <Text size="sm" c="red.9" role="alert">
      {text}
    </Text>
  );
}

/** Kept on the patient's line of time. */
function CameOf(props: {
  call: { uId: number; number: string; startedAt: Date; seconds: number };
  current: CurrentCall;
  keep: ReturnType<typeof useKeepCall>;
  onChange: (part: Partial<CurrentCall>) => void;
  onDone: () => void;
  onFailed: () => void;
}) {
  const { uId, ...made } = props.call;
  const { current, keep, onChange } = props;
  const { outcome, note } = current;
  const [isLeaving, setLeaving] = useState(false);
  /** Whoever leaves after a lost answer must not believe that it was not saved. */
  const leave = () => {
    if (isUnanswered(keep.error)) toastNote('The call may have been saved anyway. Please check the patient’s page.');
    props.onDone();
  };
  const isTooLong = tooLong(note, longest.note) !== undefined;
  const save = () => {
    if (!outcome || isTooLong || keep.isPending) return;
    keep.mutate(
      { body: { u_id: uId, ...made, outcome, ...(note.trim() && { note: note.trim() }) } },
      {
        onSuccess: () => {
          toastSuccess('Call saved.');
          props.onDone();
        },
        onError: props.onFailed,
      },
    );
  };
  return (
    <Stack gap="xs">
      <Held isSending={keep.isPending}>
        <NativeSelect
          label="Outcome"
          data-next
          required
          data={[{ value: '', label: 'Choose an outcome' }, ...outcomes]}
          value={outcome ?? ''}
          onChange={({ currentTarget }) =>
            onChange({ outcome: outcomes.find((one) => one === currentTarget.value) ?? null })
          }
        />
        <LimitedTextarea
          label="Note (optional)"
          rows={2}
          most={longest.note}
          value={note}
          onChange={(event) => onChange({ note: event.currentTarget.value })}
        />
        {outcome === null && (
          <Text size="sm" c="gray.7" role="status">
            Still missing: the outcome.
          </Text>
        )}
        {keep.error && <Problem text={lineAs(keep.error, { of: 'The call was', done: 'saved', press: 'Save call' })} />}
        <Group gap="xs">
          <SubmitButton ready={outcome !== null && !isTooLong} busy={keep.isPending} onPress={save}>
            Save call
          </SubmitButton>
          <Button
            variant="default"
            disabled={keep.isPending}
            onClick={() => (outcome === null && note === '' ? leave() : setLeaving(true))}
          >
            Do not save
          </Button>
        </Group>
      </Held>
      <DiscardQuestion opened={isLeaving} onDiscard={leave} onClose={() => setLeaving(false)} />
    </Stack>
  );
}
