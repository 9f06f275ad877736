import { Group, Title } from '@mantine/core';
import { shownBirthDate, shownPhone } from '@portal/contract/patients/rules.ts';
import { useEffect, useRef, useState } from 'react';
import { isNotThere, sentenceOf } from '#api/failure.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { Notice } from '#kit/Notice.tsx';
import { pageHeader } from '#kit/page-edges.ts';
import { Failed, Loading } from '#kit/States.tsx';
import { toastFailure } from '#kit/toast.ts';
import { IsDeactivated } from '#shared/DeactivatedNotice.tsx';
import { Answering } from './Answering.tsx';
import { isOutOfReach } from './refusal.ts';
import { type Asked, useAskedPatient, useResponse, useStoredDraft, useSurvey } from './queries.ts';
import classes from './responses.module.css';

interface Props {
  asked: Asked;
  /** What the page was entered with, which stands until the record is read; a reload by the address alone has none of it. */
  patient: { name: string; phone: string } | null;
  hasResponse: boolean;
  onLeave: () => void;
}

/** One assessment of one patient, answered or reviewed (ANS-10 to ANS-14). */
export function AssessmentScreen({ asked, patient, hasResponse, onLeave }: Props) {
  const survey = useSurvey(asked);
  const isAsked = hasResponse || survey.data?.state === 'answered';
  const answered = useResponse(asked, isAsked);
  const draft = useStoredDraft(asked);
  // From the first work on nothing that is read anew, or cannot be, takes the questions away with what was typed.
  const [hasBegun, setBegun] = useState(false);
  const { data: read, isError: isUnread } = useAskedPatient(asked);
  const { name, phone } = read ?? patient ?? { name: '', phone: '' };

  // ANS-31, ANS-32: a response that is not there is no problem.
  const failed = !hasBegun && isAsked && answered.error && !answered.data && !isNotThere(answered.error);
  const problem =
    (survey.error && !survey.data && 'Unable to retrieve survey') ||
    (failed && 'There was a problem retrieving assessment response.') ||
    null;
  const isSignedOut = survey.error?.status === 401 || answered.error?.status === 401;
  const hasLeft = useRef(false);
  useEffect(() => {
    if (!problem || isSignedOut || hasLeft.current) return;
    hasLeft.current = true;
    toastFailure(problem);
    onLeave();
  });
  if (problem) return null;
  if (draft.error && !draft.data)
    return <Failed message={sentenceOf(draft.error)} onRetry={() => void draft.refetch()} />;
  if (!survey.data || (isAsked && answered.isPending && !hasBegun) || !draft.data) return <Loading />;
  if (!hasBegun) setBegun(true);

  // The response first: with it the screen need not wait.
  const readAgain = async () => {
    const now = await answered.refetch();
    // What was typed stays, until it is known what stands there now.
    if (now.error && !isNotThere(now.error)) return null;
    await survey.refetch();
    return (now.isSuccess && now.data) || null;
  };
  const { surveyId, surveyName, surveyTime, questions, state } = survey.data;
  const { draft: begun, savedAt, unreadable } = draft.data;
  const response = answered.data;
  const isOver = state === 'over' && response === undefined;
  return (
    <div className={classes.screen}>
      <section ref={pageHeader} className={classes.head} aria-label="Patient">
        <Title order={2}>{name || 'Patient'}</Title>
        <div className={classes.facts}>
          <span>{surveyName}</span>
          <span>Asked for {asClinicTime(surveyTime)}</span>
          {phone && <span>{shownPhone(phone)}</span>}
          {read && <span>Born {shownBirthDate(read.dob)}</span>}
          {isUnread && !read && <span>Date of birth could not be loaded</span>}
        </div>
      </section>
      {read?.status === -1 && <IsDeactivated />}
      {response && (
        <Group>
          <Notice tone="info">
            {response.reviewedBy === ''
              ? `Sent by the patient ${asClinicTime(response.timeCompleted)}. Nobody has reviewed it yet.`
              : `Answered ${asClinicTime(response.timeCompleted)}. Reviewed by ${response.reviewedBy}.`}
          </Notice>
        </Group>
      )}
      {isOver && <Notice tone="warning">This assessment is no longer requested.</Notice>}
      <Answering
        asked={asked}
        surveyId={surveyId}
        name={name}
        questions={questions}
        response={response}
        draft={savedAt && { draft: begun ?? { answers: [] }, savedAt }}
        isUnread={unreadable === true}
        readOnly={isOver}
        outOfReach={isOutOfReach(survey.error)}
        onReadAgain={readAgain}
        onLeave={onLeave}
      />
    </div>
  );
}
