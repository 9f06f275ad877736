import { Box } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { listTrainingForms } from '@portal/contract/signing/training-endpoints.ts';
import { useSearch } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { useListSearch } from '#shared/list-search.ts';
import { useChangeSearch } from '#shared/page-search.ts';
import { NeedsYou } from '#rooms/needs/NeedsYou.tsx';
import { TrialDashboardScreen } from '#rooms/reports/TrialDashboardScreen.tsx';

const LateShipments = lazyPart(() => import('#rooms/needs/LateShipments.tsx'), 'LateShipments', <Box h={26} />);

const TrainingNotice = lazyPart(() => import('#rooms/signing/training/TrainingNotice.tsx'), 'TrainingNotice');

/** `/trial-dashboard`: `?trial=` leads straight to a trial or to one of its sites. */
export default function TrialDashboard() {
  const { trial } = useSearch({ strict: false }) as { trial?: unknown };
  const viewer = useViewer();
  const { type } = viewer;
  const isSponsor = type === 'Sponsor';
  const [{ late }, narrow] = useListSearch();
  const changeSearch = useChangeSearch();
  const showGroup = (gId: number) => changeSearch({ trial: gId }, { replace: true });
  return (
    <>
      {type !== 'Site User' && <NeedsYou />}
      <TrialDashboardScreen
        groupId={Number(trial) || null}
        onGroup={showGroup}
        inPlace={isSponsor && late}
        {...(meets(listTrainingForms.access, viewer) && { below: (gId) => <TrainingNotice gId={gId} /> })}
        {...(isSponsor && {
          above: (gId) => <LateShipments gId={gId} shown={late} onShow={(shown) => narrow({ late: shown })} />,
        })}
      />
    </>
  );
}
