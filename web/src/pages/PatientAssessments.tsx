/** The tabs of "Assessments" on a patient's page, in the order of their titles (PDT-05). */
import { Stack } from '@mantine/core';
import { readPatient } from '@portal/contract/patients/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { FlaggedAnswersOf } from '#rooms/clinic/FlaggedAnswers.tsx';
import { PatientFollowUps } from '#rooms/follow-ups/FollowUpTable.tsx';
import { Outreach } from '#rooms/outreach/Outreach.tsx';
import { AssessmentHistory } from '#rooms/schedules/AssessmentHistory.tsx';
import { AssessmentSchedule } from '#rooms/schedules/AssessmentSchedule.tsx';
import { Trends } from '#rooms/schedules/Trends.tsx';
import { useOpenAssessment } from '#shared/open-assessment.ts';

export const assessmentTabs = [AssessmentSchedule, History, Outreach, PatientFollowUps] as const;

export function History({ uId }: { uId: number }) {
  const { modules } = useViewer();
  const { data } = useQuery({ ...read(readPatient, { query: { u_id: uId } }), select: ({ patient }) => patient });
  const open = useOpenAssessment();
  const who = { uId, name: data?.name ?? '', phone: data?.phone ?? '' };
  return (
    <Stack gap="lg">
      <AssessmentHistory
        uId={uId}
        onOpen={
          modules.includes('Assessments')
            ? ({ surveyEventId, sId }) => open({ surveyEventId, sId, ...who, hasResponse: true })
            : undefined
        }
      />
      <FlaggedAnswersOf uId={uId} onView={open} />
      <Trends uId={uId} />
    </Stack>
  );
}
