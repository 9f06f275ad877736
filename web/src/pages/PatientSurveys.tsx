import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useChangeSearch } from '#shared/page-search.ts';
import { AssessmentScreen } from '#rooms/responses/AssessmentScreen.tsx';

/** What the page is entered with (CLN-02). */
type State = Partial<Record<'surveyEventId' | 'sId' | 'uId' | 'name' | 'phone' | 'hasResponse', unknown>>;

/** `/patient-surveys`: one assessment of a patient. The address keeps its number and the patient's, and nothing more (OPC-12). */
export default function PatientSurveys() {
  const { event, patient } = useSearch({ strict: false }) as Record<string, unknown>;
  const led = useLocation({ select: ({ state }) => state as State });
  const [handedOn, setHandedOn] = useState(led);
  const navigate = useNavigate();
  const changeSearch = useChangeSearch();
  const { history } = useRouter();
  const { sId, hasResponse } = led;
  const surveyEventId = idOf(event) ?? idOf(led.surveyEventId);
  const uId = idOf(patient) ?? idOf(led.uId);
  const isWritten = idOf(event) !== null && idOf(patient) !== null;
  // PRV-09: the history outlives the session, so the name and the phone stand in it no longer than this page takes to keep them.
  const isNamed = led.name !== undefined || led.phone !== undefined;
  if (isNamed && led !== handedOn) setHandedOn(led);
  const toDashboard = () => void navigate({ to: '/dashboard', replace: true });
  const leave = () => (history.canGoBack() ? history.back() : toDashboard());
  useEffect(() => {
    if (surveyEventId === null || uId === null) toDashboard();
    else if (isNamed || !isWritten) {
      const state = { surveyEventId: led.surveyEventId, sId, uId: led.uId, hasResponse };
      changeSearch({ event: surveyEventId, patient: uId }, { whole: true, state, replace: true });
    }
  });
  if (surveyEventId === null || uId === null) return null;
  const isOf = (state: State) => idOf(state.surveyEventId) === surveyEventId;
  const { name, phone } = handedOn;
  return (
    <AssessmentScreen
      key={`${surveyEventId} ${uId}`}
      asked={{ surveyEventId, uId }}
      patient={isOf(handedOn) && typeof name === 'string' ? { name, phone: textOf(phone) } : null}
      hasResponse={isOf(led) && hasResponse === true}
      onLeave={leave}
    />
  );
}

const idOf = (given: unknown): number | null => {
  const id = Number(given);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
const textOf = (given: unknown): string => (typeof given === 'string' ? given : '');
