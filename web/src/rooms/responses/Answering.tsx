import { Box, Button, Text, VisuallyHidden } from '@mantine/core';
import { messages, type Question, walk } from '@portal/contract/assessments/flow.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '#api/clock.ts';
import { useViewer } from '#api/viewer.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { Held } from '#kit/Held.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { Notice } from '#kit/Notice.tsx';
import { pageFooter } from '#kit/page-edges.ts';
import { Refusal, type Refused } from '#kit/Refusal.tsx';
import { useStay } from '#kit/stay.ts';
import { actsAsForm, maySend } from '#kit/StrictField.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { DraftLine } from './DraftLine.tsx';
import { FollowUpDialog } from './FollowUpDialog.tsx';
import { standingIn, useKeeping } from './keeping.ts';
import { Meanwhile, type TakenOver } from './Meanwhile.tsx';
import { PatientTable } from './PatientTable.tsx';
import { type Asked, keepWork, useDropDraft, useFlags, useReadRecords, useReview, useSubmit } from './queries.ts';
import { QuestionCard } from './QuestionCard.tsx';
import { heldListOf, isHeldOvertaken, isOutOfReach, isOvertaken, submitRefusal } from './refusal.ts';
import classes from './responses.module.css';
import { SentAnswers } from './SentAnswers.tsx';
import { Unkept } from './Unkept.tsx';
import { UnreadableDraft } from './UnreadableDraft.tsx';
import * as works from './work.ts';

/** CCN-13. */
const closeAfterMs = 600;
const alreadyAnswered = 'This assessment has already been answered.';
const reviewedMeanwhile = 'Someone else has reviewed this assessment in the meantime.';
/** Where a try of this person got no answer, and they have changed their answers since. */
const perhapsAnswered = 'This assessment has already been answered, perhaps by your first try.';
const perhapsReviewed = 'This assessment has been reviewed in the meantime, perhaps by your first try.';
const draftChangedElsewhere = 'This draft was changed in another window or on another device.';
const overMeanwhile =
  'This assessment is no longer requested, and what you entered is not kept. Copy it if you need it.';
const gone = 'You no longer have access to this patient. What you entered stays here as long as this page is open.';
const notAsked =
  'These are not asked after the answers above, so what you entered here is not sent. Copy it if you need it, then discard it.';
const discardFirst = 'Please look at what is not sent, and discard it first.';
const answersToCorrect = (count: number): string => `${count} answer${count === 1 ? '' : 's'} to correct.`;

interface Props {
  asked: Asked;
  surveyId: number;
  name: string;
  questions: readonly Question[];
  /** What was answered, where it was, as it was read last. */
  response: works.Response | undefined;
  /** What was begun when the screen was opened. */
  draft: works.StandingDraft | null;
  /** Of that draft nothing can be shown here. */
  isUnread: boolean;
  readOnly: boolean;
  /** The patient is in no group of the person's any more, for now. */
  outOfReach: boolean;
  /** Reads what stands now, and gives what was answered, if it was. */
  onReadAgain: () => Promise<works.Response | null>;
  onLeave: () => void;
}

/** The questions one after another, and what is done with the answers (ANS-01 to ANS-34). */
export function Answering(props: Props) {
  const { asked, surveyId, name, questions, response, draft, isUnread, readOnly, outOfReach, onReadAgain, onLeave } =
    props;
  const viewer = useViewer();
  const client = useQueryClient();
  // REL-07: what the work was made from, and corrects. What is read anew meanwhile takes its place by being taken over, and not else;
  // so does a response that came while a draft of it was being read.
  const [base, setBase] = useState(draft ? undefined : response);
  const original = base ? works.workOfResponse(base) : works.nothing;
  const [work, setWork] = useState(draft ? works.workOfDraft(draft.draft) : original);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [cleared, setCleared] = useState<{ by: number; lost: works.Work } | null>(null);
  const [taken, setTaken] = useState<TakenOver | null>(null);
  /** When the draft was kept that nobody here can read. */
  const [unreadAt, setUnreadAt] = useState(isUnread && draft ? draft.savedAt : null);
  const [done, setDone] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const kept = useKeeping((now: works.Work, goesOnFrom) => keepWork(asked, now, goesOnFrom), {
    base: draft && { what: works.workOfDraft(draft.draft), savedAt: draft.savedAt },
    lost: null,
  });
  const [submit, review, drop] = [useSubmit(), useReview(), useDropDraft()];
  const readRecords = useReadRecords(asked);
  const flags = useFlags(asked, base !== undefined);
  const list = useRef<HTMLOListElement>(null);
  const section = useRef<HTMLElement>(null);
  // REL-06: every try of the same answers says the same.
  const completedAt = useRef<Date | null>(null);
  /** What was sent and got no answer. As long as nothing else is entered, what stands there may be this, and the same press tells (REL-06). */
  const [lost, setLost] = useState<works.Work | null>(null);
  const mayBeOwn =
    work === lost && !(response && isNewer(response, base) && !works.isAnsweredAs(questions, work, response));
  /** What was sent to be added and got no answer may be on record. */
  const [perhapsAdded, setPerhapsAdded] = useState<ReadonlySet<string>>(new Set());

  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });

  const { shown, missing, left: open, wrong, isFinished } = walk(questions, work.given);
  const off = works.offTheWay(questions, work, original);
  const press = base === undefined ? 'Submit' : 'Finish Review';
  const isChanged = base !== undefined && works.isOther(questions, work, original);
  const isTouched = base !== undefined && JSON.stringify(work) !== JSON.stringify(original);
  // An answered assessment takes no draft: what a review changes is lost by leaving.
  const isLost = readOnly && !works.isEmpty(work);
  const isUnsaved = (kept.isFailing || isTouched || isLost) && !done;
  const keep = (now: works.Work) => void (base === undefined && kept.keep(now));
  useStay(isUnsaved, (goOn) => setLeaving(() => goOn));
  // Another page is no loss: what is on its way is saved as this one is left.
  useStay(!done && (kept.state.is === 'waiting' || kept.state.is === 'saving'), null);

  const change = (next: works.Work) => {
    setWork(next);
    completedAt.current = null;
    setRefused(null);
    keep(next);
  };
  const answer = (questionNum: number, given: string) => {
    const after = works.withAnswer(questions, work, { questionNum, answer: given });
    const clears = works.clearedIn(after.lost) > 0;
    if (cleared?.by !== questionNum) setCleared(clears ? { by: questionNum, lost: after.lost } : null);
    // What was entered behind the same question since is cleared with it.
    else if (clears) setCleared({ by: questionNum, lost: works.restored(after.lost, cleared.lost) });
    change(after.work);
  };
  const cardOf = (questionNum: number) => list.current?.querySelector(`[data-question="${questionNum}"]`);
  const goTo = (questionNum: number) =>
    requestAnimationFrame(() => {
      const card = cardOf(questionNum);
      card?.querySelector<HTMLElement>('input:not([disabled]), textarea, select')?.focus();
      card?.scrollIntoView({ block: 'nearest' });
    });

  /** The button goes away with its own press. */
  const undo = ({ by, lost }: NonNullable<typeof cleared>) => {
    setCleared(null);
    change(works.restored(work, lost));
    goTo(by);
  };

  /** What was typed here stays beside what a colleague answered, and is said to correct that from now on. */
  const adopt = (theirs: works.Response) => {
    const after = works.workOfResponse(theirs);
    const now = works.takenOver(original, latest.current, after, theirs.answers);
    completedAt.current = null;
    setBase(theirs);
    setWork(now.work);
    setCleared(null);
    setTaken({
      title:
        base === undefined ? (lost ? perhapsAnswered : alreadyAnswered) : lost ? perhapsReviewed : reviewedMeanwhile,
      of: 'response',
      differences: now.differences,
      entries: [],
      hasTables: false,
      theirs: after,
    });
    setLost(null);
    // What is held may be on record by now.
    readRecords();
    void kept.stop().then(kept.forget);
  };
  const reading = useRef(false);
  /** Somebody was faster: what they answered is read. */
  const takeOver = async (failure: unknown) => {
    if (reading.current) return;
    reading.current = true;
    const theirs = await onReadAgain().finally(() => (reading.current = false));
    if (theirs) adopt(theirs);
    else setRefused(submitRefusal(failure, press));
  };
  // Whatever it was that read it anew.
  useEffect(() => {
    if (!response || !isNewer(response, base) || busy || mayBeOwn || reading.current) return;
    if (done) setBase(response);
    else adopt(response);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each response that is read
  }, [response, busy, done, mayBeOwn]);

  /** What a flag is of is read before anybody acts on it. */
  const readFlagged = async () => {
    if (reading.current || busy) return;
    reading.current = true;
    void flags.refetch();
    const theirs = await onReadAgain().finally(() => (reading.current = false));
    if (!theirs) toastFailure('The answers could not be read again.');
    else if (isNewer(theirs, base)) adopt(theirs);
  };

  const goOnFromUnread = (savedAt: Date) => {
    setUnreadAt(savedAt);
    kept.goOnFrom({ what: works.nothing, savedAt });
  };
  /** Another window or device has kept another draft: what was typed here stays beside it. */
  const takeOverDraft = (standing: Standing) => {
    if (!standing.draft) {
      goOnFromUnread(standing.savedAt);
      return kept.keep(latest.current);
    }
    const theirs = works.workOfDraft(standing.draft);
    const before = kept.ground().base?.what ?? works.nothing;
    const { work: now, differences, entries, hasTables } = works.takenOver(before, latest.current, theirs, questions);
    kept.goOnFrom({ what: theirs, savedAt: standing.savedAt });
    completedAt.current = null;
    setWork(now);
    setCleared(null);
    if (differences.length > 0 || entries.length > 0 || hasTables)
      setTaken({ title: draftChangedElsewhere, of: 'draft', differences, entries, hasTables, theirs });
    kept.keep(now);
  };
  const unkept = kept.state.is === 'failed' && isOvertaken(kept.state.failure) ? kept.state.failure : null;
  useEffect(() => {
    if (!unkept || busy || mayBeOwn || base !== undefined) return;
    const standing = standingIn<works.StoredDraft>(unkept);
    if (standing) takeOverDraft(standing);
    else void takeOver(unkept);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each draft that was refused
  }, [unkept, mayBeOwn]);

  // It goes on by itself once the patient is in reach again.
  const isKeptBack = kept.state.is === 'failed' && isOutOfReach(kept.state.failure);
  useEffect(() => {
    if (!outOfReach && isKeptBack) void kept.saveNow();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each return
  }, [outOfReach]);
  useEffect(() => {
    if (readOnly) void kept.stop().then(kept.forget);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is over
  }, [readOnly]);

  const send = async () => {
    if (busy || done) return;
    setTried(true);
    setRefused(null);
    setTaken(null);
    // 2,5 mg must not become 25 mg unseen. The field says more than that the question is not answered.
    if (!maySend(section.current)) return;
    const first = missing[0] ?? wrong[0]?.questionNum;
    if (first !== undefined) return void goTo(first);
    if (off) return setRefused({ text: discardFirst });
    setBusy(true);
    const standing = standingIn<works.StoredDraft>(await kept.stop());
    if (standing) {
      setBusy(false);
      return takeOverDraft(standing);
    }
    completedAt.current ??= serverNow();
    const body = {
      careProviderId: viewer.cpId,
      u_id: asked.uId,
      survey_event_id: asked.surveyEventId,
      surveyId,
      time_completed: completedAt.current,
      ...works.submittedOf(questions, work),
    };
    try {
      if (base === undefined) await submit.mutateAsync({ body });
      else {
        const { responseId, version } = base;
        const why = reason.trim();
        await review.mutateAsync({ body: { ...body, responseId, version, ...(why && { reason: why }) } });
      }
      kept.forget();
      setDone(true);
      void client.invalidateQueries();
    } catch (failure) {
      setLost(isUnanswered(failure) ? work : null);
      if (isUnanswered(failure)) setPerhapsAdded((before) => new Set([...before, ...works.additionsIn(work.held)]));
      if (isOvertaken(failure)) await takeOver(failure);
      else {
        if (isHeldOvertaken(failure)) {
          readRecords();
          const table = works.tableOf(shown, heldListOf(failure));
          // The refusal has the focus.
          if (table) requestAnimationFrame(() => cardOf(table.questionNum)?.scrollIntoView({ block: 'nearest' }));
        }
        setRefused(submitRefusal(failure, press));
        keep(latest.current);
      }
    } finally {
      setBusy(false);
    }
  };
  const hasFollowUp = viewer.modules.includes('FollowUp');
  // ANS-30.
  useEffect(() => {
    if (!done || hasFollowUp) return;
    toastSuccess('Review Complete');
    const timer = setTimeout(onLeave, closeAfterMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is done
  }, [done]);

  const clear = () => {
    setWork(original);
    setCleared(null);
    setTaken(null);
    setTried(false);
  };
  const discard = async () => {
    await kept.stop();
    const { surveyEventId: survey_event_id, uId: u_id } = asked;
    const { base: stands } = kept.ground();
    if (!stands) return setDiscarding(false);
    drop.mutate(
      { query: { u_id, survey_event_id, savedAt: stands.savedAt } },
      {
        onSuccess: () => {
          clear();
          setUnreadAt(null);
          kept.goOnFrom(null);
        },
        onError: (failure) => {
          const standing = standingIn<works.StoredDraft>(failure);
          if (standing?.draft) takeOverDraft(standing);
          else if (standing) {
            // What was to be thrown away stands nowhere any more.
            clear();
            goOnFromUnread(standing.savedAt);
          }
        },
        onSettled: () => setDiscarding(false),
      },
    );
  };

  const left = tried && missing.length > 0;
  const isWrong = tried && !left && wrong.length > 0;
  const problemOf = (questionNum: number): string | null => {
    if (!tried) return null;
    if (missing.includes(questionNum)) return 'Please answer this question.';
    return wrong.find((one) => one.questionNum === questionNum)?.message ?? null;
  };
  const isLocked = readOnly || done;
  // "Saved" would be of what is shown.
  const isUnreadOnly = kept.state.is === 'saved' && kept.state.at.getTime() === unreadAt?.getTime();
  return (
    // No form: the tables and the flagged answers have forms of their own in it.
    <section aria-label="Assessment" ref={section} {...{ [actsAsForm]: true }}>
      <Held isSending={busy}>
        <ol className={classes.questions} ref={list}>
          {shown.map((question, i) => {
            const { questionNum } = question;
            return (
              <QuestionCard
                key={questionNum}
                question={question}
                place={i + 1}
                answer={works.answerOf(work, questionNum)}
                note={works.noteOf(work, questionNum)}
                sent={base ? works.answerOf(original, questionNum) : null}
                problem={problemOf(questionNum)}
                hasLater={i + 1 < shown.length}
                clears={works.wouldClear(questions, work, questionNum)}
                cleared={
                  cleared?.by === questionNum && !isLocked
                    ? { count: works.clearedIn(cleared.lost), undo: () => undo(cleared) }
                    : null
                }
                flag={flags.data?.find((one) => one.questionNum === questionNum)}
                readOnly={isLocked}
                table={(type) => (
                  <PatientTable
                    type={type}
                    uId={asked.uId}
                    held={work.held}
                    perhapsAdded={perhapsAdded}
                    onHeld={isLocked ? undefined : (held) => change({ ...work, held })}
                  />
                )}
                onAnswer={(given) => answer(questionNum, given)}
                onNote={(note) => change(works.withNote(work, questionNum, note))}
                onReadAgain={() => void readFlagged()}
              />
            );
          })}
        </ol>
        <VisuallyHidden role="status">
          {isFinished
            ? 'That was the last question.'
            : shown.length > 1 && `Question ${shown.length}: ${shown.at(-1)?.question}`}
        </VisuallyHidden>
        {base && isChanged && <SentAnswers response={base} shown={shown} />}
        {isChanged && !isLocked && (
          <LimitedTextInput
            mt="md"
            label="Why were answers changed?"
            most={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {unreadAt && !isLocked && base === undefined && (
          <Box mt="md">
            <UnreadableDraft savedAt={unreadAt} />
          </Box>
        )}
        {taken && (
          <Box mt="md">
            <Meanwhile
              {...taken}
              onDiscard={works.isSameDraft(work, taken.theirs) || isLocked ? null : () => change(taken.theirs)}
            />
          </Box>
        )}
      </Held>
      {/* Where the buttons were, in sight of whoever types. */}
      {isLost && (
        <div ref={pageFooter} className={classes.footer}>
          <Unkept why={overMeanwhile} text={works.asText([...shown, ...(off?.questions ?? [])], work)} />
        </div>
      )}
      {!readOnly && (
        <div ref={pageFooter} className={classes.footer}>
          {outOfReach && !works.isEmpty(work) && (
            <div className={classes.refused}>
              <Unkept why={gone} text={works.asText([...shown, ...(off?.questions ?? [])], work)} />
            </div>
          )}
          {off && !isLocked && (
            <div className={classes.refused}>
              <Unkept why={notAsked} text={works.asText(off.questions, work)} onDiscard={() => change(off.left)} />
            </div>
          )}
          {(left || isWrong || refused) && (
            <div className={classes.refused}>
              {left ? (
                <Notice tone="error">{messages.left(open.length)}</Notice>
              ) : isWrong ? (
                <Notice tone="error">{answersToCorrect(wrong.length)}</Notice>
              ) : (
                refused && <Refusal {...refused} />
              )}
            </div>
          )}
          {/* Of a patient out of reach nobody knows whether it still is. */}
          {!(mayBeOwn && unkept) && !(outOfReach && kept.state.is === 'saved') && !isUnreadOnly && (
            <DraftLine state={kept.state} onSave={() => void kept.saveNow()} />
          )}
          {kept.state.is === 'saved' && (
            <Button variant="subtle" color="gray" c="gray.8" disabled={busy} onClick={() => setDiscarding(true)}>
              Discard draft
            </Button>
          )}
          <SubmitButton busy={busy} ready={!done} onPress={() => void send()}>
            {press}
          </SubmitButton>
        </div>
      )}
      <ConfirmDialog
        opened={discarding}
        title="Discard draft"
        confirm="Discard"
        danger
        busy={drop.isPending}
        onConfirm={() => void discard()}
        onClose={() => setDiscarding(false)}
      >
        <Text>Answers and notes entered since you opened the assessment will be discarded.</Text>
      </ConfirmDialog>
      <ConfirmDialog
        opened={leaving !== null}
        title="Leave without saving?"
        confirm="Leave"
        cancel="Stay"
        danger
        onConfirm={() => leaving?.()}
        onClose={() => setLeaving(null)}
      >
        <Text>Your last changes are not saved.</Text>
      </ConfirmDialog>
      {done && hasFollowUp && <FollowUpDialog uId={asked.uId} name={name} onLeave={onLeave} />}
    </section>
  );
}

/** The draft that stands; null where nobody here can read it. */
type Standing = NonNullable<ReturnType<typeof standingIn<works.StoredDraft>>>;

const isNewer = (one: works.Response, other: works.Response | undefined): boolean =>
  one.responseId !== other?.responseId || one.version > other.version;
