/** The tabs of "Assessments" on a patient's page, in the order of their titles (PDT-05). */
import { Stack } from '@mantine/core';
import { useViewer } from '#api/viewer.ts';
import { FlaggedAnswersOf } from '#rooms/clinic/FlaggedAnswers.tsx';
import { PatientFollowUps } from '#rooms/follow-ups/FollowUpTable.tsx';
import { Outreach } from '#rooms/outreach/Outreach.tsx';
import { AssessmentHistory } from '#rooms/schedules/AssessmentHistory.tsx';
import { AssessmentSchedule } from '#rooms/schedules/AssessmentSchedule.tsx';
import { Trends } from '#rooms/schedules/Trends.tsx';
import { useOpenAssessment } from '#shared/open-assessment.ts';
import { usePatient } from '#shared/patient.ts';

export const assessmentTabs = [Schedule, History, Outreach, PatientFollowUps] as const;

export function Schedule({ uId }: { uId: number }) {
  const answer = useOpenOf(uId, { hasResponse: false });
  return <AssessmentSchedule uId={uId} onAnswer={answer} />;
}

export function History({ uId }: { uId: number }) {
  const review = useOpenOf(uId, { hasResponse: true });
  const view = useOpenAssessment();
  return (
    <Stack gap="lg">
      <AssessmentHistory uId={uId} onOpen={review} />
      <FlaggedAnswersOf uId={uId} onView={view} />
      <Trends uId={uId} />
    </Stack>
  );
}

/** Leads to an assessment of this patient; absent for whom there is no such page. */
function useOpenOf(uId: number, answered: { hasResponse: boolean }) {
  const { modules } = useViewer();
  const { data } = usePatient(uId);
  const open = useOpenAssessment();
  if (!modules.includes('Assessments')) return undefined;
  return (assessment: { surveyEventId: number; sId: number }) =>
    open({ ...assessment, ...answered, uId, name: data?.name ?? '', phone: data?.phone ?? '' });
}
