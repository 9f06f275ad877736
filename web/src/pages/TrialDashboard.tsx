import { useNavigate, useSearch } from '@tanstack/react-router';
import { TrialDashboardScreen } from '#rooms/reports/TrialDashboardScreen.tsx';

/** `/trial-dashboard`: `?trial=` leads straight to a trial or to one of its sites. */
export default function TrialDashboard() {
  const { trial } = useSearch({ strict: false }) as { trial?: unknown };
  const navigate = useNavigate();
  const showGroup = (gId: number) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, trial: gId })) as never, replace: true });
  return <TrialDashboardScreen groupId={Number(trial) || null} onGroup={showGroup} />;
}
