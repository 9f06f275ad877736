import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useChangeSearch } from '#shared/page-search.ts';
import { AssessmentScreen } from '#rooms/responses/AssessmentScreen.tsx';

/** What the page is entered with (CLN-02). */
type State = Partial<Record<'surveyEventId' | 'sId' | 'uId' | 'name' | 'phone' | 'hasResponse', unknown>>;

/** `/patient-surveys`: one assessment of a patient. The address keeps its number and the patient's, and nothing more (OPC-12). */
export default function PatientSurveys() {
  const { event, patient } = useSearch({ strict: false }) as Record<string, unknown>;
  const led = useLocation({ select: ({ state }) => state as State });
  const navigate = useNavigate();
  const changeSearch = useChangeSearch();
  const { history } = useRouter();
  const surveyEventId = idOf(event) ?? idOf(led.surveyEventId);
  const uId = idOf(patient) ?? idOf(led.uId);
  const isWritten = idOf(event) !== null && idOf(patient) !== null;
  const toDashboard = () => void navigate({ to: '/dashboard', replace: true });
  const leave = () => (history.canGoBack() ? history.back() : toDashboard());
  useEffect(() => {
    if (surveyEventId === null || uId === null) toDashboard();
    else if (!isWritten)
      changeSearch({ event: surveyEventId, patient: uId }, { whole: true, state: true, replace: true });
  });
  if (surveyEventId === null || uId === null) return null;
  const isOfState = idOf(led.surveyEventId) === surveyEventId && typeof led.name === 'string';
  const { name, phone } = led;
  return (
    <AssessmentScreen
      key={`${surveyEventId} ${uId}`}
      asked={{ surveyEventId, uId }}
      patient={isOfState ? { name: textOf(name), phone: textOf(phone) } : null}
      hasResponse={isOfState && led.hasResponse === true}
      onLeave={leave}
    />
  );
}

const idOf = (given: unknown): number | null => {
  const id = Number(given);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
const textOf = (given: unknown): string => (typeof given === 'string' ? given : '');
