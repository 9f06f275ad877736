import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PatientScreen } from '#rooms/patient-records/PatientScreen.tsx';
import { assessmentTabs } from './PatientAssessments.tsx';

/** `/patient?patient=&table=&tab=&kind=`: one patient, named by the navigation state or by the address (OPC-12). */
export default function Patient() {
  const { patient, table, tab, kind } = useSearch({ strict: false }) as Record<string, unknown>;
  const led = useLocation({ select: ({ state }) => (state as { uId?: unknown }).uId });
  const navigate = useNavigate();
  // The address says who it is, so the state of a page that led here is not asked again.
  const uId = idOf(patient) ?? idOf(led);
  const show = (search: object) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...search })) as never,
      state: true,
      replace: true,
    });
  const leave = () => void navigate({ to: '/patients', replace: true });
  const isWritten = uId === null || idOf(patient) === uId;
  useEffect(() => {
    if (uId === null) leave();
    else if (!isWritten) show({ patient: uId });
  });
  if (uId === null) return null;
  return (
    <PatientScreen
      key={uId}
      uId={uId}
      table={typeof table === 'string' ? table : ''}
      tab={Number(tab) || 0}
      kind={typeof kind === 'string' ? kind : ''}
      onTable={(next) => show({ table: next, tab: undefined })}
      onTab={(next) => show({ tab: next || undefined })}
      onKind={(next) => show({ kind: next ?? undefined })}
      onLeave={leave}
      assessments={assessmentTabs}
    />
  );
}

const idOf = (given: unknown): number | null => {
  const id = Number(given);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
