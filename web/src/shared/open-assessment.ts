import { useNavigate } from '@tanstack/react-router';

/** What the page of an assessment is entered with (CLN-02). */
export interface AssessmentToOpen {
  surveyEventId: number;
  sId: number;
  uId: number;
  name: string;
  phone: string;
  hasResponse: boolean;
}

/** Leads to an assessment of a patient, to be answered or reviewed (ACT-04, SCH-15). */
export function useOpenAssessment(): (assessment: AssessmentToOpen) => void {
  const navigate = useNavigate();
  return (assessment) => void navigate({ to: '/patient-surveys', state: assessment as never });
}
