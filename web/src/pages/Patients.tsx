import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';
import { lookAsSearch, readLook } from '#rooms/patients/look.ts';
import { PatientsScreen } from '#rooms/patients/PatientsScreen.tsx';

/** `/patients`: the list that the address names, and the page of it. */
export default function Patients() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { modules } = useViewer();
  const navigate = useNavigate();
  const router = useRouter();
  return (
    <PatientsScreen
      look={readLook(search)}
      onLook={(look, how) => {
        // The list stands until the page of a patient is loaded; what was typed in it must not lead back.
        if (router.latestLocation.pathname !== '/patients') return;
        void navigate({ to: '.', search: lookAsSearch(look) as never, resetScroll: false, ...how });
      }}
      onPatient={
        modules.includes('TrialCard') ? undefined : (uId) => void navigate({ to: '/patient', state: { uId } as never })
      }
    />
  );
}
