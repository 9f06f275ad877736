import { type Work, workOf } from '@portal/contract/needs/rules.ts';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { DashboardScreen } from '#rooms/clinic/DashboardScreen.tsx';
import { flagFilters } from '#rooms/clinic/FlaggedAnswers.tsx';
import { NeedsYou } from '#rooms/needs/NeedsYou.tsx';
import { flaggedPart } from '#shared/parts.ts';
import { useOpenAssessment } from '#shared/open-assessment.ts';
import { useChangeSearch } from '#shared/page-search.ts';

const PreviousReminders = lazyDialog(() => import('#rooms/outreach/PreviousReminders.tsx'), 'PreviousReminders');

/** Of this a clinic's first page tells; of trials, another one. */
const clinicWork: readonly Work[] = ['clinic', 'followUps', 'conversations'];

/** `/dashboard?group=&patient=&flags=`: a care group, the patient whose activity is open, and which flagged answers are shown. */
export default function Dashboard() {
  const { group, patient, flags } = useSearch({ strict: false }) as Record<string, unknown>;
  const viewer = useViewer();
  const { hash, state } = useLocation();
  const { modules } = viewer;
  const navigate = useNavigate();
  const changeSearch = useChangeSearch();
  const view = useOpenAssessment();
  const show = (part: object) => changeSearch(part, { replace: true, resetScroll: false });
  return (
    <>
      {workOf(viewer).some((work) => clinicWork.includes(work)) && <NeedsYou />}
      <DashboardScreen
        groupId={Number(group) || null}
        patientId={Number(patient) || null}
        ledToFlags={hash === flaggedPart ? (state.__TSR_key ?? hash) : null}
        flags={flagFilters.find((one) => one === flags) ?? null}
        onGroup={(gId) => show({ group: gId })}
        onActivity={(uId) => show({ patient: uId ?? undefined })}
        onFlags={(only) => show({ flags: only ?? undefined })}
        onView={view}
        onPatient={
          modules.includes('TrialCard')
            ? undefined
            : (uId) => void navigate({ to: '/patient', state: { uId } as never })
        }
        reminders={(of) => <PreviousReminders {...of} />}
      />
    </>
  );
}
