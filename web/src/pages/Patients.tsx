import { useNavigate, useSearch } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';
import { useChangeSearch } from '#shared/page-search.ts';
import { lookAsSearch, readLook } from '#rooms/patients/look.ts';
import { PatientsScreen } from '#rooms/patients/PatientsScreen.tsx';

/** `/patients`: the list that the address names, and the page of it. */
export default function Patients() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { modules } = useViewer();
  const navigate = useNavigate();
  const changeSearch = useChangeSearch();
  return (
    <PatientsScreen
      look={readLook(search)}
      onLook={(look, how) => changeSearch(lookAsSearch(look), { whole: true, resetScroll: false, ...how })}
      onPatient={
        modules.includes('TrialCard') ? undefined : (uId) => void navigate({ to: '/patient', state: { uId } as never })
      }
    />
  );
}
